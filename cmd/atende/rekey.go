package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"atende/actors/journal/sealed"
)

var rekeyPage = page{verb: "rekey", about: `
Encrypts what the journal holds of patients anew, with the first key of ATENDE_DATA_KEY_FILE, and what is still in
the clear for the first time.  Run it after a new key was put first in that file, and after encryption was switched
on.  The node behind --admin-listen does it for all nodes of a cluster, a hundred sessions at a time, while they
work.  Stopped in between, it may be run again; it then looks at everything again and writes what is left.

An old key is no longer needed when the last line says so.  Where a node wrote with it less than a minute ago, wait
until all have read the file again (10 seconds) and run it once more.  Backups from before need the old key for ever.`}

// rekeySettings are those of `atende rekey`.
type rekeySettings struct {
	nodeSettings
	json bool
}

// rekeyStep bounds one step; the node, which at the end looks through its database, has 10 minutes.
const rekeyStep = 11 * time.Minute

// rekeyVerb is `atende rekey`.
func rekeyVerb(ctx context.Context, w world, args []string) int {
	var s rekeySettings
	if err := rekeyPage.read(append(s.tableNode(), jsonRow(&s.json, "print how far it came as JSON")), w, args); err != nil {
		return refuse(w, "rekey", err)
	}
	done, err := s.all(ctx, w.wait("rekey", "encrypting"))
	if err != nil {
		return fail(w, "rekey", err)
	}
	if s.json {
		if err := writeJSON(w.out, done); err != nil {
			return fail(w, "rekey", err)
		}
	} else {
		fmt.Fprintf(w.out, "%s looked at, %d encrypted anew\n", plural(done.Looked, "value"), done.Rewritten)
	}
	switch {
	case done.Unreadable > 0:
		return fail(w, "rekey", fmt.Errorf("%s cannot be read with the keys that the node has: keep all keys", plural(done.Unreadable, "value")))
	case len(done.InUse) > 0:
		return fail(w, "rekey", fmt.Errorf("still needed: %s; written with not long ago, so run this again in a minute", strings.Join(done.InUse, ", ")))
	}
	if !s.json {
		fmt.Fprintln(w.out, "no other key is needed any more")
	}
	return exitOK
}

// all asks step by step until everything was looked at.
func (s *rekeySettings) all(ctx context.Context, working *waiting) (done sealed.Progress, err error) {
	defer working.end()
	for done.Stage != sealed.StageDone && err == nil {
		done, err = s.step(ctx, done)
		working.say("%s looked at", plural(done.Looked, "value"))
	}
	return done, err
}

// step asks for one step.
func (s *rekeySettings) step(ctx context.Context, from sealed.Progress) (done sealed.Progress, err error) {
	ctx, cancel := context.WithTimeout(ctx, rekeyStep)
	defer cancel()
	body, err := json.Marshal(from)
	if err != nil {
		return done, err
	}
	code, raw, err := s.askLong(ctx, http.MethodPost, "/admin/rekey", body)
	switch {
	case err != nil:
		return done, err
	case code == http.StatusConflict && reason(raw) == "no_data_key":
		return done, errors.New("the node has no data key: set ATENDE_DATA_KEY_FILE and start it again")
	case code != http.StatusOK:
		return done, s.answers(code, raw)
	case json.Unmarshal(raw, &done) != nil || done.Stage == sealed.StageBegin:
		return done, errNoNode
	}
	return done, nil
}
