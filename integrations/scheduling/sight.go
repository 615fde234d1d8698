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
	// Discarded: none of its times is among the Slots, because it is not the doctor's, or nothing tells that it is.
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
	return Sight{Slots: c.doctors.usable(days, q, now), Agendas: c.doctors.sighted(days, q, now)}, nil
}

// sighted lists the agendas of an answer and says of each what usable does with it.
func (d directory) sighted(days []json.RawMessage, q Query, now time.Time) []Agenda {
	var list []Agenda
	names := d.roster(q)
	for _, raw := range days {
		var answered day
		if json.Unmarshal(raw, &answered) != nil {
			continue
		}
		_, passed := answered.open(q, now)
		for _, raw := range answered.Agendas {
			var a agenda
			if json.Unmarshal(raw, &a) == nil {
				a.Name = legible(a.Name) // it is shown
				names.add(a.Name)
				list = a.noted(list, passed)
			}
		}
	}
	for i, a := range list {
		list[i].Namesake = names.add(a.Name).closeness == sameFirstName
		list[i].Discarded = !names.takes(a.Name)
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
