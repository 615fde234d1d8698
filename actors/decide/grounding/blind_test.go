package grounding

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"time"

	"atende/actors/conversation"
)

// The folder blind holds sentences by somebody who did not know the code.

// blindClinic is the catalogue of the blind situations.
type blindClinic struct {
	Clinic      string         `json:"clinic"`
	Specialties []blindService `json:"specialties"`
	Doctors     []blindService `json:"doctors"`
	Procedures  []blindService `json:"procedures"`
	Plans       []blindService `json:"plans"`
}

type blindService struct {
	ID          int      `json:"id"`
	AgendaID    int      `json:"agenda_id"`
	Name        string   `json:"name"`
	SpecialtyID int      `json:"specialty_id"`
	Aliases     []string `json:"aliases"`
}

type blindFacts struct {
	Now       time.Time            `json:"now"`
	Offer     []conversation.Slot  `json:"offer"`
	Slots     []conversation.Slot  `json:"slots"`
	Doctors   []int                `json:"doctors"`
	Booked    *conversation.Booked `json:"booked"`
	Wished    conversation.Wish    `json:"wished"`
	Sayings   []string             `json:"sayings"`
	HandsOver bool                 `json:"hands_over"`
}

func blindSituations(t *testing.T) map[string]Facts {
	t.Helper()
	data, err := os.ReadFile("testdata/blind/situations.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Clinic     blindClinic           `json:"clinic"`
		Situations map[string]blindFacts `json:"situations"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	clinic := blindCatalogue(file.Clinic)
	all := map[string]Facts{}
	for name, f := range file.Situations {
		all[name] = Facts{
			Clinic: clinic, Now: f.Now.In(brasilia), Offer: f.Offer, Slots: f.Slots, Booked: f.Booked, Doctors: f.Doctors, Wished: f.Wished,
			Sayings: f.Sayings, HandsOver: f.HandsOver,
		}
	}
	return all
}

func blindCatalogue(c blindClinic) *conversation.Clinic {
	clinic := conversation.Clinic{Name: c.Clinic}
	for _, s := range c.Specialties {
		clinic.Specialties = append(clinic.Specialties, conversation.Service{ID: s.ID, Name: s.Name, Aliases: s.Aliases})
	}
	for _, d := range c.Doctors {
		clinic.Doctors = append(clinic.Doctors, conversation.Doctor{AgendaID: d.AgendaID, Name: d.Name, SpecialtyID: d.SpecialtyID, Aliases: d.Aliases})
	}
	for _, p := range c.Procedures {
		clinic.Procedures = append(clinic.Procedures, conversation.Procedure{ID: p.ID, Name: p.Name, SpecialtyID: p.SpecialtyID, Aliases: p.Aliases})
	}
	for _, p := range c.Plans {
		clinic.Plans = append(clinic.Plans, conversation.Service{ID: p.ID, Name: p.Name, Aliases: p.Aliases})
	}
	return conversation.NewClinic(clinic)
}

type blindSample struct {
	Text   string `json:"text"`
	Facts  string `json:"facts"`
	Reason string `json:"reason"`
}

func blindSamples(t *testing.T, file string) []blindSample {
	t.Helper()
	data, err := os.ReadFile("testdata/blind/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list []blindSample
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var s blindSample
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatalf("%s: %v in %s", file, err, line)
		}
		list = append(list, s)
	}
	return list
}

// Every claim is refused.
func TestBlindClaims(t *testing.T) {
	facts := blindSituations(t)
	for _, s := range blindSamples(t, "claims.jsonl") {
		f, ok := facts[s.Facts]
		if !ok {
			t.Fatalf("no situation %q", s.Facts)
		}
		if len(Check(s.Text, f)) == 0 {
			t.Errorf("%s, %s: %q", s.Reason, s.Facts, s.Text)
		}
	}
}

// Most harmless texts go out.
func TestBlindHarmless(t *testing.T) {
	facts := blindSituations(t)
	list := blindSamples(t, "harmless.jsonl")
	refused := 0
	for _, s := range list {
		found := Check(s.Text, facts[s.Facts])
		if len(found) > 0 {
			refused++
		}
	}
	t.Logf("%d of %d refused", refused, len(list))
	if 100*refused > maxStiff*len(list) {
		t.Error("too many harmless texts are refused")
	}
}
