package model

import (
	"context"
	"net/http"
	"strings"

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

// ask makes one call over the peer.  Answers go to read, which may be called once a try.
func (s *server) ask(ctx context.Context, path string, body outbound.Raw, read func(body []byte) error) error {
	var header http.Header
	if key := strings.TrimSpace(s.key); key != "" {
		header = http.Header{"Authorization": {"Bearer " + key}}
	}
	_, err := s.peer.Do(ctx, outbound.Call{
		Operation: s.operation, Method: http.MethodPost, Path: path, Header: header, Body: body,
		Repeatable: true, MaxAnswer: maxAnswer,
		Read: func(answer outbound.Response) error { return read(answer.Body) },
	})
	return err
}

// notSent is the error of a call that was not made.
func (s *server) notSent(cause string) error {
	return &outbound.Error{Client: s.client, Operation: s.operation, Kind: outbound.NotSent, Cause: cause}
}
