package rules

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
)

var update = flag.Bool("update", false, "write the transcripts anew; review the difference")

// Each file of testdata is a story: settings of the world, then what the patient writes (lines that
// begin with ">"), and below each of these what atende does and says.  Run with -update after a
// change of behaviour and read the difference as a patient would.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the story went another way (-file +now):\n%s", diff)
			}
		})
	}
}

// world is a scheduling API that answers from the settings of a story.
type world struct {
	t     *testing.T
	now   time.Time
	slots []conversation.Slot
	known map[string]int
	// records are what the clinic has of those who are known
	records map[string]conversation.Identity
	taken   map[string]bool
	slow    map[string]bool
	from    *origins
	unmet   []conversation.Unmet
	out     strings.Builder
	state   conversation.State
	full    bool                     // the waiting list
	served  []conversation.Returning // by the phone, the last one first
	menus   []*conversation.Menu
}

// tell plays a story and returns it with the answers of today.
func tell(t *testing.T, story string) string { return play(t, story).out.String() }

// play plays a story.
func play(t *testing.T, story string) *world {
	w := &world{t: t, known: map[string]int{}, records: map[string]conversation.Identity{}, taken: map[string]bool{}, slow: map[string]bool{}}
	clinic := storyClinic(story)
	w.from = newOrigins(clinic)
	var burst []decide.Message
	lines := strings.Split(story, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, ">"):
			fmt.Fprintln(&w.out, line)
			m := w.message(strings.TrimSpace(line[1:]))
			m.At = w.now
			burst = append(burst, m)
			if i+1 == len(lines) || !strings.HasPrefix(lines[i+1], ">") {
				w.turn(clinic, burst)
				burst = nil
			}
		case strings.HasPrefix(line, "    ") || (line == "" && w.out.Len() == 0):
		case line == "":
		default:
			fmt.Fprintln(&w.out, line)
			w.setting(clinic, line)
		}
	}
	return w
}

// message is message, or a tap: "[2.1]" on the first option of the second menu of the story.
func (w *world) message(text string) decide.Message {
	var menu, option int
	if n, _ := fmt.Sscanf(text, "[%d.%d]", &menu, &option); n != 2 {
		return message(text)
	}
	tapped := w.menus[menu-1].Options[option-1]
	return decide.Message{Type: "TEXT", Text: tapped.Title, Choice: tapped.ID}
}

// message is what a line sends: words, or "!TYPE words {text of the file}".
func message(text string) decide.Message {
	if kind, ok := strings.CutPrefix(text, "!"); ok {
		kind, caption, _ := strings.Cut(kind, " ")
		caption, document, _ := strings.Cut(caption, "{")
		caption = strings.TrimSpace(caption)
		return decide.Message{
			Type: kind, Text: caption, Spoken: strings.EqualFold(kind, "AUDIO") && caption != "", Document: strings.TrimSuffix(document, "}"),
		}
	}
	return decide.Message{Type: "TEXT", Text: text}
}

// setting reads a line before or between the patient's: "# comment", "clock 2026-11-23 09:00",
// "slots AGENDA FIRST..LAST HOUR…" (working days only), "known CPF ID" with what is on record, "DATE NAME", behind it or not, "taken DATE HOUR", "slow DATE HOUR"
// (A4 takes its time), and then "answer made", "answer textless", "answer refused" or "answer uncertain";
// "wait DURATION" lets time pass, with the reminders that fall due.  "answers", "reception" and "patience"
// on a line of their own give the clinic what it wants said, people who answer from Monday to Friday, 8 to
// 18, but for 25 December, and reminders after 1 and 22 hours; "recognises" makes it know the patients of a phone for 30
// days, "taps" sends menus, and "session" begins a new chat session of the phone; "clinic NAME" takes one of otherClinics.  "waits" gives it a waiting list, which "full" fills, and
// "offered AGENDA DATE HOUR" offers one of its times for an hour.
func (w *world) setting(clinic *conversation.Clinic, line string) {
	f := strings.Fields(line)
	switch f[0] {
	case "#", "answers", "reception", "patience", "triples", "clinic", "recognises", "waits", "full", "taps":
		w.full = w.full || f[0] == "full"
	case "offered":
		w.offered(clinic, f)
	case "session":
		w.newSession(clinic)
	case "wait":
		w.wait(clinic, f[1])
	case "clock":
		now, err := time.ParseInLocation("2006-01-02 15:04", f[1]+" "+f[2], brasilia)
		if err != nil {
			w.t.Fatal(err)
		}
		w.now = now
	case "slots":
		var agenda int
		_, _ = fmt.Sscan(f[1], &agenda)
		first, last, _ := strings.Cut(f[2], "..")
		for day, _ := time.Parse(time.DateOnly, first); day.Format(time.DateOnly) <= last; day = day.AddDate(0, 0, 1) {
			if first != last && (day.Weekday() == time.Saturday || day.Weekday() == time.Sunday) {
				continue
			}
			for _, hour := range f[3:] {
				w.slots = append(w.slots, conversation.Slot{AgendaID: agenda, Date: day.Format(time.DateOnly), Hour: hour})
			}
		}
	case "known":
		var id int
		_, _ = fmt.Sscan(f[2], &id)
		w.known[f[1]] = id
		if len(f) > 3 {
			w.records[f[1]] = conversation.Identity{BirthDate: f[3], Name: strings.Join(f[4:], " ")}
		}
	case "taken":
		w.taken[f[1]+" "+f[2]] = true
	case "slow":
		w.slow[f[1]+" "+f[2]] = true
	case "answer":
		w.answer(clinic, f[1])
	default:
		w.t.Fatalf("unknown line %q", line)
	}
}

// newSession begins another chat session of the phone.
func (w *world) newSession(clinic *conversation.Clinic) {
	for _, r := range w.state.Served {
		w.served = slices.DeleteFunc(w.served, func(known conversation.Returning) bool { return known.CPF == r.CPF })
		w.served = slices.Insert(w.served, 0, r)
	}
	w.state = conversation.State{}
	w.state.Recognise(clinic, w.served, w.now)
}

// answer is what became of a slow A4; the turn goes on without messages.
func (w *world) answer(clinic *conversation.Clinic, what string) {
	event := map[string]conversation.Event{
		"made":      conversation.AppointmentMade{Description: "(descrição)", Preparation: "(preparo)"},
		"textless":  conversation.AppointmentMadeTextless{},
		"refused":   conversation.AppointmentRefused{},
		"uncertain": conversation.AppointmentUncertain{},
	}[what]
	if event == nil {
		w.t.Fatalf("unknown answer %q", what)
	}
	if _, done := w.apply(clinic, event); !done {
		w.turn(clinic, nil)
		return
	}
	fmt.Fprintln(&w.out)
}

// wait lets time pass; what falls due meanwhile is said at its time.
func (w *world) wait(clinic *conversation.Clinic, duration string) {
	d, err := time.ParseDuration(duration)
	if err != nil {
		w.t.Fatal(err)
	}
	end := w.now.Add(d)
	for range 8 {
		due := clinic.Due(&w.state)
		if due.IsZero() || due.After(end) {
			w.now = end
			return
		}
		w.now = due
		w.line("at %s", due.In(brasilia).Format("02/01 15:04"))
		w.apply(clinic, conversation.Idle{})
		fmt.Fprintln(&w.out)
	}
	w.t.Fatal("Idle is due again and again")
}

// offered is a time that the waiting list offers.
func (w *world) offered(clinic *conversation.Clinic, f []string) {
	var agenda int
	_, _ = fmt.Sscan(f[1], &agenda)
	slot := conversation.Slot{AgendaID: agenda, Date: f[2], Hour: f[3]}
	w.slots = append(w.slots, slot)
	if tell := w.state.TakeOffer(w.now, w.state.Waits, conversation.ListedTime{ID: slot.Hour, Slot: slot, Until: w.now.Add(time.Hour)}); tell != "" {
		w.line("the waiting list hears: %s", tell)
		return
	}
	w.apply(clinic, conversation.Idle{})
	fmt.Fprintln(&w.out)
}

func (w *world) turn(clinic *conversation.Clinic, burst []decide.Message) {
	w.state.OfferOver(w.now)
	dialogue := emergency.New(New(clinic), clinic).Start(decide.Turn{Now: w.now, Messages: decide.ReadTaps(burst, &w.state)})
	var refused *conversation.Refusal
	for range 24 {
		event, err := dialogue.Next(context.Background(), &w.state, refused)
		if err != nil {
			w.t.Fatal(err)
		}
		if move, ok := event.(conversation.Move); ok {
			w.line("%s %s", move.Tool(), compact(move))
		}
		var done bool
		refused, done = w.apply(clinic, event)
		if done {
			w.rules(dialogue)
			fmt.Fprintln(&w.out)
			return
		}
	}
	w.t.Fatal("the turn does not end")
}

// rules prints which rules led the turn, and what they heard; where that stands in its file is left out, or a line
// more there would change every story below it.
func (w *world) rules(dialogue decide.Dialogue) {
	led, ok := dialogue.(decide.Accountant)
	if !ok {
		return
	}
	for _, rule := range led.Account().Rules {
		if i := strings.LastIndex(rule, ", rules.phrases:"); i >= 0 {
			rule = rule[:i]
		}
		w.line("rule %s", rule)
	}
}

// apply steps an event and performs effects until the driver is asked again.
func (w *world) apply(clinic *conversation.Clinic, event conversation.Event) (*conversation.Refusal, bool) {
	for event != nil {
		res := conversation.Step(clinic, &w.state, w.now, event)
		event = nil
		for _, effect := range res.Effects {
			if result := w.perform(effect); result != nil {
				event = result
			}
		}
		if res.Refusal != nil {
			w.line("refused: %s %v", res.Refusal.Reason, res.Refusal.Missing)
		}
		if event == nil {
			return res.Refusal, res.Done
		}
	}
	return nil, false
}

func (w *world) perform(effect conversation.Effect) conversation.Event {
	switch e := effect.(type) {
	case conversation.FindSlots:
		w.line("A1 agenda=%v plan=%d procedure=%d from=%s", strings.Trim(fmt.Sprint(e.Agendas), "[]"), e.Request.PlanID, e.Request.ProcedureID, e.From)
		return conversation.SlotsFound{Slots: w.free(e)}
	case conversation.FindPatient:
		w.line("A2")
		if id := w.known[e.CPF]; id != 0 {
			return conversation.PatientFound{ID: id, Differs: w.state.Patient.Differs(w.records[e.CPF])}
		}
		return conversation.PatientMissing{}
	case conversation.RegisterPatient:
		w.line("A3 %s, %s", e.Identity.Name, e.Identity.BirthDate)
		w.known[e.Identity.CPF] = 900 + len(w.known)
		return conversation.Registered{}
	case conversation.MakeAppointment:
		w.line("A4 #%d patient=%d agenda=%d %s %s", e.N, e.PatientID, e.Slot.AgendaID, e.Slot.Date, e.Slot.Hour)
		if w.taken[e.Slot.Date+" "+e.Slot.Hour] {
			return conversation.AppointmentRefused{}
		}
		if w.slow[e.Slot.Date+" "+e.Slot.Hour] {
			return conversation.AppointmentPending{}
		}
		w.slots = slices.DeleteFunc(w.slots, func(slot conversation.Slot) bool { return slot == e.Slot })
		return conversation.AppointmentMade{Description: "(descrição)", Preparation: "(preparo)"}
	case conversation.Say:
		if wrong := w.from.wrong(e); wrong != nil {
			w.t.Errorf("%q from %q: %q", e.Text, e.From, wrong)
		}
		for _, line := range strings.Split(e.Text, "\n") {
			w.line("| %s", line)
		}
		w.taps(e.Menu)
	case conversation.EnterLine:
		if w.full {
			return conversation.Entered{}
		}
		return conversation.Entered{Room: e.Agendas}
	case conversation.WaitNoted:
		w.line("waiting list: %s", e.Event)
	case conversation.ForgetPhone:
		w.served = nil
		w.line("the phone is forgotten")
	case conversation.Unmet:
		w.unmet = append(w.unmet, e)
	case conversation.HandOver:
		w.line("handed over: %s", e.Reason)
	case conversation.Ended:
		w.line("outcome %s", e.Outcome)
	}
	return nil
}

// taps prints what can be tapped.
func (w *world) taps(m *conversation.Menu) {
	if m == nil {
		return
	}
	w.menus = append(w.menus, m)
	if m.Open != "" {
		w.line("[%s]", m.Open)
	}
	for i, o := range m.Options {
		w.line("[%d.%d] %s", len(w.menus), i+1, strings.TrimSpace(o.Title+"  "+o.Detail))
	}
}

func (w *world) free(q conversation.FindSlots) []conversation.Slot {
	var free []conversation.Slot
	for _, slot := range w.slots {
		if slices.Contains(q.Agendas, slot.AgendaID) && slot.Date >= q.From && slot.Date <= q.To {
			free = append(free, slot)
		}
	}
	return free[:min(len(free), 100)] // filter.limit
}

func (w *world) line(format string, args ...any) {
	fmt.Fprintln(&w.out, strings.TrimRight("    "+fmt.Sprintf(format, args...), " "))
}

// compact prints a move without the fields that say nothing.
func compact(move conversation.Move) string {
	if t, ok := move.(conversation.Transfer); ok {
		return t.Reason
	}
	text := fmt.Sprintf("%+v", move)
	for said := ""; said != text; {
		said = text
		text = empty.ReplaceAllString(text, "$2")
	}
	text = strings.ReplaceAll(text, " }", "}")
	return strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}")
}

var empty = regexp.MustCompile(`\w+:(?:0|false|\[\]|\{ *\})?( |(\}))`)

var brasilia = time.FixedZone("BRT", -3*3600)

// Only what is a choice and nothing else may book at once.
func TestBare(t *testing.T) {
	for text, want := range map[string]bool{
		"5": true, "o 5": true, "quero a opção 3 por favor": true, "3️⃣": true, "a segunda": true, "pode ser o primeiro": true,
		"quinta às 14h": true, "o das 9h": true, "às 8": true, "amanhã às 13:30": true, "pode ser terça-feira, 8h": true, "dia 26/11": true,
		"amanhã às 8 eu trabalho": false, "não gostei do 1": false, "o 5 seria ótimo mas não posso": false,
		"número 5 da rua augusta": false, "quinta às 14h é muito cedo": false, "e se for terça às 8, quanto demora?": false,
	} {
		if got := isBare(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
