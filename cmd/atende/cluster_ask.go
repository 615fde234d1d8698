package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"atende/actors/cluster"
)

const (
	// askLimit bounds one question to a node; it gives up on its store after 3 s.
	askLimit = 5 * time.Second
	// maxAnswer is the most that is read of an answer, in bytes; a timeline is of 500 turns of 64 KiB at most.
	maxAnswer = 64 << 20
	// maxRefusal is the most that is read of one that refuses.
	maxRefusal = 64 << 10
)

// direct asks the node itself: the token, a CPF and a phone are for nobody between, so no proxy of the environment is
// asked, and no answer sends them elsewhere.
var direct = &http.Client{
	Transport:     &http.Transport{IdleConnTimeout: askLimit},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// operators is the operators' listener of a node.
type operators struct {
	address string // HOST:PORT
	token   string // "" for none
	by      string // who asks
	kind    string // what bodies are; "" for JSON
	clinic  string // of several; "": the one that there is
	accept  string // what is asked for; "" for JSON
}

// status is the cluster as the node sees it, with the JSON that it answered.
func (o operators) status(ctx context.Context) (status cluster.Status, raw []byte, err error) {
	code, raw, err := o.ask(ctx, http.MethodGet, "/admin/cluster", nil)
	if err == nil && code != http.StatusOK {
		err = o.answers(code, raw)
	}
	if err == nil {
		status, err = decodeStatus(raw)
	}
	return status, bytes.TrimSpace(raw), err
}

// wish asks for a drain or a resume of a node.
func (o operators) wish(ctx context.Context, what, node string) error {
	body, err := json.Marshal(map[string]string{"node": node})
	if err != nil {
		return err
	}
	code, raw, err := o.ask(ctx, http.MethodPost, "/admin/cluster/"+what, body)
	switch {
	case err != nil:
		return err
	case code == http.StatusAccepted:
		return nil
	case code == http.StatusNotFound:
		return fmt.Errorf("no live node is called %s", node)
	case code == http.StatusConflict:
		return errors.New("this node is no member of a cluster: nobody could take over")
	default:
		return o.answers(code, raw)
	}
}

// ask calls the node and reads its answer.
func (o operators) ask(ctx context.Context, method, path string, body []byte) (code int, raw []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	return o.askLong(ctx, method, path, body)
}

// askLong does so for as long as ctx allows.
func (o operators) askLong(ctx context.Context, method, path string, body []byte) (code int, raw []byte, err error) {
	response, err := o.call(ctx, method, path, body)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	raw, err = readAnswer(response.Body, maxAnswer)
	return response.StatusCode, raw, err
}

// readAnswer reads an answer of so many bytes at most.  One that is longer is an error, and not cut.
func readAnswer(body io.Reader, most int64) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(body, most+1))
	if err != nil {
		return nil, fmt.Errorf("the answer is not whole: %w", err)
	}
	if int64(len(raw)) > most {
		return nil, fmt.Errorf("the answer is longer than %d bytes", most)
	}
	return raw, nil
}

// call calls the node, on this machine where the address names none.
func (o operators) call(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	host, port, err := net.SplitHostPort(o.address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	if o.clinic != "" {
		path = "/clinics/" + o.clinic + path
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+net.JoinHostPort(host, port)+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Host = "localhost" // a browser can be led astray by a name, and is asked for known ones; a program cannot
	request.Header.Set("Content-Type", cmp.Or(o.kind, "application/json"))
	if o.accept != "" {
		request.Header.Set("Accept", o.accept)
	}
	if o.token != "" {
		request.Header.Set("Authorization", "Bearer "+o.token)
	}
	if o.by != "" {
		request.Header.Set("Atende-Operator", o.by)
	}
	response, err := direct.Do(request)
	if err != nil {
		return nil, fmt.Errorf("no node answers: %w", err)
	}
	return response, nil
}

// answers is the error of an answer that was not expected.
func (o operators) answers(code int, raw []byte) error {
	if code == http.StatusUnauthorized && o.token == "" {
		return errors.New("ATENDE_ADMIN_TOKEN: is missing: the node asks for its token (ATENDE_ADMIN_TOKEN_FILE=/etc/atende/secrets/admin_token where it was installed as docs/deploy.md says)")
	}
	if code == http.StatusUnauthorized {
		return errors.New("ATENDE_ADMIN_TOKEN: is not the token of the node")
	}
	said := reason(raw)
	if code == http.StatusNotFound && o.clinic == "" {
		said += "; where a node serves several clinics, name one with --clinic"
	}
	return fmt.Errorf("%s answers %d: %s", o.address, code, said)
}

// reason is what a refusal says of itself.
func reason(raw []byte) string {
	var said struct{ Reason string }
	if json.Unmarshal(raw, &said) != nil || said.Reason == "" {
		return "not what a node of atende says"
	}
	return said.Reason
}
