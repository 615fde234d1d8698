package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atende/cmd/internal/early"
	"atende/integrations/media"
)

// The test binary is also the program: run under the name atende it is main.  With the race detector in it that is three
// times as slow, and tells of a data race only where it ends by itself and the test asks for its exit code.  Then the program
// is built as it is shipped and found first; watched is the slow one, for the tests of which that is true.
func TestMain(m *testing.M) {
	media.ReadInChild()
	testscript.Main(tests{m}, map[string]func(){"atende": main})
}

// tests end when they are asked to, unlike the program, which drains.
type tests struct{ *testing.M }

func (t tests) Run() int {
	_, stop := early.Context()
	stop()
	defer func() { _ = os.RemoveAll(builds) }()
	var err error
	if watched, err = exec.LookPath("atende"); err == nil && detecting {
		var path string
		if path, err = shipped(); err == nil {
			err = os.Setenv("PATH", filepath.Dir(path)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := t.M.Run()
	if err := stopShared(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

var (
	// watched is the program with what the tests have in them, the race detector for one.
	watched string
	// builds is the folder of what is built for the tests.
	builds string
)

// shipped is the program as the Makefile makes it but for its version, built once.
var shipped = sync.OnceValues(func() (path string, err error) {
	if builds, err = os.MkdirTemp("", "atende-program-"); err != nil {
		return "", err
	}
	path = filepath.Join(builds, "atende")
	return path, build(path, "")
})

// nextRelease is a release after this one, whose records have a newer schema.
var nextRelease = sync.OnceValues(func() (path string, err error) {
	if path, err = shipped(); err != nil {
		return "", err
	}
	path += "-next"
	return path, build(path, "atende_next")
})

// build makes the program, with more tags.
func build(path, tags string) error {
	command := exec.Command("go", "build", "-trimpath", "-tags", "grpcnotrace,"+tags, "-o", path, ".")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	return nil
}

// Each script of testdata shows one verb as a person would use it.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"await":   await,
			"sigterm": sigterm,
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// exits CODE PROGRAM ARGS… runs a program and wants this exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%s is no exit code", args[0])
	}
	got := 0
	var failed *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &failed):
		got = failed.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// await FILE waits until a program in the background has made a file.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await FILE")
	}
	deadline := time.Now().Add(time.Minute)
	for {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s did not appear", filepath.Base(args[0]))
		}
		time.Sleep(10 * time.Millisecond) // another process makes it: nothing to wait on but the clock
	}
}

// sigterm asks the programs in the background to stop; `wait` then sees how they do.
func sigterm(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: sigterm")
	}
	for _, command := range ts.BackgroundCmds() {
		ts.Check(command.Process.Signal(syscall.SIGTERM))
	}
}
