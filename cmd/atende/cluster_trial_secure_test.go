package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Nodes that prove themselves to each other give hints, one whose certificate nobody they trust has
// signed gets none and can give none.  It serves its sessions all the same: the database decides.
func trialCertificates(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 4)
	house, stranger := newAuthority(t), newAuthority(t)
	for n, s := range c.seats {
		by := house
		if n == 3 {
			by = stranger
		}
		s.env["ATENDE_CLUSTER_CERT"], s.env["ATENDE_CLUSTER_KEY"] = by.sign(t, s.name)
		s.env["ATENDE_CLUSTER_CA"] = house.path
	}
	c.begin()
	c.warm()
	const received = `atende_cluster_hints_total{result="received"}`
	for _, s := range c.seats[:3] {
		c.until("hints are received in TLS", func() bool { return c.metric(s, received) > 0 })
	}
	if n := c.metric(c.seats[3], received); n > 0 {
		c.complain("the stranger received %v hints", n)
	}
	turned := 0
	for _, l := range c.lines() {
		if strings.HasPrefix(l.Msg, "a caller was turned away") {
			turned++
		}
	}
	if turned == 0 {
		c.complain("nobody turned the stranger away")
	}
	c.conclude(nil)
}

// metric is a value on a node's page, 0 where it is not.
func (c *clusterTrial) metric(s *seat, name string) float64 {
	c.t.Helper()
	response, err := c.client.Get("http://" + c.look(s).admin + "/metrics")
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		c.t.Fatalf("/metrics: %d %v", response.StatusCode, err)
	}
	_, after, _ := strings.Cut("\n"+string(page), "\n"+name+" ")
	value, _, _ := strings.Cut(after, "\n")
	number, _ := strconv.ParseFloat(value, 64) // "" is 0
	return number
}

// authority signs certificates.
type authority struct {
	path        string // of its own certificate
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := certificate("authority", 1)
	form.IsCA, form.BasicConstraintsValid, form.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key, path: filepath.Join(t.TempDir(), "ca.pem")}
	if a.certificate, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	writePEM(t, a.path, "CERTIFICATE", der)
	return a
}

// certificate is the form of one for a node of this machine.
func certificate(name string, serial int64) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
}

// sign makes a certificate and its key.
func (a *authority) sign(t *testing.T, name string) (certPath, keyPath string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, certificate(name, 2), a.certificate, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	certPath, keyPath = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	writePEM(t, certPath, "CERTIFICATE", der)
	writePEM(t, keyPath, "PRIVATE KEY", secret)
	return certPath, keyPath
}

func writePEM(t *testing.T, path, kind string, der []byte) {
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}
