package load

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Both sides of the driver speak the little HTTP/1.1 that this needs themselves: net/http would cost
// more CPU than all the rest, on the machine of the program under test.

// head is what matters of the head of a request or an answer.
type head struct {
	first  string // its first line
	length int    // of the body; -1: none was named
	last   bool   // the connection ends after this
}

var errHead = errors.New("no HTTP/1.1 with a Content-Length")

// readHead reads up to the empty line.  Each line must fit the reader's buffer.
func readHead(in *bufio.Reader) (head, error) {
	h := head{length: -1}
	line, err := readLine(in)
	if err != nil {
		return h, err
	}
	h.first = string(line)
	for {
		line, err := readLine(in)
		if err != nil {
			return h, err
		}
		if len(line) == 0 {
			return h, nil
		}
		if err := h.read(line); err != nil {
			return h, err
		}
	}
}

// readLine returns a line without its end; it is valid until the next read.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, nil
}

// read takes one header line.  Most are skipped by their length and first letter, without a copy.
func (h *head) read(line []byte) error {
	if len(line) == 0 || !strings.ContainsRune("CcTt", rune(line[0])) {
		return nil
	}
	name, value, _ := strings.Cut(string(line), ":")
	value = strings.TrimSpace(value)
	var err error
	switch {
	case strings.EqualFold(name, "Content-Length"):
		if h.length, err = strconv.Atoi(value); err != nil || h.length < 0 {
			return errHead
		}
	case strings.EqualFold(name, "Connection"):
		h.last = strings.EqualFold(value, "close")
	case strings.EqualFold(name, "Transfer-Encoding"):
		return errHead
	}
	return nil
}

// readBody reads a body of n bytes into a buffer that is used again, and grows it as needed.
func readBody(in *bufio.Reader, n int, buffer []byte) ([]byte, error) {
	if cap(buffer) < n {
		buffer = make([]byte, n)
	}
	buffer = buffer[:n]
	_, err := io.ReadFull(in, buffer)
	return buffer, err
}
