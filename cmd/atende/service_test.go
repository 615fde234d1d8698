package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// stubService stops with a given error.
type stubService struct {
	ended      chan struct{}
	own, drain error
	limited    bool // Stop was given a deadline
}

func (s *stubService) Ended() <-chan struct{} { return s.ended }
func (s *stubService) Err() error             { return s.own }

func (s *stubService) Stop(ctx context.Context) error {
	_, s.limited = ctx.Deadline()
	return s.drain
}

// A drain that took too long is a line in the log and no failure: what was accepted is durable.
func TestUntilStopped(t *testing.T) {
	t.Parallel()
	broken := errors.New("listener broke")
	tests := []struct {
		name       string
		own, drain error
		want       error // nil: exit code 0
		says       string
	}{
		{"in time", nil, nil, nil, "msg=stopped\n"},
		{"too long", nil, fmt.Errorf("drain: %w", context.DeadlineExceeded), nil, "stopped before everything was done"},
		{"the journal did not close", nil, broken, broken, "stopping"},
		{"ended by itself", broken, nil, broken, ""},
		{"ended by itself, and the drain took too long", broken, context.DeadlineExceeded, broken, "stopped before everything was done"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var logs bytes.Buffer
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s := &stubService{ended: make(chan struct{}), own: test.own, drain: test.drain}
			if test.own != nil {
				close(s.ended)
			} else {
				cancel() // a signal
			}
			err := untilStopped(ctx, s, drainLimit, slog.New(slog.NewTextHandler(&logs, nil)))
			if !errors.Is(err, test.want) || (test.want == nil) != (err == nil) || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if !s.limited {
				t.Error("the drain may take for ever")
			}
			if !strings.Contains(logs.String(), test.says) {
				t.Errorf("the log does not say %q:\n%s", test.says, &logs)
			}
		})
	}
}

// Whoever sets up an agent beside `atende gateway` reads what the filters must let through, unmasked.
func TestGatewaySaysItsDefaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		env  environment
		want string
	}{
		{"given", environment{"ATENDE_ALLOWED_INSTANCES": "5511900000000,1", "ATENDE_ALLOWED_TEAM": "Recepção"},
			"new sessions: instance 5511900000000, team Recepção\n"},
		{"not given", environment{}, "new sessions: instance 551133330000, team Agendamento\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // stops as soon as it has started
			var out, logs bytes.Buffer
			env := test.env.with("ATENDE_GATEWAY_LISTEN", "127.0.0.1:0", "ATENDE_WEBHOOK_URL", "http://127.0.0.1:1")
			if code := gatewayVerb(ctx, world{out: &out, err: &logs, env: env.get}, nil); code != exitOK || out.String() != test.want {
				t.Errorf("exit code %d, printed %q, want %q\n%s", code, &out, test.want, &logs)
			}
		})
	}
}
