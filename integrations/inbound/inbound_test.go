package inbound

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func from(address string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = address
	return r
}

func TestCaller(t *testing.T) {
	for address, want := range map[string][2]string{
		"192.0.2.7:1":            {"192.0.2.7/32", "192.0.2.7"},
		"[::ffff:192.0.2.7]:1":   {"192.0.2.7/32", "192.0.2.7"},
		"[2001:db8:1:2:3::4]:80": {"2001:db8:1:2::/64", "2001:db8:1:2:3::4"},
		"[fe80::1%eth0]:80":      {"fe80::/64", "fe80::1%eth0"},
		"@":                      {"invalid Prefix", ""},
	} {
		if got := [2]string{Caller(from(address)).String(), Address(from(address))}; got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestSameMachine(t *testing.T) {
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"127.0.0.1:5", "127.0.0.1:80", true},
		{"127.9.9.9:5", "127.0.0.1:80", true},
		{"[::1]:5", "[::1]:80", true},
		{"[::ffff:127.0.0.1]:5", "[::]:80", true},
		{"192.0.2.7:5", "192.0.2.7:80", true},
		{"[::ffff:192.0.2.7]:5", "192.0.2.7:80", true},
		{"192.0.2.8:5", "192.0.2.7:80", false},
		{"[2001:db8::1]:5", "[2001:db8::2]:80", false},
		{"192.0.2.8:5", "", false},
		{"@", "192.0.2.7:80", false},
	} {
		r := from(test.from)
		if to, err := netip.ParseAddrPort(test.to); err == nil {
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(net.TCPAddrFromAddrPort(to))))
		}
		if got := SameMachine(r); got != test.want {
			t.Errorf("from %s to %s: %v", test.from, test.to, got)
		}
	}
}

func TestLoopback(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.1.2.3": true, "::1": true, "::ffff:127.0.0.1": true, "localhost": true,
		"": false, "0.0.0.0": false, "::": false, "10.0.0.1": false, "localhost.example": false, "node": false,
	} {
		if got := Loopback(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

// A caller has its budget and then what comes by the clock; others have their own, and there is a bound to how many are
// remembered.
func TestBudget(t *testing.T) {
	now := time.Unix(0, 0)
	b := &Budget{Burst: 3, Every: 10 * time.Second, Now: func() time.Time { return now }}
	caller := func(n int) netip.Prefix {
		return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), 32)
	}
	take := func(who int, want time.Duration) {
		t.Helper()
		if got := b.Take(caller(who)).Round(time.Millisecond); got != want {
			t.Errorf("caller %d waits %v, want %v", who, got, want)
		}
	}
	for range 3 {
		take(1, 0)
	}
	take(1, 10*time.Second)
	take(2, 0)
	now = now.Add(4 * time.Second)
	take(1, 6*time.Second)
	now = now.Add(6 * time.Second)
	take(1, 0)
	take(1, 10*time.Second)
	b.Refund(caller(1))
	take(1, 0)
	for range 10 { // nobody saves up
		b.Refund(caller(2))
	}
	for range 3 {
		take(2, 0)
	}
	take(2, 10*time.Second)
	for n := range 2 * maxCallers {
		take(10+n, 0)
		take(1, 10*time.Second) // it comes again and again, and is not forgotten
	}
	if len(b.byCall) != maxCallers || b.last.Len() != maxCallers {
		t.Errorf("%d and %d callers are remembered", len(b.byCall), b.last.Len())
	}
}
