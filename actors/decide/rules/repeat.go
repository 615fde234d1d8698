package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// maxMisses is how many texts in a row may be not understood before a person takes over: the first
// is asked again in other words, the second with numbers to choose from.
const maxMisses = 2

// again are the questions in other words, after an answer that was not understood.
var again = map[conversation.Question]wording.ID{
	conversation.AskService: wording.AgainService, conversation.AskDoctor: wording.AgainDoctor,
	conversation.AskProcedure: wording.AgainProcedure, conversation.AskPlan: wording.AgainPlan,
	conversation.AskSlot: wording.AgainSlot, conversation.AskOther: wording.AgainOther,
	conversation.AskSame: wording.AgainSame, conversation.AskPerson: wording.AgainPerson,
	conversation.AskName: wording.AgainName, conversation.AskCPF: wording.AgainCPF,
	conversation.AskBirthDate: wording.AgainBirthDate, conversation.AskConfirm: wording.AgainConfirm,
}

// brief are the questions in short, for when they come back behind an answer to something else.
var brief = map[conversation.Question]wording.ID{
	conversation.AskService: wording.ShortService, conversation.AskDoctor: wording.ShortDoctor,
	conversation.AskProcedure: wording.ShortProcedure, conversation.AskPlan: wording.ShortPlan,
	conversation.AskSlot: wording.ShortSlot, conversation.AskOther: wording.ShortOther,
	conversation.AskSame: wording.ShortSame, conversation.AskName: wording.ShortName,
	conversation.AskCPF: wording.ShortCPF, conversation.AskBirthDate: wording.ShortBirthDate,
	conversation.AskConfirm: wording.ShortConfirm,
}

// repeated is the question after an answer that did not get the conversation on.  What came but cannot be
// right, or cannot be answered, says so itself the first time.
func (d *dialogue) repeated(s *conversation.State, q question, missed bool) question {
	switch {
	case q.asks == conversation.AskNothing, q.asks == conversation.AskConfirm && d.start != conversation.AskConfirm:
		return q // what was never read back is read back in full
	case d.unmoved && !missed:
		return q
	case s.Misses > 0:
		return d.withNumbers(s, q, missed)
	case missed:
		return d.inOtherWords(s, q)
	case d.known && !s.Brief:
		return d.inShort(s, q)
	case d.rejected, s.Brief, q.asks != d.start:
		return q
	default:
		return d.inShort(s, q)
	}
}

// inOtherWords asks again what was not understood.
func (d *dialogue) inOtherWords(s *conversation.State, q question) question {
	if q.asks == conversation.AskSlot && !s.OfferRead() {
		return q
	}
	id := again[q.asks]
	if q.asks == conversation.AskSlot && len(s.Offer) == 1 {
		id = wording.AgainSlotSingle
	}
	if q.asks == conversation.AskPerson {
		q.names = nil // both ways are in the sentence
	}
	q.text, q.lead, q.lists = d.about(s, id), wording.Words{}, id == wording.AgainSlotSingle
	named := d.newest != nil && len(d.find(d.newest.Text).Plans) > 0 // "moro em São Francisco"
	if q.asks == conversation.AskPlan && !d.twice && !named {
		q.text = d.text(wording.AgainPlanUnknown)
	}
	return q
}

// inShort asks again what the patient has just read.
func (d *dialogue) inShort(s *conversation.State, q question) question {
	id, ok := brief[q.asks]
	if !ok || q.asks == conversation.AskSlot && !s.OfferRead() {
		return q // a list that was not read yet
	}
	if q.asks == conversation.AskConfirm && (s.Learned(&d.before) || d.start != conversation.AskConfirm) {
		return q // which is another one now
	}
	if q.asks == conversation.AskSlot && len(s.Offer) == 1 {
		id = wording.ShortSlotSingle
	}
	q.text, q.lead, q.brief, q.lists = d.about(s, id), wording.Words{}, true, id == wording.ShortSlotSingle
	if len(q.names) > maxRepeated {
		q.names = nil // it stands above
	}
	return q
}

// maxRepeated is how long a list may be that is said again with its question in short.
const maxRepeated = 8

// withNumbers asks with a number for every answer, a person among them.
func (d *dialogue) withNumbers(s *conversation.State, q question, missed bool) question {
	q.text, q.lead = d.text(wording.NumbersList), wording.Words{}
	switch {
	case missed:
		q.lead = d.text(wording.NumbersSorry)
	case d.rejected:
		q.lead = d.text(wording.NumbersWrong)
	}
	person := d.text(wording.WayPerson)
	switch {
	case q.asks == conversation.AskSlot && len(s.Offer) == 1:
		slot := s.Offer[0]
		q.names = []wording.Words{d.text(wording.NumbersSlot, "day", dayText(slot.Date, d.now()), "hour", slot.Hour).With(times("")), d.text(wording.NumbersMore), person}
		q.options, q.lists = []int{optionYes, optionMore, optionPerson}, true
	case q.asks == conversation.AskSlot:
		q.text, q.lists = wording.Lines(d.text(wording.NumbersSlots), d.offerLines(s.Offer)), true
	case q.asks == conversation.AskSame && s.Known != nil:
		q.names = []wording.Words{d.text(wording.NumbersSame, "name", s.Known.Name), d.text(wording.NumbersAnother), person}
		q.options = []int{optionYes, optionNo, optionPerson}
	case q.asks == conversation.AskConfirm:
		q.names = []wording.Words{d.text(wording.NumbersConfirm), d.text(wording.NumbersMore), person}
		q.options = []int{optionYes, optionMore, optionPerson}
	case asksIdentity(q.asks):
		q.text = d.about(s, ownData[q.asks])
		q.names = []wording.Words{d.text(wording.NumbersNow), d.text(wording.NumbersLater), person}
		q.options = []int{optionYes, optionNo, optionPerson}
	case !slices.Contains(q.options, optionPerson):
		q.names, q.options = append(slices.Clone(q.names), person), append(slices.Clone(q.options), optionPerson)
	}
	return q
}

// ownData asks for data of the patient with numbers for who does not have them.
var ownData = map[conversation.Question]wording.ID{
	conversation.AskName: wording.NumbersName, conversation.AskCPF: wording.NumbersCPF, conversation.AskBirthDate: wording.NumbersBirthDate,
}

// about fills a question about a person, a time, or the person of the last booking.
func (d *dialogue) about(s *conversation.State, id wording.ID) wording.Words {
	of := d.ofPatient(s)
	fill := []string{"of", of.Text}
	if s.Known != nil {
		fill = append(fill, "name", s.Known.Name)
	}
	if len(s.Offer) > 0 {
		fill = append(fill, "day", dayText(s.Offer[0].Date, d.now()), "hour", s.Offer[0].Hour)
	}
	words := d.text(id, fill...)
	if wording.Takes(id, "of") {
		words = words.With(of)
	}
	if wording.Takes(id, "day") {
		words = words.With(times(""))
	}
	return words
}
