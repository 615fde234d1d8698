package memory

import (
	"context"

	"atende/actors/journal"
)

// Fact is what was learned of an agenda; see journal.Journal.
func (m *memory) Fact(ctx context.Context, agendaID int) (journal.Fact, bool, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return journal.Fact{}, false, err
	}
	defer leave()
	fact, known := m.facts[agendaID]
	return fact, known, nil
}

// Learn stores a fact; see journal.Journal.
func (m *memory) Learn(ctx context.Context, fact journal.Fact) error {
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	fact.At = milliseconds(fact.At)
	m.facts[fact.AgendaID] = fact
	return nil
}
