package endpoint

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"atende/integrations/inbound"
)

// How many connections may wait for the end of a request's headers, of one address (inbound.CallerAt) and of all.  A
// gateway has as many only in the moment in which its calls arrive; with the 8 KiB of headers that a server of ours reads
// one takes some 200 kB.
const (
	maxUnreadOfOne = 512
	maxUnread      = 1024
)

// unreadList is a listener whose connections are counted from when they are made, and later from the first byte of each
// request, until its headers are read.  One too many ends the one that has waited longest, of the same address or of all:
// a call that comes whole is read within milliseconds, and so it is never that.
type unreadList struct {
	net.Listener
	ofOne, all int

	mu     sync.Mutex
	oldest list.List // of *unreadConn
	of     map[netip.Prefix]int
}

func newUnreadList(l net.Listener, ofOne, all int) *unreadList {
	return &unreadList{Listener: l, ofOne: ofOne, all: all, of: map[netip.Prefix]int{}}
}

// unreadConn is one of its connections.
type unreadConn struct {
	net.Conn
	of      *unreadList
	from    netip.Prefix
	place   *list.Element // among the oldest; nil: it is not counted
	reading bool          // a request, whose headers are not read
}

// Accept implements net.Listener.
func (u *unreadList) Accept() (net.Conn, error) {
	accepted, err := u.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &unreadConn{Conn: accepted, of: u, from: inbound.CallerAt(accepted.RemoteAddr().String()), reading: true}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.enter(c)
	return c, nil
}

// enter counts a connection, and ends what is one too many.
func (u *unreadList) enter(c *unreadConn) {
	if u.of[c.from] >= u.ofOne {
		u.end(func(other *unreadConn) bool { return other.from == c.from })
	}
	if u.oldest.Len() >= u.all {
		u.end(func(*unreadConn) bool { return true })
	}
	c.place = u.oldest.PushBack(c)
	u.of[c.from]++
}

// end ends the oldest of some connections.  The server learns of it from its next read.
func (u *unreadList) end(which func(*unreadConn) bool) {
	for e := u.oldest.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*unreadConn); which(c) {
			u.leave(c)
			_ = c.Conn.Close()
			return
		}
	}
}

// leave counts a connection no more.
func (u *unreadList) leave(c *unreadConn) {
	if c.place == nil {
		return
	}
	u.oldest.Remove(c.place)
	c.place = nil
	if u.of[c.from]--; u.of[c.from] == 0 {
		delete(u.of, c.from)
	}
}

// changed follows what a server does with a connection (http.Server.ConnState): it is active once the headers of a request
// are read.
func (u *unreadList) changed(connection net.Conn, state http.ConnState) {
	c, ours := connection.(*unreadConn)
	if !ours || state == http.StateNew {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	c.reading = state == http.StateIdle
	u.leave(c)
}

// Read counts the connection again once something of its next request has come.
func (c *unreadConn) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	if n > 0 {
		c.of.mu.Lock()
		defer c.of.mu.Unlock()
		if c.reading && c.place == nil {
			c.of.enter(c)
		}
	}
	return n, err
}

// Close implements net.Conn.
func (c *unreadConn) Close() error {
	c.of.mu.Lock()
	c.reading = false
	c.of.leave(c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite lets the server end a connection so that the caller still reads the last answer, as on a plain one.
func (c *unreadConn) CloseWrite() error {
	if half, can := c.Conn.(interface{ CloseWrite() error }); can {
		return half.CloseWrite()
	}
	return nil
}
