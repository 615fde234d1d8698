//go:build unix

package direct

import "syscall"

// alive reports whether the other side left an idle connection open.  It costs a system call, and spares the
// failure of a request on a connection that is gone, of which nobody could tell whether it was executed.
func (c *conn) alive() bool {
	socket, ok := c.Conn.(syscall.Conn)
	if !ok {
		return true
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	alive := false
	err = raw.Read(func(fd uintptr) bool {
		var b [1]byte
		_, err := syscall.Read(int(fd), b[:])
		alive = err == syscall.EAGAIN // neither its end nor bytes that nobody asked for
		return true
	})
	return err == nil && alive
}
