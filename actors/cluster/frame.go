package cluster

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Between nodes pass a greeting, one byte from the side that was called, and frames from the caller.  A
// frame is a hint:
//
//	byte 0     version, 1, which is the greeting, too
//	byte 1, 2  length of the id, big-endian, at most 512
//	the rest   id of the session in UTF-8; empty: look at the table
//
// This is frozen: nodes of two releases talk to each other while one replaces the other.
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

// greet tells a caller that it is heard.
func greet(conn io.Writer) error {
	_, err := conn.Write([]byte{frameVersion})
	return err
}

// awaitGreeting waits until the other side says that it hears us.
func awaitGreeting(conn io.Reader) error {
	var greeting [1]byte
	if _, err := io.ReadFull(conn, greeting[:]); err != nil {
		return err
	}
	if greeting[0] != frameVersion {
		return errFrame
	}
	return nil
}

// sendable reports an id that a frame can hold.
func sendable(id string) bool { return len(id) <= maxID && utf8.ValidString(id) }
