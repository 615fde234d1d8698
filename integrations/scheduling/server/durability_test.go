package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/integrations/catalog"
)

// serveUntilKilled names the variable that turns the test binary into a server on that file.
const serveUntilKilled = "SCHEDULING_TEST_SERVE"

// serveForever is the child: it prints its URL and answers until somebody kills it.
func serveForever(path string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		fmt.Println("http://" + listener.Addr().String())
		var server *Server
		server, err = New(context.Background(), Config{
			DatabaseURL: "sqlite:" + path, Clinic: catalog.Sample(), Now: func() time.Time { return monday },
		})
		if err == nil {
			err = (&http.Server{Handler: server.Handler(), ReadHeaderTimeout: time.Minute}).Serve(listener)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func onFile(path string) func(*Config) {
	return func(c *Config) { c.DatabaseURL = "sqlite:" + path }
}

// What was confirmed survives kill -9 (contract).
func TestConfirmedSurvivesKill9(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "agenda da clínica?#.db") // signs that mean something in a URL
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), serveUntilKilled+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	remote := &bundle{t: t, url: strings.TrimSpace(url)}
	id := remote.enroll(anaCPF)
	confirmed := remote.post(pathBook, appointment(id, anaCPF), intentHeader, "s/1")
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // "signal: killed"
	if confirmed.status != http.StatusOK {
		t.Fatalf("%d %s", confirmed.status, confirmed.raw)
	}

	b := setup(t, onFile(path))
	if got := b.post(pathBook, appointment(id, anaCPF), intentHeader, "s/1"); got.raw != confirmed.raw {
		t.Errorf("after the restart: %d %s", got.status, got.raw)
	}
	if n := b.booked(); n != 1 {
		t.Errorf("%d appointments", n)
	}
	wantRefusal(t, b.post(pathBook, appointment(b.enroll(brunoCPF), brunoCPF)), http.StatusConflict)
}

func TestReopen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "scheduling.db")
	config := Config{DatabaseURL: "sqlite:" + path, Clinic: catalog.Sample(), Now: func() time.Time { return monday }}
	first, err := New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("a second process is refused", func(t *testing.T) {
		if _, err := New(t.Context(), config); err == nil || !strings.Contains(err.Error(), "in use by another process") {
			t.Errorf("%v", err)
		}
	})
	t.Run("by no other name of the file either", func(t *testing.T) {
		for name, link := range map[string]func(string, string) error{"symbolic": os.Symlink, "hard": os.Link} {
			other := config
			other.DatabaseURL = "sqlite:" + path + "." + name
			if err := link(path, path+"."+name); err != nil {
				t.Fatal(err)
			}
			if _, err := New(t.Context(), other); err == nil || !strings.Contains(err.Error(), "in use by another process") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("only the owner reads the file", func(t *testing.T) {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info.Mode(), err)
		}
	})
	for range 2 {
		if err := first.Close(); err != nil {
			t.Error(err)
		}
	}
	second, err := New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return monday }
	missing := filepath.Join(t.TempDir(), "nowhere", "scheduling.db")
	for name, config := range map[string]Config{
		"no clinic":        {DatabaseURL: "memory:", Now: now},
		"no clock":         {DatabaseURL: "memory:", Clinic: catalog.Sample()},
		"no database":      {Clinic: catalog.Sample(), Now: now},
		"no path":          {DatabaseURL: "sqlite:", Clinic: catalog.Sample(), Now: now},
		"another database": {DatabaseURL: "postgres://localhost/x", Clinic: catalog.Sample(), Now: now},
		"missing folder":   {DatabaseURL: "sqlite:" + missing, Clinic: catalog.Sample(), Now: now},
	} {
		t.Run(name, func(t *testing.T) {
			if server, err := New(t.Context(), config); err == nil {
				t.Error("no error")
				_ = server.Close()
			}
		})
	}
}

// Two databases in memory share nothing, and one keeps its rows while connections come and go.
func TestMemory(t *testing.T) {
	t.Parallel()
	a, b := setup(t), setup(t)
	a.enroll(anaCPF)
	a.server.database.reader.SetMaxIdleConns(0)
	if got := a.post(pathPatient+anaCPF, nil); !isObject(got.data) {
		t.Errorf("a: %s", got.raw)
	}
	if got := b.post(pathPatient+anaCPF, nil); got.data != patientNotFound {
		t.Errorf("b: %s", got.raw)
	}
}
