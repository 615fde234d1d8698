package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// speech is how an agent speaks and how long it waits for an answer.
type speech struct {
	texts    *wording.Texts
	patience conversation.Patience
}

// table is what every verb takes that runs an agent.
func (s *speech) table() []setting {
	return append([]setting{
		{variable: "ATENDE_TEXTS", help: "path of a file (YAML) with texts of the clinic's own; see atende texts",
			set: texts(&s.texts)},
	}, s.tablePatience()...)
}

// maxConfirm is the earliest that an appointment is asked about.
const maxConfirm = 7 * 24 * time.Hour

// A time of the waiting list is kept for one patient from minHold to maxHold.
const minHold, maxHold = 15 * time.Minute, 12 * time.Hour

// tablePatience is how long it waits.
func (s *speech) tablePatience() []setting {
	return []setting{
		{variable: "ATENDE_NUDGE_AFTER", def: "1h", help: "remind a patient who was asked something of the open question after this long, once, by day; 0 never does",
			set: atLeastZero(&s.patience.Nudge)},
		{variable: "ATENDE_CLOSE_AFTER", def: "22h", help: "end a conversation (SEM_INTERESSE) after this long without an answer; 0 never does; WhatsApp lets nothing be said after 24h",
			set: atLeastZero(&s.patience.Close)},
		{variable: "ATENDE_CONFIRM_BEFORE", def: "0s", help: "ask who has an appointment whether they come, this long before it, by day, and once more on the morning; 24h is usual, 0 never does",
			set: daysAtMost(maxConfirm, &s.patience.Before)},
		{variable: "ATENDE_WAITING_LIST", def: "0s", help: "let patients wait for a time that could not be offered, and offer what comes free to one after the other, for this long each; 1h is usual, 15m to 12h, 0 has no list",
			set: zeroOr(timeBetween(minHold, maxHold, &s.patience.Hold))},
		{variable: "ATENDE_WAITING_LOOK", def: "10m", help: "how often the clinic's times are asked for an agenda for which anybody waits (ATENDE_WAITING_LIST), by day; at least 1m",
			set: timeBetween(time.Minute, 24*time.Hour, &s.patience.Look)},
	}
}

// daysAtMost takes a time of some days, or 0 for never.
func daysAtMost(most time.Duration, target *time.Duration) func(string) error {
	return func(value string) error {
		var d time.Duration
		if err := atLeastZero(&d)(value); err != nil {
			return err
		}
		if d > most {
			return fmt.Errorf("must be at most %s", most)
		}
		*target = d
		return nil
	}
}

// timeBetween takes a time within bounds.
func timeBetween(least, most time.Duration, target *time.Duration) func(string) error {
	return func(value string) error {
		var d time.Duration
		if err := atLeastZero(&d)(value); err != nil {
			return err
		}
		if d < least || d > most {
			return fmt.Errorf("must be from %s to %s", least, most)
		}
		*target = d
		return nil
	}
}

// zeroOr takes 0, too, for never.
func zeroOr(set func(string) error) func(string) error {
	return func(value string) error {
		var d time.Duration
		if err := atLeastZero(&d)(value); err == nil && d == 0 {
			return nil
		}
		return set(value)
	}
}

// texts reads a clinic's own texts.
func texts(target **wording.Texts) func(string) error {
	return func(path string) error {
		file, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("cannot be read: %w", withoutPath(err))
		}
		loaded, err := wording.Load(file)
		if err != nil {
			return err
		}
		*target = loaded
		return nil
	}
}

// withoutPath is the cause of a file's error; the path may hold what does not belong into a log.
func withoutPath(err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		return cause.Err
	}
	return err
}
