package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// smallDisk is a file system of a few megabytes; false where nobody may mount one, and then there is
// nothing to see: the journal's own tests go through the same failures without a disk of their own.
func smallDisk(t *testing.T) (folder string, ok bool) {
	t.Helper()
	folder = t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=8m"); err != nil {
		t.Logf("no disk to fill: %v", err)
		return "", false
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder, true
}

// fill leaves no byte free on the disk of a folder; free gives everything back.
func fill(t *testing.T, folder string) (free func()) {
	t.Helper()
	path := filepath.Join(folder, "ballast")
	ballast, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer ballast.Close()
	for block := make([]byte, 1<<16); err == nil; {
		_, err = ballast.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// queue is patients who each say one thing, and what the agent promised them.
type queue struct {
	h        *house
	promised map[string]bool // session → still waits for its answer
	refused  []string
	n        int
}

// greet sends the first message of new patients until one is refused, at most n.
func (q *queue) greet(n int) {
	q.h.t.Helper()
	for range n {
		q.n++
		if q.say(fmt.Sprintf("s-%d", q.n)); len(q.refused) > 0 {
			return
		}
	}
}

// say sends the message of one patient.  What is not accepted is refused in the words of the contract.
func (q *queue) say(session string) {
	q.h.t.Helper()
	response, err := http.Post(q.h.agent.url()+"/webhook/message", "application/json", bytes.NewReader(event(session, session+"-1", "oi")))
	if err != nil {
		q.h.t.Fatal(err)
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusAccepted:
		q.promised[session] = true
	case http.StatusServiceUnavailable:
		q.refused = append(q.refused, session)
		if response.Header.Get("Retry-After") == "" {
			q.h.t.Error("503 without Retry-After")
		}
	default:
		q.h.t.Errorf("answered %s", response.Status)
	}
}

// kept waits until every promise is.
func (q *queue) kept() {
	q.h.t.Helper()
	deadline := time.After(patience)
	for len(q.promised) > 0 {
		select {
		case m := <-q.h.gateway.sent:
			if !strings.Contains(m.text, "Clínica Boa Vida") {
				q.h.t.Errorf("session %s got %q", m.session, m.text)
			}
			delete(q.promised, m.session)
		case <-deadline:
			q.h.t.Fatalf("%d accepted messages were never answered", len(q.promised))
		}
	}
}

// ready waits until the operators' page answers with this status.
func (h *house) ready(want int) {
	h.t.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/ready", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		status, page := h.do(request)
		if status == want {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("/ready answers %d %s, want %d", status, page, want)
		}
	}
}

// A disk that is full while the agent runs: messages are refused with 503 and Retry-After, the node is
// not ready, and it comes back by itself when there is room.  A message that was answered 202 before,
// during or after is answered.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk, ok := smallDisk(t)
	if !ok {
		return
	}
	h := newHouse(t, "ATENDE_DATABASE_URL", "sqlite:"+filepath.Join(disk, "atende.db"))
	q := &queue{h: h, promised: map[string]bool{}}
	q.greet(20)
	free := fill(t, disk)
	q.greet(500)
	if len(q.refused) == 0 {
		t.Fatal("everything was accepted on a full disk")
	}
	h.ready(http.StatusServiceUnavailable)
	free()
	h.ready(http.StatusOK)
	refused := q.refused
	q.refused = nil
	for _, session := range refused {
		q.say(session)
	}
	if len(q.refused) > 0 {
		t.Error("refused although there is room")
	}
	q.kept()
	h.measures("atende_journal_pending 0")
}

// After a crash on a full disk the agent does not start before there is room: exit code 1 and one line
// that says so.  Then what was accepted before is answered.
func TestKilledOnFullDisk(t *testing.T) {
	t.Parallel()
	disk, ok := smallDisk(t)
	if !ok {
		return
	}
	h := newHouse(t, "ATENDE_DATABASE_URL", "sqlite:"+filepath.Join(disk, "atende.db"))
	h.gateway.close()
	q := &queue{h: h, promised: map[string]bool{}}
	q.greet(20)
	free := fill(t, disk)
	q.greet(500)
	h.agent.kill()
	if code, says := h.refusedStart(nil); code != exitFailure || !strings.Contains(says, "the disk is full: make room") {
		t.Errorf("a start on a full disk: exit code %d, %q", code, says)
	}
	free()
	h.gateway.open()
	h.agent = start(t, h.env, "serve")
	h.ready(http.StatusOK)
	q.kept()
}

// brittleDisk is a disk that turns read-only when it is told to, the way Linux does it after an error of
// the device: nil where nobody may have one.
type brittleDisk struct {
	t      *testing.T
	image  string
	folder string
}

func newBrittleDisk(t *testing.T) *brittleDisk {
	t.Helper()
	d := &brittleDisk{t: t, image: filepath.Join(t.TempDir(), "image"), folder: t.TempDir()}
	if err := os.WriteFile(d.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.image, 24<<20); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"mkfs.ext4", "-q", "-F", d.image}, d.mount()} {
		if output, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Logf("no disk to break: %v %s", err, output)
			return nil
		}
	}
	t.Cleanup(d.release)
	return d
}

func (d *brittleDisk) mount() []string {
	return []string{"mount", "-o", "loop,errors=remount-ro", d.image, d.folder}
}

func (d *brittleDisk) release() {
	if err := unix.Unmount(d.folder, unix.MNT_DETACH); err != nil {
		d.t.Error(err)
	}
}

// fail makes the disk read-only.
func (d *brittleDisk) fail() {
	d.t.Helper()
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		d.t.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		if fields := strings.Fields(line); fields[1] == d.folder {
			trigger := "/sys/fs/ext4/" + filepath.Base(fields[0]) + "/trigger_fs_error"
			if err := os.WriteFile(trigger, []byte("1"), 0o200); err != nil {
				d.t.Fatal(err)
			}
			return
		}
	}
	d.t.Fatalf("%s is not mounted", d.folder)
}

// replace puts the disk, as it is, into service again.
func (d *brittleDisk) replace() {
	d.t.Helper()
	d.release()
	command := d.mount()
	if output, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		d.t.Fatalf("%v %s", err, output)
	}
}

// A disk that becomes read-only while the agent runs: nothing more is accepted, the node is not ready,
// and what was accepted before is answered when the disk is back.
func TestDiskBecomesReadOnly(t *testing.T) {
	t.Parallel()
	disk := newBrittleDisk(t)
	if disk == nil {
		return
	}
	h := newHouse(t, "ATENDE_DATABASE_URL", "sqlite:"+filepath.Join(disk.folder, "atende.db"))
	h.gateway.close()
	q := &queue{h: h, promised: map[string]bool{}}
	q.greet(20)
	disk.fail()
	q.greet(1)
	if len(q.promised) != 20 || len(q.refused) != 1 {
		t.Errorf("%d accepted, %d refused; want 20 before the failure and none after it", len(q.promised), len(q.refused))
	}
	h.ready(http.StatusServiceUnavailable)
	h.agent.kill()
	disk.replace()
	h.gateway.open()
	h.agent = start(t, h.env, "serve")
	h.ready(http.StatusOK)
	q.kept()
}
