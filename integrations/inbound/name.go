package inbound

import (
	"net"
	"slices"
	"strings"
)

// reserved are ends of names that nobody can register (RFC 6761, RFC 6762, ICANN for .internal; .svc is what
// Kubernetes says within a cluster).
var reserved = []string{".localhost", ".local", ".internal", ".svc", ".test"}

// OwnName reports whether the Host of a request is an address, a name without a dot, one that nobody can register, or one
// of own.  Any other name may be a stranger's, whose web site leads it to this machine for a moment (DNS rebinding).
func OwnName(given string, own ...string) bool {
	host, _, err := net.SplitHostPort(given)
	if err != nil {
		host = strings.Trim(given, "[]")
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return net.ParseIP(host) != nil || !strings.Contains(host, ".") || slices.Contains(own, host) ||
		slices.ContainsFunc(reserved, func(end string) bool { return strings.HasSuffix(host, end) })
}
