package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// notThatPerson puts right who somebody is of whom a text denies that they are that to the writer, be it the patient or one of those
// whose turn comes: "não é minha esposa, é a senhora que eu cuido", "que esposa? não tenho esposa".  They become who is named
// instead, with what is known of them; who waits and is nobody is forgotten.
func (d *dialogue) notThatPerson(s *conversation.State, text string) bool {
	denied, how, rest := d.deniedPerson(s, text)
	if denied == "" {
		return false
	}
	left := d.readAgain(s, rest)
	instead := d.personInstead(left, denied)
	switch known := instead == s.For || waits(s.Next, instead); {
	case instead == "" && (how == say.IsRather || how == say.DeniesWhom):
		return false
	case denied != s.For && !waits(s.Next, denied): // which was put right before
		if left.data() || instead != "" && !known {
			return false
		}
		d.note(d.text(wording.TalkConfused))
	case denied == s.For && instead == conversation.ForWriter:
		return false // other rules tell whose the data are that were given
	case denied == s.For:
		d.renamesPatient(s, left, how == say.DeniesWhom, cmp.Or(instead, d.text(wording.NextOther).Text))
	case how == say.NoSuchKin && instead == "", instead == conversation.ForWriter, known:
		d.forgets(s, denied)
		d.note(d.text(wording.TalkConfused))
	default:
		next := d.forgets(s, denied)
		next.For = cmp.Or(instead, d.text(wording.NextOther).Text)
		d.keepAsked(next)
	}
	if left.data() && !d.onlyHonours(left) {
		d.readNext(rest)
	}
	return true
}

// onlyHonours reports a text whose only data are a first name behind a word like "dona", which is no full name.
func (d *dialogue) onlyHonours(r reading) bool {
	head, first, two := strings.Cut(r.Name, " ")
	honoured := two && say.Honour.Value(language.Fold(head)) != "" && !strings.Contains(first, " ")
	r.Name = ""
	return honoured && !r.data()
}

// deniedPerson is who is not that to the writer by a text, one of those for whom something is booked before anybody else, by what words
// that is said, and what else the text says; "" for nobody.
func (d *dialogue) deniedPerson(s *conversation.State, text string) (denied string, how language.Group, rest string) {
	if d.literal || s.Closed != "" || s.For == "" && len(s.Next) == 0 {
		return "", how, ""
	}
	p := d.parse(text)
	known := append(each(s.Next, forOf), s.For)
	for _, group := range []language.Group{say.DeniesWhom, say.NoSuchKin, say.DeniesKin, say.IsRather} {
		for _, m := range p.matches(group) {
			if group == say.DeniesWhom && !d.tellsRather(p, m) {
				continue
			}
			call := d.toldBack(p, m)
			if at := slices.IndexFunc(known, isSpouse); call == "" && at >= 0 { // "não sou casado"
				call = known[at]
			}
			if here := slices.Contains(known, call); call != "" && (here || denied == "") {
				denied, how, rest = call, group, cutOut(text, p.placeOf(m))
				if here {
					return denied, how, rest
				}
			}
		}
	}
	return denied, how, rest
}

// isSpouse reports whom only somebody who is married has.
func isSpouse(call string) bool {
	return call == spaced(say.ToldBack.Value("esposa")) || call == spaced(say.ToldBack.Value("marido"))
}

// personInstead is whom a text names beside the one that it denies; "" for nobody, or for several.
func (d *dialogue) personInstead(left reading, denied string) string {
	if kin := minus(each(d.kinIn(left.parsed), callOf), []string{denied}); len(kin) > 0 {
		return only(kin)
	}
	if _, calls := d.standIns(left.parsed, ""); len(calls) == 1 {
		return calls[0]
	}
	if left.says(say.Myself) {
		return conversation.ForWriter
	}
	return ""
}

// tellsRather reports words for who is meant behind those for whom it is not: "da filha não, é pra dona Iracema".
func (d *dialogue) tellsRather(p *parsed, m language.Match) bool {
	to := m.To
	if !p.pauses(to-1) && p.tokens[to-1].Kind != language.Mark { // the last word leads to who is meant
		to--
	}
	return to < len(p.tokens) && d.said(p.text[p.tokens[to].Start:], say.WhomRather)
}

// withWriterGoes is a text with plain words for an appointment that is the writer's, where it was somebody else's: "sou eu que vou passar".
func (d *dialogue) withWriterGoes(s *conversation.State, text string) string {
	at, ok := d.parse(text).place(say.WriterGoes)
	if d.literal || len(d.turn.Messages) == 0 || s.Closed != "" || s.For == "" || !ok {
		return text
	}
	return text[:at.start] + "é pra mim" + text[at.end:]
}

// renamesPatient goes on for who is meant.  The data that were given for who is denied are theirs, unless they are another's, as where it
// is said for whom it is instead; where the turn of who is meant was to come, it comes now.
func (d *dialogue) renamesPatient(s *conversation.State, left reading, other bool, whom string) {
	at := turnOf(s.Next, whom)
	if at >= 0 && s.Patient == (conversation.Identity{}) && s.Choice == nil {
		d.takesUpAt(s, at, func() {})
		return
	}
	d.propose(conversation.Identify{For: whom, Other: s.Patient != (conversation.Identity{}) && (other || left.says(say.ForRelative))})
	if at >= 0 {
		d.moves = append(d.moves, conversation.Later{Next: s.Next[at], Drop: true})
	}
	what := d.nextText(conversation.Next{For: whom})
	d.note(d.text(wording.TalkConfusedWhom, "what", what.Text).With(what))
	d.shown = nil
}

// forgets drops one of those whose turn comes, and returns what was known of them.
func (d *dialogue) forgets(s *conversation.State, whom string) (next conversation.Next) {
	for _, one := range s.Next {
		if one.For == whom {
			next = one
			d.moves = append(d.moves, conversation.Later{Next: one, Drop: true})
		}
	}
	return next
}
