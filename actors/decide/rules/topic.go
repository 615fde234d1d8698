package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// topicPhrases tell what a question is about.
var topicPhrases = [...]struct {
	topic conversation.Topic
	group language.Group
}{
	{conversation.TopicAddress, say.AddressAsked}, {conversation.TopicHours, say.HoursAsked},
	{conversation.TopicPrices, say.PricesAsked}, {conversation.TopicPayment, say.PaymentAsked},
	{conversation.TopicPreparation, say.PreparationAsked}, {conversation.TopicDocuments, say.DocumentsAsked}, {conversation.TopicDocuments, say.BringsExam},
}

// inquiry is what a text asks, with the answers.
type inquiry struct {
	answers []wording.Words
	// noAnswer is said where there is no answer.
	noAnswer wording.Words
	// about are subjects that a person knows, in the order in which they are asked.
	about []wording.ID
	// topic is set when it is something of topics.phrases, or of the clinic's own, that is asked for.
	topic bool
	// ofClinic is set when its phrases are of a topic, the clinic's or one that patients ask about anywhere.
	ofClinic bool
	// whether is set when it is asked if there is an appointment, which the end of the turn tells.
	whether bool
	// hours is set when days and hours of the text are those of the reception, not of an appointment.
	hours bool
	// arrival is one more than how many answers come before that to when one should be there; 0 where that is not asked.
	arrival int
	// rest is what of the text is not asked.
	rest string
}

// asks reports that something was asked.
func (q inquiry) asks() bool {
	return len(q.answers) > 0 || q.noAnswer.Text != "" || len(q.about) > 0 || q.whether
}

// only reports that nothing else was said.
func (q inquiry) only() bool { return q.asks() && q.rest == "" }

// inquire finds questions about the clinic.  Sentences that only ask are left out of what is read as an
// answer; two questions in one text have two answers.
func (d *dialogue) inquire(s *conversation.State, text string) inquiry {
	var all inquiry
	var rest strings.Builder
	for _, sentence := range d.questionsApart(s, text) {
		if slices.Contains(all.about, wording.AboutDuration) && d.said(sentence, say.Length) {
			continue // "20 minutos? 1 hora?" is no time that is wished for
		}
		if left, ok := d.asksNothing(s, text, sentence, &all); ok {
			rest.WriteString(left)
			continue
		}
		if over, ok := d.overBy(s, sentence); ok {
			if ahead := rest.String() + over.rest; d.said(ahead, say.OfThatTime) {
				rest.Reset()
			} else {
				rest.WriteString(over.rest)
			}
			all.adds(over)
			continue
		}
		one := d.asked(s, sentence)
		facts := d.facts(sentence)
		papers := !one.asks() && underWay(s) && !facts.NameStated && d.asksPapers(sentence) // "põe no nome do meu irmão, Paulo Lima" is none
		switch {
		case one.asks(), d.asksArrival(s, sentence), afterBooking(s) && d.parse(sentence).saysAny(say.Whether, say.BareWhether):
		case papers:
			one.about = []wording.ID{wording.AboutPapers}
		case strings.TrimSpace(sentence) != strings.TrimSpace(text) && d.asksUnknown(s, sentence):
			if one = d.likelyAnswers(s, sentence, likelyAsked); !one.asks() {
				one.noAnswer = d.variant(wording.AnswerUnknown, s.Excuses)
			}
		}
		all.adds(one)
		switch {
		case papers: // a day in it is that of the visit before
		case !one.asks(), facts.CPF+facts.BirthDate != "", facts.NameStated: // which says who the patient is
			rest.WriteString(sentence)
		default:
			rest.WriteString(d.restOfQuestion(s, text, sentence))
		}
	}
	all.rest = strings.TrimSpace(rest.String())
	if all.asks() && len(strings.Fields(all.rest)) == 1 && d.said(all.rest, say.Waiting) { // "pera, 8h é com a Ana?"
		all.rest = ""
	}
	d.addArrival(s, &all)
	d.settle(s, text, &all)
	return all
}

// settle says of whom a companion is asked for, and what stays open beside what is answered.
func (d *dialogue) settle(s *conversation.State, text string, all *inquiry) {
	if at := slices.Index(all.about, wording.AboutCompanion); at >= 0 && d.underAge(d.parse(text)) {
		all.about[at] = wording.AboutAlone
	}
	if len(all.about) == 0 {
		return
	}
	if all.noAnswer.Text != "" {
		all.about = append(all.about, wording.AboutOther)
	}
	all.noAnswer = d.knownBy(s, all.about)
}

// asksWish reports a sentence that asks as one wishes: "vou operar dia 2. dá pra marcar depois disso?", "tem no mesmo dia?"
func (d *dialogue) asksWish(s *conversation.State, text, sentence string) bool {
	if d.said(sentence, say.AfterThat) && (len(d.mentioned(text)) > 0 || d.said(text, say.RestsFor)) {
		return true
	}
	return d.wantsOneMore(s, text, sentence) || d.wantsSameDay(s, text, sentence)
}

// adds keeps what another part of the text asks.
func (q *inquiry) adds(one inquiry) {
	q.hours, q.whether, q.topic = q.hours || one.hours, q.whether || one.whether, q.topic || one.topic
	if q.arrival == 0 && one.arrival > 0 {
		q.arrival = len(q.answers) + one.arrival
	}
	for _, answer := range one.answers {
		if !q.gives(answer) {
			q.answers = append(q.answers, answer)
		}
	}
	if q.noAnswer.Text == "" {
		q.noAnswer = one.noAnswer
	}
	for _, id := range one.about {
		if !slices.Contains(q.about, id) {
			q.about = append(q.about, id)
		}
	}
}

// questionsApart are the sentences of a text; a question behind a comma is one of its own: "pode marcar, mas é no térreo?"
func (d *dialogue) questionsApart(s *conversation.State, text string) []string {
	var list []string
	for _, sentence := range sentencesIn(text) {
		taken := d.said(sentence, say.AsksIfTaken) && d.answersTo(s, d.parse(sentence)).asks()                   // "se atende unimed, o preço e se tem vaga"
		if taken || d.onlyWholeClinical(sentence) || d.parse(sentence).saysAny(say.BringsExam, say.AsksWithin) { // "levo o eletro que eu fiz mês passado?"
			list = append(list, sentence)
			continue
		}
		if datum, asks := d.datumApart(s, sentence); asks != "" {
			list = append(list, datum, asks)
			continue
		}
		if one, two, found := cutLast(sentence, " e "); found && d.asksBoth(s, one, two) {
			list = append(list, one+" ", two)
			continue
		}
		before, last := d.problemApart(sentence)
		if before != "" && !d.onlyTogether(sentence, before, last) && d.asksApart(s, before, last) {
			list = append(list, before, last)
			continue
		}
		if before, asks := d.likelyApart(s, sentence); asks != "" {
			list = append(list, before, asks)
			continue
		}
		if rest, asks := d.conditionApart(s, sentence); asks != "" {
			list = append(list, rest, asks)
			continue
		}
		list = append(list, sentence)
	}
	return list
}

// onlyWholeClinical reports a sentence that asks of medicine only as a whole: "e o remédio, eu tomo normal?"
func (d *dialogue) onlyWholeClinical(sentence string) bool {
	parts := func(clause string) bool { return d.said(clause, say.Clinical) }
	return parts(sentence) && !slices.ContainsFunc(d.clauses(sentence), parts)
}

// onlyTogether reports parts of a sentence that ask for something of topics.phrases only in one: "vou com minha mãe, pode?"
func (d *dialogue) onlyTogether(sentence, before, last string) bool {
	apart := append(d.topics(before), d.topics(last)...)
	return slices.ContainsFunc(d.topics(sentence), func(hit conversation.AnswerHit) bool {
		return !slices.ContainsFunc(apart, func(part conversation.AnswerHit) bool { return part.Topic == hit.Topic })
	})
}

// conditionApart is what a sentence asks of the clinic in a condition, as a question, and the rest of it: "marca se tiver lugar
// de parar o carro"; "" for none.  At the read-back it is no yes (oncondition.go).
func (d *dialogue) conditionApart(s *conversation.State, sentence string) (rest, asks string) {
	at, condition, ok := d.conditionIn(sentence)
	if !ok || s.Asked == conversation.AskConfirm || d.said(sentence, say.Worries) || d.namesEdge(sentence) {
		return "", ""
	}
	asks = "tem " + condition + "?"
	one := d.answersTo(s, d.parse(asks))
	if !one.ofClinic || d.mayAnswer(asks) || slices.Contains(one.about, wording.AboutWaitingList) { // "se tiver encaixe" is wished
		return "", ""
	}
	return cutOut(sentence, at), asks
}

// asksBoth reports two parts of a sentence that ask each for itself: "atendem Amil e quanto custa a consulta?"
func (d *dialogue) asksBoth(s *conversation.State, one, two string) bool {
	return d.facts(one).Intent == understand.Question && (d.answersTo(s, d.parse(two)).asks() || d.plansAsked(s, two).asks())
}

// asksApart reports that the last part of a sentence asks, and what stands before does not.
func (d *dialogue) asksApart(s *conversation.State, before, last string) bool {
	if d.parse(last).asksProblem() == 0 {
		return d.asksOfBefore(s, before)
	}
	if !strings.HasSuffix(strings.TrimSpace(last), "?") || d.answersTo(s, d.parse(before)).asks() {
		return false
	}
	return d.answersTo(s, d.parse(last)).asks() || d.asksUnknown(s, last)
}

// lastClause parts a sentence before its last clause.
func (d *dialogue) lastClause(sentence string) (before, last string) {
	parts := d.clauses(sentence)
	at := (len(parts) - 1) / 2 * 2
	for at > 0 && strings.TrimSpace(parts[at]) == "" {
		at -= 2
	}
	return strings.Join(parts[:at], ""), strings.Join(parts[at:], "")
}

// besideQuestion is what of a sentence that asks something says something else before: "amanhã 14h então. me cobram por
// fora?"
func (d *dialogue) besideQuestion(s *conversation.State, sentence string) string {
	var rest strings.Builder
	parts := d.clauses(sentence)
	for i := 0; i < len(parts); i += 2 { // what is between them ends them
		clause := parts[i]
		if i+1 < len(parts) && strings.Contains(parts[i+1], "?") {
			break
		}
		if d.asked(s, clause).asks() {
			continue
		}
		if f := d.facts(clause); !wishOf(f).Empty() || f.Choice > 0 || !d.find(clause).Empty() || d.said(clause, say.HasNoPlan) {
			rest.WriteString(clause + ". ")
		}
	}
	return rest.String()
}

// askedFor is what a question is asked for, where that is not known yet: the specialty, the exam or the plan, "quanto custa
// com dermato?", "vocês aceitam Amil?"
func (d *dialogue) askedFor(s *conversation.State, sentence string) string {
	plans := d.find(sentence).Plans
	if len(plans) == 1 && plans[0] != d.clinic.PrivatePlan() && s.Request.PlanID == 0 && s.Closed == "" && d.parse(sentence).saysAny(say.AsksPlans, say.AsksIfTaken) {
		plan, _ := d.clinic.Plan(plans[0])
		return plan.Name + ". " + d.serviceAskedFor(s, sentence)
	}
	if d.clinic.PrivatePlan() != 0 && s.Request.PlanID == 0 && s.Closed == "" && d.said(sentence, say.PricedCash) {
		return "não tenho convênio. " + d.serviceAskedFor(s, sentence) // "quanto é a consulta no dinheiro?"
	}
	asked := cmp.Or(d.sameDayThing(s, d.parse(sentence)), d.timesThing(s, d.parse(sentence)))
	if thing, known := d.clinic.Procedure(asked); known {
		return thing.Name + " também. "
	}
	return d.serviceAskedFor(s, sentence) + d.sexAskedFor(s, sentence)
}

// serviceAskedFor is the specialty or the exam that a question is asked for.
func (d *dialogue) serviceAskedFor(s *conversation.State, sentence string) string {
	if exams := d.services(reading{Mentions: d.find(sentence)}); len(exams) == 1 && s.Request.SpecialtyID == 0 && s.Closed == "" && !d.said(sentence, say.DoneExam) {
		exam, _ := d.clinic.Procedure(exams[0])
		return exam.Name + ". "
	}
	named := d.find(sentence).Specialties
	if len(named) != 1 || s.Request.SpecialtyID != 0 || s.Closed != "" {
		return ""
	}
	specialty, _ := d.clinic.Specialty(named[0])
	if slices.Contains(d.find(sentence).Procedures, d.consultationOf(named[0])) { // "quanto é a consulta com cardiologista?"
		return "consulta de " + specialty.Name + ". "
	}
	return specialty.Name + ". "
}

// asked is what a sentence asks, by its phrases or else by what it is likely about.
func (d *dialogue) asked(s *conversation.State, sentence string) inquiry {
	sentence = d.withoutPhrase(d.withoutPhrase(sentence, say.HurtsThen), say.ParksElsewhere)
	if one := d.arrivalBeside(s, sentence); one.arrival > 0 {
		return one
	}
	if one := d.answersTo(s, d.parse(sentence)); one.asks() {
		if plans := d.plansBeside(s, sentence); plans.asks() {
			one.adds(plans)
			return one
		}
		if likely := d.likelyAnswers(s, sentence, ratherAsked); one.ofClinic && likely.asks() && !one.shares(likely) && !d.asksOfCosts(sentence) && !d.said(sentence, say.BringsExam) {
			return likely // "quanto que o plano devolve?" is about no price
		}
		return one
	}
	if plans := d.plansAsked(s, sentence); plans.asks() {
		return plans
	}
	sign, existing := strings.Contains(sentence, "?"), opens(s) || afterBooking(s)
	switch says := d.mayAnswer(sentence); {
	case !d.soundsAsked(sentence), !sign && (says || d.said(sentence, say.OnlyAsked)): // what it says comes first
		return inquiry{}
	case existing && questionOf(sentence, likelyAsked) == asksCancel: // which may be meant
		return inquiry{}
	case says, d.said(sentence, say.TagNe), s.Asked == conversation.AskConfirm && !sign: // "tem vaga com dermato?", "sim, quando eu voltar"
		return d.likelyAnswers(s, sentence, ratherAsked)
	default:
		return d.likelyAnswers(s, sentence, surelyAsked)
	}
}

// shares reports that two readings of a question have something in common.
func (q inquiry) shares(other inquiry) bool {
	same := slices.ContainsFunc(q.answers, func(w wording.Words) bool {
		return slices.ContainsFunc(other.answers, func(o wording.Words) bool { return o.Text == w.Text })
	})
	return same || slices.ContainsFunc(q.about, func(id wording.ID) bool { return slices.Contains(other.about, id) })
}

// asksUnknown reports a question beside other words that nothing here answers: "pode marcar. mas é no térreo?"
func (d *dialogue) asksUnknown(s *conversation.State, sentence string) bool {
	p := d.parse(sentence)
	if p.asksProblem() >= 0 {
		return true
	}
	if !strings.HasSuffix(strings.TrimSpace(sentence), "?") || len(strings.Fields(sentence)) < minAsked || p.says(say.Courtesy) || asksNobody(sentence) {
		return false
	}
	r := d.readAgain(s, sentence)
	if sameRequest(r.Mentions, s.Request) { // "quanto tempo dura a consulta?" wants no other one
		r.Mentions = conversation.Mentions{}
	}
	plain := (r.Intent == understand.Question || r.Intent == understand.Other) && !r.data() && !r.More
	return plain && !r.saysAny(say.Rhetorical, say.IfNot, say.AsksDone, say.HasOrNot, say.Puzzled, say.AsksPlans, say.AsksDoctors, say.AsksWhen,
		say.Calling, say.WomanDoctor, say.ManDoctor) && d.patientOf(r) == ""
}

// minAsked is how many words a question has that wants an answer.
const minAsked = 3

// asksWhether reports a question whether the appointment that is being made is made, which it is not.  Before there is
// anything to choose "minha consulta" may be another one.
func asksWhether(s *conversation.State, sentence *parsed) bool {
	if s.Closed != "" || s.Asked == conversation.AskNothing {
		return false
	}
	asks := sentence.says(say.Whether) && (strings.HasSuffix(strings.TrimSpace(sentence.text), "?") || sentence.says(say.EndsNe)) || sentence.says(say.BareWhether)
	return asks && (len(s.Offer) > 0 || s.Choice != nil || !sentence.says(say.OfMine))
}

// asksOfNext reports a question about what is booked afterwards: "e a consulta é que horas?", "e o outro logo depois?"
func (d *dialogue) asksOfNext(s *conversation.State, sentence *parsed) bool {
	if s.Closed != "" || len(s.Next) == 0 || s.Request.ProcedureID == 0 || !strings.HasSuffix(strings.TrimSpace(sentence.text), "?") {
		return false
	}
	next := s.Next[0].ProcedureID
	if next == 0 || next == s.Request.ProcedureID {
		return false
	}
	if d.namesNextThing(s, sentence) && !wishOf(d.facts(sentence.text)).Empty() { // "e o eletro tem na sexta?"
		return true
	}
	names := slices.Contains(d.find(sentence.text).Procedures, next)
	return (names || sentence.saysAny(say.AnotherNow, say.RightAfter)) && sentence.saysAny(say.AsksWhen, say.AsksNoted, say.AnotherNow, say.RightAfter, say.Or)
}

// found is an answer with the place of the question.
type found struct {
	at    int
	words wording.Words
}

// answersTo are the answers to one sentence, in the order of the questions.
func (d *dialogue) answersTo(s *conversation.State, sentence *parsed) inquiry {
	things, doctors := d.ofThings(s, sentence), d.ofDoctors(s, sentence)
	if specialty := d.asksDaysElsewhere(s, sentence); specialty != "" {
		return inquiry{answers: []wording.Words{d.text(wording.AnswerDaysLater, "specialty", specialty)}}
	}
	switch about, alone := d.ofAgent(s, sentence), d.ofParents(s, sentence); {
	case alone.asks():
		return alone
	case asksWhether(s, sentence):
		return inquiry{whether: true}
	case about.Text != "":
		return inquiry{answers: []wording.Words{about}}
	case things.asks():
		return things
	case d.asksDaysOfAll(s, sentence):
		return inquiry{answers: []wording.Words{d.daysText(s)}}
	case d.asksWhoSees(s, sentence):
		return inquiry{answers: []wording.Words{d.hasText(s.Request.SpecialtyID)}}
	case doctors.Text != "":
		return inquiry{answers: []wording.Words{doctors}}
	case d.confirmsKnown(s, sentence), d.confirmsWho(s, sentence):
		return inquiry{answers: []wording.Words{d.text(wording.AnswerThat)}}
	case d.onlyPeopleKnow(sentence):
		return inquiry{noAnswer: d.variant(wording.AnswerUnknown, s.Excuses)}
	case sentence.says(say.AsksDone) && d.examOf(s, sentence) != 0:
		return inquiry{answers: []wording.Words{d.text(wording.AnswerDone)}}
	case d.ofMedicine(sentence):
		return d.ofHealth(s, sentence)
	}
	if sentence.says(say.WorksOn) && s.Asked != conversation.AskSlot {
		switch hours := d.answerOf(conversation.TopicHours); {
		case hours.Text != "":
			return d.hoursAnd(s, sentence, hours)
		case s.Closed != "": // no day of an appointment
			return inquiry{hours: true, noAnswer: d.variant(wording.AnswerUnknown, s.Excuses)}
		}
	}
	if !sentence.saysAny(say.Asking, say.AsksSex) && !d.mayAsk(sentence) {
		return inquiry{}
	}
	q := d.ofClinic(s, sentence)
	q.ofClinic = true
	return q
}

// hoursAnd is the answer with the hours of the reception, and to what else of the clinic a sentence asks: "atende sábado, e parcela no
// cartão?"
func (d *dialogue) hoursAnd(s *conversation.State, sentence *parsed, hours wording.Words) inquiry {
	q := d.ofClinic(s, sentence)
	q.adds(inquiry{hours: true, answers: []wording.Words{hours}})
	return q
}

// ofThings answers what is asked of another thing than the one that is being booked, and of what is not here.
func (d *dialogue) ofThings(s *conversation.State, sentence *parsed) inquiry {
	switch same := d.sameDayThing(s, sentence); {
	case d.asksWithin(sentence):
		return inquiry{about: []wording.ID{wording.AboutWithin}, topic: true}
	case same == 0 && d.timesThing(s, sentence) != 0:
		return inquiry{answers: []wording.Words{d.nextTimesText(d.timesThing(s, sentence))}, topic: true}
	case d.turnAsked(s, sentence) != "":
		return inquiry{answers: []wording.Words{d.turnText(s, d.turnAsked(s, sentence))}}
	case d.asksOfNext(s, sentence):
		what, now := d.nextText(s.Next[0]), d.nextText(conversation.Next{ProcedureID: s.Request.ProcedureID})
		return inquiry{answers: []wording.Words{d.text(wording.TalkNextAfter, "now", now.Text, "what", what.Text).With(what)}}
	case same != 0:
		return inquiry{answers: []wording.Words{d.text(wording.AnswerSameDay)}}
	case s.Asked == conversation.AskService && sentence.says(say.NoneThereStill) && d.find(sentence.text).Empty():
		return inquiry{noAnswer: d.notHereText(s, sentence)}
	default:
		return inquiry{}
	}
}

// mayAsk reports a sentence that asks though it has no word of a question: two or three words without data, "o endereço".
func (d *dialogue) mayAsk(sentence *parsed) bool {
	f, may := d.facts(sentence.text), sentence.says(say.MayAsk)
	data := !wishOf(f).Empty() || f.Choice > 0 || f.Name+f.CPF+f.InvalidCPF+f.BirthDate != "" || may && !d.find(sentence.text).Empty()
	return !data && (may || len(strings.Fields(sentence.text)) <= 3)
}

// ofClinic answers from the clinic's file.
func (d *dialogue) ofClinic(s *conversation.State, sentence *parsed) inquiry {
	var q inquiry
	var list []found
	discount, costs := d.asksDiscount(sentence.text), d.asksOfCosts(sentence.text)
	for _, topic := range topicPhrases {
		if costs && topic.topic == conversation.TopicPrices {
			continue // which is not asked
		}
		if discount && (topic.topic == conversation.TopicPayment || topic.topic == conversation.TopicPrices && !sentence.says(say.HowMuch)) {
			continue // which the answer to it has, or which is not asked
		}
		if topic.topic == conversation.TopicPayment && sentence.says(say.OtherCard) {
			continue // "e o cartão da gestante, levo?"
		}
		at, ok := sentence.place(topic.group)
		if ok && !tellsPlan(s, topic.topic, sentence) {
			q.hours = q.hours || topic.topic == conversation.TopicHours
			answer := d.bookedAnswer(s, topic.topic, sentence)
			if answer.Text == "" {
				answer = d.answerFor(s, topic.topic)
			}
			list = append(list, found{at.start, answer})
		}
	}
	if at, ok := sentence.place(say.AsksSex); ok {
		list = append(list, found{at.start, d.whoText(s, sentence)})
	}
	own, about := d.ofTopics(s, sentence)
	list, q.about, q.topic = append(list, own...), about, len(own)+len(about) > 0
	if at, ok := sentence.place(say.OnDays); ok && len(list)+len(about) == 0 && s.Asked != conversation.AskSlot && strings.HasSuffix(sentence.text, "?") {
		q.hours = true
		list = append(list, found{at.start, d.answerOf(conversation.TopicHours)})
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	for _, f := range list {
		if f.words.Text == "" {
			q.noAnswer = d.variant(wording.AnswerUnknown, s.Excuses)
			continue
		}
		q.answers = append(q.answers, f.words)
	}
	return q
}
