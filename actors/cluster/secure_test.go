package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"
)

// authority signs certificates for nodes on this machine.
type authority struct {
	t    *testing.T
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t, key: newKey(t)}
	a.cert = a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, NotAfter: time.Now().Add(time.Hour),
	}, a.key)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (a *authority) sign(template *x509.Certificate, key *ecdsa.PrivateKey) *x509.Certificate {
	a.t.Helper()
	parent := a.cert
	if parent == nil {
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return cert
}

// node is the configuration of a node whose certificate names host.
func (a *authority) node(host net.IP) *tls.Config {
	key := newKey(a.t)
	cert := a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "node"}, IPAddresses: []net.IP{host},
		NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, key)
	roots := x509.NewCertPool()
	roots.AddCert(a.cert)
	return &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}}
}

// Each side asks the other for a certificate of the one authority, whoever calls.
func TestTLS(t *testing.T) {
	ours, foreign := newAuthority(t), newAuthority(t)
	here := net.IPv4(127, 0, 0, 1)
	nameless := ours.node(here)
	nameless.Certificates = nil
	mixed := foreign.node(here) // trusts us, but is signed by somebody else
	mixed.RootCAs = ours.node(here).RootCAs
	tests := []struct {
		name           string
		caller, called *tls.Config
		reached        bool
	}{
		{"both of one authority", ours.node(here), ours.node(here), true},
		{"a caller of a foreign authority", foreign.node(here), ours.node(here), false},
		{"a caller that trusts us, of a foreign authority", mixed, ours.node(here), false},
		{"a caller without a certificate", nameless, ours.node(here), false},
		{"a caller in clear", nil, ours.node(here), false},
		{"a called node of a foreign authority", ours.node(here), mixed, false},
		{"a called node with another name", ours.node(here), ours.node(net.IPv4(192, 0, 2, 1)), false},
		{"a called node in clear", ours.node(here), nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := newEnd(t, func(c *Config) { c.TLS = test.caller })
			b := newEnd(t, func(c *Config) { c.TLS = test.called })
			a.link.meet("b#1", b.address())
			a.tell(b.address(), "s")
			if test.reached {
				b.want("s")
				return
			}
			wantRefused(t, a, b)
		})
	}
}

// wantRefused tells until the caller knows that it is not heard.  With TLS 1.3 its side of the
// handshake is over before the other has looked at its certificate, so the first hints may seem sent.
func wantRefused(t *testing.T, a, b *end) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for a.count("dropped") == 0 {
		a.tell(b.address(), "s")
		time.Sleep(10 * time.Millisecond)
		if time.Now().After(deadline) {
			t.Fatal("it goes on sending")
		}
	}
	if b.count("received") != 0 || len(b.came) != 0 {
		t.Error("a hint of a stranger was taken")
	}
}
