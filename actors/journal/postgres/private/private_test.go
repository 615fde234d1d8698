package private_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"atende/actors/journal/postgres/private"
)

// ownerVariable makes the test binary start a server in that folder, say its URL and wait to be killed.
const ownerVariable = "ATENDE_TEST_OWNER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(ownerVariable); folder != "" {
		own(folder)
	}
	goleak.VerifyTestMain(m)
}

func own(folder string) {
	server, err := private.Start(context.Background(), private.Options{Folder: folder, TCP: true})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(server.URL())
	select {}
}

// folder is a temporary one that nobody may enter, too; t.TempDir is our user's alone.
func folder(t *testing.T) string {
	t.Helper()
	path, err := os.MkdirTemp("", "atende-private-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(path); err != nil {
			t.Error(err)
		}
	})
	return path
}

func start(t *testing.T, options private.Options) *private.Server {
	t.Helper()
	server, err := private.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// ask returns the answer to a query.
func ask(t *testing.T, address, query string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var answer string
	if err := conn.QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func do(t *testing.T, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestServer(t *testing.T) {
	server := start(t, private.Options{})
	if got := ask(t, server.URL(), "show fsync"); got != "off" {
		t.Errorf("fsync is %s", got)
	}
	if !strings.HasPrefix(server.URL(), "postgres://") {
		t.Errorf("the URL is %s", server.URL())
	}
	first, err := server.Database(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	do(t, first, "create table kept(x int)")
	if first, err = server.Database(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, first, "select count(*)::text from pg_tables where tablename = 'kept'"); got != "0" {
		t.Error("a database of the same name is not fresh")
	}

	do(t, first, "create table kept(x int)")
	pid := server.Pid()
	if err := server.StopNow(); err != nil {
		t.Fatal(err)
	}
	if server.Pid() != 0 || syscall.Kill(pid, 0) == nil {
		t.Error("it still runs")
	}
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, first, "select count(*)::text from kept"); got != "0" {
		t.Errorf("got %s", got)
	}
	if err := server.Restart(t.Context()); err == nil {
		t.Error("a running server was started again")
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(server.Folder()); !os.IsNotExist(err) {
		t.Errorf("the temporary folder is left: %v", err)
	}
}

func TestDurableOnTCP(t *testing.T) {
	server := start(t, private.Options{Durable: true, TCP: true, Connections: 30})
	for setting, want := range map[string]string{"fsync": "on", "full_page_writes": "on", "max_connections": "30"} {
		if got := ask(t, server.URL(), "show "+setting); got != want {
			t.Errorf("%s is %s, want %s", setting, got, want)
		}
	}
	address, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	if address.Hostname() != "127.0.0.1" {
		t.Errorf("it listens on %s", address.Hostname())
	}
	address.User = url.UserPassword(address.User.Username(), "wrong")
	if conn, err := pgx.Connect(t.Context(), address.String()); err == nil {
		conn.Close(t.Context())
		t.Error("anybody may come in by TCP")
	}
}

// Nothing is left when the process is killed, and what it left in its folder stops nobody.
func TestKilledOwner(t *testing.T) {
	home := folder(t)
	owner := exec.CommandContext(t.Context(), os.Args[0])
	owner.Env = append(os.Environ(), ownerVariable+"="+home)
	output, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	address := strings.TrimSpace(line)
	if !strings.HasPrefix(address, "postgres://") {
		t.Fatal(address)
	}
	do(t, address, "create table kept as select 1 x")
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait() // it was killed

	server := start(t, private.Options{Folder: home, TCP: true})
	if server.URL() != address {
		t.Errorf("the address became %s, was %s", server.URL(), address)
	}
	if got := ask(t, address, "select x::text from kept"); got != "1" {
		t.Errorf("got %s", got)
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}

	// The number that a former server left is another program's now: ours.
	note := filepath.Join(home, "data", "postmaster.pid")
	if err := os.WriteFile(note, fmt.Appendf(nil, "%d\n%s/data\n", os.Getpid(), home), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, private.Options{Folder: home, TCP: true})
}

func TestStartFails(t *testing.T) {
	t.Run("the folder is too deep for a socket", func(t *testing.T) {
		if _, err := private.Start(t.Context(), private.Options{Folder: "/" + strings.Repeat("x", 120)}); err == nil {
			t.Error("no error")
		}
	})
	t.Run("the programs are missing", func(t *testing.T) {
		t.Setenv("PATH", "")
		restore := private.SetPlaces(nil)
		defer restore()
		_, err := private.Start(t.Context(), private.Options{})
		if err == nil || !strings.Contains(err.Error(), "apt install postgresql") {
			t.Errorf("got %v, want what to install", err)
		}
	})
	t.Run("the data are broken", func(t *testing.T) {
		home := folder(t)
		server := start(t, private.Options{Folder: home})
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(home, "data", "global", "pg_control")); err != nil {
			t.Fatal(err)
		}
		_, err := private.Start(t.Context(), private.Options{Folder: home})
		if err == nil || !strings.Contains(err.Error(), "pg_control") {
			t.Errorf("got %v, want the reason from the log", err)
		}
	})
}
