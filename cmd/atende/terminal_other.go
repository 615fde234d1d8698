//go:build !linux

package main

import "os"

// isTerminal reports whether a person types there, or reads.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// hide does nothing here: only on Linux a terminal is told not to show what is typed.
func hide(any) (shown func()) { return func() {} }
