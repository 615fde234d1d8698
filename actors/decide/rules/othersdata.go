package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// withoutOthersData is a text without the words by which data are somebody else's, who is named, and without these data: "mandei a data
// do Miguel", "22/08/2022 é do Miguel, a da Lara é …".  What is known of them is forgotten; that name is nobody's new one.  "" where that
// is all it says.
func (d *dialogue) withoutOthersData(s *conversation.State, text string) string {
	known := d.patientsNames(s)
	if d.literal || s.Closed != "" || len(known) == 0 || s.Patient.CPF+s.Patient.BirthDate == "" {
		return text
	}
	p := d.parse(text)
	p.scan()
	kept := s.Patient
	var theirs []place
	names := 0
	for i := range p.tokens {
		of := func(t language.Token) bool { return t.Text == p.tokens[i].Text }
		if i > 0 && partOfName(p.tokens[i-1]) || !beginsRun(nil, p, i) || slices.ContainsFunc(known, of) {
			continue
		}
		if names++; names > maxOthersNames {
			break
		}
		at, given := d.tellsWhose(s, p, i)
		if left := d.withoutTheirs(kept, text[at.start:at.end]); at.end > 0 && !asksThere(text, at.end) && (left != kept || given) {
			kept, theirs = left, append(theirs, at)
		}
	}
	rest := strings.Trim(cutOut(text, theirs...), " ,;")
	if len(theirs) == 0 || d.parse(rest).saysAny(say.PatientIs, say.AboutName) { // "os dados são do Miguel, quem vai consultar é ele"
		return text
	}
	if d.learned = true; kept != s.Patient {
		d.propose(conversation.Identify{Identity: kept, Other: true})
		d.given, d.agreed, d.objected = conversation.Identity{}, false, true
	}
	if left := d.readAgain(s, rest); !left.data() && !strings.Contains(rest, "?") {
		d.note(d.text(wording.TalkNoProblem))
		return ""
	}
	return rest
}

// maxOthersNames is how many names of a text are looked at, each of which reads it once.
const maxOthersNames = 4

// patientsNames are the words of the patient's name, as far as it is known.
func (d *dialogue) patientsNames(s *conversation.State) []language.Token {
	return slices.DeleteFunc(language.Tokenize(strings.Join([]string{s.Patient.Name, s.FirstName, d.given.Name, s.Disputed.Name}, " ")), func(t language.Token) bool {
		return t.Kind != language.Letters || say.NameParticle.Has(t.Text)
	})
}

// tellsWhose is where a text says whose some data are, with the name that begins at a token among its words; the zero value for
// nowhere.  It is up to a datum that follows, which is given as that one's, where nobody's turn comes next.
func (d *dialogue) tellsWhose(s *conversation.State, p *parsed, from int) (at place, given bool) {
	to := from + 1
	for to < len(p.tokens) && partOfName(p.tokens[to]) {
		to++
	}
	name := place{p.tokens[from].Start, p.tokens[to-1].End}
	with, data := d.parse(p.text[:name.start]+standIn+p.text[name.end:]), dataIn(p.text)
	for _, group := range []language.Group{say.OthersData, say.OthersDatum} {
		for _, m := range with.matches(group) {
			if at = with.placeOf(m); at.start > name.start || at.end < name.start+len(standIn) {
				continue
			}
			at.end += name.end - name.start - len(standIn)
			n := slices.IndexFunc(data, func(datum place) bool { return datum.start >= at.end })
			switch follows := n >= 0 && datumFollows(p, to, data); {
			case follows && len(s.Next)+len(d.kept) == 0:
				return place{at.start, data[n].end}, true
			case follows, group == say.OthersDatum:
				return place{}, false
			}
			for _, datum := range data {
				if datum.start < at.end && at.start-datum.end <= maxBehind {
					at.start = min(at.start, datum.start) // "153.826.479-09 é do Miguel"
				}
			}
			return at, false
		}
	}
	return place{}, false
}

// withoutTheirs is what is known of the patient without what words say to be somebody else's: the CPF or the day that stands among
// them, or else what they call it; all that could be where they do not.
func (d *dialogue) withoutTheirs(known conversation.Identity, words string) conversation.Identity {
	facts, p := d.facts(words), d.parse(words)
	both := !p.saysAny(say.AboutCPF, say.AboutBirth)
	if len(dataIn(words)) > 0 {
		if facts.CPF == known.CPF {
			known.CPF = ""
		}
		if facts.BirthDate == known.BirthDate {
			known.BirthDate = ""
		}
		return known
	}
	if both || p.says(say.AboutCPF) {
		known.CPF = ""
	}
	if both || p.says(say.AboutBirth) {
		known.BirthDate = ""
	}
	return known
}

// asksThere reports a question whose end is the next one behind a place: "esse cpf é do Miguel?"
func asksThere(text string, from int) bool {
	end := strings.IndexAny(text[from:], ",.!?\n")
	return end >= 0 && text[from+end] == '?'
}
