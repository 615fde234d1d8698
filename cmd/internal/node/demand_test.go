package node

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/webhook/admin"
)

// wish counts wishes as a turn does.
func (o *office) wish(id string, wishes ...journal.Demand) {
	o.t.Helper()
	active, err := o.journal.Activate(o.t.Context(), id, record.Schema)
	if err == nil {
		_, err = o.journal.Commit(o.t.Context(), record.Schema, journal.Commit{SessionID: id, Version: active.Version, State: []byte("{}"), Demand: wishes})
	}
	if err != nil {
		o.t.Fatal(err)
	}
}

// Wishes of many days are one row, in names of the catalogue.
func TestDemandInWords(t *testing.T) {
	o := newOffice(t)
	clinic := o.clinic
	specialty, doctor, plan := clinic.Specialties[0], clinic.Doctors[0], clinic.Plans[0]
	saturday := journal.Demand{
		SpecialtyID: specialty.ID, AgendaID: doctor.AgendaID, PlanID: plan.ID, Weekday: int(time.Saturday), Period: "morning", Cause: "wished",
	}
	on := func(d journal.Demand, day string) journal.Demand { d.Day = day; return d }
	sunday := journal.Demand{SpecialtyID: specialty.ID, Weekday: int(time.Sunday), Cause: "wished"}
	o.wish("a", on(saturday, "2026-11-20"), on(sunday, "2026-11-20"))
	o.wish("b", on(saturday, "2026-11-22"), on(saturday, "2026-11-22"))
	o.wish("e", journal.Demand{Day: "2026-11-22", Weekday: -1, Cause: "plan"})
	o.wish("c", journal.Demand{Day: "2026-11-22", SpecialtyID: 990, AgendaID: 991, PlanID: 992, Weekday: -1, Cause: "none"})
	o.wish("d", on(saturday, "2026-10-23"), on(saturday, "2026-11-23")) // before and after the last 30 days
	got, err := o.Demand(t.Context(), "", "")
	want := admin.Demand{From: "2026-10-24", To: "2026-11-22", Total: 6, Rows: []admin.DemandRow{
		{Specialty: specialty.Name, Doctor: doctor.Name, Plan: plan.Name, Weekday: "sat", Period: "morning", Cause: "wished", Count: 3},
		{Specialty: "#990", Doctor: "#991", Plan: "#992", Weekday: "any", Period: "any", Cause: "none", Count: 1},
		{Specialty: specialty.Name, Doctor: "any", Plan: "unknown", Weekday: "sun", Period: "any", Cause: "wished", Count: 1},
		{Specialty: "any", Doctor: "any", Plan: "unknown", Weekday: "any", Period: "any", Cause: "plan", Count: 1},
	}}
	if err != nil || !cmp.Equal(want, got) {
		t.Errorf("%v %s", err, cmp.Diff(want, got))
	}
	if got, err := o.Demand(t.Context(), "2026-11-20", "2026-11-20"); err != nil || got.Total != 2 || got.From != "2026-11-20" || got.To != "2026-11-20" {
		t.Errorf("of one day: %+v %v", got, err)
	}
	if log := o.accessLog(); len(log) != 0 {
		t.Errorf("nobody's data were looked at, and the access log says %q", log)
	}
}

func TestDemandRanges(t *testing.T) {
	o := newOffice(t)
	// Two in the morning in London: the clinic's day is the one before.
	o.now = func() time.Time { return time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC) }
	for _, test := range []struct{ from, to, first, last string }{
		{"", "", "2026-10-23", "2026-11-21"},
		{"", "2026-03-01", "2026-01-31", "2026-03-01"},
		{"2026-11-21", "", "2026-11-21", "2026-11-21"},
		{"2025-10-18", "2026-11-21", "2025-10-18", "2026-11-21"}, // 400 days
		{"2025-10-17", "2026-11-21", "", ""},
		{"2026-11-22", "", "", ""},
		{"2026-11-03", "2026-11-02", "", ""},
		{"21/11/2026", "", "", ""},
		{"", "amanhã", "", ""},
	} {
		first, last, err := o.days(test.from, test.to)
		if first != test.first || last != test.last || errors.Is(err, admin.ErrRange) != (test.first == "") {
			t.Errorf("%s..%s: %s..%s %v", test.from, test.to, first, last, err)
		}
	}
}
