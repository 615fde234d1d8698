package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// isTerminal reports whether a person types there, or reads.
func isTerminal(stream any) bool {
	_, ok := modes(stream, nil)
	return ok
}

// hide keeps a terminal from showing what is typed, until shown is called.
func hide(stream any) (shown func()) {
	before, ok := modes(stream, nil)
	if !ok {
		return func() {}
	}
	silent := before
	silent.Lflag &^= unix.ECHO
	modes(stream, &silent) // a terminal that cannot goes on showing
	return func() { modes(stream, &before) }
}

// modes are those of a terminal, after they were set where there are new ones; false for what is no terminal.
func modes(stream any, set *unix.Termios) (unix.Termios, bool) {
	file, ok := stream.(*os.File)
	if !ok {
		return unix.Termios{}, false
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return unix.Termios{}, false
	}
	now, failed := &unix.Termios{}, error(nil)
	err = raw.Control(func(fd uintptr) {
		if set != nil {
			failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, set)
			return
		}
		now, failed = unix.IoctlGetTermios(int(fd), unix.TCGETS)
	})
	if err != nil || failed != nil {
		return unix.Termios{}, false
	}
	return *now, true
}
