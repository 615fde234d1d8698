package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// besideYes tells what the words beside a yes to what was read back are for; see beside.examples.
var besideYes = learned("beside")

// What stands beside a yes, as in that file.
const (
	besideStays   = "stays"   // a remark that changes nothing
	besideAsks    = "asks"    // a question
	besideAnother = "another" // one more appointment is wanted
)

// part is the message that is read next, without what else it says where that is read later or not at all.
func (d *dialogue) part(s *conversation.State) decide.Message {
	m := d.turn.Messages[d.read-1]
	m.Text = d.withoutSwears(s, m.Text)
	switch {
	case d.literal, s.Closed != "", !plain(m), d.searched, d.chose, d.recorded, d.held, d.paused: // or an earlier message said something else
		return m
	case s.Asked == conversation.AskConfirm && s.Choice != nil:
		m.Text = d.withoutHarmless(s, d.withReminder(s, m.Text))
		return d.partYes(s, m)
	case s.Asked == conversation.AskSlot && s.OfferRead():
		return d.partPick(s, m)
	default:
		return m
	}
}

// partYes parts from a yes to what was read back what else the patient says, where that leaves it a yes: a remark is dropped,
// and a question or a wish for one more appointment is read once the present one is made, "pode. e vê um horário pra minha
// mãe também".
func (d *dialogue) partYes(s *conversation.State, m decide.Message) decide.Message {
	behind := d.turn.Messages[d.read:]
	if slices.ContainsFunc(behind, func(m decide.Message) bool { return !plain(m) }) || d.noPlainYes(m.Text) || d.said(m.Text, say.AnswerFirst) {
		return m
	}
	yes, rest := d.yesAndRest(s, m.Text)
	all := append([]string{rest}, each(behind, func(m decide.Message) string { return m.Text })...)
	if rest == "" {
		all = all[1:]
	}
	beside := strings.Join(all, ". ")
	if yes == "" || len(all) == 0 || !d.agreesToAll(s, d.readAgain(s, yes)) || d.parse(beside).saysAny(say.MadeBefore, say.AsksInPlace) { // it may be there already
		return m
	}
	if d.tellsBeside(s, beside) {
		d.turn.Messages, m.Text = d.turn.Messages[:d.read], yes
		return m
	}
	if d.conditionFirst(d.withoutFreeQuestions(s, rest)) {
		return m
	}
	judged, whole := d.withoutFreeQuestions(s, beside), m.Text
	if judged != beside || len(behind) > 0 {
		whole = yes + ". " + judged
	}
	d.besideIs = d.besideYesKind(s, yes, judged)
	switch d.besideIs {
	case "":
		return m
	case besideStays:
		r := d.readAgain(s, judged)
		if d.maybe = !d.onlyRemark(r) && !d.soundsYes(s, whole); d.grumblesBeside(r) && !s.Regretted {
			d.regretted = true
			d.addNote(d.text(wording.TalkSorry))
		}
	case besideAsks:
		if !d.asksFreely(s, d.readAgain(s, judged)) && !d.soundsYes(s, whole) { // it may depend on that
			d.besideIs = ""
			return m
		}
	}
	d.keepBeside(judged, beside)
	d.turn.Messages, m.Text = d.turn.Messages[:d.read], yes
	return m
}

// tellsBeside keeps what stands beside a yes where it only tells what is dealt with behind it.
func (d *dialogue) tellsBeside(s *conversation.State, beside string) bool {
	for _, group := range []language.Group{say.CancelsTheirs, say.TellDoctor, say.ComesLate, say.SendPaper, say.ByMailToo, say.NotForgotten, say.TellIfFree} {
		if said := d.onlySays(s, beside, group); said != "" {
			if group == say.NotForgotten {
				d.besideIs = besideAnother
			}
			d.beside = said
			return true
		}
	}
	return false
}

// keepBeside keeps what stands beside a yes for later, where it is more than a remark: judged is what is left of it without questions on
// which the yes does not depend.
func (d *dialogue) keepBeside(judged, beside string) {
	if d.besideIs == besideStays && judged != beside {
		d.besideIs = besideAsks
	}
	if d.besideIs != besideStays {
		d.beside = beside
	}
}

// onlySays is what a text says of a group, where it asks nothing and nothing else in it may change a yes; "" where it does not.
func (d *dialogue) onlySays(s *conversation.State, text string, group language.Group) string {
	m, ok := d.parse(text).match(group)
	if !ok || strings.Contains(text, "?") {
		return ""
	}
	if _, theirs := d.changesTheirs(s, text); group == say.CancelsTheirs && !theirs {
		return ""
	}
	left := d.readAgain(s, d.withoutPhrase(text, group))
	tells := group == say.TellDoctor // which is all that stands beside the yes: "avisa a doutora que sou alérgica"
	plain := left.Intent == understand.Other || left.Intent == understand.Confirm || tells && left.Intent == understand.Human
	if !plain || left.data() || conditional(left) {
		return ""
	}
	if tells {
		return text
	}
	at := d.parse(text).placeOf(m)
	return strings.Trim(text[at.start:at.end], " ,.;!")
}

// readNext reads what is left of a message right behind it, as one of its own.
func (d *dialogue) readNext(rest string) {
	m := d.turn.Messages[d.read-1]
	m.Text = rest
	d.turn.Messages = slices.Insert(slices.Clone(d.turn.Messages), d.read, m)
}

// readBeside reads what was said beside a yes behind what was read so far, as a message of its own.
func (d *dialogue) readBeside(text string) {
	if text != "" {
		d.turn.Messages = append(slices.Clip(d.turn.Messages), decide.Message{Type: "TEXT", Text: text, At: d.turn.Now})
	}
}

// partPick parts from one of the offered times what else the patient says, where that leaves it the choice: a remark is
// dropped, "quinta 8h. entro 10h no serviço".
func (d *dialogue) partPick(s *conversation.State, m decide.Message) decide.Message {
	pick, n, rest := d.pickAndRest(s, m.Text)
	if n == 0 || rest == "" || d.said(rest, say.CancelsTheirs) || d.ofAnotherDay(pick, rest, s.Offer[n-1].Date) {
		return m
	}
	if rather := d.ratherThan(s, rest, s.Offer[n-1]); rather != "" {
		m.Text = rather
		return m
	}
	chosen := *s // as it would be
	chosen.Choice, chosen.Asked = &s.Offer[n-1], conversation.AskConfirm
	if d.besideKind(&chosen, "", rest, fairlyApart) == besideStays {
		m.Text = pick
		if called := d.readAgain(s, rest); len(strings.Fields(called.Name)) > 1 && called.Name == strings.Trim(rest, " .") { // "terça 8h. Maria Clara Souza"
			d.readNext(rest)
		}
	}
	return m
}

// ofAnotherDay reports an hour alone beside words of another day than that of the time at that hour, for which it may be meant: "quarta
// ele tem prova, melhor 10h".
func (d *dialogue) ofAnotherDay(pick, rest, date string) bool {
	named := func(m understand.Moment) bool { return m.Day.From != "" }
	return !slices.ContainsFunc(d.mentioned(pick), named) && slices.ContainsFunc(d.mentioned(rest), func(m understand.Moment) bool {
		return named(m) && m.Day.From == m.Day.To && m.Day.From != date
	})
}

// pickAndRest parts the only clause of a text that names one of the offered times from the rest of it; the number is 0 where
// there is none, or several.
func (d *dialogue) pickAndRest(s *conversation.State, text string) (pick string, n int, rest string) {
	p := d.parse(text)
	var at place
	clauses := p.betweenPauses()
	if len(clauses) < 2 { // nothing stands beside it
		return "", 0, ""
	}
	for _, clause := range clauses {
		named := d.picked(s, p.text[clause.start:clause.end])
		if named == 0 || strings.HasPrefix(p.text[clause.end:], "?") {
			continue
		}
		if n != 0 {
			return "", 0, ""
		}
		n, at = named, clause
	}
	if n == 0 {
		return "", 0, ""
	}
	return p.text[at.start:at.end], n, strings.Trim(cutOut(p.text, at), " ,.;:!-\n")
}

// betweenPauses are the places of a text between marks that pause, and words that say why.
func (p *parsed) betweenPauses() (list []place) {
	p.scan()
	from := 0
	for i, t := range p.tokens {
		if p.pauses(i) || t.Text != "e" && say.JoinsRemarks.Has(t.Text) {
			list, from = append(list, place{from, t.Start}), t.End
		}
	}
	return append(list, place{from, len(p.text)})
}

// picked is the number of the only offered time that a text names by day and hour, or by its number, and says nothing against.
func (d *dialogue) picked(s *conversation.State, text string) int {
	r := d.readAgain(s, text)
	if doubtful(r) || r.More || len(r.not) > 0 || conditional(r) || r.says(say.Exclusion) {
		return 0
	}
	if r.Choice > 0 && r.Choice <= len(s.Offer) && r.wish().Empty() && hasDigit(text) {
		return r.Choice
	}
	numbers := matching(s.Offer, r.wish())
	if !single(r.Times) || len(numbers) != 1 {
		return 0
	}
	return numbers[0]
}

// besideYesKind is what stands beside a yes to the read-back, "" where that may make it none.
func (d *dialogue) besideYesKind(s *conversation.State, yes, rest string) string {
	kind := d.besideKind(s, yes, rest, surelyApart)
	if kind == besideStays && d.otherThanRead(s, d.readAgain(s, rest)) {
		return ""
	}
	return kind
}

// besideKind is what stands beside a yes, or beside a choice where there is no yes, "" where that may make it none.
func (d *dialogue) besideKind(s *conversation.State, yes, rest string, sure float64) string {
	if rest == "" {
		return besideStays
	}
	rest = d.asQuestion(s, rest)
	r := d.readAgain(s, rest)
	switch {
	case d.ofAnotherVisit(s, r):
		return besideAnother
	case d.busyThen(s, r), r.says(say.TellDoctor) && r.data(): // "avisa a doutora que só chego às 10"
		return ""
	case d.asksFreely(s, r):
		return besideAsks
	case d.onlyRemark(r):
		return besideStays
	}
	text, kinds := marked(rest, besideMarks(d.answerMarks(s, r))), d.kindsBeside(s, r)
	kind := slices.MaxFunc(kinds, func(one, other string) int {
		return cmp.Compare(besideYes().Likely(text, one), besideYes().Likely(text, other))
	})
	if kind == besideAnother && (d.asksAbout(r) || d.asksOfNobody(s, r)) {
		kind = besideAsks
	}
	if kind == besideAnother && d.saysWhose(s, r) {
		return ""
	}
	if besideYes().Likely(text, kinds...) < sure || d.holdsOpen(s, yes, rest, kind) || d.mayChange(s, r, kind) || d.partChanges(s, rest, kind) {
		return ""
	}
	return kind
}

// holdsOpen reports a yes with more behind it that is to be given later, depends on something or may be for somebody else.
func (d *dialogue) holdsOpen(s *conversation.State, yes, rest, kind string) bool {
	whole := d.readAgain(s, yes+" "+rest)
	return d.postpones(whole.text) || kind != besideAnother && (forMine(s, whole) || conditional(whole) || whole.says(say.CallsChild))
}

// asksAbout reports a question for what something costs, how long it takes, under which plan it is or whether a doctor is any good,
// which wishes for nothing: "e o retorno da gineco é de graça?", "e o rafael é bom?"
func (d *dialogue) asksAbout(r reading) bool {
	if !endsAsking(r) || r.saysAny(say.ToBook, say.AsksToBook) {
		return false
	}
	about := func(hit conversation.AnswerHit) bool {
		return hit.Topic == duration || hit.Topic == opinions && r.wish().Empty() // "e sexta é boa?" may be a wish
	}
	under := len(r.Plans) > 0 && r.saysAny(say.AsksPlans, say.DoesUnder) && len(d.kinIn(r.parsed)) == 0 // whose plan it may be
	return under || r.saysAny(say.PricesAsked, say.OfMoney) || slices.ContainsFunc(d.topics(r.text), about)
}

// asksFreely reports words beside a yes that are nothing but a question on which it does not depend: for coming a little late, what to
// do with a medicine, which is asked whoever is seen when, or about something else than was read back, "e o eletro, quanto sai?"
func (d *dialogue) asksFreely(s *conversation.State, r reading) bool {
	if d.asksLate(s, r.text) {
		return true
	}
	wants := r.identifies() || !r.wish().Empty() || conditional(r) || r.saysAny(say.PutsRight, say.Objects, say.Changes, say.Provided, say.AnotherTime)
	if wants || strings.Count(r.text, "?") != 1 || len(besideSentenceFormat.Split(r.text, -1)) > 1 {
		return false
	}
	if r.says(say.Clinical) {
		return !d.saysOfAnother(s, r)
	}
	if !d.asksAbout(r) {
		return false
	}
	same := slices.Contains(d.services(r), s.Request.ProcedureID) || slices.Contains(r.Specialties, s.Request.SpecialtyID)
	return !same && len(d.services(r))+len(r.Specialties)+len(d.elsewhere(r.parsed)) > 0
}

// asQuestion is a text with its sign where it is nothing but a question of a topic: "e qto tempo demora".  "Preciso do atestado
// antes" is none, and may be a condition.
func (d *dialogue) asQuestion(s *conversation.State, text string) string {
	if asked := d.inquire(s, text); !strings.Contains(text, "?") && !d.onlyGrumbles(text) && asked.only() && asked.topic {
		text += "?"
	}
	return text
}

// ofAnotherVisit reports words beside a yes of an appointment that there is and that shall change, which is a person's once this one
// is made, or of one that is wished for somebody else.
func (d *dialogue) ofAnotherVisit(s *conversation.State, r reading) bool {
	_, theirs := d.changesTheirs(s, r.text)
	return theirs || existingChange(r) != "" || d.wantsForAnother(s, r)
}

// wantsForAnother reports nothing but a wish for something else than was read back, for another relative than its patient: "ah e
// preciso de um cardio pro meu pai".
func (d *dialogue) wantsForAnother(s *conversation.State, r reading) bool {
	whom := d.relatives(r)
	if len(whom) != 1 || whom[0] == s.For || !d.namesElse(s, r) || len(s.Next) > 0 {
		return false
	}
	if endsAsking(r) || len(besideSentenceFormat.Split(r.text, -1)) > 1 {
		return false
	}
	puts := conditional(r) || r.identifies() || r.saysAny(say.PutsRight, say.Objects, say.Provided, say.NotMyself, say.TakesBack)
	return !puts && (r.Intent == understand.Book || r.saysAny(say.Wishing, say.ToBook))
}

// kindsBeside are what the words beside a yes may be: what asks or wants something is not dropped.
func (d *dialogue) kindsBeside(s *conversation.State, r reading) []string {
	asks := strings.Contains(r.text, "?") || slices.ContainsFunc(append(d.remarks(r.parsed), r.text), func(part string) bool { return d.inquire(s, part).asks() })
	wants := r.Intent == understand.Book || r.saysAny(say.Wishing, say.ToBook, say.OneMore)
	if asks || wants && (d.namesElse(s, r) || r.saysAny(say.ForRelative, say.ForSomebody, say.Others, say.Also, say.AnotherNow)) {
		return []string{besideAsks, besideAnother}
	}
	return []string{besideAsks, besideAnother, besideStays}
}

// grumblesBeside reports nothing but a complaint of how it goes here: "o telefone aí só chama".
func (d *dialogue) grumblesBeside(r reading) bool {
	return d.onlyGrumbles(r.text) && !strings.Contains(r.text, "?") && !r.data()
}

// onlyRemark reports nothing but such a complaint, or how somebody will manage to come: "que eu dou um jeito".
func (d *dialogue) onlyRemark(r reading) bool { return d.grumblesBeside(r) || r.says(say.Manages) }

// saysWhose reports words that say of what was read back that it is somebody else's, and want nothing more: "é a primeira consulta do
// meu filho".
func (d *dialogue) saysWhose(s *conversation.State, r reading) bool {
	is := len(r.tokens) > 0 && slices.Contains([]string{"é", "eh"}, strings.ToLower(r.tokens[0].Raw))
	theirs := slices.ContainsFunc(d.kinIn(r.parsed), func(kin kinWord) bool { return kin.call != s.For && !r.onlyNamed(kin) })
	return is && theirs && !r.saysAny(say.Also, say.AnotherNow, say.OneMore, say.AnotherOne)
}

// asksOfNobody reports a question that names nobody and nothing else that might be booked: "vocês ainda têm minha ficha?"
func (d *dialogue) asksOfNobody(s *conversation.State, r reading) bool {
	return strings.HasSuffix(r.text, "?") && !hasDigit(r.text) && !d.saysOfAnother(s, r) && !r.says(say.Elsewhere)
}

// asksLate reports nothing but a question for coming a little late to what was read back: "e se eu chegar 18h45?"  The hour in it
// is no wish.
func (d *dialogue) asksLate(s *conversation.State, rest string) bool {
	p := d.parse(rest)
	if s.Choice == nil || !p.says(say.AsksLate) || strings.Count(rest, "?") != 1 || !strings.HasSuffix(rest, "?") || len(besideSentenceFormat.Split(rest, -1)) > 1 {
		return false
	}
	wish := wishOf(d.facts(rest))
	other := slices.ContainsFunc(wish.Times, func(span conversation.Span) bool {
		return span.From != span.To || span.From < s.Choice.Hour || span.From > minutesLater(s.Choice.Hour, littleLate)
	})
	more := p.saysAny(say.PutsRight, say.Prefers, say.ToBook, say.AnotherTime, say.Changes)
	return !other && !more && len(wish.Dates)+len(wish.Weekdays) == 0 && wish.Period == "" && d.find(rest).Empty()
}

// littleLate is how many minutes somebody may be late who has no later time in mind.
const littleLate = 30

// busyThen reports words of something else at the time that was read back: "quarta tenho dentista bem nessa hora".
func (d *dialogue) busyThen(s *conversation.State, r reading) bool {
	if s.Choice == nil || r.says(say.ToldFree) {
		return false
	}
	refused := slices.ContainsFunc(r.not, func(not conversation.Wish) bool { return !not.Empty() && not.Allows(*s.Choice) })
	return r.says(say.BusyThen) || refused
}

// partChanges reports a part of what stands beside a yes that likely puts something right, beside others that do not: "pode!
// só que o sobrenome é com z. e o meu?"
func (d *dialogue) partChanges(s *conversation.State, rest, kind string) bool {
	ends := besideSentenceFormat
	if kind == besideAnother {
		ends = besidePartFormat
	}
	parts := ends.Split(rest, maxBesideParts)
	return len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool {
		if len(strings.Fields(part)) < minMeant {
			return false
		}
		r := d.readAgain(s, part)
		kept := besideYes().Likely(marked(part, besideMarks(d.answerMarks(s, r))), besideStays, besideAsks, besideAnother)
		return kept < likelyApart || !d.saysOfAnother(s, r) && d.puts(s, r)
	})
}

// changesBeside reports a yes beside which one of several sentences likely puts something right.
func (d *dialogue) changesBeside(h *heard) bool {
	_, rest := d.yesAndRest(h.s, h.whole.text)
	return rest != "" && d.partChanges(h.s, rest, h.meant)
}

// besideSentenceFormat ends a sentence of what stands beside a yes, besidePartFormat that or a part before an "e";
// maxBesideParts bounds them.
var besideSentenceFormat, besidePartFormat = regexp.MustCompile(`[.!?;\n]+\s+`), regexp.MustCompile(`[.!?;\n]+\s+|\s+e\s+`)

const maxBesideParts = 6

// takesBeside begins the one more appointment that was wished for beside a yes, with what is known of the one that was made:
// the plan, and for another thing of the same patient their data.  Who wants the same again says for whom.
func (d *dialogue) takesBeside(h *heard) bool {
	if d.besideIs != besideAnother || h.s.Former == nil || len(h.s.Next) > 0 {
		return false
	}
	next := conversation.Next{ProcedureID: d.thingOf(h.whole), For: d.forWhomBesideYes(h)}
	if len(h.whole.Doctors) == 1 {
		next.AgendaID = h.whole.Doctors[0]
	}
	switch same := next.ProcedureID == h.s.Former.ProcedureID; {
	case next.ProcedureID == 0 && next.For == "":
		d.notHere(h.s, h.reading)
		return d.unanswered // and no list of what was not asked for
	case next.ProcedureID == 0 && len(h.whole.Specialties) > 0, next.For == "" && (same || h.whole.saysAny(say.ForSomebody, say.Others)):
		return false
	}
	d.moves = append(d.moves, conversation.Later{Next: next})
	d.takeNext(h)
	return true
}

// forWhomBesideYes is for whom one more appointment is, "" where that is not said, or is the patient of the one that was made.
func (d *dialogue) forWhomBesideYes(h *heard) string {
	if h.of != nil {
		return h.of.call
	}
	p := h.whole.parsed
	for _, kind := range []string{kinAlso, kinPatient} {
		if calls := d.kinAre(p, kind, fairly); len(calls) > 0 {
			return calls[0]
		}
	}
	all := d.kinIn(p)
	switch {
	case h.whole.says(say.Myself) && !h.s.Own:
		return conversation.ForWriter
	case h.whole.says(say.Myself), len(all) == 0:
		return ""
	default:
		return all[0].call
	}
}

// mayChange reports words that may change what a yes is to, whatever a text is likely for.
func (d *dialogue) mayChange(s *conversation.State, r reading, kind string) bool {
	if r.Intent == understand.Cancel || r.Intent == understand.Human || d.otherSexAsked(s, r) != "" {
		return true
	}
	if kind == besideAnother {
		wants := d.saysOfAnother(s, r) || r.Intent == understand.Book || r.saysAny(say.Wishing, say.ToBook, say.Elsewhere)
		return !wants || len(s.Next) > 0 // who waits comes first
	}
	if r.Intent == understand.Decline || r.Intent == understand.Reschedule || d.puts(s, r) || r.says(say.PricesAsked) {
		return true // on the price it may depend
	}
	if kind == besideStays {
		return r.CPF != "" && r.CPF != s.Patient.CPF || r.saysAny(say.NoBooking, say.Sarcasm)
	}
	other := len(minus(r.Plans, []int{s.Request.PlanID})) > 0 || !r.wish().Empty() && !r.wish().Allows(*s.Choice)
	return other || d.prefersOther(s, r) || r.saysAny(say.Provided, say.ManDoctor, say.WomanDoctor)
}

// otherThanRead reports words that wish for a time, or name a doctor, a service or a patient, other than what was read back.  A yes beside
// them is asked for once more, whatever it sounds like: they may be a remark, and cost one message then.  Where somebody waits for a turn,
// they may be said of that one.
func (d *dialogue) otherThanRead(s *conversation.State, r reading) bool {
	if s.Choice == nil || len(s.Next) > 0 {
		return false
	}
	wish := r.wish()
	times := !wish.Empty() && !wish.Allows(*s.Choice)
	doctors := len(r.Doctors) > 0 && !slices.Contains(r.Doctors, s.Request.AgendaID) || d.unknownDoctor(r) != ""
	patient := s.For == "" && r.says(say.OtherPatient)
	return times || doctors || patient || d.namesElse(s, r)
}

// prefersOther reports words of somebody or something else that is rather wanted; "e tem estacionamento?" only asks.
func (d *dialogue) prefersOther(s *conversation.State, r reading) bool {
	asked := d.inquire(s, r.text)
	known := asked.only() && strings.Count(r.text, "?") == 1 // on several it may depend
	return slices.ContainsFunc(r.matches(say.Prefers), func(m language.Match) bool { return !known || r.tokens[m.From].Text != "tem" })
}

// saysOfAnother reports words for somebody or something else than was read back.
func (d *dialogue) saysOfAnother(s *conversation.State, r reading) bool {
	return d.namesElse(s, r) || len(d.relatives(r)) > 0 || r.saysAny(say.Also, say.AnotherNow, say.OneMore, say.AnotherOne, say.ForRelative)
}

// namesElse reports that a text names an exam or a specialty that was not read back.
func (d *dialogue) namesElse(s *conversation.State, r reading) bool {
	return len(minus(d.services(r), []int{s.Request.ProcedureID}))+len(minus(r.Specialties, []int{s.Request.SpecialtyID})) > 0
}

// puts reports words that put a datum or the plan right, whatever a text is likely for.
func (d *dialogue) puts(s *conversation.State, r reading) bool {
	n, private := d.newsOf(s, r, r.text), d.clinic.PrivatePlan()
	return n.sure || n.Name != "" || private != s.Request.PlanID && d.newPlan(alone(s, r)) == private
}

// besideMarks are of the marks of an answer those that what stands beside the yes has.
func besideMarks(marks []string) []string {
	return slices.DeleteFunc(marks, func(mark string) bool { return strings.HasSuffix(mark, "yes") })
}

// surelyApart is how likely what stands beside a yes must leave it one, likelyApart each of its sentences; fairlyApart is that
// beside a choice, which is read back before it is booked.
const surelyApart, likelyApart, fairlyApart = 0.92, 0.5, 0.4
