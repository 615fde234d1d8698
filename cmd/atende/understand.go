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

	"atende/actors/understand"
)

// maxLine bounds a line of standard input, in bytes.
const maxLine = 1 << 20

const understandUsage = `usage: atende understand [--now RFC3339] [--why] TEXT...

Prints what the agent understands of each TEXT, as one JSON object a line.  Without a TEXT it reads
standard input, one text a line; a line that begins with { is {"now":"RFC3339","text":"..."}.

  --now RFC3339   the time at which the texts are read; default: the present
  --why           behind each object a line for every phrase that occurs in its TEXT, indented: the group of phrases,
                  the words of the TEXT, the phrase, and the file and line where it stands
`

// understandVerb answers every text with one line (contract, "atende understand").
func understandVerb(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("understand", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	at := flags.String("now", "", "")
	why := flags.Bool("why", false, "")
	switch err := flags.Parse(args); {
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
	out := bufio.NewWriter(stdout)
	err := understandAll(flags.Args(), stdin, &understanding{out: out, why: *why}, now)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintf(stderr, "atende understand: %v\n", err)
		return exitFailure
	}
	return exitOK
}

// understanding writes the answers.
type understanding struct {
	out *bufio.Writer
	why bool // with the phrases
}

func (u *understanding) answer(text string, now time.Time) error {
	answers := json.NewEncoder(u.out)
	answers.SetEscapeHTML(false)
	err := answers.Encode(understand.Read(text, now))
	if !u.why {
		return err
	}
	for _, reason := range understand.Why(text, now) {
		_, lineErr := fmt.Fprintf(u.out, "  %s %q: %s (%s)\n", reason.Group, reason.Words, reason.Phrase, reason.At)
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
