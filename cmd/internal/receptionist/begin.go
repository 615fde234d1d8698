package receptionist

import (
	"slices"
	"strings"

	"atende/actors/understand"
	"atende/integrations/model/scripted"
)

// begin are the first calls of a turn; none if there is only something to say.
func (v *view) begin() []scripted.Call {
	r := v.reads()
	if r.has(orders) {
		return v.needs() // what is written is what the patient says, and no order
	}
	if calls := v.ends(r); calls != nil {
		return calls
	}
	var calls []scripted.Call
	number := v.choice(r)
	wanted := v.searchOf(r)
	if number > 0 && number <= len(v.situation.Offer) {
		wanted = search{Plan: wanted.Plan}
	}
	if v.starts(r, wanted) {
		calls = append(calls, scripted.Calling(toolSearch, wanted))
	}
	switch {
	case number > 0 && number <= len(v.situation.Offer):
		calls = append(calls, choose(number))
	case v.situation.Chosen != nil && wanted.empty() && v.regrets(r):
		calls = append(calls, choose(0))
	}
	if i := v.identityOf(r); !i.empty() && v.situation.Closed == "" {
		calls = append(calls, scripted.Calling(toolIdentify, i))
	} else if i := v.same(r); !i.empty() {
		calls = append(calls, scripted.Calling(toolIdentify, i))
	}
	if v.asksClinic(r, wanted) {
		calls = append(calls, ask(question(v.text)))
	}
	if len(calls) == 0 {
		return v.needs()
	}
	return calls
}

// ends are the calls by which a conversation ends, nil where it goes on.
func (v *view) ends(r reading) []scripted.Call {
	intent, open := r.facts.Intent, v.situation.Chosen != nil || len(v.situation.Offer) > 0
	label := v.label(r)
	switch {
	case intent == understand.Human, label == toPerson:
		return []scripted.Call{transfer("pediu_pessoa")}
	case intent == understand.Reschedule && !open:
		return []scripted.Call{transfer("remarcar")}
	case intent == understand.Cancel && !open:
		return []scripted.Call{transfer("cancelar")}
	case r.has(noCPF):
		return []scripted.Call{transfer("outro")}
	case r.has(leaves), label == forLater, intent == understand.Cancel,
		intent == understand.Decline && forWhom(r.folded) == "" && len(r.masks) == 0:
		if v.situation.Closed == "" {
			return []scripted.Call{plain(toolClose)}
		}
	}
	return nil
}

// label is what stands behind a number in the list that was shown last, "" for none.
func (v *view) label(r reading) string {
	list := v.listed()
	number := r.facts.Choice
	if bareNumber.MatchString(r.folded) {
		number = atoi(r.folded)
	}
	if number < 1 || number > len(list) {
		return ""
	}
	return list[number-1]
}

// starts reports that there is something to look for, or a new booking to begin.
func (v *view) starts(r reading, wanted search) bool {
	if v.situation.Closed != "" {
		again := r.has(books) && r.facts.Intent != understand.Thanks && !r.has(whenMine)
		return again && (!wanted.empty() || r.facts.Intent == understand.Book)
	}
	return !wanted.empty()
}

// regrets reports that the time that was chosen will not do.
func (v *view) regrets(r reading) bool {
	return r.has(takesBack) || r.facts.Intent == understand.Reschedule || r.facts.Intent == understand.Deny && r.facts.More
}

// asksClinic reports a question that the clinic may have an answer to.
func (v *view) asksClinic(r reading, wanted search) bool {
	asks := r.facts.Intent == understand.Question || strings.Contains(v.text, "?")
	return asks && wanted.empty() && !r.has(clinical) && (r.has(aboutClinic) || r.facts.Intent == understand.Question) && !r.has(whenMine)
}

// maxQuestion bounds a question, in bytes.
const maxQuestion = 300

// question is a text as it is passed on.
func question(text string) string {
	text = placeholder.ReplaceAllString(text, "")
	if len(text) > maxQuestion {
		text = strings.ToValidUTF8(text[:maxQuestion], "")
	}
	return strings.TrimSpace(text)
}

// needs are calls for what has to be known before the next question is asked, or the booking itself.
func (v *view) needs() []scripted.Call {
	s := v.situation
	switch {
	case s.Closed != "":
		return nil
	case v.past() && !v.tried(toolSearch):
		return []scripted.Call{scripted.Calling(toolSearch, search{})}
	case v.wanted() == "confirmar" && !v.tried(toolConfirm):
		return []scripted.Call{plain(toolConfirm)}
	case (v.wanted() == "medico" || v.without()) && v.doctors() == nil && !v.tried(toolClinic):
		return []scripted.Call{ask("medicos")}
	}
	return nil
}

// past reports that times of the offer are over: it is to be looked up again.
func (v *view) past() bool {
	now := v.now.Format("2006-01-02 15:04")
	return slices.ContainsFunc(v.situation.Offer, func(s scriptedSlot) bool { return isoDay(s.Day)+" "+s.Hour <= now })
}

// without reports that there is no time left to offer.
func (v *view) without() bool { return v.situation.Why == "nenhum" && v.wanted() == "horario" }

// tried reports whether a tool was called in this turn.
func (v *view) tried(tool string) bool {
	for _, s := range v.steps {
		if s.Name == tool {
			return true
		}
	}
	return false
}
