package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// tellsWhoTheyAre reads who is meant by those of whom no more than their number is known, or that there is nobody else.
func (d *dialogue) tellsWhoTheyAre(s *conversation.State, text string) bool {
	return d.namesSeveral(s, text) || d.namesVague(s, text) || d.nobodyElse(s, text)
}

// namesSeveral calls several people, of whom only one word and their number was told, by the names that a text tells, "pros meus dois
// filhos, o Davi dermatologista e a Laura ortopedista": they are those that were said, and nobody else comes behind them.  The text is
// read again with that.
func (d *dialogue) namesSeveral(s *conversation.State, text string) bool {
	if d.literal || s.Closed != "" || s.Patient.Name != "" {
		return false
	}
	left, vague, ok := d.severalSaid(s, text)
	named, calls, onlyNames := d.nothingButNames(s, text)
	if onlyNames && !ok && d.nobodyTold(s, text, calls) {
		vague, ok = make([]conversation.Next, len(calls)-1), true
	}
	if !ok {
		return false
	}
	if !onlyNames {
		named, calls = d.standIns(d.parse(text), strings.Join(patientNames(s), " "))
	}
	if p := d.parse(named); len(calls) != 1+len(vague) || !slices.Equal(calls, distinct(calls)) || p.says(say.PresentsSelf) || !listsNames(p) {
		return false
	}
	if slices.ContainsFunc(calls, func(call string) bool { return !byName(call) || waits(s.Next, call) }) {
		return false
	}
	d.propose(conversation.Identify{For: calls[0]})
	for i, next := range vague {
		if waits(s.Next, next.For) {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
		}
		next.For, next.Called = calls[1+i], ""
		d.keepAsked(next)
	}
	d.learned, d.shown = true, nil
	if d.said(named, say.OnlySeveralNames) {
		d.answeredAside = true
		return true
	}
	d.readNext(left)
	return true
}

// amongPatients reports a first name, which a doctor has, too, in a list of several for whom something is: "pro Pedro e Gabriel", "pra
// Ana e pro Carlos".
func (p *parsed) amongPatients(at int) bool {
	listed := func(i int) bool {
		t := p.tokens[i]
		return partOfName(t) || t.Text == "," || t.Text == "e" || say.Article.Has(t.Text) || say.ForPerson.Has(t.Text)
	}
	from, to := at, at+1
	for from > 0 && listed(from-1) {
		from--
	}
	for to < len(p.tokens) && listed(to) {
		to++
	}
	names, led := 0, false
	for i := from; i < to; i++ {
		led = led || i < at && say.ForPerson.Has(p.tokens[i].Text)
		if named := i == from || !partOfName(p.tokens[i-1]); named && led && partOfName(p.tokens[i]) && !say.NameParticle.Has(p.tokens[i].Text) {
			names++
		}
	}
	return names > 1
}

// nobodyTold reports that nobody said yet who the patient is, and that some who are called are no doctors and have first names: "Ana e
// Carlos" may be an answer with whom.
func (d *dialogue) nobodyTold(s *conversation.State, text string, calls []string) bool {
	nobody := s.For == "" && !s.Own && len(s.Next) == 0 && s.Asked != conversation.AskNothing
	return nobody && len(d.hits(text).Doctors) < len(calls) && firstNames(calls)
}

// firstNames reports that people are called by first names, and not one by surnames: "Melo e Silva".
func firstNames(calls []string) bool {
	return !slices.ContainsFunc(calls, func(call string) bool { return understand.Surname(lastWord(call)) })
}

// nothingButNames are those whom a text names that says nothing else, and the text with stand-ins for them: "Pedro e Gabriel", one of
// whom may be called like a doctor.
func (d *dialogue) nothingButNames(s *conversation.State, text string) (named string, calls []string, ok bool) {
	p := d.parse(text)
	p.scan()
	names := 0
	for i, t := range p.tokens {
		if understand.PersonName(t.Text) || p.honoured(i) {
			names++
		}
	}
	if names < 2 {
		return "", nil, false
	}
	named, calls = d.standIns(d.parse("para "+text), strings.Join(patientNames(s), " "))
	return named, calls, d.said(named, say.OnlySeveralNames)
}

// severalSaid are those who come behind the first of several people of whom no name is known, in a text or before it; left is the text
// without the words for them.
func (d *dialogue) severalSaid(s *conversation.State, text string) (left string, vague []conversation.Next, ok bool) {
	if p := d.parse(text); !p.says(say.ForRelative) && (s.For == "" || len(s.Next) == 0) {
		return "", nil, false
	}
	r := d.readAgain(s, text)
	if m, said := r.match(say.ForRelative); said && s.For == "" && len(s.Next) == 0 {
		for _, call := range moreOf(r, m) {
			vague = append(vague, conversation.Next{For: call})
		}
		at := r.placeOf(m)
		others := d.kinIn(d.parse(cutOut(text, at)))
		short := m.To-m.From <= maxSeveral && len(others) == 0 && !r.saysAny(say.Myself, say.MeToo) && !r.identifies()
		return cutOut(text, at), vague, short && len(vague) > 0 && d.oneMore(vague[0].For)
	}
	if s.For == "" || byName(s.For) || len(d.kinIn(r.parsed)) > 0 || r.identifies() {
		return "", nil, false
	}
	for _, next := range s.Next {
		if nameless(next) && d.oneMore(next.For) {
			vague = append(vague, next)
		}
	}
	return text, vague, len(vague) > 0
}

// maxSeveral is how many words say for which several people something is: "para os meus dois filhos".
const maxSeveral = 6

// oneMore reports how somebody is called of whom no more is known than that there is one more: "o seu outro filho".
func (d *dialogue) oneMore(call string) bool { return call != "" && d.said(call, say.OneMoreOf) }

// listsNames reports that each name of a text stands behind a word that leads to one, or in a list of them: "o Davi", "filhos, Pedro e".
func listsNames(p *parsed) bool {
	p.scan()
	for i, t := range p.tokens {
		if t.Text != standIn {
			continue
		}
		if i == 0 {
			if !p.says(say.OnlySeveralNames) {
				return false
			}
			continue
		}
		before := p.tokens[i-1]
		led := say.NameLead.Has(before.Text) || say.ForPerson.Has(before.Text) || say.Honour.Has(before.Text)
		if !led && !(before.Kind == language.Mark && i > 1 && (p.tokens[i-2].Text == standIn || say.ToldBackSecond.Value(p.tokens[i-2].Text) != "")) {
			return false
		}
	}
	return true
}

// distinct is a list with each of its values once.
func distinct(list []string) (once []string) {
	for _, one := range list {
		if !slices.Contains(once, one) {
			once = append(once, one)
		}
	}
	return once
}

// nobodyElse forgets who was only known to be one more where a text says that there is nobody else, "não tem outro filho, são só esses
// dois", and reports that nothing else was said.
func (d *dialogue) nobodyElse(s *conversation.State, text string) (nothingElse bool) {
	if d.literal || s.Closed != "" || d.oneMore(s.For) || !d.parse(text).saysAny(say.NobodyElse, say.TheseAreAll) {
		return false
	}
	var vague []conversation.Next
	others := each(s.Appointments(), func(b conversation.Booked) string { return b.For })
	others = append(others, s.For)
	for _, next := range s.Next {
		if nameless(next) && d.oneMore(next.For) {
			vague = append(vague, next)
		} else {
			others = append(others, next.For)
		}
	}
	if d.said(text, say.NobodyElse) || len(distinct(others)) > 1 { // else one of "esses dois" is the one more
		for _, next := range vague {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
		}
	}
	rest := d.readAgain(s, strings.Trim(d.withoutPhrase(d.withoutPhrase(text, say.NobodyElse), say.TheseAreAll), " ,.;!"))
	if rest.data() || strings.Contains(rest.text, "?") {
		return false
	}
	d.note(d.text(wording.TalkNoProblem))
	d.answeredAside = true
	return true
}
