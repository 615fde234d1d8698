package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// eachPlan reads whose plan is which, "o meu é Bradesco e o dele Unimed": the patient's is read on, the other kept in mind
// with what is booked afterwards.  Whose plan it is counts only where theirs is booked, too: "uso o plano do meu marido".
func (d *dialogue) eachPlan(h *heard) {
	if d.withoutWritersPlan(h) {
		return
	}
	others := d.waiting(h)
	h.Plans = minus(h.Plans, d.plansOfBooked(h))
	if len(h.Plans) == 0 && !h.says(say.TheyHaveNone) || h.s.Closed != "" || len(others) == 0 && len(h.Plans) < 2 {
		return
	}
	switch mine, theirs := d.plansOfEach(h, others); {
	case mine != nil:
		h.Plans = mine
	case theirs != nil:
		h.Plans = minus(h.Plans, theirs)
	}
}

// plansOfEach are the plans that a text tells of the patient, and those of others, which are kept in mind.
func (d *dialogue) plansOfEach(h *heard, others []conversation.Next) (mine, theirs []int) {
	told := cmp.Or(d.patientOf(h.whole), h.s.For)
	patient, open := cmp.Or(told, conversation.ForWriter), told == "" && (!h.s.Own || namesKnown(h.s, h.whole))
	parts := d.partsOfPeople(h, h.parsed)
	for i, part := range parts {
		named := d.plansOfPart(part)
		if len(named) != 1 || slices.Contains(part.notPlans, named[0]) || d.planOfAll(parts[i:]) {
			continue
		}
		whom := d.ownerBeside(h, d.withoutHolder(h, part))
		switch {
		case open && (namesKnown(h.s, part) || mine == nil && theirs == nil && tellsOfOther(part, whom, others)):
			mine, patient = named, "" // of whom nobody said who that is, and who is not the writer
		case whom != "" && whom == patient:
			mine = named
		case whom != "" || patient == conversation.ForWriter && part.says(say.ThirdPerson):
			if d.keepPlan(others, whom, named[0]) {
				theirs = append(theirs, named[0])
			}
		}
	}
	return mine, theirs
}

// tellsOfOther reports a part of a text of somebody who is not the writer, and whose turn does not come afterwards.
func tellsOfOther(part reading, whom string, others []conversation.Next) bool {
	if whom == "" {
		return part.says(say.ThirdPerson)
	}
	return whom != conversation.ForWriter && !waits(others, whom)
}

// namesKnown reports a part of a text that calls the patient by the first name.
func namesKnown(s *conversation.State, part reading) bool {
	part.scan()
	return hasWord(part.tokens, firstName(s.Patient.Name))
}

// withoutHolder leaves out of a part of a text through whom somebody has a plan: "a Emilly é pela unimed do pai dela".
func (d *dialogue) withoutHolder(h *heard, part reading) reading {
	left := part.text
	for _, hit := range slices.Backward(d.hits(part.text).Plans) {
		if at, ok := d.parse(part.text[hit.End:]).place(say.OfHolder); ok {
			left = cutOut(left, place{hit.End + at.start, hit.End + at.end})
		}
	}
	if left == part.text {
		return part
	}
	if rest := d.readAgain(h.s, left); rest.says(say.ThirdPerson) || d.ownerBeside(h, rest) != "" {
		return rest
	}
	return part
}

// plansOfBooked are plans that a text says to be those of somebody who has an appointment of this conversation, beside the patient:
// "quem é unimed é a minha mãe".
func (d *dialogue) plansOfBooked(h *heard) (plans []int) {
	if len(h.s.Appointments()) == 0 {
		return nil
	}
	for _, part := range d.partsOfPeople(h, h.whole.parsed) {
		whom := d.owner(h, part)
		if other := whom != "" && whom != patientNow(h.s); other && bookedFor(h.s, strings.TrimPrefix(whom, conversation.ForWriter)) {
			plans = append(plans, d.plansOfPart(part)...)
		}
	}
	return plans
}

// keepPlan keeps in mind under which plan one of those is whose turn comes; whom is "" for the only one.
func (d *dialogue) keepPlan(others []conversation.Next, whom string, plan int) bool {
	at := turnOf(others, whom)
	if unnamed := len(others) == 1 && others[0].For == ""; whom == "" && len(others) == 1 || whom == conversation.ForWriter && unnamed {
		at = 0
	}
	if at < 0 {
		return false
	}
	next := conversation.Next{For: cmp.Or(others[at].For, whom, d.text(wording.NextOther).Text), ProcedureID: others[at].ProcedureID, PlanID: plan}
	d.moves = append(d.moves, conversation.Later{Next: next})
	called := d.called(next.For)
	d.note(d.text(wording.TalkNextPlan, "for", called.Text, "plan", d.planCalled(plan)).With(called))
	return true
}
