package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"atende/actors/wording"
	"atende/cmd/internal/node"
	"atende/cmd/internal/replay"
	"atende/integrations/catalog"
)

var replayPage = page{verb: "replay", about: `
Leads recorded conversations once more, with another catalogue or other texts, and tells whose end changes: a
change is tried on the patients of the last weeks before it meets those of tomorrow.  The recordings are the
masked histories of a running node (--admin-listen); --save keeps them in a file, and --from reads one.

  atende replay --catalog new.yaml --fail-on-change
  atende replay --save weeks.ndjson
  atende replay --from weeks.ndjson --texts new-texts.yaml

The rules agent leads every conversation twice, with the present files and with the candidates; nothing is
sent or booked.  A patient who is then asked something else, or by another list, reads what is asked and answers
from what the recording tells.  Exit 0: done; 1: it failed, or with --fail-on-change an end changed, a line could not be read or
there was no conversation; 2: bad settings.`}

// replaySettings are those of `atende replay`.
type replaySettings struct {
	nodeSettings
	from, save string // files, "" for none
	// present are the files as they are, candidate those that are tried: nil for the present ones.
	present, candidate struct {
		clinic *catalog.Clinic
		texts  *wording.Texts
	}
	speech       speech
	failOnChange bool
	json         bool
}

func (s *replaySettings) table() []setting {
	rows := []setting{
		{flag: "from", help: "a file with recordings, or HOST:PORT of a node's operators' listener; without it the node of --admin-listen is asked",
			set: text(&s.from)},
		{flag: "save", help: "a new file that keeps the recordings; alone, that is all that is done",
			set: text(&s.save)},
		{flag: "catalog", help: "path of the catalogue that is tried; without it, the present one",
			set: clinic(&s.candidate.clinic)},
		{flag: "texts", help: "path of the clinic's own texts that are tried; without it, the present ones",
			set: texts(&s.candidate.texts)},
		{variable: "ATENDE_CATALOG", flag: "against", help: "path of the present catalogue",
			set: clinic(&s.present.clinic)},
		{variable: "ATENDE_TEXTS", flag: "against-texts", help: "path of the clinic's own texts at present",
			set: texts(&s.present.texts)},
		{flag: "fail-on-change", def: "false", toggle: true, help: "exit 1 when an end changed",
			set: yesNo(&s.failOnChange)},
		jsonRow(&s.json, "print the report as JSON"),
	}
	return append(append(rows, s.speech.tablePatience()...), s.tableNode()...)
}

// verify finds what single rows cannot see.
func (s *replaySettings) verify() error {
	var problems []error
	tries := s.candidate.clinic != nil || s.candidate.texts != nil
	if !tries && s.save == "" {
		problems = append(problems, errors.New("--catalog, --texts: what is to be tried? (--save alone keeps the recordings)"))
	}
	if tries && s.present.clinic == nil {
		problems = append(problems, errors.New("ATENDE_CATALOG: is required, to compare with"))
	}
	if _, err := os.Lstat(s.save); s.save != "" && err == nil {
		problems = append(problems, errors.New("--save: there is a file of this name already"))
	}
	if s.from != "" {
		if _, err := os.Stat(s.from); err == nil {
			return errors.Join(problems...)
		}
		if address(&s.address)(s.from) != nil {
			problems = append(problems, errors.New("--from: is neither a file nor HOST:PORT"))
		}
		s.from = ""
	}
	return errors.Join(problems...)
}

// replayVerb is `atende replay`.
func replayVerb(ctx context.Context, w world, args []string) int {
	var s replaySettings
	err := replayPage.read(s.table(), w, args)
	if err == nil {
		err = s.verify()
	}
	if err != nil {
		return refuse(w, "replay", err)
	}
	if s.save != "" {
		working := w.wait("replay", "keeping recordings")
		err := s.keep(ctx)
		working.end()
		if err != nil {
			return fail(w, "replay", err)
		}
		if s.candidate.clinic == nil && s.candidate.texts == nil {
			return exitOK
		}
		s.from = s.save
	}
	working := w.wait("replay", "leading conversations")
	report, err := s.replay(ctx, working)
	working.end()
	if err != nil {
		return fail(w, "replay", err)
	}
	if err := s.print(w.out, report); err != nil {
		return fail(w, "replay", err)
	}
	if !s.failOnChange {
		return exitOK
	}
	if err := proven(report); err != nil {
		return fail(w, "replay", err)
	}
	if report.Changed > 0 {
		return exitFailure
	}
	return exitOK
}

// proven is why a report is no proof that nothing changes, nil if it is one: a gate must not be green because there
// was nothing to look at.
func proven(r replay.Report) error {
	switch {
	case r.Unreadable > 0:
		return fmt.Errorf("%s of the recording could not be read, so that nothing is proven", plural(r.Unreadable, "line"))
	case r.Conversations == 0:
		return errors.New("the recording has no conversations, so that nothing is proven")
	}
	return nil
}

// replay leads the recordings with both sides.
func (s *replaySettings) replay(ctx context.Context, working *waiting) (replay.Report, error) {
	recording, err := s.recording(ctx)
	if err != nil {
		return replay.Report{}, err
	}
	defer recording.Close()
	present := replay.Side{Clinic: node.Knowledge(s.present.clinic, s.present.texts, s.speech.patience)}
	tried := s.candidate
	if tried.clinic == nil {
		tried.clinic = s.present.clinic
	}
	if tried.texts == nil {
		tried.texts = s.present.texts
	}
	candidate := replay.Side{Clinic: node.Knowledge(tried.clinic, tried.texts, s.speech.patience)}
	reader := replay.NewReader(recording)
	reader.Told = func(n int) { working.say("%s", plural(n, "conversation")) }
	return replay.Run(ctx, reader, present, candidate)
}

// recording opens the file, or asks the node.
func (s *replaySettings) recording(ctx context.Context) (io.ReadCloser, error) {
	if s.from != "" {
		return os.Open(s.from)
	}
	return s.histories(ctx), nil
}

// keep writes the recordings to a file of their own, readable by its owner alone: what is masked is still
// nobody else's business.
func (s *replaySettings) keep(ctx context.Context) (err error) {
	recording, err := s.recording(ctx)
	if err != nil {
		return err
	}
	defer recording.Close()
	file, err := os.OpenFile(s.save, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(s.save)) // half of the recordings would pass for all of them
		}
	}()
	_, err = io.Copy(file, recording)
	return err
}

func (s *replaySettings) print(out io.Writer, report replay.Report) error {
	if !s.json {
		report.Write(out)
		return nil
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(report); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
