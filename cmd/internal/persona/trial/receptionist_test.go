package trial

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	decidemodel "atende/actors/decide/model"
	"atende/actors/decide/rules"
	"atende/cmd/internal/persona"
	"atende/cmd/internal/receptionist"
	"atende/integrations/model"
	"atende/integrations/model/scripted"
	"atende/metrics"
)

// books are kept of the turns of a driver: a line for each, with who led it and what was refused and replaced.
type books struct {
	mu    sync.Mutex
	lines []string
}

// modelAgent puts a model with the given brain in front of the rules of an agent.  The model server refuses
// nothing, or the test fails.
func modelAgent(t *testing.T, agent Agent, brain scripted.Brain) (Agent, *books) {
	t.Helper()
	server := scripted.New(scripted.Config{
		Brain: brain, Model: "scripted", Refused: func(message string) { t.Error("the model server refused a request: " + message) },
	})
	client := model.New(model.Config{
		URL: "http://model.example/v1", Model: "scripted", Transport: server.Transport(), Metrics: metrics.New(prometheus.NewRegistry()).Clients,
	})
	b := &books{}
	leads := decidemodel.New(decidemodel.Config{
		Model: client, Name: "scripted", Clinic: agent.Clinic, Rules: rules.New(agent.Clinic), Now: time.Now,
	})
	agent.Driver = emergency.New(booked{leads, b}, agent.Clinic)
	return agent, b
}

// booked is a driver of which books are kept.
type booked struct {
	decide.Driver
	books *books
}

// Start implements decide.Driver.
func (d booked) Start(turn decide.Turn) decide.Dialogue {
	return bookedDialogue{d.Driver.Start(turn), d.books}
}

type bookedDialogue struct {
	decide.Dialogue
	books *books
}

// Next implements decide.Dialogue.
func (d bookedDialogue) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	event, err := d.Dialogue.Next(ctx, s, refused)
	if _, ends := event.(conversation.Reply); ends {
		account := d.Dialogue.(decide.Accountant).Account()
		d.books.mu.Lock()
		defer d.books.mu.Unlock()
		d.books.lines = append(d.books.lines, fmt.Sprintf("%s %s, refused %v, replaced %v", account.Agent, account.Why, account.Refused, account.Replaced))
	}
	return event, err
}

const (
	// receptionistSeeds is how many seeds of each persona meet the receptionist, unless -trial.seeds says fewer.
	receptionistSeeds = min(usualSeeds/4, 5)
	// receptionistRight is the share of visits that must end as they should.
	receptionistRight = 0.95
)

// A receptionist behind the API of language models brings the patients to the right end, and nothing wrong is
// booked, claimed or offered.
func TestReceptionist(t *testing.T) {
	file := bareAgent(t).File
	cast := visitors()
	var mu sync.Mutex
	visits, right := 0, 0
	led, ends := map[string]int{}, []string{}
	t.Run("visits", func(t *testing.T) {
		for _, who := range cast {
			t.Run(who.Name, func(t *testing.T) {
				t.Parallel()
				verdicts, lines := meetReceptionist(t, []Agent{sampleAgent(), rulesAgent(file)}, who)
				mu.Lock()
				defer mu.Unlock()
				good := 0
				for _, v := range verdicts {
					visits++
					if v.Right {
						good++
					}
				}
				right += good
				ends = append(ends, fmt.Sprintf("%-28s %d of %d right", who.Name, good, len(verdicts)))
				for _, line := range lines {
					led[line]++
				}
			})
		}
	})
	if *tableFlag {
		slices.Sort(ends)
		for _, line := range slices.Sorted(maps.Keys(led)) {
			ends = append(ends, fmt.Sprintf("%5d turns: %s", led[line], line))
		}
		t.Logf("%d of %d right\n%s", right, visits, strings.Join(ends, "\n"))
	}
	if everyPersona == 1 && float64(right)/float64(visits) < receptionistRight {
		t.Errorf("%d of %d visits reached the right end", right, visits)
	}
}

// meetReceptionist runs the seeds of a persona, at each clinic in turn.
func meetReceptionist(t *testing.T, agents []Agent, who persona.Persona) (verdicts []persona.Verdict, lines []string) {
	t.Helper()
	first, last := uint64(1), max(1, min(*seedsFlag, receptionistSeeds))
	if *seedsFlag != usualSeeds {
		last = *seedsFlag
	}
	if *seedFlag != 0 {
		first, last = *seedFlag, *seedFlag
	}
	for seed := first; seed <= last; seed++ {
		agent, kept := modelAgent(t, agents[seed%uint64(len(agents))], receptionist.Brain{})
		v := visit(t, agent, who, seed)
		verdict := v.Verdict()
		if *seedFlag != 0 || *tableFlag && !verdict.OK() {
			t.Log("\n--- " + verdict.Why() + "\n" + v.Story() + "\n" + strings.Join(kept.lines, "\n"))
		}
		for _, promise := range []persona.Promise{persona.WrongBooking, persona.FalseConfirmation, persona.InventedTime} {
			if verdict.Broke(promise) {
				t.Errorf("%s seed %d: %s", who.Name, seed, verdict.Why())
			}
		}
		verdicts, lines = append(verdicts, verdict), append(lines, kept.lines...)
	}
	return verdicts, lines
}
