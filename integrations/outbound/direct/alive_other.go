//go:build !unix

package direct

// alive cannot be known here; a request on a connection that is gone fails.
func (c *conn) alive() bool { return true }
