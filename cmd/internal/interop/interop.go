// Package interop lets our client of language models meet a server of the OpenAI API that somebody else wrote:
// what client and scripted server of this repository agree about could be a misunderstanding of both.
//
// The server is aimock (npm, MIT, no dependencies), which answers by a list of fixtures.  It is installed by npm in
// the version of package-lock.json, once a machine, into the user's cache.
package interop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Key is the only key that the server takes.
const Key = "chave-de-teste"

const (
	startLimit = 20 * time.Second
	stopLimit  = 5 * time.Second
)

// Server is a running aimock.
type Server struct {
	URL string // base with its version

	command *exec.Cmd
	ended   chan struct{} // it said all it had to say
	mu      sync.Mutex
	log     strings.Builder
}

// Start installs the server if need be and starts it on a free port of this machine.  Fixtures is the path of a
// JSON file; what matches none of them is answered 503.  Stop it.
func Start(ctx context.Context, fixtures string) (*Server, error) {
	program, err := install(ctx)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(context.WithoutCancel(ctx), "node", program, // it is stopped by Stop, or by the end of this process
		"--host", "127.0.0.1", "--port", "0", "--fixtures", fixtures, "--strict", "--validate-on-load")
	command.Env = append(command.Environ(), "AIMOCK_API_KEYS="+Key, "NO_COLOR=1")
	command.SysProcAttr = bound()
	output, input := io.Pipe()
	command.Stdout, command.Stderr = input, input
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start aimock: %w", err)
	}
	s := &Server{command: command, ended: make(chan struct{})}
	listens := make(chan string, 1)
	go s.follow(output, listens)
	go func() { _ = input.CloseWithError(command.Wait()) }() // how it ended is of no interest
	if err := s.await(ctx, listens); err != nil {
		return nil, err
	}
	return s, nil
}

// await takes the address from the log.
func (s *Server) await(ctx context.Context, listens <-chan string) error {
	limit, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	select {
	case address := <-listens:
		s.URL = address + "/v1"
		return nil
	case <-s.ended:
	case <-limit.Done():
	}
	s.Stop()
	return fmt.Errorf("aimock does not listen:\n%s", s.Log())
}

// address is what aimock logs when it can be asked.
var address = regexp.MustCompile(`listening on (http://127\.0\.0\.1:\d+)`)

// maxLog bounds what is kept of the log, in bytes.
const maxLog = 64 << 10

// follow reads the log to its end.
func (s *Server) follow(output io.Reader, listens chan<- string) {
	defer close(s.ended)
	for scanner := bufio.NewScanner(output); scanner.Scan(); {
		s.keep(scanner.Text())
		if found := address.FindStringSubmatch(scanner.Text()); found != nil {
			select {
			case listens <- found[1]:
			default:
			}
		}
	}
	_, _ = io.Copy(io.Discard, output) // behind a line that was too long
}

func (s *Server) keep(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log.Len() < maxLog {
		s.log.WriteString(line + "\n")
	}
}

// Log is what the server said of itself.
func (s *Server) Log() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// Stop ends the server and waits until it is gone.
func (s *Server) Stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM) // it may be gone already
	timer := time.AfterFunc(stopLimit, func() { _ = s.command.Process.Kill() })
	defer timer.Stop()
	<-s.ended
}

// Heard is a request as the server read it, and the status of its answer.
type Heard struct {
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body"`
	Answer struct {
		Status int `json:"status"`
	} `json:"response"`
}

// Heard are all requests so far, in order.
func (s *Server) Heard(ctx context.Context) ([]Heard, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(s.URL, "/v1")+"/__aimock/journal", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+Key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		return nil, err
	}
	var list []Heard
	if err := json.Unmarshal(body.Bytes(), &list); err != nil {
		return nil, errors.Join(fmt.Errorf("aimock's journal: %s", response.Status), err)
	}
	return list, nil
}
