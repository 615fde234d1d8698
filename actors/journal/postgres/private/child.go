package private

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// child is a process that was started and is waited for.
type child struct {
	process *os.Process
	gone    chan struct{} // closed when it ended
}

// launch starts a program.  Where the system can (Linux), it ends when the thread ends that started
// it; so a goroutine keeps that thread until the program is gone.
func launch(command *exec.Cmd, owner *syscall.Credential) (*child, error) {
	command.SysProcAttr = attributes(owner)
	c := &child{gone: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		started <- err
		if err != nil {
			return
		}
		_ = command.Wait() // how it ended is in its log
		close(c.gone)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	c.process = command.Process
	return c, nil
}

// end asks the process to go and waits until it did, with rougher signals when it takes long.
func (c *child) end(signal syscall.Signal) error {
	for _, signal := range []syscall.Signal{signal, syscall.SIGQUIT, syscall.SIGKILL} {
		if err := c.process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		select {
		case <-c.gone:
			return nil
		case <-time.After(stopLimit):
		}
	}
	return errors.New("private postgres: the server does not end")
}
