package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// toldStory reports that what ails somebody is only told, behind the first question.
func (d *dialogue) toldStory(s *conversation.State) bool {
	return s.Asked != conversation.AskNothing && !d.tells(say.WaitRisk)
}

// talk answers what is no data: greetings, thanks, questions.  The open question follows anyway.
func (d *dialogue) talk(s *conversation.State, r reading) {
	if r.symptoms && d.toldStory(s) {
		d.sayUnknown(d.variant(wording.TalkStory, s.Excuses))
		return
	}
	if remarked(r) && s.Asked != conversation.AskNothing {
		d.learned, d.answeredAside, d.remarked = true, true, true
		return
	}
	switch r.Intent {
	case understand.Greet:
		d.learned = true
	case understand.Thanks:
		if d.agreed { // "isso", "obrigada": the booking answers both
			d.learned = true
			return
		}
		d.answerAside(d.text(wording.TalkThanks))
	case understand.Question:
		booked := r.says(say.AsksToBook) && len(d.kept) > 0 // "e o dermato, posso deixar marcado também?"
		if !d.rejected && !booked && d.patientOf(r) == "" { // "não sei de cor" is no question, nor is who the patient is
			d.answer(s, r)
		}
	case understand.Other:
		silent := len(d.moves) == 0 && d.ask == nil && s.Closed == "" && !d.told && !d.unanswered
		if silent && !r.data() {
			d.answerOther(s, r)
		}
	default:
	}
	if s.Asked == conversation.AskNothing {
		d.learned = true // the first words are never "not understood"
	}
}

// answerOther answers what looks like no question: "pessoa idosa tem prioridade".
func (d *dialogue) answerOther(s *conversation.State, r reading) {
	if !s.Greeted && d.compassion().Text != "" { // and is taken up: "perdi meu emprego, preciso de ajuda"
		return
	}
	plain := s.Asked != conversation.AskConfirm && d.likelyAnswers(s, r.text, fairly).asks()
	if plain || d.asksUnknown(s, r.text) {
		d.sayLikely(s, r.text)
	}
}

// answerSpecialty says that the clinic has a specialty, or who works in it.
func (d *dialogue) answerSpecialty(s *conversation.State, r reading) bool {
	first := d.before.Request.SpecialtyID == 0 && r.says(say.AsksForOne)
	switch {
	case d.nearly(r.parsed): // which was said
	case r.says(say.OtherDoctor) && len(s.Offer) > 0 && len(otherAgendas(d.clinic, s.Request)) == 0: // which was answered
	case first && !r.says(say.WomanDoctor) && !r.says(say.ManDoctor):
		d.answerAside(d.text(wording.AnswerHave))
	case first, s.Request.SpecialtyID != 0 && r.wish().Empty():
		d.answerAside(d.hasText(r.Specialties[0]))
	default:
		return false
	}
	return true
}

// answerPlan answers whether a plan is taken, or with all of them where it is asked for no particular one.
func (d *dialogue) answerPlan(r reading) {
	if r.Plans[0] == d.clinic.PrivatePlan() && r.says(say.Or) && r.says(say.PlanTalk) { // "é particular ou convênio?"
		d.answerAside(d.answerOf(conversation.TopicPlans))
		return
	}
	d.answerAside(d.clinic.PlanText(r.Plans[0], wording.AnswerPlan, wording.AnswerPrivate))
	d.toldPlan = true
}

// answerWhat answers who works in a specialty and when, and whether the clinic has it or does an exam.
func (d *dialogue) answerWhat(s *conversation.State, r reading) bool {
	switch {
	case len(r.Specialties) == 1 && r.says(say.AsksWhoWorks):
		d.answerAside(d.hasText(r.Specialties[0]))
	case len(r.Doctors)+len(r.Specialties) > 0 && r.says(say.AsksDaysOf):
		if !s.Ready() { // else the list answers it
			d.answerAside(d.text(wording.AnswerDays))
		}
	case len(r.Doctors) == 1 && r.wish().Empty() && r.says(say.StillHere):
		d.answerAside(d.worksInText(r.Doctors[0]))
	case d.askedAbout(r.text) != 0:
		d.answerAside(d.worksInText(d.askedAbout(r.text)))
	case len(r.Specialties) == 1 && d.answerSpecialty(s, r):
	case len(d.services(r)) == 1 && r.says(say.AsksForExam) && !r.says(say.Elsewhere) && r.says(say.Does):
		d.answerAside(d.text(wording.AnswerDo))
	case len(d.services(r)) == 1 && r.says(say.AsksForExam) && !r.says(say.Elsewhere):
		d.answerAside(d.text(wording.AnswerHave))
	default:
		return false
	}
	return true
}

// asksOfPlan reports a question about the one plan that is named.
func asksOfPlan(r reading) bool {
	return len(r.Plans) == 1 && (r.says(say.AsksPlans) || strings.Contains(r.text, "?") && !r.says(say.Rhetorical))
}

// asksHours reports a question, at a list of times, at which hours somebody works.
func asksHours(s *conversation.State, r reading) bool {
	return s.Asked == conversation.AskSlot && r.wish().Empty() && r.says(say.AsksHoursOf)
}

// asksForPlans reports a question which plans are taken, and for nothing that only sounds like one.
func (d *dialogue) asksForPlans(r reading) bool {
	return r.says(say.AsksPlans) && !r.saysAny(say.TitledName, say.OtherDoctor, say.AsksHoursOf, say.HasNoPlan, say.PlanLost) && r.wish().Empty() && !r.says(say.OtherAudience) && !d.doubtsPlan()
}

// answer answers from what is known, and says so when it cannot.
func (d *dialogue) answer(s *conversation.State, r reading) {
	switch {
	case asksOfPlan(r):
		d.answerPlan(r)
	case asksHours(s, r):
		d.shown, d.learned = nil, true // the list once more
	case d.answerWhat(s, r): // about who works here, and what is done
	case d.hasOtherPlan(r) && (d.told || d.unanswered): // and was answered
	case d.asksWorks: // which the times answer
	case d.asksForPlans(r):
		d.answerAside(d.answerOf(conversation.TopicPlans))
	case r.says(say.Calling):
		d.answerAside(d.text(wording.AnswerClinic, "clinic", d.clinic.Name))
	case d.ask != nil, r.anyDoctor: // asked back; the doctor is left to us
	case r.says(say.AsksDoctors):
		d.answerDoctors(s, r)
	case s.Choice != nil && r.says(say.AsksWhen):
		d.answerAside(d.choiceTold(s))
	case r.says(say.Puzzled), r.says(say.Rhetorical), d.unanswered:
	case r.wish().Empty() && !r.More && !d.answeredAside && r.says(say.Wonders): // a question about times is answered by the search
		d.sayLikely(s, r.text)
	case !d.answeredAside && !r.data(): // a remark that sounds like one: "meu primo trabalha na clínica"
		d.learned, d.answeredAside = true, true
	}
}

// answerDoctors answers who works here, unless it is something else that is asked of them: "a doutora atrasa?"
func (d *dialogue) answerDoctors(s *conversation.State, r reading) {
	if d.wished.AgendaID != 0 && r.says(say.OtherDoctor) { // whose times are shown
		return
	}
	if kind := questionOf(r.text, likelyAsked); kind != "" && kind != asksDoctors && kind != asksHave {
		d.sayLikely(s, r.text)
		return
	}
	d.answerAside(d.teamText(s, r.parsed))
}

// doubtsPlan reports that it is asked which plan is meant.
func (d *dialogue) doubtsPlan() bool {
	return d.ask != nil && slices.Contains(d.doubts, conversation.AskPlan)
}

// fresh is a text in words that were not the whole of the last reply.
func (d *dialogue) fresh(s *conversation.State, id wording.ID) wording.Words {
	if words := d.text(id); conversation.Mark(words.Text) != s.Said {
		return words
	}
	return d.variant(id, 1)
}

// answerAside answers something else than what was asked; the open question comes back behind it.
func (d *dialogue) answerAside(words wording.Words) {
	d.note(words)
	d.answeredAside = true
}

// giveAnswers says the answers to what was asked, and what has none.
func (d *dialogue) giveAnswers(asked inquiry) {
	for _, answer := range asked.answers {
		d.answerAside(answer)
	}
	if asked.whether {
		d.whether, d.answeredAside, d.learned, d.told = true, true, true, true
	}
	if asked.noAnswer.Text != "" {
		d.sayUnknown(asked.noAnswer)
	}
}

// sayUnanswered says that something could not be answered or read.
func (d *dialogue) sayUnanswered(words wording.Words) {
	d.addNote(words)
	d.unanswered = true
}

// sayUnknown says that a question has no answer here.
func (d *dialogue) sayUnknown(words wording.Words) {
	d.sayUnanswered(words)
	d.askedUnknown = true
}

// reply ends the turn: greeting, notes, the next question.  A third text in a row that did not get
// the conversation on goes to a person.
func (d *dialogue) reply(s *conversation.State) conversation.Event {
	d.dropSaid(s)
	wrote := d.newest != nil // not in a turn that goes on after a crash
	missed := wrote && d.missed(s)
	stuck := d.stuck(s, missed)
	reply := d.compose(s, stuck, missed)
	if wrote && reply.Text == "" && s.Closed == conversation.OutcomeBooked && !d.confirmed { // nobody is left without a word
		if words := d.fresh(s, wording.TalkAgreed); d.newest != nil && d.said(d.newest.Text, say.Wonders) {
			d.sayUnknown(d.variant(wording.AnswerUnknown, s.Excuses))
		} else {
			d.note(words)
		}
		reply = d.compose(s, stuck, missed)
	}
	if wrote && !d.wantsRepeat && reply.Asks != conversation.AskNothing && conversation.Mark(reply.Text) == s.Said {
		was := stuck
		reply, stuck = d.composeAgain(s)
		stuck = stuck || was
		reply.Misunderstood = stuck
	}
	if stuck && s.Misses >= maxMisses {
		return d.transfer(reasonOr(s, reasonNotUnderstood), wording.TransferNotUnderstood)
	}
	return reply
}

// dropSaid drops answers to what was asked beside a yes that the words about the appointment give, a moment before.
func (d *dialogue) dropSaid(s *conversation.State) {
	if s.Closed == conversation.OutcomeBooked && s.Beside != "" {
		d.notes = slices.DeleteFunc(d.notes, func(n wording.Words) bool { return strings.Contains(s.Booked.Preparation, n.Text) })
	}
}

// stuck reports a turn that did not get the conversation on, though it may have been understood.
func (d *dialogue) stuck(s *conversation.State, missed bool) bool {
	forgiven := d.noAnswerDue || d.askedUnknown && s.Excuses < maxUnknown
	progress := d.searched || d.chose || d.recorded || d.told
	unanswered := d.unanswered && !progress && !forgiven
	return missed || unanswered || d.rejected || d.sameTimes || d.known
}

// missed reports that what was written was not understood, or led nowhere.
func (d *dialogue) missed(s *conversation.State) bool {
	d.sameTimes, d.known = d.ledNowhere(s), d.saysNothingNew(s)
	unread := !d.learned && !d.unanswered && s.Asked != conversation.AskNothing
	return unread || d.sameTimes && d.before.Asked == conversation.AskOther || !d.known && d.standsStill(s)
}

// maxUnknown is how many questions in a row that have no answer here are no sign of being stuck.
const maxUnknown = 2

// reasonOr is why a patient who had nothing to choose from goes to a person, else another reason.
func reasonOr(s *conversation.State, other string) string {
	if s.Asked == conversation.AskOther && !asksPlanWay(s) {
		return reasonNoSlots
	}
	return other
}

// ledNowhere reports that what was wished for led to the list, or the lack of one, that is known.
func (d *dialogue) ledNowhere(s *conversation.State) bool {
	only := d.searched && !d.recorded && !d.told && !d.restated
	same := s.Ready() && s.Request == d.before.Request && s.Choice == nil && slices.Equal(d.before.Offer, s.Offer)
	if !only || !same || !isOffer(d.before.Asked) || len(s.Offer) == 1 {
		return false
	}
	return d.ask == nil && d.recap.Text == "" && d.question(s).asks == d.before.Asked
}

// saysNothingNew reports facts that are known: they do not get the conversation on.
func (d *dialogue) saysNothingNew(s *conversation.State) bool {
	facts := d.recorded || d.searched && !isOffer(d.before.Asked) && !d.restated
	return facts && !d.told && !d.rejected && d.sameQuestion(s)
}

// standsStill reports another turn in a row without anything to go on with: greetings, "outros" where there is
// nothing else.  Once is small talk.
func (d *dialogue) standsStill(s *conversation.State) bool {
	answers := d.told || d.rejected || d.unanswered || d.wantsRepeat
	busy := d.remarked || answers || d.restated || d.chose || len(d.turn.Messages) == 0
	again := s.Misses > 0 && d.newest != nil && mark(*d.newest) == s.Heard || d.answeredAside && s.Brief
	return !busy && again && d.sameQuestion(s)
}

// sameQuestion reports that the question of before comes again, and nothing was learned.
func (d *dialogue) sameQuestion(s *conversation.State) bool {
	if d.ask != nil || d.recap.Text != "" || d.before.Asked == conversation.AskNothing {
		return false
	}
	return !s.Learned(&d.before) && d.question(s).asks == d.before.Asked
}

// composeAgain is the reply in other words, where the first ones would be those of the reply before.
func (d *dialogue) composeAgain(s *conversation.State) (reply conversation.Reply, stuck bool) {
	d.sameReply = true
	if d.answeredAside || s.Learned(&d.before) {
		d.answeredAside = false // the answer again, and the question in full
		if reply = d.compose(s, false, false); conversation.Mark(reply.Text) != s.Said {
			return reply, false
		}
	}
	d.notes, d.given.CPF = nil, ""
	return d.compose(s, true, true), true
}

// compose is the reply as it stands.
func (d *dialogue) compose(s *conversation.State, stuck, missed bool) conversation.Reply {
	q := d.question(s)
	same := q.asks == d.before.Asked && q.asks != conversation.AskNothing && d.recap.Text == ""
	silent := q.lead.Text == "" && len(d.notes) == 0 && !d.whether
	noted := d.took(s, q) && silent && same && !stuck
	besides := d.answeredAside || noted || d.unanswered && !s.Brief
	switch {
	case stuck:
		q = d.repeated(s, q, missed)
	case same && besides && d.ask == nil && !d.chose:
		q = d.inShort(s, q)
	}
	if q.asks == conversation.AskConfirm && d.before.Asked == conversation.AskConfirm && len(q.options) == 0 {
		q.options = d.before.Options // who was shown that 1 is a yes may say so to the next words, too
	}
	heard, mark := d.heard()
	before := append(d.linesBefore(s, q, noted), q.lead, d.notice(s, q.asks))
	words := wording.Lines(append(before, d.lines(q)...)...)
	var unsure []conversation.Question
	if s.Closed == "" {
		unsure = d.doubts
	}
	return conversation.Reply{
		Text: words.Text, From: words.From, Asks: q.asks, Options: q.options, Names: each(q.names, func(w wording.Words) string { return w.Text }), Brief: q.brief, Lists: q.lists,
		Misunderstood: stuck, Excuses: d.unanswered, OffersPerson: d.offersPerson, Regrets: d.regretted, Heard: heard, Mark: mark, Unsure: unsure,
		Foreign: d.toldForeign, Holds: d.held, Spoken: d.spoken, Afterwards: d.afterwards,
	}
}

// took reports that something was taken down which the question does not show, as a list of times does.
func (d *dialogue) took(s *conversation.State, q question) bool {
	return d.recorded || d.searched && !(isOffer(q.asks) && s.Ready())
}

// linesBefore is what stands before the question.
func (d *dialogue) linesBefore(s *conversation.State, q question, noted bool) []wording.Words {
	lines := d.opening(s)
	if d.whether && s.Closed != conversation.OutcomeBooked { // the words of a booking say it themselves
		lines = append(lines, d.notBookedText(s))
	}
	lines = append(lines, d.notesInOrder()...)
	what := d.notedText(s, q)
	switch {
	case d.known && q.asks == conversation.AskConfirm, noted && strings.HasPrefix(q.text.Text, d.text(wording.TalkNoted).Text): // "Certo! Certo!"
	case d.known && len(d.notes) == 0:
		lines = append(lines, d.variant(wording.TalkKnown, s.Misses))
	case what.Text != "" && !d.sameReply && !d.tookUp:
		lines = append(lines, what)
	case noted && d.sameReply:
		lines = append(lines, d.variant(wording.TalkNoted, 1))
	case noted:
		lines = append(lines, d.text(wording.TalkNoted)) // or the same question twice would look as if nobody listened
	}
	return lines
}

// notesInOrder are the notes of the turn; that the clinic does not have something comes before what is booked next.
func (d *dialogue) notesInOrder() []wording.Words {
	if !d.toldMissing || len(d.kept) == 0 {
		return d.notes
	}
	kept := d.keptText()
	rest := slices.DeleteFunc(slices.Clone(d.notes), func(n wording.Words) bool { return n.Text == kept.Text })
	if len(rest) < len(d.notes) {
		rest = append(rest, kept)
	}
	return rest
}

// notBookedText says that what is talked about is not booked yet, and tells it from what is.
func (d *dialogue) notBookedText(s *conversation.State) wording.Words {
	if s.Booked != nil {
		return d.text(wording.TalkNotBookedMore)
	}
	return d.text(wording.TalkNotBooked)
}

// notice is the privacy notice where the first datum of the patient is asked for, or was given.
func (d *dialogue) notice(s *conversation.State, asks conversation.Question) wording.Words {
	proposes := asks == conversation.AskSame && s.Proposes()
	if s.Notice != nil || s.Closed != "" || !asksIdentity(asks) && !proposes && d.given == (conversation.Identity{}) {
		return wording.Words{}
	}
	return d.text(wording.PrivacyNotice)
}

func isOffer(q conversation.Question) bool {
	return q == conversation.AskSlot || q == conversation.AskOther
}

// feelings are what a first message may tell of how somebody is, and what is said to it, the heaviest first; not where unless
// stands in it, too.
var feelings = [...]struct {
	told, unless language.Group
	says         wording.ID
}{
	{say.Mourning, say.NoLoss, wording.TalkMourning}, {say.Injured, say.LongAgo, wording.TalkInjured}, {say.Numb, language.None, wording.TalkNumb},
	{say.HardTimes, say.Worries, wording.TalkHard}, {say.Unwell, say.Worries, wording.TalkUnwell},
	{say.InPain, say.Worries, wording.TalkUnwell}, {say.Bothered, say.Worries, wording.TalkBothered}, {say.Afraid, language.None, wording.TalkAfraid}, {say.GoodNews, say.NoNews, wording.TalkGoodNews},
}

// compassion takes up what the first message told of how somebody is.
func (d *dialogue) compassion() wording.Words {
	for _, feeling := range feelings {
		if !d.tells(feeling.told) || feeling.unless != language.None && d.tells(feeling.unless) || feeling.told == say.Unwell && d.asksOfPain() {
			continue
		}
		if what := d.whatHurts(); feeling.told == say.Unwell && what != "" {
			return d.text(wording.TalkUnwellPart, "part", what)
		}
		return d.text(feeling.says)
	}
	return wording.Words{}
}

// sympathy takes up a pain that is told of behind the greeting, once in a conversation: in the answer to the question for the
// specialty, or a strong one anywhere before the appointment is made.
func (d *dialogue) sympathy(s *conversation.State) wording.Words {
	warns := d.tells(say.Injured) || d.tells(say.Numb) // which is said whatever was said before
	told := warns || !s.Regretted && (d.tells(say.InPain) || d.before.Asked == conversation.AskService && d.tells(say.Unwell))
	if !s.Greeted || s.Closed != "" || !told || d.offersPerson {
		return wording.Words{}
	}
	return d.compassion()
}

// whatHurts is the only part of the body that the turn names, with whose it is where that is said: "o pé do seu filho".
func (d *dialogue) whatHurts() string {
	what := ""
	for _, m := range d.turn.Messages {
		p := d.parse(m.Text)
		for _, t := range p.tokens {
			part := spaced(say.ToldPart.Value(t.Text))
			if part == "" || part == what {
				continue
			}
			if what != "" {
				return ""
			}
			what = part
		}
		if whose, ok := p.match(say.PartOfKin); ok && what != "" {
			if call := d.toldBack(p, whose); call != "" {
				what += " d" + call
			}
		}
	}
	return what
}

// asksOfPain reports a question whether something that is done here hurts, which hurts nobody yet.
func (d *dialogue) asksOfPain() bool {
	return slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool {
		return slices.ContainsFunc(d.topics(m.Text), func(hit conversation.AnswerHit) bool { return hit.Topic == "desconforto" })
	})
}

// tells reports a phrase in any message of the turn.
func (d *dialogue) tells(group language.Group) bool {
	return slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return d.said(m.Text, group) })
}

// opening is what a first reply begins with, or one after a long pause.
func (d *dialogue) opening(s *conversation.State) []wording.Words {
	switch {
	case s.Greeted && d.recap.Text != "" && s.Closed == "":
		return []wording.Words{d.recap}
	case s.Greeted:
		feels := d.sympathy(s)
		d.regretted = d.regretted || feels.Text != ""
		return []wording.Words{feels}
	}
	greeting, known := d.greetsWriter(s)
	if !known {
		greeting = d.greetingText()
	}
	lines := []wording.Words{greeting}
	if feels := d.compassion(); feels.Text != "" {
		lines = append(lines, feels)
		d.regretted = d.regretted || !d.tells(say.GoodNews)
	}
	if d.clinic.Away(d.turn.Now) && !d.offersPerson {
		lines = append(lines, d.text(wording.GreetingAway))
	}
	return lines
}
