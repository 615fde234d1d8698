package replay

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"atende/actors/session/history"
)

// Line is one line of a recording, as JSON: a turn of a session.  The lines of a session stand together, by Seq.
type Line struct {
	Session string        `json:"session"`
	Seq     int64         `json:"seq"`
	At      time.Time     `json:"at"`
	Turn    history.Entry `json:"turn"`
}

// Conversation is what is recorded of a session, oldest turn first.
type Conversation struct {
	Session string
	Turns   []history.Entry
}

// modeled reports that a language model led some of it.
func (c Conversation) modeled() bool {
	return slices.ContainsFunc(c.Turns, func(t history.Entry) bool { return t.Led != "" && !strings.HasPrefix(t.Led, "rules") })
}

// Bounds of a recording.
const (
	maxLine  = 1 << 20 // bytes of a line; a history entry has 64 KiB at most
	maxTurns = 1000    // of a session; a journal keeps 500
)

// Reader reads a recording, one conversation at a time.
type Reader struct {
	lines *bufio.Scanner
	ahead *Line
	// Unreadable counts lines that were no turn of a session; they are passed over.
	Unreadable int
	// Told, if set, hears how many conversations were read so far.
	Told func(conversations int)

	read int
}

// NewReader reads a recording from r.
func NewReader(r io.Reader) *Reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	return &Reader{lines: lines}
}

// Next is the next conversation, io.EOF after the last one.
func (r *Reader) Next() (Conversation, error) {
	var c Conversation
	for {
		line, err := r.line()
		if errors.Is(err, io.EOF) && c.Session != "" {
			break
		}
		if err != nil {
			return Conversation{}, err
		}
		if c.Session != "" && line.Session != c.Session {
			r.ahead = line
			break
		}
		c.Session = line.Session
		if len(c.Turns) < maxTurns {
			c.Turns = append(c.Turns, line.Turn)
		}
	}
	if r.read++; r.Told != nil {
		r.Told(r.read)
	}
	slices.SortStableFunc(c.Turns, func(a, b history.Entry) int { return cmp.Compare(a.Turn, b.Turn) })
	return c, nil
}

func (r *Reader) line() (*Line, error) {
	if ahead := r.ahead; ahead != nil {
		r.ahead = nil
		return ahead, nil
	}
	for r.lines.Scan() {
		if len(bytes.TrimSpace(r.lines.Bytes())) == 0 {
			continue
		}
		var line Line
		if json.Unmarshal(r.lines.Bytes(), &line) == nil && line.Session != "" && !line.Turn.At.IsZero() {
			return &line, nil
		}
		r.Unreadable++
	}
	if err := r.lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("recording: a line is longer than %d bytes: it is none", maxLine)
	} else if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	return nil, io.EOF
}
