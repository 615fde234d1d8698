package node

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/router"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/metrics"
	"atende/webhook/admin"
)

const (
	// reportTurns and reportSessions bound what one step of a report looks at.
	reportTurns, reportSessions = 10_000, 2_000
	// reportPage is how many turns are held at once.
	reportPage = 500
	// longestTransfer is how long before a period a turn may have decided on a transfer that the gateway confirmed in it.
	longestTransfer = 24 * time.Hour
)

// Where a step of a report goes on: behind the turns of a session, or, when all turns are read, behind its record.
const (
	behindTurns   = "t"
	behindRecords = "r"
)

// Report is one step of a report, bounded in time and memory however large the journal is.
func (d *desk) Report(ctx context.Context, ask admin.ReportAsk) (admin.Report, error) {
	c, err := d.beginCount(ask)
	if err != nil {
		return admin.Report{}, err
	}
	phase, session := ask.After[:min(1, len(ask.After))], ask.After[min(1, len(ask.After)):]
	switch phase {
	case "":
		if err = d.countWishes(ctx, c); err == nil {
			err = d.countTurns(ctx, c, "")
		}
	case behindTurns:
		err = d.countTurns(ctx, c, session)
	case behindRecords:
		err = d.countVisits(ctx, c, session)
	default:
		return admin.Report{}, admin.ErrRange
	}
	if err != nil {
		return admin.Report{}, fmt.Errorf("report: %w", err)
	}
	return c.Report, nil
}

// count is a step of a report while it is made.
type count struct {
	admin.Report
	clinic *conversation.Clinic
	begin  time.Time // of the period before, and a day earlier
	end    time.Time // of the period

	session  string // whose turns are read
	transfer struct {
		turn   int
		reason string // "" for none
	}
}

// beginCount reads what is asked for.
func (d *desk) beginCount(ask admin.ReportAsk) (*count, error) {
	now := d.now().In(d.clinic.Location)
	last, err := dayOf(ask.Until, now)
	if err != nil {
		return nil, err
	}
	first, err := firstDay(ask.Since, last)
	if err != nil {
		return nil, err
	}
	days := int(last.Sub(first)/(24*time.Hour)) + 1
	if days < 1 || days > admin.MaxReportDays {
		return nil, admin.ErrRange
	}
	before := first.AddDate(0, 0, -days)
	c := &count{clinic: d.known, Report: admin.Report{
		Clinic: d.clinic.Name, From: first.Format(time.DateOnly), To: last.Format(time.DateOnly),
		BeforeFrom: before.Format(time.DateOnly), BeforeTo: first.AddDate(0, 0, -1).Format(time.DateOnly),
		Made: now.Truncate(time.Second), Asks: d.known.Patience.Before > 0, Hours: d.known.Reception != nil,
		KeptFrom:       wholeFrom(now, min(d.keep.History, d.keep.Sessions)),
		WishesKeptFrom: wholeFrom(now, d.keep.Demand),
		Present:        admin.NewCounts(), Before: admin.NewCounts(),
	}}
	c.begin = midnight(before, d.clinic.Location).Add(-longestTransfer)
	c.end = midnight(last.AddDate(0, 0, 1), d.clinic.Location)
	return c, nil
}

// dayOf is a day, written as one or as how many days ago it is, as midnight in UTC, so that a day is 24 hours; "" is today.
func dayOf(text string, now time.Time) (time.Time, error) {
	today, _ := time.Parse(time.DateOnly, now.Format(time.DateOnly))
	if ago, ok := days(cmp.Or(text, "0d")); ok {
		return today.AddDate(0, 0, -ago), nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, admin.ErrRange
	}
	return day, nil
}

// firstDay is a day, written as one or as how many days end with the last one.
func firstDay(text string, last time.Time) (time.Time, error) {
	if n, ok := days(text); ok {
		return last.AddDate(0, 0, 1-n), nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, admin.ErrRange
	}
	return day, nil
}

// days reads a number of days, "7d", a few years at most.
func days(text string) (n int, ok bool) {
	digits, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0 && n <= 10*admin.MaxReportDays
}

// midnight is the begin of a day of the clinic.
func midnight(day time.Time, zone *time.Location) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone)
}

// wholeFrom is the first day of which nothing was forgotten that is kept for so long.
func wholeFrom(now time.Time, kept time.Duration) string {
	return now.Add(-kept).AddDate(0, 0, 1).Format(time.DateOnly)
}

// orUsual fills in how long things are kept where nobody says.
func (k Keep) orUsual() Keep {
	k.Sessions, k.History = cmp.Or(k.Sessions, router.KeepSessions), cmp.Or(k.History, router.KeepHistory)
	k.Demand = cmp.Or(k.Demand, router.KeepDemand)
	return k
}

// counts are those of the period that a day belongs to, nil for neither.
func (c *count) counts(day string) *admin.Counts {
	switch {
	case day >= c.From && day <= c.To:
		return &c.Present
	case day >= c.BeforeFrom && day <= c.BeforeTo:
		return &c.Before
	default:
		return nil
	}
}

// countWishes counts what could not be offered.
func (d *desk) countWishes(ctx context.Context, c *count) error {
	wished, err := d.archive.Demand(ctx, c.BeforeFrom, c.To)
	if errors.Is(err, journal.ErrTooMuch) {
		return fmt.Errorf("%w: %w", admin.ErrRange, err)
	}
	for _, w := range wished {
		counts := c.counts(w.Day)
		row := named(d.clinic, w.Demand)
		counts.WishedCauses[row.Cause] += w.Count
		if slices.Contains(metrics.Lacking, row.Cause) {
			continue
		}
		who := row.Doctor
		if who == metrics.Any {
			who = row.Specialty
		}
		counts.WishedDoctors[who] += w.Count
		counts.WishedTimes[row.Weekday+" "+row.Period] += w.Count
	}
	return err
}

// countTurns counts turns of whole sessions, those behind a session.
func (d *desk) countTurns(ctx context.Context, c *count, after string) error {
	c.session = after
	for seq := int64(math.MaxInt64); ; {
		page, err := d.archive.Histories(ctx, after, seq, reportPage)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			c.Next = behindRecords
			return nil
		}
		for _, entry := range page {
			if entry.SessionID != c.session && c.Read >= reportTurns {
				c.Next = behindTurns + c.session
				return nil
			}
			d.countTurn(c, entry)
		}
		after, seq = page[len(page)-1].SessionID, page[len(page)-1].Seq
	}
}

// countTurn counts one entry of a history, if it is of one of the periods.
func (d *desk) countTurn(c *count, entry journal.SessionEntry) {
	if entry.SessionID != c.session {
		c.session, c.transfer.reason = entry.SessionID, ""
	}
	c.Read++
	if entry.At.Before(c.begin) || !entry.At.Before(c.end) {
		return
	}
	var turn history.Entry
	if json.Unmarshal(entry.Body, &turn) != nil {
		c.Unreadable++
		return
	}
	at := entry.At.In(d.clinic.Location)
	day := at.Format(time.DateOnly)
	if counts := c.counts(day); counts != nil {
		d.countSteps(counts, turn)
		c.countEnds(counts, turn)
		c.countStages(counts, turn, at)
		countAnswer(counts, turn)
	}
	for _, said := range turn.Said {
		if said.Kind == history.Transfer {
			c.transfer.turn, c.transfer.reason = turn.Turn, said.Text
		}
	}
}

// countSteps counts appointments that were made, and persons who were given a session from outside.
func (d *desk) countSteps(counts *admin.Counts, turn history.Entry) {
	for _, step := range turn.Steps {
		switch {
		case step.Booked():
			agenda, _ := strconv.Atoi(step.With["agenda"]) // what is no number is no agenda
			plan, _ := strconv.Atoi(step.With["plan"])
			row := named(d.clinic, journal.Demand{AgendaID: agenda, PlanID: plan})
			counts.Doctors[row.Doctor]++
			counts.Plans[row.Plan]++
		case step.TakenBy() != "":
			counts.HandOvers[history.ReasonCode(step.TakenBy())]++
			counts.Outcomes[string(conversation.OutcomeTransferred)]++
		}
	}
}

// countEnds counts outcomes.  A hand-over is one when the gateway confirmed it, which is an entry of its own behind that of
// the turn that gave the reason.
func (c *count) countEnds(counts *admin.Counts, turn history.Entry) {
	for _, outcome := range turn.Outcomes {
		if !slices.Contains(metrics.Outcomes, outcome) {
			continue // of a newer release
		}
		counts.Outcomes[outcome]++
		if outcome != string(conversation.OutcomeTransferred) {
			continue
		}
		reason := metrics.Other
		if c.transfer.reason != "" && c.transfer.turn == turn.Turn {
			reason = history.ReasonCode(c.transfer.reason)
		}
		counts.HandOvers[reason]++
	}
}

// countStages counts how far conversations came.
func (c *count) countStages(counts *admin.Counts, turn history.Entry, at time.Time) {
	for _, stage := range turn.Stages {
		if !slices.Contains(metrics.Stages, stage) {
			continue // of a newer release
		}
		counts.Stages[stage]++
		if c.clinic.Away(at) {
			counts.StagesAway[stage]++
		}
		switch conversation.Stage(stage) {
		case conversation.Started:
			counts.Begun[at.Format(time.DateOnly)]++
		case conversation.BookedOK:
			counts.Booked[at.Format(time.DateOnly)]++
		default:
		}
	}
}

// countAnswer counts how long the first message of a turn waited until its answer was ready.
func countAnswer(counts *admin.Counts, turn history.Entry) {
	says := slices.ContainsFunc(turn.Said, func(said history.Said) bool { return said.Kind == history.Part })
	if len(turn.Heard) == 0 || turn.Result != "" || !says {
		return
	}
	counts.Messages += len(turn.Heard)
	waited := turn.At.Sub(turn.Heard[0].At).Seconds() + turn.Seconds
	i, _ := slices.BinarySearch(admin.AnswerBounds, waited)
	counts.Answers[i]++
}

// countVisits counts what became of questions whether patients come, which the records of sessions remember.
func (d *desk) countVisits(ctx context.Context, c *count, after string) error {
	for c.Read < reportSessions {
		page, err := d.archive.Sessions(ctx, after, searchPage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, stored := range page {
			c.countRecord(stored)
		}
		after = page[len(page)-1].SessionID
	}
	c.Next = behindRecords + after
	return nil
}

// countRecord counts those of one session.  Most sessions were never asked, and are not worth a look.
func (c *count) countRecord(stored journal.Stored) {
	c.Read++
	if !bytes.Contains(stored.State, []byte(`"visit_events"`)) {
		return
	}
	rec, known := record.ReadStored(stored)
	if !known {
		c.Unreadable++
	}
	for _, v := range rec.State.VisitEvents {
		if counts := c.counts(v.Day); counts != nil && slices.Contains(metrics.VisitEvents, v.Event) {
			counts.Visits[v.Event]++
		}
	}
}
