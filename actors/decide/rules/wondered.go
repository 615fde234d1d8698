package rules

import "atende/actors/conversation"

// withoutWondered is a text without what names the specialty of the booking where somebody wonders at it, and wants another: "que
// coração minha filha, é o joelho", "coração nada, eu falei joelho".
func (d *dialogue) withoutWondered(s *conversation.State, text string) string {
	if s.Request.SpecialtyID == 0 || s.Closed != "" || d.literal {
		return text
	}
	p := d.parse(text)
	var parts []place
	for _, hit := range d.hits(text).Specialties {
		first := p.tokenAt(hit.Start)
		if hit.ID != s.Request.SpecialtyID || first < 0 {
			continue
		}
		before, behind := first-1, first
		for before >= 0 && say.BeforeWondered.Has(p.tokens[before].Text) {
			before--
		}
		for behind < len(p.tokens) && p.tokens[behind].Start < hit.End {
			behind++
		}
		ahead := before >= 0 && say.WondersAt.Has(p.tokens[before].Text)
		if ahead || behind < len(p.tokens) && say.WondersBehind.Has(p.tokens[behind].Text) {
			parts = append(parts, place{hit.Start, hit.End})
		}
	}
	if left := cutOut(text, parts...); len(parts) > 0 && len(d.find(left).Specialties) > 0 {
		return left
	}
	return text
}
