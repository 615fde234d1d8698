package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
)

// clusterTLS names the files with which nodes prove themselves to each other; all or none.
type clusterTLS struct{ cert, key, ca string }

// load reads the files, or says with the name of the setting what is wrong with them; nil without any.
func (c clusterTLS) load() (*tls.Config, error) {
	if c == (clusterTLS{}) {
		return nil, nil
	}
	if c.cert == "" || c.key == "" || c.ca == "" {
		return nil, errors.New("ATENDE_CLUSTER_CERT: goes together with ATENDE_CLUSTER_KEY and ATENDE_CLUSTER_CA")
	}
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return nil, fmt.Errorf("ATENDE_CLUSTER_CERT: %w", err)
	}
	pem, err := os.ReadFile(c.ca)
	if err != nil {
		return nil, fmt.Errorf("ATENDE_CLUSTER_CA: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(pem) {
		return nil, errors.New("ATENDE_CLUSTER_CA: the file holds no certificate")
	}
	return &tls.Config{
		Certificates: []tls.Certificate{pair}, RootCAs: authorities, ClientCAs: authorities,
		ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS13,
	}, nil
}

// hostAddress takes HOST:PORT that other machines understand.
func hostAddress(target *string) func(string) error {
	return func(value string) error {
		var checked string
		if err := address(&checked)(value); err != nil {
			return err
		}
		host, _, _ := net.SplitHostPort(checked) // it was split before
		if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
			return errors.New("needs the host that other nodes reach this one at, as in 10.0.0.7:7000")
		}
		*target = checked
		return nil
	}
}

// plainName is what a node may be called: it stands in logs, in addresses of actors and in tables.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`)

// nodeName takes the name of a node.
func nodeName(target *string) func(string) error {
	return func(value string) error {
		if !plainName.MatchString(value) {
			return errors.New("must be up to 63 letters, digits, dots, dashes or underscores")
		}
		*target = value
		return nil
	}
}
