package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal that comes while the program still prepares, before any of its code runs, is answered like one that comes
// later: by an orderly end.
func TestSignalDuringTheStart(t *testing.T) {
	t.Parallel()
	wantsHangUps(t)
	clinic, err := filepath.Abs(complete(t)["ATENDE_CATALOG"])
	if err != nil {
		t.Fatal(err)
	}
	gateway := environment{"ATENDE_WEBHOOK_URL": "http://127.0.0.1:1/", "ATENDE_GATEWAY_LISTEN": "127.0.0.1:0"}
	for name, test := range map[string]struct {
		verb   string
		env    environment
		signal syscall.Signal
	}{
		"serve":      {"serve", complete(t).with("ATENDE_CATALOG", clinic, "ATENDE_LISTEN", "127.0.0.1:0", "ATENDE_ADMIN_LISTEN", "127.0.0.1:0", "ATENDE_DATABASE_URL", "memory:"), syscall.SIGTERM},
		"scheduling": {"scheduling", environment{"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "memory:"}, syscall.SIGTERM},
		"gateway":    {"gateway", gateway, syscall.SIGTERM},
		"demo":       {"demo", environment{}, syscall.SIGTERM},
		"interrupt":  {"gateway", gateway, syscall.SIGINT},
		"hang-up":    {"gateway", gateway, syscall.SIGHUP},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.Command("atende", test.verb)
			command.Env = append(variables(t, test.env), "GODEBUG=inittrace=1") // Go writes a line for each package that began
			command.Dir = t.TempDir()
			errors, err := command.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(patience, func() { _ = command.Process.Kill() }).Stop()
			var said strings.Builder
			for lines := bufio.NewScanner(errors); lines.Scan(); {
				said.WriteString(lines.Text() + "\n")
				if strings.HasPrefix(lines.Text(), "init atende/cmd/internal/early ") {
					if err := command.Process.Signal(test.signal); err != nil {
						t.Error(err)
					}
				}
			}
			if err := command.Wait(); err != nil {
				t.Errorf("%v; it wrote:\n%s", err, said.String())
			}
			if !strings.Contains(said.String(), "early") {
				t.Errorf("no signal was sent:\n%s", said.String())
			}
		})
	}
}

// A terminal that goes away drains, unless the program was started to outlive it.
func TestHangUp(t *testing.T) {
	t.Parallel()
	wantsHangUps(t)
	env := environment{"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "memory:"}
	p := start(t, env, "scheduling")
	if err := p.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	<-p.read
	if err := p.command.Wait(); err != nil || !strings.Contains(p.log(), `"msg":"stopped"`) {
		t.Errorf("%v; its log:\n%s", err, p.log())
	}

	stays := startProgram(t, "nohup", env, "atende", "scheduling")
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", stays.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, ignored, _ := strings.Cut(string(status), "SigIgn:\t")
	mask, err := strconv.ParseUint(strings.SplitN(ignored, "\n", 2)[0], 16, 64)
	if err != nil || mask>>(syscall.SIGHUP-1)&1 != 1 {
		t.Errorf("what nohup ignores is not ignored: %x %v", mask, err)
	}
}

// wantsHangUps ends a test under nohup, whose programs ignore hang-ups and would be waited for in vain.
func wantsHangUps(t *testing.T) {
	t.Helper()
	if signal.Ignored(syscall.SIGHUP) {
		t.Fatal("hang-ups are ignored: run the tests without nohup")
	}
}
