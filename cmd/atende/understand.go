package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/understand"
	"atende/cmd/internal/node"
	"atende/integrations/catalog"
)

// maxLine bounds a line of standard input, in bytes.
const maxLine = 1 << 20

var understandPage = page{verb: "understand", usage: "understand TEXT...", about: `
Prints what the agent understands of each TEXT, as one JSON object a line.  Without a TEXT it reads
standard input, one text a line; a line that begins with { is {"now":"RFC3339","text":"..."}.
Flags and texts may stand in any order; behind -- all are texts.

With --why, behind each object there is a line for every phrase that occurs in its TEXT, indented: the group of
phrases, the words of the TEXT, the phrase, and the file and line where it stands; "red flag" before the group says
that it calls for an ambulance, "no red flag" that signs of an emergency do not, "lay word" that it names a specialty
or exam, "own phrase" that it is of the clinic's own file.`}

// understandSettings are those of `atende understand`.
type understandSettings struct {
	now    time.Time
	why    bool
	clinic *catalog.Clinic // nil: none
	json   bool
}

func (s *understandSettings) table() []setting {
	return []setting{
		{flag: "now", help: "the time at which the texts are read, as 2026-11-23T08:00:00-03:00 (RFC 3339); without it, the present",
			set: rfc3339(&s.now)},
		{flag: "why", def: "false", toggle: true, help: "print, too, which phrases were found in each text, and where they stand",
			set: yesNo(&s.why)},
		{flag: "clinic", help: "beside --why: a clinic file, whose own phrases are shown, too, and of the lay words only those for what it has",
			set: clinic(&s.clinic)},
		jsonRow(&s.json, "print JSON, as it does anyway; not beside --why"),
	}
}

// rfc3339 takes a time with its zone.
func rfc3339(target *time.Time) func(string) error {
	return func(value string) error {
		at, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return errors.New("must be a time such as 2026-11-23T08:00:00-03:00 (RFC 3339)")
		}
		*target = at
		return nil
	}
}

// read takes flags and texts in any order.
func (s *understandSettings) read(w world, args []string) (texts []string, err error) {
	sorted := flagsFirst(flagsOf(s.table(), nil, nil), args)
	end := slices.Index(sorted, "--")
	if err := understandPage.read(s.table(), w, sorted[:end]); err != nil {
		return nil, err
	}
	switch {
	case s.clinic != nil && !s.why:
		err = errors.New("--clinic: says nothing without --why")
	case s.json && s.why:
		err = errors.New("--json: what --why prints is for people")
	}
	return sorted[end+1:], err
}

// understandVerb answers every text with one line (contract, "atende understand").
func understandVerb(_ context.Context, w world, args []string) int {
	s := understandSettings{now: time.Now()}
	texts, err := s.read(w, args)
	if err != nil {
		return refuse(w, "understand", err)
	}
	known := conversation.NewClinic(conversation.Clinic{})
	if s.clinic != nil {
		known = node.Knowledge(s.clinic, nil, conversation.Patience{})
	}
	out := bufio.NewWriter(w.out)
	err = understandAll(texts, w.in, &understanding{out: out, clinic: known, why: s.why}, s.now)
	if err = errors.Join(err, out.Flush()); err != nil {
		return fail(w, "understand", err)
	}
	return exitOK
}

// understanding writes the answers.
type understanding struct {
	out    *bufio.Writer
	clinic *conversation.Clinic
	why    bool // with the phrases
}

func (u *understanding) answer(text string, now time.Time) error {
	answers := json.NewEncoder(u.out)
	answers.SetEscapeHTML(false)
	err := answers.Encode(understand.Read(text, now))
	if !u.why {
		return err
	}
	alarm, signs := emergency.Why(text)
	own, lay := u.clinic.Why(text)
	flag := "no red flag "
	if alarm {
		flag = "red flag "
	}
	return errors.Join(err, u.reasons("", understand.Why(text, now)), u.reasons(flag, signs),
		u.reasons("own phrase ", own), u.reasons("lay word ", lay), u.purpose(text))
}

// purpose writes what the text would be handed over for if it opened a conversation, where that is likelier than not.
func (u *understanding) purpose(text string) error {
	kind, sure, words := rules.Purpose(text)
	if sure < 0.5 {
		return nil
	}
	_, err := fmt.Fprintf(u.out, "  purpose %s, %.2f: %q\n", kind, sure, words)
	return err
}

// reasons writes a line for each phrase.
func (u *understanding) reasons(of string, phrases []understand.Reason) (err error) {
	for _, r := range phrases {
		_, lineErr := fmt.Fprintf(u.out, "  %s%s %q: %s (%s)\n", of, r.Group, r.Words, r.Phrase, r.At)
		err = errors.Join(err, lineErr)
	}
	return err
}

// understandAll answers the texts, or without any the lines of stdin.
func understandAll(texts []string, stdin io.Reader, answers *understanding, now time.Time) error {
	for _, text := range texts {
		if err := answers.answer(text, now); err != nil {
			return err
		}
	}
	if len(texts) > 0 {
		return nil
	}
	in := bufio.NewReader(stdin)
	for {
		line, last, err := readLine(in)
		if err != nil || last && line == "" {
			return err
		}
		text, when := question(line, now)
		if err := answers.answer(text, when); err != nil {
			return err
		}
		if in.Buffered() == 0 { // whoever waits for this answer before the next question gets it
			if err := answers.out.Flush(); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
	}
}

// readLine reads a line without its end.  What exceeds maxLine is left out, so that the answers stay
// in step with the lines.
func readLine(in *bufio.Reader) (line string, last bool, err error) {
	var b bytes.Buffer
	for {
		part, err := in.ReadSlice('\n')
		if room := maxLine - b.Len(); room > 0 {
			b.Write(part[:min(len(part), room)])
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			last = true
		case err != nil:
			return "", true, err
		}
		return strings.TrimRight(b.String(), "\r\n"), last, nil
	}
}

// question reads the JSON form of a line.  A line that is not such an object is itself the text, and
// a time that is none leaves the one given.
func question(line string, now time.Time) (string, time.Time) {
	if !strings.HasPrefix(line, "{") {
		return line, now
	}
	var asked struct {
		Now  string `json:"now"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal([]byte(line), &asked); err != nil {
		return line, now
	}
	if at, err := time.Parse(time.RFC3339, asked.Now); err == nil {
		now = at
	}
	return asked.Text, now
}
