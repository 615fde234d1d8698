package session

import (
	"testing"

	"atende/actors/session/record"
)

// A record is written so that every node of the cluster can read it.
func TestFormat(t *testing.T) {
	for floor, want := range map[int]int{0: max(record.Schema-1, 1), record.Schema: record.Schema, record.Schema + 1: record.Schema} {
		s := &session{Behavior: NewBehavior(Config{Floor: func() int { return floor }})}
		if got := s.format(); got != want {
			t.Errorf("floor %d: writes %d, want %d", floor, got, want)
		}
	}
}
