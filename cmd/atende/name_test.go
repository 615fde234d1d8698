package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// A second node of the same name waits, and serves meanwhile.  It ends at once, with exit code 0, when it
// is told to; else, after ten seconds, with exit code 2 and one line that names the setting.
func TestNameTaken(t *testing.T) {
	t.Parallel()
	database := emptyDatabase(t)
	h := newHouse(t, "ATENDE_DATABASE_URL", database, "ATENDE_NODE_ID", "n1")
	for name, test := range map[string]struct {
		told bool // to end
		code int
		says string
	}{
		"told to end": {true, exitOK, "stopped before the cluster took this node"},
		"alone":       {false, exitUsage, "atende serve: ATENDE_NODE_ID: a live node of the cluster is called n1 already\n"},
	} {
		t.Run(name, func(t *testing.T) {
			second := h.second(t)
			if test.told {
				if err := second.command.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
			}
			began := time.Now()
			err := second.command.Wait()
			if code := second.command.ProcessState.ExitCode(); code != test.code {
				t.Errorf("%v, want exit code %d", err, test.code)
			}
			if took := time.Since(began); test.told && took > 5*time.Second {
				t.Errorf("it ended after %v", took)
			}
			if text := second.output.String(); !strings.Contains(text, test.says) || strings.Count(text, "\n") != 1 {
				t.Errorf("it says %q, want one line with %q", text, test.says)
			}
		})
	}
	h.says("s-1", "m1", "oi") // the first one is unharmed
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// A database of a release that looks for the sessions elsewhere is a wrong setting, though only the
// database knows.
func TestForeignDatabase(t *testing.T) {
	t.Parallel()
	database := emptyDatabase(t)
	h := newHouse(t, "ATENDE_DATABASE_URL", database, "ATENDE_NODE_ID", "n1")
	h.agent.stop()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "update cluster set hash = 'another'"); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("atende", "serve")
	command.Env = variables(t, h.env)
	output, err := command.CombinedOutput()
	if code := command.ProcessState.ExitCode(); code != exitUsage {
		t.Errorf("%v, want exit code %d", err, exitUsage)
	}
	if text := string(output); !strings.HasPrefix(text, "atende serve: ATENDE_DATABASE_URL: ") || strings.Count(text, "\n") != 1 {
		t.Errorf("it says %q", text)
	}
}

// namesake is an agent that waits for its name.
type namesake struct {
	command *exec.Cmd
	output  bytes.Buffer // once it ended
}

// second starts an agent with the settings of the house and waits until it answers.
func (h *house) second(t *testing.T) *namesake {
	t.Helper()
	env := map[string]string{}
	for key, value := range h.env {
		env[key] = value
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	env["ATENDE_LISTEN"] = listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	second := &namesake{command: exec.Command("atende", "serve")}
	second.command.Env = variables(t, env)
	second.command.Stderr = &second.output
	second.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := second.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = second.command.Process.Kill() }) // it has ended, unless the test failed
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Get("http://" + env["ATENDE_LISTEN"] + "/health")
		if err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Fatalf("/health: %d", response.StatusCode)
			}
			return second
		}
		if time.Now().After(deadline) {
			t.Fatalf("it does not answer: %v", err)
		}
	}
}

// What the cluster refuses is one sentence for operators.
func TestRefusal(t *testing.T) {
	t.Parallel()
	for cause, says := range map[error]string{
		journal.ErrNodeTaken:   "ATENDE_NODE_ID: a live node of the cluster is called n1 already",
		journal.ErrOldRelease:  "ATENDE_DATABASE_URL: the cluster was raised to a newer release",
		journal.ErrForeignHash: "ATENDE_DATABASE_URL: the database is of a release that spreads the chat sessions in another way",
	} {
		joined := errors.Join(fmt.Errorf("node: cluster: %w", cause), errors.New("and more"))
		if got := refusal(joined, "n1").Error(); !strings.HasPrefix(got, says) || strings.Contains(got, "\n") {
			t.Errorf("%v: %q, want %q", cause, got, says)
		}
	}
}
