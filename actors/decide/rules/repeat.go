package rules

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// maxMisses is how many texts in a row may be not understood before a person takes over: the first
// is asked again in other words, the second with numbers to choose from.
const maxMisses = 2

// repeated is the question after an answer that did not get the conversation on.  What came but cannot be
// right, or cannot be answered, says so itself the first time.
func (d *dialogue) repeated(s *conversation.State, q question, missed bool) question {
	switch {
	case q.asks == conversation.AskNothing, q.asks == conversation.AskConfirm && d.before.Asked != conversation.AskConfirm:
		return q // what was never read back is read back in full
	case d.sameTimes && !missed:
		return q
	case s.Misses > 0:
		return d.withNumbers(s, q, missed)
	case missed, d.known && q.asks == conversation.AskConfirm: // who says the same again may mean something else by it
		return d.inOtherWords(s, q)
	case !s.Brief && (d.known || d.tookPart(s, q)):
		return d.inShort(s, q)
	case d.rejected, s.Brief, q.asks != d.before.Asked:
		return q
	default:
		return d.inShort(s, q)
	}
}

// tookPart reports that one part of a text was taken and another was not, and the question is still the same.
func (d *dialogue) tookPart(s *conversation.State, q question) bool {
	return d.rejected && q.asks == d.before.Asked && q.asks != conversation.AskConfirm && s.Learned(&d.before)
}

// inOtherWords asks again what was not understood.
func (d *dialogue) inOtherWords(s *conversation.State, q question) question {
	if q.asks == conversation.AskSlot && !s.OfferRead() {
		return q
	}
	if q.asks == conversation.AskConfirm { // a yes must be one to all of it
		q.text = d.readBackText(s, 1)
		return q
	}
	if asksReturning(s) && q.asks == conversation.AskSame {
		q.text, q.lead = d.returningAgain(s, wording.AgainSame, wording.AgainWhom), wording.Words{}
		return q
	}
	id := textsOf[q.asks].again
	if q.asks == conversation.AskSlot && len(s.Offer) == 1 {
		id = wording.AgainSlotSingle
	}
	if q.asks == conversation.AskPerson {
		q.names = nil // both ways are in the sentence
	}
	q.text, q.lead, q.lists = d.about(s, id), wording.Words{}, id == wording.AgainSlotSingle
	if q.asks == conversation.AskPlan && !d.sameReply && d.mayBePlan() {
		q.text = d.text(wording.AgainPlanUnknown)
	}
	return q
}

// mayBePlan reports that the newest message may name a plan that the clinic does not take: "moro em São Francisco" and
// "um atrás do outro se der" do not, nor what is called otherwise in the catalogue.
func (d *dialogue) mayBePlan() bool {
	if d.newest == nil {
		return false
	}
	if d.parse(d.newest.Text).says(say.Dental) {
		return true
	}
	p := d.parse(d.newest.Text)
	if !d.find(p.text).Empty() || d.partlyNamed(d.before.Request.SpecialtyID, p) != nil { // "só o mapeamento"
		return false
	}
	if intent := d.facts(p.text).Intent; intent == understand.Confirm || intent == understand.Thanks {
		return false
	}
	unknown := slices.ContainsFunc(p.tokens, func(t language.Token) bool { return t.Kind == language.Letters && !everyday().Has(t.Text) })
	return p.says(say.OtherPlans) || p.says(say.CallsPlan) || p.says(say.Insured) || unknown && len(strings.Fields(p.text)) <= maxPlanWords
}

// everyday are words that no plan is called by: "caro hein".
var everyday = sync.OnceValue(func() *language.Class { return language.NewClass(strings.Join(understand.Everyday(), " ")) })

// maxPlanWords is how many words the name of a plan has, with a word before it.
const maxPlanWords = 3

// inShort asks again what the patient has just read.
func (d *dialogue) inShort(s *conversation.State, q question) question {
	id := textsOf[q.asks].brief
	if id == "" || q.asks == conversation.AskSlot && !s.OfferRead() {
		return q // a list that was not read yet
	}
	if q.asks == conversation.AskConfirm && (s.Learned(&d.before) || d.before.Asked != conversation.AskConfirm) {
		return q // which is another one now
	}
	if q.asks == conversation.AskSlot && len(s.Offer) == 1 {
		id = wording.ShortSlotSingle
	}
	whom, returning := d.whomOfSeveral(s), q.asks == conversation.AskSame && s.Proposes()
	switch {
	case returning:
		q.text = d.returningAgain(s, wording.ShortReturning, wording.ShortWhom)
	case id == wording.ShortSlot && s.For != "" && whom.Text != "": // "para você" would be the writer
		q.text = d.text(wording.ShortSlotFor, "for", whom.Text).With(whom)
	default:
		q.text = d.about(s, id)
	}
	q.lead, q.brief, q.lists = wording.Words{}, true, id == wording.ShortSlotSingle
	if !returning && !s.Brief || len(q.names) > maxRepeated {
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
	if q.asks == conversation.AskSlot && len(s.Offer) > 1 {
		q.text, q.lists = wording.Lines(d.text(wording.NumbersSlots), d.offerLines(s)), true
		return q
	}
	list := q
	list.names, list.options = nil, nil
	switch {
	case q.asks == conversation.AskSlot:
		list.lists = true
		list.add(optionYes, d.timeText(wording.NumbersSlot, s.Offer[0]).With(times("")))
		list.add(optionMore, d.text(wording.NumbersMore))
	case q.asks == conversation.AskSame && s.Proposes() && len(s.Returning) == 1:
		list.add(optionYes, d.text(wording.NumbersSame, "name", s.Returning[0].FirstName()))
		list.add(optionNo, d.text(wording.NumbersAnother))
	case q.asks == conversation.AskSame && s.Known != nil:
		list.add(optionYes, d.text(wording.NumbersSame, "name", s.Known.Name))
		list.add(optionNo, d.text(wording.NumbersAnother))
	case q.asks == conversation.AskConfirm:
		list.text = wording.Lines(d.readBackText(s, 0), list.text)
		list.add(optionYes, d.text(wording.NumbersConfirm))
		list.add(optionMore, d.text(wording.NumbersMore))
	case asksIdentity(q.asks):
		list.text = d.about(s, textsOf[q.asks].numbers)
		list.add(optionYes, d.text(wording.NumbersNow))
		list.add(optionNo, d.text(wording.NumbersLater))
	default:
		list = q
	}
	if !slices.Contains(list.options, optionPerson) {
		list.add(optionPerson, d.text(wording.WayPerson))
	}
	return list
}

// about fills a question about a person, a time, or the person of the last booking.
func (d *dialogue) about(s *conversation.State, id wording.ID) wording.Words {
	of := d.ofPatient(s)
	fill := []string{"of", of.Text}
	if s.Known != nil {
		fill = append(fill, "name", s.Known.Name)
	}
	if len(s.Offer) > 0 {
		fill = append(fill, "day", d.day(s.Offer[0].Date), "hour", s.Offer[0].Hour)
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

// older answers a tap on an option of a list that is not open any more: it chooses nothing, and the patient reads what can
// be chosen now.
func (d *dialogue) older(s *conversation.State) {
	d.shown, d.wantsRepeat = nil, true
	if s.Closed == conversation.OutcomeBooked && s.Booked != nil { // a second tap on the yes, mostly
		d.note(d.clinic.BookedText(s, d.now()))
		return
	}
	d.note(d.text(wording.MenuOlder))
}
