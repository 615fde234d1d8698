package understand

import (
	"slices"

	"atende/actors/language"
)

// rule gives an intent to texts with a phrase of one group and none of another.
type rule struct {
	intent Intent
	says   language.Group
	unless language.Group // None for no exception
	also   language.Group // when set, a phrase of this group must occur, too
}

// rules are asked in this order; the first that applies wins.
func (p *portuguese) rulesInOrder() []rule {
	const none = language.None
	return []rule{
		{Human, p.Human, p.HumanVeto, none},
		{Reschedule, p.Reschedule, p.RescheduleVeto, none},
		{Reschedule, p.CannotCome, none, p.Elsewhere},
		{Cancel, p.Cancel, p.CancelVeto, none},
		{Question, p.OnlyAsks, none, none},
		{Decline, p.Decline, none, none},
		{Book, p.StrongBook, none, none},
		{Book, p.Book, p.BookVeto, none},
		{Question, p.Question, p.QuestionVeto, none},
		{Book, p.BareVisit, none, none},
		{Deny, p.Deny, none, none},
	}
}

func (r rule) applies(found *language.Found) bool {
	return found.Has(r.says) && !found.Has(r.unless) && (r.also == language.None || found.Has(r.also))
}

// speech is the stream of a text, and the groups of phrases that occur in it.
type speech struct {
	whole  []word // of the text
	stream []word // without a greeting at its begin
	core   []word // the end of stream, without what is polite
	words  []language.Word
	found  language.Found
}

func (r *reader) listen() {
	s := &r.speech
	s.whole = r.stream()
	s.stream = r.ungreeted(s.whole)
	s.core = trim(s.stream)
	s.words = matchable(s.words, s.stream)
	s.found = pt.book.Scan(s.words)
}

// matchable are the words of a stream as phrases see them, in an empty list that may have room.
func matchable(words []language.Word, stream []word) []language.Word {
	words = slices.Grow(words, len(stream))
	for i := range stream {
		words = append(words, stream[i].Word)
	}
	return words
}

// inWhole tells whether a phrase of the group occurs, the greeting included.
func (s *speech) inWhole(g language.Group) bool {
	if len(s.whole) == len(s.stream) {
		return s.found.Has(g)
	}
	return pt.book.Occurs(g, matchable(nil, s.whole))
}

// inCore tells whether a phrase of the group occurs behind what is polite.
func (s *speech) inCore(g language.Group) bool {
	from := len(s.stream) - len(s.core)
	first, occurs := s.found.First(g)
	return occurs && (first.From >= from || pt.book.Occurs(g, s.words[from:]))
}

// intent tells what the patient wants, and whether it is other options than those offered.
func (r *reader) intent(f *Facts) (Intent, bool) {
	intent := r.intentOf(f)
	return intent, intent != Decline && r.speech.inWhole(pt.More)
}

func (r *reader) intentOf(f *Facts) Intent {
	s := &r.speech
	goodbye := s.inCore(pt.Farewell)
	thanks, others := r.thanks(goodbye)
	if thanks && others == 0 && !data(f) {
		return Thanks // "obrigado pela informação" asks for none
	}
	if r.greetsPeople(s) {
		return Greet
	}
	if intent, ok := r.ruled(); ok {
		return intent
	}
	asksClinic := r.asksClinic()
	saysYes := len(s.core) > 0 && pt.YesWords.Has(s.core[0].key) // which the question behind it does not take back
	aside := others == 0 || others <= 2 && !r.asked(s.core)
	switch {
	case refuses(s.core):
		return Deny
	case thanks && aside && (goodbye || !data(f)):
		return Thanks // they are all that is left, or nearly all
	case r.onlyGreets(s):
		return Greet
	case asksClinic && !saysYes:
		return Question
	case s.found.Has(pt.Confirm) && !s.doubts() && !suggests(s.core, f):
		return Confirm
	case asksClinic:
		return Question
	}
	return Other
}

// greetsPeople tells whether all that is said is a greeting to whoever reads it: "bom dia, recepção!".
func (r *reader) greetsPeople(s *speech) bool {
	if len(s.whole) == len(s.stream) || len(s.core) == 0 {
		return false
	}
	return !slices.ContainsFunc(s.core, func(w word) bool { return !pt.Greeted.Has(w.key) })
}

// ruled returns the intent of the first rule that applies; false for none.
func (r *reader) ruled() (Intent, bool) {
	for _, rule := range pt.rules {
		switch {
		case rule.intent == Deny && r.asksFree():
			return Book, true
		case rule.applies(&r.speech.found):
			return rule.intent, true
		}
	}
	return Other, false
}

// asksFree tells whether a text that sounds like a refusal asks for what is free: "não tem à tarde não?"
func (r *reader) asksFree() bool {
	free, ok := r.speech.found.First(pt.AsksFree)
	return ok && r.at(r.speech.stream[free.To-1].end).key == "?"
}

// asksClinic tells whether a text with a question mark speaks of the clinic at all.
func (r *reader) asksClinic() bool {
	return r.asked(r.speech.core) && r.speech.inCore(pt.Clinic) && !r.speech.inCore(pt.QuestionVeto)
}

// asked tells whether a question mark stands in or behind these words.
func (r *reader) asked(words []word) bool {
	return len(words) > 0 && slices.ContainsFunc(r.toks[words[0].token:], func(t token) bool { return t.key == "?" })
}

// doubts tells whether a yes is contradicted or conditional.
func (s *speech) doubts() bool { return s.found.Has(pt.Doubt) && !s.found.Has(pt.DoubtVeto) }

// data tells whether the text gives anything but an intent.
func data(f *Facts) bool {
	return len(f.Dates)+len(f.Times)+f.Choice > 0 || f.Period != "" || f.CPF+f.InvalidCPF+f.BirthDate+f.Name+f.Phone != ""
}

// suggests tells whether "pode ser" or "tá bom" only carries a day, a time or an option.
func suggests(core []word, f *Facts) bool {
	if !data(f) || len(core) == 0 {
		return false
	}
	head := core[0].key
	yes := pt.Yes.Has(head) && head != "certo" || head == "pode" && len(core) > 1 && core[1].lemma == "confirmar"
	return !yes && (head == "pode" || f.Choice > 0)
}

// refuses tells whether the sentence begins with a "não" of its own.
func refuses(core []word) bool {
	for i, w := range core {
		begins := w.key == "nao" && (w.First || w.Breaks || i == 0)
		if begins && (i+1 == len(core) || core[i+1].Pause || core[i+1].Breaks || !pt.NoRefusal.Has(core[i+1].key)) {
			return true
		}
	}
	return false
}

// confirming makes "obrigada, pode confirmar" a yes.
const confirming = 3

// thanks tells whether thanks or a goodbye are said, and counts the words of other things.
func (r *reader) thanks(goodbye bool) (said bool, others int) {
	said = goodbye
	for _, w := range r.speech.core {
		switch {
		case w.lemma == "confirmar":
			others += confirming
		case pt.Thank.Has(w.key):
			said = true
		case pt.Ack.Has(w.key), pt.ThanksFill.Has(w.key), goodbye && w.key == whenKey:
		default:
			others++
		}
	}
	return said, others
}

// onlyGreets tells whether the text is nothing but a greeting.
func (r *reader) onlyGreets(s *speech) bool {
	if len(s.whole) == 0 || !pt.GreetHeads.Has(s.whole[0].key) || len(s.stream) < len(s.whole) && pt.Agrees.Has(s.stream[0].key) {
		return false
	}
	if slices.ContainsFunc(s.whole, func(w word) bool { return !pt.Greetings.Has(w.key) && !pt.GivenNames.Has(w.key) }) {
		return false
	}
	head, next := s.whole[0].key, ""
	if len(s.whole) > 1 {
		next = s.whole[1].key
	}
	switch {
	case pt.GreetWords.Has(head):
		return pt.PartsOrDays.Has(next)
	case head == "e":
		return next == "ai"
	case next == "" && (head == "beleza" || head == "joia"), head == "tudo" && next == "certo":
		return r.asked(s.whole)
	}
	return next != "" || !pt.HalfGreetings.Has(head)
}
