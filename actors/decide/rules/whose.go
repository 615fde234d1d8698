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

// owner is whom a part of a text speaks of: conversation.ForWriter, one of the family, or "" for nobody.
func (d *dialogue) owner(h *heard, part reading) string {
	if whom := d.calledByName(h, part); whom != "" {
		return whom
	}
	p := d.parse(d.withoutPhrase(part.text, say.InPassing))
	m, ok := p.match(say.Owner)
	if !ok {
		several, _ := p.match(say.ForRelative) // "pra dois dos meus filhos"
		return cmp.Or(d.toldBack(p, several), oneOfTwo(d, h.whole, p), d.ownThing(p), d.namedOwner(h, part))
	}
	writers := slices.ContainsFunc(p.tokens[m.From:m.To], isWriter) // whatever is told of them behind: "14:30 pra mim, que ela gosta de ser primeira"
	m.To = min(m.To+1, len(p.tokens))                               // "o meu", and behind it "filho"
	if call := d.toldBack(p, m); call != "" {
		return call
	}
	if !writers && p.says(say.ThirdPerson) {
		return d.thirdPerson(h, p)
	}
	return conversation.ForWriter
}

// isWriter reports a word with which the writer speaks of themselves as one of several.
func isWriter(t language.Token) bool {
	return t.Text == "eu" || t.Text == "mim" || t.Text == "comigo"
}

// ownerBeside is whose a time or a plan in a part of a text is: whom it says it is for, or else who stands beside it, "dia 24 ele 13:30",
// "13:30 dona Heloísa", "mãe unimed"; "" for nobody.
func (d *dialogue) ownerBeside(h *heard, part reading) string {
	if whom := d.owner(h, part); whom != "" {
		return whom
	}
	one := &heard{s: h.s, whole: h.whole, reading: part}
	part.scan()
	for i := range part.tokens {
		switch whom, somebody := d.whomAt(one, i, patientNow(h.s)); {
		case whom != "":
			return whom
		case somebody && d.namesSomebody(part.parsed, i, nil):
			return asCalled(&d.before, d.calledWith(part.parsed, i))
		}
	}
	return ""
}

// whomAt is whom a word of a text means; "" for a name of nobody who is known.
func (d *dialogue) whomAt(h *heard, i int, patient string) (whom string, somebody bool) {
	t := h.tokens[i]
	behind := language.Token{}
	if i+1 < len(h.tokens) {
		behind = h.tokens[i+1]
	}
	switch call := d.toldBack(h.parsed, language.Match{From: i, To: i + 1}); {
	case say.ToldBackSecond.Value(t.Text) != "": // "minhas filhas"
		return "", false
	case call != "":
		return call, true
	case say.ThirdPersons.Has(t.Text), say.BeginsPerson.Has(t.Text) && t.Text != "eu":
		whom := d.thirdPerson(h, d.parse(t.Raw))
		return whom, true
	case isWriter(t), i > 0 && say.MyOwn.Has(t.Text) && say.NameLead.Has(h.tokens[i-1].Text) && endsOwn(behind):
		return conversation.ForWriter, patient == conversation.ForWriter || waits(h.s.Next, conversation.ForWriter)
	}
	if call := d.calledByName(h, reading{parsed: d.parse(t.Raw)}); call != "" {
		return call, true
	}
	return "", d.namesSomebody(h.parsed, i, nil)
}

// endsOwn reports a word behind "a minha" that leaves it the writer's appointment: "a minha de manhã", and not "a minha mãe".
func endsOwn(behind language.Token) bool {
	return behind.Kind != language.Letters || say.BeforeTime.Has(behind.Text) || say.TheirTimeWord.Has(behind.Text)
}

// namedOwner is whom a part of a text speaks of by a name that nobody has who is known, "dermato pra Lara", "o seu Onofre é do coração";
// "" for nobody, or several.
func (d *dialogue) namedOwner(h *heard, part reading) string {
	called := d.calledPatients(part)
	if len(called) == 0 {
		called = d.namedBy(part, say.NamedFirst)
	}
	if len(called) != 1 {
		return ""
	}
	name := language.Fold(lastWord(called[0]))
	for _, call := range d.relatives(h.whole) { // "meus dois filhos, Pedro e Laura"
		if language.Fold(d.calledBehind(call)) == name {
			return call
		}
	}
	at := slices.IndexFunc(h.whole.tokens, func(t language.Token) bool { return t.Text == name })
	return cmp.Or(relativeBehind(h.whole.parsed, at+1), called[0]) // "pro Jorge, meu marido"
}

// calledByName is whose first name a part of a text has, of those who are known; "" for none or several.
func (d *dialogue) calledByName(h *heard, part reading) string {
	part.scan()
	all := append(d.queue(h.s), conversation.Next{For: patientNow(h.s), Patient: h.s.Patient})
	return only(each(slices.DeleteFunc(all, func(one conversation.Next) bool {
		name := cmp.Or(firstName(one.Patient.Name), firstName(one.Called))
		if name == "" && byName(one.For) {
			name = language.Fold(lastWord(one.For))
		}
		return one.For == "" || !hasWord(part.tokens, name)
	}), forOf))
}

// ownThing is the writer where a text calls a service theirs, "o meu preventivo"; "" where it does not.
func (d *dialogue) ownThing(p *parsed) string {
	hits := d.hits(p.text)
	for _, hit := range slices.Concat(hits.Procedures, hits.Specialties) {
		at := p.tokenAt(hit.Start)
		if at > 0 && say.Our.Has(p.tokens[at-1].Text) {
			return conversation.ForWriter
		}
	}
	return ""
}

// thirdPerson is whom "ele" and "dela" mean: the one who was named and fits, "" for nobody or several.
func (d *dialogue) thirdPerson(h *heard, p *parsed) string {
	m, ok := p.match(say.ThirdPerson)
	if !ok {
		return ""
	}
	begins := []string{p.pronoun(m), d.text(wording.NextOther).Text}
	known := append(append(d.relatives(h.reading), h.s.For), each(d.queue(h.s), forOf)...)
	fits := func(call string) bool {
		return strings.HasPrefix(call, begins[0]) || strings.HasPrefix(call, begins[1])
	}
	if !slices.ContainsFunc(known, fits) && h.whole.parsed != nil { // "eu e meu marido queremos marcar, eu dermato e ele cardiologista"
		known = distinct(each(d.kinIn(h.whole.parsed), callOf))
	}
	return onlyOne(known, begins...)
}

// pronoun is the article of whom the last "ele" or "dela" among some words means; "-" for none.
func (p *parsed) pronoun(m language.Match) string {
	for _, t := range slices.Backward(p.tokens[m.From:m.To]) {
		switch t.Text {
		case "ele", "dele":
			return "o "
		case "ela", "dela":
			return "a "
		}
	}
	return "-"
}

// onlyOne is the only one of some people who may be meant by the first words of how they are told back; "" for none or several.
func onlyOne(calls []string, begins ...string) string {
	return only(slices.DeleteFunc(slices.Clone(calls), func(call string) bool {
		return !slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(call, begin) })
	}))
}

// forOf is for whom something is that was kept in mind.
func forOf(next conversation.Next) string { return next.For }

// parts are the parts of a text between "e" and marks.
func (d *dialogue) parts(p *parsed) []string {
	var list []string
	from := 0
	for i, t := range p.tokens {
		if i > 0 && (strings.EqualFold(t.Raw, "e") || p.pauses(i) && !(t.Text == "." && say.DoctorTitle.Has(p.tokens[i-1].Text))) {
			list, from = append(list, strings.TrimSpace(p.text[from:t.Start])), t.End
		}
	}
	return append(list, strings.TrimSpace(p.text[from:]))
}

// partsOfPeople are the parts of a text between "e" and marks, and those that begin with nothing between where somebody else does: "eu
// Unimed ela Amil", "uma pra mim do coração outra pra minha filha da pele".
func (d *dialogue) partsOfPeople(h *heard, text *parsed) (list []reading) {
	for _, part := range d.parts(text) {
		p, from := d.parse(part), 0
		shares := p.matches(say.BeginsShare) // before the hits, of which some are dropped by what stands around them
		plans := d.hits(part).Plans
		for i, t := range p.tokens {
			share := len(shares) > 0 && shares[0].From == i
			if share {
				shares = shares[1:]
			}
			if t.Start == from || !share && !beginsPlan(p, i, plans) {
				continue
			}
			before := d.readAgain(h.s, strings.TrimSpace(part[from:t.Start]))
			if beginsPlan(p, i, plans) || d.thingTold(before) != 0 && d.owner(h, before) != "" {
				list, from = append(list, before), t.Start
			}
		}
		list = append(list, d.readAgain(h.s, strings.TrimSpace(part[from:])))
	}
	return list
}

// beginsPlan reports a word that begins whose the plan behind it is: "ele não tem nada", "ela pela Amil", "a dela unimed".
func beginsPlan(p *parsed, i int, plans []understand.Hit) bool {
	begins, behind := say.BeginsPerson.Has(p.tokens[i].Text), i+1
	if say.Article.Has(p.tokens[i].Text) && i+2 < len(p.tokens) && say.WhosePlanWord.Has(p.tokens[i+1].Text) {
		begins, behind = true, i+2
	}
	if !begins || behind >= len(p.tokens) {
		return false
	}
	if say.BeforePlan.Has(p.tokens[behind].Text) && behind+1 < len(p.tokens) {
		behind++
	}
	named := slices.ContainsFunc(plans, func(hit understand.Hit) bool { return hit.Start == p.tokens[behind].Start })
	return named || say.HasPlan.Has(p.tokens[i+1].Text)
}

// queue are those whose turn comes, with those of this turn.
func (d *dialogue) queue(s *conversation.State) []conversation.Next {
	return slices.Concat(s.Next, d.kept)
}

// turnOf is where somebody stands among those whose turn comes, -1 for nowhere; waits reports that they stand there.
func turnOf(list []conversation.Next, whom string) int {
	return slices.IndexFunc(list, func(next conversation.Next) bool { return next.For == whom })
}

func waits(list []conversation.Next, whom string) bool { return turnOf(list, whom) >= 0 }

// patientNow is whom the present booking is for, the writer where nobody else was named.
func patientNow(s *conversation.State) string { return cmp.Or(s.For, conversation.ForWriter) }

// alone is a text by itself, as a message.
func alone(s *conversation.State, r reading) *heard { return &heard{s: s, whole: r, reading: r} }
