// Package inbound knows callers by their address: who calls, and how often somebody may do what only strangers do often.
package inbound

import (
	"container/list"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// network is how much of an IPv6 address is one caller's: whoever has an address there has 2^64 of them.
const network = 64

// Caller is where a request comes from, as one caller's share of the addresses; that of a proxy, if there is one.  The
// zero Prefix is one that has no address (a socket of the machine's own).
func Caller(r *http.Request) netip.Prefix { return CallerAt(r.RemoteAddr) }

// CallerAt is the Caller at an address with a port ("192.0.2.1:80", "[2001:db8::1]:80").
func CallerAt(remote string) netip.Prefix {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	address, bits := from.Addr().Unmap().WithZone(""), 32
	if address.Is6() {
		bits = network
	}
	return netip.PrefixFrom(address, bits).Masked()
}

// Address is where a request comes from without its port, "" for none.  A log may hold it.
func Address(r *http.Request) string {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return from.Addr().Unmap().String()
}

// SameMachine reports that a request comes from the machine that it is answered on: from a loopback address, or from the
// very address that it went to.  Whoever sends from elsewhere cannot have either, because the answers would not come back;
// a proxy on this machine can, whomever it speaks for.
func SameMachine(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	caller := from.Addr().Unmap().WithZone("")
	if caller.IsLoopback() {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(interface{ String() string })
	if !ok {
		return false
	}
	to, err := netip.ParseAddrPort(local.String())
	return err == nil && to.Addr().Unmap().WithZone("") == caller
}

// Loopback reports that only this machine reaches what listens on a host: an address of the loopback network, or
// localhost.
func Loopback(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().IsLoopback()
	}
	return host == "localhost"
}

// maxCallers bounds what a Budget remembers: 1 MB at most.
const maxCallers = 4096

// Budget is how often each caller may do something: Burst times, and then once in Every.  It remembers the 4096 callers
// who did it last; one that is forgotten has the whole budget again, which whoever has so many addresses has anyway.  It is
// safe for concurrent use.
type Budget struct {
	// Burst and Every must be set.
	Burst int
	Every time.Duration
	// Now is the clock; nil: the real one.
	Now func() time.Time

	mu     sync.Mutex
	last   *list.List // of *spender, the one who spent last in front
	byCall map[netip.Prefix]*list.Element
}

type spender struct {
	caller netip.Prefix
	left   *rate.Limiter
}

// Take notes that a caller is about to do it.  0: it may; else it may not, for as long.
func (b *Budget) Take(caller netip.Prefix) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left, now := b.of(caller).left, b.now()
	if left.AllowN(now, 1) {
		return 0
	}
	return max(time.Duration((1-left.TokensAt(now))*float64(b.Every)), 1)
}

// Refund gives back what a caller took: it did not do it after all.
func (b *Budget) Refund(caller netip.Prefix) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := b.of(caller).left
	if now := b.now(); left.TokensAt(now) < float64(b.Burst) {
		left.AllowN(now, -1)
	}
}

func (b *Budget) now() time.Time {
	if b.Now == nil {
		return time.Now()
	}
	return b.Now()
}

// of is what is left of a caller's budget; b.mu is held.
func (b *Budget) of(caller netip.Prefix) *spender {
	if b.last == nil {
		b.last, b.byCall = list.New(), map[netip.Prefix]*list.Element{}
	}
	if held := b.byCall[caller]; held != nil {
		b.last.MoveToFront(held)
		return held.Value.(*spender)
	}
	if b.last.Len() >= maxCallers {
		oldest := b.last.Back()
		delete(b.byCall, oldest.Value.(*spender).caller)
		b.last.Remove(oldest)
	}
	s := &spender{caller: caller, left: rate.NewLimiter(rate.Every(b.Every), b.Burst)}
	b.byCall[caller] = b.last.PushFront(s)
	return s
}
