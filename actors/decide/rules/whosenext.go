package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// oneOfTwo is whom a part of a text means by one and the other of two who were called with one word, "pros meus dois filhos, um é
// dermatologista e a outra ortopedista"; "" for nobody.
func oneOfTwo(d *dialogue, whole reading, part *parsed) string {
	m, ok := whole.match(say.ForRelative)
	if !ok {
		return ""
	}
	switch second := moreOf(whole, m); {
	case len(second) != 1:
		return ""
	case part.says(say.OtherOfTwo):
		return second[0]
	case part.says(say.OneOfTwo):
		return cmp.Or(d.toldBack(whole.parsed, m), siblingOf(whole, m))
	default:
		return ""
	}
}

// tellsWhoseNext notes, before what comes next is begun, of whom the text speaks that wants it, where that is not the patient of the
// booking before or no more was known than that it is somebody else: "sim, Luísa, 14 anos", "sim, ela tem 14 anos".
func (d *dialogue) tellsWhoseNext(h *heard) {
	list := h.s.Next
	if len(list) == 0 {
		return
	}
	whom := d.whoseNext(h)
	if whom == "" {
		return
	}
	first, rest := list[0], list[1:]
	first.For, first.Called = whom, cmp.Or(d.calledBehind(whom), first.Called)
	if byName(whom) {
		first.Called = lastWord(whom)
	}
	if list[0].For == "" { // who was only known to come, too, and for what nobody knew
		rest = slices.DeleteFunc(slices.Clone(rest), func(next conversation.Next) bool { return nameless(next) && next.ProcedureID == 0 })
	}
	d.propose(conversation.Later{})
	for _, next := range append([]conversation.Next{first}, rest...) {
		d.propose(conversation.Later{Next: next})
	}
}

// whoseNext is how that one is called; "" where the text says nothing new of it.
func (d *dialogue) whoseNext(h *heard) string {
	next, other := h.s.Next[0], d.text(wording.NextOther).Text
	named := d.nextNamed(h)
	switch {
	case next.For == conversation.ForWriter, len(h.Doctors) > 0 && named == "":
		return ""
	case next.For != "" && next.For != other:
		if named != "" && nameless(next) && next.For[0] != named[0] { // "a Luísa" is no other son
			return named
		}
		return d.childOfOtherSex(h, next)
	}
	kin := d.kinNext(h)
	switch {
	case kin != "":
		return kin
	case named != "":
		return named
	case next.For == "" && (d.otherSexThan(h) || d.otherAgeThan(h)):
		return d.waitingWithout(h.s, other)
	default:
		return ""
	}
}

// childOfOtherSex is a child of the other sex than how the next one was called, where the text says so: "ela tem 14" is "a sua filha", and no
// other son; "" where it does not.
func (d *dialogue) childOfOtherSex(h *heard, next conversation.Next) string {
	kin := lastWord(next.For)
	if !nameless(next) || !strings.HasPrefix(next.For, "o ") || len(d.kinIn(h.whole.parsed)) > 0 {
		return ""
	}
	if m, ok := h.whole.match(say.ThirdPerson); !ok || !strings.HasSuffix(h.whole.tokens[m.To-1].Text, "a") {
		return ""
	}
	return spaced(say.ToldBack.Value(girlOf(kin)))
}

// waitingWithout is who is known to come, too, and for what nobody said; other where nobody is.
func (d *dialogue) waitingWithout(s *conversation.State, other string) string {
	at := slices.IndexFunc(s.Next[1:], func(next conversation.Next) bool { return nameless(next) && next.ProcedureID == 0 })
	if at < 0 {
		return other
	}
	return s.Next[1+at].For
}

// nextNamed is how somebody is called by a name who is not known yet, "Luísa, 14 anos", "agora a Luísa"; "" for nobody, or several.
func (d *dialogue) nextNamed(h *heard) (call string) {
	p := h.whole.parsed
	p.scan()
	known := language.Tokenize(strings.Join(patientNames(&d.before), " "))
	for i, t := range p.tokens {
		if titled(p, i) || everyday().Has(t.Text) || !understand.PersonName(t.Text) || continuesName(p, i) {
			continue
		}
		led := i > 0 && say.NameLead.Has(p.tokens[i-1].Text)
		if !capital(t) && !led && !agedBehind(p, i) || slices.ContainsFunc(known, func(of language.Token) bool { return of.Text == t.Text }) {
			continue
		}
		if call != "" {
			return ""
		}
		call = d.calledWith(p, i)
	}
	return call
}

// continuesName reports a word of a name that began before it.
func continuesName(p *parsed, i int) bool {
	return i > 0 && capital(p.tokens[i]) && capital(p.tokens[i-1]) && understand.PersonName(p.tokens[i-1].Text)
}

// agedBehind reports a number of years behind a word: "luisa, 14 anos".
func agedBehind(p *parsed, i int) bool {
	behind := p.tokens[i+1 : min(i+1+maxToAge, len(p.tokens))]
	return slices.ContainsFunc(behind, func(t language.Token) bool { return say.YearsOld.Has(t.Text) })
}

// maxToAge is how many words behind a name an age ends: ", tem 14 anos".
const maxToAge = 4

// kinNext is the one relative whom the first words of a text name who is not the patient of the booking before, "sim, minha filha
// Luísa"; "" for none.
func (d *dialogue) kinNext(h *heard) string {
	list := d.kinIn(h.whole.parsed)
	if len(list) != 1 || list[0].at > maxToKin || h.whole.doesKin(list[0].at) || h.whole.onlyNamed(list[0]) {
		return ""
	}
	if call := list[0].call; call != h.s.For && !bookedFor(h.s, call) {
		return call
	}
	return ""
}

// maxToKin is how many words stand before the relative: "sim, agora é pra minha".
const maxToKin = 6

// otherSexThan reports words of somebody who cannot be the patient of the booking before, "dela pode ser quarta" behind a son's.
func (d *dialogue) otherSexThan(h *heard) bool {
	m, ok := h.whole.match(say.ThirdPerson)
	if !ok || h.s.For == "" || len(d.kinIn(h.whole.parsed)) > 0 {
		return false
	}
	feminine := strings.HasSuffix(h.whole.tokens[m.To-1].Text, "a")
	return feminine && strings.HasPrefix(h.s.For, "o ") || !feminine && strings.HasPrefix(h.s.For, "a ")
}

// otherAgeThan reports an age that is not that of the patient of the booking before.
func (d *dialogue) otherAgeThan(h *heard) bool {
	born, err := time.Parse(time.DateOnly, h.s.Patient.BirthDate)
	if err != nil {
		return false
	}
	h.whole.scan()
	for i := range h.whole.tokens {
		n := countAt(h.whole.parsed, i)
		if n.to <= i || n.to >= len(h.whole.tokens) || !say.YearsOld.Has(h.whole.tokens[n.to].Text) {
			continue
		}
		if years := yearsAt(born, d.now()); n.value < years-1 || n.value > years+1 {
			return true
		}
	}
	return false
}
