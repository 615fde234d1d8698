package media

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// world is an internet of our own: names, public addresses that lead to a local listener, and a canary that stands
// for everything inside.
type world struct {
	names  names
	server *httptest.Server // at every address of outside
	secure *httptest.Server // the same with TLS, for port 443
	canary *canary
	dialed atomic.Int64 // connections to outside
}

// outside are the public addresses that have a server.
var outside = []netip.Addr{netip.MustParseAddr("23.45.67.89"), netip.MustParseAddr("2600:abcd::89")}

// newWorld is a world with handler at its public addresses.
func newWorld(t *testing.T, handler http.Handler) *world {
	t.Helper()
	w := &world{names: names{}, canary: newCanary(t)}
	w.server = httptest.NewServer(handler)
	t.Cleanup(w.server.Close)
	w.secure = httptest.NewUnstartedServer(handler) // its certificate is for example.com
	w.secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	w.secure.StartTLS()
	t.Cleanup(w.secure.Close)
	w.names["files.test"] = answers(outside[0].String())
	w.names["example.com"] = answers(outside[0].String())
	return w
}

// fetcher is one in this world.  Its connections are made after the check of their address: to a server of outside,
// or to the canary for whatever else the check let through.
func (w *world) fetcher(c Config) *Fetcher {
	c.Resolver = w.names
	f := New(c)
	f.ours = func(netip.Addr) bool { return false }
	f.transport.TLSClientConfig.RootCAs = w.secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	f.open = func(ctx context.Context, _ string, to netip.AddrPort) (net.Conn, error) {
		target := w.canary.address
		if to.Addr() == outside[0] || to.Addr() == outside[1] {
			w.dialed.Add(1)
			target = w.server.Listener.Addr().String()
			if to.Port() == 443 {
				target = w.secure.Listener.Addr().String()
			}
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", target)
	}
	return f
}

// canary is a server inside; nobody may connect to it.
type canary struct {
	address string
	port    string
	calls   atomic.Int64
}

func newCanary(t *testing.T) *canary {
	t.Helper()
	c := &canary{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(files["image/jpeg"])
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			c.calls.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	c.address = server.Listener.Addr().String()
	_, c.port, _ = net.SplitHostPort(c.address)
	return c
}

// names is a resolver.
type names map[string]*answer

// answer is what a name leads to, one list a question; the last one again.
type answer struct {
	mu    sync.Mutex
	lists [][]netip.Addr
}

// answers makes one, each list with commas.
func answers(lists ...string) *answer {
	a := &answer{}
	for _, list := range lists {
		var addresses []netip.Addr
		for text := range strings.SplitSeq(list, ",") {
			addresses = append(addresses, netip.MustParseAddr(text))
		}
		a.lists = append(a.lists, addresses)
	}
	return a
}

func (a *answer) next() []netip.Addr {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := a.lists[0]
	if len(a.lists) > 1 {
		a.lists = a.lists[1:]
	}
	return append([]netip.Addr(nil), list...)
}

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	found := n[strings.ToLower(strings.TrimSuffix(host, "."))]
	if found == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return found.next(), nil
}

// reasonOf is the reason of an error of this package, "" for none.
func reasonOf(t *testing.T, err error) Reason {
	t.Helper()
	if err == nil {
		return ""
	}
	var known *Error
	if !errors.As(err, &known) {
		t.Fatalf("%T is not *Error: %v", err, err)
	}
	return known.Reason
}

// pages answers paths with their handlers, and others with 404.
type pages map[string]http.HandlerFunc

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if handler := p[r.URL.Path]; handler != nil {
		handler(w, r)
		return
	}
	http.NotFound(w, r)
}

// file answers with a body of some type.
func file(body []byte, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = w.Write(body)
	}
}

// redirect answers with a status and a place, as it is written.
func redirect(status int, location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(status)
	}
}
