package conversation

import (
	"strings"

	"atende/actors/understand"
)

type shimLexicon struct{ terms []understand.Term }

func newLexicon(terms []understand.Term) *shimLexicon { return &shimLexicon{terms} }

func (l *shimLexicon) Find(text string) []understand.Hit {
	var hits []understand.Hit
	words := strings.Fields(strings.ToLower(strings.NewReplacer(",", " ", ".", " ").Replace(text)))
	for _, t := range l.terms {
		best := 0
		for _, n := range t.Names {
			score := 0
			for _, w := range strings.Fields(strings.ToLower(strings.NewReplacer("Dra.", "", "Dr.", "").Replace(n))) {
				for _, x := range words {
					if x == w {
						score++
					}
				}
			}
			best = max(best, score)
		}
		if best > 0 {
			hits = append(hits, understand.Hit{ID: t.ID, Score: best})
		}
	}
	return hits
}

func validCPF(s string) bool { return len(s) == 11 && s != "52998224724" }
