package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"time"

	"atende/webhook/admin"
)

var erasePage = page{verb: "erase", usage: "erase --cpf CPF | --phone PHONE", about: `
Forgets all that the agent has stored about a person (LGPD, art. 18): conversations, messages that wait,
reminders and history.  Any running node of a cluster does it for all; the one behind --admin-listen is asked,
and its access log names the sessions that were forgotten.

A conversation in which an appointment is being made is left until that has come to its end; the verb asks
again.  What the chat gateway and the clinic's scheduling API have is theirs to erase, and backups keep what
they held.

  atende erase --cpf -          asks for the CPF, or reads it from standard input`}

// eraseSettings are those of `atende erase`.
type eraseSettings struct {
	personSettings
	yes     bool
	json    bool
	timeout time.Duration
}

func (s *eraseSettings) table() []setting {
	return append(s.tablePerson(), []setting{
		{flag: "yes", def: "false", toggle: true, help: "do not ask back",
			set: yesNo(&s.yes)},
		{flag: "timeout", def: "1m", help: "how long to ask again while an appointment is being made",
			set: atLeastZero(&s.timeout)},
		jsonRow(&s.json, "print how many sessions were forgotten as JSON"),
	}...)
}

// eraseVerb is `atende erase`.
func eraseVerb(ctx context.Context, w world, args []string) int {
	var s eraseSettings
	err := erasePage.read(s.table(), w, args)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, s.verify(ctx, w))
	}
	if err == nil {
		err = s.confirm(ctx, w)
	}
	if err != nil {
		return refuse(w, "erase", err)
	}
	working := w.wait("erase", "looking through all conversations")
	erased, err := s.erase(ctx)
	working.end()
	switch {
	case s.json:
		fmt.Fprintf(w.out, "{\"sessions\":%d}\n", erased)
	case erased > 0:
		fmt.Fprintf(w.out, "%s forgotten\n", plural(erased, "session"))
	case err == nil:
		fmt.Fprintln(w.out, "nothing is stored about this person")
	}
	if err != nil {
		return fail(w, "erase", err)
	}
	return exitOK
}

// confirm asks whether it is meant.
func (s *eraseSettings) confirm(ctx context.Context, w world) error {
	if s.yes {
		return nil
	}
	const words = "All that the agent has stored about this person is forgotten, for good. Go on? [y/N] "
	if !isTerminal(w.in) {
		fmt.Fprint(w.err, words)
	}
	answer, err := w.askedLine(ctx, words, false, s.line)
	if err != nil {
		return err
	}
	switch strings.ToLower(answer) {
	case "y", "yes", "s", "sim":
		return nil
	default:
		return errors.New("nothing was erased (--yes does not ask)")
	}
}

// eraseAgain is the pause before a session that was busy is tried again.
const eraseAgain = time.Second

// erase asks until nothing is busy, and returns how many sessions were forgotten.
func (s *eraseSettings) erase(ctx context.Context) (erased int, err error) {
	patient, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for {
		done, err := s.once(ctx)
		erased += done.Sessions
		if err != nil || done.Busy == 0 {
			return erased, err
		}
		select {
		case <-time.After(eraseAgain):
		case <-patient.Done():
			return erased, fmt.Errorf("something is under way in %s, which therefore stays; ask again later", plural(done.Busy, "session"))
		}
	}
}

// once asks for one erasure.
func (s *eraseSettings) once(ctx context.Context) (done admin.Erasure, err error) {
	ctx, cancel := context.WithTimeout(ctx, personLimit)
	defer cancel()
	body, err := s.body()
	if err != nil {
		return done, err
	}
	code, raw, err := s.askLong(ctx, http.MethodPost, "/admin/erase", body)
	switch {
	case err != nil:
		return done, err
	case code != http.StatusOK:
		return done, s.answers(code, raw)
	case json.Unmarshal(raw, &done) != nil:
		return done, errNoNode
	}
	return done, nil
}
