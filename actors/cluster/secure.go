package cluster

import (
	"crypto/tls"
	"net"
)

// mutual makes one configuration serve both directions: each side shows its certificate and asks the
// other for one of the same authority.
func mutual(c *tls.Config) *tls.Config {
	if c == nil {
		return nil
	}
	c = c.Clone()
	if c.ClientCAs == nil {
		c.ClientCAs = c.RootCAs
	}
	if c.RootCAs == nil {
		c.RootCAs = c.ClientCAs
	}
	c.ClientAuth = tls.RequireAndVerifyClientCert
	c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
	return c
}

// towards is the configuration for a call to address, whose certificate must name its host.
func towards(c *tls.Config, address string) *tls.Config {
	c = c.Clone()
	if host, _, err := net.SplitHostPort(address); err == nil {
		c.ServerName = host
	}
	return c
}
