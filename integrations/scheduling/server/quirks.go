package server

import (
	"fmt"
	"strings"
)

// Quirks are habits of real scheduling APIs that a client must survive (spec A1 "client-side rules",
// A3, A4).  The demo and the tests switch them on.
type Quirks struct {
	OtherAgendas bool // A1 also lists the other doctors of the specialty
	PastDays     bool // A1 also lists days that are over
	PassedHours  bool // A1 also lists today's hours that are over
	TopLevel     bool // A4 answers description and preparo without the envelope
	OddRegister  bool // A3 answers a page of HTML
	SlowErrors   bool // every third call of an operation is executed, and answered 502 after 3 s all the same
}

// ParseQuirks reads a comma-separated list of other_agendas, past_days, passed_hours, top_level,
// odd_register and slow_errors, as ATENDE_SCHEDULING_QUIRKS holds it.  The empty list is no quirks.
func ParseQuirks(list string) (Quirks, error) {
	var q Quirks
	switches := map[string]*bool{
		"other_agendas": &q.OtherAgendas, "past_days": &q.PastDays, "passed_hours": &q.PassedHours,
		"top_level": &q.TopLevel, "odd_register": &q.OddRegister, "slow_errors": &q.SlowErrors,
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		on, known := switches[name]
		if !known {
			return Quirks{}, fmt.Errorf("unknown quirk %q (other_agendas, past_days, passed_hours, top_level, odd_register, slow_errors)", name)
		}
		*on = true
	}
	return q, nil
}
