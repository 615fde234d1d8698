package media

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// party is a server on the other end of a pipe, for virtual time.
type party func(conn net.Conn)

// fetcherOf is one whose every connection leads to p.
func fetcherOf(t *testing.T, p party, c Config) *Fetcher {
	c.Resolver = names{"files.test": answers("23.45.67.89")}
	f := New(c)
	f.ours = func(netip.Addr) bool { return false }
	var servers sync.WaitGroup
	t.Cleanup(servers.Wait)
	f.open = func(context.Context, string, netip.AddrPort) (net.Conn, error) {
		here, there := net.Pipe()
		servers.Go(func() {
			defer there.Close()
			if _, err := http.ReadRequest(bufio.NewReader(there)); err == nil {
				p(there)
			}
		})
		return here, nil
	}
	return f
}

// drip writes text forever, a bit a second, after a beginning.
func drip(beginning, text string) party {
	return func(conn net.Conn) {
		_, err := conn.Write([]byte(beginning))
		for err == nil {
			time.Sleep(time.Second)
			_, err = conn.Write([]byte(text))
		}
	}
}

// Whatever takes its time is cut after MaxTime, all of it taken together.
func TestSlowParties(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	jpeg := string(files["image/jpeg"])
	parties := map[string]party{
		"silence":                             drip("", ""),
		"a slow header":                       drip(ok+"X: ", "x"),
		"header after header":                 drip(ok, "X: x\r\n"),
		"interim answers":                     drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
		"a slow beginning":                    drip(ok+"Content-Length: 5000\r\n\r\n\xff\xd8", "\xff"),
		"a slow body":                         drip(ok+"Content-Length: 5000000\r\n\r\n"+jpeg, "x"),
		"a slow body of any length":           drip(ok+"\r\n"+jpeg, "x"),
		"chunks of one byte":                  drip(ok+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
		"a body that stops":                   drip(ok+"Content-Length: 5000000\r\n\r\n"+jpeg, ""),
		"redirects with pauses within bounds": pause(6*time.Second, "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"),
	}
	for name, p := range parties {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				started := time.Now()
				_, err := fetcherOf(t, p, Config{}).Fetch(t.Context(), "http://files.test/")
				if took := time.Since(started); reasonOf(t, err) != TooLate || took != MaxTime {
					t.Errorf("%v after %v", err, took)
				}
			})
		})
	}
}

// pause answers after a while.
func pause(d time.Duration, answer string) party {
	return func(conn net.Conn) {
		time.Sleep(d)
		_, _ = conn.Write([]byte(answer))
	}
}

func TestSlowWays(t *testing.T) {
	t.Run("a name server that is silent", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f := fetcherOf(t, nil, Config{})
			f.resolver = silent{}
			_, err := f.Fetch(t.Context(), "http://files.test/")
			if reasonOf(t, err) != TooLate {
				t.Errorf("got %v", err)
			}
		})
	})
	for _, way := range []struct {
		name string
		fail func(context.Context) error
		took time.Duration
	}{
		{"addresses that are silent, one after the other", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, maxAddresses * dialTime},
		{"addresses that refuse", func(context.Context) error { return syscall.ECONNREFUSED }, 0},
	} {
		t.Run(way.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fetcherOf(t, nil, Config{Time: time.Minute})
				f.resolver = names{"files.test": answers("23.0.0.1,23.0.0.2,23.0.0.3,23.0.0.4,23.0.0.5,23.0.0.6")}
				tried := 0
				f.open = func(ctx context.Context, _ string, _ netip.AddrPort) (net.Conn, error) {
					tried++
					return nil, way.fail(ctx)
				}
				started := time.Now()
				_, err := f.Fetch(t.Context(), "http://files.test/")
				if took := time.Since(started); reasonOf(t, err) != Unreachable || tried != maxAddresses || took != way.took {
					t.Errorf("%v after %d addresses and %v", err, tried, took)
				}
			})
		})
	}
	t.Run("a caller that gives up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, err := fetcherOf(t, drip("", ""), Config{}).Fetch(ctx, "http://files.test/")
			if reasonOf(t, err) != Canceled {
				t.Errorf("got %v", err)
			}
		})
	})
}

// silent is a name server that does not answer.
type silent struct{}

func (silent) LookupNetIP(ctx context.Context, _, _ string) ([]netip.Addr, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// Memory is bounded by the files under way; whoever waits is bounded by its own deadline.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fetcherOf(t, drip("", ""), Config{AtOnce: 2})
		for range 2 {
			go func() { _, _ = f.Fetch(t.Context(), "http://files.test/") }()
		}
		synctest.Wait()
		impatient, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		started := time.Now()
		_, err := f.Fetch(impatient, "http://files.test/")
		if reasonOf(t, err) != TooLate || time.Since(started) != time.Second {
			t.Errorf("in front of a full house: %v after %v", err, time.Since(started))
		}
		_, err = f.Fetch(t.Context(), "http://files.test/")
		if reasonOf(t, err) != TooLate || time.Since(started) != 2*MaxTime {
			t.Errorf("behind others: %v after %v", err, time.Since(started))
		}
	})
}
