package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// questions tells what a sentence asks in which no phrase is found; see questions.examples.
var questions = learned("questions")

// Kinds of questions.examples that are no topic of a clinic's answers.
const (
	asksHave     = "have"
	asksDoctors  = "doctors"
	asksHuman    = "human"
	asksPrivacy  = "privacy"
	asksClinical = "clinical"
	asksCancel   = "cancel"
	asksOwn      = "own"
	asksOther    = "other"
	asksNothing  = "none"
)

// surelyAsked is how likely a sentence with a sign or a word of a question must ask something to be taken for that and for
// nothing else, ratherAsked where words in it say something else, likelyAsked where nothing else was understood.
const surelyAsked, ratherAsked, likelyAsked = 0.5, 0.8, 0.4

// questionOf is what a sentence asks that is at least that likely, "" for nothing.
func questionOf(text string, least float64) string {
	kind, sure := questions().Likeliest(text)
	if kind == asksNothing || sure < least {
		return ""
	}
	return kind
}

// asksNobody reports a text that likely asks nothing of the clinic, question mark or not: "de novo, gente?"
func asksNobody(text string) bool {
	kind, sure := questions().Likeliest(text)
	return kind == asksNothing && sure >= surelyAsked
}

// lastAsked is how many clauses at the end of a sentence are looked at for a question.
const lastAsked = 4

// likelyApart parts a sentence before the words at its end that most likely ask something, where what stands before may be
// an answer: "quarta 9h45, e a rampa, tem?"
func (d *dialogue) likelyApart(s *conversation.State, sentence string) (before, asks string) {
	if d.literal {
		return "", ""
	}
	parts := d.clauses(sentence)
	best := 0.0
	for i := max(2, (len(parts)-1)/2*2-2*(lastAsked-1)); i < len(parts); i += 2 {
		end := strings.Join(parts[i:], "")
		if !d.asksMeant(end) {
			continue
		}
		kind, sure := questions().Likeliest(end)
		if kind == asksHave && d.find(end).Empty() && !d.said(end, say.Elsewhere) { // "e eletro, vocês fazem?" names it before
			continue
		}
		if slices.Contains(likeHours, kind) && d.parse(sentence).saysAny(say.OtherDoctor, say.TheOther) { // "e a outra, que horário ela tem?"
			continue
		}
		if kind != asksNothing && kind != asksOther && sure >= surelyAsked && sure > best {
			before, asks, best = strings.Join(parts[:i], ""), end, sure
		}
	}
	if asks == "" {
		return "", ""
	}
	whole := questionOf(sentence, surelyAsked) != ""
	intent := d.facts(before).Intent
	answers := d.mayAnswer(before) || intent == understand.Confirm || intent == understand.Book || s.Asked == conversation.AskConfirm && d.wholeYes(s, before)
	if whole && !answers {
		return "", ""
	}
	return before, asks
}

// datumApart parts what is asked for of the patient from a question behind it, with or without a mark: "09/06/1957 posso levar minha
// filha comigo na sala", "Josefa Lima dos Santos e tem estacionamento?"
func (d *dialogue) datumApart(s *conversation.State, sentence string) (datum, asks string) {
	if d.literal || s.Closed != "" || !asksIdentity(s.Asked) {
		return "", ""
	}
	for _, at := range d.datumEnds(s, sentence) {
		datum, asks = sentence[:at]+". ", strings.TrimLeft(sentence[at:], " ,.;:-")
		if rest, ok := strings.CutPrefix(asks, "e "); ok {
			asks = rest
		}
		if len(strings.Fields(asks)) < minMeant || hasDigit(asks) {
			continue
		}
		marked := strings.HasSuffix(strings.TrimSpace(asks), "?")
		asks = strings.TrimRight(asks, " ?!.") + "?"
		if d.answersTo(s, d.parse(asks)).asks() || marked && questionOf(asks, ratherAsked) != "" {
			return datum, asks
		}
	}
	return "", ""
}

// datumEnds are where in a sentence the data that it begins with may end: behind the last number, or, where a name is asked for, before a
// pause or an "e" that has a name before it.
func (d *dialogue) datumEnds(s *conversation.State, sentence string) []int {
	if last := strings.LastIndexFunc(sentence, func(r rune) bool { return r >= '0' && r <= '9' }); last >= 0 {
		if f := d.facts(sentence[:last+1]); f.CPF+f.BirthDate == "" {
			return nil
		}
		return []int{last + 1}
	}
	if s.Asked != conversation.AskName {
		return nil
	}
	var ends []int
	for _, sign := range []string{",", " e "} {
		for from := 0; ; {
			at := strings.Index(sentence[from:], sign)
			if at < 0 {
				break
			}
			at += from
			name := d.readAgain(s, sentence[:at]).Name
			if words := len(strings.Fields(name)); words > 1 && len(strings.Fields(sentence[:at])) <= words+maxNameLead {
				ends = append(ends, at)
			}
			from = at + len(sign)
		}
	}
	return ends
}

// maxNameLead is how many words stand before a name and say that it is one: "meu nome é".
const maxNameLead = 3

// plainTopics are those that no question about the appointment itself sounds like.
var plainTopics = []string{
	string(conversation.TopicAddress), string(conversation.TopicPrices), string(conversation.TopicPayment), "estacionamento", "acessibilidade", "desconforto",
}

// likelyAnswers answers a sentence in which no phrase tells what it asks, as far as that is likely enough.
func (d *dialogue) likelyAnswers(s *conversation.State, sentence string, least float64) inquiry {
	one := func(words wording.Words) inquiry { return inquiry{answers: []wording.Words{words}} }
	none := func(words wording.Words) inquiry { return inquiry{noAnswer: words} }
	kind := questionOf(sentence, least)
	if d.literal || d.asksElse(s, sentence, kind) || len(strings.Fields(sentence)) < minMeant {
		return inquiry{}
	}
	if p := d.parse(sentence); kind != "" && d.find(sentence).Empty() && len(d.elsewhere(p)) > 0 && len(d.clinic.Lay(sentence).Specialties) == 0 {
		return none(d.notHereText(s, p)) // whatever is asked of it
	}
	switch kind {
	case "", asksOther:
		return inquiry{}
	case asksHuman:
		return one(d.text(wording.AnswerRobot, "clinic", d.clinic.Name))
	case asksPrivacy:
		return one(d.privacyText(s))
	case asksClinical:
		return none(d.variant(wording.AnswerClinical, s.Excuses))
	case asksCancel:
		return one(d.text(wording.AnswerCancel))
	case asksOwn:
		return d.ownTimes(s)
	case asksHave, asksDoctors:
		return d.whatThereIs(s, sentence, kind)
	case opinions:
		return one(d.text(wording.AnswerOpinion))
	default:
		return d.ofTopic(s, sentence, conversation.Topic(kind))
	}
}

// likeHours are topics that a question for a doctor's hours sounds like.
var likeHours = []string{string(conversation.TopicHours), lateness, punctuality}

// soundsAsked reports a sentence with a sign or a word of a question.
func (d *dialogue) soundsAsked(sentence string) bool {
	if strings.Contains(sentence, "?") {
		return true
	}
	switch d.facts(sentence).Intent {
	case understand.Reschedule, understand.Cancel, understand.Human: // "recebi um lembrete, quero remarcar"
		return false
	default:
		return d.parse(sentence).saysAny(say.Asking, say.Wonders)
	}
}

// asksElse reports a sentence that looks like one kind of question and has words for something that other rules know better:
// a wish for a time, a plan by its name, a result that is waited for.
func (d *dialogue) asksElse(s *conversation.State, sentence, kind string) bool {
	p := d.parse(sentence)
	if d.asksForTime(s, p) {
		return true
	}
	switch conversation.Topic(kind) {
	case conversation.TopicPlans:
		r := d.readAgain(s, sentence)
		return len(r.Plans) > 0 || len(d.against(s, r)) > 0 || p.saysAny(say.OtherPlans, say.CallsPlan, say.HasNoPlan)
	case conversation.TopicHours, lateness, punctuality:
		return d.asksElseOfHours(s, p, kind)
	case "resultados":
		return p.says(say.Results)
	case conversation.TopicDocuments:
		return p.says(say.TakesThemTo)
	case conversation.TopicPrices, conversation.TopicPayment: // "o quanto antes"
		return d.asksDiscount(sentence) || kind == string(conversation.TopicPrices) && p.says(say.Earliest) && !p.says(say.PricesAsked)
	case asksOwn:
		return !strings.Contains(sentence, "?") || d.mayAnswer(sentence)
	case asksClinical: // "é que eu tô com umas palpitações" only tells why
		return !strings.Contains(sentence, "?") && len(d.clinic.Lay(sentence).Specialties) > 0 && !p.says(say.Clinical)
	case conversation.TopicPreparation, "encaixe", "retorno", asksHave, asksDoctors, asksCancel:
		return p.says(say.HasOrNot) || !wishOf(d.facts(sentence)).Empty()
	default:
		return false
	}
}

// asksMeant reports the end of a sentence that is long enough to sound like a question, and does not just ask for an hour.
func (d *dialogue) asksMeant(end string) bool {
	return d.soundsAsked(end) && len(strings.Fields(end)) >= minMeant && !d.asksHour(end)
}

// asksForTime reports a sentence that asks for a time, whatever it sounds like: "qual o mais tarde que tem?", or behind a booking
// "terça ela não pode me levar, dá pra trocar pra quarta?"
func (d *dialogue) asksForTime(s *conversation.State, p *parsed) bool {
	moves := afterBooking(s) && p.says(say.ToChangeVisit) && !wishOf(d.facts(p.text)).Empty()
	return moves || p.saysAny(say.Latest, say.FirstAsked) || d.asksHour(p.text)
}

// asksHour reports a sentence that ends with the question for an hour, which is wished for whatever else it sounds like: "busco o menino
// às quatro, não tem duas e meia?"
func (d *dialogue) asksHour(sentence string) bool {
	list := d.mentioned(sentence)
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	exact := last.Time.From != "" && last.Time.From == last.Time.To
	return exact && strings.HasPrefix(strings.TrimSpace(sentence[last.End:]), "?") && d.said(sentence[:last.Start], say.AsksHourAhead)
}

// asksElseOfHours is asksElse of what sounds like a question for hours, or who keeps them.
func (d *dialogue) asksElseOfHours(s *conversation.State, p *parsed, kind string) bool {
	if d.asksOfOtherDoctor(s, p) {
		return true
	}
	wishes := !wishOf(d.facts(p.text)).Empty()
	switch kind {
	case string(conversation.TopicHours):
		return p.says(say.HasOrNot) || wishes
	case lateness:
		return afterBooking(s) && p.says(say.AsksArrival) || wishes
	default:
		return false
	}
}

// asksOfOtherDoctor reports words of another doctor's times than of those that are listed.
func (d *dialogue) asksOfOtherDoctor(s *conversation.State, p *parsed) bool {
	return p.saysAny(say.TheOther, say.OtherDoctor) || len(d.asksTimesOfOtherSex(s, p)) > 0
}

// ofTopic answers a question of a topic: with what the clinic's file says, or with who knows.
func (d *dialogue) ofTopic(s *conversation.State, sentence string, topic conversation.Topic) inquiry {
	if topic == lateness && d.said(sentence, say.AsksArrival) {
		return d.howEarly()
	}
	if brought := d.answerOf(conversation.TopicDocuments); topic == requests && d.said(brought.Text, say.AsksRequest) {
		return inquiry{answers: []wording.Words{brought}, topic: true}
	}
	for _, answer := range [...]func() wording.Words{
		func() wording.Words { return d.bookedAnswer(s, topic, d.parse(sentence)) },
		func() wording.Words { return d.answerFor(s, topic) },
		func() wording.Words { return d.calledOtherwise(topic) },
		func() wording.Words { return d.prepared(s, topic) },
	} {
		if words := answer(); words.Text != "" {
			return inquiry{answers: []wording.Words{words}, topic: true, hours: topic == conversation.TopicHours}
		}
	}
	named := slices.ContainsFunc(language.Tokenize(sentence), func(t language.Token) bool { return say.Paper.Has(t.Text) })
	if id := subjects[topic]; id == wording.AboutInvoice && named { // "vocês dão atestado de ontem?"
		return inquiry{about: []wording.ID{wording.AboutPapers}, topic: true}
	} else if id != "" {
		return inquiry{about: []wording.ID{id}, topic: true}
	}
	return inquiry{noAnswer: d.variant(wording.AnswerUnknown, s.Excuses), hours: topic == conversation.TopicHours}
}

// calledOtherwise is the answer of a topic that the clinic's file has under another name.
func (d *dialogue) calledOtherwise(topic conversation.Topic) wording.Words {
	own := ""
	for _, hit := range d.topics(string(topic)) {
		own = hit.Text
	}
	return quoted(topic, own)
}

// requests is the topic of a doctor's request or a guide of the plan, of which the answer about documents may speak.
const requests = "pedido médico"

// wantsPapers reports a sentence that asks, in the middle of a booking, for what only the team writes: "preciso do atestado da
// minha última consulta também".
func (d *dialogue) wantsPapers(sentence string) bool {
	named := d.find(sentence)
	if len(named.Specialties)+len(named.Doctors)+len(named.Plans)+len(d.services(reading{Mentions: named})) > 0 {
		return false
	}
	guess := purposes().Guess(sentence)
	return guess.Kind == "paperwork" && guess.Clear && guess.Sure >= surelyNoBooking
}

// asksPapers reports a sentence that wants papers of the team, and not one that fetches the own ones or gives what stands in them:
// "pera q vô pegá o documento... 932 880 407 86. sô de 3 de maio de 54".
func (d *dialogue) asksPapers(sentence string) bool {
	facts := d.facts(sentence)
	data := facts.CPF+facts.InvalidCPF+facts.BirthDate != ""
	return !d.said(sentence, say.Waiting) && (!data || namesPaper(sentence)) && d.wantsPapers(sentence)
}

// namesPaper reports a word for what doctors write.
func namesPaper(text string) bool {
	return slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool { return say.Paper.Has(t.Text) })
}

// plansAsked answers whether a plan is taken that a sentence names beside other words: "vocês aceitam Amil? queria gineco".
func (d *dialogue) plansAsked(s *conversation.State, sentence string) inquiry {
	asks := strings.Contains(sentence, "?") || d.said(sentence, say.AsksIfTaken)
	if !asks || s.Asked == conversation.AskConfirm || s.Asked == conversation.AskPlan {
		return inquiry{}
	}
	return d.plansNamed(s, sentence)
}

// plansBeside are the answers about plans that are asked for beside something else: "queria saber valor, se vocês atendem Unimed".
func (d *dialogue) plansBeside(s *conversation.State, sentence string) inquiry {
	p := d.parse(sentence)
	if !p.saysAny(say.AsksPlans, say.AsksIfTaken) {
		return inquiry{}
	}
	plans := d.plansNamed(s, sentence)
	if !plans.asks() || !p.says(say.AsksIfTaken) {
		return inquiry{}
	}
	if plans.noAnswer.Text != "" { // which says enough, whatever else only people know
		return inquiry{answers: []wording.Words{plans.noAnswer}}
	}
	return plans
}

// plansNamed answers whether the plan is taken that a sentence names, which may be all that it asks or one of several things.
func (d *dialogue) plansNamed(s *conversation.State, sentence string) inquiry {
	for _, clause := range d.clauses(sentence) { // "quanto é particular, se atendem Cassi"
		if d.said(clause, say.AsksIfTaken) {
			sentence = clause
		}
	}
	switch r := d.readAgain(s, sentence); {
	case len(d.against(s, r)) > 0 && d.hasOtherPlan(r) && len(d.clinic.Plans) > 1:
		return inquiry{noAnswer: d.planNotHere(s, r.parsed)}
	case len(r.Plans) == 1 && r.says(say.PlanElsewhere): // "aceita Unimed de outro estado?"
		return inquiry{noAnswer: d.variant(wording.AnswerUnknown, s.Excuses)}
	case len(d.against(s, r)) == 0 && len(r.Plans) == 1 && (r.wish().Empty() || readingBack(s)) && r.saysAny(say.AsksPlans, say.AsksIfTaken):
		d.toldPlan = true
		return inquiry{answers: []wording.Words{d.clinic.PlanText(r.Plans[0], wording.AnswerPlan, wording.AnswerPrivate)}}
	default:
		return inquiry{}
	}
}

// privacyText says what the data are for.
func (d *dialogue) privacyText(s *conversation.State) wording.Words {
	if asksIdentity(s.Asked) || s.Asked == conversation.AskConfirm {
		return d.text(wording.AnswerWhyData)
	}
	return d.text(wording.PrivacyFull, "clinic", d.clinic.Name)
}

// ownTimes tells the time that is chosen to who asks for it.
func (d *dialogue) ownTimes(s *conversation.State) inquiry {
	if s.Closed != "" || s.Choice == nil {
		return inquiry{}
	}
	return inquiry{answers: []wording.Words{d.choiceTold(s)}}
}

// whatThereIs answers whether something or somebody is here, and who does it.
func (d *dialogue) whatThereIs(s *conversation.State, sentence, kind string) inquiry {
	named := d.readAgain(s, sentence).Mentions
	if named.Empty() && len(d.elsewhere(d.parse(sentence))) == 0 { // "e o eletro, fazem ou não fazem?"
		named.Procedures = d.services(reading{Mentions: d.namedBeside(sentence)})
	}
	if named.Empty() {
		named.Specialties = d.clinic.Lay(sentence).Specialties // "vcs fazem pré-natal?"
	}
	switch {
	case len(named.Doctors) == 1:
		return inquiry{answers: []wording.Words{d.worksInText(named.Doctors[0])}}
	case len(named.Specialties) > 0:
		if d.nearly(d.parse(sentence)) { // "queria começar o pré-natal aí, vcs fazem?"
			return inquiry{answers: each(named.Specialties, d.nearestText)}
		}
		return inquiry{answers: each(named.Specialties, d.hasText)}
	case !named.Empty():
		return inquiry{answers: []wording.Words{d.text(wording.AnswerHave)}}
	case kind == asksDoctors, d.said(sentence, say.WholeTeam) && d.said(sentence, say.AsksDoctors): // "quais especialidades vcs têm?"
		return inquiry{answers: []wording.Words{d.teamText(s, d.parse(sentence))}}
	default:
		return inquiry{noAnswer: d.notHereText(s, d.parse(sentence))}
	}
}

// sayLikely answers a question as far as it is likely about something that is known here, else it says that it is not.
func (d *dialogue) sayLikely(s *conversation.State, text string) {
	switch likely := d.likelyAnswers(s, text, likelyAsked); {
	case likely.asks():
		if len(likely.about) > 0 {
			likely.noAnswer = d.knownBy(s, likely.about)
		}
		d.giveAnswers(likely)
	case asksNobody(text):
		d.learned, d.answeredAside = true, true
	default:
		d.sayUnknown(d.variant(wording.AnswerUnknown, s.Excuses))
	}
}

// endsAsking reports a message that ends as a question, and does not only want a nod: "quinta então, né?"
func endsAsking(r reading) bool {
	return strings.HasSuffix(strings.TrimSpace(r.text), "?") && !r.says(say.TagNe)
}

// mayAnswer reports a sentence that says something a booking needs.
func (d *dialogue) mayAnswer(sentence string) bool {
	f := d.facts(sentence)
	return !wishOf(f).Empty() || f.Choice > 0 || f.Name+f.CPF+f.InvalidCPF+f.BirthDate != "" || !d.find(sentence).Empty() || d.said(sentence, say.HasNoPlan)
}

// restOfQuestion is what a sentence that asks says beside that.  An exam of which it only asks whether the visit has it is not wished for.
func (d *dialogue) restOfQuestion(s *conversation.State, text, sentence string) string {
	if d.withWhomListed(s, d.parse(sentence)).Text != "" {
		if d.said(text, say.TakesThis) { // "o 1 é com a dra. Ana, né? pode ser esse"
			return sentence
		}
		return "" // the time is not chosen yet
	}
	if !d.asksWithin(d.parse(sentence)) {
		return d.besideQuestion(s, sentence) + d.askedFor(s, sentence)
	}
	var rest strings.Builder
	for _, clause := range d.clauses(sentence) {
		if f := d.facts(clause); len(d.services(reading{Mentions: d.find(clause)})) == 0 && (!wishOf(f).Empty() || f.Choice > 0) && !d.said(clause, say.AsksWithin) {
			rest.WriteString(clause + ". ")
		}
	}
	return rest.String()
}

// asksWithin reports a question whether an exam is made in the visit that is being booked, or is booked by itself: "ela já faz o
// preventivo na hora ou é outra consulta?"
func (d *dialogue) asksWithin(sentence *parsed) bool {
	asks := strings.Contains(sentence.text, "?") || sentence.says(say.Wonders)
	return asks && sentence.says(say.AsksWithin) && len(d.services(reading{Mentions: d.find(sentence.text)})) > 0 && !sentence.says(say.AsksToBook)
}

// asksNothing reports a sentence that is no question for the clinic, a wish or words of papers that are lost, and what of it is to be
// read on.
func (d *dialogue) asksNothing(s *conversation.State, text, sentence string, all *inquiry) (left string, ok bool) {
	if d.asksWish(s, text, sentence) {
		return sentence, true
	}
	if !d.tellsLoss(s, text) || !d.said(sentence, say.WithoutCPF) && (d.asked(s, sentence).asks() || !d.asksUnknown(s, sentence)) {
		return "", false
	}
	return d.besideLoss(s, text, sentence, all), true
}
