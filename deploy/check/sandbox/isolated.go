package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Isolated runs in a network and a tree of mounts of its own and returns run's exit code: it starts this
// program once more, as root or in a user namespace, and that one runs.  In there every port is free, and
// nothing that is mounted is seen elsewhere.
func Isolated(run func() int) int {
	if os.Getenv(inside) == "" {
		return outside()
	}
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		return 1
	}
	return run()
}

// outside starts this program in namespaces of its own and waits for it.
func outside() int {
	again := exec.CommandContext(context.Background(), "/proc/self/exe", os.Args[1:]...)
	again.Stdin, again.Stdout, again.Stderr = os.Stdin, os.Stdout, os.Stderr
	again.Env = append(os.Environ(), inside+"=1")
	again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET | unix.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		again.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		again.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: User, HostID: os.Geteuid(), Size: 1}}
		again.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: User, HostID: os.Getegid(), Size: 1}}
		again.SysProcAttr.AmbientCaps = rights
	}
	err := again.Run()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		return ended.ExitCode()
	case err != nil:
		fmt.Fprintln(os.Stderr, "sandbox: needs root or a kernel that lets users make namespaces:", err)
		return 1
	default:
		return 0
	}
}

// prepare switches the loopback interface on and keeps mounts in here.
func prepare() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	loopback, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	loopback.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, loopback); err != nil {
		return fmt.Errorf("switch lo on: %w", err)
	}
	return nil
}

// Hosts lets names lead to this machine, for this process and what it starts without a container; the file
// that it returns is to be mounted at /etc/hosts in containers.
func Hosts(folder string, names []string) (string, error) {
	text := "127.0.0.1 localhost\n"
	for _, name := range names {
		text += "127.0.0.1 " + name + "\n"
	}
	path := filepath.Join(folder, "hosts")
	return path, cover("/etc/hosts", path, text)
}

// Named gives User a name on this machine, likewise: some programs refuse to run as a mere number.
func Named(folder string) error {
	known, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s\nsandbox:x:%d:%d::/:/bin/false\n", bytes.TrimSpace(known), User, User)
	return cover("/etc/passwd", filepath.Join(folder, "passwd"), text)
}

// cover shows a new file with that text where another one is.
func cover(covered, path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil { // everybody reads these two
		return err
	}
	if err := unix.Mount(path, covered, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("mount over %s: %w", covered, err)
	}
	return nil
}
