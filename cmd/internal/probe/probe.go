// Package probe asks a scheduling API for the times of everything that a clinic file offers, and names the
// lines that can never book.  A1 answers an empty list for "full" and for "wrong filter" alike (spec A1), so a
// wrong id kills bookings in silence; seen beside the answers for all other lines it stands out.
//
// It only asks.  Nothing is registered and nothing booked.
package probe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"atende/integrations/catalog"
	"atende/integrations/scheduling"
)

// API is what the probe asks.
type API interface {
	Look(ctx context.Context, q scheduling.Query) (scheduling.Sight, error)
}

// Config says what to ask, and how gently.  Clinic, API, Today and Days are required.
type Config struct {
	Clinic *catalog.Clinic
	API    API
	// Today is the first day asked for, in the clinic's time zone, and Days is how many.
	Today time.Time
	Days  int
	// Pause is how long it waits between two questions.
	Pause time.Duration
	// Progress, if set, is told how many questions of how many are answered.
	Progress func(done, all int)
}

// Report is what was found.
type Report struct {
	Clinic string `json:"clinic"`
	From   string `json:"from"` // YYYY-MM-DD
	To     string `json:"to"`   // inclusive
	// Questions is how many combinations of doctor, procedure and plan there are, Answered how many of them
	// the API answered, Failed how many it refused or failed.
	Questions int       `json:"questions"`
	Answered  int       `json:"answered"`
	Failed    int       `json:"failed"`
	Findings  []Finding `json:"findings"` // by line
}

// maxFailures in a row end the probe: an API that is down is not asked a thousand times.
const maxFailures = 5

// ErrFailing ends a probe whose API answers nothing.
var ErrFailing = errors.New("the scheduling API fails again and again")

// cell is a combination and what A1 says of it.
type cell struct {
	doctor, procedure, plan int // places in the clinic's lists
	asked                   bool
	sight                   scheduling.Sight
	err                     error
}

func (c cell) hit() bool { return len(c.sight.Slots) > 0 }

// Questions is how many a clinic needs; about a doctor who has no time at all a few are added.
func Questions(clinic *catalog.Clinic) int { return len(cellsOf(clinic)) }

// Run asks for every combination, one after the other.  With an error, the Report says how far it came and
// has no findings.
func Run(ctx context.Context, config Config) (Report, error) {
	r := run{Config: config, cells: cellsOf(config.Clinic)}
	err := r.ask(ctx)
	report := Report{
		Clinic: config.Clinic.Name, From: r.day(0), To: r.day(config.Days), Questions: len(r.cells), Findings: []Finding{},
	}
	for _, c := range r.cells {
		if c.err != nil {
			report.Failed++
		} else if c.asked {
			report.Answered++
		}
	}
	if err != nil {
		return report, err
	}
	found, err := r.judge(ctx)
	if err == nil && len(found) > 0 {
		report.Findings = found
	}
	return report, err
}

// ErrNothing says that the catalogue has no combination that could be asked for.
var ErrNothing = errors.New("no doctor has a procedure")

// One asks for the first combination alone, and names its doctor: a sign that the API answers at all.
func One(ctx context.Context, config Config) (doctor string, sight scheduling.Sight, err error) {
	r := run{Config: config, cells: cellsOf(config.Clinic)}
	if len(r.cells) == 0 {
		return "", sight, ErrNothing
	}
	sight, err = r.look(ctx, r.cells[0], 0, r.Days)
	return config.Clinic.Doctors[r.cells[0].doctor].Name, sight, err
}

// cellsOf lists the combinations of a clinic, by doctor, procedure and plan.
func cellsOf(clinic *catalog.Clinic) []cell {
	var cells []cell
	for d, doctor := range clinic.Doctors {
		for p, procedure := range clinic.Procedures {
			if procedure.SpecialtyID != doctor.SpecialtyID {
				continue
			}
			for plan := range clinic.Plans {
				cells = append(cells, cell{doctor: d, procedure: p, plan: plan})
			}
		}
	}
	return cells
}

// run is a probe under way.
type run struct {
	Config
	cells []cell
}

// ask fills in the cells.
func (r *run) ask(ctx context.Context) error {
	failures, first := 0, error(nil) // in a row
	for i := range r.cells {
		c := &r.cells[i]
		c.sight, c.err = r.look(ctx, *c, 0, r.Days)
		if ctx.Err() != nil {
			c.err = nil
			return fmt.Errorf("stopped after %d of %d questions: %w", i, len(r.cells), ctx.Err())
		}
		c.asked = true
		if c.err == nil {
			failures, first = 0, nil
		} else if failures++; failures == maxFailures {
			return fmt.Errorf("%w: %w", ErrFailing, first)
		}
		first = cmp.Or(first, c.err)
		if r.Progress != nil {
			r.Progress(i+1, len(r.cells))
		}
	}
	return nil
}

// look asks for a combination on the days from first to last, counted from today.
func (r *run) look(ctx context.Context, c cell, first, last int) (scheduling.Sight, error) {
	if err := sleep(ctx, r.Pause); err != nil {
		return scheduling.Sight{}, err
	}
	doctor := r.Clinic.Doctors[c.doctor]
	return r.API.Look(ctx, scheduling.Query{
		AgendaID: doctor.AgendaID, Doctor: doctor.Name, SpecialtyID: doctor.SpecialtyID,
		ProcedureID: r.Clinic.Procedures[c.procedure].ID, PlanID: r.Clinic.Plans[c.plan].ID,
		From: r.day(first), To: r.day(last),
	})
}

// day is so many days after today.
func (r *run) day(n int) string { return r.Today.AddDate(0, 0, n).Format(time.DateOnly) }

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
