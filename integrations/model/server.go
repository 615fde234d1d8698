package model

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/sashabaranov/go-openai"

	"atende/integrations/outbound"
)

// maxAnswer bounds an answer in bytes.
const maxAnswer = 1 << 20

// server is the other side of one kind of call.
type server struct {
	peer              *outbound.Peer
	client, operation string
	key               string
}

// ask makes one call of the library over the peer.  Answers go to read, which may be called once a try.
func (s *server) ask(read func(body []byte) error, call func(*openai.Client) error) error {
	config := openai.DefaultConfig(strings.TrimSpace(s.key))
	config.BaseURL = "" // the peer's
	config.HTTPClient = &exchange{server: s, read: read}
	err := call(openai.NewClientWithConfig(config))
	var known *outbound.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	default: // the library did not come as far as a request
		return s.notSent(causeRequest)
	}
}

// notSent is the error of a call that was not made.
func (s *server) notSent(cause string) error {
	return &outbound.Error{Client: s.client, Operation: s.operation, Kind: outbound.NotSent, Cause: cause}
}

// exchange is the library's way to the network, for one call.  The library writes requests and never sees an
// answer: its errors quote them, it does not take all that servers send, and only a peer's Read can say that a
// server which answers nonsense is not well.
type exchange struct {
	server *server
	read   func(body []byte) error
}

// Do implements openai.HTTPDoer.
func (x *exchange) Do(r *http.Request) (*http.Response, error) {
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		return nil, err
	}
	_, err := x.server.peer.Do(r.Context(), outbound.Call{
		Operation: x.server.operation, Method: r.Method, Path: r.URL.Path, Header: authorization(r.Header),
		Body:       outbound.Raw{ContentType: r.Header.Get("Content-Type"), Data: body},
		Repeatable: true, MaxAnswer: maxAnswer,
		Read: func(answer outbound.Response) error { return x.read(answer.Body) },
	})
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// authorization is the part of the library's headers that is not the peer's business.
func authorization(h http.Header) http.Header {
	if value := h.Get("Authorization"); value != "" {
		return http.Header{"Authorization": {value}}
	}
	return nil
}
