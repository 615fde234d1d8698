package webhook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"atende/integrations/inbound"
)

// reading makes a request whose body is r; announced is its Content-Length, -1 for none.
func reading(r io.Reader, announced int64) *http.Request {
	request := httptest.NewRequest(http.MethodPost, "/", r)
	request.ContentLength = announced
	return request
}

// Whatever the sizes and the pieces: a body up to 1 MiB comes whole, a larger one is refused, and
// all memory is given back.
func TestBodiesRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(
			rapid.IntRange(0, 3*firstRead),
			rapid.IntRange(maxBody-2, maxBody+2),
		).Draw(t, "size")
		announced := int64(size)
		if rapid.Bool().Draw(t, "chunked") {
			announced = -1
		}
		content := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
		var source io.Reader = bytes.NewReader(content)
		if rapid.Bool().Draw(t, "in halves") {
			source = iotest.HalfReader(source)
		}
		if rapid.Bool().Draw(t, "end with the data") {
			source = iotest.DataErrReader(source)
		}

		b := &bodies{limit: 12 << 20}
		held, err := b.read(reading(source, announced))
		switch {
		case size > maxBody && !errors.Is(err, errTooLarge):
			t.Fatalf("read of %d bytes = %v, want errTooLarge", size, err)
		case size <= maxBody && (err != nil || !bytes.Equal(held.bytes, content)):
			t.Fatalf("read of %d bytes = %d bytes, %v", size, len(held.bytes), err)
		case b.used != int64(cap(held.bytes)):
			t.Fatalf("holds %d, counted %d", cap(held.bytes), b.used)
		}
		b.release(held)
		b.release(held)
		if used := b.used; used != 0 || len(b.coming) > 0 {
			t.Fatalf("%d bytes never given back, %v", used, b.coming)
		}
	})
}

func TestBodiesHoldOnlyWhatCame(t *testing.T) {
	b := &bodies{limit: 4 << 20}
	connectionLost := errors.New("connection lost")
	held, err := b.read(reading(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(connectionLost)), maxBody))
	if !errors.Is(err, connectionLost) || string(held.bytes) != "ab" {
		t.Errorf("read = %q, %v; want what came and the error", held.bytes, err)
	}
	if used := b.used; used > firstRead {
		t.Errorf("2 bytes of an announced MiB hold %d", used)
	}
}

func TestBodiesOutOfMemory(t *testing.T) {
	b := &bodies{limit: 16 * firstRead}
	first, err := b.read(reading(strings.NewReader("a"), -1))
	if err != nil {
		t.Fatal(err)
	}
	// Growing from 4 to 8 KiB takes 12 for a moment, which with the other 4 is more than a quarter of the 48 left.
	second, err := b.read(reading(strings.NewReader(strings.Repeat("a", 2*firstRead)), -1))
	if !errors.Is(err, errNoMemory) {
		t.Errorf("read = %v, want errNoMemory", err)
	}
	b.release(second)
	b.release(first)
	if used := b.used; used != 0 {
		t.Fatalf("%d bytes never given back", used)
	}
	if held, err := b.read(reading(strings.NewReader(strings.Repeat("a", firstRead)), -1)); err != nil {
		t.Errorf("read after the others are gone = %v", err)
	} else {
		b.release(held)
	}
}

// Whatever is half-sent, from one address or from many, a message from another one is taken; what is complete is not
// counted against its caller.
func TestHalfSentBodies(t *testing.T) {
	const limit = 64 << 20
	stuck := iotest.ErrReader(errors.New("stuck"))
	from := func(address string, size int, end io.Reader) *http.Request {
		r := reading(io.MultiReader(bytes.NewReader(make([]byte, size)), end), -1)
		r.RemoteAddr = address
		return r
	}
	for name, addresses := range map[string][]string{
		"one address":               {"192.0.2.1:%d"},
		"a network of one customer": {"[2001:db8::1]:%d", "[2001:db8::2]:%d", "[2001:db8::3]:%d"},
		"ten addresses":             {"192.0.2.1:%d", "192.0.2.2:%d", "192.0.2.3:%d", "192.0.2.4:%d", "192.0.2.5:%d", "192.0.2.6:%d", "192.0.2.7:%d", "192.0.2.8:%d", "192.0.2.9:%d", "192.0.2.10:%d"},
	} {
		t.Run(name, func(t *testing.T) {
			b := &bodies{limit: limit}
			left := float64(limit)
			for range addresses {
				left *= 0.8
			}
			for _, address := range addresses {
				for i := range 400 {
					_, _ = b.read(from(fmt.Sprintf(address, i+1), 200<<10, stuck)) // never released
				}
			}
			if free := float64(b.limit - b.used); free < left {
				t.Errorf("%.0f bytes are left, want %.0f", free, left)
			}
			held, err := b.read(from("198.51.100.1:1", 100<<10, strings.NewReader("")))
			if err != nil {
				t.Fatalf("a message of another address: %v", err)
			}
			if _, of := b.coming[inbound.Caller(from("198.51.100.1:1", 0, stuck))]; of {
				t.Error("a complete body counts as one that comes")
			}
			b.release(held)
		})
	}
}

// A call that ends early, or in a panic, gives its memory back too.
func TestReceivedReleases(t *testing.T) {
	rc := &receiver{auth: newAuth("t", "", false, nil), noted: &inbound.Budget{}, log: slog.New(slog.DiscardHandler), bodies: &bodies{limit: 1 << 20}}
	rc.received(nil)(reading(strings.NewReader("x"), -1)) // refused: no token
	rc.auth = newAuth("", "", false, nil)
	func() {
		defer func() { _ = recover() }()
		rc.received(nil)(reading(strings.NewReader("x"), -1)) // calls nil
	}()
	if used := rc.bodies.used; used != 0 {
		t.Errorf("%d bytes never given back", used)
	}
}

func TestNoMemoryIs503(t *testing.T) {
	h := New(Config{MaxBodyMemory: firstRead})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader(strings.Repeat(" ", 2*firstRead))))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("answer = %d %v", w.Code, w.Header())
	}
}
