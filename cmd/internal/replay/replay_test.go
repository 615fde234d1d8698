package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/understand"
	"atende/actors/wording"
)

// monday is when the recordings begin.
var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("BRT", -3*3600))

// clinic is the present one, after a change.
func clinic(change func(*conversation.Clinic)) Side {
	c := conversation.Clinic{
		Name: "Clínica Boa Vida", Location: monday.Location(),
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista"}}, {ID: 9, Name: "Dermatologia"}},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7},
			{AgendaID: 201, Name: "Dra. Clara Reis", SpecialtyID: 9},
		},
		Procedures: []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 511, Name: "Consulta", SpecialtyID: 9}},
		Plans:      []conversation.Service{{ID: 1, Name: "Particular"}, {ID: 2, Name: "Unimed"}, {ID: 3, Name: "Amil"}},
	}
	if change != nil {
		change(&c)
	}
	return Side{Clinic: conversation.NewClinic(c)}
}

// recorded is a session in which the patient says this, one text a minute.
func recorded(id string, texts ...string) Conversation {
	c := Conversation{Session: id}
	for i, text := range texts {
		at := monday.Add(time.Duration(i) * time.Minute)
		c.Turns = append(c.Turns, history.Entry{Turn: i + 1, At: at, Heard: []history.Heard{{At: at, Type: "TEXT", Text: text}}, Led: "rules catalogue=1a2b3c4d"})
	}
	return c
}

// booking is a conversation that ends with an appointment.
func booking(id, wish string) Conversation {
	c := recorded(id, "oi", wish, "1", "[NOME 1]", "[CPF 1]", "[NASCIMENTO 1]", "sim")
	c.Turns[len(c.Turns)-1].Outcomes = []string{"AGENDADO"}
	return c
}

// lines is a recording as a file.
func lines(t *testing.T, conversations ...Conversation) *Reader {
	t.Helper()
	var file bytes.Buffer
	encoder := json.NewEncoder(&file)
	for _, c := range conversations {
		for i, turn := range c.Turns {
			if err := encoder.Encode(Line{Session: c.Session, Seq: int64(i + 1), At: turn.At, Turn: turn}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return NewReader(&file)
}

func run(t *testing.T, present, candidate Side, conversations ...Conversation) Report {
	t.Helper()
	report, err := Run(t.Context(), lines(t, conversations...), present, candidate)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// led leads a conversation with files whose ids are those of the recording.
func led(c Conversation, side Side) telling {
	return lead(c, newCast(side.Clinic), side.Clinic, translate(side.Clinic, side.Clinic))
}

// month are conversations of different ends.
func month() []Conversation {
	giveUp := recorded("gives-up", "oi", "quero um horário com a dra. clara, amil", "deixa pra lá, não quero mais")
	giveUp.Turns[2].Outcomes = []string{"SEM_INTERESSE"}
	return []Conversation{
		booking("ana-unimed", "quero marcar com a dra. ana, unimed"),
		booking("bruno-particular", "quero marcar com o dr. bruno, particular"),
		booking("clara-amil", "preciso da dra. clara, tenho amil"),
		giveUp,
		recorded("greets", "oi"),
	}
}

// The same files change nothing, and the ends are those that were recorded.
func TestTheSameFilesChangeNothing(t *testing.T) {
	report := run(t, clinic(nil), clinic(nil), month()...)
	if report.Conversations != 5 || report.Turns != 25 || report.Changed != 0 || report.Reworded != 0 || report.Faithful != 5 {
		t.Errorf("%+v", report)
	}
}

// Exactly the conversations that used what is gone end otherwise.
func TestWhoUsedWhatIsGone(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*conversation.Clinic)
		want   []string
	}{
		"a doctor": {func(c *conversation.Clinic) { c.Doctors = slices.Delete(c.Doctors, 1, 2) }, []string{"bruno-particular"}},
		"a plan with another name": {func(c *conversation.Clinic) { c.Plans[2].Name = "Porto Seguro" },
			[]string{"clara-amil", "gives-up"}},
		"a specialty": {func(c *conversation.Clinic) {
			c.Specialties, c.Doctors, c.Procedures = c.Specialties[:1], c.Doctors[:2], c.Procedures[:1]
		}, []string{"clara-amil", "gives-up"}},
	} {
		t.Run(name, func(t *testing.T) {
			report := run(t, clinic(nil), clinic(c.change), month()...)
			var changed []string
			for _, change := range report.Changes {
				changed = append(changed, change.Session)
				if change.Turn != 2 || len(change.Heard) != 1 || len(change.SaidBefore) == 0 || len(change.SaidAfter) == 0 {
					t.Errorf("they part in another place: %+v", change)
				}
			}
			if !slices.Equal(changed, c.want) || report.Changed != len(c.want) {
				t.Errorf("changed: %q, want %q", changed, c.want)
			}
		})
	}
}

// Ids are not what a patient lives: a catalogue that numbers anew changes nothing.
func TestNewIDsChangeNothing(t *testing.T) {
	report := run(t, clinic(nil), clinic(func(c *conversation.Clinic) {
		for i := range c.Plans {
			c.Plans[i].ID += 70
		}
		for i := range c.Doctors {
			c.Doctors[i].AgendaID += 1000
		}
	}), month()...)
	if report.Changed != 0 || report.Reworded != 0 {
		t.Errorf("%+v", report)
	}
}

func TestOtherWords(t *testing.T) {
	texts, err := wording.Load([]byte(`ask.patient: "Como é o *nome completo* do paciente, o CPF e o nascimento?"` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	report := run(t, clinic(nil), clinic(func(c *conversation.Clinic) { c.Texts = texts }), month()...)
	if report.Changed != 0 || report.Reworded != 3 {
		t.Fatalf("%+v", report)
	}
	if len(report.Sentences) == 0 || report.Sentences[0].Count < 1 || !strings.Contains(report.Sentences[0].After, "Como é o *nome") || report.Sentences[0].Turn != 3 {
		t.Errorf("%+v", report.Sentences)
	}
}

// Where the recording says that there was no time there is none, for both.
func TestNoTimeStaysNone(t *testing.T) {
	c := booking("ana-unimed", "quero marcar com a dra. ana, unimed")
	c.Turns[1].Steps = []history.Step{{Name: "A1", With: map[string]string{"agenda": "101", "procedure": "501", "plan": "2"}, Result: "none"}}
	told := led(c, clinic(nil))
	if !slices.Contains(told.end.Outcomes, "FALHA_CONSULTA") {
		t.Errorf("%+v", told.end)
	}
}

// What the API answered then it answers now.
func TestAnswersOfTheAPI(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []history.Step
		want   string
		reason string
	}{
		"known":      {[]history.Step{{Name: "A2", Result: "found"}, {Name: "A4", Result: "made"}}, "AGENDADO", ""},
		"registered": {[]history.Step{{Name: "A2", Result: "missing"}, {Name: "A3", Result: "ok"}, {Name: "A2", Result: "found"}, {Name: "A4", Result: "made"}}, "AGENDADO", ""},
		"other":      {[]history.Step{{Name: "A2", Result: "differs: name birth_date"}}, "TRANSFERIDO", "cadastro_diverge"},
		"slow":       {[]history.Step{{Name: "A2", Result: "found"}, {Name: "A4", Result: "pending"}, {Name: "A4", Result: "made"}}, "AGENDADO", ""},
		"uncertain":  {[]history.Step{{Name: "A2", Result: "found"}, {Name: "A4", Result: "uncertain"}}, "TRANSFERIDO", "agendamento_incerto"},
		"failing":    {[]history.Step{{Name: "A2", Result: "failed"}}, "TRANSFERIDO", "erro"},
	} {
		t.Run(name, func(t *testing.T) {
			told := booking("s", "quero marcar com a dra. ana, unimed")
			told.Turns[6].Steps = c.steps
			if name == "other" { // both are asked for once more
				told = recorded("s", "oi", "quero marcar com a dra. ana, unimed", "1", "[NOME 1]", "[CPF 1]", "[NASCIMENTO 1]", "sim", "[NOME 1]", "[NASCIMENTO 1]", "sim")
				told.Turns[6].Steps, told.Turns[9].Steps = c.steps, c.steps
			}
			end := led(told, clinic(nil)).end
			if end.last() != c.want || strings.Join(end.Reasons, " ") != c.reason {
				t.Errorf("%+v, want %s %s", end, c.want, c.reason)
			}
		})
	}
}

// A person who has the session is not talked over, and who comes back after that begins anew.
func TestPersonsAndReturns(t *testing.T) {
	c := recorded("s", "quero falar com um atendente", "quero um atendente, por favor", "alguém?", "oi, quero marcar com a dra. ana, unimed")
	c.Turns[0].Said = []history.Said{{Kind: "transfer", Text: "pediu_atendente"}}
	c.Turns[1].Result, c.Turns[2].Result = "silent", "silent"
	told := led(c, clinic(nil))
	var turns []int
	for _, turn := range told.turns {
		turns = append(turns, turn.turn)
	}
	if !slices.Equal(turns, []int{1, 4}) || len(told.end.Reasons) != 1 || told.end.Stage != string(conversation.Offered) {
		t.Errorf("turns %v, end %+v", turns, told.end)
	}
}

// A session that others took and gave back goes on where it stood.
func TestTakenAndGivenBack(t *testing.T) {
	c := recorded("s", "quero marcar com a dra. ana, unimed", "alô?", "1")
	c.Turns[1].Result, c.Turns[1].Steps = "silent", []history.Step{{Name: "taken"}}
	c.Turns[2].Steps = []history.Step{{Name: "handed_back", Result: "ok"}}
	if told := led(c, clinic(nil)); len(told.turns) != 2 || told.end.Stage != string(conversation.Chosen) {
		t.Errorf("%+v", told)
	}
}

// The news about a turn, which stand behind it, are not the turn again.
func TestAfterword(t *testing.T) {
	c := recorded("s", "oi", "quero marcar com a dra. ana, unimed", "1")
	c.Turns = slices.Insert(c.Turns, 2, c.Turns[1])
	if told := led(c, clinic(nil)); len(told.turns) != 3 || told.end.Stage != string(conversation.Chosen) {
		t.Errorf("%+v", told)
	}
}

// Reminders fall due by the recorded clock.
func TestReminders(t *testing.T) {
	c := recorded("s", "quero marcar com a dra. ana, unimed", "oi")
	c.Turns[1].At = monday.Add(25 * time.Hour)
	c.Turns[1].Heard[0].At = c.Turns[1].At
	side := clinic(func(c *conversation.Clinic) {
		c.Patience = conversation.Patience{Nudge: time.Hour, Close: 22 * time.Hour}
	})
	told := led(c, side)
	if !slices.Equal(told.end.Outcomes, []string{"SEM_INTERESSE"}) || len(told.turns) != 4 {
		t.Errorf("%d turns, %+v", len(told.turns), told.end)
	}
}

// What is reported holds no invented person either: the placeholders are back.
func TestReportIsMasked(t *testing.T) {
	texts, err := wording.Load([]byte(`ask.same: "Para *{name}* de novo? Responda *sim* ou *não*."` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	twice := booking("twice", "quero marcar com a dra. ana, unimed")
	twice.Turns = append(twice.Turns, recorded("twice", "", "", "", "", "", "", "", "quero marcar outra com o dr. bruno, unimed", "1").Turns[7:]...)
	report := run(t, clinic(nil), clinic(func(c *conversation.Clinic) { c.Texts = texts }), twice)
	raw, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(raw, []byte("*[NOME 1]* de novo")) {
		t.Errorf("the name was not said: %s", raw)
	}
	for _, name := range append(firstNames, lastNames...) {
		if bytes.Contains(raw, []byte(name)) {
			t.Errorf("%s is in the report", name)
		}
	}
}

// Invented persons are valid, have no name of the clinic's doctors, and become their placeholders again.
func TestCast(t *testing.T) {
	c := newCast(clinic(func(c *conversation.Clinic) { c.Doctors[0].Name = "Dra. Marina Prado" }).Clinic)
	const masked = "sou [NOME 2], cpf [CPF 2], [NASCIMENTO 2], fone [TELEFONE 2]; o da minha mãe é [CPF 1], ela é [NOME 1]"
	text := c.reveal(masked)
	if strings.Contains(text, "[") || strings.Contains(text, "Marina") || strings.Contains(text, "Prado") {
		t.Errorf("%q", text)
	}
	if back := c.hide(text); back != masked {
		t.Errorf("%q", back)
	}
	for n := range 40 {
		p := c.person(n + 1)
		f := understand.Read("meu nome é "+p.name+", cpf "+p.cpf+", nasci em "+p.birth, monday)
		if f.Name != p.name || f.CPF != p.cpf || f.BirthDate == "" {
			t.Errorf("%+v is read as %+v", p, f)
		}
	}
	for _, odd := range []string{"[NOME 0]", "[NOME 1000]", "[OUTRO 1]", "[nome 1]"} {
		if got := c.reveal(odd); got != odd {
			t.Errorf("%s became %s", odd, got)
		}
	}
}

func TestModelAndPartial(t *testing.T) {
	c := booking("s", "quero marcar com a dra. ana, unimed")
	for i := range c.Turns {
		c.Turns[i].Turn += 10
		c.Turns[i].Led = "openai llama3 prompt=1a2b3c4d"
	}
	report := run(t, clinic(nil), clinic(func(c *conversation.Clinic) { c.Doctors = c.Doctors[1:] }), c)
	if report.Modeled != 1 || report.Partial != 1 || len(report.Changes) != 1 || !report.Changes[0].Model || report.Changes[0].Turn != 12 {
		t.Errorf("%+v", report)
	}
}

// A recording is read line by line; what is no turn is counted and does not stop the others.
func TestReader(t *testing.T) {
	file := `{"session":"a","seq":2,"at":"2026-11-23T09:01:00Z","turn":{"turn":2,"at":"2026-11-23T09:01:00Z"}}
{"session":"a","seq":1,"at":"2026-11-23T09:00:00Z","turn":{"turn":1,"at":"2026-11-23T09:00:00Z"}}

{"session":"a","seq":3,"at":"2026-11-23T09:02:00Z"}
no json
{"session":"b","seq":1,"at":"2026-11-23T09:00:00Z","turn":{"turn":1,"at":"2026-11-23T09:00:00Z"}}`
	r := NewReader(strings.NewReader(file))
	var got []string
	for {
		c, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range c.Turns {
			got = append(got, fmt.Sprint(c.Session, turn.Turn))
		}
	}
	if want := []string{"a1", "a2", "b1"}; !slices.Equal(got, want) || r.Unreadable != 2 {
		t.Errorf("%q, %d unreadable", got, r.Unreadable)
	}
	if _, err := NewReader(strings.NewReader(strings.Repeat("x", maxLine+1))).Next(); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("a line without an end: %v", err)
	}
	if _, err := NewReader(broken{}).Next(); !errors.Is(err, errTorn) {
		t.Errorf("%v", err)
	}
}

var errTorn = errors.New("the connection is gone")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errTorn }

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, lines(t, month()...), clinic(nil), clinic(nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWrite(t *testing.T) {
	report := run(t, clinic(nil), clinic(func(c *conversation.Clinic) { c.Doctors = slices.Delete(c.Doctors, 1, 2) }), month()...)
	var out bytes.Buffer
	report.Write(&out)
	for _, want := range []string{
		"5 conversations with 25 turns were led twice; 5 of them end with the present files as they were recorded",
		"1 ends otherwise with the candidate", "1: AGENDADO → ", "session bruno-particular, turn 2: AGENDADO [Dr. Bruno Lima, Consulta, Particular] at booked in turn 7 → ",
		"  patient  quero marcar com o dr. bruno, particular\n", "  before   ", "  after    ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// The timetable is the same whenever it is asked, holds working hours yet to come, and no more than A1 answers.
func TestTimetable(t *testing.T) {
	q := conversation.FindSlots{Request: conversation.Request{AgendaID: 101}, From: "2026-11-20", To: "2027-02-21"}
	slots := timetable(101, q, nil, monday)
	if len(slots) < 20 || !slices.Equal(slots, timetable(101, q, nil, monday)) {
		t.Fatalf("%d slots", len(slots))
	}
	for _, slot := range slots {
		day, err := time.Parse(time.DateOnly, slot.Date)
		weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
		if err != nil || weekend || slot.Date+slot.Hour <= "2026-11-2309:00" || slot.Hour < "08:00" || slot.Hour >= "18:00" || slot.Hour >= "12:00" && slot.Hour < "14:00" {
			t.Errorf("%+v", slot)
		}
	}
}

// Results are taken one by one, without those that tell nothing new: the A2 behind an A3, and an A4 that is open.
func TestRemembered(t *testing.T) {
	c := recorded("s", "1", "2")
	for i := range c.Turns {
		c.Turns[i].Steps = []history.Step{
			{Name: "A2", Result: "missing"}, {Name: "A3", Result: "ok"}, {Name: "A2", Result: "found"},
			{Name: "A4", Result: "pending"}, {Name: "A4", Result: "refused"},
		}
	}
	m := remember(c, translation{})
	if got := fmt.Sprint(m.a2, m.a3, m.a4); got != "[missing missing] [ok ok] [refused refused]" {
		t.Error(got)
	}
}
