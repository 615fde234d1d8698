package media

import (
	"net"
	"net/netip"
	"slices"
)

// closed are the parts of IPv4 that are not on the public internet, or that machines of a cloud find their
// own keys at.  Sources: the IANA special-purpose registry (RFC 6890), multicast, and what is not assigned.
var closed = prefixes(
	"0.0.0.0/8",        // this network
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // shared between a carrier and its customers (RFC 6598)
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // the platform of a virtual machine in Azure
	"169.254.0.0/16",   // link-local, metadata of clouds
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocol assignments
	"192.0.2.0/24",     // documentation
	"192.31.196.0/24",  // AS112
	"192.52.193.0/24",  // AMT
	"192.88.99.0/24",   // 6to4 relays
	"192.168.0.0/16",   // private
	"192.175.48.0/24",  // AS112
	"198.18.0.0/15",    // benchmarks
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved, broadcast
)

// open6 is all of IPv6 that is given out to the public; loopback, ULA, link-local, multicast, NAT64, mapped and
// compatible IPv4 are outside of it.
var open6 = netip.MustParsePrefix("2000::/3")

// closed6 are the parts of open6 that are not the public internet, or lead to an IPv4 address that was not judged.
var closed6 = prefixes(
	"2001::/23",     // protocol assignments, Teredo among them
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4
	"3fff::/20",     // documentation
)

// shared is the only part of closed that an allowed name may lead to beside what is private or loopback.
var shared = netip.MustParsePrefix("100.64.0.0/10")

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

// public reports whether an address is on the public internet.
func public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	holds := func(p netip.Prefix) bool { return p.Contains(a) }
	if a.Is4() {
		return !slices.ContainsFunc(closed, holds)
	}
	return open6.Contains(a) && !slices.ContainsFunc(closed6, holds)
}

// private reports whether an address belongs to this machine or its neighbours in the ordinary way.
func private(a netip.Addr) bool {
	return a.IsPrivate() || a.IsLoopback() || shared.Contains(a)
}

// ours reports whether an address is one of this machine: what listens there for the neighbours alone is
// protected by a firewall that we stand behind.
func ours(a netip.Addr) bool {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	return slices.ContainsFunc(list, func(entry net.Addr) bool {
		p, err := netip.ParsePrefix(entry.String())
		return err == nil && p.Addr().Unmap() == a
	})
}
