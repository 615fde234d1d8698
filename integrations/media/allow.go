package media

import (
	"net/netip"
	"strconv"
	"strings"
)

// place is one entry of Config.Allow: a network, or a name, with a port or any.
type place struct {
	network netip.Prefix // valid, or it is a name
	name    string
	port    uint16 // 0: any
}

// newPlace reads an entry.  What is none matches no host that a URL can have.
func newPlace(entry string) place {
	if network, err := netip.ParsePrefix(entry); err == nil {
		return place{network: network.Masked()}
	}
	if address, err := netip.ParseAddr(entry); err == nil {
		return place{network: whole(address)}
	}
	if to, err := netip.ParseAddrPort(entry); err == nil {
		return place{network: whole(to.Addr()), port: to.Port()}
	}
	host, port, found := strings.Cut(entry, ":")
	if !found {
		return place{name: plainName(host)}
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return place{}
	}
	return place{name: plainName(host), port: uint16(number)}
}

// whole is the network of a single address.
func whole(a netip.Addr) netip.Prefix {
	a = a.Unmap()
	return netip.PrefixFrom(a, a.BitLen())
}

// plainName is how two spellings of a host are compared.
func plainName(host string) string {
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// covers reports whether the operator allows what name led to.  An allowed name opens addresses that are private,
// not those that no file server has (link-local, multicast, …): they must be allowed as such.
func (p place) covers(name string, to netip.AddrPort) bool {
	if p.port != 0 && p.port != to.Port() {
		return false
	}
	if p.network.IsValid() {
		return p.network.Contains(to.Addr())
	}
	return p.name != "" && p.name == plainName(name) && (private(to.Addr()) || public(to.Addr()))
}
