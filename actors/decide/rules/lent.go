package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// bornFormat is how dates are written that may be a birth date.
var bornFormat = regexp.MustCompile(`\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?\d{2,4}`)

// withoutLent leaves out of a message the data that are told to be somebody else's, who lends them to the patient: "cpf da mãe
// …", "só tenho o meu, que é …".  They are asked for again: what stands under a CPF in the clinic is that person's record
// (receptionist A8).
func (d *dialogue) withoutLent(h *heard) {
	if h.s.Closed != "" || len(h.beside) > 0 || !hasDigit(h.whole.text) || !(asksIdentity(h.s.Asked) || h.identifies()) {
		return
	}
	if len(d.othersOf(h)) > 0 { // whose data they may be
		return
	}
	patient := cmp.Or(h.s.For, d.patientOf(h.whole), conversation.ForWriter)
	theirs, mine := d.lent(h.whole.parsed, patient)
	if len(theirs) == 0 {
		return
	}
	text := h.whole.text
	gave := func(format *regexp.Regexp) bool {
		return slices.ContainsFunc(theirs, func(at place) bool { return format.MatchString(text[at.start:at.end]) })
	}
	h.whole = d.readAgain(h.s, cutOut(text, theirs...))
	h.reading, h.asked = h.whole, inquiry{}
	h.ownCPF = h.CPF == "" && gave(cpfFormat)
	h.ownBirth = h.ownBirth || h.BirthDate == "" && !h.ownCPF && gave(bornFormat)
	h.lent = !mine
}

// lent are the parts of a text that hold the data of somebody else than the patient, from the words that say whose they are to
// the last datum; mine reports that the last of them are the writer's.  A label, "responsável:", holds for what follows until
// the patient is named again, other words for the next datum alone.
func (d *dialogue) lent(p *parsed, patient string) (theirs []place, mine bool) {
	data := dataIn(p.text)
	from, until, holds, last := -1, 0, false, place{-1, -1}
	for i, t := range p.tokens {
		owner, end, label := ownerNone, i, false
		if until <= i {
			owner, end, label = d.ownerAt(p, i, patient)
		}
		behind := last.end >= 0 && !label && (t.Start-last.end <= maxBehind || say.ThisOne.Has(t.Text))
		switch {
		case owner == ownerPatient:
			from, holds = -1, false
		case owner != ownerNone && behind && !datumAhead(p, end, data): // "529.982.247-25 é o meu"
			theirs, mine, last = append(theirs, last), owner == ownerWriter, place{-1, -1}
			continue
		case owner != ownerNone:
			from, until, holds = t.Start, end, label
			mine = mine && len(theirs) > 0 || owner == ownerWriter
		case from >= 0 && !holds && i >= until && endsOwner(p, until, i, data):
			from = -1
		}
		datum, ends := endsDatum(data, t)
		if ends {
			last = datum
		}
		if !ends || from < 0 {
			continue
		}
		theirs, last = append(theirs, place{from, datum.end}), place{-1, -1}
		if from = datum.end; !holds {
			from = -1
		}
	}
	return theirs, mine
}

// endsDatum is the CPF or the date that ends with a token.
func endsDatum(data []place, t language.Token) (datum place, ok bool) {
	at := slices.IndexFunc(data, func(one place) bool { return one.start <= t.Start && t.End <= one.end })
	if at < 0 || t.End < data[at].end {
		return place{}, false
	}
	return data[at], true
}

// maxBehind is how far behind a datum the words may begin that say whose it is, in bytes: " (", ", é o ".
const maxBehind = 6

// Whose data a place in a text is about to tell.
const (
	ownerNone = iota
	ownerPatient
	ownerWriter
	ownerOther
)

// ownerAt is whose data words that begin at a place speak of, and where these words end; label is set where they hold for all
// that follows.
func (d *dialogue) ownerAt(p *parsed, i int, patient string) (owner, end int, label bool) {
	at := func(group language.Group) (language.Match, bool) {
		list := p.matches(group)
		n := slices.IndexFunc(list, func(m language.Match) bool { return m.From == i })
		if n < 0 {
			return language.Match{}, false
		}
		return list[n], true
	}
	own := patient == conversation.ForWriter
	if m, ok := at(say.NamesLender); ok { // "nome da mãe" is no lender
		return ownerNone, m.To, false
	}
	for _, group := range []language.Group{say.LenderLabel, say.LenderOf} {
		if m, ok := at(group); ok {
			if d.callsPatient(p, m, patient) {
				return ownerPatient, m.To, false
			}
			return ownerOther, m.To, group == say.LenderLabel
		}
	}
	if m, ok := at(say.WritersDatum); ok && !own {
		return ownerWriter, m.To, false
	}
	if m, ok := at(say.PatientsDatum); ok && !own {
		return ownerPatient, m.To, false
	}
	return ownerNone, i, false
}

// callsPatient reports that a relative is the patient, whom another word may call, too: "meu filho", "o bebê".
func (d *dialogue) callsPatient(p *parsed, m language.Match, patient string) bool {
	child := func(word string) bool { return say.ChildKin.Has(language.Fold(word)) }
	words := strings.Fields(patient)
	young := slices.ContainsFunc(words, child) && slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return child(t.Text) })
	return young || d.toldBack(p, m) == patient
}

// dataIn are the CPFs and dates of a text, from the left to the right.
func dataIn(text string) []place {
	var list []place
	for _, format := range []*regexp.Regexp{cpfFormat, bornFormat} {
		for _, m := range format.FindAllStringIndex(text, -1) {
			if !slices.ContainsFunc(list, func(one place) bool { return m[0] < one.end && one.start < m[1] }) {
				list = append(list, place{m[0], m[1]})
			}
		}
	}
	slices.SortFunc(list, func(a, b place) int { return a.start - b.start })
	return list
}

// endsOwner reports a pause up to which words hold that say whose a datum is: no datum follows, or somebody was named, "o meu é
// Lara, cpf …".
func endsOwner(p *parsed, from, at int, data []place) bool {
	return p.pauses(at) && (!datumFollows(p, at+1, data) || namesIn(p.tokens[from:at]))
}

// namesIn reports words that name somebody.
func namesIn(words []language.Token) bool {
	return slices.ContainsFunc(words, func(t language.Token) bool { return t.Kind == language.Letters && understand.PersonName(t.Text) })
}

// datumFollows reports a CPF or a date at a place, with nothing but signs and words like "é" before.
func datumFollows(p *parsed, i int, data []place) bool {
	for i < len(p.tokens) && (p.tokens[i].Kind == language.Mark || say.DatumLead.Has(p.tokens[i].Text)) {
		i++
	}
	return i < len(p.tokens) && slices.ContainsFunc(data, func(one place) bool { return one.start == p.tokens[i].Start })
}

// datumAhead reports a CPF or a date behind a place, before the next pause.
func datumAhead(p *parsed, i int, data []place) bool {
	for ; i < len(p.tokens); i++ {
		if datumFollows(p, i, data) {
			return true
		}
		if p.pauses(i) {
			return false
		}
	}
	return false
}

// cpfNotTheirs says that a CPF is not the patient's: the writer's, or that of somebody else.
func (d *dialogue) cpfNotTheirs(s *conversation.State, r reading) wording.Words {
	if r.lent {
		return d.about(s, wording.BadCPFLent)
	}
	return d.about(s, wording.BadCPFOwn)
}
