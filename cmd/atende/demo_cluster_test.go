package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/cmd/internal/browser"
	"atende/cmd/internal/demo"
	"atende/cmd/internal/demo/fleet"
	"atende/integrations/chat/simulator"
)

// show is a demo of a cluster with its page open in a browser.
type show struct {
	t       *testing.T
	running *demo.Cluster
	browser context.Context
}

func newShow(t *testing.T, nodes int) *show {
	t.Helper()
	visitor := browser.Open(t, 1400, 1300) // first: it takes all there is of a small machine, which costs nodes their leases
	running, err := demo.StartCluster(t.Context(), demo.ClusterOptions{
		Options: demo.Options{Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)},
		Nodes:   nodes, Program: watched, Patients: 60, Rate: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limited, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := running.Stop(limited); err != nil {
			t.Error(err)
		}
	})
	s := &show{t: t, running: running, browser: visitor}
	s.try(chromedp.Navigate(running.BoardURL()+"/"), chromedp.WaitReady(chromedp.CSS(`body[data-ready="true"]`)))
	return s
}

// try performs steps within the patience of a visitor.
func (s *show) try(steps ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	limited, cancel := context.WithTimeout(s.browser, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		s.t.Fatal(err)
	}
}

// press presses a button of a node.
func (s *show) press(node, what string) {
	s.t.Helper()
	s.try(chromedp.Click(chromedp.CSS(`[data-node="` + node + `"] [data-what="` + what + `"]`)))
}

// sees waits until the page shows that a condition holds; it may use sum, live, shards and talks.
func (s *show) sees(condition string) {
	s.t.Helper()
	const words = `
		const number = (node, place) => Number(document.querySelectorAll('[data-node="' + node + '"] .numbers b')[place].textContent);
		const talks = (node) => number(node, 0);
		const shards = (node) => number(node, 1);
		const live = (node) => document.querySelector('[data-node="' + node + '"]')?.dataset.live === 'true';
		const shown = (id) => document.getElementById(id).textContent;
		`
	limited, cancel := context.WithTimeout(s.browser, patience)
	defer cancel()
	if _, err := chromedp.Run(limited, chromedp.Poll[bool](`(() => {`+words+`return `+condition+`})()`)); err != nil {
		text, _ := chromedp.Run(s.browser, chromedp.Evaluate[string](`document.body.innerText`))
		s.t.Fatalf("%s: %v; the page shows\n%s", condition, err, text)
	}
}

// shoot saves a picture of the page where SCREENSHOTS names a folder, for a look at it.
func (s *show) shoot(name string) {
	s.t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(s.browser, chromedp.CaptureScreenshot())
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(folder+"/"+name, picture, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// status is the cluster as a node that runs sees it.
func (s *show) status() cluster.Status {
	s.t.Helper()
	for _, node := range s.running.Nodes() {
		if node.State != fleet.Running {
			continue
		}
		response, err := http.Get(node.AdminURL + "/admin/cluster")
		if err != nil {
			s.t.Fatal(err)
		}
		var status cluster.Status
		err = json.NewDecoder(response.Body).Decode(&status)
		response.Body.Close()
		if err != nil {
			s.t.Fatal(err)
		}
		return status
	}
	s.t.Fatal("no node runs")
	return cluster.Status{}
}

// sessionOf opens a chat session that a node answers.
func (s *show) sessionOf(node string) string {
	s.t.Helper()
	status := s.status()
	for range 1000 {
		id, err := s.running.Gateway().Open(simulator.Patient{})
		if err != nil {
			s.t.Fatal(err)
		}
		if strings.HasPrefix(status.Shards[journal.ShardOf(id)].Owner, node+"#") {
			return id
		}
	}
	s.t.Fatalf("no session is of %s", node)
	return ""
}

// answers says something and waits for the answer; it returns how long that took.
func (s *show) answers(session, text string) time.Duration {
	s.t.Helper()
	events, cancel, err := s.running.Gateway().Subscribe(session)
	if err != nil {
		s.t.Fatal(err)
	}
	defer cancel()
	<-events // the snapshot: what was said before
	begin := time.Now()
	if _, err := s.running.Gateway().Say(session, text); err != nil {
		s.t.Fatal(err)
	}
	limit := time.After(patience)
	for {
		select {
		case e := <-events:
			if e.Message != nil && e.Message.Direction == "out" {
				return time.Since(begin)
			}
		case <-limit:
			s.t.Fatalf("no answer to %q", text)
		}
	}
}

// A visitor watches three nodes share the conversations, kills one, sees the others take over, drains
// another, adds one, freezes and wakes the oldest, and no promise is broken.
func TestClusterDemo(t *testing.T) {
	t.Parallel()
	s := newShow(t, 3)
	s.sees(`['n1', 'n2', 'n3'].every((n) => live(n) && shards(n) >= 85 && shards(n) <= 86)`)
	s.sees(`['n1', 'n2', 'n3'].every((n) => talks(n) > 0)`)
	s.shoot("cluster-three.png")

	patient := s.sessionOf("n2")
	s.answers(patient, "oi")
	s.press("n2", "kill")
	s.sees(`document.querySelector('[data-node="n2"]').dataset.process === 'gone'`)
	took := s.answers(patient, "vocês atendem Unimed?")
	t.Logf("a session of the killed node was answered %v after it was killed", took.Round(100*time.Millisecond))
	s.sees(`!live('n2') && shards('n1') === 128 && shards('n3') === 128`)
	s.sees(`/n2: morto/.test(shown('events')) && /assumiu \d+ partições de n2/.test(shown('events'))`)
	s.shoot("cluster-killed.png")

	patient = s.sessionOf("n3")
	s.press("n3", "stop")
	s.answers(patient, "oi")
	s.sees(`!live('n3') && shards('n1') === 256 && /n3 terminou em ordem/.test(shown('events'))`)
	s.answers(patient, "vocês atendem Unimed?")

	s.try(chromedp.Click(chromedp.CSS("#add")))
	s.sees(`live('n4')`)
	s.press("n1", "freeze")
	s.sees(`!live('n1') && shards('n4') === 256`)
	s.answers(patient, "vocês atendem particular?")
	s.press("n1", "thaw")
	s.sees(`live('n1') && /n1 entrou no cluster \(2ª vida\)/.test(shown('events'))`)

	s.running.Traffic().SetRate(0)
	s.sees(`shown('waiting') === '0' && shown('accepted') === shown('answered') && shown('accepted') !== '0'`)
	s.sees(`shown('lost') === '0' && shown('double') === '0'`)
	s.shoot("cluster-rest.png")
}

// descendants are the processes that a process started, and those that they started.
func descendants(t *testing.T, pid int) []int {
	t.Helper()
	var found []int
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		list, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread is gone
		}
		for _, word := range strings.Fields(string(list)) {
			child, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			found = append(append(found, child), descendants(t, child)...)
		}
	}
	return found
}

// runs reports whether a process does anything; one that has ended and was not waited for does not.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z") && !strings.HasPrefix(after, "X")
}

// launchDemo runs `atende demo --nodes 2` as a program of its own, with its temporary files in a
// folder, until it has said where everything is.
func launchDemo(t *testing.T, temporary string) (command *exec.Cmd, problems *bytes.Buffer) {
	t.Helper()
	problems = &bytes.Buffer{}
	command = exec.Command("atende", "demo", "--nodes", "2", "--rate", "0")
	command.Env = append(os.Environ(), "TMPDIR="+temporary)
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // no orphans when the test dies
	command.Stderr = problems
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	scanner := bufio.NewScanner(out)
	for _, want := range []string{
		"cluster page: http://127", "chat page: http://127", "scheduling API: http://127", "webhooks: http://127",
		"n1: agent http://127", "n2: agent http://127", "data: " + temporary,
	} {
		if !scanner.Scan() || !strings.HasPrefix(scanner.Text(), want) {
			_ = command.Process.Kill()
			_ = command.Wait() // the log is whole then
			t.Fatalf("said %q, want %q; %s", scanner.Text(), want, problems)
		}
	}
	return command, problems
}

// The demo of a cluster says where everything is, and however it ends, nodes and PostgreSQL end too.
func TestClusterDemoLeavesNothing(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "kill -9": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			temporary, err := os.MkdirTemp("", "demo") // short: a socket's path has 107 bytes
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(temporary) })
			if err := os.Chmod(temporary, 0o755); err != nil { // PostgreSQL may have another account
				t.Fatal(err)
			}
			command, problems := launchDemo(t, temporary)
			children := descendants(t, command.Process.Pid)
			if len(children) < 3 {
				t.Errorf("children %v: two nodes and PostgreSQL are more", children)
			}
			if err := command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			graceful := signal == syscall.SIGTERM
			if err := command.Wait(); graceful != (err == nil) || problems.Len() > 0 {
				t.Errorf("%v; %s", err, problems)
			}
			for deadline := time.Now().Add(patience); slices.ContainsFunc(children, runs); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("of %v some live on", children)
				}
			}
			if left, err := os.ReadDir(temporary); err != nil || (graceful && len(left) > 0) {
				t.Errorf("%v, left behind: %v", err, left)
			}
		})
	}
}
