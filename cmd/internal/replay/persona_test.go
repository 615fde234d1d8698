package replay

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/wording"
	"atende/cmd/internal/node"
	"atende/cmd/internal/persona"
	"atende/cmd/internal/persona/trial"
	"atende/integrations/catalog"
)

// visits lets every persona talk to the real engine once, and returns what it recorded.
func visits(t *testing.T, clinic *conversation.Clinic) (recorded []Conversation) {
	t.Helper()
	driver := rules.New(clinic)
	agent := trial.Agent{Driver: emergency.New(driver, clinic), Complete: driver.Complete, Clinic: clinic, File: catalog.Sample()}
	for i, who := range persona.Cast() {
		if i%everyPersona != 0 {
			continue
		}
		c := Conversation{Session: who.Name}
		agent.Keep = func(lines []journal.Entry) {
			for _, line := range lines {
				var turn history.Entry
				if err := json.Unmarshal(line.Body, &turn); err != nil {
					t.Error(err)
				}
				c.Turns = append(c.Turns, turn)
			}
		}
		t.Run(who.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if _, err := trial.Run(agent, who, 1); err != nil {
					t.Error(err)
				}
			})
		})
		recorded = append(recorded, c)
	}
	return recorded
}

// What the real engine recorded of every kind of patient ends in the replay as it did, masked words or not; and
// with a catalogue that lacks a doctor those end otherwise, and only those, to whom that doctor was offered.
func TestVisits(t *testing.T) {
	patience := conversation.Patience{Nudge: time.Hour, Close: 22 * time.Hour}
	file := catalog.Sample()
	present := Side{node.Knowledge(file, nil, patience)}
	recorded := visits(t, present.Clinic)
	for _, c := range recorded {
		if told := led(c, present); told.end.last() != recordedEnd(c) {
			t.Errorf("%s: recorded %q, led %+v", c.Session, recordedEnd(c), told.end)
		}
	}
	report := run(t, present, present, recorded...)
	if report.Conversations != len(recorded) || report.Faithful != report.Conversations || report.Changed+report.Reworded != 0 {
		t.Errorf("%d conversations, %d faithful, %d changed, %d reworded", report.Conversations, report.Faithful, report.Changed, report.Reworded)
	}
	renumbered := catalog.Sample()
	for i := range renumbered.Doctors {
		renumbered.Doctors[i].AgendaID += 1000
	}
	for i := range renumbered.Plans {
		renumbered.Plans[i].ID += 1000
	}
	for i := range renumbered.Procedures {
		renumbered.Procedures[i].ID += 1000
	}
	report = run(t, present, Side{node.Knowledge(renumbered, nil, patience)}, recorded...)
	if report.Changed+report.Reworded != 0 {
		t.Errorf("other ids: %d changed, %d reworded", report.Changed, report.Reworded)
	}
	further := catalog.Sample() // one question more for most, and lists with other numbers
	for i, specialty := range further.Specialties {
		further.Procedures = append([]catalog.Procedure{{ID: 9000 + i, Name: "Segunda opinião", SpecialtyID: specialty.ID}}, further.Procedures...)
	}
	further.Plans = append([]catalog.Plan{{ID: 9000, Name: "Porto Seguro"}}, further.Plans...)
	slices.Reverse(further.Plans)
	texts, err := wording.Load([]byte(`ask.patient: "Agora o *nome completo* do paciente, o CPF e a data de nascimento, por favor."` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	report = run(t, present, Side{node.Knowledge(further, texts, patience)}, recorded...)
	if report.Followed == 0 || report.Changed > 0 {
		t.Errorf("a further question: %d followed, %d changed: %+v", report.Followed, report.Changed, report.Changes)
	}
	file.Doctors = slices.DeleteFunc(file.Doctors, func(d catalog.Doctor) bool { return d.AgendaID == 301 })
	report = run(t, present, Side{node.Knowledge(file, nil, patience)}, recorded...)
	if report.Changed == 0 {
		t.Error("nobody misses the doctor")
	}
	for _, change := range report.Changes {
		i := slices.IndexFunc(recorded, func(c Conversation) bool { return c.Session == change.Session })
		raw, err := json.Marshal(recorded[i].Turns)
		if err != nil || !strings.Contains(string(raw), "Beatriz Nogueira") && !strings.Contains(string(raw), `"agenda":"301"`) {
			t.Errorf("%s never met the doctor, and ends %s instead of %s", change.Session, change.After, change.Before)
		}
	}
}
