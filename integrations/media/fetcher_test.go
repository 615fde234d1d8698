package media

import (
	"bytes"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFetch(t *testing.T) {
	site := pages{"/moved": redirect(302, "/image/jpeg"), "/to-https": redirect(308, "https://example.com/image/jpeg")}
	for mime, data := range files {
		site["/"+mime] = file(data, "Content-Type", "text/html; charset=utf-8")
	}
	site["/hops"] = redirect(301, "//files.test/moved")
	site["/fotos da família/cartão.jpg"] = file(files["image/jpeg"])
	w := newWorld(t, site)
	w.names["mixed.test"] = answers("10.0.0.1," + outside[0].String())
	w.names["mapped4.test"] = answers("::ffff:" + outside[0].String())
	f := w.fetcher(Config{})
	for mime, data := range files {
		t.Run(mime+" whatever it is announced as", func(t *testing.T) {
			got, err := f.Fetch(t.Context(), "http://files.test/"+mime+"?signature=x")
			if err != nil || got.MIME != mime || !bytes.Equal(got.Data, data) {
				t.Errorf("%q, %d bytes, %v", got.MIME, len(got.Data), err)
			}
		})
	}
	for name, address := range map[string]string{
		"an address":                        "http://23.45.67.89/image/jpeg",
		"an IPv6 address":                   "http://[2600:abcd::89]/image/jpeg",
		"https":                             "https://example.com/image/jpeg",
		"a redirect":                        "http://files.test/moved",
		"a redirect from http to https":     "http://files.test/to-https",
		"two redirects":                     "http://files.test/hops",
		"a scheme in capitals":              "HTTP://FILES.test/image/jpeg",
		"a port":                            "http://files.test:8080/image/jpeg",
		"a fragment":                        "http://files.test/image/jpeg#top",
		"blanks and accents in a name":      "http://files.test/fotos da família/cartão.jpg?nome=josé silva",
		"a public address beside a private": "http://mixed.test/image/jpeg",
		"an address in the other family":    "http://mapped4.test/image/jpeg",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := f.Fetch(t.Context(), address, Image)
			if err != nil || got.Kind != Image || !bytes.Equal(got.Data, files["image/jpeg"]) {
				t.Errorf("%q, %d bytes, %v", got.MIME, len(got.Data), err)
			}
		})
	}
	if n := w.canary.calls.Load(); n > 0 {
		t.Errorf("%d connections went inside", n)
	}
}

// What a server learns: that somebody asks, not where the file was said to be, and nothing is compressed or kept.
func TestRequestSaysLittle(t *testing.T) {
	var seen atomic.Value
	w := newWorld(t, pages{
		"/first": redirect(302, "http://example.com/second"),
		"/second": func(rw http.ResponseWriter, r *http.Request) {
			seen.Store(r.Header.Clone())
			_, _ = rw.Write(files["image/jpeg"])
		},
	})
	if _, err := w.fetcher(Config{}).Fetch(t.Context(), "http://files.test/first?signature=secret"); err != nil {
		t.Fatal(err)
	}
	want := http.Header{"Accept-Encoding": {"identity"}, "Connection": {"close"}, "User-Agent": {"atende"}}
	if diff := cmp.Diff(want, seen.Load()); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if w.dialed.Load() != 2 {
		t.Errorf("%d connections for two hosts", w.dialed.Load())
	}
}

// A proxy of the environment would call addresses that nobody judged.
func TestEnvironmentHasNoSay(t *testing.T) {
	if New(Config{}).transport.Proxy != nil {
		t.Error("proxies are taken from the environment")
	}
}

func TestThreeRedirectsAndNoMore(t *testing.T) {
	var calls atomic.Int64
	hop := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			calls.Add(1)
			redirect(302, to)(w, r)
		}
	}
	w := newWorld(t, pages{"/4": hop("/3"), "/3": hop("/2"), "/2": hop("/1"), "/1": hop("/0"), "/0": file(files["image/jpeg"])})
	f := w.fetcher(Config{})
	if _, err := f.Fetch(t.Context(), "http://files.test/3"); err != nil || calls.Load() != 3 {
		t.Errorf("three: %v after %d", err, calls.Load())
	}
	if _, err := f.Fetch(t.Context(), "http://files.test/4"); reasonOf(t, err) != Redirects || calls.Load() != 7 {
		t.Errorf("four: %v after %d", err, calls.Load()-3)
	}
}

func TestKindsAskedFor(t *testing.T) {
	w := newWorld(t, pages{"/a": file(files["audio/ogg"])})
	f := w.fetcher(Config{})
	if _, err := f.Fetch(t.Context(), "http://files.test/a", Image, Document); reasonOf(t, err) != Unwanted {
		t.Errorf("a sound instead of a picture: %v", err)
	}
	if _, err := f.Fetch(t.Context(), "http://files.test/a", Image, Audio); err != nil {
		t.Errorf("a sound that was asked for: %v", err)
	}
}

// Contract, ATENDE_MEDIA_ALLOW.
func TestAllow(t *testing.T) {
	w := newWorld(t, pages{"/in": redirect(302, "http://10.0.0.5/a")})
	w.names["store"] = answers("10.0.0.5")
	w.names["meta"] = answers("169.254.169.254")
	w.names["ours.test"] = answers("45.0.0.1")
	cases := []struct {
		name    string
		allow   string
		address string
		want    Reason
	}{
		{"nothing", "", "http://store/a", Inside},
		{"a name", "store", "http://store/a", ""},
		{"a name on any port", "store", "http://store:9000/a", ""},
		{"a name in capitals with a dot", "Store.", "http://sTORE/a", ""},
		{"a name and a port", "store:9000", "http://store:9000/a", ""},
		{"a name and another port", "store:9000", "http://store/a", Inside},
		{"a name, and its address", "store", "http://10.0.0.5/a", Inside},
		{"another name", "stor", "http://store/a", Inside},
		{"a name that leads to metadata", "meta", "http://meta/a", Inside},
		{"metadata by their address", "169.254.169.254", "http://meta/a", ""},
		{"an address", "10.0.0.5", "http://store/a", ""},
		{"an address in the other family", "::ffff:10.0.0.5", "http://store/a", ""},
		{"an address and a port", "10.0.0.5:80", "http://store/a", ""},
		{"an address and another port", "10.0.0.5:81", "http://store/a", Inside},
		{"a network", "10.0.0.0/8", "http://store/a", ""},
		{"a network with bits behind", "10.1.2.3/8", "http://store/a", ""},
		{"another network", "10.1.0.0/16", "http://store/a", Inside},
		{"IPv6", "[fd00::1]:80", "http://[fd00::1]/a", ""},
		{"IPv6 without a port", "fd00::1", "http://[fd00::1]:8080/a", ""},
		{"a redirect inside", "store", "http://files.test/in", Inside},
		{"a redirect inside that is allowed", "10.0.0.5", "http://files.test/in", ""},
		{"a public address of this machine", "", "http://ours.test/a", Inside},
		{"a public address of this machine by its name", "ours.test", "http://ours.test/a", ""},
		{"what is no place", "10.0.0.5:none", "http://store/a", Inside},
		{"port nought", "store:0", "http://store/a", Inside},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := w.fetcher(Config{Allow: []string{c.allow}})
			f.ours = func(a netip.Addr) bool { return a == netip.MustParseAddr("45.0.0.1") }
			before := w.canary.calls.Load()
			_, err := f.Fetch(t.Context(), c.address)
			if got := reasonOf(t, err); got != c.want {
				t.Errorf("reason %q, want %q", got, c.want)
			}
			if called := w.canary.calls.Load() > before; called != (c.want == "") {
				t.Errorf("connected inside: %v", called)
			}
		})
	}
}

// The way that production takes, down to the kernel: to an allowed listener, and not to others.
func TestSystemConnects(t *testing.T) {
	c := newCanary(t)
	if _, err := New(Config{Allow: []string{c.address}}).Fetch(t.Context(), "http://"+c.address+"/a"); err != nil {
		t.Errorf("allowed: %v", err)
	}
	if c.calls.Load() != 1 {
		t.Fatalf("%d connections", c.calls.Load())
	}
	f := New(Config{})
	if _, err := f.Fetch(t.Context(), "http://"+c.address+"/a"); reasonOf(t, err) != Inside {
		t.Errorf("not allowed: %v", err)
	}
	t.Run("the last check stands alone", func(t *testing.T) {
		_, err := f.connect(t.Context(), "127.0.0.1", netip.MustParseAddrPort(c.address))
		if reasonOf(t, err) != Inside {
			t.Errorf("got %v", err)
		}
	})
	t.Run("this machine's addresses are its own", func(t *testing.T) {
		if !ours(netip.MustParseAddr("127.0.0.1")) || ours(netip.MustParseAddr("8.8.8.8")) {
			t.Error("loopback is ours, a name server is not")
		}
	})
	if c.calls.Load() != 1 {
		t.Errorf("%d connections went inside", c.calls.Load()-1)
	}
}
