package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"atende/webhook/admin"
)

// personSettings are whom `atende erase` and `atende export` are about.
type personSettings struct {
	nodeSettings
	who   admin.Person
	input *bufio.Reader // standard input, once it is read
}

func (s *personSettings) tablePerson() []setting {
	return append([]setting{
		{flag: "cpf", help: "the person's CPF; - asks for it without showing it, or reads it from standard input: a command line stays in the shell's history",
			set: text(&s.who.CPF)},
		{flag: "phone", help: "or the phone, with country code; - asks for it likewise",
			set: text(&s.who.Phone)},
	}, s.tableNode()...)
}

const (
	// maxAnswerLine is the longest line that is read of standard input, in bytes.
	maxAnswerLine = 256
	// personLimit bounds one question about a person; the node, which looks through all sessions, has 10 minutes.
	personLimit = 11 * time.Minute
)

// verify reads what is to come from standard input, and checks whom the verb is about.
func (s *personSettings) verify(ctx context.Context, w world) error {
	s.input = bufio.NewReaderSize(io.LimitReader(w.in, 4*maxAnswerLine), maxAnswerLine)
	for _, row := range []struct {
		given *string
		words string
	}{{&s.who.CPF, "CPF (not shown): "}, {&s.who.Phone, "Phone with country code (not shown): "}} {
		if *row.given != "-" {
			continue
		}
		line, err := w.askedLine(ctx, row.words, true, s.line)
		if err != nil {
			return err
		}
		if *row.given = line; line == "" {
			return errors.New("--cpf, --phone: nothing came on standard input")
		}
	}
	who, err := s.who.Checked()
	if err != nil {
		return fmt.Errorf("--cpf, --phone: %w", err)
	}
	s.who = who
	return nil
}

// line reads a line of standard input, "" at its end.
func (s *personSettings) line() string {
	line, err := s.input.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "" // longer than an answer
	}
	return strings.TrimSpace(string(line))
}

// body is the request about the person.
func (s *personSettings) body() ([]byte, error) { return json.Marshal(s.who) }
