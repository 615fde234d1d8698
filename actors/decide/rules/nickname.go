package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withKnown is a text with those who are known to the conversation as they are called there: Manuela for "a da Manu", the wife for
// "e a da patroa?"  What stands without an article may be the name that is asked for: "Manu Souza Lima".
func (d *dialogue) withKnown(s *conversation.State, text string) string {
	calls := append(each(d.queue(s), forOf), s.For)
	calls = append(calls, each(s.Appointments(), func(b conversation.Booked) string { return b.For })...)
	names := append(patientNames(s), each(slices.DeleteFunc(slices.Clone(calls), func(call string) bool { return !byName(call) }), lastWord)...)
	if len(names) == 0 && !slices.ContainsFunc(calls, func(call string) bool { return call != "" }) {
		return text
	}
	people, doctors := firstNamesOf(names), firstNamesOf(d.doctorNames())
	out, tokens := rewriting{text: text}, language.Tokenize(text)
	for i, t := range tokens {
		if i == 0 || !say.KinArticle.Has(tokens[i-1].Text) || t.Kind != language.Letters {
			continue
		}
		name := longFor(people, doctors, t)
		if wife := say.CalledWife.Value(t.Text); wife != "" && slices.Contains(calls, spaced(say.ToldBack.Value(wife))) {
			name = wife
		}
		if name != "" {
			out.put(t.Start, t.End, name)
		}
	}
	return out.whole()
}

// turnAsked is whose turn comes who is asked after, and nothing of them, "e a da minha esposa?"; "" for nobody.
func (d *dialogue) turnAsked(s *conversation.State, sentence *parsed) string {
	if s.Closed != "" || d.literal || !sentence.says(say.AsksTurn) {
		return ""
	}
	one := reading{parsed: sentence}
	if whom := d.owner(alone(s, one), one); whom != patientNow(s) && waits(d.queue(s), whom) {
		return whom
	}
	return ""
}

// turnText says that it comes behind that of the present patient.
func (d *dialogue) turnText(s *conversation.State, whom string) wording.Words {
	now, what := d.nextText(conversation.Next{For: patientNow(s)}), d.nextText(conversation.Next{For: whom})
	return d.text(wording.TalkNextAfter, "now", now.Text, "what", what.Text).With(now, what)
}

// doctorNames are the names of all doctors, without titles.
func (d *dialogue) doctorNames() (names []string) {
	for _, doctor := range d.clinic.Doctors {
		words := slices.DeleteFunc(strings.Fields(doctor.Name), func(word string) bool { return say.DoctorTitle.Has(strings.TrimRight(language.Fold(word), ".")) })
		if len(words) > 0 {
			names = append(names, words[0])
		}
	}
	return names
}

// firstNamesOf are the first names of some people, as they are written.
func firstNamesOf(names []string) []string {
	return each(names, func(name string) string { return capitalisedName(firstName(name)) })
}

// longFor is the first name of the one of some people whom a word calls by a short form of it; "" for none or several, or where it
// may be a doctor with another name.
func longFor(people, doctors []string, t language.Token) string {
	all := slices.Concat(people, doctors)
	name := only(slices.DeleteFunc(slices.Clone(all), func(first string) bool { return !nickname(first, t) }))
	if !slices.Contains(people, name) || slices.Contains(all, capitalisedName(t.Text)) {
		return ""
	}
	return name
}

// nickname reports a short form of a first name, "Manu" for Manuela, "Biel" for Gabriel, "Duda" for Eduarda, and no name that others
// have: not "Ana" for Anabela.
func nickname(name string, t language.Token) bool {
	first := language.Fold(name)
	if say.Nickname.Has(t.Text) {
		return first != "" && first == say.Nickname.Value(t.Text) || first != t.Text && (strings.HasPrefix(first, t.Text) || strings.HasSuffix(first, t.Text))
	}
	return shortFor(name, t) && !understand.PersonName(t.Text)
}
