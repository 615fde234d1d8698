package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// acknowledge says that what is no text came.  It reports whether there are words beside it that are read.  A reaction
// is no answer, whatever it shows, and what a contact or a place is called is none either; a voice message may have
// been one.
func (d *dialogue) acknowledge(s *conversation.State, m decide.Message) (words bool) {
	kind := strings.ToUpper(m.Type)
	if m.Rest != "" {
		d.answerAside(d.variant(wording.MediaLong, s.Excuses))
	}
	switch {
	case kind == "REACTION":
		d.sayUnanswered(d.variant(wording.MediaReaction, s.Excuses))
		d.noAnswerDue = true
		return false
	case d.showsPlan(s, m):
		return m.Text != ""
	case m.Text == "" && (m.Document != "" || m.Image != nil):
		d.answerAside(d.variant(wording.MediaRead, s.Excuses)) // somebody can read it
		return false
	case m.Text == "", kind == "STICKER", kind == "LOCATION", kind == "CONTACT": // sent with a touch, in words of others
		d.sayUnanswered(d.mediaText(s, kind))
		d.noAnswerDue = kind != "AUDIO"
		return false
	case isFile(kind) && m.Document == "" && m.Image == nil:
		d.answerAside(d.variant(wording.MediaCaption, s.Excuses))
	}
	return true
}

func isFile(kind string) bool { return kind == "IMAGE" || kind == "DOCUMENT" || kind == "VIDEO" }

// showsPlan takes the plan from the text of a file that came when it was asked for, if the file names one and no
// other.  Anybody can have written it: the patient reads which plan that is, and reads it once more before it is booked.
func (d *dialogue) showsPlan(s *conversation.State, m decide.Message) bool {
	asked := s.Closed == "" && s.Asked == conversation.AskPlan && s.Request.PlanID == 0
	if m.Document == "" || !asked || len(d.find(m.Text).Plans) > 0 || d.said(m.Text, say.OtherPlans) {
		return false
	}
	plan, ok := d.onlyPlan(m.Document)
	if !ok {
		return false
	}
	d.answerAside(d.text(wording.MediaPlan, "plan", plan.Name))
	d.propose(conversation.Search{
		Request: conversation.Request{PlanID: plan.ID}, Unsure: []conversation.Question{conversation.AskPlan},
	})
	return true
}

// onlyPlan is the one plan that a document names, letter by letter, as long as it names none that the clinic does not
// take, says nothing against it, and is not about paying.
func (d *dialogue) onlyPlan(document string) (conversation.Service, bool) {
	hits := d.clinic.Hits(document).Plans
	if len(hits) != 1 {
		return conversation.Service{}, false
	}
	hit := hits[0]
	named, around := document[hit.Start:hit.End], document[max(0, hit.Start-nearWords):min(len(document), hit.End+nearWords)]
	plan, known := d.clinic.Plan(hit.ID)
	exact := func(name string) bool { return strings.EqualFold(name, named) }
	if !known || plan.ID == d.clinic.PrivatePlan() || len(named) < minPlanName || d.said(around, say.SpeaksAgainst) ||
		d.said(cutOut(document, place{hit.Start, hit.End}), say.OtherPlans) {
		return conversation.Service{}, false
	}
	return plan, exact(plan.Name) || slices.ContainsFunc(plan.Aliases, exact)
}

const (
	// minPlanName is the shortest name of a plan, in bytes, that a document is believed.
	minPlanName = 4
	// nearWords is how far around a name something may speak against it, in bytes.
	nearWords = 80
)

func (d *dialogue) mediaText(s *conversation.State, kind string) wording.Words {
	id := wording.MediaOther
	switch kind {
	case "AUDIO":
		id = wording.MediaAudio
	case "IMAGE":
		id = wording.MediaPhoto
	case "DOCUMENT", "VIDEO":
		id = wording.MediaFile
	}
	return d.variant(id, s.Excuses)
}
