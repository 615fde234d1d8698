package sealed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/journal/sealed"
	"atende/actors/journal/sqlite"
)

// words is what no file may hold.
const words = "Maria Prado 529.982.247-25 quer cardiologia"

// clinic is an encrypted journal in a file, with a clock that the test moves.
type clinic struct {
	t     *testing.T
	path  string // of the journal
	file  string // of the keys
	clock hand
	journal.Store
}

// newClinic opens a journal in a new file.
func newClinic(t *testing.T, keys string) *clinic {
	c := &clinic{t: t, path: filepath.Join(t.TempDir(), "journal.db"), file: filepath.Join(t.TempDir(), "keys")}
	if err := c.open(keys); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// open opens it with keys, "" for none.
func (c *clinic) open(keys string) error {
	c.t.Helper()
	inner, err := sqlite.Open(c.t.Context(), c.path, sqlite.Options{Now: c.clock.now})
	if err != nil {
		return err
	}
	var source *sealed.Source
	if keys != "" {
		write(c.t, c.file, keys)
		if source, err = sealed.FromFile(c.t.Context(), c.file); err != nil {
			return errors.Join(err, inner.Close())
		}
	}
	wrapped, err := sealed.Wrap(c.t.Context(), inner, sealed.Options{Keys: source, Now: c.clock.now})
	if err != nil {
		return errors.Join(err, inner.Close())
	}
	c.Store = wrapped
	return nil
}

func (c *clinic) close() {
	c.t.Helper()
	if c.Store == nil {
		return
	}
	if err := c.Close(); err != nil {
		c.t.Error(err)
	}
	c.Store = nil
}

func (c *clinic) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// turn leaves words of a patient in all places, and one message that waits.
func (c *clinic) turn(session string) {
	c.t.Helper()
	ctx := c.t.Context()
	for _, id := range []string{"m", "n"} {
		c.must(c.Accept(ctx, journal.Incoming{SessionID: session, MessageID: id, Body: []byte(words)}))
	}
	a, err := c.Activate(ctx, session, 1)
	c.must(err)
	rows, err := c.Read(ctx, session, 9)
	c.must(err)
	_, err = c.Commit(ctx, 1, journal.Commit{
		SessionID: session, Version: a.Version, State: []byte(words), Entry: []byte(words), Done: []int64{rows[0].Seq},
	})
	c.must(err)
}

// scribble leaves words of many lengths again and again, so that SQLite moves them from page to page and copies stay in
// what no row uses.
func (c *clinic) scribble() {
	c.t.Helper()
	ctx, dice := c.t.Context(), rand.New(rand.NewPCG(3, 9))
	some := func() []byte { return []byte(strings.Repeat(words, 1+dice.IntN(dice.IntN(200)+1))) }
	versions := map[string]int64{}
	for range 12 {
		for i := range 60 {
			session := fmt.Sprintf("%08x-session", uint32(i)*2654435761)
			if versions[session] == 0 {
				a, err := c.Activate(ctx, session, 1)
				c.must(err)
				versions[session] = a.Version
			}
			c.must(c.Accept(ctx, journal.Incoming{SessionID: session, MessageID: "m", Body: some()}))
			rows, err := c.Read(ctx, session, 9)
			c.must(err)
			commit := journal.Commit{SessionID: session, Version: versions[session], State: some(), Entry: some()}
			if dice.IntN(3) > 0 {
				commit.Done = []int64{rows[0].Seq}
			}
			versions[session], err = c.Commit(ctx, 1, commit)
			c.must(err)
		}
	}
}

// reads wants everything of a session to be there.
func (c *clinic) reads(session string) {
	c.t.Helper()
	stored, known, err := c.Look(c.t.Context(), session)
	c.must(err)
	entries, err := c.History(c.t.Context(), session, 9)
	c.must(err)
	if !known || string(stored.State) != words || len(stored.Waiting) != 1 || string(stored.Waiting[0].Body) != words ||
		len(entries) != 1 || string(entries[0].Body) != words {
		c.t.Fatalf("%s is %q, %d rows, %d entries", session, stored.State, len(stored.Waiting), len(entries))
	}
}

// inFiles counts what the file of the journal and its log hold.
func (c *clinic) inFiles(what string) (count int) {
	c.t.Helper()
	for _, name := range []string{c.path, c.path + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			c.t.Fatal(err)
		}
		count += bytes.Count(content, []byte(what))
	}
	return count
}

// rekey encrypts everything anew, each step by itself.
func (c *clinic) rekey() sealed.Progress {
	c.t.Helper()
	var p sealed.Progress
	for steps := 0; p.Stage != sealed.StageDone; steps++ {
		var err error
		p, err = c.Store.(sealed.Rekeyer).Rekey(c.t.Context(), p)
		c.must(err)
		if steps > 100 {
			c.t.Fatal("it comes to no end")
		}
	}
	return p
}

// Of what patients write and are, no byte is in the file or its log.
func TestNothingPlainIsInTheFile(t *testing.T) {
	c := newClinic(t, newLine(t))
	for i := range 30 {
		c.turn(fmt.Sprint("s-", i))
	}
	if c.inFiles("s-29") == 0 {
		t.Fatal("the search finds nothing, not even what is in the clear")
	}
	for _, part := range []string{"Prado", "529.982", "cardiologia"} {
		if got := c.inFiles(part); got != 0 {
			t.Errorf("%q is in %d places", part, got)
		}
	}
}

// What was there before encryption was switched on goes with the first rekey.
func TestNothingPlainIsLeft(t *testing.T) {
	c := newClinic(t, "")
	c.scribble()
	for i := range 30 {
		c.turn(fmt.Sprint("plain-", i))
	}
	if c.inFiles("Prado") == 0 {
		t.Fatal("the search finds nothing where everything is in the clear")
	}
	c.close()
	c.must(c.open(newLine(t)))
	for i := range 30 {
		c.turn(fmt.Sprint("sealed-", i))
	}
	if p := c.rekey(); p.Looked-p.Rewritten != 90 || p.Rewritten < 90 || p.Unreadable != 0 || len(p.InUse) != 0 {
		t.Errorf("it came to %+v", p)
	}
	for _, part := range []string{"Prado", "529.982", "cardiologia"} {
		if got := c.inFiles(part); got != 0 {
			t.Errorf("%q is left in %d places", part, got)
		}
	}
	for i := range 30 {
		c.reads(fmt.Sprint("plain-", i))
		c.reads(fmt.Sprint("sealed-", i))
	}
}

// A journal does not open without its keys, nothing of it is lost by the attempt, and the error is about the key.
func TestNoStartWithoutTheKey(t *testing.T) {
	right, wrong := newLine(t), newLine(t)
	c := newClinic(t, right)
	c.turn("s")
	c.close()
	for name, keys := range map[string]string{"no key": "", "another key": wrong, "another key, nothing written with it": sealed.Plain + "\n" + wrong} {
		var missing *sealed.KeyError
		if err := c.open(keys); !errors.As(err, &missing) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, keys := range []string{right, sealed.Plain + "\n" + right, wrong + right} {
		c.must(c.open(keys))
		c.reads("s")
		c.close()
	}
	if err := c.open(right); err == nil { // by now wrong was used, too
		t.Error("opened without a key that was used")
	}
}

// Keys are rotated while nodes run; a file that lacks a key that the journal needs is not taken over.
func TestRotation(t *testing.T) {
	first, second := newLine(t), newLine(t)
	c := newClinic(t, first)
	c.turn("old")
	write(t, c.file, second)
	var missing *sealed.KeyError
	if err := sealed.Renew(t.Context(), c.Store); !errors.As(err, &missing) {
		t.Fatalf("a file without the first key: %v", err)
	}
	c.reads("old")
	write(t, c.file, "# half a file")
	if sealed.Renew(t.Context(), c.Store) == nil {
		t.Error("a file without a key was read")
	}
	write(t, c.file, second+first)
	c.must(sealed.Renew(t.Context(), c.Store))
	c.turn("new")
	c.reads("old")
	c.reads("new")
	if a, b := c.keyOf("old"), c.keyOf("new"); a == b {
		t.Errorf("both are encrypted with %s", a)
	}
}

// keyOf is the id of the key that a session's state is encrypted with, "" for none.
func (c *clinic) keyOf(session string) string {
	c.t.Helper()
	stored, _, err := sealed.Inner(c.Store).Look(c.t.Context(), session)
	c.must(err)
	if !journal.IsSealed(stored.State) {
		return ""
	}
	return fmt.Sprintf("%x", stored.State[4:12])
}

// A node that another one is ahead of reads its file again when it meets a value with a new key, and is not ready while
// it lacks one.
func TestNodesOfOneJournal(t *testing.T) {
	var clock hand
	first, second := newLine(t), newLine(t)
	inner := memory.NewShared(memory.Options{Now: clock.now})
	node := func(keys string) (journal.Store, string) {
		path, source := keyFile(t, keys)
		one, err := sealed.Wrap(t.Context(), inner.Handle(), sealed.Options{Keys: source, Now: clock.now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = one.Close() })
		return one, path
	}
	bare, err := sealed.Wrap(t.Context(), inner.Handle(), sealed.Options{Now: clock.now})
	if err != nil {
		t.Fatal(err)
	}
	slow, slowFile := node(first)
	fast, _ := node(second + first)
	accept := func(session string) {
		t.Helper()
		if err := fast.Accept(t.Context(), journal.Incoming{SessionID: session, MessageID: "m", Body: []byte(words)}); err != nil {
			t.Fatal(err)
		}
	}
	accept("s")
	if _, err := slow.Read(t.Context(), "s", 9); !errors.Is(err, sealed.ErrUnknownKey) {
		t.Fatalf("read without the key: %v", err)
	}
	if err := slow.(journal.Checker).Ready(t.Context()); !errors.Is(err, sealed.ErrUnknownKey) {
		t.Errorf("ready without the key: %v", err)
	}
	write(t, slowFile, first+second)
	clock.pass(2 * time.Second)
	rows, err := slow.Read(t.Context(), "s", 9)
	if err != nil || len(rows) != 1 || string(rows[0].Body) != words {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	clock.pass(time.Minute)
	if err := slow.(journal.Checker).Ready(t.Context()); err != nil {
		t.Errorf("not ready with the key: %v", err)
	}
	// A node without any key cannot come in, and one that was there before takes nothing for what it is not.
	if _, err := bare.Read(t.Context(), "s", 9); !errors.Is(err, sealed.ErrUnknownKey) {
		t.Errorf("read without any key: %v", err)
	}
	if _, err := sealed.Wrap(t.Context(), inner.Handle(), sealed.Options{}); err == nil {
		t.Error("a node without a key came in")
	}
}

// A value opens in its own place alone: not in another session, not as another kind of value, not as another entry.
func TestValuesStayWhereTheyBelong(t *testing.T) {
	c := newClinic(t, newLine(t))
	c.turn("s")
	c.turn("t")
	inner := sealed.Inner(c.Store)
	s, _, err := inner.Look(t.Context(), "s")
	c.must(err)
	other, _, err := inner.Look(t.Context(), "t")
	c.must(err)
	entries, err := inner.History(t.Context(), "s", 9)
	c.must(err)
	row := s.Waiting[0]
	for name, test := range map[string]struct {
		put  journal.Replacement
		read func() error
	}{
		"the state of another session": {
			journal.Replacement{Kind: journal.StateValue, SessionID: "s", Old: s.State, New: other.State},
			func() error { _, err := c.Activate(t.Context(), "s", 1); return err },
		},
		"the message of another session": {
			journal.Replacement{Kind: journal.BodyValue, SessionID: "s", Seq: row.Seq, Old: row.Body, New: other.Waiting[0].Body},
			func() error { _, err := c.Read(t.Context(), "s", 9); return err },
		},
		"a message as an entry": {
			journal.Replacement{Kind: journal.EntryValue, SessionID: "s", Seq: entries[0].Seq, Old: entries[0].Body, New: row.Body},
			func() error { _, err := c.History(t.Context(), "s", 9); return err },
		},
		"an entry that was changed": {
			journal.Replacement{Kind: journal.EntryValue, SessionID: "s", Seq: entries[0].Seq, Old: entries[0].Body, New: flipped(entries[0].Body)},
			func() error { _, err := c.Histories(t.Context(), "", 0, 9); return err },
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.must(test.read())
			swap := func(r journal.Replacement) {
				t.Helper()
				if done, err := inner.Replace(t.Context(), []journal.Replacement{r}); err != nil || done != 1 {
					t.Fatalf("%d replaced, %v", done, err)
				}
			}
			swap(test.put)
			if err := test.read(); !errors.Is(err, sealed.ErrBroken) {
				t.Errorf("got %v", err)
			}
			test.put.Old, test.put.New = test.put.New, test.put.Old
			swap(test.put)
			c.must(test.read())
		})
	}
}

func flipped(value []byte) []byte {
	changed := bytes.Clone(value)
	changed[len(changed)/2] ^= 1
	return changed
}

// Rekey forgets an old key when nobody wrote with it since before it began, and not before; stopped and begun again it
// loses nothing.
func TestRekey(t *testing.T) {
	first, second := newLine(t), newLine(t)
	c := newClinic(t, first)
	for i := range 250 {
		c.turn(fmt.Sprintf("s-%03d", i))
	}
	write(t, c.file, second+first)
	c.must(sealed.Renew(t.Context(), c.Store))
	halfway, err := c.Store.(sealed.Rekeyer).Rekey(t.Context(), sealed.Progress{})
	c.must(err)
	if halfway.Rewritten != 200 || c.keyOf("s-000") == c.keyOf("s-249") {
		t.Fatalf("one step came to %+v", halfway)
	}
	if p := c.rekey(); p.Rewritten != 550 || len(p.InUse) != 1 {
		t.Errorf("just after the rotation it came to %+v", p)
	}
	c.clock.pass(59 * time.Second)
	if p := c.rekey(); p.Rewritten != 0 || len(p.InUse) != 1 {
		t.Errorf("before a minute it came to %+v", p)
	}
	c.clock.pass(time.Second)
	if p := c.rekey(); p.Looked != 750 || p.Rewritten != 0 || len(p.InUse) != 0 {
		t.Errorf("after a minute it came to %+v", p)
	}
	c.close()
	c.must(c.open(second))
	for i := range 250 {
		c.reads(fmt.Sprintf("s-%03d", i))
	}
}

// What cannot be read stays as it is, and no key is forgotten that it may need.
func TestRekeyKeepsWhatItCannotRead(t *testing.T) {
	first, second := newLine(t), newLine(t)
	c := newClinic(t, first)
	c.turn("s")
	stored, _, err := sealed.Inner(c.Store).Look(t.Context(), "s")
	c.must(err)
	broken := flipped(stored.State)
	_, err = sealed.Inner(c.Store).Replace(t.Context(), []journal.Replacement{{Kind: journal.StateValue, SessionID: "s", Old: stored.State, New: broken}})
	c.must(err)
	write(t, c.file, second+first)
	c.must(sealed.Renew(t.Context(), c.Store))
	c.clock.pass(time.Hour)
	if p := c.rekey(); p.Looked != 3 || p.Rewritten != 2 || p.Unreadable != 1 || len(p.InUse) != 1 {
		t.Errorf("it came to %+v", p)
	}
	if stored, _, err = sealed.Inner(c.Store).Look(t.Context(), "s"); err != nil || !bytes.Equal(stored.State, broken) {
		t.Errorf("the state was changed: %v", err)
	}
}

// A key that a node still writes with is not forgotten, however long ago it was rotated elsewhere.
func TestRekeyWaitsForTheLastWriter(t *testing.T) {
	var clock hand
	first, second := newLine(t), newLine(t)
	inner := memory.NewShared(memory.Options{Now: clock.now})
	wrap := func(keys string) journal.Store {
		_, source := keyFile(t, keys)
		one, err := sealed.Wrap(t.Context(), inner.Handle(), sealed.Options{Keys: source, Now: clock.now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = one.Close() })
		return one
	}
	behind := wrap(first + second)
	clock.pass(2 * time.Minute)
	ahead := wrap(second + first)
	writing := func() {
		t.Helper()
		if err := behind.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: []byte(words)}); err != nil {
			t.Fatal(err)
		}
	}
	pass := func(between func()) (p sealed.Progress) {
		t.Helper()
		var err error
		for p.Stage != sealed.StageDone {
			if p, err = ahead.(sealed.Rekeyer).Rekey(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			between()
		}
		return p
	}
	if p := pass(writing); len(p.InUse) != 1 {
		t.Errorf("while a node writes with it: %+v", p)
	}
	clock.pass(2 * time.Minute)
	if p := pass(func() {}); p.Rewritten == 0 || len(p.InUse) != 0 {
		t.Errorf("when it rests: %+v", p)
	}
	writing() // it is noted anew
	if keys, err := inner.Handle().DataKeys(t.Context()); err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

// Encryption is switched off as it was switched on.
func TestBackToPlain(t *testing.T) {
	key := newLine(t)
	c := newClinic(t, key)
	c.turn("s")
	write(t, c.file, sealed.Plain+"\n"+key)
	c.must(sealed.Renew(t.Context(), c.Store))
	c.turn("t")
	if c.keyOf("t") != "" {
		t.Error("it is still encrypted")
	}
	c.clock.pass(time.Hour)
	if p := c.rekey(); p.Rewritten != 3 || len(p.InUse) != 0 {
		t.Errorf("it came to %+v", p)
	}
	c.close()
	c.must(c.open(""))
	c.reads("s")
	c.reads("t")
}

// The hash by which a phone is known is of no use without the key, the same after a rotation and on every node.
func TestPhonesAreKeyed(t *testing.T) {
	first, second := newLine(t), newLine(t)
	c := newClinic(t, first)
	c.turn("s")
	note := journal.Contact{CPF: 7, SessionID: "s", At: c.clock.now()}
	since := c.clock.now().Add(-time.Hour)
	_, err := c.Contacts(t.Context(), "hash", since, note)
	c.must(err)
	plain, err := sealed.Inner(c.Store).Contacts(t.Context(), "hash", since)
	c.must(err)
	if len(plain) != 0 {
		t.Error("the hash is stored as it is")
	}
	want := []journal.Contact{note}
	knows := func() {
		t.Helper()
		got, err := c.Contacts(t.Context(), "hash", since)
		c.must(err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	knows()
	write(t, c.file, second+first)
	c.must(sealed.Renew(t.Context(), c.Store))
	knows()
	c.clock.pass(2 * time.Minute)
	c.rekey()
	c.close()
	c.must(c.open(second))
	knows()
}

// Files and commands that hold no keys are refused, with the reason and nothing of what they hold.
func TestSources(t *testing.T) {
	key := strings.TrimSpace(newLine(t))
	file := func(text string) error {
		path := filepath.Join(t.TempDir(), "leak")
		write(t, path, text)
		_, err := sealed.FromFile(t.Context(), path)
		return err
	}
	for name, test := range map[string]struct {
		text, want string // "": it is taken
	}{
		"a key":           {key, ""},
		"without padding": {strings.TrimRight(key, "="), ""},
		"hex":             {strings.Repeat("0123456789abcdef", 4), ""},
		"more":            {"# today's\r\n" + key + "\r\n\n" + newLine(t), ""},
		"plain":           {"plain\n" + key, ""},
		"plain later":     {key + "\nplain", "line 2: is no key"},
		"nothing":         {"# leak\n", "there is no key"},
		"only plain":      {"plain\n", "there is no key"},
		"short":           {"leakleakleak", "line 1: is no key"},
		"an example":      {strings.Repeat("00", 32), "line 1: is no key"},
		"twice":           {key + "\n" + key, "line 2: the key"},
		"long":            {strings.Repeat("#leak\n", 1<<14), "longer than"},
	} {
		t.Run(name, func(t *testing.T) { told(t, file(test.text), test.want) })
	}
	many := ""
	for range 17 {
		many += newLine(t)
	}
	told(t, file(many), "at most 16")
	_, err := sealed.FromFile(t.Context(), "/leak/at/all")
	told(t, err, "no such file")
	for command, want := range map[string]string{
		"echo " + key: "", "false": "exit code 1", "leak-of-all-things": "does not run", " ": "names no command", "echo leak": "line 1: is no key",
		"cat /dev/zero": "does not run",
	} {
		_, err := sealed.FromCommand(t.Context(), command)
		told(t, err, want)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = sealed.FromCommand(ended, "echo "+key)
	told(t, err, "no answer")
}

func told(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err == nil:
	case want == "" || err == nil:
		t.Errorf("got %v, want %q", err, want)
	case !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "leak"):
		t.Errorf("got %q, want %q in it", err, want)
	}
}
