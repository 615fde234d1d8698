package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
)

// passage is a text, or a part of one, with what it says by itself, whatever was asked.
type passage struct {
	text    string
	letters glance
	facts   understand.Facts
	hits    conversation.Hits
	// read and searched are set once facts and hits are those of the text.
	read, searched bool
}

// says reports whether a pattern is in the text.
func (p *passage) says(this *pattern) bool {
	return this.fits(&p.letters) && this.Regexp.MatchString(p.text)
}

// mayHave reports whether one of some patterns can be in the text.
func (p *passage) mayHave(patterns ...*pattern) bool {
	for _, one := range patterns {
		if one.fits(&p.letters) {
			return true
		}
	}
	return false
}

// place is where a pattern is in the text, nil for nowhere.
func (p *passage) place(of *pattern) []int {
	if !of.fits(&p.letters) {
		return nil
	}
	return of.Regexp.FindStringIndex(p.text)
}

// parts are the groups of a pattern where it is in the text first, nil for nowhere.
func (p *passage) parts(of *pattern) []string {
	if !of.fits(&p.letters) {
		return nil
	}
	return of.Regexp.FindStringSubmatch(p.text)
}

// maxPassages bounds what a turn remembers: its messages, their sentences and clauses, names in them.
const maxPassages = 32

// passage is the one of a text: a turn looks at most of its texts several times.
func (d *dialogue) passage(text string) *passage {
	for _, p := range d.passages {
		if p.text == text {
			return p
		}
	}
	p := &passage{text: text, letters: glanceAt(text)}
	if len(d.passages) < maxPassages {
		d.passages = append(d.passages, p)
	}
	return p
}

// facts is understand.Read at the time of the turn.  Nobody changes what it points to.
func (d *dialogue) facts(text string) understand.Facts {
	p := d.passage(text)
	if !p.read {
		p.facts, p.read = understand.Read(text, d.turn.Now), true
	}
	return p.facts
}

// hits are the places of a text that name something of the catalogue.  Nobody changes what it points to.
func (d *dialogue) hits(text string) conversation.Hits {
	p := d.passage(text)
	if !p.searched {
		p.hits, p.searched = d.clinic.Hits(text), true
	}
	return p.hits
}

// find is what of the catalogue a text names.
func (d *dialogue) find(text string) conversation.Mentions { return d.hits(text).Best() }
