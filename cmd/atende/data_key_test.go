package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atende/webhook/admin"
)

// newDataKey is a key as a file has it.
func newDataKey(t *testing.T) string {
	t.Helper()
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(secret) + "\n"
}

// rewriteFile changes a file as an editor does.
func rewriteFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// refuses starts the agent with a variable more and wants it to say why not, in one line.
func (h *house) refuses(variable, value, want string) {
	h.t.Helper()
	command := exec.Command("atende", "serve")
	command.Env = append(variables(h.t, h.env), variable+"="+value)
	var said bytes.Buffer
	command.Stderr = &said
	_ = command.Run() // the exit code is looked at
	if code := command.ProcessState.ExitCode(); code != exitUsage || strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), want) {
		h.t.Errorf("%s=%s: exit code %d, %q", variable, value, code, said.String())
	}
}

// A file of keys that everybody may read is warned of, and taken.
func TestDataKeyForEverybody(t *testing.T) {
	t.Parallel()
	for mode, warned := range map[os.FileMode]bool{0o644: true, 0o640: false} {
		file := secretFile(t, newDataKey(t))
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		keys := dataKeys{file: file}
		if keys.exposed() != warned {
			t.Errorf("%o: %t", mode, !warned)
		}
	}
	file := secretFile(t, newDataKey(t))
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, "ATENDE_DATA_KEY_FILE", file)
	if said := h.agent.log(); !strings.Contains(said, "can be read by everybody") || strings.Contains(said, file) {
		t.Error(said)
	}
}

// With a data key nothing of a patient is in a file of the journal, its log and its backup included, while everything
// that reads the journal works as before: over a rotation of the key, a rekey, and starts without the key, which are
// refused and lose nothing.
func TestDataKey(t *testing.T) {
	t.Parallel()
	first, second := newDataKey(t), newDataKey(t)
	file := secretFile(t, first)
	h := newHouse(t, "ATENDE_DATA_KEY_FILE", file)
	h.books("s-1")
	h.measures("atende_journal_pending 0")
	h.readable("s-1")
	copied := filepath.Join(t.TempDir(), "copy.db")
	command := exec.Command("atende", "backup", "--to", copied)
	command.Env = variables(t, h.env)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	content, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range mariaIs {
		if bytes.Contains(content, []byte(word)) && word != "05/03/1980" { // our texts have it for an example
			t.Errorf("%q is in the backup", word)
		}
	}

	rewriteFile(t, file, second+first)
	if log := h.agent.logOf("the data keys changed"); !strings.Contains(log, "the data keys changed") {
		t.Fatalf("the file was not read again:\n%s", log)
	}
	h.says("s-2", "s-2-1", "oi, quero marcar com a dra. Ana, particular")
	h.gateway.hears("s-2", "*1*")
	h.says("s-2", "s-2-2", "1")
	h.gateway.hears("s-2", "Maria") // the contact of the phone was found, too
	h.measures("atende_journal_pending 0")
	// The first key wrote a moment ago, so it is still needed for all that the agent knows.
	if out, code := h.verb("", "rekey"); code != exitFailure || !strings.Contains(out, "encrypted anew") || !strings.Contains(out, "run this again in a minute") {
		t.Errorf("rekey: exit code %d\n%s", code, out)
	}
	h.readable("s-1")
	if _, accesses := h.desk("/admin/accesses", nil); !strings.Contains(accesses, `"operator":"rita","action":"rekey"`) {
		t.Errorf("access log %s", accesses)
	}

	h.gateway.close() // what comes now waits
	h.says("s-3", "m1", "oi, sou a Maria Aparecida")
	h.agent.kill()
	h.refuses("ATENDE_DATA_KEY_FILE", "", "atende serve: ATENDE_DATA_KEY_FILE: the journal is encrypted with the data key ")
	h.refuses("ATENDE_DATA_KEY_FILE", secretFile(t, newDataKey(t)), "which is not given")
	h.refuses("ATENDE_DATA_KEY_FILE", secretFile(t, "leak"), "line 1: is no key")
	h.refuses("ATENDE_DATA_KEY_COMMAND", "cat "+file, "are both set, one is enough")
	if found := h.stored(mariaIs...); len(found) > 0 {
		t.Errorf("the files hold %q", found)
	}
	delete(h.env, "ATENDE_DATA_KEY_FILE")
	h.env["ATENDE_DATA_KEY_COMMAND"] = "cat " + file
	h.gateway.open()
	h.agent = start(t, h.env, "serve")
	h.gateway.hears("s-3", "Clínica Boa Vida")
	h.measures("atende_journal_pending 0")
	h.readable("s-1")
	if out, code := h.verb("", "erase", "--phone", "5511988887777", "--yes"); code != exitOK || out != "3 sessions forgotten\n" {
		t.Errorf("erase: exit code %d: %s", code, out)
	}

	h.agent.stop() // and the backup is as good as the journal, with a key of then
	h.env["ATENDE_DATABASE_URL"] = "sqlite:" + copied
	h.agent = start(t, h.env, "serve")
	if out, code := h.verb("", "conversation", "s-1"); code != exitOK || !strings.Contains(out, "turn 4") {
		t.Errorf("conversation of the backup: exit code %d\n%s", code, out)
	}
}

// readable wants a booking of Maria to be found by all that reads the journal, and by nobody who reads its files.
func (h *house) readable(session string) {
	h.t.Helper()
	h.timeline(session, func(s admin.Timeline) bool { return len(s.Turns) == 4 && s.Waiting == 0 })
	if out, code := h.verb("", "conversation", session); code != exitOK || !strings.Contains(out, "turn 4") {
		h.t.Errorf("conversation: exit code %d\n%s", code, out)
	}
	if out, code := h.verb("529.982.247-25\n", "export", "--cpf", "-"); code != exitOK || !strings.Contains(out, `"session":"`+session+`"`) ||
		!strings.Contains(out, "Maria Aparecida da Silva") {
		h.t.Errorf("export: exit code %d\n%s", code, out)
	}
	if out, code := h.verb("", "demand"); code != exitOK {
		h.t.Errorf("demand: exit code %d\n%s", code, out)
	}
	if status, answer := h.desk("/admin/history", nil); status != http.StatusOK || !strings.Contains(answer, session) {
		h.t.Errorf("history: %d %s", status, answer)
	}
	if found := h.stored(mariaIs...); len(found) > 0 {
		h.t.Errorf("the files hold %q", found)
	}
}
