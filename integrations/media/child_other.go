//go:build !linux

package media

import (
	"errors"
	"syscall"
)

// Elsewhere a child cannot be bounded as it should be, and no document is read.
const (
	canBound = false
	program  = ""
)

func bound() *syscall.SysProcAttr { return nil }

func confine() error { return errors.ErrUnsupported }
