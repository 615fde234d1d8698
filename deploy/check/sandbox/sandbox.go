// Package sandbox starts a program as a container runtime would: it sees the files of its image and
// what is mounted, as a user without any right, and cannot write anywhere else.  It uses what the kernel
// has and no other program, so that an image can be tried where there is no container engine.
//
// It needs root or a kernel that lets users make namespaces.  A program that uses the package calls Init
// first thing in main (or TestMain), and then Isolated around everything else.
package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// User is the numeric user and group of everything that runs in a sandbox.
const User = 65532

const (
	// initName is what the process is called that prepares a container and becomes its program.
	initName = "sandbox-init"
	// inside marks a process that has a network of its own.
	inside = "ATENDE_SANDBOX"
)

// Mount shows a file or folder of this machine in a container.
type Mount struct {
	From, To string
	Writable bool
}

// Container is a program with its image.
type Container struct {
	// Root is a folder with the image's files.  What is mounted needs a place in it, which is made.
	Root   string
	Mounts []Mount
	// Dir is the working directory in the container.
	Dir string
	// Args is the program with its arguments, a path in the container.
	Args []string
	Env  []string
}

// Command is the program, to be started and stopped by the caller; it is killed when ctx ends.
func (c Container) Command(ctx context.Context) (*exec.Cmd, error) {
	for _, m := range c.Mounts {
		if err := place(m.From, filepath.Join(c.Root, m.To)); err != nil {
			return nil, err
		}
	}
	if err := place("/dev/null", filepath.Join(c.Root, "dev", "null")); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(c.Root, "proc"), 0o755); err != nil {
		return nil, err
	}
	description, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "/proc/self/exe")
	command.Args = []string{initName, string(description)}
	command.Env = []string{}
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID,
		Pdeathsig:  syscall.SIGKILL,
	}
	if os.Geteuid() != 0 {
		command.SysProcAttr.AmbientCaps = rights
	}
	return command, nil
}

// rights are what preparing a container takes, where we are not root but own a user namespace.
var rights = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_NET_ADMIN, unix.CAP_NET_BIND_SERVICE, unix.CAP_SETPCAP}

// place makes a file or folder to mount on.
func place(from, to string) error {
	what, err := os.Stat(from)
	if err != nil {
		return err
	}
	if what.IsDir() {
		return os.MkdirAll(to, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

// Init is the rest of the way into a container for a process that Command started; for every other it
// returns at once.
func Init() {
	if os.Args[0] != initName {
		return
	}
	var c Container
	err := json.Unmarshal([]byte(os.Args[1]), &c)
	if err == nil {
		err = c.enter()
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err) // enter returns only when it failed
	os.Exit(126)
}

// enter makes this process the program of the container.
func (c Container) enter() error {
	if err := c.mount(); err != nil {
		return err
	}
	if err := unix.Chroot(c.Root); err != nil {
		return fmt.Errorf("chroot: %w", err)
	}
	if err := os.Chdir(c.Dir); err != nil {
		return err
	}
	if err := surrender(); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", c.Args[0], unix.Exec(c.Args[0], c.Args, c.Env))
}

// mount lays out what the container sees: its root read only, a look at its own processes, and its mounts.
func (c Container) mount() error {
	steps := []struct {
		what, from, to, kind string
		flags                uintptr
	}{
		{"private", "", "/", "", unix.MS_REC | unix.MS_PRIVATE},
		{"root", c.Root, c.Root, "", unix.MS_BIND | unix.MS_REC},
		{"read only root", "", c.Root, "", unix.MS_BIND | unix.MS_REMOUNT | unix.MS_RDONLY | kept(c.Root)},
		{"proc", "proc", filepath.Join(c.Root, "proc"), "proc", unix.MS_NOSUID | unix.MS_NOEXEC | unix.MS_NODEV},
		{"null", "/dev/null", filepath.Join(c.Root, "dev", "null"), "", unix.MS_BIND},
	}
	for _, s := range steps {
		if err := unix.Mount(s.from, s.to, s.kind, s.flags, ""); err != nil {
			return fmt.Errorf("mount %s: %w", s.what, err)
		}
	}
	for _, m := range c.Mounts {
		to := filepath.Join(c.Root, m.To)
		err := unix.Mount(m.From, to, "", unix.MS_BIND, "")
		if err == nil && !m.Writable {
			err = unix.Mount("", to, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY|kept(to), "")
		}
		if err != nil {
			return fmt.Errorf("mount %s: %w", m.To, err)
		}
	}
	return nil
}

// kept are the flags of a mount that a user namespace may not take away.
func kept(path string) uintptr {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return 0
	}
	return uintptr(s.Flags) & (unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_NOATIME | unix.MS_RELATIME)
}

// surrender gives up every right: this process is User, has no capability, and none comes back by
// executing something.
func surrender() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	for right := uintptr(0); right <= unix.CAP_LAST_CAP; right++ {
		// A kernel that does not know a right refuses to drop it.
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, right, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
			return fmt.Errorf("drop capability %d: %w", right, err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("drop ambient capabilities: %w", err)
	}
	if os.Geteuid() != 0 {
		return nil
	}
	if err := syscall.Setgroups([]int{}); err != nil {
		return fmt.Errorf("groups: %w", err)
	}
	if err := syscall.Setresgid(User, User, User); err != nil {
		return fmt.Errorf("group: %w", err)
	}
	return syscall.Setresuid(User, User, User)
}
