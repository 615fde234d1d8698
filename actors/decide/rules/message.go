package rules

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// message turns one message into moves and notes.
func (d *dialogue) message(s *conversation.State, m decide.Message) {
	if m.Older {
		d.older(s)
		return
	}
	if !d.acknowledge(s, m) {
		return
	}
	if m.Text = d.heardText(s, m.Text); m.Text == "" {
		return
	}
	h, agreed := &heard{s: s, whole: d.reading(s, m.Text)}, d.agreed
	h.reading, h.asked = d.withoutQuestions(s, m)
	if d.asksWorks {
		h.asked.noAnswer = wording.Words{} // the times answer it
	}
	d.withoutMissing(h)
	d.withoutMatters(h)
	d.withoutPriced(h)
	d.callsPerson(h)
	only := d.comesAlone(h)
	only = d.onlyTheirs(h) || only
	agrees := h.reading.Intent == understand.Confirm || h.reading.Intent == understand.Book
	if d.paused && h.reading.data() || d.held && agrees { // "pera", and here it is; "vou pensar", "quer saber, pode marcar"
		d.ask, d.paused, d.held = nil, false, false
	}
	d.eachPlan(h)
	only = d.eachWhen(h) || only
	d.eachOwn(h)
	d.eachThing(h)
	d.sideBySide(h)
	d.forWhomBeside(h)
	d.eachTime(h)
	d.ownData(h)
	d.nextData(h)
	d.withoutLent(h)
	if readingBack(s) && d.asksFreely(s, h.whole) {
		h.Procedures, h.Specialties = nil, nil // of which it only asks: "e o eletro, quanto sai?"
	}
	if more := d.moreThings(s, h.reading); len(more) > 0 && !d.wantsAnswer(s, h.whole) && d.joinsMore(s, h.reading, more) {
		if h.says(say.First) && slices.ContainsFunc(s.Next, func(next conversation.Next) bool { return next.Equal(more[0]) }) {
			more = []conversation.Next{{ProcedureID: s.Request.ProcedureID}} // "a consulta primeiro": the exam is the next one then
		} else {
			h.Procedures, h.Specialties = nil, nil
		}
		for _, next := range more {
			d.keepNew(s, next)
		}
	}
	d.alsoFor(h)
	if !only {
		d.goDown(d.tables.message, h)
	}
	d.sharesPlan(h)
	d.speaksOf(h)
	d.onSameDay(h)
	d.laterFirst(s)
	d.keepData(h)
	d.notesAge(h)
	d.wholeTurn(h, agreed)
}

// heardText is a text as the rules read it, "" where nothing is left to read: nothing was said, or it told only who somebody is.
func (d *dialogue) heardText(s *conversation.State, text string) string {
	text = d.withoutTaker(s, d.withoutLender(s, d.withoutHouse(d.withoutRegards(text))))
	if text == "" || d.notThatPerson(s, text) || d.whichKin(s, text) || d.tellsWhoTheyAre(s, text) || d.refusesNext(s, text) {
		return ""
	}
	if text = d.withoutAskedOfMade(s, d.withoutInPlace(s, d.withoutAskedWithin(s, d.withoutAskedWho(s, d.withoutIfUnwell(s, d.withoutIfFree(s, text)))))); text == "" {
		return ""
	}
	if text = d.withoutWritersBirth(s, d.withoutSameBirth(s, text)); text == "" {
		return ""
	}
	if text = d.besideAnswer(s, text); text == "" {
		return ""
	}
	if text = d.rewritten(s, text); text != "" {
		text = d.withoutOthersData(s, text)
	}
	if text == "" || d.goesFirst(s, text) {
		return ""
	}
	return text
}

// withoutRegards is a text without words that ask for nothing, where others are left: "pode marcar, qualquer coisa eu remarco", "no
// mesmo dia, já que vou faltar".
func (d *dialogue) withoutRegards(text string) string {
	if plain := d.withoutPhrase(text, say.Regards); strings.ContainsFunc(plain, unicode.IsLetter) || hasDigit(plain) {
		text = plain
	}
	if rest := d.withoutPhrase(d.withoutPhrase(text, say.AnythingLater), say.MissesWork); strings.ContainsFunc(rest, unicode.IsLetter) {
		text = rest
	}
	return text
}

// notHere says so when a service is named that the clinic does not have.
func (d *dialogue) notHere(s *conversation.State, r reading) {
	open := s.Asked == conversation.AskNothing || asksWhat(s.Asked) && s.Asked != conversation.AskPlan
	asked := open || r.Intent == understand.Book || r.Intent == understand.Question || r.says(say.Wishing)
	named := len(r.Specialties)+len(r.Doctors)+len(d.services(r)) > 0
	if d.returns(r) {
		d.sayUnanswered(d.text(wording.AnswerReturn))
	}
	d.tellsNearest(r, asked)
	if asked && len(d.elsewhere(r.parsed)) > 0 && (!named || d.besideThings(r)) && !d.toldMissing {
		d.sayUnanswered(d.notHereText(s, r.parsed))
		d.toldMissing = true
	}
	d.lacksWhatIsTold(s, r, named)
	if asked && !named && s.Former == nil && r.says(say.UsualDoctor) && !r.says(say.SendsHere) {
		d.answerAside(d.text(wording.AnswerDoctorUsual))
	}
	d.tellsUnknown(s, r)
	if d.hasOtherPlan(r) && s.Asked != conversation.AskPlan && len(d.clinic.Plans) > 1 {
		d.sayUnanswered(d.planNotHere(s, r.parsed))
	}
}

// tellsNearest says which specialty is the nearest to what is asked for, where the clinic has it under another name.
func (d *dialogue) tellsNearest(r reading, asked bool) {
	if asked && len(r.Specialties) == 1 && d.nearly(r.parsed) {
		d.addNote(d.nearestText(r.Specialties[0]))
	}
}

// lacksWhatIsTold says so where somebody tells what other clinics see to: "meu filho tá com dor de ouvido".
func (d *dialogue) lacksWhatIsTold(s *conversation.State, r reading, named bool) {
	if !opens(s) || named || r.Name != "" || d.unanswered {
		return
	}
	if missing := d.clinic.LayElsewhere(r.text); len(missing) > 0 {
		d.sayUnanswered(d.variant(wording.AnswerNotHere, s.Excuses, "what", enumerated(missing[:min(len(missing), maxMissing)])))
	}
}

// maxMissing is how many things that the clinic does not have are named.
const maxMissing = 4

// notHereText says that the clinic does not have what a text names, in its words as far as they are known.
func (d *dialogue) notHereText(s *conversation.State, p *parsed) wording.Words {
	var names []string
	for _, at := range d.elsewhere(p) {
		for name := range strings.SplitSeq(strings.ReplaceAll(strings.ToLower(p.text[at.start:at.end]), ", ", " e "), " e ") { // "holter e mapa"
			if !slices.Contains(names, name) && len(names) < maxMissing {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		that := d.text(wording.AnswerThatService)
		return d.variant(wording.AnswerNotHere, s.Excuses, "what", that.Text).With(that)
	}
	return d.variant(wording.AnswerNotHere, s.Excuses, "what", enumerated(names))
}

// withoutMissing leaves out of a message the parts that wish for what the clinic does not have, and says so, where another
// part wishes for what it has: in "oftalmologista pro meu marido e dermato pra mim" the husband gets no turn.
func (d *dialogue) withoutMissing(h *heard) {
	if h.s.Closed != "" || len(h.Specialties)+len(h.Doctors)+len(d.services(h.reading)) == 0 || len(d.elsewhere(h.parsed)) == 0 {
		return
	}
	left, ok := d.otherParts(h.parsed, d.wishesMissing)
	if !ok {
		return
	}
	d.sayUnanswered(d.notHereText(h.s, h.parsed))
	d.toldMissing = true
	h.whole = d.readAgain(h.s, left)
	h.reading = h.whole
}

// otherParts is a text without those of its parts that are of some kind, false where none is or all are.
func (d *dialogue) otherParts(p *parsed, of func(part string) bool) (left string, ok bool) {
	var out []place
	from, parts := 0, d.parts(p)
	for _, part := range parts {
		to := from + strings.Index(p.text[from:], part) + len(part)
		if of(part) {
			out = append(out, place{from, to}) // with what joins it: "eletro, exame de sangue e consulta" is two things
		}
		from = to
	}
	left = strings.TrimLeft(cutOut(p.text, out...), " ,.;!?\n")
	return strings.TrimPrefix(left, "e "), len(out) > 0 && len(out) < len(parts)
}

// wishesMissing reports a part of a text that wishes for what the clinic does not have, and for nothing else.
func (d *dialogue) wishesMissing(part string) bool {
	r := d.readAgain(&conversation.State{}, part)
	missing := d.elsewhere(r.parsed)
	if len(missing) == 0 || len(r.Specialties)+len(d.services(r))+len(r.Doctors) > 0 {
		return false
	}
	begins := joins(part[:missing[0].start]) || strings.TrimSpace(part[:missing[0].start]) == ""
	return begins || r.says(say.Wishing) || r.Intent == understand.Book
}

// elsewhere are the places in a text where a service is named that only other clinics have, and not because it was done or is
// brought along: "vou levar o raio x".
func (d *dialogue) elsewhere(p *parsed) []place {
	if !p.says(say.Elsewhere) {
		return nil
	}
	hits := d.hits(p.text)
	var done []place
	from := 0
	for _, clause := range d.clauses(p.text) {
		if d.said(clause, say.DoneExam) && !d.said(clause, say.TakesThemTo) {
			done = append(done, place{from, from + len(clause)})
		}
		from += len(clause)
	}
	return slices.DeleteFunc(each(p.matches(say.Elsewhere), p.placeOf), func(at place) bool {
		if slices.ContainsFunc(done, func(clause place) bool { return clause.start <= at.start && at.end <= clause.end }) {
			return true
		}
		if name := p.text[at.start:at.end]; !d.find(name).Empty() || len(d.abbreviated(name))+len(d.clinic.Lay(name).Specialties) > 0 { // another name of it stands first
			return true
		}
		if d.said(p.text[at.start:at.end], say.CheckUp) && d.checksUp(p.text[at.end:]) { // "checkup do coração"
			return true
		}
		return slices.ContainsFunc(slices.Concat(hits.Procedures, hits.Specialties), func(hit understand.Hit) bool {
			return hit.Start < at.end && at.start < hit.End
		})
	})
}

// checksUp reports words behind a check-up that say of what it is, which a specialty of the clinic sees.
func (d *dialogue) checksUp(behind string) bool {
	of := d.clauses(behind)[0]
	return len(d.find(of).Specialties)+len(d.abbreviated(of))+len(d.clinic.Lay(of).Specialties) > 0
}

// besideThings reports that what the clinic does not have is named in one breath with what it has: "exame de sangue e um
// eletro".
func (d *dialogue) besideThings(r reading) bool {
	hits := d.hits(r.text)
	return slices.ContainsFunc(d.elsewhere(r.parsed), func(at place) bool {
		return r.led(at.start) || slices.ContainsFunc(slices.Concat(hits.Procedures, hits.Specialties), func(hit understand.Hit) bool {
			return hit.Start >= at.end && joins(r.text[at.end:hit.Start]) || at.start >= hit.End && joins(r.text[hit.End:at.start])
		})
	})
}

// led reports words before a place that lead to one more thing: "e também fazer um …".
func (p *parsed) led(at int) bool {
	joined := false
	for _, t := range slices.Backward(p.tokens) {
		switch {
		case t.End > at:
		case !say.LeadsThing.Has(t.Text):
			return joined
		default:
			joined = joined || say.JoinsThing.Has(t.Text)
		}
	}
	return false // nothing stands before it
}

// joins reports words between two things of one list: " e um ", ", ".
func joins(between string) bool {
	tokens := language.Tokenize(between)
	return len(tokens) > 0 && !slices.ContainsFunc(tokens, func(t language.Token) bool { return t.Text != "," && !say.JoinsThings.Has(t.Text) })
}

// tellsUnknown says of a doctor who is named that the clinic does not have them, and who there is in the specialty that is known.
func (d *dialogue) tellsUnknown(s *conversation.State, r reading) bool {
	name := d.unknownDoctor(r)
	if name == "" {
		return false
	}
	d.answerAside(d.text(wording.AnswerDoctorNot, "name", name))
	if s.Closed == "" && s.Request.SpecialtyID != 0 {
		d.answerAside(d.hasText(s.Request.SpecialtyID))
	}
	return true
}

// namesUnknown answers who only names a doctor whom the clinic does not have, in a booking that has begun: "não é com a Dra.
// Patrícia?"
func (d *dialogue) namesUnknown(h *heard) bool {
	if h.s.Closed != "" || opens(h.s) || h.s.Request.SpecialtyID == 0 || h.whole.data() || len(sentencesIn(h.whole.text)) > 1 {
		return false
	}
	return d.tellsUnknown(h.s, h.whole)
}

// unknownDoctor is a doctor, called by title and name, whom the clinic does not have; "" for none.
func (d *dialogue) unknownDoctor(r reading) string {
	m, ok := r.match(say.TitledName)
	if !ok || len(d.hits(r.text).Doctors)+len(d.nicknamed(r)) > 0 || r.saysAny(say.OfDoctor, say.DoctorDoes, say.PatientTitled, say.SendsHere) {
		return ""
	}
	behind := r.text[r.tokens[m.To-1].Start:]
	if head, _, cut := strings.Cut(behind, ","); cut {
		behind = head
	}
	name := d.facts("nome: " + behind).Name
	does := m.To < len(r.tokens) && slices.Contains([]string{"o", "a", "os", "as", "um", "uma"}, r.tokens[m.To].Text) // "a dra colhe o preventivo?"
	if first := r.tokens[m.To-1]; does && !understand.PersonName(first.Text) && !capital(first) {
		return ""
	}
	if name == "" || !strings.HasPrefix(language.Fold(behind), language.Fold(name)) || d.notPerson(&conversation.State{}, name) {
		return ""
	}
	return capitalisedName(r.tokens[m.From].Raw) + " " + name
}

// noneOfThese shows ways on to who wants nothing of a list that is all there is.
func (d *dialogue) noneOfThese(s *conversation.State, r reading) bool {
	if s.Closed != "" || len(s.Options) == 0 || !r.Mentions.Empty() || !r.says(say.NoneThere) {
		return false
	}
	switch asksPlan := s.Asked == conversation.AskPlan; {
	case s.Asked == conversation.AskDoctor, s.Asked == conversation.AskProcedure:
		d.askInstead(d.waysQuestion(d.text(wording.NoneDoctor), d.text(wording.WayService), optionService))
	case asksPlan && d.clinic.PrivatePlan() == 0:
		d.askInstead(d.withoutPlan(s, wording.NonePrivate))
	case asksPlan && strings.Contains(r.text, " "): // "nenhum" is no plan
		d.askInstead(d.waysQuestion(d.text(wording.NonePlan), d.text(wording.WayPrivate), optionPrivate))
	default:
		return false
	}
	return true
}

// services are the procedures that a text names, but for the consultation that any specialty has.
func (d *dialogue) services(r reading) []int {
	return slices.DeleteFunc(slices.Clone(r.Procedures), d.isVisit)
}

func isConsultation(p conversation.Procedure) bool {
	return strings.HasPrefix(strings.ToLower(p.Name), "consulta")
}

// withoutQuestions reads a message but for the sentences that only ask something about the clinic.  Words beside a file
// ask nothing unless they end like a question: "minha carteirinha" is what the picture shows.  Who only wants to ask somebody first
// asks nothing of us.
func (d *dialogue) withoutQuestions(s *conversation.State, m decide.Message) (reading, inquiry) {
	looks := d.said(m.Text, say.Waiting) && d.said(m.Text, say.LooksFirst) // "vou ver com ela se pode me levar"
	if (looks || isFile(strings.ToUpper(m.Type))) && !strings.Contains(m.Text, "?") {
		return d.reading(s, m.Text), inquiry{}
	}
	if s.Asked == conversation.AskConfirm && !strings.Contains(m.Text, "?") && !asksWhether(s, d.parse(m.Text)) && d.wholeYes(s, m.Text) {
		return d.reading(s, m.Text), inquiry{} // "pode, fecha" asks for no hours
	}
	m.Text = d.withoutGrumbles(d.withoutPhrase(d.withoutRelativesName(s, m.Text), say.AskedBefore))
	asked := d.inquire(s, m.Text)
	if asked.rest != "" && asked.asks() {
		r := d.reading(s, asked.rest)
		if named := d.find(m.Text).Doctors; r.Mentions.Empty() && len(named) == 1 && r.says(say.TakesThem) {
			r.Doctors = named // "a ana lima é boazinha? pode ser ela"
		}
		return r, asked
	}
	r := d.reading(s, m.Text)
	if asked.only() {
		r.Intent, r.Choice, r.More = understand.Question, 0, false
		if asked.hours {
			r.Dates, r.Times, r.Period, r.times = nil, nil, "", ""
		}
	}
	return r, asked
}

// waits lets a patient fetch a card without hearing that this was not understood.
func (d *dialogue) waits(s *conversation.State, r reading) bool {
	lends := r.ownCPF || r.ownBirth
	if s.Closed == "" && asksIdentity(s.Asked) && r.says(say.SendsLater) && !r.identifies() && !lends {
		d.askInstead(question{text: d.text(wording.TalkWhenThere), asks: s.Asked, options: s.Options}) // "amanhã eu mando"
		return true
	}
	if s.Closed != "" || r.data() || lends || readingBack(s) && r.says(say.LenderOf) {
		return false
	}
	if d.decidesTime(s, r) {
		return false
	}
	return d.waitsFor(s, r)
}

// waitsFor is waits for a message that has no data.
func (d *dialogue) waitsFor(s *conversation.State, r reading) bool {
	if d.sendsLater && asksIdentity(s.Asked) {
		d.askInstead(question{text: d.sentLaterText(s, s.Asked), asks: s.Asked, options: s.Options})
		return true
	}
	if r.says(say.IsBack) && s.Asked != conversation.AskNothing {
		d.learned, d.answeredAside = true, true
		return true
	}
	switch {
	case r.says(say.Waiting):
		d.askInstead(question{text: d.fresh(s, wording.TalkNoHurry), asks: s.Asked, options: s.Options})
	case !wantsYes(s) && (r.says(say.HalfSaid) || r.says(say.Mumbles)) && s.Misses == 0:
		d.askInstead(question{text: d.text(wording.TalkListening), asks: s.Asked, options: s.Options})
	default:
		return false
	}
	d.paused = true
	return true
}

// wantsYes reports a question to which "certo" is an answer, and no question at all.
func wantsYes(s *conversation.State) bool {
	switch s.Asked {
	case conversation.AskNothing, conversation.AskConfirm, conversation.AskChange, conversation.AskSame, conversation.AskPast,
		conversation.AskPerson, conversation.AskNext, conversation.AskOther:
		return true
	default:
		return s.Asked == conversation.AskSlot && len(s.Offer) == 1
	}
}

// wanted proposes a search for what the text says of service, doctor, plan and time.
func (d *dialogue) wanted(s *conversation.State, r reading) {
	move, ok := d.resolve(s, r)
	if d.ask == nil && move.Request == (conversation.Request{}) && d.wantsMore(s, r) {
		if r.says(say.Exclusion) && r.says(say.PartOfOffer) && !r.says(say.TagQuestion) && move.Wish.Empty() {
			d.asksOther(s)
			return
		}
		ok = d.otherTimes(s, r, &move) || ok
	}
	d.laterWith(s, r, &move)
	opens := r.Intent == understand.Book && s.Asked == conversation.AskNothing
	if ok || opens || s.Closed != "" { // after an end, whatever is said opens a new workflow
		d.propose(move)
	}
	if r.Intent == understand.Book {
		d.learned = true
	}
	if r.Intent == understand.Book && !r.Mentions.Empty() { // all over again: the list stands far above
		d.shown, d.restated = nil, true
	}
	if r.More && len(s.Offer) == 0 { // "mais tarde", before there is anything to compare with
		d.learned, d.answeredAside = true, true
	}
}

// laterWith bounds the times of a doctor who is named by those of them that are listed, where later or earlier ones are asked for:
// "a dra não tem mais tarde na quarta?"
func (d *dialogue) laterWith(s *conversation.State, r reading, move *conversation.Search) {
	timeless := len(move.Wish.Times) == 0 && move.Wish.Period == "" && !move.Wish.Latest
	if move.AgendaID == 0 || s.Asked != conversation.AskSlot || !timeless || !r.saysAny(say.LaterInDay, say.SoonerInDay) {
		return
	}
	listed := slices.DeleteFunc(slices.Clone(s.Offer), func(slot conversation.Slot) bool {
		return slot.AgendaID != move.AgendaID || !move.Wish.Allows(slot)
	})
	if len(listed) > 0 {
		of := *s
		of.Offer = listed
		d.otherTimes(&of, r, move)
	}
}

// otherTimes puts what is wanted instead of the offered times into a search: later or earlier ones, or any others.
func (d *dialogue) otherTimes(s *conversation.State, r reading, move *conversation.Search) bool {
	wish, hours := &move.Wish, each(s.Offer, func(slot conversation.Slot) string { return slot.Hour })
	timeless := len(wish.Times) == 0 && wish.Period == "" && !wish.Latest
	most := r.says(say.MostOfDay) // "qual o mais tarde de quinta?"
	switch {
	case timeless && most && len(wish.Dates)+len(wish.Weekdays) > 0:
		wish.Latest = r.says(say.LaterInDay)
		move.AnyHour = !wish.Latest
		return true
	case timeless && r.says(say.LaterInDay):
		wish.Times = []conversation.Span{{From: minutesLater(slices.Max(hours), 1), To: endOfDay}}
	case timeless && r.says(say.SoonerInDay):
		wish.Times = []conversation.Span{{From: "00:00", To: minutesLater(slices.Min(hours), -1)}}
	case wish.Empty():
		move.More = true
	default:
		return false
	}
	return true
}

// moreThings are what a text names beside what is being booked: exams, and the consultations of other specialties.
func (d *dialogue) moreThings(s *conversation.State, r reading) []conversation.Next {
	if s.Closed != "" || s.Request.ProcedureID == 0 || r.ownRight {
		return nil
	}
	var list []conversation.Next
	queued := func(id int) bool {
		return slices.ContainsFunc(s.Next, func(next conversation.Next) bool { return next.ProcedureID == id })
	}
	services := d.services(r)
	for _, id := range r.Procedures {
		if !slices.Contains(services, id) && (queued(id) || id == d.visitAfter(s.Request, r)) { // the consultation after the exam
			services = append(services, id)
		}
	}
	for _, id := range services {
		if id != s.Request.ProcedureID {
			list = append(list, conversation.Next{ProcedureID: id})
		}
	}
	for _, id := range r.Specialties {
		if id != s.Request.SpecialtyID && len(list) == 0 && d.consultationOf(id) != 0 {
			list = append(list, conversation.Next{ProcedureID: d.consultationOf(id)})
		}
	}
	return d.withOwners(s, r, list)
}

// visitAfter is the consultation that a text wants after the exam that is being booked, "e a consulta logo depois"; 0 for
// none.  By itself the word may mean the exam.
func (d *dialogue) visitAfter(known conversation.Request, r reading) int {
	exam, _ := d.clinic.Procedure(known.ProcedureID)
	wanted := r.says(say.Also) || r.saysAny(say.RightAfter, say.AnotherNow, say.OneMore) && !r.says(say.Objects) // "mas preciso dela também"
	if isConsultation(exam) || !wanted || r.says(say.PutsRight) {
		return 0
	}
	return d.consultationOf(known.SpecialtyID)
}

// withOwners are things that a text names beside what is being booked, with whom they are for where it says so.
func (d *dialogue) withOwners(s *conversation.State, r reading, list []conversation.Next) []conversation.Next {
	if len(list) == 0 {
		return nil
	}
	patient := patientNow(s)
	said := d.shares(alone(s, r))
	for i := range list {
		at := slices.IndexFunc(said, func(one share) bool { return one.ProcedureID == list[i].ProcedureID && one.For != "" })
		if at >= 0 && said[at].For != patient {
			list[i].For, list[i].AgendaID = said[at].For, said[at].AgendaID
		}
	}
	if call := d.onlyKin(r.parsed); len(list) == 1 && list[0].For == "" && call != patient && r.says(say.AnotherNow) {
		list[0].For = call // "e o do seu pai, dá pra ver também? tá com dor no joelho"
	}
	return list
}

// joinsMore reports that they are wanted, too, and not instead.
func (d *dialogue) joinsMore(s *conversation.State, r reading, more []conversation.Next) bool {
	queued := slices.ContainsFunc(s.Next, func(next conversation.Next) bool {
		return slices.ContainsFunc(more, func(m conversation.Next) bool { return m.ProcedureID == next.ProcedureID })
	})
	own := d.owner(alone(s, r), r) == patientNow(s)
	switch {
	case r.Intent != understand.Deny && r.says(say.Together): // "dá pra ser o eletro junto?"
		return true
	case own && queued && !r.saysAny(say.Also, say.AnotherNow) && !d.added(r) && readingBack(s): // "o dela era eletro"
		return false
	case !queued && readingBack(s) && d.asksAbout(r):
		return false
	}
	return queued || (r.Intent != understand.Question || r.says(say.AsksToBook)) && (r.saysAny(say.Also, say.AnotherNow, say.AndOne) || d.added(r))
}

// added reports a service behind "e o" or a plus that is not the first thing a text says: "… 10/10/1970 e o eletro", and
// not "arruma isso, e teste ergométrico", where "e" is "é".
func (d *dialogue) added(r reading) bool {
	return !r.says(say.PutsRight) && slices.ContainsFunc(r.matches(say.Adds), func(m language.Match) bool {
		return m.From > 0 && slices.ContainsFunc(d.hits(r.text).Procedures, func(hit understand.Hit) bool {
			return m.To < len(r.tokens) && hit.Start == r.tokens[m.To].Start
		})
	})
}

// wantsMore reports that none of the offered times will do.
func (d *dialogue) wantsMore(s *conversation.State, r reading) bool {
	if len(s.Offer) == 0 || s.Closed != "" || s.Asked != conversation.AskSlot {
		return len(s.Offer) > 0 && readingBack(s) && r.More && !r.identifies()
	}
	if r.Intent == understand.Deny && r.wish().Empty() && d.saysForWhom(r) { // "não, é pra minha filha" leaves the time
		return false
	}
	about := r.identifies() || r.says(say.AboutCPF) || len(d.find(r.text).Plans) == 0 && r.says(say.OtherPlans)
	return r.More || !about && (r.Intent == understand.Deny || r.Intent == understand.Reschedule)
}
