package main

import (
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"unsafe"
)

// The command line of a process is shown to everybody on its machine (ps).  What is secret on it is written over as soon
// as it was read; who looked before has seen it, so that it is said in the log, too.

// ofOthers ends the names of the settings whose values are secrets.
var ofOthers = []string{"_TOKEN", "_SECRET", "_KEY", "_HEADERS"}

// holdsSecret reports whether a value of this row should not stand on a command line: what proves somebody, an address
// with a password in it, and what names a patient.
func (s setting) holdsSecret(value string) bool {
	switch {
	case s.variable == "ATENDE_CLUSTER_KEY": // the path of a file
		return false
	case slices.ContainsFunc(ofOthers, func(end string) bool { return strings.HasSuffix(s.variable, end) }):
		return true
	case strings.HasSuffix(s.variable, "_DATABASE_URL"):
		return strings.Contains(value, "@")
	default:
		return s.flag == "cpf" || s.flag == "phone"
	}
}

// exposure are the flags of a command line that everybody could read for a moment.
type exposure struct{ flags []string }

// take hides a value and remembers its flag.
func (e *exposure) take(row setting, value string) {
	if e == nil || value == "" || !row.holdsSecret(value) {
		return
	}
	conceal(os.Args[1:], value)
	if row.variable != "" && !slices.Contains(e.flags, row.flagName()) {
		e.flags = append(e.flags, row.flagName())
	}
}

// warn says what was readable.
func (e *exposure) warn(log *slog.Logger) {
	if e == nil {
		return
	}
	for _, name := range e.flags {
		log.Warn("a secret was given as a flag, where everybody on this machine could read it; set the variable, or the one that ends in _FILE", "flag", "--"+name)
	}
}

// conceal writes over a value in the arguments of this process.  They must be those that the system handed over: Go keeps
// no copy of them, so that what is written here is what the system then shows.
func conceal(arguments []string, value string) {
	if runtime.GOOS != "linux" {
		return
	}
	for _, argument := range arguments {
		if argument != value && !strings.HasSuffix(argument, "="+value) {
			continue
		}
		memory := unsafe.Slice(unsafe.StringData(argument), len(argument)) //nolint:gosec // nobody else has this string: mainCode copied what it hands on
		for i := len(argument) - len(value); i < len(argument); i++ {
			memory[i] = '*'
		}
	}
}

// cloned are strings that share no memory with those given.
func cloned(arguments []string) []string {
	copies := make([]string, len(arguments))
	for i, argument := range arguments {
		copies[i] = strings.Clone(argument)
	}
	return copies
}
