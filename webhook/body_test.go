package webhook

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
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

		b := &bodies{limit: 4 << 20}
		held, err := b.read(reading(source, announced))
		switch {
		case size > maxBody && !errors.Is(err, errTooLarge):
			t.Fatalf("read of %d bytes = %v, want errTooLarge", size, err)
		case size <= maxBody && (err != nil || !bytes.Equal(held.bytes, content)):
			t.Fatalf("read of %d bytes = %d bytes, %v", size, len(held.bytes), err)
		case b.used.Load() != int64(cap(held.bytes)):
			t.Fatalf("holds %d, counted %d", cap(held.bytes), b.used.Load())
		}
		b.release(held)
		b.release(held)
		if used := b.used.Load(); used != 0 {
			t.Fatalf("%d bytes never given back", used)
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
	if used := b.used.Load(); used > firstRead {
		t.Errorf("2 bytes of an announced MiB hold %d", used)
	}
}

func TestBodiesOutOfMemory(t *testing.T) {
	b := &bodies{limit: 3 * firstRead}
	first, err := b.read(reading(strings.NewReader("a"), -1))
	if err != nil {
		t.Fatal(err)
	}
	// Growing from 4 to 8 KiB takes 12 for a moment; 8 are left.
	second, err := b.read(reading(strings.NewReader(strings.Repeat("a", 2*firstRead)), -1))
	if !errors.Is(err, errNoMemory) {
		t.Errorf("read = %v, want errNoMemory", err)
	}
	b.release(second)
	b.release(first)
	if used := b.used.Load(); used != 0 {
		t.Fatalf("%d bytes never given back", used)
	}
	if held, err := b.read(reading(strings.NewReader(strings.Repeat("a", firstRead)), -1)); err != nil {
		t.Errorf("read after the others are gone = %v", err)
	} else {
		b.release(held)
	}
}

// A call that ends early, or in a panic, gives its memory back too.
func TestReceivedReleases(t *testing.T) {
	rc := &receiver{auth: newAuth("t", ""), bodies: &bodies{limit: 1 << 20}}
	rc.received(nil)(reading(strings.NewReader("x"), -1)) // refused: no token
	rc.auth = newAuth("", "")
	func() {
		defer func() { _ = recover() }()
		rc.received(nil)(reading(strings.NewReader("x"), -1)) // calls nil
	}()
	if used := rc.bodies.used.Load(); used != 0 {
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
