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

// record is a part of a text that holds the data of one person.
type record struct {
	whom string // conversation.ForWriter, one of the family, or "" where that is not said
	text string
	hour string // that is said with the data, "" for none
	conversation.Identity
}

func newRecord(whom, text string, facts understand.Facts) record {
	return record{whom: whom, text: text, Identity: conversation.Identity{Name: facts.Name, CPF: facts.CPF, BirthDate: facts.BirthDate}}
}

// parts counts what is known of a person.
func (r record) parts() int {
	return len(slices.DeleteFunc([]string{r.Name, r.CPF, r.BirthDate}, func(part string) bool { return part == "" }))
}

// is reports that a record is of somebody who is known by a CPF or a first name.
func (r record) is(known conversation.Identity) bool {
	return r.CPF != "" && r.CPF == known.CPF || known.Name != "" && firstName(r.Name) == firstName(known.Name)
}

func firstName(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return language.Fold(first)
}

// ownData reads on the patient's data where a text has those of several people: "Ana Lima, cpf … . marido: Caio Lima,
// cpf …".  Those of the others are kept for their turn.
func (d *dialogue) ownData(h *heard) {
	if h.s.Closed != "" {
		return
	}
	others := d.othersOf(h)
	behind := toldBehind(h.whole.parsed) // where labels do not stand before
	if !behind && (asksIdentity(h.s.Asked) || len(others) > 0 && !h.s.Patient.Complete()) && d.namedRecords(h) {
		return
	}
	if len(others) == 0 {
		return // nobody else is to be booked: it is asked whose CPF is which
	}
	list := d.records(h.whole.parsed)
	if len(list) < 2 {
		return
	}
	for i := range list {
		list[i].whom = d.kinNamed(list[i])
	}
	at := slices.IndexFunc(list, func(r record) bool { return r.is(h.s.Patient) })
	if patient := cmp.Or(h.s.For, d.patientOf(h.whole)); at < 0 && patient != "" {
		at = slices.IndexFunc(list, func(r record) bool { return r.whom == patient })
	}
	if at < 0 {
		at = max(0, slices.IndexFunc(list, func(r record) bool { return !d.toldOfOther(h, r.CPF) }))
	}
	d.sameBirths(list)
	own := list[at]
	h.beside = slices.Delete(slices.Clone(list), at, at+1)
	var theirs []place
	for _, m := range cpfFormat.FindAllStringIndex(h.whole.text, -1) {
		if digitsOf(h.whole.text[m[0]:m[1]]) != own.CPF {
			theirs = append(theirs, place{m[0], m[1]})
		}
	}
	parted, named := h.text != h.whole.text, h.Mentions
	h.reading = d.readAgain(h.s, cutOut(h.whole.text, theirs...))
	h.Name, h.CPF, h.BirthDate = own.Name, own.CPF, own.BirthDate
	if parted { // each has something else
		h.Mentions = named
	}
}

// kinNamed is the relative right before the name of a record: "meu avô Sebastião Alves, nasc …, cpf …"; "" for none.
func (d *dialogue) kinNamed(r record) string {
	p := d.parse(r.text)
	for _, kin := range d.kinIn(p) {
		if kin.at+1 < len(p.tokens) && r.Name != "" && p.tokens[kin.at+1].Text == firstName(r.Name) {
			return kin.call
		}
	}
	return ""
}

// toldBehind reports words right behind a CPF or a date that say whose it is: "cpf 153.509.460-56 é o dela".
func toldBehind(p *parsed) bool {
	told := p.matches(say.TheirDatum)
	if len(told) == 0 {
		return false // as in most texts, which are not searched for data then
	}
	data := dataIn(p.text)
	return slices.ContainsFunc(told, func(m language.Match) bool {
		at := p.placeOf(m)
		return slices.ContainsFunc(data, func(datum place) bool { return at.start >= datum.end && at.start-datum.end <= maxBehind })
	})
}

// toldOfOther reports that the words beside a CPF of a text say that it is not the patient's.
func (d *dialogue) toldOfOther(h *heard, cpf string) bool {
	p := h.whole.parsed
	said, data := d.ownersIn(p, d.patientAmong(h)), dataIn(p.text)
	at := slices.IndexFunc(data, func(one place) bool { return digitsOf(p.text[one.start:one.end]) == cpf })
	if at < 0 {
		return false
	}
	_, other := ownerOf(p, said, data, at)
	return other
}

// namedRecords reads the data of several people by the words that say whose they are.  What stands before anybody is named
// is the patient's.
func (d *dialogue) namedRecords(h *heard) bool {
	text, patient := h.whole.text, cmp.Or(d.patientOf(h.whole), h.s.For, conversation.ForWriter)
	var list []record
	whom, from := patient, 0
	take := func(to int) { // what stands behind the words that say whose it is
		at := slices.IndexFunc(list, func(r record) bool { return r.whom == whom })
		if at < 0 {
			at, list = len(list), append(list, record{whom: whom})
		}
		list[at].text += ", " + strings.TrimSpace(text[from:to])
	}
	for _, m := range h.whole.matches(say.DataOf) {
		if at := h.whole.placeOf(m); at.start >= from {
			take(at.start)
			whom, from = d.labelled(h, text[at.start:at.end]), at.end
		}
	}
	take(len(text))
	if len(d.othersOf(h)) == 0 && patient == conversation.ForWriter && slices.ContainsFunc(list, func(r record) bool { return r.whom == "" }) {
		patient = "" // "o meu é Osvaldo, o dela é Alzira": of two the other one is the patient
	}
	var mine record
	gaveCPF := false
	for _, r := range list {
		switch r = newRecord(r.whom, strings.TrimPrefix(r.text, ", "), d.facts(strings.TrimPrefix(r.text, ", "))); {
		case r.whom == patient:
			mine = r
		case r.parts() > 0:
			h.beside, gaveCPF = append(h.beside, r), gaveCPF || r.CPF != ""
		}
	}
	if mine.parts() == 0 || len(h.beside) == 0 {
		h.beside = nil
		return false
	}
	h.beside = slices.DeleteFunc(h.beside, func(r record) bool { return r.whom == "" }) // nobody knows whose
	all := append([]record{mine}, h.beside...)
	d.sameBirths(all)
	h.beside, h.reading = all[1:], d.readAgain(h.s, mine.text)
	h.BirthDate = cmp.Or(h.BirthDate, all[0].BirthDate)
	h.ownCPF = mine.CPF == "" && gaveCPF
	return true
}

// sameBirths gives those who were born on the day of another one that day: "o outro é Lucas, mesma data".
func (d *dialogue) sameBirths(list []record) {
	at := slices.IndexFunc(list, func(r record) bool { return r.BirthDate != "" })
	for i := range list {
		if at >= 0 && list[i].BirthDate == "" && d.said(list[i].text, say.SameBirth) {
			list[i].BirthDate = list[at].BirthDate
		}
	}
}

// labelled is whose the data behind some words are: "esposa:", "o dela é", "a outra é", "filho 2"; "" where they do not say.
func (d *dialogue) labelled(h *heard, words string) string {
	label := d.readAgain(h.s, words)
	waiting, nth := d.othersOf(h), 0
	switch at := slices.IndexFunc(label.tokens, func(t language.Token) bool { return t.Kind == language.Digits }); {
	case at >= 0:
		nth = numberOf(label.tokens[at].Text)
	case slices.ContainsFunc(label.tokens, func(t language.Token) bool { return say.OtherOne.Has(t.Text) }):
		nth = 2
	}
	switch {
	case nth == 1:
		return cmp.Or(d.patientOf(h.whole), h.s.For, conversation.ForWriter)
	case nth > 1 && nth-2 < len(waiting):
		return waiting[nth-2].For
	case nth > 1:
		return ""
	}
	if call := d.toldBack(label.parsed, language.Match{To: len(label.tokens)}); call != "" {
		return call
	}
	return d.owner(h, label)
}

// records are the data of each of several people, told apart by their CPFs; nil where a text has fewer than two of these.
func (d *dialogue) records(p *parsed) []record {
	var at []place
	for _, m := range cpfFormat.FindAllStringIndex(p.text, -1) {
		if understand.ValidCPF(digitsOf(p.text[m[0]:m[1]])) {
			at = append(at, place{m[0], m[1]})
		}
	}
	if len(at) < 2 || len(at) > maxRecords {
		return nil
	}
	var list []record
	from := 0
	for i := range at[1:] {
		end := len(p.text)
		if i+2 < len(at) {
			end = at[i+2].start
		}
		seam := d.seam(p, place{from, end}, place{at[i].end, at[i+1].start})
		list = append(list, newRecord("", p.text[from:seam], d.facts(p.text[from:seam])))
		from = seam
	}
	return append(list, newRecord("", p.text[from:], d.facts(p.text[from:])))
}

// maxRecords is how many people's data are read in one text.
const maxRecords = 4

// seam is where the data of one person end and those of the next begin, somewhere in between: where the two parts have
// the most of what is asked for, best at a mark or an "e", and with the longest names.
func (d *dialogue) seam(p *parsed, whole, between place) int {
	best, seam, tried := -1, between.start, 0
	for i, t := range p.tokens {
		if t.Start < between.start || t.Start > between.end {
			continue
		}
		if tried++; tried > maxSeams {
			break
		}
		one := newRecord("", "", d.facts(p.text[whole.start:t.Start]))
		two := newRecord("", "", d.facts(p.text[t.Start:whole.end]))
		score := 100*(one.parts()+two.parts()) + len(strings.Fields(one.Name)) + len(strings.Fields(two.Name))
		if strings.EqualFold(t.Raw, "e") || i > 0 && p.tokens[i-1].Kind == language.Mark && !t.Glued {
			score += 50
		}
		if score > best {
			best, seam = score, t.Start
		}
	}
	return seam
}

// othersOf are those besides the patient who are to be booked: kept in mind, or named in the text.
func (d *dialogue) othersOf(h *heard) []conversation.Next {
	list := d.queue(h.s)
	patient := d.patientOf(h.whole)
	for _, whom := range minus(d.relatives(h.whole), []string{patient}) {
		if patient != "" {
			list = append(list, conversation.Next{For: whom})
		}
	}
	return slices.DeleteFunc(list, func(next conversation.Next) bool { return next.For == "" })
}

// speaksOfOther reports that data may be those of somebody else: who is to be booked, too, or is told to have them.
func (d *dialogue) speaksOfOther(h *heard, told bool) bool { return len(d.othersOf(h)) > 0 || told }

// nextData reads the data of somebody else who is to be booked while those of the patient are known: "o outro é Miguel
// Lima, cpf …", or who is told to be somebody else: "o dele é …".  They are no other data of the patient.
func (d *dialogue) nextData(h *heard) {
	whom, told := d.toldTheirs(h)
	if len(h.beside) > 0 || h.s.Closed != "" || !h.s.Patient.Complete() || !d.stranger(h) || !d.speaksOfOther(h, told) {
		return
	}
	if h.says(say.Objects) || h.says(say.Corrects) || h.Intent == understand.Deny {
		return
	}
	beside, before := newRecord(whom, h.text, h.Facts), "" // "sim. o outro é …"
	for i := range h.seams(nil) {
		if d.answersFirst(h.s, d.readAgain(h.s, h.text[:h.tokens[i].Start])) {
			before = h.text[:h.tokens[i].Start]
			break
		}
	}
	facts := d.facts(h.text[len(before):])
	if times := facts.Times; single(times) {
		beside.hour = times[0].From
	}
	if beside.BirthDate == "" && h.says(say.SameBirth) {
		beside.BirthDate = h.s.Patient.BirthDate
	}
	h.beside = []record{beside}
	h.reading = d.readAgain(h.s, before)
	d.answeredAside = true
}

// toldTheirs is whose the data of a text are where its words say so, and that they are not the patient's.
func (d *dialogue) toldTheirs(h *heard) (whom string, told bool) {
	m, ok := h.match(say.DataOf)
	if !ok {
		return "", false
	}
	at := h.placeOf(m)
	patient := patientNow(h.s)
	whom = d.labelled(h, h.text[at.start:at.end])
	if whom == "" && patient == conversation.ForWriter && d.said(h.text[at.start:at.end], say.ThirdPerson) {
		whom = d.text(wording.NextOther).Text
	}
	return whom, whom != "" && whom != patient && (whom != conversation.ForWriter || waits(d.waiting(h), whom))
}

// keepData keeps in mind the data of those whose turn comes.
func (d *dialogue) keepData(h *heard) {
	others := slices.DeleteFunc(d.queue(h.s), func(next conversation.Next) bool { return next.For == "" })
	for _, r := range h.beside {
		if h.s.Closed != "" {
			continue
		}
		at := slices.IndexFunc(others, func(next conversation.Next) bool { return r.whom == "" || next.For == r.whom })
		var next conversation.Next
		switch thing := turnOf(h.s.Next, ""); {
		case at >= 0:
			next = others[at]
			others = slices.Delete(others, at, at+1)
		case r.whom == "" || !h.s.Patient.Complete():
			continue // named beside the patient, and not to be booked: "mãe: Rosa Prado"
		case thing >= 0: // that was asked for, not yet for whom
			next = h.s.Next[thing]
			next.For = r.whom
		default:
			next.For = r.whom
			d.keep(next)
		}
		d.moves = append(d.moves, conversation.Later{Next: conversation.Next{
			For: next.For, ProcedureID: next.ProcedureID, Patient: r.Identity, Date: next.Date, Hour: cmp.Or(r.hour, next.Hour),
		}})
		if next.For == conversation.ForWriter {
			d.note(d.text(wording.TalkNextOwn))
		} else {
			d.note(d.text(wording.TalkNextData, "of", "d"+next.For).With(d.called(next.For)))
		}
	}
}

// eachTime reads a time for each of two people or things that are to be booked: "quarta, um às 13h e o outro 13:20", "eu
// fico com 8h, meu marido é 8:30".
func (d *dialogue) eachTime(h *heard) {
	waiting := append(d.othersOf(h), d.queue(h.s)...)
	if h.s.Closed != "" || asksIdentity(h.s.Asked) && d.givesIdentity(h.text) || h.says(say.Or) {
		return
	}
	for i := range h.seams(func(t language.Token) bool { return strings.EqualFold(t.Raw, "e") }) {
		t := h.tokens[i]
		and := strings.EqualFold(t.Raw, "e")
		said, rest := h.sentence(t.End)
		if said == "" {
			continue
		}
		one := d.readAgain(h.s, h.text[:t.Start])
		if _, _, timed := timeOf(&conversation.State{}, one); !timed {
			continue
		}
		pair, ok := d.timesOfTwo(h, one, d.readAgain(h.s, said))
		if !ok || !pair.told && (!and || h.Intent == understand.Question) || !d.keepTime(h, waiting, pair) {
			continue
		}
		if rest != "" { // "13h a minha, 13:30 a dela. Helena Prado …"
			days := h.Dates
			h.reading = d.readAgain(h.s, pair.one.text+". "+rest)
			h.Dates = firstFilled(h.Dates, days)
		}
		return
	}
}

// twoTimes are the two parts of a text that have a time each, the patient's first.
type twoTimes struct {
	one, two reading
	whom     string // whose the second is, "" where that is not said
	hour     string // the second
	told     bool   // set where the text says whose they are
}

// timesOfTwo reads two parts of a text that have a time each.
func (d *dialogue) timesOfTwo(h *heard, one, two reading) (twoTimes, bool) {
	_, first, ok := timeOf(&conversation.State{}, one)
	_, second, also := timeOf(&conversation.State{}, two)
	stretch := slices.ContainsFunc(h.Times, func(t understand.Span) bool { return t.From == first && t.To == second }) // "entre 13h e 15h"
	if !ok || !also || first == second || stretch || two.identifies() {
		return twoTimes{}, false
	}
	patient, mine, theirs := patientNow(h.s), d.ownerBeside(h, one), d.ownerBeside(h, two)
	if mine != "" && mine != patient && theirs == patient {
		one, two, second, mine, theirs = two, one, first, theirs, mine
	}
	told := theirs != "" && theirs != patient && (mine != "" || two.says(say.WhoseTime))
	return twoTimes{one: one, two: two, whom: theirs, hour: second, told: told}, true
}

// sentence is what a text says from a place on up to the end of the sentence, and what comes behind that.
func (p *parsed) sentence(from int) (said, rest string) {
	for i, t := range p.tokens {
		if t.Start > from && p.pauses(i) && strings.ContainsAny(t.Text, ".!?\n") {
			return strings.TrimSpace(p.text[from:t.Start]), strings.TrimSpace(p.text[t.End:])
		}
	}
	return strings.TrimSpace(p.text[from:]), ""
}

// keepTime keeps the second of two times in mind for whom it is, and reads on the first.
func (d *dialogue) keepTime(h *heard, waiting []conversation.Next, pair twoTimes) bool {
	var next conversation.Next
	at := turnOf(waiting, pair.whom)
	switch {
	case at >= 0:
		next = waiting[at]
	case byName(pair.whom) && slices.ContainsFunc(waiting, nameless): // "8h o Enzo e 8:30 a Lívia", of whom one is the other child
		next = waiting[slices.IndexFunc(waiting, nameless)]
	case len(waiting) > 0:
		next = waiting[0]
	case pair.whom != "":
		next = conversation.Next{For: pair.whom}
	default:
		return false
	}
	next.Hour = pair.hour
	days := pair.two.Dates
	if single(days) && len(pair.one.Dates) > 0 {
		next.Date = days[0].From
	}
	if len(pair.one.Dates) == 0 {
		pair.one.Dates = days
	}
	d.keepNew(h.s, next)
	h.reading = d.withoutChosenTime(h, pair.one)
	return true
}

// withoutChosenTime is what stands beside words that say again for whom the time is that was read back: "pode. ela 14h".
func (d *dialogue) withoutChosenTime(h *heard, one reading) reading {
	if !readingBack(h.s) || h.s.Choice == nil || !one.wish().Allows(*h.s.Choice) {
		return one
	}
	if said, ok := d.peopleAndTimes(alone(h.s, one), patientNow(h.s)); ok {
		if rest, only := one.besideTheirTime(said); only && rest != "" {
			return d.readAgain(h.s, rest)
		}
	}
	return one
}
