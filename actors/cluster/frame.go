package cluster

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// A frame is a hint on the wire, and all that ever passes between nodes:
//
//	byte 0     version, 1
//	byte 1, 2  length of the id, big-endian, at most 512
//	the rest   id of the session in UTF-8; empty: look at the table
//
// It is frozen: nodes of two releases talk to each other while one replaces the other.
const (
	frameVersion = 1
	frameHead    = 3
	maxID        = 512
)

var errFrame = errors.New("cluster: not a frame of this protocol")

// appendFrame adds a hint to what is about to be sent.  The id has at most maxID bytes.
func appendFrame(to []byte, id string) []byte {
	to = append(to, frameVersion)
	to = binary.BigEndian.AppendUint16(to, uint16(len(id)))
	return append(to, id...)
}

// readFrame takes one hint; io.EOF at the end of a stream, between two frames.
func readFrame(from *bufio.Reader) (string, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return "", err
	}
	length := binary.BigEndian.Uint16(head[1:])
	if head[0] != frameVersion || length > maxID {
		return "", errFrame
	}
	var body [maxID]byte
	if _, err := io.ReadFull(from, body[:length]); err != nil {
		return "", fmt.Errorf("%w: it ends early", errFrame)
	}
	if !utf8.Valid(body[:length]) {
		return "", errFrame
	}
	return string(body[:length]), nil
}

// sendable reports an id that a frame can hold.
func sendable(id string) bool { return len(id) <= maxID && utf8.ValidString(id) }
