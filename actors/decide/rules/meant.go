package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// readBackAnswers and offerAnswers tell what an answer to the read-back and to offered times is for; see readback.examples
// and offer.examples.
var readBackAnswers, offerAnswers = learned("readback"), learned("offer")

// yesAnswers knows beside those of readback.examples what only looks like a yes, and more of how people agree and remark;
// see lookalike.examples and agree.examples.
var yesAnswers = learned("readback", "lookalike", "agree")

// asides knows beside the answers to offered times what is none, and has the last word before a goodbye; see aside.examples.
var asides = learned("offer", "aside")

// What an answer is for, as in these files.
const (
	meansYes     = "yes"     // book it
	meansMore    = "more"    // book it, and one more; or more times are wanted
	meansTime    = "time"    // not at this time
	meansPlan    = "plan"    // not under this plan
	meansDoctor  = "doctor"  // with another doctor
	meansService = "service" // another service
	meansName    = "name"    // the patient is called otherwise
	meansBirth   = "birth"   // and was born on another day
	meansCPF     = "cpf"     // and has another CPF
	meansWhom    = "whom"    // somebody else is the patient
	meansWrong   = "wrong"   // something is, and it is not said what
	meansWait    = "wait"    // not yet
	meansNo      = "no"      // not at all
	meansAny     = "any"     // whichever of the times
	meansPick    = "pick"    // one of the times
	meansAside   = "aside"   // neither, "não quero que ela saiba"
)

// meant is what is done with an answer that is for something; it reports whether that was all.
type meant struct {
	least float64 // how likely it must be
	then  func(d *dialogue, h *heard) bool
}

var (
	meantToReadBack = map[string]meant{
		meansYes: {likelyYes, (*dialogue).agreesTo}, meansMore: {likelyYes, (*dialogue).agreesTo},
		meansWait: {fairly, (*dialogue).takesTime}, meansNo: {surelyNo, (*dialogue).wantsNothing},
		meansPerson: {surelyPerson, (*dialogue).wantsSomebody},
		meansDoctor: {fairly, (*dialogue).wantsDoctor},
	}
	meantToOffer = map[string]meant{
		meansAny: {fairly, (*dialogue).takesAny}, meansMore: {fairly, (*dialogue).wantsOthers}, meansPick: {fairly, (*dialogue).picks},
		meansWait: {fairly, (*dialogue).takesTime}, meansNo: {surelyNo, (*dialogue).wantsNothing},
		meansPerson: {surelyPerson, (*dialogue).wantsSomebody},
	}
)

const (
	// fairlyYes is how likely a yes must be where nothing stands beside it that may change it, plainlyYes where something may,
	// clearlyYes where something else is named than was read back.
	fairlyYes, plainlyYes, clearlyYes = 0.75, 0.97, 0.98
	// surelyNone is how likely something else than a yes must be for words that look like one to be none.
	surelyNone = 0.9
	// ratherYes is how likely an answer must be a yes as a whole that has other words, too.
	ratherYes = 0.5
	// likelyYes is how likely a yes must be for it to be asked for once more.
	likelyYes = 0.6
	// surelyMore is how likely a yes with one more wish must be.
	surelyMore = 0.8
	// surelyNo and surelyPerson are for what ends the conversation, surelyChange for what is asked back.
	surelyNo, surelyPerson, surelyChange = 0.8, 0.7, 0.8
)

// byAnswer does what an answer to offered times or to the read-back is for, as far as that is clear.  Single words, and
// what is to be changed, are for the rules that follow.
func (d *dialogue) byAnswer(h *heard) bool {
	s := h.s
	if s.Closed != "" || d.clearAsItIs(h) {
		return false
	}
	var sure float64
	acts := meantToReadBack
	switch {
	case s.Asked == conversation.AskConfirm && d.plainAnswer(h):
		return false
	case s.Asked == conversation.AskConfirm && s.Choice != nil:
		var done bool
		if sure, done = d.answersReadBack(h); done {
			return true
		}
	case s.Asked == conversation.AskSlot && len(s.Offer) > 1 && s.OfferRead() && d.numberAhead(h):
		d.giveAnswers(h.asked)
		return true
	case s.Asked == conversation.AskSlot && len(s.Offer) > 1 && s.OfferRead():
		acts, h.marks = meantToOffer, d.pickMarks(s, h.whole)
		h.meant, sure = offerAnswers().Likeliest(marked(h.whole.text, h.marks))
	case asksWhat(s.Asked):
		return d.givesUpBefore(h)
	default:
		return false
	}
	h.sure = sure
	act := acts[h.meant]
	if sure < act.least {
		h.meant = ""
	}
	if h.meant == "" || act.then == nil || !act.then(d, h) {
		return false
	}
	d.giveAnswers(h.asked)
	h.purpose = h.meant
	return true
}

// clearAsItIs reports an answer whose words are taken as they are: few, a question for who may come along, or of an appointment
// that was made before.
func (d *dialogue) clearAsItIs(h *heard) bool {
	return d.literal || len(strings.Fields(h.whole.text)) < minMeant || d.onlyOfCompanion(h) || h.whole.says(say.MadeBefore)
}

// answersReadBack reads what an answer to the read-back is for, and how likely, and takes what it puts right.
func (d *dialogue) answersReadBack(h *heard) (sure float64, done bool) {
	h.marks = d.answerMarks(h.s, h.whole)
	h.meant, sure = d.answerKind(h.s, h.whole, h.marks)
	if h.likely = h.meant; d.putsRight(h) {
		d.giveAnswers(h.asked)
		h.purpose = "changes"
		return sure, true
	}
	agrees := slices.Contains([]string{"", meansYes, meansMore, meansAsk}, h.likely)
	d.objected = d.objected || sure >= surelyNone && !agrees
	return sure, false
}

// plainAnswer reports an answer to the read-back which needs no second look: a yes to all of it, where who is asked again may be
// short, and a question that is known here may stand beside it, "pode. como vejo o resultado depois?"; or only such a question.
func (d *dialogue) plainAnswer(h *heard) bool {
	asks := (h.asked.topic || len(h.asked.answers) > 0) && d.wholeYes(h.s, h.asked.rest)
	onlyWho := h.asked.only() && h.whole.says(say.AsksSex) // "é mulher a doutora ne" is neither a yes nor a change
	return onlyWho || (askedAgain(h.s) || asks || h.apart) && d.agreesToAll(h.s, h.reading)
}

// asksWhat reports the questions that come before times are offered.
func asksWhat(asked conversation.Question) bool {
	switch asked {
	case conversation.AskService, conversation.AskDoctor, conversation.AskProcedure, conversation.AskPlan:
		return true
	default:
		return false
	}
}

// givesUpBefore ends the conversation with who wants nothing any more before times are offered, in words that are learned
// from answers to these: "hoje não vou marcar, obrigada".
func (d *dialogue) givesUpBefore(h *heard) bool {
	marks := append(d.marksOf(conversation.Booked{}, nil, h.whole.text), d.tone(h.s, h.whole)...)
	slices.Sort(marks)                                                                                               // as behind the examples
	answers := h.s.Asked == conversation.AskPlan && (h.whole.hasNone() || h.whole.says(say.PlanTalk))                // "não tenho plano"
	answers = answers || h.whole.refusesTimes()                                                                      // "de manhã não dá"
	answers = answers || h.whole.saysAny(say.WomanDoctor, say.ManDoctor, say.Confirming, say.Existing, say.HeldBack) // "não quero homem"
	answers = answers || h.whole.Intent == understand.Human                                                          // "não quero outra, deixa eu falar com alguém"
	answers = answers || h.whole.identifies() || !h.whole.Mentions.Empty() || len(d.services(h.whole)) > 0
	if answers || offerAnswers().Likely(marked(h.whole.text, marks), meansNo) < surelyNo || isAside(h.whole, marks) { // which is learned with the first that is looked at
		return false
	}
	h.meant, h.purpose = meansNo, meansNo
	d.stops(h)
	return true
}

// isAside reports a text that looks like a no and is beside the point: "kkk não sabe nem fazer conta".
func isAside(r reading, marks []string) bool {
	kind, _ := asides().Likeliest(marked(r.text, marks))
	return kind == meansAside || r.says(say.OtherWish)
}

// agreesTo takes a yes to the read-back, and keeps in mind what else is wanted.  A yes that may be none is asked for once
// more, in short.
func (d *dialogue) agreesTo(h *heard) bool {
	sure, beside := d.neededYes(h)
	books := h.sure >= sure && d.besideYes(h) >= beside && !d.changesBeside(h)
	switch {
	case h.meant == meansMore && (len(h.s.Next)+len(d.kept) > 0 || !books): // whose turn comes is known
		return false
	case !d.mayAgree(h), !books && d.agreesToAll(h.s, h.reading): // the rules' own yes
		return false
	case !books && !h.marked("firstyes", "lastyes", "someyes"): // that looked like one
		return false
	case !books:
		d.askWhetherSure(h.s)
		return true
	}
	if h.meant == meansMore && !h.asked.topic { // "minha mãe tem que ir junto?" makes her no patient
		named := h.whole.saysAny(say.AnotherNow, say.AnotherOne) || !endsAsking(h.whole) // "e essa data também tá certa?"
		next := d.somebodyElse(h.whole)
		if more := d.moreThings(h.s, h.whole); len(more) == 1 { // "e a gineco pra mim agora"
			next, named = more[0], true
		}
		if named || next.For != d.text(wording.NextOther).Text {
			d.keepNew(h.s, next)
		}
	}
	d.agreed, d.learned = true, true
	return true
}

// wantsDoctor takes the one other doctor that an objection names: "tem um erro aí: quem atende é o Dr. Rafael".  Whatever
// else is wanted is for the rules that follow.
func (d *dialogue) wantsDoctor(h *heard) bool {
	r := h.whole
	other := len(r.Doctors) == 1 && r.Doctors[0] != h.s.Request.AgendaID
	if !other || strings.Contains(r.text, "?") || h.rulesOut() || len(d.services(r)) > 0 || !r.wish().Empty() {
		return false
	}
	d.propose(conversation.Search{Request: conversation.Request{AgendaID: r.Doctors[0]}})
	return true
}

// takesTime waits for who cannot decide yet.
func (d *dialogue) takesTime(h *heard) bool {
	another := h.whole.wish()
	names := h.marked("otherhour", "otherday") || len(another.Times) > 0 && h.s.Choice != nil && !another.Allows(*h.s.Choice)
	names = names || d.decidesTime(h.s, h.whole) || h.marked("otherdoctor") && (!another.Empty() || asks(h.whole))
	if h.whole.identifies() || readingBack(h.s) && names || h.whole.saysAny(say.LeavesBy, say.WaitRisk) || d.wishesAnew(h) {
		return false // who names another time, or a doctor to be asked for, has decided, and who fears to wait has not
	}
	if readingBack(h.s) && (h.saysYes() || h.whole.says(say.IfCancelled) && asks(h.whole)) {
		d.askWhetherSure(h.s) // who asks how it would be to move it does not wait
		return true
	}
	d.waitsWith(h)
	return true
}

// saysYes reports an answer to the read-back that ends with a yes, or begins with one and holds nothing back: "perguntei se
// cobram falta. pode marcar, vai", "pode. mas se atrasar eu vou embora".
func (h *heard) saysYes() bool {
	apart := strings.Contains(h.whole.text, ". ") || strings.Contains(h.whole.text, "! ") || strings.Contains(h.whole.text, "? ")
	if h.marked("lastyes") || h.marked("firstyes") && h.whole.says(say.AskedAside) { // "sim, marca, mas perguntei se …"
		return true
	}
	return h.marked("firstyes") && !h.whole.says(say.HoldsBack) && (apart || !h.marked("condition"))
}

// wantsNothing ends the conversation with who says so.
func (d *dialogue) wantsNothing(h *heard) bool {
	switch h.whole.Intent {
	case understand.Thanks, understand.Confirm, understand.Book: // "isso, pode marcar" at a list chooses none, and ends nothing
		return false
	default:
	}
	if h.whole.refusesTimes() || h.s.Asked == conversation.AskSlot && isAside(h.whole, h.marks) {
		return false
	}
	d.stops(h)
	return true
}

// refusesTimes reports weekdays, parts of the day or hours that will not do, which answer when it shall be: "já falei que sábado não
// dá".  Who cannot on one date may not want another.
func (r reading) refusesTimes() bool {
	return slices.ContainsFunc(r.not, func(w conversation.Wish) bool { return w.Period != "" || len(w.Times)+len(w.Weekdays) > 0 })
}

// wantsSomebody hands over what only a person can do.
func (d *dialogue) wantsSomebody(h *heard) bool {
	if h.whole.Intent == understand.Human || d.offersToGoOn(h.s) {
		return h.whole.Intent != understand.Human // which has rules of its own
	}
	if h.s.Asked == conversation.AskSlot && h.whole.saysAny(say.AsksHoursOf, say.AsksDaysOf) { // the times answer it
		return false
	}
	d.propose(d.transferAfterwards(h.whole))
	return true
}

// takesAny takes the first of the times for whom any will do; it is read back.
func (d *dialogue) takesAny(h *heard) bool {
	if h.rulesOut() || h.whole.identifies() || h.whole.Choice > 0 || h.whole.saysAny(say.Earliest, say.Last, say.Latest) {
		return false // rules of their own
	}
	if numbers := matching(h.s.Offer, h.whole.wish()); len(numbers) > 0 {
		d.proposeSlot(h.s, h.whole, numbers[0])
		return true
	}
	return false
}

// rulesOut reports that some of the times, or something else, is refused.
func (h *heard) rulesOut() bool { return len(h.whole.not) > 0 || h.whole.says(say.Exclusion) }

// wantsOthers looks for more times.
func (d *dialogue) wantsOthers(h *heard) bool {
	onlyAsks := h.asked.only() && h.asked.topic                                                          // "faz mais barato à vista?"
	another := h.whole.says(say.OtherDoctor) || h.whole.says(say.TheOther) && len(d.notOffered(h.s)) > 0 // "e a outra, que horário ela tem?"
	if onlyAsks || h.whole.data() || h.rulesOut() || another || h.whole.saysAny(say.LaterInDay, say.SoonerInDay) {
		return false // it says which, or whose
	}
	d.propose(conversation.Search{More: true})
	return true
}

// picks takes the one time that an answer names by its number, or by its place among those that fit; it is read back.
func (d *dialogue) picks(h *heard) bool {
	r := h.whole
	if len(d.kept) > 0 && len(h.Times) > 0 { // "14h pra ela e 14:30 pra mim"
		r = h.reading
	}
	numbers := listedOf(h.s, r)
	n := numberNamed(h.s, r)
	switch {
	case r.Choice > 0 || len(numbers) == 0 || r.toldOnly || h.rulesOut(), r.says(say.Latest):
		return false // rules of their own
	case n > 0 && slices.Contains(numbers, n):
	case r.wish().Empty():
		return false
	case r.says(say.Last):
		n = numbers[len(numbers)-1]
	case r.says(say.Earliest):
		n = numbers[0]
	case len(numbers) == 1:
		n = numbers[0]
	default:
		return false
	}
	d.proposeSlot(h.s, r, n)
	d.identity(h.s, h.reading)
	return true
}

// numberAhead takes the number that an answer begins with, where what follows is that time in words, or why: "o 3, 14h",
// "2 q dá tempo de buscar ele".
func (d *dialogue) numberAhead(h *heard) bool {
	r := h.whole
	m, ok := r.match(say.NumberAhead)
	more := r.Choice > 0 || h.rulesOut() || !sameRequest(r.Mentions, h.s.Request) // rules of their own
	if !ok || m.To == len(r.tokens) || r.tokens[m.To].Glued || more {
		return false
	}
	n := 0
	for _, t := range r.tokens[m.From:m.To] {
		if t.Kind == language.Digits {
			n = numberOf(t.Text)
		}
	}
	rest := d.readAgain(h.s, r.text[r.tokens[m.To-1].End:])
	if n < 1 || n > len(h.s.Offer) || rest.Choice > 0 || doubtful(rest) || !rest.wish().Allows(h.s.Offer[n-1]) {
		return false
	}
	d.proposeSlot(h.s, r, n)
	d.identity(h.s, rest)
	h.meant, h.purpose = meansPick, meansPick
	return true
}

// numberNamed is the number of an offered time that is the only number of a text, in digits or in a word; 0 for none.  A
// day of the month is none, and neither is anything beside an hour.
func numberNamed(s *conversation.State, r reading) (n int) {
	if len(r.Times) > 0 {
		return 0
	}
	for _, t := range r.tokens {
		named := numberOf(cmp.Or(say.PlaceNumber.Value(t.Text), t.Text))
		day := slices.ContainsFunc(r.Dates, func(span understand.Span) bool { return strings.HasSuffix(span.From, fmt.Sprintf("-%02d", named)) })
		if named < 1 || named > len(s.Offer) || day || named == n {
			continue
		}
		if n != 0 {
			return 0
		}
		n = named
	}
	return n
}

// mayAgree reports that nothing in what is likely a yes is of another doctor, patient or visit than was read back, and that
// it depends on nothing that cannot be answered.
func (d *dialogue) mayAgree(h *heard) bool {
	switch h.whole.Intent {
	case understand.Cancel, understand.Decline, understand.Human, understand.Reschedule:
		return false
	default:
	}
	other := h.marked("otherday", "otherhour", "otherperiod", "otherdoctor", "otherservice", "otherplan", "ofplan") || namesOtherHour(h.s, h.whole)
	other = other && h.meant != meansMore
	ofPlan := h.whole.says(say.PlanTalk) && !h.marked("sameplan") // that nobody knows
	if ofPlan || h.whole.saysAny(say.NoBooking, say.Sarcasm) || h.meant != meansMore && forMine(h.s, h.whole) {
		return false
	}
	if d.holdsOff(h.whole.text) || d.busyThen(h.s, h.whole) || d.callsAnother(h.s, h.whole.parsed) {
		return false
	}
	return !other && !otherData(h.s.Patient, h.whole) && !d.yesBesideUnknown(h) && d.unknownDoctor(h.whole) == ""
}

// besideYes is how likely what stands beside a yes leaves it one.
func (d *dialogue) besideYes(h *heard) float64 {
	said := d.inClauses(h.s, d.parse(d.addressed(h.s, h.whole.text)))
	rest := said.besides()
	if !said.agrees() || rest == "" {
		return 1
	}
	return readBackAnswers().Likely(marked(rest, d.answerMarks(h.s, d.readAgain(h.s, rest))), meansYes, meansMore)
}

// neededYes is how likely a yes must be to book, and how likely that what stands beside it leaves it one: the more, the
// more of the text may make it none.
func (d *dialogue) neededYes(h *heard) (sure, beside float64) {
	agrees := h.marked("firstyes", "lastyes", "someyes")
	titled := h.whole.says(say.Titled) && len(h.whole.Doctors) == 0
	child := h.whole.says(say.CallsChild) && d.said(d.addressed(h.s, h.whole.text), say.CallsChild) // who may be the patient
	switch {
	case h.meant == meansMore && (child || !agrees): // "antes de marcar, tem pro meu marido também?"
		return never, 0
	case h.meant == meansMore:
		return surelyMore, surelyBeside
	case h.whole.Choice > 0, !agrees, titled, child: // the examples alone book nothing
		return never, 0
	case slices.ContainsFunc(h.marks, names):
		return clearlyYes, surelyBeside
	case unheardOf(h.s, h.whole.parsed):
		return plainlyYes, surelyBeside
	case h.whole.saysAny(say.HoldsBack, say.Elsewhere, say.AsksRobot, say.Ails):
		return plainlyYes, surelyBeside
	case slices.ContainsFunc(h.marks, doubts):
		return plainlyYes, fairlyBeside
	default:
		return fairlyYes, partlyBeside
	}
}

// partlyBeside, fairlyBeside and surelyBeside are how likely what stands beside a yes must leave it one.
const partlyBeside, fairlyBeside, surelyBeside = 0.3, 0.65, 0.8

// never is more than anything is likely.
const never = 2

// names reports a mark of something else than was read back.
func names(mark string) bool {
	return strings.HasPrefix(mark, "new") || strings.HasPrefix(mark, "other") && mark != "othername" && mark != "otherkin"
}

// doubts reports a mark of what may make a yes none.
func doubts(mark string) bool {
	return slices.Contains([]string{"condition", "changes", "identifies", "objects", "ofdata", "ofplan", "otherkin", "saysno"}, mark)
}

// unheardOf reports a word that nobody has written yet, nor is the appointment's: "sim, nos teus sonhos".
func unheardOf(s *conversation.State, p *parsed) bool {
	p.scan()
	named := namesOfAll(s)
	return slices.ContainsFunc(p.tokens, func(t language.Token) bool {
		of := namedSo(named, t) || shortFor(s.Patient.Name, t)
		tells := t.Kind == language.Letters && len(t.Text) >= minUnheard && t.Text == language.Squeeze(t.Text, 2)
		return tells && !of && !heardOf(t.Text)
	})
}

// heardOf reports a word of everyday Portuguese, or of anything that patients wrote.
func heardOf(word string) bool {
	return everyday().Has(word) || say.Blessing.Has(word) || readBackAnswers().Knows(word) || afterwards().Knows(word) || purposes().Knows(word)
}

// minUnheard is how many letters a word has that may change what a yes is to.
const minUnheard = 3

// answerKind is what an answer to the read-back is for, and how likely.  A question behind a yes leaves it one.
func (d *dialogue) answerKind(s *conversation.State, r reading, marks []string) (kind string, sure float64) {
	text := marked(r.text, marks)
	kind, sure = readBackAnswers().Likeliest(text)
	yes, more := readBackAnswers().Likely(text, meansYes), readBackAnswers().Likely(text, meansMore)
	if says, asks := parted(r.text); says != "" && asks != "" && kind == meansAsk {
		beside, _ := readBackAnswers().Likeliest(marked(asks, d.answerMarks(s, d.readAgain(s, asks))))
		if beside == meansAsk {
			yes, more = readBackAnswers().Likely(marked(says, d.answerMarks(s, d.readAgain(s, says))), meansYes), 0
		}
	}
	switch {
	case more >= surelyMore:
		return meansMore, more
	case yes+more < likelyYes:
		return kind, sure
	case more > yes:
		return meansMore, more
	default:
		return meansYes, yes + more
	}
}

// parted are the sentences of a text that ask nothing, and those that do.
func parted(text string) (says, asks string) {
	for _, sentence := range sentencesIn(text) {
		if !strings.HasSuffix(strings.TrimSpace(sentence), "?") {
			says += sentence
			continue
		}
		if i := strings.LastIndexAny(strings.TrimSpace(sentence), ".;"); i >= 0 { // "pode. onde é?"
			says, sentence = says+sentence[:i+1], sentence[i+1:]
		}
		asks += sentence
	}
	return strings.TrimSpace(says), strings.TrimSpace(asks)
}

// answerMarks are the marks of an answer to the read-back: what its days, names and so on are to the appointment that was
// read back, where it says yes, and what may make that none.
func (d *dialogue) answerMarks(s *conversation.State, r reading) []string {
	chosen := conversation.Booked{Slot: *s.Choice, ProcedureID: s.Request.ProcedureID, PlanID: s.Request.PlanID, Name: s.Patient.Name, For: s.For}
	marks := append(d.marksOf(chosen, []conversation.Booked{chosen}, r.text), d.tone(s, r)...)
	for _, id := range d.find(r.text).Plans {
		if id == s.Request.PlanID {
			marks = append(marks, "sameplan")
		} else {
			marks = append(marks, "otherplan")
		}
	}
	n := d.newsOf(s, r, r.text)
	for mark, of := range map[string]string{"newname": n.Name, "newbirth": n.BirthDate, "newcpf": n.CPF} {
		if of != "" {
			marks = append(marks, mark)
		}
	}
	var clauses []clause // that ask nothing
	for _, sentence := range sentencesIn(r.text) {
		if !strings.HasSuffix(strings.TrimSpace(sentence), "?") {
			clauses = append(clauses, d.inClauses(s, d.parse(sentence)).clauses...)
		}
	}
	for i, c := range clauses {
		switch {
		case !c.agrees:
		case i == 0:
			marks = append(marks, "firstyes")
		case i == len(clauses)-1:
			marks = append(marks, "lastyes")
		default:
			marks = append(marks, "someyes")
		}
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// tone are marks of what a text does: it says no, sets a condition, objects, changes something, asks, gives data.
func (d *dialogue) tone(s *conversation.State, r reading) (marks []string) {
	for mark, says := range map[string]bool{
		"saysno": denies(r), "condition": conditional(r) || r.says(say.Provided), "objects": r.says(say.Objects), "asks": endsAsking(r),
		"changes": r.saysAny(say.PutsRight, say.TakesBack, say.WrongData, say.Changes, say.NotMine), "identifies": r.identifies(),
		"ofdata": r.saysAny(say.AboutName, say.AboutCPF, say.AboutBirth, say.NameIs, say.NameLacks), "ofplan": len(d.against(s, r)) > 0,
	} {
		if says {
			marks = append(marks, mark)
		}
	}
	return marks
}

// pickMarks are the marks of an answer to offered times: whether its days, hours, doctors and so on are among these, and
// the rest of what it does.
func (d *dialogue) pickMarks(s *conversation.State, r reading) []string {
	var offered []conversation.Booked
	for _, slot := range s.Offer {
		offered = append(offered, conversation.Booked{Slot: slot, ProcedureID: s.Request.ProcedureID, PlanID: s.Request.PlanID, Name: s.Patient.Name, For: s.For})
	}
	marks := append(d.marksOf(offered[0], offered, r.text), d.tone(s, r)...)
	if r.Choice > 0 && r.Choice <= len(s.Offer) {
		marks = append(marks, "number")
	}
	if r.says(say.Earliest) || r.says(say.Last) || r.says(say.Latest) {
		marks = append(marks, "ends")
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// denies reports a no in any form.
func denies(r reading) bool {
	r.scan()
	return slices.ContainsFunc(r.tokens, func(t language.Token) bool { return say.Denial.Has(t.Text) })
}
