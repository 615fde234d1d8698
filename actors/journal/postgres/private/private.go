// Package private runs a PostgreSQL server that belongs to this process alone: for tests, for the demo
// of a cluster and for load figures.  It needs the programs of PostgreSQL on the machine and nothing
// else, neither a running server nor a right to install one.
//
// The server is a child of this process and dies with it, even by kill -9.  PostgreSQL refuses to run
// as root; a process of root runs it as nobody.
package private

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Options of a server.
type Options struct {
	// Folder keeps the data, the log and the socket; a server that lived there before is stopped and
	// its data taken over.  Empty: a temporary one, which Stop removes; without Durable it is in memory
	// where Linux has room there, because a disk spends most of the time on making the files of tables.
	Folder string
	// Durable flushes every commit to the disk, as a real server does.  Without it a crash of the
	// machine loses data; a crash of the server does not.
	Durable bool
	// TCP listens on a free port of 127.0.0.1, too, and URL names that.
	TCP bool
	// Connections is how many there may be at once; default 200.
	Connections int
}

const (
	account = "atende" // the superuser
	// maxFolder keeps the socket's path below the 107 bytes that the system allows.
	maxFolder = 80
	// startLimit is how long a server may take until it answers, recovery after a crash included.
	startLimit = 60 * time.Second
	// stopLimit is how long a server may take for an orderly end before it gets a rougher one.
	stopLimit = 10 * time.Second
	askEvery  = 20 * time.Millisecond
)

// Server is a running server, or one that StopNow stopped.
type Server struct {
	options   Options
	programs  string // folder
	folder    string
	temporary bool
	owner     *syscall.Credential // nil: our own account
	password  string
	port      int // 0: none

	mu    sync.Mutex
	child *child // nil while stopped
}

// Start starts a server and returns when it answers.  ctx bounds the starting alone.
func Start(ctx context.Context, options Options) (*Server, error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	if options.Connections <= 0 {
		options.Connections = 200
	}
	s := &Server{options: options, programs: programs}
	err = s.prepare(ctx)
	if err == nil {
		err = s.Restart(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("private postgres: %w", errors.Join(err, s.clean()))
	}
	return s, nil
}

// Restart starts a server again that StopNow stopped, at the same address.
func (s *Server) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.child != nil {
		return errors.New("the server is running")
	}
	if err := evict(ctx, s.data()); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()                      // the child has its own
	outlives := context.WithoutCancel(ctx) // Stop ends it
	command := exec.CommandContext(outlives, filepath.Join(s.programs, "postgres"), s.arguments()...)
	command.Dir, command.Env = s.folder, environment()
	command.Stdout, command.Stderr = log, log
	if s.child, err = launch(command, s.owner); err != nil {
		return err
	}
	if err := s.await(ctx); err != nil {
		_ = s.child.end(syscall.SIGQUIT) // it did not come up, and err says why
		s.child = nil
		return err
	}
	return nil
}

func (s *Server) arguments() []string {
	settings := []string{
		"unix_socket_directories=" + s.folder, "unix_socket_permissions=0700", "listen_addresses=",
		"max_connections=" + strconv.Itoa(s.options.Connections), "timezone=UTC",
	}
	if s.port != 0 {
		settings = append(settings, "listen_addresses=127.0.0.1", "port="+strconv.Itoa(s.port))
	}
	if !s.options.Durable {
		settings = append(settings, "fsync=off", "full_page_writes=off", "max_wal_size=256MB")
	}
	arguments := []string{"-D", s.data()}
	for _, setting := range settings {
		arguments = append(arguments, "-c", setting)
	}
	return arguments
}

// await returns when the server takes connections.
func (s *Server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.child.gone:
			return fmt.Errorf("the server ended: %s", s.lastWords())
		case <-ctx.Done():
			return fmt.Errorf("no answer from the server: %w: %s", ctx.Err(), s.lastWords())
		case <-ticker.C:
		}
	}
}

// lastWords is the end of the log in one line.
func (s *Server) lastWords() string {
	log, err := os.ReadFile(filepath.Join(s.folder, "log"))
	if err != nil {
		return "it left no log"
	}
	return ending(log)
}

// ending is the last part of what a program wrote, in one line.
func ending(output []byte) string {
	const most = 500
	if len(output) > most {
		output = output[len(output)-most:]
	}
	return strings.Join(strings.Fields(string(output)), " ")
}

// URL names the database "postgres" of the server; it holds a password when the server listens on TCP.
func (s *Server) URL() string { return s.address("postgres") }

func (s *Server) address(database string) string {
	if s.port == 0 {
		return (&url.URL{
			Scheme: "postgres", User: url.User(account), Path: "/" + database,
			RawQuery: url.Values{"host": {s.folder}}.Encode(),
		}).String()
	}
	return (&url.URL{
		Scheme: "postgres", User: url.UserPassword(account, s.password),
		Host: "127.0.0.1:" + strconv.Itoa(s.port), Path: "/" + database,
		RawQuery: "sslmode=disable",
	}).String()
}

// Database makes an empty database, instead of one of that name if there is one, and returns its URL.
func (s *Server) Database(ctx context.Context, name string) (string, error) {
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return "", fmt.Errorf("private postgres: %w", err)
	}
	defer conn.Close(ctx)
	quoted := pgx.Identifier{name}.Sanitize()
	for _, statement := range []string{
		"drop database if exists " + quoted + " with (force)",
		"create database " + quoted + " template template0",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return "", fmt.Errorf("private postgres: %w", err)
		}
	}
	return s.address(name), nil
}

// Folder is where the data is.
func (s *Server) Folder() string { return s.folder }

// Pid is the process of the server, 0 while it is stopped.
func (s *Server) Pid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.child == nil {
		return 0
	}
	return s.child.process.Pid
}

// Stop ends all connections and the server, and removes a temporary folder.
func (s *Server) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.end(syscall.SIGINT)
	return errors.Join(err, s.clean())
}

// StopNow ends the server like a power cut: nothing is finished, and the next start recovers.  The
// folder stays, whosever it is, until Stop.
func (s *Server) StopNow() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.end(syscall.SIGQUIT)
}

func (s *Server) end(signal syscall.Signal) error {
	if s.child == nil {
		return nil
	}
	err := s.child.end(signal)
	s.child = nil
	return err
}

// clean removes what is nobody's any more.
func (s *Server) clean() error {
	if !s.temporary {
		return nil
	}
	return os.RemoveAll(s.folder)
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// environment is what the programs get: nothing of ours, which may hold secrets or settings of
// another server (PG…).
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
}
