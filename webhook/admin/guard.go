package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"
)

// reserved are ends of names that nobody can register (RFC 6761, RFC 6762, ICANN for .internal; .svc is what
// Kubernetes says within a cluster).
var reserved = []string{".localhost", ".local", ".internal", ".svc", ".test"}

// knownHost refuses to show patients' affairs under a name that a stranger can own: a web site whose name leads
// to this listener for a moment (DNS rebinding) could read them with an operator's browser.
func knownHost(hosts []string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !ours(r.Host, hosts) {
				refuse(w, http.StatusMisdirectedRequest, "unknown_host")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// knownHostOfBrowser is knownHost for browsers alone, each of which says where a POST is from.  It is for what shows
// nothing of patients: programs reach it by whatever name they have for a node.
func knownHostOfBrowser(hosts []string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		strict := knownHost(hosts)(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" {
				strict.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// ours reports whether a host is an address, a name without a dot, one that nobody can register, or one of
// hosts.
func ours(given string, hosts []string) bool {
	host, _, err := net.SplitHostPort(given)
	if err != nil {
		host = strings.Trim(given, "[]")
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return net.ParseIP(host) != nil || !strings.Contains(host, ".") || slices.Contains(hosts, host) ||
		slices.ContainsFunc(reserved, func(end string) bool { return strings.HasSuffix(host, end) })
}

// knownCaller asks for the token, as Authorization: Bearer or as the password of a browser's prompt; without a
// token it asks for nothing.
func knownCaller(token string) func(http.Handler) http.Handler {
	wanted := sha256.Sum256([]byte(token)) // of one length, whatever is given
	return func(next http.Handler) http.Handler {
		if token == "" {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			given := sha256.Sum256([]byte(tokenOf(r)))
			if subtle.ConstantTimeCompare(given[:], wanted[:]) != 1 {
				w.Header().Set("WWW-Authenticate", `Basic realm="atende", charset="UTF-8"`)
				refuse(w, http.StatusUnauthorized, "unauthorized")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func tokenOf(r *http.Request) string {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return bearer
	}
	_, password, _ := r.BasicAuth()
	return password
}
