package load

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// call is one request of the agent.
type call struct {
	method, path string
	body         []byte // valid until it is answered
}

// listener answers calls over HTTP/1.1, each connection in a goroutine of its own.
type listener struct {
	taken  net.Listener
	answer func(call) (status int, body []byte)

	mu     sync.Mutex
	closed bool
	open   map[net.Conn]struct{}
	serves sync.WaitGroup
}

// maxCall bounds the body of a call, in bytes.
const maxCall = 1 << 20

// listen takes the address and serves until close.
func listen(ctx context.Context, address string, answer func(call) (int, []byte)) (*listener, error) {
	var config net.ListenConfig
	taken, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	l := &listener{taken: taken, answer: answer, open: map[net.Conn]struct{}{}}
	l.serves.Go(l.accept)
	return l, nil
}

func (l *listener) accept() {
	for {
		connection, err := l.taken.Accept()
		if err != nil {
			return // closed: nothing else ends a listener that was taken
		}
		if !l.enter(connection) {
			return
		}
		l.serves.Go(func() {
			defer l.leave(connection)
			l.serve(connection)
		})
	}
}

// enter notes an open connection; false when it came too late.
func (l *listener) enter(connection net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		_ = connection.Close() // nothing was said on it
		return false
	}
	l.open[connection] = struct{}{}
	return true
}

func (l *listener) leave(connection net.Conn) {
	_ = connection.Close() // everything was written, or the agent is gone
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, connection)
}

// close ends the listener and every connection, and waits for the calls in hand.
func (l *listener) close() error {
	l.mu.Lock()
	l.closed = true
	err := l.taken.Close()
	for connection := range l.open {
		_ = connection.Close() // likewise
	}
	l.mu.Unlock()
	l.serves.Wait()
	return err
}

// serve answers the calls of one connection until it ends.
func (l *listener) serve(connection net.Conn) {
	in := bufio.NewReaderSize(connection, 4<<10)
	var body, out []byte
	for {
		h, err := readHead(in)
		if err != nil || h.length > maxCall {
			return
		}
		if body, err = readBody(in, max(0, h.length), body); err != nil {
			return
		}
		method, rest, _ := strings.Cut(h.first, " ")
		path, _, _ := strings.Cut(rest, " ")
		status, answer := l.answer(call{method: method, path: path, body: body})
		out = appendAnswer(out[:0], status, answer)
		if _, err := connection.Write(out); err != nil || h.last {
			return
		}
	}
}

// appendAnswer writes a whole answer.
func appendAnswer(out []byte, status int, body []byte) []byte {
	out = append(out, "HTTP/1.1 "...)
	out = strconv.AppendInt(out, int64(status), 10)
	out = append(out, ' ')
	out = append(out, http.StatusText(status)...)
	out = append(out, "\r\nContent-Type: application/json\r\nContent-Length: "...)
	out = strconv.AppendInt(out, int64(len(body)), 10)
	out = append(out, "\r\n\r\n"...)
	return append(out, body...)
}
