package scripted

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// Transport hands requests to a handler in the same process, without a socket: for tests in virtual time.  The
// request is read and the answer written in whole.  A handler that waits must watch the request's context, as
// this package's does; the call then ends with the context's error.
type Transport struct{ Handler http.Handler }

// Transport is the server for a client in the same process.
func (s *Server) Transport() Transport { return Transport{s} }

// RoundTrip implements http.RoundTripper.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := ctx.Err(); err != nil {
		closeBody(r)
		return nil, err
	}
	inner, err := incoming(r)
	if err != nil {
		return nil, err
	}
	w := &recorder{header: http.Header{}}
	cut := serve(t.Handler, w, inner)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case cut:
		return nil, io.ErrUnexpectedEOF
	}
	return w.response(r), nil
}

// incoming is a request as the handler sees it.
func incoming(r *http.Request) (*http.Request, error) {
	var body []byte
	if r.Body != nil {
		var err error
		body, err = io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	inner := r.Clone(r.Context())
	inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	inner.RequestURI, inner.Host = r.URL.RequestURI(), r.URL.Host
	return inner, nil
}

func closeBody(r *http.Request) {
	if r.Body != nil {
		r.Body.Close()
	}
}

// serve reports whether the handler broke off.
func serve(handler http.Handler, w http.ResponseWriter, r *http.Request) (cut bool) {
	defer func() {
		switch reason := recover(); reason {
		case nil:
		case http.ErrAbortHandler:
			cut = true
		default:
			panic(reason)
		}
	}()
	handler.ServeHTTP(w, r)
	return false
}

// recorder keeps what a handler writes.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

func (w *recorder) response(r *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return &http.Response{
		Status: strconv.Itoa(w.status) + " " + http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}
}
