package media

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"atende/metrics/tracing"
)

const (
	// atOnce is how many files are fetched at once unless Config says otherwise.
	atOnce       = 32
	maxRedirects = 3
	maxHeader    = 64 << 10 // bytes
)

// Resolver finds the addresses of a name; *net.Resolver is one.
type Resolver interface {
	// LookupNetIP finds the addresses of host; network is "ip".
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Config describes a Fetcher; its zero value fetches from public addresses alone.
type Config struct {
	// Allow names where files may be fetched from although it is private or loopback: host, host:port, an address
	// or a network such as 10.0.0.0/8 (contract, ATENDE_MEDIA_ALLOW).
	Allow []string
	// Resolver finds addresses; nil is the system's.
	Resolver Resolver
	// AtOnce bounds the files that are fetched at once, and with them memory (16 MiB each at most); 0: 32.
	AtOnce int
	// Time bounds one file from its first connection to its last byte; 0: MaxTime.
	Time time.Duration
}

// Fetcher is a Source.  It is safe for concurrent use.
type Fetcher struct {
	allow     []place
	resolver  Resolver
	time      time.Duration
	places    chan struct{} // one for each file under way
	transport *http.Transport

	// For tests: what is connected to and which addresses are this machine's.
	open func(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error)
	ours func(netip.Addr) bool
}

var _ Source = (*Fetcher)(nil)

// New connects to nothing yet.
func New(c Config) *Fetcher {
	f := &Fetcher{
		resolver: c.Resolver,
		time:     cmp.Or(c.Time, MaxTime),
		places:   make(chan struct{}, cmp.Or(max(c.AtOnce, 0), atOnce)),
		ours:     ours,
	}
	if f.resolver == nil {
		f.resolver = net.DefaultResolver
	}
	for _, entry := range c.Allow {
		f.allow = append(f.allow, newPlace(entry))
	}
	f.open = f.dialSystem
	f.transport = f.newTransport()
	return f
}

// newTransport makes a transport without proxies, compression, HTTP/2 and connections that are used twice: one that
// passed for a name must not serve another.
func (f *Fetcher) newTransport() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		DialContext:            f.dial,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    dialTime,
		Protocols:              protocols,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// Fetch implements Source.  No kinds means all of them.  The error is an *Error; nothing is tried twice.  A call that
// has to wait for a place waits as long as its context lets it.
func (f *Fetcher) Fetch(ctx context.Context, address string, kinds ...Kind) (File, error) {
	ctx, span := tracing.Start(ctx, "media fetch")
	defer span.End()
	file, err := f.fetch(ctx, address, kinds)
	span.Set("kind", string(file.Kind))
	span.Count("bytes", len(file.Data))
	fail(span, err)
	return file, err
}

// fail tells a span the reason of an error, which is from a closed list.
func fail(span tracing.Span, err error) {
	var known *Error
	if errors.As(err, &known) {
		span.Fail(string(known.Reason))
	}
}

func (f *Fetcher) fetch(ctx context.Context, address string, kinds []Kind) (File, error) {
	u, err := link(address)
	if err != nil {
		return File{}, err
	}
	select {
	case f.places <- struct{}{}:
		defer func() { <-f.places }()
	case <-ctx.Done():
		return File{}, refusal(late(ctx))
	}
	bounded, cancel := context.WithTimeout(ctx, f.time)
	defer cancel()
	file, err := f.follow(bounded, u, kinds)
	if err != nil && bounded.Err() != nil {
		return File{}, refusal(late(bounded)) // whatever broke, broke because of it
	}
	return file, err
}

// late is the reason of a context that is over.
func late(ctx context.Context) Reason {
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return TooLate
	}
	return Canceled
}

// follow gets the file at u, or where u leads to.  Each address on the way is checked like the first.
func (f *Fetcher) follow(ctx context.Context, u *url.URL, kinds []Kind) (File, error) {
	for range 1 + maxRedirects {
		answer, err := f.get(ctx, u)
		if err != nil {
			return File{}, err
		}
		if !redirects(answer.StatusCode) {
			return accept(answer, kinds)
		}
		answer.Body.Close()
		if u, err = next(u, answer.Header.Get("Location")); err != nil {
			return File{}, err
		}
	}
	return File{}, refusal(Redirects)
}

// get asks for one address.  It tells nothing about where the file was first said to be.
func (f *Fetcher) get(ctx context.Context, u *url.URL) (*http.Response, error) {
	r, err := http.NewRequestWithContext(context.WithValue(ctx, callerKey{}, ctx), http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, refusal(BadURL)
	}
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Set("User-Agent", "atende")
	answer, err := f.transport.RoundTrip(r)
	if err == nil {
		return answer, nil
	}
	var known *Error
	if errors.As(err, &known) {
		return nil, known
	}
	return nil, refusal(causeOf(err))
}

// causeOf tells a party that cannot be talked to from one that answers nonsense.
func causeOf(err error) Reason {
	var certificate *tls.CertificateVerificationError
	var alert tls.AlertError
	var record tls.RecordHeaderError
	if errors.As(err, &certificate) || errors.As(err, &alert) || errors.As(err, &record) {
		return Unreachable
	}
	return Broken
}

func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// next is where an answer of from leads to.
func next(from *url.URL, location string) (*url.URL, error) {
	if location == "" || !printable(location) {
		return nil, refusal(BadURL)
	}
	relative, err := url.Parse(location)
	if err != nil {
		return nil, refusal(BadURL)
	}
	to, err := link(from.ResolveReference(relative).String())
	if err == nil && from.Scheme == "https" && to.Scheme == "http" {
		return nil, refusal(Downgrade)
	}
	return to, err
}
