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
	told := asksIdentity(h.s.Asked) || h.identifies() || h.ownCPF || h.ownBirth
	if h.s.Closed != "" || len(h.beside) > 0 || !hasDigit(h.whole.text) || !told {
		return
	}
	if len(d.othersOf(h)) > 0 || writesNow(h.s, h.whole) { // whose data they may be, or are
		return
	}
	patient := d.patientAmong(h)
	theirs, mine := d.lent(h.whole.parsed, patient)
	if len(theirs) == 0 {
		if own := writtenCPFs(h.whole.text); h.ownCPF && patient == conversation.ForWriter && len(own) == 1 {
			h.CPF, h.ownCPF = own[0], false // "esse aí é da minha namorada, o meu é …": the writer is the patient
		}
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

// writesNow reports that the patient writes, where a relative did before: a CPF, or a birth date, is given that is not the one with
// which the relative has an appointment.  Who speaks of it as their own can be nobody else: "aqui é o Tiago agora", "meu cpf …".
func writesNow(s *conversation.State, r reading) bool {
	if s.For == "" || s.Closed != "" {
		return false
	}
	booked := s.Appointments()
	at := slices.IndexFunc(booked, func(b conversation.Booked) bool {
		return (b.For == "" || b.For == conversation.ForWriter) && b.CPF != "" && b.Born != ""
	})
	if at < 0 {
		return false
	}
	if cpfs := writtenCPFs(r.text); len(cpfs) > 0 {
		return len(cpfs) == 1 && cpfs[0] != booked[at].CPF
	}
	return r.BirthDate != "" && r.BirthDate != booked[at].Born
}

// patientAmong is whom the data of a text are asked of.  Where nobody said who that is and a text has the writer's data and somebody
// else's, it is somebody else: "a dela é …, eu que sou de …".
func (d *dialogue) patientAmong(h *heard) string {
	patient := cmp.Or(h.s.For, d.patientOf(h.whole))
	if other := d.text(wording.NextOther).Text; patient == "" && !h.s.Own {
		said := d.ownersIn(h.whole.parsed, other)
		has := func(who int) bool { return slices.ContainsFunc(said, func(o owner) bool { return o.who == who }) }
		if has(ownerPatient) && has(ownerWriter) {
			return other
		}
	}
	return cmp.Or(patient, conversation.ForWriter)
}

// lent are the parts of a text that hold the data of somebody else than the patient, with the words that say whose they are;
// mine reports that the last of them are the writer's.
func (d *dialogue) lent(p *parsed, patient string) (theirs []place, mine bool) {
	said, data := d.ownersIn(p, patient), dataIn(p.text)
	for i, datum := range data {
		if o, ok := ownerOf(p, said, data, i); ok {
			theirs, mine = append(theirs, place{min(o.start, datum.start), max(o.end, datum.end)}), o.who == ownerWriter
		}
	}
	return theirs, mine
}

// toldPatients reports that words right before the first CPF of a text say that it is the patient's: "esse é o meu cpf, o dela
// é …".
func (d *dialogue) toldPatients(s *conversation.State, p *parsed) bool {
	data := dataIn(p.text)
	at := slices.IndexFunc(data, func(one place) bool { return cpfFormat.MatchString(p.text[one.start:one.end]) })
	if at < 0 || s.For == "" {
		return false
	}
	for _, o := range slices.Backward(d.ownersIn(p, s.For)) {
		if o.start < data[at].start {
			return o.who == ownerPatient && o.reaches(p, data, at)
		}
	}
	return false
}

// owner are words that say whose a datum near them is.  A label, "responsável:", holds for all that follows until the patient is
// named again, other words for the next datum, or for the one right before them.
type owner struct {
	place
	who   int
	label bool
	from  int // its first token
	to    int // the token behind it
}

// Whose data words tell.
const (
	ownerPatient = iota
	ownerWriter
	ownerOther
)

// ownersIn are such words, from the left to the right, none inside of others.
func (d *dialogue) ownersIn(p *parsed, patient string) []owner {
	var list []owner
	for i := range p.tokens {
		if n := len(list) - 1; n >= 0 && i < list[n].to {
			continue
		}
		if o, ok := d.ownerAt(p, i, patient); ok {
			list = append(list, o)
		}
	}
	return list
}

// ownerAt are the words that begin at a token.
func (d *dialogue) ownerAt(p *parsed, i int, patient string) (owner, bool) {
	own := patient == conversation.ForWriter
	for _, kind := range []struct {
		group language.Group
		who   int
		holds bool
	}{
		{say.NamesLender, ownerPatient, true}, // "nome da mãe" is no lender
		{say.LenderLabel, ownerOther, true}, {say.LenderOf, ownerOther, true},
		{say.WritersDatum, ownerWriter, !own}, {say.PatientsDatum, ownerPatient, !own},
	} {
		list := p.matches(kind.group)
		n := slices.IndexFunc(list, func(m language.Match) bool { return m.From == i })
		if n < 0 || !kind.holds {
			continue
		}
		m := list[n]
		o := owner{place: p.placeOf(m), who: kind.who, label: kind.group == say.LenderLabel, from: m.From, to: m.To}
		if kind.who == ownerOther && d.callsPatient(p, m, patient) {
			o.who = ownerPatient
		}
		return o, true
	}
	return owner{}, false
}

// ownerOf are the words that say that a datum is not the patient's; false for none.
func ownerOf(p *parsed, said []owner, data []place, i int) (owner, bool) {
	datum, behind := data[i], len(said)
	for n, o := range slices.Backward(said) {
		switch {
		case o.start >= datum.end:
			behind = n
		case o.who == ownerPatient:
			return owner{}, false
		case o.label, o.reaches(p, data, i):
			return o, true
		}
	}
	if behind == len(said) {
		return owner{}, false
	}
	o := said[behind]
	ends := strings.ContainsAny(p.text[datum.end:max(datum.end, o.start)], ".!?\n") // "cpf 529.982.247-25. eu sou a mãe"
	near := o.start-datum.end <= maxBehind && !ends || say.ThisOne.Has(p.tokens[o.from].Text)
	between := i+1 < len(data) && data[i+1].start < o.start
	to := o.to
	if p.pauses(to - 1) { // "02/02/1980 é a minha, a dela é …"
		to--
	}
	return o, o.who != ownerPatient && !o.label && near && !between && !datumAhead(p, to, data) // "529.982.247-25 é o meu"
}

// maxBehind is how far behind a datum the words may begin that say whose it is, in bytes: " (", ", é o ".
const maxBehind = 6

// reaches reports that the words hold for a datum behind them: no other stands between, and no pause with anything but signs
// before the datum, nor with a name before it, "o meu é Lara, cpf …".
func (o owner) reaches(p *parsed, data []place, i int) bool {
	if i > 0 && data[i-1].end > o.end {
		return false
	}
	for at := o.to; at < len(p.tokens) && p.tokens[at].Start < data[i].start; at++ {
		if p.pauses(at) && (!datumFollows(p, at+1, data) || namesIn(p.tokens[o.to:at])) {
			return false
		}
	}
	return true
}

// callsPatient reports that somebody is the patient, whom another word may call, too: "meu filho", "o bebê", and "a patroa" for a dona
// Lurdes.
func (d *dialogue) callsPatient(p *parsed, m language.Match, patient string) bool {
	child := func(word string) bool { return say.ChildKin.Has(language.Fold(word)) }
	words := strings.Fields(patient)
	young := slices.ContainsFunc(words, child) && slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return child(t.Text) })
	boss := byName(patient) && slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool {
		return strings.HasPrefix(patient, say.Boss.Value(t.Text)+" ")
	})
	return young || boss || d.toldBack(p, m) == patient
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
