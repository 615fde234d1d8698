package node

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/integrations/catalog"
	"atende/webhook/admin"
)

// askingOffice is an office of a clinic that asks a day before.
func askingOffice(t *testing.T) *office {
	o := newOffice(t)
	o.desk = newDesk(o.journal, o, Options{
		Clinic: catalog.Sample(), Now: func() time.Time { return noon }, Log: slog.New(slog.NewTextHandler(o.logs, nil)),
		Patience: conversation.Patience{Before: 24 * time.Hour},
	})
	return o
}

// told is an appointment of an upload, at the clinic's time.
func told(key, phone, doctor string, day, hour int) admin.Appointment {
	return admin.Appointment{Key: key, Phone: phone, Name: "Maria", Doctor: doctor, At: time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC), Local: true}
}

// takes uploads a list, and counts the phones that were told.
func (o *office) takes(list ...admin.Appointment) (admin.Uploaded, int) {
	o.t.Helper()
	before := len(o.told)
	done, err := o.Appointments(o.t.Context(), "rita", list)
	if err != nil {
		o.t.Fatal(err)
	}
	return done, len(o.told) - before
}

// What became of each appointment is counted as the session of the phone will see it, whether that has read what waits or
// not; the same again changes nothing.
func TestAppointmentsUpload(t *testing.T) {
	const other = "5511977776666"
	o := askingOffice(t)
	cancelled := told("a1", other, "101", 26, 9)
	cancelled.Cancelled = true
	abroad := admin.Appointment{Key: "z", Phone: mariaPhone, Name: "Maria", Doctor: "101", At: time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC)}
	for i, step := range []struct {
		list   []admin.Appointment
		want   admin.Uploaded
		phones int
	}{
		{[]admin.Appointment{told("a1", mariaPhone, "Ana Souza", 24, 9), told("a2", other, "bia nogueira", 24, 10), told("a3", mariaPhone, "DR JOÃO ALMEIDA", 25, 10)}, admin.Uploaded{Accepted: 3}, 2},
		{[]admin.Appointment{told("a1", mariaPhone, "101", 24, 9), told("a2", other, "301", 24, 10), told("a3", mariaPhone, "401", 25, 10)}, admin.Uploaded{Unchanged: 3}, 0},
		{[]admin.Appointment{told("a1", mariaPhone, "101", 25, 9)}, admin.Uploaded{Changed: 1}, 1},
		{[]admin.Appointment{told("a1", other, "101", 26, 9)}, admin.Uploaded{Changed: 1}, 2}, // the phone was put right
		{[]admin.Appointment{told("a1", other, "101", 26, 9)}, admin.Uploaded{Unchanged: 1}, 0},
		{[]admin.Appointment{cancelled}, admin.Uploaded{Cancelled: 1}, 1},
		{[]admin.Appointment{cancelled}, admin.Uploaded{Unchanged: 1}, 0},
		{[]admin.Appointment{told("b1", other, "101", 21, 9), told("b2", other, "101", 22, 9)}, admin.Uploaded{Skipped: 2}, 0}, // it is nine
		{[]admin.Appointment{told("b3", other, "101", 22, 10)}, admin.Uploaded{Accepted: 1}, 1},
		{[]admin.Appointment{abroad}, admin.Uploaded{Accepted: 1}, 1},
	} {
		got, phones := o.takes(step.list...)
		if diff := cmp.Diff(step.want, got); diff != "" || phones != step.phones {
			t.Errorf("step %d: %d phones, want %d\n%s", i, phones, step.phones, diff)
		}
	}
	known, err := o.phones(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, p := range known {
		for _, v := range p.state.Visits {
			if v.Answer != conversation.CalledOff {
				at = append(at, v.Key+" "+v.Slot.Date+" "+v.Slot.Hour)
			}
		}
	}
	slices.Sort(at)
	if want := []string{"a2 2026-11-24 10:00", "a3 2026-11-25 10:00", "b3 2026-11-22 10:00", "z 2026-11-27 00:00"}; !slices.Equal(at, want) {
		t.Errorf("known %q, want %q", at, want)
	}
	if strings.Contains(o.logs.String(), "Maria") || strings.Contains(o.logs.String(), mariaPhone) {
		t.Errorf("logged %s", o.logs)
	}
}

// A doctor that the catalogue does not have, or has twice, refuses all rows, and so does a clinic that asks nobody.
func TestAppointmentsThatCannotBe(t *testing.T) {
	o := askingOffice(t)
	_, err := o.Appointments(t.Context(), "rita", []admin.Appointment{told("a1", mariaPhone, "101", 24, 9), told("a2", mariaPhone, "Dra. Ana Sousa", 24, 10), told("a3", mariaPhone, "999", 24, 10)})
	var rows admin.RowsError
	if !errors.As(err, &rows) || len(rows) != 2 || len(o.told) > 0 {
		t.Errorf("%v, told %q", err, o.told)
	}
	if _, err := newOffice(t).Appointments(t.Context(), "rita", nil); !errors.Is(err, admin.ErrNoReminders) {
		t.Errorf("asks nobody: %v", err)
	}
	o.refusal = journal.ErrFull
	if _, err := o.Appointments(t.Context(), "rita", []admin.Appointment{told("a1", mariaPhone, "101", 24, 9)}); !errors.Is(err, journal.ErrFull) {
		t.Errorf("full: %v", err)
	}
}

// Export and erasure find what waits for the session of a phone, without its id in the access log, which is a hash of the
// phone.
func TestPhoneSessionsBelongToAPerson(t *testing.T) {
	o := askingOffice(t)
	o.takes(told("a1", mariaPhone, "101", 24, 9))
	found := 0
	err := o.Export(t.Context(), "rita", admin.Person{Phone: mariaPhone}, func(one admin.ExportedSession) error {
		found += len(one.Waiting)
		return nil
	})
	if err != nil || found != 1 {
		t.Errorf("exported %d, %v", found, err)
	}
	done, err := o.Erase(t.Context(), "rita", admin.Person{Phone: mariaPhone})
	if err != nil || done.Sessions != 1 {
		t.Errorf("erased %+v, %v", done, err)
	}
	lines, err := o.Accesses(t.Context(), 10)
	if err != nil || len(lines) != 5 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines {
		if line.Subject != "" {
			t.Errorf("the access log has %q", line.Subject)
		}
	}
}

// The waiting list of a doctor hears of each time that an upload gives up, before the phones do, where anybody waits.
func TestAppointmentsFreeTimes(t *testing.T) {
	o := askingOffice(t)
	o.known.Patience.Hold = time.Hour
	o.takes(told("a1", mariaPhone, "101", 24, 9), told("a2", mariaPhone, "301", 24, 10), told("a3", mariaPhone, "401", 25, 10))
	o.store(record.LineSession(101), `{"state":{"line":[{"session":"s","n":1}]}}`, "")
	o.store(record.LineSession(301), `{"state":{"line":[{"session":"s","n":1}]}}`, "")
	off := func(a admin.Appointment) admin.Appointment {
		a.Cancelled = true
		return a
	}
	for i, step := range []struct {
		list []admin.Appointment
		want []string
	}{
		{[]admin.Appointment{told("a1", mariaPhone, "101", 24, 9)}, nil},
		{[]admin.Appointment{told("a1", mariaPhone, "101", 24, 10)}, []string{"freed 101", "tell " + mariaPhone}},
		{[]admin.Appointment{told("a1", mariaPhone, "301", 24, 10)}, []string{"freed 101", "tell " + mariaPhone}},
		{[]admin.Appointment{off(told("a1", mariaPhone, "301", 24, 10)), off(told("a2", mariaPhone, "301", 24, 10))}, []string{"freed 301", "tell " + mariaPhone}},
		{[]admin.Appointment{off(told("a3", mariaPhone, "401", 25, 10))}, []string{"tell " + mariaPhone}}, // nobody waits
		{[]admin.Appointment{off(told("b1", mariaPhone, "101", 25, 10))}, []string{"freed 101", "tell " + mariaPhone}},
		{[]admin.Appointment{off(told("b1", mariaPhone, "101", 25, 10))}, nil},
	} {
		before := len(o.told)
		o.takes(step.list...)
		if got := o.told[before:]; !slices.Equal(got, step.want) {
			t.Errorf("step %d: told %q, want %q", i, got, step.want)
		}
	}
	o.refusal = journal.ErrFull
	if _, err := o.Appointments(t.Context(), "rita", []admin.Appointment{told("c", mariaPhone, "101", 25, 9)}); !errors.Is(err, journal.ErrFull) {
		t.Errorf("full: %v", err)
	}
}
