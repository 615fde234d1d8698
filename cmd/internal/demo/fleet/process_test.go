package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

const patience = 30 * time.Second

// The test binary is also the node, the one that does not start, and a parent that dies.
func TestMain(m *testing.M) {
	switch os.Getenv("FLEET_ROLE") {
	case "node":
		playNode()
	case "broken":
		fmt.Fprintln(os.Stderr, `{"level":"ERROR","msg":"no database"}`)
		os.Exit(2)
	case "parent":
		playParent()
	default:
		goleak.VerifyTestMain(m)
	}
}

// playNode listens, says so, and ends well with SIGTERM.
func playNode() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, `{"level":"WARN","msg":"low on something","left":3}`)
	fmt.Fprintf(os.Stderr, `{"level":"INFO","msg":"agent listens","address":%q,"admin":%q}`+"\n", listener.Addr(), listener.Addr())
	go func() { _ = http.Serve(listener, http.NotFoundHandler()) }()
	<-ctx.Done()
}

// playParent starts a node, prints its id and waits to be killed.
func playParent() {
	p, err := Start(context.Background(), command("n1", "node", io.Discard))
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(p.PID)
	select {}
}

func command(name, role string, log io.Writer) Command {
	return Command{
		Name: name, Program: os.Args[0], Env: map[string]string{"FLEET_ROLE": role},
		Log: slog.New(slog.NewTextHandler(log, nil)),
	}
}

func start(t *testing.T, log io.Writer) *Process {
	t.Helper()
	p, err := Start(t.Context(), command("n1", "node", log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// answers asks the node for anything.
func answers(p *Process, limit time.Duration) error {
	client := http.Client{Timeout: limit, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get(p.URL)
	if err == nil {
		response.Body.Close()
	}
	return err
}

func TestStartAndStop(t *testing.T) {
	var log bytes.Buffer
	p := start(t, &log)
	if err := answers(p, patience); err != nil {
		t.Error(err)
	}
	if p.State() != Running || p.AdminURL != p.URL {
		t.Errorf("state %s, admin %s", p.State(), p.AdminURL)
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if p.State() != Gone {
		t.Errorf("state %s", p.State())
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Errorf("stopped twice: %v", err)
	}
	if got := log.String(); !strings.Contains(got, "low on something") || !strings.Contains(got, "node=n1") || strings.Contains(got, "listens") {
		t.Errorf("log %q", got)
	}
}

// Who wants no notes gets no warnings of nodes either, but always their errors.
func TestQuietLog(t *testing.T) {
	var log bytes.Buffer
	c := command("n1", "node", io.Discard)
	c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	p, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	if log.Len() > 0 {
		t.Errorf("log %q", &log)
	}
	c.Env = map[string]string{"FLEET_ROLE": "broken"}
	if _, err := Start(t.Context(), c); err == nil || !strings.Contains(log.String(), "no database") {
		t.Errorf("error %v, log %q", err, &log)
	}
}

func TestFreezeAndThaw(t *testing.T) {
	p := start(t, io.Discard)
	if err := p.Freeze(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); !stands(t, p.PID); time.Sleep(time.Millisecond) { // a signal takes a moment
		if time.Now().After(deadline) {
			t.Fatal("the node runs on")
		}
	}
	if err := answers(p, 200*time.Millisecond); err == nil {
		t.Error("a frozen node answers")
	}
	if err := p.Freeze(); !errors.Is(err, ErrState) {
		t.Errorf("frozen twice: %v", err)
	}
	if err := p.Thaw(); err != nil {
		t.Fatal(err)
	}
	if err := answers(p, patience); err != nil {
		t.Error(err)
	}
	if err := p.Freeze(); err != nil {
		t.Fatal(err)
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Errorf("a frozen node does not drain: %v", err)
	}
}

func TestKill(t *testing.T) {
	p := start(t, io.Discard)
	p.Kill()
	if p.State() != Gone || p.Err() == nil {
		t.Errorf("state %s, error %v", p.State(), p.Err())
	}
	if err := p.Thaw(); !errors.Is(err, ErrState) {
		t.Errorf("a killed node was woken: %v", err)
	}
}

func TestStartFails(t *testing.T) {
	if _, err := Start(t.Context(), command("n1", "broken", io.Discard)); err == nil || !strings.Contains(err.Error(), "no database") {
		t.Errorf("error %v", err)
	}
	if _, err := Start(t.Context(), Command{Name: "n1", Program: "/no/such/program", Log: slog.New(slog.DiscardHandler)}); err == nil {
		t.Error("started")
	}
}

// Nodes go with the process that started them, even when it cannot say good-bye.
func TestNoOrphans(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "FLEET_ROLE=parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait() // it says that it was killed
	for deadline := time.Now().Add(patience); alive(pid); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the node lives on")
		}
	}
}

// stands reports whether all threads of a process are stopped.
func stands(t *testing.T, pid int) bool {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("%v: %d threads", err, len(threads))
	}
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			return false // it has just ended
		}
		if _, after, _ := strings.Cut(string(stat), ") "); !strings.HasPrefix(after, "T") {
			return false
		}
	}
	return true
}

// alive reports whether a process runs; one that ended and was not waited for yet does not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}
