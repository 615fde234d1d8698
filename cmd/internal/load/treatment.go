package load

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"

	"atende/cmd/internal/persona"
)

// Treatment is how patients who are not cooperative were treated.
type Treatment struct {
	Visits int `json:"visits"`
	// Stopped is how many visits a signal broke off or kept from beginning; they are not judged, nor among Visits.
	Stopped int `json:"stopped,omitempty"`
	// Right is how many reached an end that is right for them.
	Right int `json:"right"`
	// Kept is the share of Right that is demanded.
	Kept float64 `json:"kept"`
	// Broken counts broken promises by name.
	Broken map[persona.Promise]int `json:"broken"`
	// Long is how many cooperative patients needed more than persona.MaxMessages messages.
	Long int `json:"long"`
	// Refused is how many could not get a message accepted, Strays how many appointments were made for
	// nobody.
	Refused int `json:"refused"`
	Strays  int `json:"strays"`
	// Median and P95 are messages of those who got their appointment.
	Median int `json:"messages_median"`
	P95    int `json:"messages_p95"`
	// Ends counts how visits ended, hand-overs with what patients could see of the reason.
	Ends     map[string]int `json:"ends"`
	Personas []Group        `json:"personas"`
	Stories  []string       `json:"stories,omitempty"`
	// Paraphrased is how those among the visits fared who paraphrase, where any did.
	Paraphrased *Paraphrased `json:"paraphrased,omitempty"`
	// Model is how a language model did, where one led.
	Model *Evaluation `json:"model,omitempty"`
}

// Paraphrased is how patients fared who put what they mean in words of their own.  It is measured and not demanded:
// what they were not understood in does not fail a run, what was booked or promised wrongly does.
type Paraphrased struct {
	Visits int `json:"visits"`
	// Ended is how many reached an end that is right for them, Right how many of those were not booked or promised
	// anything wrong on the way.
	Ended int `json:"ended"`
	Right int `json:"right"`
	// Median and P95 are messages of those who got their appointment.
	Median int `json:"messages_median"`
	P95    int `json:"messages_p95"`
	// Broken counts those broken promises which only say that somebody was not understood.
	Broken map[persona.Promise]int `json:"broken"`
}

// Group is what the patients of one persona came to.
type Group struct {
	Persona string         `json:"persona"`
	Visits  int            `json:"visits"`
	Fine    int            `json:"fine"` // right, not too long, and no promise broken
	Median  int            `json:"messages_median"`
	Ends    map[string]int `json:"ends"`
	// Worst is what was wrong with the first that was not fine.
	Worst string `json:"worst,omitempty"`
}

// demanded is the share of visits that must end right (issue of the uncooperative patients).
const demanded = 0.99

// treatment judges all visits; beds are in the order of the cast.
func (w *ward) treatment(cast []persona.Persona, seeds, stories int) Treatment {
	t := Treatment{
		Kept: demanded, Broken: map[persona.Promise]int{}, Ends: map[string]int{}, Strays: int(w.strays.Load()),
	}
	var booked, paraphrased []int
	for i, who := range cast {
		g := Group{Persona: who.Name, Ends: map[string]int{}}
		var messages []int
		for _, b := range w.beds[i*seeds : (i+1)*seeds] {
			if !b.ended.Load() {
				t.Stopped++
				continue
			}
			g.Visits++
			t.Visits++
			v := b.visit.Verdict()
			t.add(who, v)
			g.Ends[v.End]++
			messages = append(messages, v.Messages)
			if v.End == persona.Booked.String() {
				booked = append(booked, v.Messages)
				if who.Paraphrases {
					paraphrased = append(paraphrased, v.Messages)
				}
			}
			if b.failed.Load() {
				t.Refused++
			}
			if v.OK() {
				g.Fine++
				continue
			}
			if g.Worst == "" {
				g.Worst = v.Why()
			}
			if len(t.Stories) < stories {
				t.Stories = append(t.Stories, v.Why()+"\n"+b.visit.Story())
			}
		}
		if g.Visits == 0 {
			continue
		}
		g.Median = quantile(messages, 0.5)
		t.Personas = append(t.Personas, g)
	}
	t.Median, t.P95 = quantile(booked, 0.5), quantile(booked, 0.95)
	if t.Paraphrased != nil {
		t.Paraphrased.Median, t.Paraphrased.P95 = quantile(paraphrased, 0.5), quantile(paraphrased, 0.95)
	}
	return t
}

func (t *Treatment) add(who persona.Persona, v persona.Verdict) {
	t.Ends[v.End]++
	if who.Paraphrases {
		t.addParaphrased(v)
	}
	if v.Right {
		t.Right++
	}
	if v.Long {
		t.Long++
	}
	for _, fault := range v.Faults {
		if who.Paraphrases && fault.Promise == persona.SameWords {
			t.Paraphrased.Broken[fault.Promise]++
			continue
		}
		t.Broken[fault.Promise]++
	}
}

func (t *Treatment) addParaphrased(v persona.Verdict) {
	if t.Paraphrased == nil {
		t.Paraphrased = &Paraphrased{Broken: map[persona.Promise]int{}}
	}
	t.Paraphrased.Visits++
	if !v.Right {
		return
	}
	t.Paraphrased.Ended++
	if !v.Broke(persona.WrongBooking) && !v.Broke(persona.FalseConfirmation) {
		t.Paraphrased.Right++
	}
}

// quantile of a list that it sorts; 0 for none.
func quantile(list []int, q float64) int {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[min(len(list)-1, int(q*float64(len(list))))]
}

// OK reports whether enough visits ended right and no promise was broken.  A language model may be clumsy: of it
// nothing is demanded but that nobody was told or booked what is not so.
func (t Treatment) OK() bool {
	if t.Model != nil {
		return t.Visits > 0 && t.Refused == 0 && t.Model.OK()
	}
	visits, right := t.Visits, t.Right
	if t.Paraphrased != nil {
		visits, right = visits-t.Paraphrased.Visits, right-t.Paraphrased.Ended
	}
	return t.Visits > 0 && float64(right) >= t.Kept*float64(visits) && len(t.Broken) == 0 && t.Long+t.Strays+t.Refused == 0
}

// WriteJSON writes it as one JSON object on one line.
func (t Treatment) WriteJSON(out io.Writer) error { return json.NewEncoder(out).Encode(t) }

// WriteText writes it for people.
func (t Treatment) WriteText(out io.Writer) error {
	page := &page{out: out}
	for _, story := range t.Stories {
		page.line("%s", story)
	}
	page.line("%-30s %8s %10s   %s", "persona", "fine", "messages", "ends")
	for _, g := range t.Personas {
		page.line("%-30s %4d/%-3d %10d   %s", g.Persona, g.Fine, g.Visits, g.Median, counts(g.Ends))
		if g.Worst != "" {
			page.line("    %s", g.Worst)
		}
	}
	page.line("")
	if t.Stopped > 0 {
		page.line("stopped before the end: %d visits are not judged", t.Stopped)
	}
	page.line("%d of %d visits reached the right end; ends: %s", t.Right, t.Visits, counts(t.Ends))
	page.line("messages to an appointment: median %d, p95 %d", t.Median, t.P95)
	if p := t.Paraphrased; p != nil {
		page.line("in other words: %d of %d paraphrasing visits ended right; messages to an appointment: median %d, p95 %d; broken promises: %s",
			p.Right, p.Visits, p.Median, p.P95, counts(p.Broken))
	}
	page.line("appointments for nobody %d, messages refused %d, too long %d", t.Strays, t.Refused, t.Long)
	if t.Model != nil {
		t.Model.write(page)
	}
	page.line("WRONG BOOKINGS %d  FALSE CONFIRMATIONS %d  all broken promises: %s",
		t.Broken[persona.WrongBooking], t.Broken[persona.FalseConfirmation], counts(t.Broken))
	return page.err
}

// counts is "a 3, b 1" by name.
func counts[K ~string](m map[K]int) string {
	if len(m) == 0 {
		return "none"
	}
	text := ""
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			text += ", "
		}
		text += string(name) + " " + strconv.Itoa(m[name])
	}
	return text
}
