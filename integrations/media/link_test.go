package media

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// An address that is let through has one reading, and what is sent of it cannot be more than one line.
func FuzzLink(f *testing.F) {
	for _, h := range hostileAddresses() {
		f.Add(h.address)
	}
	for _, a := range []string{
		"http://files.test/a", "https://example.com:8443/a?b=c&d=%20#e", "http://[2600:abcd::89]:80/", "http://23.45.67.89/fotos da família/cartão.jpg?nome=josé silva",
	} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := link(raw)
		if err != nil {
			if u != nil {
				t.Fatalf("refused and returned: %q", raw)
			}
			return
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Opaque != "" || u.Fragment != "" {
			t.Errorf("%q: %#v", raw, u)
		}
		if line := u.RequestURI(); strings.ContainsFunc(line, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) {
			t.Errorf("%q is asked for as %q", raw, line)
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Host != u.Host || again.Scheme != u.Scheme || again.User != nil {
			t.Errorf("%q is read as %v and then as %v (%v)", raw, u, again, err)
		}
		if _, err := netip.ParseAddr(u.Hostname()); err != nil && !isName(u.Hostname()) {
			t.Errorf("%q leads to %q", raw, u.Hostname())
		}
		if !strings.Contains(strings.ToLower(raw), strings.ToLower(u.Host)) {
			t.Errorf("%q does not hold %q", raw, u.Host)
		}
	})
}
