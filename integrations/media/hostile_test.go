package media

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// hostile is an address that must be refused.
type hostile struct {
	address string // CANARY is the port of the server inside
	want    Reason
}

// hostileAddresses are places that are not public in every way to write them, and what is no address.
func hostileAddresses() []hostile {
	refused := map[Reason][]string{
		Inside: {
			// Loopback, this network, private, shared, link-local, metadata.
			"http://127.0.0.1:CANARY/", "http://127.0.0.1/", "https://127.0.0.1:CANARY/", "http://127.1.2.3:CANARY/",
			"http://127.255.255.254:CANARY/", "http://0.0.0.0:CANARY/", "http://0.1.2.3/", "http://10.0.0.1/", "http://10.255.255.255/",
			"http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.0.1/", "http://192.168.255.255/", "http://100.64.0.1/",
			"http://100.100.100.200/latest/meta-data/", "http://100.127.255.255/", "http://169.254.0.1/",
			"http://169.254.169.254/latest/meta-data/iam/security-credentials/", "https://169.254.169.254/",
			"http://169.254.170.2/v2/credentials/", "http://168.63.129.16/machine?comp=goalstate",
			// Documentation, benchmarks, assignments, multicast, reserved, broadcast.
			"http://192.0.0.1/", "http://192.0.0.192/opc/v2/instance/", "http://192.0.2.1/", "http://198.18.0.1/", "http://198.19.255.255/",
			"http://198.51.100.1/", "http://203.0.113.1/", "http://192.88.99.1/", "http://224.0.0.1/", "http://239.255.255.250:1900/",
			"http://240.0.0.1/", "http://255.255.255.255/",
			// IPv6.
			"http://[::]:CANARY/", "http://[::1]:CANARY/", "http://[0:0:0:0:0:0:0:1]:CANARY/", "http://[0000::0001]:CANARY/",
			"http://[fc00::1]/", "http://[fd00:ec2::254]/latest/meta-data/", "http://[fdff:ffff::1]/", "http://[fe80::1]/", "http://[febf::1]/",
			"http://[fec0::1]/", "http://[ff02::1]/", "http://[ff0e::1]/", "http://[2001:db8::1]/", "http://[3fff::1]/", "http://[100::1]/",
			"http://[::127.0.0.1]:CANARY/", "http://[::7f00:1]:CANARY/", "http://[::a00:1]/",
			"http://[64:ff9b::127.0.0.1]:CANARY/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::a00:1]/", "http://[64:ff9b::a9fe:a9fe]/",
			"http://[2002:7f00:1::]/", "http://[2002:a00:1::1]/", "http://[2002:c0a8:1::1]/", "http://[2002:1722:3344::1]/",
			"http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", "http://[2001::1]/", "http://[2001:10::1]/", "http://[5f00::1]/",
			"http://[4000::1]/", "http://[::ffff:0:127.0.0.1]/",
			// Names that lead inside.
			"http://localhost:CANARY/", "http://LOCALHOST:CANARY/", "http://localhost.:CANARY/", "http://loop.test:CANARY/", "http://loop6.test/",
			"http://mapped.test/", "http://metadata.google.internal/computeMetadata/v1/", "http://ten.test/", "http://many.test/",
			"http://mixed6.test/", "http://127.0.0.1.nip.test:CANARY/", "http://zone.test/", "http://broadcast.test/",
		},
		BadURL: {
			// Mapped and zoned literals.
			"http://[::ffff:127.0.0.1]:CANARY/", "http://[::ffff:7f00:1]:CANARY/", "http://[::ffff:169.254.169.254]/", "http://[::ffff:23.45.67.89]/",
			"http://[0:0:0:0:0:ffff:a00:1]/", "http://[fe80::1%25eth0]/", "http://[::1%25lo]:CANARY/", "http://[fe80::1%eth0]/",
			"http://[::1]127.0.0.1:CANARY/", "http://[::1/", "http://::1:CANARY/", "http://[127.0.0.1]:CANARY/", "http://[localhost]:CANARY/", "http://[v1.a]/",
			// Forms of IPv4 that some readers know.
			"http://0x7f000001:CANARY/", "http://0X7F.0.0.1:CANARY/", "http://2130706433:CANARY/", "http://017700000001:CANARY/", "http://0177.0.0.1:CANARY/",
			"http://0177.0.0.01/", "http://127.1:CANARY/", "http://127.0.1:CANARY/", "http://127.0.0.0x1/", "http://127.0.0.1.:CANARY/", "http://0/",
			"http://0x/", "http://00000000177.0.0.1/", "http://4294967297/", "http://127.0.0.256/", "http://127.0.0.1.2/", "http://10.0x000001/",
			"http://169.254.43518/", "http://2852039166/", "http://0xa9fea9fe/", "http://names.ending.in.127/",
			// Dots and letters that are none, percent signs, backslashes, ends of lines.
			"http://127。0。0。1:CANARY/", "http://①②⑦.⓪.⓪.①:CANARY/", "http://127．0．0．1/", "http://ｌocalhost/", "http://loca\u00adlhost/", "http://é.test/",
			"http://%31%32%37.0.0.1:CANARY/", "http://127%2e0%2e0%2e1/", "http://local%68ost/", "http://files.test%00.127.0.0.1/", "http://files.test%2f.test/",
			"http:\\\\127.0.0.1:CANARY\\", "http://127.0.0.1:CANARY\\@files.test/", "http://files.test\\@127.0.0.1:CANARY/", "http:/\\127.0.0.1/", "\\\\127.0.0.1\\share",
			"http://files.test/\r\nHost: 127.0.0.1\r\n\r\n", "http://127.0.0.1:CANARY/\n", "http://files.test\r\n.test/", "http://files.test/\x00", "http://files.test/a\tb", "http://files.test\t/",
			" http://127.0.0.1:CANARY/ ", "http://127.0.0.1 :CANARY/", "http:// 127.0.0.1/", "http://files.test/\x7f",
			// Hosts and ports that are none.
			"http://", "http:///etc/passwd", "http:127.0.0.1:CANARY", "http:/127.0.0.1:CANARY/", "http://:CANARY/", "http://./", "http://../", "http://a..b/",
			"http://files.test:0/", "http://files.test:65536/", "http://files.test:-1/", "http://files.test:port/", "http://files.test:80:80/", "http://files.test:8०/",
			"http://files.test,127.0.0.1/", "http://files.test;127.0.0.1/", "http://*/", "http://files.test&127.0.0.1/", "http://$(id)/", "http://<host>/", "http://\"files.test\"/",
			"http://" + strings.Repeat("a", 300) + ".test/", "http://files.test/" + strings.Repeat("a", 100<<10), "%", ":", "://", "127.0.0.1:CANARY/a", "httpſ://127.0.0.1:CANARY/", "http://files.test/%zz",
		},
		BadScheme: {
			"", "/", "//127.0.0.1:CANARY/", "/etc/passwd", "files.test/a", "file:///etc/passwd", "file://127.0.0.1/etc/passwd", "FILE:///etc/passwd",
			"ftp://127.0.0.1/", "gopher://127.0.0.1:CANARY/_GET%20/", "dict://127.0.0.1:CANARY/", "ldap://127.0.0.1/", "data:image/png;base64,iVBORw0KGgo=",
			"javascript:alert(1)", "unix:///var/run/docker.sock", "http+unix://var.run.docker.sock/", "ws://127.0.0.1:CANARY/", "jar:http://127.0.0.1!/",
			"blob:http://127.0.0.1/", "view-source:http://127.0.0.1:CANARY/", "url:http://127.0.0.1:CANARY/", "httpx://127.0.0.1/", "mailto:a@b.test", "ssh://127.0.0.1", "null", "undefined",
			"smb://127.0.0.1/share", "cid:part1", "about:blank", "content://media/1", "tel:+5511900000000",
		},
		Credentials: {
			"http://public@127.0.0.1:CANARY/", "http://files.test@127.0.0.1:CANARY/", "http://files.test:80@127.0.0.1:CANARY/", "http://a:b@files.test/",
			"http://@127.0.0.1:CANARY/", "http://:@127.0.0.1:CANARY/", "http://user@files.test/", "http://127.0.0.1:CANARY@files.test/", "http://files.test%2f@127.0.0.1/",
			"https://files.test%40@127.0.0.1:CANARY/",
		},
		Unresolved: {"http://nobody.test/", "http://internal/", "http://kubernetes.default.svc/", "http://a_b.test/"},
	}
	var all []hostile
	for reason, addresses := range refused {
		for _, a := range addresses {
			all = append(all, hostile{a, reason})
		}
	}
	return all
}

// Names that lead inside, at once or the second time.
func (w *world) hostileNames() {
	w.names["localhost"] = answers("127.0.0.1,::1")
	w.names["loop.test"] = answers("127.0.0.1")
	w.names["loop6.test"] = answers("::1")
	w.names["mapped.test"] = answers("::ffff:127.0.0.1")
	w.names["metadata.google.internal"] = answers("169.254.169.254")
	w.names["ten.test"] = answers("10.0.0.1")
	w.names["many.test"] = answers("10.0.0.1,192.168.0.1,fd00::1,127.0.0.1")
	w.names["mixed6.test"] = answers("fe80::1,::")
	w.names["127.0.0.1.nip.test"] = answers("127.0.0.1")
	w.names["zone.test"] = answers("fe80::1%eth0")
	w.names["broadcast.test"] = answers("255.255.255.255")
	w.names["rebind.test"] = answers(outside[0].String(), "127.0.0.1")
}

// The ways of a public server to lead inside, to lie and to flood.
func hostilePages(canary string) (site pages, want map[string]Reason) {
	site, want = pages{}, map[string]Reason{}
	add := func(path string, reason Reason, handler http.HandlerFunc) { site[path], want[path] = handler, reason }
	for _, status := range []int{301, 302, 303, 307, 308} {
		add(fmt.Sprintf("/%d", status), Inside, redirect(status, "http://127.0.0.1:"+canary+"/"))
	}
	for to, reason := range map[string]Reason{
		"http://169.254.169.254/latest/": Inside, "http://localhost:" + canary + "/": Inside, "//127.0.0.1:" + canary + "/": Inside,
		"http://[::1]:" + canary + "/": Inside, "https://10.0.0.1/": Inside, "http://metadata.google.internal/": Inside,
		"http://[::ffff:127.0.0.1]/": BadURL, "http://2130706433/": BadURL, "http://127.1/": BadURL, "http:\\\\127.0.0.1\\": BadURL, "": BadURL,
		"http://127。0。0。1/": BadURL, "http://127.0.0.1\t/": BadURL, "http:127.0.0.1": BadURL, "///127.0.0.1/": Status, "%zz": BadURL,
		"http://a:b@127.0.0.1/": Credentials, "//x@127.0.0.1/": Credentials, "file:///etc/passwd": BadScheme, "gopher://127.0.0.1:" + canary + "/_x": BadScheme,
		"data:image/png;base64,iVBORw0KGgo=": BadScheme, "ftp://files.test/": BadScheme, "http://nobody.test/": Unresolved,
	} {
		add(fmt.Sprintf("/to/%x", to), reason, redirect(302, to))
	}
	add("/twice", Inside, redirect(302, "/301"))
	add("/loop", Redirects, redirect(302, "/loop"))
	add("/ping", Redirects, redirect(307, "/pong"))
	add("/pong", Redirects, redirect(307, "/ping"))
	add("/nowhere", BadURL, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) })
	for _, status := range []int{201, 204, 206, 300, 304, 305, 400, 401, 403, 404, 410, 500, 503} {
		add(fmt.Sprintf("/%d", status), Status, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	for mime, limit := range map[string]int{"image/jpeg": MaxImage, "application/pdf": MaxDocument, "audio/ogg": MaxAudio} {
		add("/huge/"+mime, TooLarge, flood(mime, 0))
		add("/announced/"+mime, TooLarge, flood(mime, int64(limit)+1))
		add("/exabyte/"+mime, TooLarge, flood(mime, 1<<60))
	}
	add("/gzip", Encoded, file(bomb(), "Content-Encoding", "gzip"))
	add("/br", Encoded, file(files["image/jpeg"], "Content-Encoding", "br"))
	add("/twice-gzip", Encoded, file(bomb(), "Content-Encoding", "identity, gzip"))
	add("/bomb", Unknown, file(bomb()))
	add("/short", Broken, cut(files["image/jpeg"], 1000))
	add("/short-long", Broken, cut(append(files["image/jpeg"], make([]byte, 2*headBytes)...), 100_000))
	add("/headers", Broken, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 2*maxHeader))
		_, _ = w.Write(files["image/jpeg"])
	})
	add("/garbage", Broken, raw("SSH-2.0-OpenSSH_9.6\r\n"))
	add("/lengths", Broken, raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 50\r\n\r\n\xff\xd8\xff"))
	add("/negative", Broken, raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n\xff\xd8\xff"))
	add("/chunks", Broken, raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n"))
	add("/closed", Broken, raw(""))
	for name, data := range others {
		add("/other/"+name, Unknown, file(data, "Content-Type", "image/png"))
	}
	return site, want
}

// flood begins like a file and does not end; length is announced unless it is 0.
func flood(mime string, length int64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if length > 0 {
			w.Header().Set("Content-Length", fmt.Sprint(length))
		}
		_, err := w.Write(files[mime])
		for zeros := make([]byte, 64<<10); err == nil; {
			_, err = w.Write(zeros)
		}
	}
}

// cut announces more than it sends.
func cut(body []byte, length int) http.HandlerFunc {
	return raw(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", length, body))
}

// raw answers with bytes and hangs up.
func raw(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		_, _ = conn.Write([]byte(answer))
	}
}

// bomb is 16 MiB of a picture in 16 kB.
func bomb() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(files["image/jpeg"])
	_, _ = z.Write(make([]byte, 16<<20))
	_ = z.Close()
	return b.Bytes()
}

// Every hostile address is refused, and nothing is fetched from inside.
func TestHostileAddresses(t *testing.T) {
	w := newWorld(t, http.NotFoundHandler())
	w.hostileNames()
	ways := map[string]*Fetcher{"the check": w.fetcher(Config{}), "the way of production": New(Config{Resolver: w.names})}
	all := hostileAddresses()
	for way, f := range ways {
		t.Run(way, func(t *testing.T) {
			for _, h := range all {
				address := strings.ReplaceAll(h.address, "CANARY", w.canary.port)
				file, err := f.Fetch(t.Context(), address)
				if got := reasonOf(t, err); got != h.want || file.Data != nil {
					t.Errorf("%.80q: reason %q, want %q", address, got, h.want)
				}
			}
		})
	}
	if w.canary.calls.Load() > 0 || w.dialed.Load() > 0 {
		t.Errorf("%d connections inside, %d outside", w.canary.calls.Load(), w.dialed.Load())
	}
	t.Logf("%d addresses", len(all))
}

// The same for public servers that lead inside, lie or flood.
func TestHostileServers(t *testing.T) {
	inside := newCanary(t)
	site, want := hostilePages(inside.port)
	w := newWorld(t, site)
	w.hostileNames()
	f := w.fetcher(Config{})
	for path, reason := range want {
		file, err := f.Fetch(t.Context(), "http://files.test"+path)
		if got := reasonOf(t, err); got != reason || file.Data != nil {
			t.Errorf("%s: reason %q, want %q", path, got, reason)
		}
	}
	if n := inside.calls.Load() + w.canary.calls.Load(); n > 0 {
		t.Errorf("%d connections went inside", n)
	}
	t.Logf("%d pages", len(want))
}

func TestHTTPSStaysHTTPS(t *testing.T) {
	w := newWorld(t, pages{
		"/down": redirect(302, "http://files.test/a"), "/inside": redirect(307, "http://127.0.0.1/"), "/a": file(files["image/jpeg"]),
		"/round": redirect(302, "https://example.com/down"), "/secure": redirect(302, "https://10.0.0.1/"),
	})
	w.names["other.test"] = answers(outside[0].String())
	f := w.fetcher(Config{})
	for address, want := range map[string]Reason{
		"https://example.com/down": Downgrade, "https://example.com/inside": Downgrade, "http://files.test/round": Downgrade,
		"https://example.com/secure": Inside, "https://other.test/a": Unreachable, // whose certificate is not for it
		"https://files.test:80/a": Unreachable, // which speaks no TLS
		"http://files.test:443/a": Status,
	} {
		if _, err := f.Fetch(t.Context(), address); reasonOf(t, err) != want {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	if n := w.canary.calls.Load(); n > 0 {
		t.Errorf("%d connections went inside", n)
	}
}

// A name that was public when it was looked at and is private when it is called.
func TestNameThatChanges(t *testing.T) {
	w := newWorld(t, pages{"/a": redirect(302, "http://rebind.test/b"), "/b": file(files["image/jpeg"])})
	w.hostileNames()
	f := w.fetcher(Config{})
	if _, err := f.Fetch(t.Context(), "http://rebind.test/a"); reasonOf(t, err) != Inside {
		t.Errorf("the second answer: %v", err)
	}
	if w.dialed.Load() != 1 || w.canary.calls.Load() != 0 {
		t.Errorf("%d connections outside, %d inside", w.dialed.Load(), w.canary.calls.Load())
	}
}

// An error says why and nothing else: addresses are signed, and name patients.
func TestErrorsHoldNoAddress(t *testing.T) {
	for _, address := range []string{"http://secret.test/secret", "http://secret@secret/", "secret", "http://127.0.0.1/secret"} {
		_, err := New(Config{Resolver: names{}}).Fetch(t.Context(), address)
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "127") {
			t.Errorf("%v", err)
		}
	}
}
