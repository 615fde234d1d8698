package media

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strconv"
	"syscall"
	"time"
)

const (
	maxAddresses = 4               // of one name that are tried
	dialTime     = 5 * time.Second // for each of them
)

// callerKey is where a request carries the context of its caller.  net/http lets a connection be made even when its
// request is over, for the next one; here nothing may outlive its file.
type callerKey struct{}

// dial connects to an address of a host that may be called.  The name is resolved once, here, and what is dialled
// is the address that was judged: a name that answers differently the second time gains nothing.  The addresses
// are tried one after the other; those that may not be called are passed over.
func (f *Fetcher) dial(ctx context.Context, _, address string) (net.Conn, error) {
	if caller, ok := ctx.Value(callerKey{}).(context.Context); ok {
		ctx = caller
	}
	host, port, err := split(address)
	if err != nil {
		return nil, refusal(BadURL)
	}
	addresses, err := f.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	failure := refusal(Inside)
	tried := 0
	for _, a := range addresses {
		to := netip.AddrPortFrom(a, port)
		if !f.permitted(host, to) {
			continue
		}
		if tried++; tried > maxAddresses || ctx.Err() != nil {
			break
		}
		conn, err := f.connect(ctx, host, to)
		if err == nil {
			return conn, nil
		}
		failure = err
	}
	return nil, failure
}

func split(address string) (host string, port uint16, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	number, err := strconv.ParseUint(text, 10, 16)
	return host, uint16(number), err
}

// resolve finds the addresses of a host.
func (f *Fetcher) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	found, err := f.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(found) == 0 {
		return nil, refusal(Unresolved)
	}
	for i := range found {
		found[i] = found[i].Unmap() // a resolver may write IPv4 in both ways
	}
	return found, nil
}

// permitted reports whether what host led to may be called.
func (f *Fetcher) permitted(host string, to netip.AddrPort) bool {
	if public(to.Addr()) && !f.ours(to.Addr()) {
		return true
	}
	for _, p := range f.allow {
		if p.covers(host, to) {
			return true
		}
	}
	return false
}

// connect makes one connection to an address that was judged.
func (f *Fetcher) connect(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := f.open(bounded, host, to)
	if err == nil {
		return conn, nil
	}
	var known *Error
	if errors.As(err, &known) {
		return nil, known
	}
	return nil, refusal(Unreachable)
}

// dialSystem is the system's connect.  The address is judged again on its way into the kernel, so that no change above
// can open a way around it.
func (f *Fetcher) dialSystem(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error) {
	d := net.Dialer{KeepAlive: -1, Control: func(_, address string, _ syscall.RawConn) error {
		final, err := netip.ParseAddrPort(address)
		if err != nil || !f.permitted(host, netip.AddrPortFrom(final.Addr().Unmap(), final.Port())) {
			return refusal(Inside)
		}
		return nil
	}}
	return d.DialContext(ctx, "tcp", to.String())
}
