package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// victimVariable makes the test binary the process that is killed; its value is the journal's path.
const victimVariable = "ATENDE_TEST_JOURNAL_VICTIM"

const (
	victimSessions = 8
	victimAcks     = 400 // that we wait for before the kill
)

// victim accepts messages for ever and prints each that was accepted, as a 202 would tell it.  It
// ends by being killed, or when nobody reads any more.
func victim(path string) error {
	j, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for s := range victimSessions {
		go func() {
			for i := 0; ; i++ {
				in := journal.Incoming{SessionID: fmt.Sprint("s", s), MessageID: fmt.Sprint("m", i), Body: make([]byte, 500)}
				if err := j.Accept(context.Background(), in); err != nil {
					failed <- err
					return
				}
				if _, err := fmt.Fprintf(os.Stdout, "%s %s\n", in.SessionID, in.MessageID); err != nil {
					failed <- err
					return
				}
			}
		}()
	}
	return <-failed
}

// J4: what was acknowledged is there after kill -9, in order and once.  The killed process held the
// lock until then.
func TestNothingAcknowledgedIsLostByAKill(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	path := filepath.Join(t.TempDir(), "journal.db")
	acked := kill(ctx, t, path)

	j, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	rows := 0
	for s := range victimSessions {
		session := fmt.Sprint("s", s)
		waiting, err := j.Read(ctx, session, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range waiting {
			if want := fmt.Sprint("m", i); row.MessageID != want || len(row.Body) != 500 {
				t.Fatalf("session %s: row %d is %s with %d bytes, want %s", session, i, row.MessageID, len(row.Body), want)
			}
		}
		if got, want := len(waiting), acked[session]; got < want || got > want+1 { // one may be committed and not told
			t.Errorf("session %s: %d rows, %d were acknowledged", session, got, want)
		}
		rows += len(waiting)
	}
	if j.Pending() != rows {
		t.Errorf("Pending is %d, want %d", j.Pending(), rows)
	}
}

// kill starts a victim, kills it under load and returns how many messages it acknowledged by
// session.
func kill(ctx context.Context, t *testing.T, path string) map[string]int {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), victimVariable+"="+path)
	var complaint strings.Builder
	command.Stderr = &complaint
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	acked, lines := map[string]int{}, 0
	reader := bufio.NewReader(output)
	for {
		line, err := reader.ReadString('\n')
		if err == io.EOF {
			break // the last line may be torn: it was not told
		}
		if err != nil {
			t.Fatal(err)
		}
		session, _, _ := strings.Cut(line, " ")
		acked[session]++
		if lines++; lines == victimAcks {
			if _, err := sqlite.Open(ctx, path, sqlite.Options{}); err == nil || !strings.Contains(err.Error(), "in use by another process") {
				t.Errorf("opening beside the living process: %v", err)
			}
			if err := command.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = command.Wait() // "signal: killed" is what we wanted
	if lines < victimAcks {
		t.Fatalf("the process ended after %d messages: %s", lines, complaint.String())
	}
	return acked
}
