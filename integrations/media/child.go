package media

import (
	"io"
	"runtime/debug"
)

const (
	// childArgument is the only argument of a child.
	childArgument = "read-pdf"
	// childMemory is what a child may take beyond what it has when it starts, in bytes; its heap is kept in half of
	// it as long as that is possible.
	childMemory = 256 << 20
	childStack  = 16 << 20
)

// serve reads one document, in a child, and returns its exit code.
func serve(in io.Reader, out io.Writer) int {
	debug.SetMemoryLimit(childMemory / 2)
	debug.SetMaxStack(childStack)
	if confine() != nil {
		return exitUnbounded
	}
	if _, err := io.WriteString(out, beginning); err != nil {
		return exitUnreadable
	}
	pdf, err := io.ReadAll(io.LimitReader(in, MaxDocument+1))
	if err != nil || len(pdf) > MaxDocument {
		return exitUnreadable
	}
	text, reason := extract(pdf)
	switch reason {
	case "":
	case Encrypted:
		return exitEncrypted
	default:
		return exitUnreadable
	}
	if _, err := io.WriteString(out, Clean(text)); err != nil {
		return exitUnreadable
	}
	return 0
}
