package trial

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/cmd/internal/persona"
	"atende/integrations/catalog"
)

var (
	nameFlag  = flag.String("trial.persona", "", "only this persona")
	seedFlag  = flag.Uint64("trial.seed", 0, "only this seed, with its story")
	seedsFlag = flag.Uint64("trial.seeds", usualSeeds, "how many seeds of each persona")
	storyFlag = flag.Int("trial.stories", 1, "how many stories of failed visits are told for each persona")
	tableFlag = flag.Bool("trial.table", false, "print what each persona came to")
)

func TestMain(m *testing.M) {
	flag.Parse()
	debug.SetGCPercent(400) // a visit is short, and its world is thrown away whole
	os.Exit(m.Run())
}

// rulesAgent is the embedded agent of a clinic.
func rulesAgent(file *catalog.Clinic) Agent {
	clinic := knowledge(file)
	driver := rules.New(clinic)
	complete := func(text string, s *conversation.State, now time.Time) bool {
		return emergency.RedFlag(text) || driver.Complete(text, s, now)
	}
	return Agent{Driver: emergency.New(driver, clinic), Complete: complete, Clinic: clinic, File: file}
}

func sampleAgent() Agent { return rulesAgent(catalog.Sample()) }

// bareAgent is that of a clinic without answers and reception, whose names are hard to tell apart.
func bareAgent(t *testing.T) Agent {
	t.Helper()
	file, err := catalog.Load("testdata/bare.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return rulesAgent(file)
}

func knowledge(file *catalog.Clinic) *conversation.Clinic {
	clinic := conversation.Clinic{
		Name: file.Name, Location: file.Location, Patience: conversation.Patience{Nudge: time.Hour, Close: 22 * time.Hour},
	}
	if file.Reception != nil { // a nil pointer in the interface would not be nil
		clinic.Reception = file.Reception
	}
	for _, a := range file.Answers {
		clinic.Answers = append(clinic.Answers, conversation.Answer{Topic: conversation.Topic(a.Topic), Aliases: a.Aliases, Text: a.Text})
	}
	for _, s := range file.Specialties {
		clinic.Specialties = append(clinic.Specialties, conversation.Service(s))
	}
	for _, d := range file.Doctors {
		clinic.Doctors = append(clinic.Doctors, conversation.Doctor(d))
	}
	for _, p := range file.Procedures {
		clinic.Procedures = append(clinic.Procedures, conversation.Procedure(p))
	}
	for _, p := range file.Plans {
		clinic.Plans = append(clinic.Plans, conversation.Service(p))
	}
	return conversation.NewClinic(clinic)
}

// visitors are the personas who come: the one of -trial.persona, or every everyPersona-th.
func visitors() (list []persona.Persona) {
	for i, p := range persona.Cast() {
		if *nameFlag == "" && i%everyPersona == 0 || p.Name == *nameFlag {
			list = append(list, p)
		}
	}
	return list
}

// visit runs one patient in a bubble of its own.
func visit(t *testing.T, agent Agent, who persona.Persona, seed uint64) (v *persona.Visit) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil { // a deadlock or a leak, noticed by synctest
			t.Fatalf("%s seed %d: %v", who.Name, seed, value)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		var err error
		if v, err = Run(agent, who, seed); err != nil {
			t.Errorf("%s seed %d: %v", who.Name, seed, err)
		}
	})
	return v
}

// batch is what all seeds of a persona came to.
type batch struct {
	verdicts []persona.Verdict
	stories  []string
}

func TestPersonas(t *testing.T) {
	agents := []Agent{sampleAgent(), bareAgent(t)}
	cast := visitors()
	var mu sync.Mutex
	total := map[string]batch{}
	t.Run("visits", func(t *testing.T) {
		for _, who := range cast {
			t.Run(who.Name, func(t *testing.T) {
				t.Parallel()
				b := meet(t, agents, who)
				mu.Lock()
				defer mu.Unlock()
				total[who.Name] = b
			})
		}
	})
	judge(t, cast, total)
}

// meet runs the seeds of a persona, at each clinic in turn.
func meet(t *testing.T, agents []Agent, who persona.Persona) batch {
	t.Helper()
	first, last := uint64(1), *seedsFlag
	if *seedFlag != 0 {
		first, last = *seedFlag, *seedFlag
	}
	var b batch
	for seed := first; seed <= last; seed++ {
		v := visit(t, agents[seed%uint64(len(agents))], who, seed)
		verdict := v.Verdict()
		b.verdicts = append(b.verdicts, verdict)
		if *seedFlag != 0 || !verdict.OK() && len(b.stories) < *storyFlag {
			b.stories = append(b.stories, "--- "+verdict.Why()+"\n"+v.Story())
		}
	}
	return b
}

// judge demands that no visit breaks a promise, and that enough of them end as they should.
func judge(t *testing.T, cast []persona.Persona, total map[string]batch) {
	t.Helper()
	visits, right := 0, 0
	var lines []string
	for _, who := range cast {
		b := total[who.Name]
		ends, messages := map[string]int{}, []int{}
		ok := 0
		for _, v := range b.verdicts {
			ends[v.End]++
			messages = append(messages, v.Messages)
			visits++
			if v.Right {
				right++
			}
			if v.OK() {
				ok++
			}
			for _, fault := range v.Faults {
				t.Errorf("%s seed %d: %s", v.Persona, v.Seed, fault)
			}
			if v.Long {
				t.Errorf("%s seed %d: %d messages", v.Persona, v.Seed, v.Messages)
			}
		}
		slices.Sort(messages)
		lines = append(lines, fmt.Sprintf("%-28s %2d/%2d fine, %2d messages in the median, %v", who.Name, ok, len(b.verdicts), messages[len(messages)/2], ends))
		for _, story := range b.stories {
			t.Log("\n" + story)
		}
	}
	if *tableFlag || t.Failed() {
		t.Log("\n" + strings.Join(lines, "\n"))
	}
	if visits > 0 && float64(right)/float64(visits) < 0.99 {
		t.Errorf("%d of %d visits reached the right end", right, visits)
	}
}
