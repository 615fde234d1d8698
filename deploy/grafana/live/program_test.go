package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// top is the folder of the repository, seen from here.
const top = "../../.."

// patience bounds every wait for a program.
const patience = time.Minute

// program is one that runs.
type program struct {
	command *exec.Cmd
	output  *tail
}

// tail keeps the beginning of what a program writes, for who reads why it failed.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (o *tail) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.text) < 1<<16 {
		o.text = append(o.text, p...)
	}
	return len(p), nil
}

func (o *tail) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}

// build compiles a command of the repository, as the Makefile does, whose work is in the cache.
func build(folder, name string) (string, error) {
	made := filepath.Join(folder, name)
	command := exec.Command("go", "build", "-trimpath", "-o", made, "./cmd/"+name)
	command.Dir, command.Env = top, append(os.Environ(), "CGO_ENABLED=0")
	if text, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, text)
	}
	return made, nil
}

// launch runs a program without any setting of whoever runs the tests.
func (w *world) launch(path string, args ...string) (*program, io.Reader, error) {
	p := &program{command: exec.Command(path, args...), output: &tail{}}
	p.command.Dir = w.folder
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "ATENDE_") {
			p.command.Env = append(p.command.Env, setting)
		}
	}
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // no orphans when the test dies
	p.command.Stderr = p.output
	printed, err := p.command.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, nil, err
	}
	w.programs = append(w.programs, p)
	return p, io.TeeReader(printed, p.output), nil
}

// start launches a program and returns what it prints up to the first line that matches until.
func (w *world) start(until, path string, args ...string) ([]string, error) {
	p, printed, err := w.launch(path, args...)
	if err != nil {
		return nil, err
	}
	lines, err := read(printed, regexp.MustCompile(until))
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", path, strings.Join(args, " "), err, p.output)
	}
	return lines, nil
}

// read reads lines up to one that matches, and lets the rest of them go by.
func read(from io.Reader, until *regexp.Regexp) ([]string, error) {
	done := make(chan []string, 1)
	go func() {
		var lines []string
		scanner := bufio.NewScanner(from)
		for scanner.Scan() {
			lines = append(lines, scanner.Text())
			if until.MatchString(scanner.Text()) {
				done <- lines
				_, _ = io.Copy(io.Discard, from) // or the program would wait for a reader
				return
			}
		}
		close(done)
	}()
	select {
	case lines, ok := <-done:
		if !ok {
			return nil, io.ErrUnexpectedEOF
		}
		return lines, nil
	case <-time.After(patience):
		return nil, context.DeadlineExceeded
	}
}

// stop ends all programs, the last first.
func (w *world) stop() {
	for i := len(w.programs) - 1; i >= 0; i-- {
		command := w.programs[i].command
		_ = command.Process.Signal(syscall.SIGTERM)
		ended := make(chan struct{})
		go func() { _ = command.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(patience):
			_ = command.Process.Kill()
			<-ended
		}
	}
	_ = os.RemoveAll(w.folder)
}
