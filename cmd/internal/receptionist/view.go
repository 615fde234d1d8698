package receptionist

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"atende/integrations/model/scripted"
)

// view is what a request tells.
type view struct {
	situation scripted.Situation
	catalog   services
	clinic    string // its name
	now       time.Time

	text      string   // what the patient wrote in this turn
	earlier   []string // and before it, the oldest first
	said      []string // what we said, the oldest first
	corrected bool     // our last text was not sent
	booked    int      // how many of earlier were written before the last booking

	steps  []step // what was called in this turn
	rounds int    // in how many answers
}

// step is a call with what came of it.
type step struct {
	scripted.Call
	scripted.Outcome
}

// bookedMark begins what stands for the clinic's own words about an appointment.
const bookedMark = "[o sistema enviou"

var clinicName = regexp.MustCompile(`assistente virtual da ([^.\n]{2,80}?) no WhatsApp`)

// look reads a request; false if it is not one of the agent's.
func look(r scripted.Request) (*view, bool) {
	situation, ok := r.Situation()
	if !ok || len(r.Messages) == 0 {
		return nil, false
	}
	system := r.Messages[0].Text
	v := &view{situation: situation, catalog: servicesOf(system), clinic: "clínica", text: strings.Join(r.Turn(), "\n"), now: timeOf(situation.Now), corrected: r.Corrected()}
	if found := clinicName.FindStringSubmatch(system); found != nil {
		v.clinic = found[1]
	}
	for _, m := range r.Before() {
		switch m.Role {
		case scripted.User:
			v.earlier = append(v.earlier, m.Text)
		case scripted.Assistant:
			v.said = append(v.said, m.Text)
			if strings.Contains(m.Text, bookedMark) {
				v.booked = len(v.earlier)
			}
		}
	}
	v.read(r.Steps())
	return v, true
}

// read pairs the calls of this turn with their results.
func (v *view) read(messages []scripted.Message) {
	calls := map[string]scripted.Call{}
	for _, m := range messages {
		if len(m.Calls) > 0 {
			v.rounds++
		}
		for _, c := range m.Calls {
			calls[c.ID] = c
		}
		if o, ok := m.Outcome(); ok {
			v.steps = append(v.steps, step{calls[m.CallID], o})
		}
	}
}

var zone = time.FixedZone("-03", -3*60*60)

// timeOf reads "segunda-feira, 23/11/2026, 09:10".
func timeOf(text string) time.Time {
	_, text, _ = strings.Cut(text, ", ")
	at, err := time.ParseInLocation("02/01/2006, 15:04", text, zone)
	if err != nil {
		return time.Date(2026, 1, 1, 12, 0, 0, 0, zone)
	}
	return at
}

// lastSaid is our last text, "" for none.
func (v *view) lastSaid() string {
	if len(v.said) == 0 {
		return ""
	}
	return v.said[len(v.said)-1]
}

// wanted is what is missing first.
func (v *view) wanted() string {
	if len(v.situation.Missing) == 0 {
		return ""
	}
	return v.situation.Missing[0]
}

// did reports whether a tool was called in this turn, and taken.
func (v *view) did(tool string) bool {
	for _, s := range v.steps {
		if s.Name == tool && s.OK {
			return true
		}
	}
	return false
}

// refusals are the steps that were not done, the newest last.
func (v *view) refusals() []step {
	var list []step
	for _, s := range v.steps {
		if !s.OK {
			list = append(list, s)
		}
	}
	return list
}

// arguments of a step's call.
func (s step) search() search {
	var a search
	if json.Unmarshal([]byte(s.Arguments), &a) != nil {
		return search{}
	}
	return a
}

// known is the value of a pointer, "" for nil.
func known(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
