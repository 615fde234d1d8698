package load

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/cmd/internal/persona"
)

// The patients of package persona are understood by a running agent, over the wire, however long it takes for an answer.
func TestMeetTheAgent(t *testing.T) {
	peers := startPeers(t, PeersConfig{Clinic: Sample()})
	agent := startAgent(t, peers)
	cast := Cast{Personas: []string{"plain", "terse", "everything at once", "wrong CPF", "slot gone", "person at once", "gives up"}, Seeds: 3, Stories: 3}
	got, err := Meet(t.Context(), peers, Options{
		Webhooks: []string{agent.PublicURL()}, Clinic: Sample(), Sessions: 30, Waiting: agent.Pending, Patience: time.Minute,
	}, cast)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := got.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !got.OK() || got.Visits != 21 || got.Ends["booked"] != 15 || got.Median == 0 {
		t.Errorf("%+v\n%s", got, &text)
	}
}

// An agent that says what is not true is found out.
func TestMeetALiar(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	liar := newFake(t, peers, func(*fake, string, string) []string { return []string{"Sua consulta está marcada!"} })
	got, err := Meet(t.Context(), peers, Options{
		Webhooks: []string{liar.server.URL}, Sessions: 2, Think: time.Millisecond, Patience: 200 * time.Millisecond,
	}, Cast{Personas: []string{"plain"}, Seeds: 2, Stories: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got.OK() || got.Right != 0 || got.Broken[persona.FalseConfirmation] < 2 || len(got.Stories) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestMeetNobody(t *testing.T) {
	if err := (Cast{Personas: []string{"plain", "falls silent", "nobody"}}).Check(); err == nil || strings.Count(err.Error(), "no persona") != 2 {
		t.Errorf("patients who need hours, or do not exist: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	peers := startPeers(t, PeersConfig{})
	got, err := Meet(ctx, peers, Options{Webhooks: []string{"http://127.0.0.1:1"}, Sessions: 1}, Cast{Personas: []string{"plain"}})
	if err != nil || got.OK() {
		t.Errorf("without a single visit: %+v, %v", got, err)
	}
}

// Those who paraphrase come only when they are asked for, and not being understood is a figure; what is booked or
// promised wrongly fails a run as for everybody.
func TestParaphrasers(t *testing.T) {
	all, err := Cast{}.chosen()
	if err != nil || slices.ContainsFunc(all, func(who persona.Persona) bool { return who.Paraphrases }) {
		t.Errorf("everybody: %v", err)
	}
	cast, err := Cast{Personas: []string{"plain", Paraphrase}}.chosen()
	if err != nil || len(cast) != 1+len(persona.Paraphrasers()) {
		t.Errorf("%d come, %v", len(cast), err)
	}
	got := Treatment{Visits: 3, Kept: demanded, Broken: map[persona.Promise]int{}, Ends: map[string]int{}}
	who := cast[len(cast)-1]
	got.add(who, persona.Verdict{End: "person", Faults: []persona.Fault{{Promise: persona.SameWords}}})
	got.add(who, persona.Verdict{End: "booked", Right: true})
	got.add(cast[0], persona.Verdict{End: "booked", Right: true})
	if p := got.Paraphrased; !got.OK() || p.Visits != 2 || p.Right != 1 || p.Broken[persona.SameWords] != 1 {
		t.Errorf("a hand-over: %+v %+v", got, p)
	}
	got.Visits++
	got.add(who, persona.Verdict{End: "booked", Right: true, Faults: []persona.Fault{{Promise: persona.WrongBooking}}})
	if p := got.Paraphrased; got.OK() || p.Ended != 2 || p.Right != 1 {
		t.Errorf("a wrong booking: %+v %+v", got, p)
	}
}

// A signal ends a run early: who was through is judged, the others are counted, and nothing of it is an error.
func TestMeetUntilASignal(t *testing.T) {
	peers := startPeers(t, PeersConfig{Clinic: Sample()})
	agent := startAgent(t, peers)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got, err := Meet(ctx, peers, Options{
		Webhooks: []string{agent.PublicURL()}, Clinic: Sample(), Sessions: 2, Waiting: agent.Pending, Patience: time.Minute,
	}, Cast{Personas: []string{"everything at once"}, Seeds: 20, Progress: func(s Step) {
		if s.Ended == 3 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := got.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !got.OK() || got.Visits < 3 || got.Visits > 4 || got.Visits+got.Stopped != 20 || !strings.Contains(text.String(), "stopped before the end") {
		t.Errorf("%+v\n%s", got, &text)
	}
}
