package replay

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/history"
)

// ending is a telling of one turn that ends so.
func ending(outcome, said string) telling {
	return telling{turns: []told{{turn: 1, moves: []string{outcome}, said: []string{said}}}, end: End{Outcomes: []string{outcome}, Turn: 1}}
}

// Lists are bounded and the counts beside them are not; what is most frequent comes first.
func TestBoundsOfAReport(t *testing.T) {
	c, people := newComparison(), newCast()
	for i := range MaxChanges + 1 {
		c.add(recorded(fmt.Sprint(i), "oi"), people, ending("AGENDADO", ""), ending("TRANSFERIDO", ""))
	}
	c.add(recorded("one", "oi"), people, ending("AGENDADO", ""), ending("ERRO", ""))
	for i := range maxDistinct + 5 {
		c.sentence("s", 1, fmt.Sprint("antes ", i), "depois")
	}
	c.sentence("s", 1, "antes 777", "depois")
	c.sentence("s", 1, fmt.Sprint("antes ", maxDistinct+1), "depois")
	if len(c.sentences) != maxDistinct {
		t.Errorf("%d sentences are counted", len(c.sentences))
	}
	r := c.done(3)
	if r.Changed != MaxChanges+2 || len(r.Changes) != MaxChanges || r.Unreadable != 3 {
		t.Errorf("%d changed, %d listed, %d unreadable", r.Changed, len(r.Changes), r.Unreadable)
	}
	if want := []Shift{{"AGENDADO", "TRANSFERIDO", MaxChanges + 1}, {"AGENDADO", "ERRO", 1}}; !slices.Equal(r.Ends, want) {
		t.Errorf("ends %+v", r.Ends)
	}
	if len(r.Sentences) != MaxSentences || r.Sentences[0].Before != "antes 777" || r.Sentences[0].Count != 2 {
		t.Errorf("%d sentences, first %+v", len(r.Sentences), r.Sentences[0])
	}
	var out bytes.Buffer
	r.Write(&out)
	if !strings.Contains(out.String(), "and 2 more\n") || !strings.Contains(out.String(), "3 lines of the recording") || strings.Contains(out.String(), "0 begin") {
		t.Errorf("%.2000s", out.String())
	}
	out.Reset()
	newComparison().done(0).Write(&out)
	if strings.Contains(out.String(), "more") || strings.Contains(out.String(), "could not be read") {
		t.Errorf("of nothing: %s", out.String())
	}
}

// What is said where the two part is masked again, and an end that differs in its turn or its reason alone is another
// one, but no other outcome.
func TestChanges(t *testing.T) {
	people := newCast()
	name := people.reveal("[NOME 1]")
	first, _, _ := strings.Cut(name, " ")
	before, after := ending("TRANSFERIDO", "Oi, "+first), ending("TRANSFERIDO", "Olá, "+name)
	after.turns[0].moves = []string{"another"}
	for what, change := range map[string]func(*End){
		"turn": func(e *End) { e.Turn = 2 }, "reason": func(e *End) { e.Reasons = []string{"erro"} }, "stage": func(e *End) { e.Stage = "offered" },
	} {
		other := after
		change(&other.end)
		c := newComparison()
		c.add(recorded("s", "oi"), people, before, other)
		r := c.done(0)
		if r.Changed != 1 || len(r.Ends) != 0 || len(r.Changes) != 1 {
			t.Fatalf("another %s: %+v", what, r)
		}
		got := r.Changes[0]
		if !slices.Equal(got.SaidBefore, []string{"Oi, [NOME 1]"}) || !slices.Equal(got.SaidAfter, []string{"Olá, [NOME 1]"}) || r.Partial != 0 {
			t.Errorf("another %s: %+v", what, r)
		}
	}
}

func TestParting(t *testing.T) {
	one, two := told{turn: 1}, told{turn: 2}
	for _, c := range []struct {
		before, after []told
		want          int
	}{
		{nil, nil, -1}, {[]told{one, two}, []told{one, two}, -1}, {[]told{one, two}, []told{one}, 1}, {[]told{one}, []told{one, two}, 1},
		{[]told{one}, []told{two}, 0}, {[]told{one, {turn: 2, moves: []string{"a"}}}, []told{one, two}, 1},
	} {
		if got := parting(telling{turns: c.before}, telling{turns: c.after}); got != c.want {
			t.Errorf("%v and %v part at %d, want %d", c.before, c.after, got, c.want)
		}
	}
}

// What a filter kept out is no end, and a transfer that was made is one.
func TestRecordedEnd(t *testing.T) {
	c := recorded("s", "1", "2", "3")
	c.Turns[0].Outcomes = []string{"AGENDADO"}
	c.Turns[2].Outcomes = []string{"IGNORADO_STATUS"}
	if got := recordedEnd(c); got != "AGENDADO" {
		t.Errorf("ends %q", got)
	}
	c.Turns[1].Said = []history.Said{{Kind: "transfer", Text: "erro"}}
	if got := recordedEnd(c); got != "TRANSFERIDO" {
		t.Errorf("ends %q", got)
	}
}

// An answer is of the request that it was given to, and of several the last; failures fail again.
func TestAnswersByRequest(t *testing.T) {
	step := func(agenda, plan, result string) history.Step {
		return history.Step{Name: callTimes, With: map[string]string{"agenda": agenda, "procedure": "501", "plan": plan}, Result: result}
	}
	c := recorded("s", "1")
	c.Turns[0].Steps = []history.Step{
		step("101", "1", "none"), step("101", "1", "12"), step("102", "1", "none"), step("101", "2", "failed"),
		{Name: callRegister, Result: "failed"}, {Name: callBook, Result: "left to a person"},
	}
	m := remember(c, translate(clinic(nil).Clinic, clinic(nil).Clinic))
	for _, ask := range []struct {
		agenda, plan int
		want         answer
	}{{101, 1, someTimes}, {102, 1, noTimes}, {101, 2, failing}, {102, 2, someTimes}} {
		q := conversation.FindSlots{
			Agendas: []int{ask.agenda}, Request: conversation.Request{AgendaID: ask.agenda, ProcedureID: 501, PlanID: ask.plan}, From: "2026-11-23", To: "2026-11-30",
		}
		slots, err := m.findSlots(0, q, monday)
		if got := m.times(0, q.Request); got != ask.want || errors.Is(err, errAPI) != (ask.want == failing) || len(slots) > 0 != (ask.want == someTimes) {
			t.Errorf("%+v: %v, %d times, %v", ask, got, len(slots), err)
		}
	}
	if _, err := m.register("1"); !errors.Is(err, errAPI) {
		t.Errorf("registered: %v", err)
	}
	if _, uncertain := m.book().(conversation.AppointmentUncertain); !uncertain {
		t.Error("what was left to a person is known now")
	}
}

// The times of a list are those of its days, in their order, without what else is said.
func TestOffersOfARecording(t *testing.T) {
	c := recorded("s", "1")
	c.Turns[0].Steps = []history.Step{
		{Name: callTimes, With: map[string]string{"agenda": "102"}, Result: "3"}, {Name: callTimes, With: map[string]string{"agenda": "101"}, Result: "4"},
		{Name: callTimes, With: map[string]string{"agenda": "102"}, Result: "none"},
	}
	c.Turns[0].Said = []history.Said{
		{Kind: "part", Text: "às 07:00; *24/11*: 10:30, 09:00\n*22/11*: 11:00", From: []string{toolTimes}}, {Kind: "part", Text: "24/11 15:00"},
	}
	offers := offersOf(c)
	if len(offers) != 1 || offers[101] == nil {
		t.Fatalf("%+v", offers)
	}
	day := func(d int) []string { return offers[101].hours(time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC)) }
	if !slices.Equal(day(24), []string{"09:00", "10:30"}) || !slices.Equal(day(22), []string{"11:00"}) || len(day(23)) != 0 || len(day(25)) == 0 {
		t.Errorf("%q %q %q %q", day(22), day(23), day(24), day(25))
	}
	q := conversation.FindSlots{Request: conversation.Request{AgendaID: 101}, From: "2026-11-23", To: "2027-11-23"}
	if n := len(timetable(101, q, nil, monday)); n < maxSlots || n > maxSlots+20 { // whole days
		t.Errorf("%d times", n)
	}
}

// A recording may have long lines; a session keeps so many turns, and no more.
func TestBoundsOfARecording(t *testing.T) {
	long := recorded("s", strings.Repeat("oi ", 50_000))
	for i := range maxTurns + 5 {
		long.Turns = append(long.Turns, history.Entry{Turn: i + 2, At: monday})
	}
	got, err := lines(t, long).Next()
	if err != nil || len(got.Turns) != maxTurns {
		t.Errorf("%d turns, %v", len(got.Turns), err)
	}
	if (Conversation{Turns: []history.Entry{{}}}).modeled() {
		t.Error("a turn that nobody led was a model's")
	}
}

// The same number is the same person, and none has a name by which a doctor is known, too.
func TestCastKnowsItsPeople(t *testing.T) {
	c := newCast(clinic(func(c *conversation.Clinic) { c.Doctors[0].Aliases = []string{"Marina", "Otávio"} }).Clinic)
	one, again := c.person(1), c.person(1)
	if one != again || len(c.found) != 1 || strings.HasPrefix(one.name, "Marina") || strings.HasPrefix(one.name, "Otávio") {
		t.Errorf("%+v", c.found)
	}
}
