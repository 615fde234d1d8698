package cluster

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"

	"atende/actors/journal"
)

// noStore is for tests that never ask it.
type noStore struct{ journal.Placement }

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, net.ErrClosed)
}

func TestFrames(t *testing.T) {
	ids := []string{"", "s", "6f1c2a9e-0000-4000-8000-000000000000", "consulta é", strings.Repeat("x", maxID)}
	var stream []byte
	for _, id := range ids {
		if !sendable(id) {
			t.Errorf("%q cannot be sent", id)
		}
		stream = appendFrame(stream, id)
	}
	from := bufio.NewReader(bytes.NewReader(stream))
	for _, id := range ids {
		if got, err := readFrame(from); got != id || err != nil {
			t.Errorf("%q became %q: %v", id, got, err)
		}
	}
	if _, err := readFrame(from); !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
}

// The bytes are frozen: nodes of two releases talk to each other.
func TestFrameBytes(t *testing.T) {
	if got := string(appendFrame(nil, "abc")); got != "\x01\x00\x03abc" {
		t.Errorf("%q", got)
	}
}

// Whatever comes, reading ends, and what was read is what a node of ours could have sent.
func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("\x01\x00\x03abc\x01\x00\x00"))
	f.Add([]byte("\x01\xff\xff"))
	f.Add([]byte("\x02\x00\x01a"))
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		from := bufio.NewReaderSize(bytes.NewReader(stream), frameHead+maxID)
		var again []byte
		for {
			id, err := readFrame(from)
			if err != nil {
				break
			}
			if !sendable(id) {
				t.Fatalf("%q was read and cannot be sent", id)
			}
			again = appendFrame(again, id)
		}
		if !bytes.HasPrefix(stream, again) {
			t.Error("what was read is not what was sent")
		}
	})
}
