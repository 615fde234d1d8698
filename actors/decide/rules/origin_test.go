package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// origins checks that what is said names what it comes from: all of it, and nothing else.
type origins struct {
	forms  map[string][]form   // by source, one a variant
	pieces map[string][]string // by source, of each variant the longest piece that nothing is filled into
	quotes map[string]string   // by source, words of the clinic
}

// form is a text by its pieces between what is filled in.
type form []string

// in reports that the pieces stand in a text, one behind the other; from its beginning on, if that is wanted.
func (f form) in(text string, begins bool) bool {
	for i, piece := range f {
		at := strings.Index(text, piece)
		if at < 0 || at > 0 && i == 0 && begins {
			return false
		}
		text = text[at+len(piece):]
	}
	return true
}

func newOrigins(clinic *conversation.Clinic) *origins {
	o := &origins{quotes: map[string]string{}}
	o.forms, o.pieces = ownTexts()
	for _, a := range clinic.Answers {
		o.quotes["catalog:answers."+string(a.Topic)] = a.Text
	}
	return o
}

// ownTexts are the texts of every clinic of the tests, taken apart once.
var ownTexts = sync.OnceValues(func() (forms map[string][]form, longPieces map[string][]string) {
	forms, longPieces = map[string][]form{}, map[string][]string{}
	texts := wording.Default()
	for _, id := range texts.IDs() {
		for n := range texts.Variants(id) {
			text, source := texts.Variant(id, n, blanks...), wording.Source(id)
			pieces := strings.Split(text, blank)
			forms[source] = append(forms[source], pieces)
			if piece := longest(pieces); piece == text || len(piece) >= tellable {
				longPieces[source] = append(longPieces[source], piece)
			}
		}
	}
	return forms, longPieces
})

// tellable is how long a piece of a text must be to tell it from others, in bytes.
const tellable = 10

func longest(pieces []string) string {
	return slices.MaxFunc(pieces, func(a, b string) int { return len(a) - len(b) })
}

// blank stands where something is filled in.
const blank = "\x00"

// blanks fill every placeholder that there is.
var blanks = func() (fill []string) {
	for _, name := range []string{
		"greeting", "clinic", "name", "number", "day", "hour", "with", "doctor", "doctors", "plan", "plans", "specialty", "procedure",
		"service", "what", "of", "for", "last", "when", "holiday", "birth", "booking", "about", "part", "from", "to", "appointment", "wish", "contact", "until", "said", "gives", "n", "now", "days",
	} {
		fill = append(fill, name, blank)
	}
	return fill
}()

// wrong lists what is the matter with the sources of words.
func (o *origins) wrong(say conversation.Say) []string {
	var problems []string
	if len(say.From) == 0 {
		problems = append(problems, "no source at all")
	}
	for i, source := range say.From {
		switch {
		case slices.Contains(say.From[:i], source):
			problems = append(problems, source+" is named twice")
		case !o.says(source, say.Text):
			problems = append(problems, source+" is named and not said")
		}
	}
	for source, pieces := range o.pieces {
		for _, piece := range pieces {
			if strings.Contains(say.Text, piece) && !o.named(say.From, piece) {
				problems = append(problems, source+" is said and not named")
			}
		}
	}
	for source, text := range o.quotes {
		if strings.Contains(say.Text, text) && !slices.Contains(say.From, source) {
			problems = append(problems, source+" is said and not named")
		}
	}
	for line := range strings.Lines(say.Text) {
		if line = strings.TrimSpace(line); line != "" && !o.explained(say.From, line) {
			problems = append(problems, "nothing named says "+line)
		}
	}
	return problems
}

// says reports that words of a source are in a text.
func (o *origins) says(source, text string) bool {
	switch source {
	case "tool:consultar_horarios":
		return hour.MatchString(text)
	case conversation.FromA4:
		return strings.Contains(text, "(preparo)")
	}
	quote := o.quotes[source]
	return quote != "" && strings.Contains(text, quote) ||
		slices.ContainsFunc(o.forms[source], func(f form) bool { return f.in(text, false) })
}

var hour = regexp.MustCompile(`\d\d:\d\d`)

// named reports that some words are those of a source, or a part of them.
func (o *origins) named(from []string, words string) bool {
	return slices.ContainsFunc(from, func(source string) bool {
		return slices.ContainsFunc(o.forms[source], func(f form) bool {
			return slices.ContainsFunc(f, func(piece string) bool { return strings.Contains(piece, words) })
		})
	})
}

// explained reports that a line begins with words of a source that is named.
func (o *origins) explained(from []string, line string) bool {
	return slices.ContainsFunc(from, func(source string) bool {
		switch source {
		case "tool:consultar_horarios":
			return day.MatchString(line)
		case conversation.FromA4:
			return strings.HasPrefix(line, "(")
		}
		return strings.Contains(o.quotes[source], line) || slices.ContainsFunc(o.forms[source], func(f form) bool { return f.in(line, true) })
	})
}

// day is the head of some times of an offer.
var day = regexp.MustCompile(`^\*\p{L}+, \d\d/\d\d(/\d{4})?\*$`)

// What is wrong is found.
func TestOriginsAreChecked(t *testing.T) {
	o := newOrigins(storyClinic("answers"))
	texts := wording.Default()
	person, list := texts.Text(wording.WayPerson), texts.Text(wording.NumbersList)
	for name, say := range map[string]conversation.Say{
		"none":              {Text: list},
		"forgotten":         {Text: list + "\n" + texts.Text(wording.TalkGoOn), From: []string{"text:numbers.list"}},
		"forgotten inside":  {Text: list + "\n*1* - " + person, From: []string{"text:numbers.list", "text:ask.option"}},
		"not said":          {Text: list, From: []string{"text:numbers.list", "text:way.person"}},
		"twice":             {Text: list, From: []string{"text:numbers.list", "text:numbers.list"}},
		"no such text":      {Text: list, From: []string{"text:numbers.list", "text:numbers.lists"}},
		"no answer":         {Text: list, From: []string{"text:numbers.list", "catalog:answers.address"}},
		"no times":          {Text: list, From: []string{"text:numbers.list", "tool:consultar_horarios"}},
		"clinic's own":      {Text: storyClinic("answers").Answers[0].Text, From: []string{"text:numbers.list"}},
		"words of nobody's": {Text: list + "\nDito por ninguém", From: []string{"text:numbers.list"}},
	} {
		if len(o.wrong(say)) == 0 {
			t.Errorf("%s: nothing wrong with %+v", name, say)
		}
	}
	if wrong := o.wrong(conversation.Say{Text: list + "\n*1* - " + person, From: []string{"text:numbers.list", "text:ask.option", "text:way.person"}}); wrong != nil {
		t.Error(wrong)
	}
}
