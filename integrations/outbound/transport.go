package outbound

import (
	"cmp"
	"net"
	"net/http"
	"net/url"
	"time"

	"atende/integrations/outbound/direct"
)

const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	// idleTimeout is below the keep-alive time of common servers and balancers (60 s and more), so
	// that it is mostly this side that ends a connection: a send on a connection that the other
	// side is closing cannot be told from one that was executed.
	idleTimeout = 30 * time.Second
	// idlePerHost keeps the connections of a busy hour; net/http keeps 2.
	idlePerHost = 512
	// bufferSize is half of what net/http takes: most requests and answers fit, and ten thousand calls
	// may wait at once.
	bufferSize = 2 << 10
	// maxAnswerHeader bounds the header of an answer.
	maxAnswerHeader = 64 << 10
)

// newTransports makes the transport for ordinary calls to a base URL and the one for calls that must never be
// repeated by a transport.  A given one serves both.  There is no http.Client around them: redirects are not
// followed, because a POST would be repeated elsewhere or become a GET, and nothing else of it is needed.
func newTransports(given http.RoundTripper, base string) (pooled, fresh http.RoundTripper) {
	if given != nil {
		return given, given
	}
	if address, ok := withoutTLS(base); ok {
		return directTransport(address), freshTransport()
	}
	return pooledTransport(), freshTransport()
}

// closeIdle ends the connections of a transport that no call uses.
func closeIdle(transport http.RoundTripper) {
	if t, ok := transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// withoutTLS is the address of a party that is reached in plain HTTP and without a proxy, as a scheduling API in
// the clinic's own network often is.
func withoutTLS(base string) (address string, ok bool) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" || u.Hostname() == "" {
		return "", false
	}
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "80")), proxy == nil && err == nil
}

// directTransport costs a third less than pooledTransport.
func directTransport(address string) http.RoundTripper {
	return direct.New(direct.Config{
		Address: address, Dial: (&net.Dialer{Timeout: dialTimeout}).DialContext,
		MaxConns: maxConnections(), MaxIdle: idlePerHost, IdleFor: idleTimeout,
		BufferSize: bufferSize, MaxHeader: maxAnswerHeader,
	})
}

func pooledTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:    handshakeTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    idlePerHost,
		MaxConnsPerHost:        maxConnections(),
		ReadBufferSize:         bufferSize,
		WriteBufferSize:        bufferSize,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxAnswerHeader,
	}
}

// freshTransport speaks HTTP/1.1 over a new connection for each call: net/http may repeat a request
// that fails on a connection that was used before (B3).  Each asks the guard of its call (B2).
func freshTransport() *http.Transport {
	t := pooledTransport()
	t.DialContext = dialGuarded
	t.ForceAttemptHTTP2 = false
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	t.DisableKeepAlives = true
	return t
}
