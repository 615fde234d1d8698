package rules

import (
	"slices"
	"strings"
	"sync"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// kin tells what somebody whom a message speaks of is to the booking; see kin.examples.
var kin = sync.OnceValue(func() *language.Examples {
	e, err := language.LearnAs("kin", func(text string) string {
		d := &dialogue{}
		before, rest, marked := strings.Cut(text, "{")
		whom, behind, _ := strings.Cut(rest, "}")
		p := d.parse(before + whom + behind)
		list := d.kinIn(p)
		at := slices.IndexFunc(list, func(m kinWord) bool { return !marked || p.tokens[m.at].Start == len(before) })
		if at < 0 || !marked && len(list) > 1 {
			return p.text
		}
		return p.about(list, at)
	})
	if err != nil {
		panic(err) // a test reads the file
	}
	return e
})

// What they are.
const (
	kinPatient = "patient"
	kinAlso    = "also"
	kinMention = "mention"
)

// surelyKin is how likely somebody must be the patient to be taken for that, surelyAlso one more, surelyMentioned none.
const surelyKin, surelyAlso, surelyMentioned = 0.95, 0.9, 0.8

// surelyOnlyTold is how likely somebody whom words of a booking name is none the less only told of, plainlyOnlyTold where
// the text wants one in so many words.
const surelyOnlyTold, plainlyOnlyTold = 0.9, 0.97

// minTold is the fewest words in which somebody is told of: "eu e meu marido" are two patients.
const minTold = 6

// kinWord is a word for a relative: the token, and how the writer is told back who that is.
type kinWord struct {
	at   int
	call string
}

// kinIn are the relatives whom a text speaks of, each time.
func (d *dialogue) kinIn(p *parsed) []kinWord {
	if p.kin == nil {
		var list []kinWord
		if !p.unheard(func() { list = d.lookForKin(p) }) {
			return list
		}
		p.kin = &list
	}
	return slices.Clone(*p.kin)
}

// lookForKin is kinIn for a text that was not looked through for them.
func (d *dialogue) lookForKin(p *parsed) (list []kinWord) {
	p.scan()
	for i := range p.tokens {
		if call := d.toldBack(p, language.Match{From: i, To: i + 1}); call != "" && !d.endsName(p, i) {
			list = append(list, kinWord{i, call})
		}
	}
	return list
}

// endsName reports a word for a relative that ends a name, "Valdir Rodrigues Neto".  The learned readers know nothing of that.
func (d *dialogue) endsName(p *parsed, at int) bool {
	if len(d.turn.Messages) == 0 || at < 2 || !say.NameSuffix.Has(p.tokens[at].Text) {
		return false
	}
	return capital(p.tokens[at]) && capital(p.tokens[at-1]) && partOfName(p.tokens[at-1]) && partOfName(p.tokens[at-2])
}

// ofDoctor reports that a word which also calls a wife is said of who shall see the patient: nothing makes it somebody's, "ela prefere
// mulher", or it stands in words for a doctor, "a médica mulher".  The learned readers know nothing of that.
func (d *dialogue) ofDoctor(p *parsed, at int) bool {
	if p.tokens[at].Text != "mulher" || len(d.turn.Messages) == 0 || d.lookedAfter(p, at) != "" || at > 0 && say.Our.Has(p.tokens[at-1].Text) {
		return false
	}
	if doing := at + 1; doing < len(p.tokens) && slices.Contains([]string{"precisa", "quer", "vai"}, p.tokens[doing].Text) {
		return false // "a mulher precisa de consulta"
	}
	if at > 0 && !say.BeforeWife.Has(p.tokens[at-1].Text) {
		return true
	}
	return slices.ContainsFunc([]language.Group{say.WomanDoctor, say.RatherWoman, say.AnyDoctor}, func(g language.Group) bool {
		return slices.ContainsFunc(p.matches(g), func(m language.Match) bool { return m.From <= at && at <= m.To })
	})
}

// onlyNamed reports a word for a relative which names nobody who could be a patient: because of whom, or since whose birth,
// somebody comes, "desde que meu filho nasceu", what the writer is, "esse sou eu, o pai", or who is not to be seen, "a filha não vai
// consultar".
func (p *parsed) onlyNamed(kin kinWord) bool {
	said := slices.Concat(p.matches(say.ToldCause), p.matches(say.ToldSince), p.matches(say.WriterIs), p.matches(say.NoPatient))
	return slices.ContainsFunc(said, func(m language.Match) bool { return m.From <= kin.at && kin.at < m.To })
}

// withoutRefusedKin is a text without a relative who is not the one that is meant, where it names that one, too: "do meu pai não,
// do meu filho".
func (d *dialogue) withoutRefusedKin(_ *conversation.State, text string) string {
	left := d.withoutPhrase(text, say.NotOfKin)
	if left == text || len(d.kinIn(d.parse(left))) == 0 {
		return text
	}
	return left
}

// about is a text as kin learns of one of its relatives: a word stands for that one, another for the others.
func (p *parsed) about(list []kinWord, one int) string {
	out := rewriting{text: p.text}
	for _, m := range list {
		word := "xoutro"
		if m.call == list[one].call {
			word = "xeste"
		}
		out.put(p.tokens[m.at].Start, p.tokens[m.at].End, word)
	}
	return out.whole()
}

// kinAre are those of a text's relatives who are likely that to the booking, as the writer is told back.
func (d *dialogue) kinAre(p *parsed, kind string, least float64) (calls []string) {
	list := d.kinIn(p)
	for i, m := range list {
		if slices.Contains(calls, m.call) || i > maxKin || p.onlyNamed(m) {
			continue
		}
		if likely, sure := kin().Likeliest(p.about(list, i)); likely == kind && sure >= least {
			calls = append(calls, m.call)
		}
	}
	return calls
}

// maxKin bounds how many words for relatives of a text are looked at.
const maxKin = 6

// likelyPatient is who a text is likely for that has no phrase for it: "mainha é quem vai se consultar"; "" for the writer.
func (d *dialogue) likelyPatient(r reading) string {
	if d.literal || r.says(say.PraisesSeer) { // "minha irmã consultou com a Dra. Ana e gostou muito"
		return ""
	}
	return only(d.kinAre(r.parsed, kinPatient, surelyKin))
}

// onlyMentions reports a message that likely only tells of relatives: "meu filho tem judô sábado".
func (d *dialogue) onlyMentions() bool {
	if d.literal || d.needed || d.read == 0 || d.read > len(d.turn.Messages) {
		return false
	}
	p := d.parse(d.turn.Messages[d.read-1].Text)
	several := p.saysAny(say.Myself, say.AndThem, say.Both) // "pra mim e pra ela"
	if several || len(strings.Fields(p.text)) < minTold {
		return false
	}
	all := map[string]bool{}
	for _, m := range d.kinIn(p) {
		if say.ToldBackSecond.Value(p.tokens[m.at].Text) != "" { // "meus dois filhos"
			return false
		}
		all[m.call] = true
	}
	return len(all) > 0 && len(d.kinAre(p, kinMention, surelyMentioned)) == len(all)
}

// onlyTold reports a relative of whom a text surely only tells, whatever words stand before: "pro meu filho me levar".
func (d *dialogue) onlyTold(r reading, call string) bool {
	plainly := r.Intent == understand.Book || r.saysAny(say.Myself, say.NotMyself, say.AndThem, say.Both, say.OneMore, say.AnotherNow)
	if d.literal || d.needed || r.identifies() || len(strings.Fields(r.text)) < minTold {
		return false
	}
	least := surelyOnlyTold
	if plainly {
		least = plainlyOnlyTold
	}
	return slices.Contains(d.kinAre(r.parsed, kinMention, least), call)
}

// alsoFor keeps in mind somebody who comes afterwards, in whatever words and beside whatever answer: "a 2, e depois um pro
// meu pai".
func (d *dialogue) alsoFor(h *heard) {
	begun := choosingTime(h.s) && h.s.Asked != conversation.AskConfirm // before that it is for whom it is
	if !begun || d.literal || h.whole.says(say.ForRelative) || h.whole.says(say.BookedElsewhere) {
		return
	}
	for _, call := range d.kinAre(h.whole.parsed, kinAlso, surelyAlso) {
		if call != h.s.For {
			d.keepNew(h.s, conversation.Next{For: call})
		}
	}
}

// calledBehind is the first name that stands in the present message behind the word for a relative, who is told back as call:
// "pra minha filha Bia"; "" for none.
func (d *dialogue) calledBehind(call string) string {
	if call == "" || d.read == 0 || d.read > len(d.turn.Messages) {
		return ""
	}
	p := d.parse(d.turn.Messages[d.read-1].Text)
	if name := secondOfTwo(p, call); name != "" {
		return name
	}
	for _, m := range d.kinIn(p) {
		if m.call == call && m.at > 2 && p.tokens[m.at-2].Text == "," && say.Our.Has(p.tokens[m.at-1].Text) && d.namesSomebody(p, m.at-3, nil) {
			return capitalisedName(strings.ToLower(p.tokens[m.at-3].Raw)) // "pra Lorena, minha neta"
		}
		if m.call != call || m.at+1 >= len(p.tokens) {
			continue
		}
		t := p.tokens[m.at+1]
		if t.Kind == language.Letters && (understand.PersonName(t.Text) && !everyday().Has(t.Text) || capital(t)) {
			return capitalisedName(strings.ToLower(t.Raw))
		}
	}
	return ""
}

// secondOfTwo is the name of the second of two relatives who are called with one word, "meus dois filhos, Pedro e Laura"; "" where
// there are no two names behind it.
func secondOfTwo(p *parsed, call string) string {
	p.scan()
	at := slices.IndexFunc(p.tokens, func(t language.Token) bool { return spaced(say.ToldBackSecond.Value(t.Text)) == call })
	if at < 0 {
		return ""
	}
	rest := p.tokens[at+1 : min(at+1+maxLed, len(p.tokens))]
	if len(rest) > 0 && rest[0].Kind == language.Mark {
		rest = rest[1:]
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(t language.Token) bool { return t.Text == "o" || t.Text == "a" }) // "o Davi e a Helena"
	named := func(t language.Token) bool { return partOfName(t) && !everyday().Has(t.Text) }
	if len(rest) < 3 || !named(rest[0]) || rest[1].Text != "e" || !named(rest[2]) {
		return ""
	}
	return capitalisedName(strings.ToLower(rest[2].Raw))
}

// spelledKin writes relatives as the readers know them: "pra minha muié" is for the wife, "meu caçula" for a son.  These words are
// none of the readers', who learned from others.
func spelledKin(text string) string {
	out, tokens := rewriting{text: text}, language.Tokenize(text)
	for i, t := range tokens {
		call := say.KinSpelling.Value(t.Text)
		woman := call == "mulher" && i > 0 && say.BeforeWoman.Has(tokens[i-1].Text) // "quero médica muié"
		if i == 0 || !woman && !say.KinArticle.Has(tokens[i-1].Text) {
			continue
		}
		if its := say.KinArticle.Value(tokens[i-1].Text); call == "" && say.Youngest.Has(t.Text) {
			call = its
		}
		if call == "" {
			continue
		}
		if strings.HasSuffix(tokens[i-1].Text, "s") && !strings.HasSuffix(call, "s") {
			call += "s" // "pros mininu"
		}
		out.put(t.Start, t.End, call)
	}
	return out.whole()
}
