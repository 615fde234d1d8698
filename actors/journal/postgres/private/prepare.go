package private

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// prepare makes the folder with an empty cluster in it, or takes over the one that is there.
func (s *Server) prepare(ctx context.Context) error {
	if err := s.disown(); err != nil {
		return err
	}
	if err := s.place(); err != nil {
		return err
	}
	var err error
	if s.password, err = s.keep("password", func() (string, error) { return rand.Text(), nil }); err != nil {
		return err
	}
	if s.options.TCP {
		// The port is kept for the next start: clients have the URL.
		text, err := s.keep("port", func() (string, error) { return freePort(ctx) })
		if err != nil {
			return err
		}
		if s.port, err = strconv.Atoi(text); err != nil {
			return fmt.Errorf("port: %w", err)
		}
	}
	return s.initialize(ctx)
}

// disown chooses the account of the server.
func (s *Server) disown() error {
	if os.Geteuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return fmt.Errorf("postgres does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.owner = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return nil
}

// place makes the folder.
func (s *Server) place() error {
	if s.options.Folder == "" {
		in := "" // where temporary files are
		if !s.options.Durable {
			in = roomyMemory()
		}
		folder, err := os.MkdirTemp(in, "atende-pg-")
		if err != nil {
			return err
		}
		s.folder, s.temporary = folder, true
		return s.give(folder)
	}
	folder, err := filepath.Abs(s.options.Folder)
	if err != nil {
		return err
	}
	if len(folder) > maxFolder {
		return fmt.Errorf("%s: the folder's name may have %d bytes, for the socket in it", folder, maxFolder)
	}
	s.folder = folder
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return s.give(folder)
}

// give makes a file the server's.
func (s *Server) give(path string) error {
	if s.owner == nil {
		return nil
	}
	return os.Chown(path, int(s.owner.Uid), int(s.owner.Gid))
}

// keep is the content of a file in the folder; choose is asked when there is none.
func (s *Server) keep(name string, choose func() (string, error)) (string, error) {
	path := filepath.Join(s.folder, name)
	content, err := os.ReadFile(path)
	if err == nil && len(content) > 0 {
		return strings.TrimSpace(string(content)), nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	text, err := choose()
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return "", err
	}
	return text, s.give(path)
}

// freePort is a port that nothing listens on, and that the system gives nobody who asks for any (Linux: 32768 to 60999), so
// that it is free, too, when the server starts again.
func freePort(ctx context.Context) (string, error) {
	for try := 0; ; try++ {
		port := strconv.Itoa(lowestPort + mathrand.IntN(ports))
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", port))
		switch {
		case err == nil:
			return port, listener.Close()
		case try == maxPorts:
			return "", err
		}
	}
}

// Ports that are tried, and how many at most.
const lowestPort, ports, maxPorts = 20_000, 12_000, 100

// initialize makes the cluster of databases, whole or not at all: a run that is killed in the middle
// leaves a folder that the next one throws away.
func (s *Server) initialize(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(s.data(), "PG_VERSION")); err == nil {
		return nil
	}
	half := filepath.Join(s.folder, "new")
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	arguments := []string{
		"-D", half, "-U", account, "-E", "UTF8", "--locale=C", "--no-instructions",
		"--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile=" + filepath.Join(s.folder, "password"),
	}
	if !s.options.Durable {
		arguments = append(arguments, "--no-sync")
	}
	command := exec.CommandContext(ctx, filepath.Join(s.programs, "initdb"), arguments...)
	command.Dir, command.Env = s.folder, environment()
	command.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner}
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, ending(output))
	}
	return os.Rename(half, s.data())
}
