package load

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// wire is one connection to the webhook, for one caller at a time.
type wire struct {
	target *url.URL
	head   []byte // of every request, up to the value of Content-Length
	limit  time.Duration
	conn   net.Conn
	reader *bufio.Reader
	out    []byte
}

// callLimit bounds one delivery; gateways of the family wait about 10 s (spec 8).
const callLimit = 10 * time.Second

// newWire connects at the first call.  header is further lines, each with its line end.
func newWire(target *url.URL, header string) *wire {
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%sContent-Length: ",
		target.RequestURI(), target.Host, header)
	return &wire{target: target, head: []byte(head), limit: callLimit}
}

// post delivers a body with an optional header line of its own and returns the status of the answer.
// After an error nobody knows whether it arrived.
func (w *wire) post(ctx context.Context, body []byte, line string) (int, error) {
	if w.conn == nil {
		if err := w.dial(ctx); err != nil {
			return 0, err
		}
	}
	status, err := w.exchange(body, line)
	if err != nil {
		w.close()
	}
	return status, err
}

func (w *wire) dial(ctx context.Context) error {
	dialer := net.Dialer{Timeout: w.limit}
	address := w.target.Host
	var err error
	if w.target.Scheme == "https" {
		secure := tls.Dialer{NetDialer: &dialer}
		w.conn, err = secure.DialContext(ctx, "tcp", withPort(address, "443"))
	} else {
		w.conn, err = dialer.DialContext(ctx, "tcp", withPort(address, "80"))
	}
	if err != nil {
		w.conn = nil
		return err
	}
	if w.reader == nil {
		w.reader = bufio.NewReaderSize(w.conn, 1<<10)
	}
	w.reader.Reset(w.conn)
	return nil
}

func withPort(host, port string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), port)
}

func (w *wire) exchange(body []byte, line string) (int, error) {
	w.out = append(w.out[:0], w.head...)
	w.out = strconv.AppendInt(w.out, int64(len(body)), 10)
	w.out = append(w.out, "\r\n"...)
	w.out = append(w.out, line...)
	w.out = append(w.out, "\r\n"...)
	w.out = append(w.out, body...)
	if err := w.conn.SetDeadline(time.Now().Add(w.limit)); err != nil {
		return 0, err
	}
	if _, err := w.conn.Write(w.out); err != nil {
		return 0, err
	}
	return w.answer()
}

// answer reads one answer and returns its status.
func (w *wire) answer() (int, error) {
	h, err := readHead(w.reader)
	if err != nil {
		return 0, err
	}
	if h.length < 0 || len(h.first) < len("HTTP/1.1 200") {
		return 0, errHead
	}
	status, err := strconv.Atoi(h.first[9:12])
	if err != nil {
		return 0, errHead
	}
	if _, err := w.reader.Discard(h.length); err != nil {
		return 0, err
	}
	if h.last {
		w.close()
	}
	return status, nil
}

// close ends the connection; the next call makes a new one.
func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close() // nothing is on the way
		w.conn = nil
	}
}
