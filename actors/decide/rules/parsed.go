package rules

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// parsed is a text, or a part of one, with what it says by itself, whatever was asked.
type parsed struct {
	text string
	// tokens and words are the text as the phrases see it, one for one; found is which of them it says.
	tokens []language.Token
	words  []language.Word
	found  language.Found
	// facts, hits, lay and topics are nil before they are asked for.
	facts  *understand.Facts
	hits   *conversation.Hits
	lay    *conversation.Mentions
	topics *[]conversation.AnswerHit
	// clauses are the text in its clauses, nil before it was parted.
	clauses []string
	// mentions are the times in the text, once they were looked for.
	mentions *[]understand.Moment
	// asName is the text as a name that is looked for in others, nil before that.
	asName *regexp.Regexp
	// named is what of the catalogue the text names, whoever it is, kin whom it speaks of, aside the text without names; nil
	// before they are asked for.
	named *conversation.Hits
	kin   *[]kinWord
	aside *aside
	// heard is the group that was found last, counted from 1.
	heard int
	// scanned is set once found is that of the text.
	scanned bool
}

// place is where something stands in a text, in bytes.
type place struct{ start, end int }

// scan finds all phrases in the text, once.
func (p *parsed) scan() {
	if p.scanned {
		return
	}
	p.scanned = true
	tokens := language.TokenizeToKeep(p.text)
	kept := tokens[:0]
	for i := range tokens {
		if !decorates(tokens, i) && (tokens[i].Text != "\n" || len(kept) > 0) {
			kept = append(kept, tokens[i])
		}
	}
	for len(kept) > 0 && kept[len(kept)-1].Text == "\n" {
		kept = kept[:len(kept)-1]
	}
	p.tokens, p.words = kept, make([]language.Word, len(kept))
	for i := range kept {
		if closesName(kept, i) {
			kept[i].Text, p.words[i] = closing, book.Word(closing)
			continue
		}
		p.words[i] = wordOf(&kept[i])
	}
	p.found = book.Scan(p.words)
}

// decorates reports signs that say nothing: the hyphen inside of a word, bold and italics.
func decorates(tokens []language.Token, i int) bool {
	switch tokens[i].Text {
	case "*", "_":
		return true
	case "-":
		inside := 0 < i && i+1 < len(tokens) && tokens[i].Glued && tokens[i+1].Glued
		return inside && tokens[i-1].Kind == language.Letters && tokens[i+1].Kind == language.Letters
	default:
		return false
	}
}

// wordOf is what a token is to the phrases.
func wordOf(t *language.Token) language.Word {
	switch {
	case t.Raw == "º" || t.Raw == "ª":
		return book.Word(t.Raw)
	case say.Misspelt.Value(t.Text) != "":
		return book.Word(say.Misspelt.Value(t.Text))
	case t.Kind != language.Digits:
		return book.Typed(t)
	case len(t.Text) <= 2:
		return book.Word("@short")
	case len(t.Text) == 4 && (t.Text[:2] == "19" || t.Text[:2] == "20"):
		return book.Word("@year")
	default:
		return book.Word("@number")
	}
}

// says reports whether a phrase of a group is in the text.
func (p *parsed) says(group language.Group) bool {
	p.scan()
	if !p.found.Has(group) {
		return false
	}
	p.heard = int(group) + 1
	return true
}

// unheard makes something of the text and reports that no phrase was asked for that is there: only then may it be kept for
// the next time, or what was heard last would not be noted again.
func (p *parsed) unheard(something func()) bool {
	heard := p.heard
	p.heard = 0
	if something(); p.heard != 0 {
		return false
	}
	p.heard = heard
	return true
}

// quietly is says of words that are no reason by themselves, in what tells why a rule held.
func (p *parsed) quietly(group language.Group) bool {
	defer func(heard int) { p.heard = heard }(p.heard)
	return p.says(group)
}

// saysAny reports that a phrase of one of the groups stands in the text.
func (p *parsed) saysAny(groups ...language.Group) bool { return slices.ContainsFunc(groups, p.says) }

// place is where a group is in the text first.
func (p *parsed) place(group language.Group) (at place, ok bool) {
	m, ok := p.match(group)
	if !ok {
		return place{}, false
	}
	return p.placeOf(m), true
}

// match is the first match of a group.
func (p *parsed) match(group language.Group) (language.Match, bool) {
	if !p.says(group) {
		return language.Match{}, false
	}
	return p.found.First(group)
}

// placeOf is where a match is in the text.
func (p *parsed) placeOf(m language.Match) place {
	return place{p.tokens[m.From].Start, p.tokens[m.To-1].End}
}

// matches are those of a group from the left to the right, each the longest at its place, none inside of another.
func (p *parsed) matches(group language.Group) []language.Match {
	if !p.says(group) {
		return nil
	}
	var list []language.Match
	for _, m := range book.AllOf(group, p.words) {
		n := len(list)
		switch {
		case m.To == m.From:
		case n > 0 && m.From == list[n-1].From:
			list[n-1].To = max(list[n-1].To, m.To)
		case n == 0 || m.From >= list[n-1].To:
			list = append(list, m)
		}
	}
	return list
}

// number is the first number in digits among some words, -1 for none.
func (p *parsed) number(m language.Match) int {
	for _, t := range p.tokens[m.From:m.To] {
		if t.Kind == language.Digits {
			return numberOf(t.Text)
		}
	}
	return -1
}

// apart reports that nothing stands right behind a word.
func (p *parsed) apart(word int) bool { return word+1 >= len(p.tokens) || !p.tokens[word+1].Glued }

// cutOut is a text with a space for each of some of its parts.
func cutOut(text string, parts ...place) string {
	var left strings.Builder
	from := 0
	slices.SortFunc(parts, func(a, b place) int { return a.start - b.start })
	for _, part := range parts {
		if part.start >= from {
			left.WriteString(text[from:part.start])
			left.WriteByte(' ')
		}
		from = max(from, part.end)
	}
	return left.String() + text[from:]
}

// rewriting is a text that is written anew from the left to the right, with other words at some places.
type rewriting struct {
	text string
	out  strings.Builder
	from int
}

// put writes words for what stands at a place.
func (w *rewriting) put(start, end int, words string) {
	w.out.WriteString(w.text[w.from:start] + words)
	w.from = end
}

// whole is the text with all of them.
func (w *rewriting) whole() string { return w.out.String() + w.text[w.from:] }

// withStandIns is a text with a stand-in for each of its words that is a name.
func (p *parsed) withStandIns(name func(word string) bool) string {
	p.scan()
	left := rewriting{text: p.text}
	for _, t := range p.tokens {
		if name(t.Text) {
			left.put(t.Start, t.End, standIn)
		}
	}
	return left.whole()
}

// withoutPhrase is a text with a space for each phrase of a group.
func (d *dialogue) withoutPhrase(text string, group language.Group) string {
	p := d.parse(text)
	return cutOut(text, each(p.matches(group), p.placeOf)...)
}

// withoutParts is a text with a space for each of its parts, between commas and stops, that has a phrase of a group.
func (d *dialogue) withoutParts(text string, group language.Group) string {
	if !d.said(text, group) {
		return text
	}
	var parts []place
	from := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;.!?\n", r) }) {
		at := from + strings.Index(text[from:], part)
		from = at + len(part)
		end := from
		if now := strings.Index(strings.ToLower(part), " agora "); now > 0 {
			end = at + now // "a Unimed cortaram agora tô na Amil"
		}
		if d.said(part, group) {
			parts = append(parts, place{at, end})
		}
	}
	return cutOut(text, parts...)
}

// said reports that a text has a phrase of a group.
func (d *dialogue) said(text string, group language.Group) bool { return d.parse(text).says(group) }

// maxParsed bounds what a turn remembers: its messages, their sentences and clauses, names in them.
const maxParsed = 64

// parse is the one of a text: a turn looks at most of its texts several times.
func (d *dialogue) parse(text string) *parsed {
	if i := slices.IndexFunc(d.parsedTexts, func(p *parsed) bool { return p.text == text }); i >= 0 {
		return d.parsedTexts[i]
	}
	p := &parsed{text: text}
	if len(d.parsedTexts) < maxParsed {
		d.parsedTexts = append(d.parsedTexts, p)
	}
	return p
}

// facts are what a text says at the time of the turn; numbers are rather times than anything else unless the patient's data
// were asked for.  Nobody changes what it points to.
func (d *dialogue) facts(text string) understand.Facts {
	p := d.parse(text)
	if p.facts == nil {
		read := understand.ReadSpoken
		if asksIdentity(d.before.Asked) {
			read = understand.Read
		}
		facts := read(text, d.turn.Now)
		p.facts = &facts
	}
	return *p.facts
}

// hits are the places of a text that name something of the catalogue.  Nobody changes what it points to.  Of a text that nobody looked
// for phrases in before, only kinCalled drops a doctor: the learned readers' marks are made so, and move if the others do.
func (d *dialogue) hits(text string) conversation.Hits {
	p := d.parse(text)
	if p.hits == nil {
		hits := d.inCatalogue(p)
		hits.Doctors = slices.DeleteFunc(slices.Clone(hits.Doctors), func(hit understand.Hit) bool {
			return d.kinCalled(text, hit) || d.namesake(p, hit) || d.patientsOwn(p, hit) || d.relativesName(p, hit) || d.somebodys(p, hit)
		})
		hits.Specialties = slices.DeleteFunc(slices.Clone(hits.Specialties), func(hit understand.Hit) bool {
			return slices.ContainsFunc(missingSites(p), func(at place) bool { return at.start <= hit.Start && hit.End <= at.end })
		})
		p.hits = &hits
	}
	return *p.hits
}

// inCatalogue is hits with all that a name of a patient, or of a relative, is left in.
func (d *dialogue) inCatalogue(p *parsed) conversation.Hits {
	if p.named == nil {
		p.named = new(d.clinic.Hits(p.text))
	}
	return *p.named
}

// somebodys reports a first name without a title that a doctor has, and a patient means: of whom it is told what ails them, "o Pedro
// torceu o pé", or behind "pra" where another specialty is booked than the doctor's, "o 2 pra Helena".
func (d *dialogue) somebodys(of *parsed, hit understand.Hit) bool {
	if len(d.turn.Messages) == 0 {
		return false
	}
	p := new(*of) // what the others see of this text is as it was
	p.scan()
	at := p.tokenAt(hit.Start)
	if at < 1 || titled(p, at) || at+1 < len(p.tokens) && p.tokens[at+1].Start < hit.End {
		return false
	}
	with := slices.ContainsFunc(p.tokens[max(0, at-2):at], func(t language.Token) bool { return t.Text == "com" }) // "com a Bia tem?"
	ails := slices.ContainsFunc(p.matches(say.AilsThey), func(m language.Match) bool { return m.From == at+1 })
	if ails && !with || p.amongPatients(at) {
		return true
	}
	if !say.ForPerson.Has(p.tokens[at-1].Text) {
		return false
	}
	booked := []int{d.before.Request.SpecialtyID}
	for _, specialty := range d.inCatalogue(p).Specialties {
		booked = append(booked, specialty.ID)
	}
	booked = slices.DeleteFunc(booked, func(id int) bool { return id == 0 })
	return len(booked) > 0 && !slices.Contains(booked, d.specialtyOf(hit.ID))
}

// missingSites are the parts of the body that exams are of which only other clinics have: "ultrassom do coração", "raio x do
// joelho".
func missingSites(p *parsed) []place {
	var list []place
	for _, m := range p.matches(say.Elsewhere) {
		if slices.ContainsFunc(p.matches(say.CheckUp), func(of language.Match) bool { return of.From == m.From }) {
			continue // "checkup do coração" says who does it
		}
		if m.To+1 < len(p.tokens) && say.NameParticle.Has(p.tokens[m.To].Text) && p.tokens[m.To+1].Kind == language.Letters {
			list = append(list, place{p.tokens[m.To].Start, p.tokens[m.To+1].End})
		}
	}
	return list
}

// lay is what of the catalogue a text names in the words of patients.
func (d *dialogue) lay(p *parsed) conversation.Mentions {
	if p.lay == nil {
		lay := d.clinic.Lay(p.text)
		p.lay = &lay
	}
	return conversation.Mentions{Specialties: slices.Clone(p.lay.Specialties), Procedures: slices.Clone(p.lay.Procedures)}
}

// layBesideMissing is lay without the parts of the body that exams are of which only other clinics have.
func (d *dialogue) layBesideMissing(p *parsed) conversation.Mentions {
	if sites := missingSites(p); len(sites) > 0 {
		return d.clinic.Lay(cutOut(p.text, sites...))
	}
	return d.lay(p)
}

// topics are those that a text asks about.  Nobody changes them.
func (d *dialogue) topics(text string) []conversation.AnswerHit {
	p := d.parse(text)
	if p.topics == nil {
		topics := d.clinic.FindTopics(text)
		p.topics = &topics
	}
	return *p.topics
}

// namesake reports the surname of a doctor behind the first name of somebody else: "Roberto Nogueira", "Álvaro Rezende Lima".
func (d *dialogue) namesake(p *parsed, hit understand.Hit) bool {
	at := p.tokenAt(hit.Start)
	from := at
	for from > 0 && p.tokens[from-1].Kind == language.Letters && understand.PersonName(p.tokens[from-1].Text) {
		from--
	}
	if at < 1 || from == at || understand.Surname(p.tokens[from].Raw) {
		return false
	}
	first := p.tokens[from].Text
	return !slices.ContainsFunc(language.Tokenize(d.doctorName(hit.ID)), func(t language.Token) bool {
		return t.Text == first || language.OneTypo(t.Text, first) || t.Text == p.tokens[at].Text && !understand.Surname(t.Raw)
	})
}

// patientsOwn reports the name of a patient of the conversation who is called like a doctor: "a alergia do Pedro", but not
// "o dr. Pedro".
func (d *dialogue) patientsOwn(p *parsed, hit understand.Hit) bool {
	at := p.tokenAt(hit.Start)
	if at < 0 || at+1 < len(p.tokens) && p.tokens[at+1].Start < hit.End || titled(p, at) {
		return false
	}
	return slices.ContainsFunc(patientNames(&d.before), func(name string) bool { return sameWord(strings.Fields(name), p.tokens[at].Raw) })
}

// tokenAt is the token that begins at a place in the text, -1 for none.
func (p *parsed) tokenAt(start int) int {
	return slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start == start })
}

// titled reports a title before a word: "dr. Pedro".
func titled(p *parsed, at int) bool {
	return at > 0 && slices.ContainsFunc(p.tokens[max(0, at-2):at], func(before language.Token) bool { return say.DoctorTitle.Has(before.Text) })
}

// relativesName reports the name of a relative who is called like a doctor: "minha filha Bia", "a consulta do
// Pedro Henrique".
func (d *dialogue) relativesName(p *parsed, hit understand.Hit) bool {
	at := p.tokenAt(hit.Start)
	if at < 1 || titled(p, at) {
		return false
	}
	return say.ToldBack.Value(p.tokens[at-1].Text) != "" || d.goesOnOtherwise(p, hit)
}

// noteRelatives notes who of the turn's messages is a relative, or helps, and is called like a doctor, for all of their parts: "não é
// com a Beatriz, Beatriz é a minha neta".
func (d *dialogue) noteRelatives() {
	for _, m := range d.turn.Messages {
		p := d.parse(m.Text)
		p.scan()
		for _, hit := range d.inCatalogue(p).Doctors {
			name := language.Fold(m.Text[hit.Start:hit.End])
			if slices.ContainsFunc(p.tokens, func(t language.Token) bool { // a hit tells the first place only
				return (t.Text == name || t.Start == hit.Start) && presented(p, t.Start, t.Start+hit.End-hit.Start)
			}) {
				d.kinNames = append(d.kinNames, name)
			}
		}
	}
}

// kinCalled reports a name without a title that was noted so.
func (d *dialogue) kinCalled(text string, hit understand.Hit) bool {
	if !slices.Contains(d.kinNames, language.Fold(text[hit.Start:hit.End])) {
		return false
	}
	p := d.parse(text[:hit.Start])
	p.scan()
	return !titled(p, len(p.tokens))
}

// presented reports a name, at a place in a text, that is told to be a relative's, or that of who helps: "minha filha Bia", "a
// Beatriz, minha neta", "a Beatriz só pode me levar".
func presented(p *parsed, start, end int) bool {
	at := p.tokenAt(start)
	behind := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start >= end })
	switch {
	case at < 0 || titled(p, at):
		return false
	case at > 0 && say.ToldBack.Value(p.tokens[at-1].Text) != "":
		return true
	case behind < 0:
		return false
	default:
		helps := slices.ContainsFunc(p.matches(say.Helps), func(m language.Match) bool { return m.From == behind })
		return helps || relativeBehind(p, behind) != ""
	}
}

// goesOnOtherwise reports a name of a doctor with a given name behind it that is none of theirs: "a consulta do Pedro Henrique".
func (d *dialogue) goesOnOtherwise(p *parsed, hit understand.Hit) bool {
	at := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Start >= hit.End })
	if at < 1 || p.tokens[at].Kind != language.Letters || !capital(p.tokens[at]) || !understand.PersonName(p.tokens[at].Text) || everyday().Has(p.tokens[at].Text) {
		return false
	}
	return !slices.ContainsFunc(language.Tokenize(d.doctorName(hit.ID)), func(t language.Token) bool {
		return t.Text == p.tokens[at].Text || language.OneTypo(t.Text, p.tokens[at].Text)
	})
}

// find is what of the catalogue a text names.
func (d *dialogue) find(text string) conversation.Mentions { return d.hits(text).Best() }
