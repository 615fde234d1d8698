//go:build !linux

package load

import "os/exec"

// launch starts a program; only Linux gives it a core to itself.
func launch(command *exec.Cmd) error { return command.Start() }

// confine does nothing here.
func confine(int) error { return nil }

// separate does nothing here.
func separate() error { return nil }
