package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"atende/actors/journal"
)

// Contacts notes contacts of a phone and lists them; see journal.Journal.
func (m *memory) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	since = milliseconds(since)
	for _, c := range note {
		if m.sessions[c.SessionID] != nil {
			m.noteContact(phone, since, c)
		}
	}
	found := slices.DeleteFunc(slices.Clone(m.contacts[phone]), func(c journal.Contact) bool { return c.At.Before(since) })
	slices.SortFunc(found, func(a, b journal.Contact) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.CPF, b.CPF)) })
	return found[:len(found):len(found)], nil
}

func (s *Store) noteContact(phone string, since time.Time, c journal.Contact) {
	c.At = milliseconds(c.At)
	list, recent := s.contacts[phone], 0
	for i, known := range list {
		if known.CPF == c.CPF {
			list[i] = c
			return
		}
		if !known.At.Before(since) {
			recent++
		}
	}
	if recent < journal.MaxContacts {
		s.contacts[phone] = append(list, c)
	}
}

// forgetContacts removes those that are gone, at most limit.
func (s *Store) forgetContacts(gone func(journal.Contact) bool, limit int) int {
	removed := 0
	for _, phone := range slices.Sorted(maps.Keys(s.contacts)) {
		left := slices.DeleteFunc(s.contacts[phone], func(c journal.Contact) bool {
			if removed >= limit || !gone(c) {
				return false
			}
			removed++
			return true
		})
		if s.contacts[phone] = left; len(left) == 0 {
			delete(s.contacts, phone)
		}
	}
	return removed
}
