package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Intents lists the intents of one booking; see journal.Journal.
func (s *store) Intents(ctx context.Context, sessionID string, n int) ([]journal.Intent, error) {
	return ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) ([]journal.Intent, error) {
		rows, err := db.Query(ctx, `select n, attempt, token, slot, answer, at from intents
			where session_id = $1 and n = $2 order by attempt`, []byte(sessionID), n)
		if err != nil {
			return nil, err
		}
		var found []journal.Intent // nil when there is none
		var i journal.Intent
		_, err = pgx.ForEachRow(rows, []any{&i.N, &i.Attempt, &i.Token, &i.Slot, &i.Answer, &i.At}, func() error {
			i.At = i.At.UTC()
			found = append(found, i)
			return nil
		})
		return found, err
	})
}

// Answer records what became of an intent, once and whoever holds the session; see journal.Journal.
func (s *store) Answer(ctx context.Context, sessionID, token, answer string) error {
	_, err := affect(ctx, s.reads, `update intents set answer = $3 where session_id = $1 and token = $2 and answer = ''`,
		[]byte(sessionID), storable(token), storable(answer))
	return err
}

// Fact is what was learned of an agenda; see journal.Journal.
func (s *store) Fact(ctx context.Context, agendaID int) (journal.Fact, bool, error) {
	found, err := ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) (*journal.Fact, error) {
		fact := journal.Fact{AgendaID: agendaID}
		err := db.QueryRow(ctx, `select exclusive, at from agenda_facts where agenda_id = $1`, agendaID).Scan(&fact.Exclusive, &fact.At)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		return &fact, err
	})
	if err != nil || found == nil {
		return journal.Fact{}, false, err
	}
	found.At = found.At.UTC()
	return *found, true, nil
}

// Learn stores a fact; see journal.Journal.
func (s *store) Learn(ctx context.Context, fact journal.Fact) error {
	_, err := affect(ctx, s.reads, `insert into agenda_facts(agenda_id, exclusive, at) values($1, $2, $3)
		on conflict(agenda_id) do update set exclusive = excluded.exclusive, at = excluded.at`,
		fact.AgendaID, fact.Exclusive, milliseconds(fact.At))
	return err
}
