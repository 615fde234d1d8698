package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
	"atende/actors/language"
	"atende/actors/session/record"
	"atende/webhook/admin"
)

// findMargin is what is left of a caller's time for the access log and the answer, once a list is cut.
const findMargin = 2 * time.Second

// Conversations lists what is stored, the newest first.  A look through all that takes too long ends with what was found.
func (d *desk) Conversations(ctx context.Context, by string, ask admin.Search) (admin.Conversations, error) {
	looking, cancel := ctx, context.CancelFunc(func() {})
	if until, limited := ctx.Deadline(); limited {
		looking, cancel = context.WithDeadline(ctx, until.Add(-findMargin))
	}
	defer cancel()
	list := admin.Conversations{Rows: []admin.Conversation{}}
	words := strings.Fields(ask.Words)
	err := d.each(looking, func(found journal.Stored) error {
		if (ask.Who != admin.Person{}) && !record.Concerns(found, ask.Who.CPF, ask.Who.Phone) {
			return nil
		}
		if row := d.listed(found); about(row, words) && (ask.Standing == "" || ask.Standing == row.Standing) {
			list.Found++
			list.Rows = newest(list.Rows, row)
		}
		return nil
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		list.Cut, err = true, nil
	}
	if err != nil {
		return admin.Conversations{}, fmt.Errorf("list: %w", err)
	}
	if err := d.record(ctx, by, "list", "", len(list.Rows)); err != nil {
		return admin.Conversations{}, err
	}
	return list, nil
}

// listed is a line of the list.
func (d *desk) listed(found journal.Stored) admin.Conversation {
	var shown admin.Timeline
	describe(&shown, found, d.now())
	return admin.Conversation{
		SessionID: found.SessionID, ChangedAt: found.ChangedAt, Standing: shown.Standing, Until: shown.Until, Waiting: shown.Waiting,
		Summary: record.Summarize(found, d.known),
	}
}

// about reports whether all words occur in a line.
func about(row admin.Conversation, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := row.SessionID
	if s := row.Summary; s != nil {
		text += " " + strings.Join([]string{s.Reason, s.Specialty, s.Doctor, s.Procedure, s.Plan, s.Chosen, s.Booked}, " ")
	}
	text = language.FoldWords(text)
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, language.Fold(word)) })
}

// newest puts a line in its place and keeps admin.MaxListed of them.
func newest(rows []admin.Conversation, row admin.Conversation) []admin.Conversation {
	at, _ := slices.BinarySearchFunc(rows, row, func(a, b admin.Conversation) int { return b.ChangedAt.Compare(a.ChangedAt) })
	if at == admin.MaxListed {
		return rows
	}
	rows = slices.Insert(rows, at, row)
	return rows[:min(len(rows), admin.MaxListed)]
}
