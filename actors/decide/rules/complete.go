package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// Complete reports whether a text, all that was written so far, answers the open question completely, so that waiting for
// more of a burst would only make the patient wait (contract, ATENDE_QUIET_WINDOW): the number or the one time that was
// asked for, a CPF, a birth date, a yes or a no where that is all that is asked, or a first wish with everything that A1
// needs.  A yes that books is none, since a no may follow; neither is a yes to a question for something else ("certo",
// "sou eu mesma"), a part of a name, a question, or a text that breaks off.
func (d *Driver) Complete(text string, s *conversation.State, now time.Time) bool {
	answers, known := completes[s.Asked]
	listed := s.Asked != conversation.AskConfirm && len(s.Options) > 0
	endless := s.Closed == "" && s.Asked != conversation.AskNothing && !known && !listed
	if endless || strings.Contains(text, "?") { // whatever else it says
		return false
	}
	reader := d.dialogue(decide.Turn{Now: now})
	r := reader.reading(s, reader.overSeams(s, text))
	if r.Intent == understand.Question || len(r.not)+len(r.notPlans)+len(r.notDoctors) > 0 || breaksOff(r) {
		return false
	}
	if s.Closed != "" || s.Asked == conversation.AskNothing {
		return reader.wishesAll(r)
	}
	return known && answers(reader, s, r) || s.Asked != conversation.AskConfirm && fits(s, r)
}

// completes are what answers each question completely, beside the number of a listed answer.  Of what is read back, and of
// what is open, one cannot know the end.
var completes = map[conversation.Question]func(d *dialogue, s *conversation.State, r reading) bool{
	conversation.AskCPF: func(_ *dialogue, _ *conversation.State, r reading) bool {
		return r.CPF != "" || len(r.InvalidCPF) == cpfDigits
	},
	conversation.AskBirthDate: func(_ *dialogue, _ *conversation.State, r reading) bool { return r.BirthDate != "" },
	conversation.AskName:      allOfPatient,
	conversation.AskPhone: func(_ *dialogue, _ *conversation.State, r reading) bool {
		return len(digitsOf(r.text)) >= phoneDigits
	},
	conversation.AskSlot: func(d *dialogue, s *conversation.State, r reading) bool {
		return picksOne(s, r) || len(s.Offer) == 1 && d.onlyYes(s, r)
	},
	conversation.AskService: func(_ *dialogue, _ *conversation.State, r reading) bool {
		return len(r.Specialties)+len(r.Doctors) == 1
	},
	conversation.AskDoctor:    func(_ *dialogue, _ *conversation.State, r reading) bool { return len(r.Doctors) == 1 || r.anyDoctor },
	conversation.AskProcedure: func(_ *dialogue, _ *conversation.State, r reading) bool { return len(r.Procedures) == 1 },
	conversation.AskPlan:      func(_ *dialogue, _ *conversation.State, r reading) bool { return len(r.Plans) == 1 || r.hasNone() },
	conversation.AskSame:      (*dialogue).onlyYesOrNo,
	conversation.AskPerson:    (*dialogue).onlyYesOrNo,
	conversation.AskNext:      (*dialogue).onlyYesOrNo,
}

// allOfPatient reports that nothing of the patient's data is missing any more: the question for the name asks for all of
// them, and they may come in pieces.
func allOfPatient(_ *dialogue, s *conversation.State, r reading) bool {
	p := s.Patient
	return p.Name+r.Name != "" && p.CPF+r.CPF != "" && p.BirthDate+r.BirthDate != ""
}

// onlyYesOrNo reports a yes or a no and nothing else.
func (d *dialogue) onlyYesOrNo(s *conversation.State, r reading) bool {
	return d.onlyYes(s, r) || !r.data() && r.says(say.BareNo)
}

// overSeams is a text of several lines, each a message, with the data that several of them hold together.
func (d *dialogue) overSeams(s *conversation.State, text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		return text
	}
	whole := d.joinData(s, d.joinName(s, each(lines, func(line string) decide.Message { return decide.Message{Text: line} })))
	return strings.Join(each(whole, func(m decide.Message) string { return m.Text }), "\n")
}

// phoneDigits is how many digits a phone with its area code has at least.
const phoneDigits = 10

// cpfDigits is how many digits a CPF has; fewer may be the beginning of one.
const cpfDigits = 11

// breaksOff reports a text that goes on, or may: "deixa eu ver", "meu cpf é", "unimed,".
func breaksOff(r reading) bool {
	text := strings.TrimSpace(r.text)
	return strings.HasSuffix(text, ",") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, "..") || strings.HasSuffix(text, "…") ||
		r.saysAny(say.Waiting, say.HalfSaid, say.Mumbles, say.Filler)
}

// wishesAll reports a wish that leaves nothing to ask before A1: with whom, and under which plan.
func (d *dialogue) wishesAll(r reading) bool {
	if len(r.Plans) != 1 || len(r.Doctors)+len(r.Specialties) != 1 {
		return false
	}
	return len(r.Doctors) == 1 || len(d.clinic.DoctorsOf(r.Specialties[0])) == 1 || r.anyDoctor
}

// onlyYes reports a yes and nothing else.
func (d *dialogue) onlyYes(s *conversation.State, r reading) bool {
	return r.Intent == understand.Confirm && !r.data() && (r.says(say.Agrees) || d.wholeYes(s, r.text))
}

// fits reports the number of one of the answers that were listed.
func fits(s *conversation.State, r reading) bool { return r.Choice > 0 && r.Choice <= len(s.Options) }

// picksOne reports the number of an offered time, or a day and an hour that only one of them has.
func picksOne(s *conversation.State, r reading) bool {
	if wish := r.wish(); !wish.Empty() {
		others := slices.DeleteFunc(slices.Clone(s.Offer), func(slot conversation.Slot) bool { return !wish.Allows(slot) })
		return len(others) == 1 && len(r.Times) > 0
	}
	return r.Choice > 0 && r.Choice <= len(s.Offer)
}
