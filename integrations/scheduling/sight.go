package scheduling

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

// maxSighted bounds the agendas of a Sight; an answer to a question about one doctor holds a few.
const maxSighted = 50

// Sight is an answer of A1 before and after the discards of spec A1, for an operator who asks why a
// doctor is never offered.
type Sight struct {
	// Slots are what Client.Slots returns.
	Slots []Slot
	// Agendas are the agendas that have times in the range and yet to come, in the order of the answer.
	Agendas []Agenda
}

// Agenda is a name of the answer (agendaNome), and how many times it came with.
type Agenda struct {
	Name  string
	Times int
	// Discarded: none of its times is among the Slots, because it is not the doctor's.
	Discarded bool
	// Namesake: it shares the doctor's first name and no other.
	Namesake bool
}

// Look is Slots for an operator: what was discarded by name is told, too.
func (c *Client) Look(ctx context.Context, q Query) (Sight, error) {
	days, now, err := c.days(ctx, q)
	if err != nil {
		return Sight{}, err
	}
	return Sight{Slots: usable(days, q, now), Agendas: sighted(days, q, now)}, nil
}

// sighted lists the agendas of an answer and says of each what usable does with it.
func sighted(days []json.RawMessage, q Query, now time.Time) []Agenda {
	var list []Agenda
	m, named := newMatcher(q.Doctor), false
	for _, raw := range days {
		var d day
		if json.Unmarshal(raw, &d) != nil {
			continue
		}
		_, passed := d.open(q, now)
		for _, raw := range d.Agendas {
			var a agenda
			if json.Unmarshal(raw, &a) == nil {
				named = named || m.match(a.Name) == sameDoctor
				list = a.noted(list, passed)
			}
		}
	}
	for i, a := range list {
		likeness := m.match(a.Name)
		list[i].Namesake = likeness == sameFirstName
		list[i].Discarded = likeness == otherDoctor || list[i].Namesake && named
	}
	return list
}

// noted adds the times of an agenda that are later than passed to its entry of the list.
func (a agenda) noted(list []Agenda, passed string) []Agenda {
	times := 0
	for range a.hours(passed) {
		times++
	}
	i := slices.IndexFunc(list, func(seen Agenda) bool { return seen.Name == a.Name })
	if i >= 0 {
		list[i].Times += times
	} else if times > 0 && len(list) < maxSighted {
		list = append(list, Agenda{Name: a.Name, Times: times})
	}
	return list
}

// Namesakes reports whether two doctors share the first name by which A1's agendas are told apart
// (spec A1), and whether other names of theirs tell them apart after all.
func Namesakes(a, b string) (share, apart bool) {
	likeness := newMatcher(a).match(b)
	return likeness != otherDoctor, likeness == sameFirstName
}
