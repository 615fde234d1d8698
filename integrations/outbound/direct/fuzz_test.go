package direct

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Whatever a host answers, a call ends, and what follows on the wire is never taken for the answer to the next one.
func FuzzAnswer(f *testing.F) {
	for _, answer := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong",
		"HTTP/1.0 200 OK\r\n\r\nto the end", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!", "\x00", "",
	} {
		f.Add(answer)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		opened := 0
		config := Config{Address: "host:80", MaxConns: 1, MaxIdle: 1, IdleFor: time.Minute, BufferSize: 2 << 10, MaxHeader: 8 << 10}
		config.Dial = func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			first := opened == 0
			opened++
			go answering(theirs, first, answer)
			return ours, nil
		}
		tr := New(config)
		defer tr.CloseIdleConnections()
		said := func() (string, error) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://host:80/", http.NoBody)
			got, err := tr.RoundTrip(r)
			if err != nil {
				return "", err
			}
			defer got.Body.Close()
			read, err := io.ReadAll(io.LimitReader(got.Body, 1<<20))
			return string(read), err
		}
		_, _ = said() // whatever it is, it ends
		if second, err := said(); opened == 2 && (err != nil || second != "second") {
			t.Fatalf("%q, %v on a connection of its own", second, err)
		} else if opened == 1 && err == nil && second != "second" {
			t.Fatalf("the next call is answered %q with what followed the first answer", second)
		}
	})
}

// answering answers the first request of the first connection as it is told, and all others alike.
func answering(c net.Conn, first bool, answer string) {
	defer c.Close()
	for requests := bufio.NewReader(c); ; first = false {
		r, err := http.ReadRequest(requests)
		if err != nil {
			return
		}
		_ = r.Body.Close()
		if !first {
			answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond"
		}
		if _, err := io.Copy(c, strings.NewReader(answer)); err != nil || first && !whole(answer) {
			return
		}
	}
}

// whole reports an answer that ends by itself; a host closes the connection behind any other.
func whole(answer string) bool {
	r, err := http.ReadResponse(bufio.NewReader(strings.NewReader(answer)), nil)
	if err != nil || r.Close || r.StatusCode < http.StatusOK {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil && r.ContentLength >= 0
}
