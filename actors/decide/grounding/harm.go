package grounding

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/language"
)

// replies tells texts that treat, find out what somebody has, say that it is nothing, ask for money or secrets, or say that
// a person writes, from those of a good receptionist; see replies.examples.
var replies = sync.OnceValue(func() *language.Examples {
	e, err := language.LearnClosely("replies", func(text string) string { return text + " " + marksOf(text) })
	if err != nil {
		panic(err) // a test reads the file
	}
	return e
})

// Prepare learns what replies do and the words that people say here, some 0.4 s, if that was not done yet.
func Prepare() {
	replies()
	vocabulary()
}

const (
	// harmful is how likely a text must be one of those to be refused for its words alone.
	harmful = 0.65
	// posing is how likely what it says of its writer, or of what will be done, must be so.
	posing = 0.75
	// certain is how likely words about somebody's health must be so where they name a hospital or a doctor, which may be to keep
	// somebody from there.
	certain = 0.95
	// doubtful is how likely a part of one must be for what phrases and words of money find in it to count: the reader who
	// learned has seen more sentences than they.
	doubtful = 0.25
	// many is how many bytes are read together: of more the reader would not see the end, and a little harm would not count.
	many = 400
)

// checkHarm refuses what no reply of ours does, whatever is known: requests for money, cards, codes and passwords, words
// about somebody's health that are a doctor's, that a person writes, and promises that nobody keeps.  Three readers look for
// it: the phrases of grounding.phrases; words of money and names, each of which must be accounted for; and one that learned
// from examples, of all that is not accounted for.  Where the last one doubts none of it, what the others found is dropped.
func (c *checker) checkHarm() {
	var own, paid, ill, who []string // all sentences, and what is not accounted for of money, of health and of who writes
	for _, s := range c.sentences {
		if s.quoted {
			continue
		}
		member := c.checkMoney(s)
		c.checkWriter(s)
		c.checkSelf(s)
		words := c.parts(s)
		own = append(own, words...)
		if !member && !c.warns(s) {
			paid = append(paid, words...)
		}
		but := c.has(s, lex.But)
		if but || !c.sendsForHelp(s) && !c.refers(s) {
			ill = append(ill, words...)
		}
		if but || !phrase(s, lex.Hands) && !c.isProgram(s) {
			who = append(who, words...)
		}
	}
	c.checkRobot()
	switch harmOf(own, harmful) {
	case "":
	case "payment":
		if harmOf(paid, harmful) != "" {
			c.refuse("payment", 0, len(c.toks))
		}
	case "human", "promise":
		if harmOf(who, posing) != "" {
			c.refuse("human", 0, len(c.toks))
		}
	default:
		if harmOf(ill, harmful) != "" || harmOf(own, certain) != "" {
			c.refuse("health", 0, len(c.toks))
		}
	}
}

// parts are a sentence with its sign, in pieces that can be read.
func (c *checker) parts(s sentence) (list []string) {
	end := min(s.to+1, len(c.toks))
	for from := s.from; from < end; {
		to := from + 1
		for to < end && c.toks[to].End-c.toks[from].Start <= many {
			to++
		}
		list = append(list, c.between(from, to))
		from = to
	}
	return list
}

// harmOf is what some sentences do that none may, where that is so likely; "" for nothing.
func harmOf(sentences []string, likely float64) string {
	for len(sentences) > 0 {
		n, size := 0, 0
		for n < len(sentences) && (n == 0 || size+len(sentences[n]) <= many) {
			size += len(sentences[n])
			n++
		}
		if g := guess(strings.Join(sentences[:n], " ")); g.Sure >= likely {
			return g.Kind
		}
		sentences = sentences[n:]
	}
	return ""
}

func guess(text string) language.Guess { return replies().Guess(text + " " + marksOf(text)) }

// dropDoubtless drops what was found of harm where no part of the text is likely to do any.
func (c *checker) dropDoubtless() {
	ofHarm := func(v Violation) bool { return v.Reason == "health" || v.Reason == "payment" || v.Reason == "human" }
	if c.posed || !slices.ContainsFunc(c.found, ofHarm) || guess(c.text).Sure >= doubtful {
		return
	}
	for _, s := range c.sentences {
		if slices.ContainsFunc([]language.Group{lex.KeepsAway, lex.PaysSo, lex.Opens, lex.Vows}, func(g language.Group) bool { return phrase(s, g) }) { // there is no doubt
			return
		}
		if slices.ContainsFunc(c.parts(s), func(words string) bool { return guess(words).Sure >= doubtful }) {
			return
		}
	}
	c.found = slices.DeleteFunc(c.found, ofHarm)
}

// warns reports a sentence that says that nothing of money is asked for, or is to be given, and no exception.
func (c *checker) warns(s sentence) bool { return phrase(s, lex.Warns) && !c.has(s, lex.Unless) }

// refers reports a sentence that says which doctor sees to something, and nothing of what anybody has.
func (c *checker) refers(s sentence) bool {
	return phrase(s, lex.Refers) && !c.has(s, lex.Points)
}

// marksOf are what the words of a text are about, in their order: for the reader who learns, words that it has not seen.
func marksOf(text string) string {
	var b strings.Builder
	for _, t := range language.Tokenize(text) {
		for mark := range strings.SplitSeq(lex.About.Value(t.Text), "+") {
			if mark != "" {
				b.WriteString(" x" + mark)
			}
		}
	}
	return b.String()
}

// findQuotes finds the sentences that stand, word for word, in the clinic's own words.  What they do is the clinic's
// business: its preparation may tell what to take, and its prices how to pay.
func (c *checker) findQuotes() {
	var known []string
	for _, text := range c.sayings {
		known = append(known, spelled(text))
	}
	for n, s := range c.sentences {
		words := spelled(c.toks[s.from:s.to])
		c.sentences[n].quoted = words != " " && slices.ContainsFunc(known, func(text string) bool { return strings.Contains(text, words) })
	}
}

// spelled are words and numbers, each with a space before and behind it.
func spelled(toks []language.Token) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range toks {
		if t.Kind != language.Mark {
			b.WriteString(t.Text)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// sendsForHelp reports a sentence that says where help is at once.
func (c *checker) sendsForHelp(s sentence) bool {
	for i := s.from; i < s.to; i++ {
		if c.in(i, lex.Help) && !c.deniedBefore(i, s) {
			return true
		}
	}
	return false
}

// checkMoney refuses a sentence with money, cards or what opens an account in it, unless it is accounted for: it says that
// nothing of it is asked for, where it is paid, or it is about a card or a code of another kind.  member says that it is
// about one of these.
func (c *checker) checkMoney(s sentence) (member bool) {
	early, asks := c.has(s, lex.Early), c.has(s, lex.Demand)
	there := c.has(s, lex.Counter) || c.has(s, lex.PaidThen) && !c.has(s, lex.Ahead)
	fine := c.has(s, lex.Warned) || c.has(s, lex.Queue) || there && !early && !asks
	for i := s.from; i < s.to; i++ {
		strong := c.in(i, lex.Purse) || c.in(i, lex.Card) || c.in(i, lex.MoneyVerb) && early
		switch {
		case (c.in(i, lex.Card) || c.is(i, "codigo", "codigos")) && c.hasNear(i, s, lex.Membership):
			member = true
		case c.deniedBefore(i, s):
		case c.is(i, "cvv") && !asks && !c.has(s, lex.Card): // who listens to the desperate has the same letters
		case strong && !fine:
			c.refuse("payment", s.from, s.to)
			return false
		}
	}
	return member
}

// hasNear reports a word of a class within a few tokens of one.
func (c *checker) hasNear(i int, s sentence, class *language.Class) bool {
	const few = 4
	for k := max(s.from, i-few); k < min(s.to, i+few+1); k++ {
		if c.in(k, class) {
			return true
		}
	}
	return false
}

// deniedBefore reports a negation a few words before a token.
func (c *checker) deniedBefore(i int, s sentence) bool {
	const few = 9
	for k := i - 1; k >= max(s.from, i-few); k-- {
		if c.is(k, "nao", "nunca", "nem", "ninguem", "nenhum", "nenhuma", "jamais") {
			return true
		}
	}
	return false
}

// isProgram reports a sentence that says that a program writes, or none with a body or a job.
func (c *checker) isProgram(s sentence) bool {
	if phrase(s, lex.OwnsNo) {
		return true
	}
	if !phrase(s, lex.OwnsUp) || phrase(s, lex.Disowns) {
		return false
	}
	from := c.wordOf(s.from)
	return slices.ContainsFunc(c.matchesIn(from, c.wordOf(s.to)), func(m language.Match) bool {
		return m.Group == lex.OwnsUp && !c.near(lex.Negation, max(m.From-2, from), m.From)
	})
}

// checkRobot refuses a no to the text's own question whether a robot writes: "Robô? Que nada!"
func (c *checker) checkRobot() {
	const few, first = 6, 3 // tokens of the question, and of the answer that are looked at
	for n := 1; n < len(c.sentences); n++ {
		asks, answer := c.sentences[n-1], c.sentences[n]
		if !asks.question || asks.to-asks.from > few || !c.has(asks, lex.Robot) || c.isProgram(answer) {
			continue
		}
		for i := answer.from; i < min(answer.to, answer.from+first); i++ {
			if c.is(i, "nao", "nada", "imagina", "jamais", "nunca") {
				c.refuse("human", asks.from, answer.to)
				break
			}
		}
	}
}

// checkWriter refuses a sentence in which somebody gives a name for the writer's, unless it says that it is a program.
func (c *checker) checkWriter(s sentence) {
	for i := s.from; i < s.to; i++ {
		if c.capital(i) && c.introduces(i, s) && c.isName(i, s) && !c.isProgram(s) {
			c.refuse("human", s.from, s.to)
			return
		}
	}
}

// isName reports a word that people are called, or one with a capital that nothing else explains: "é a Dani da recepção".
func (c *checker) isName(i int, s sentence) bool {
	switch {
	case c.personName(i):
		return true
	case i == s.from, c.in(i, lex.Job), c.in(i, lex.Roles), c.in(i, lex.Titles), lex.About.Has(c.toks[i].Text):
		return false
	case c.f.Clinic != nil && strings.Contains(" "+language.Fold(c.f.Clinic.Name)+" ", " "+c.toks[i].Text+" "):
		return false
	default:
		return c.is(i+1, "da", "do", "aqui", "falando", ",", ".", "!")
	}
}

// introduces reports that the name at token i would be the writer's: "aqui é a Ana", "Ana falando", "abraço, Ana".
func (c *checker) introduces(i int, s sentence) bool {
	at := i - 1
	for at >= s.from && (c.is(at, "a", "o", "eu", ",", ":") || c.in(at, lex.Job)) {
		at--
	}
	here := func(k int) bool { return c.is(k, "aqui") || c.is(k, "a") && c.is(k+1, "disposicao") }
	switch {
	case c.is(i+1, "falando", "digitando"):
		return true
	case at < s.from:
		desk := c.in(i+2, lex.Job) || c.is(i+2, "recepcao") || c.is(i+2, "da", "do") && c.is(i+3, "recepcao", "atendimento", "agendamento")
		return c.is(i+1, ",", "-") && desk || here(i+1) || here(i+2)
	case c.is(at, "e") && c.is(at-1, ","):
		return c.is(at-2, "oi", "ola", "dia", "tarde", "noite")
	case c.is(at, "e"):
		return c.is(at-1, "aqui", "nome", "fala", "escreve", "responde", "oi", "ola")
	case c.is(at, "com"):
		return c.is(at-1, "falando", "fala", "conversando", "conversa")
	case c.is(at, "de"):
		return c.is(at-1, "chamar")
	default:
		return c.is(at, "sou", "assina", "chamo", "prazer", "att", "atenciosamente", "cordialmente", "carinhosamente", "carinho", "amor", "abraco", "abracos", "beijo", "beijos", "assinado")
	}
}
