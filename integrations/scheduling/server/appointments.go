package server

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// maxAppointments bounds what Appointments returns.
const maxAppointments = 10_000

// Appointment is one booking, for the demo's side panel and for tests.
type Appointment struct {
	ID           int
	PatientID    int
	PatientName  string
	CPF          string
	PlanID       int
	AgendaID     int
	Doctor       string // name in the clinic file, "" if it is no longer there
	ProcedureIDs []int
	Day          string // YYYY-MM-DD, the clinic's
	Hour         string // HH:MM, the clinic's
	Intent       string // header Atende-Intent, "" if there was none
	Description  string
	Preparation  string
	CreatedAt    time.Time
}

// Appointments are the bookings in the order they were made, the first 10,000.  The error is the
// database's.
func (s *Server) Appointments(ctx context.Context) ([]Appointment, error) {
	rows, err := s.database.reader.QueryContext(ctx, `
		select a.id, a.patient_id, p.name, p.cpf, a.plan_id, a.agenda_id, a.services, a.day, a.hour,
		       coalesce(a.intent, ''), a.description, a.preparation, a.created_at
		from appointments a join patients p on p.id = a.patient_id
		order by a.id limit ?`, maxAppointments)
	if err != nil {
		return nil, fmt.Errorf("list appointments: %w", err)
	}
	defer rows.Close()
	var out []Appointment
	for rows.Next() {
		var a Appointment
		var services string
		var created int64
		if err := rows.Scan(&a.ID, &a.PatientID, &a.PatientName, &a.CPF, &a.PlanID, &a.AgendaID, &services,
			&a.Day, &a.Hour, &a.Intent, &a.Description, &a.Preparation, &created); err != nil {
			return nil, fmt.Errorf("list appointments: %w", err)
		}
		if err := json.Unmarshal([]byte(services), &a.ProcedureIDs); err != nil {
			return nil, fmt.Errorf("list appointments: services of %d: %w", a.ID, err)
		}
		a.Doctor = s.clinic.doctors[a.AgendaID].Name
		a.CreatedAt = time.UnixMilli(created)
		out = append(out, a)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list appointments: %w", err)
	}
	return out, nil
}

// slotKey is a slot as the database knows it.
type slotKey struct {
	agendaID  int
	day, hour string
}

func (s slot) key() slotKey { return slotKey{s.agendaID, s.day(), s.hour()} }

// busy is when agendas are occupied.
type busy map[agendaDay][]stretch

// agendaDay is one day of one agenda.
type agendaDay struct {
	agendaID int
	day      string // YYYY-MM-DD
}

// meets says whether somebody is with the doctor in any part of a slot.
func (b busy) meets(s slot) bool {
	return slices.ContainsFunc(b[agendaDay{s.agendaID, s.day()}], s.stretch().overlaps)
}

// busy is when the agendas are occupied from first to last, both inclusive.
func (s *Server) busy(ctx context.Context, db querier, agendas []int, first, last time.Time) (busy, error) {
	ids, err := json.Marshal(agendas)
	if err != nil {
		return nil, fmt.Errorf("booked slots: %w", err)
	}
	rows, err := db.QueryContext(ctx, `
		select agenda_id, day, hour, coalesce(minutes, 0) from appointments
		where agenda_id in (select value from json_each(?)) and day between ? and ?`,
		string(ids), first.Format(time.DateOnly), last.Format(time.DateOnly))
	if err != nil {
		return nil, fmt.Errorf("booked slots: %w", err)
	}
	defer rows.Close()
	out := busy{}
	for rows.Next() {
		var on agendaDay
		var hour string
		var minutes int
		if err := rows.Scan(&on.agendaID, &on.day, &hour, &minutes); err != nil {
			return nil, fmt.Errorf("booked slots: %w", err)
		}
		day, err := time.Parse(time.DateOnly, on.day)
		if err != nil {
			return nil, fmt.Errorf("booked slots: %w", err)
		}
		from := sinceMidnight(hour)
		length := time.Duration(minutes) * time.Minute
		if minutes == 0 {
			length = s.calendar.step(on.agendaID, day, from)
		}
		out[on] = append(out[on], stretch{from, from + length})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("booked slots: %w", err)
	}
	return out, nil
}

// errTaken is a 409: somebody else has the slot (contract).
var errTaken = &refusal{http.StatusConflict, "Este horário acabou de ser reservado por outra pessoa."}

// earlier is a booking that stands, as far as a repeat of its call is compared with it.
type earlier struct {
	patientID int
	planID    int
	services  string
	slot      slotKey
	answer    confirmation
}

// firstAnswer finds what the same patient was told for the same intent or the same slot; repeated is
// false when this call is the first.  It fails when the intent was used for something else, or the
// slot is booked for another patient, plan or procedure: a success would promise what was not asked.
func firstAnswer(ctx context.Context, tx *sql.Tx, b booking, wanted slot) (first confirmation, repeated bool, err error) {
	const columns = `select patient_id, plan_id, services, agenda_id, day, hour, description, preparation from appointments where `
	key := wanted.key()
	if b.intent != "" {
		known, found, err := scanEarlier(tx.QueryRowContext(ctx, columns+`intent = ?`, b.intent))
		if err != nil {
			return confirmation{}, false, err
		}
		if found && (known.patientID != b.patientID || known.slot != key) {
			return confirmation{}, false, unacceptable("O cabeçalho Atende-Intent pertence a outro agendamento.")
		}
	}
	// A known intent has this very slot now, so one look at the slot serves both.
	known, found, err := scanEarlier(tx.QueryRowContext(ctx, columns+`agenda_id = ? and day = ? and hour = ?`,
		key.agendaID, key.day, key.hour))
	if err != nil || !found {
		return confirmation{}, false, err
	}
	services, err := b.services()
	if err != nil {
		return confirmation{}, false, err
	}
	if known.patientID != b.patientID || known.planID != b.planID || known.services != services {
		return confirmation{}, false, errTaken
	}
	return known.answer, true, nil
}

func scanEarlier(row *sql.Row) (e earlier, found bool, err error) {
	err = row.Scan(&e.patientID, &e.planID, &e.services, &e.slot.agendaID, &e.slot.day, &e.slot.hour,
		&e.answer.Description, &e.answer.Preparo)
	if errors.Is(err, sql.ErrNoRows) {
		return earlier{}, false, nil
	}
	if err != nil {
		return earlier{}, false, fmt.Errorf("earlier booking: %w", err)
	}
	return e, true, nil
}

// services are the procedures as they are stored: a JSON list, ascending, because the order in which
// they are asked for means nothing.
func (b booking) services() (string, error) {
	list, err := json.Marshal(slices.Sorted(slices.Values(b.procedures)))
	if err != nil {
		return "", fmt.Errorf("services: %w", err)
	}
	return string(list), nil
}

// insertAppointment books; the constraint of the database has the last word on who gets a time.
func insertAppointment(ctx context.Context, tx *sql.Tx, b booking, wanted slot, c confirmation, now time.Time) error {
	services, err := b.services()
	if err != nil {
		return err
	}
	key := wanted.key()
	_, err = tx.ExecContext(ctx, `
		insert into appointments (patient_id, agenda_id, plan_id, day, hour, minutes, services, intent, description, preparation, created_at)
		values (?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)`,
		b.patientID, key.agendaID, b.planID, key.day, key.hour, wanted.length/time.Minute, services, b.intent,
		c.Description, c.Preparo, now.UnixMilli())
	var constraint *sqlite.Error
	if errors.As(err, &constraint) && constraint.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
		return errTaken
	}
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}
