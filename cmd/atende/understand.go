package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/understand"
	"atende/cmd/internal/node"
)

// maxLine bounds a line of standard input, in bytes.
const maxLine = 1 << 20

const understandUsage = `usage: atende understand [--now RFC3339] [--why [--clinic FILE]] TEXT...   (flags and texts in any order)

Prints what the agent understands of each TEXT, as one JSON object a line.  Without a TEXT it reads
standard input, one text a line; a line that begins with { is {"now":"RFC3339","text":"..."}.

  --now RFC3339   the time at which the texts are read; default: the present
  --why           behind each object a line for every phrase that occurs in its TEXT, indented: the group of phrases,
                  the words of the TEXT, the phrase, and the file and line where it stands; "red flag" before the
                  group says that it calls for an ambulance, "no red flag" that signs of an emergency do not, "lay word"
                  that it names a specialty or exam
  --clinic FILE   beside --why: a clinic file, whose own phrases are shown, too ("own phrase"), and of the lay words
                  only those for what it has
`

// understandVerb answers every text with one line (contract, "atende understand").
func understandVerb(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("understand", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	at := flags.String("now", "", "")
	why := flags.Bool("why", false, "")
	file := flags.String("clinic", "", "")
	switch err := flags.Parse(flagsFirst(flags, args)); {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(stdout, understandUsage)
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "atende understand: %v\n\n%s", err, understandUsage)
		return exitUsage
	}
	now := time.Now()
	if *at != "" {
		var err error
		if now, err = time.Parse(time.RFC3339, *at); err != nil {
			fmt.Fprintf(stderr, "atende understand: --now: %q is not an RFC 3339 time\n", *at)
			return exitUsage
		}
	}
	clinic := conversation.NewClinic(conversation.Clinic{})
	if *file != "" {
		known, _, err := loadClinic(*file)
		if !*why {
			err = errors.New("says nothing without --why")
		}
		if err != nil {
			fmt.Fprintf(stderr, "atende understand: --clinic: %v\n", err)
			return exitUsage
		}
		clinic = node.Knowledge(known, nil, conversation.Patience{})
	}
	out := bufio.NewWriter(stdout)
	answers := &understanding{out: out, clinic: clinic, why: *why}
	err := understandAll(flags.Args(), stdin, answers, now)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintf(stderr, "atende understand: %v\n", err)
		return exitFailure
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
