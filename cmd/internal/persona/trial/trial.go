// Package trial lets the patients of package persona talk to the real engine (router, session actors,
// memory journal) in virtual time.  What decides is a driver that the caller brings, so that every
// agent meets the same patients.
//
// A trial must run inside a bubble of testing/synctest: a night passes in no time, and a trial with the
// same seed is the same conversation.
package trial

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/router"
	"atende/actors/session"
	"atende/cmd/internal/persona"
	"atende/integrations/catalog"
	"atende/metrics"
)

// Agent is who the patients talk to.
type Agent struct {
	Driver decide.Driver
	// Complete reports that a text needs no waiting for more; nil: never.
	Complete func(text string, s *conversation.State, now time.Time) bool
	// Clinic is what the agent knows, File what patients and the scheduling API know of it.
	Clinic *conversation.Clinic
	File   *catalog.Clinic
	// Linger is how long the trial goes on after the patient has put the phone away: what nobody ends by then,
	// ends by itself.
	Linger time.Duration
	// Keep, if set, gets the masked history of the visit.
	Keep func([]journal.Entry)
}

// sessionID is the only chat of a trial.
const sessionID = "s1"

// Run is one patient's visit.  It must be called inside a bubble and leaves no goroutine behind.
func Run(agent Agent, who persona.Persona, seed uint64) (*persona.Visit, error) {
	time.Sleep(time.Until(arrival(seed))) // the bubble's clock starts in the year 2000
	visit := persona.NewVisit(who.Patient(agent.File, seed, now(agent)))
	office := newOffice(agent, visit, seed)
	counter := metrics.New(nowhere{})
	store := memory.New(memory.Options{})
	behavior := session.NewBehavior(session.Config{
		Journal: store, Gateway: office, Scheduling: office, Driver: agent.Driver, Clinic: agent.Clinic,
		Filters:     session.Filters{Instances: []string{instance}, Team: team, Statuses: []string{open}},
		QuietWindow: time.Second, Complete: agent.Complete, Tags: true,
		Metrics: counter.Turns, Panics: counter.Engine.TurnPanics, Log: slog.New(&ear{visit: visit, agent: agent}),
	})
	engine, err := router.New(router.Config{
		Journal: store, Gateway: office, Producer: behavior.Producer, SweepEvery: time.Minute, RemindEvery: time.Minute,
		Metrics: counter.Engine, Outcomes: counter.Turns.Outcomes,
	})
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	talk(agent, visit, engine, office)
	time.Sleep(agent.Linger)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := engine.Drain(ctx); err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	if err := behavior.Wait(ctx); err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	if agent.Keep != nil {
		history, err := store.History(ctx, sessionID, journal.MaxHistory)
		if err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
		agent.Keep(history)
	}
	return visit, store.Close()
}

// now is the time at the clinic.
func now(agent Agent) time.Time { return time.Now().In(agent.File.Location) }

// arrival spreads visits over the days of three weeks and the hours in which people write.
func arrival(seed uint64) time.Time {
	monday := time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC) // eight at the clinic
	return monday.AddDate(0, 0, int(seed*7%20)).Add(time.Duration(seed*37%840) * time.Minute)
}

// talk lets the patient write and listen until they put the phone away or a person has the chat.
func talk(agent Agent, visit *persona.Visit, engine *router.Router, office *office) {
	for number := 0; ; {
		act := visit.Next(now(agent))
		if act.Done {
			return
		}
		for _, u := range act.Say {
			time.Sleep(u.Pause)
			visit.Wrote(u, now(agent))
			number++
			accept(engine, number, u)
		}
		if office.listen(act.Listen) {
			return
		}
	}
}

// accept delivers a message until the engine takes it.
func accept(engine *router.Router, number int, u persona.Utterance) {
	m := journal.PatientMessage{Kind: u.Type, Text: u.Text, From: phone, To: "551130000000"}
	for engine.Accept(context.Background(), sessionID, fmt.Sprint("m", number), m) != nil {
		time.Sleep(time.Second)
	}
}

// ear tells the visit what the engine logs and no party sees: why a person takes over, and outcomes.
type ear struct {
	visit *persona.Visit
	agent Agent
}

// Enabled implements slog.Handler.
func (e *ear) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

// Handle implements slog.Handler.
func (e *ear) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		switch {
		case r.Message == "session handed over" && a.Key == "reason":
			e.visit.HandOver(a.Value.String(), now(e.agent))
		case r.Message == "turn ended" && a.Key == "outcome":
			for _, outcome := range strings.Split(a.Value.String(), ",") {
				e.visit.Outcome(outcome, now(e.agent))
			}
		}
		return true
	})
	return nil
}

// WithAttrs implements slog.Handler.
func (e *ear) WithAttrs([]slog.Attr) slog.Handler { return e }

// WithGroup implements slog.Handler.
func (e *ear) WithGroup(string) slog.Handler { return e }

// nowhere takes metrics that nobody reads, any number of times.
type nowhere struct{}

func (nowhere) Register(prometheus.Collector) error  { return nil }
func (nowhere) MustRegister(...prometheus.Collector) {}
func (nowhere) Unregister(prometheus.Collector) bool { return true }
