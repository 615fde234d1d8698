package main

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	journals "atende/actors/journal/store"
)

// What may be spoken to in the clear although others could listen (ATENDE_PLAINTEXT).
const (
	wordDatabase      = "database"
	wordGateway       = "gateway"
	wordScheduling    = "scheduling"
	wordModel         = "model"
	wordTranscription = "transcription"
)

// plaintext is what an operator lets go unencrypted.
type plaintext []string

func (p *plaintext) row() setting {
	return setting{
		variable: "ATENDE_PLAINTEXT",
		help:     "what may go unencrypted where others could listen: database (PostgreSQL beyond this machine), gateway, scheduling, model, transcription (http:// to a public host), with commas",
		set:      p.read,
	}
}

// read takes words.
func (p *plaintext) read(value string) error {
	var words []string
	if err := list(&words)(value); err != nil {
		return err
	}
	known := []string{wordDatabase, wordGateway, wordScheduling, wordModel, wordTranscription}
	for _, word := range words {
		if !slices.Contains(known, word) {
			return fmt.Errorf("must be of %s, with commas", strings.Join(known, ", "))
		}
	}
	*p = words
	return nil
}

// url is a problem where a setting leads to a public host in the clear, and the word that allows it was not said.
func (p plaintext) url(variable, word, address string) error {
	if slices.Contains(p, word) || !exposed(address) {
		return nil
	}
	return fmt.Errorf("%s: http:// to a public host can be read on the way, use https://; ATENDE_PLAINTEXT=%s allows it", variable, word)
}

// database does so for the journal: what is not on this machine is beyond a wire.
func (p plaintext) database(address string) error {
	if slices.Contains(p, wordDatabase) || !journals.Exposed(address) {
		return nil
	}
	return errors.New("ATENDE_DATABASE_URL: PostgreSQL beyond this machine can be read on the way without TLS, say sslmode=verify-full (or require) in the URL; ATENDE_PLAINTEXT=" + wordDatabase + " allows it")
}

// exposed reports an address that is spoken to in the clear at a public host.
func exposed(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "http" && !unreachable(u.Hostname())
}

// inner are ends of names that no public host has (RFC 6761, 6762, 8375; .internal is ICANN's for private use; a cluster
// of Kubernetes answers to .svc itself).
var inner = []string{".localhost", ".local", ".internal", ".svc", ".home.arpa"}

// unreachable reports a host that nobody outside can have: this machine, a private or link-local address, a name
// without dots, or one of inner.  Nothing is resolved: who answers for a name may change.
func unreachable(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
	}
	if !strings.ContainsAny(host, "abcdefghijklmnopqrstuvwxyz") || strings.HasPrefix(host, "0x") {
		return false // an address in another notation, or no host at all
	}
	if !strings.Contains(host, ".") {
		return true
	}
	return slices.ContainsFunc(inner, func(end string) bool { return strings.HasSuffix(host, end) })
}
