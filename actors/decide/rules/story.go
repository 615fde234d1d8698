package rules

import "atende/actors/conversation"

var (
	// since stands in what patients tell of their illness, where days are no wish: "a dor começou segunda".
	since = phrase(`\bcome[çc]ou\b|\bdesde\b|\b(h[áa]|faz) (\d+|uma?|uns|umas|dois|duas|tr[êe]s|quatro|cinco)\b|\bpassad[oa]\b|` +
		`\b(dias?|semanas?|m[êe]s|meses|anos?) (j[áa]($|[^\p{L}])|(com|de) (dor|febre|tosse|coceira|mancha|enj[oô]o))|\bsentindo\b|\bdoendo\b`)
	// wishing stands in what asks for something.
	wishing = phrase(`\b(quero|queria|gostaria|pode|posso|consigo|marc\p{L}+|agend\p{L}+|prefiro|tem|hor[áa]rios?|vagas?|consulta|livre|dispon\p{L}+|nasci\p{L}*|s[óo])\b|\?`)
	// bareDay is a number that is no line of a list: "25".
	bareDay = phrase(`^\s*(?:o )?([23]\d)\s*[.!]?$`)
	// latest asks for the last times of a day, which need not be on the list.
	latest = phrase(`\bmais tarde (que (tiver|der|houver)|poss[íi]vel)|[úu]ltim[oa]s? hor[áa]rios? (do dia|da tarde|da noite|poss[íi]vel|de (todos|cada))`)
)

// tellStoryApart drops days and hours of a story.
func (d *dialogue) tellStoryApart(s *conversation.State, r *reading) {
	if s.Closed != "" || !r.says(since) || r.says(wishing) || r.CPF != "" || r.BirthDate != "" || r.Name != "" {
		return
	}
	r.Dates, r.Times, r.Period, r.not, r.times, r.Choice = nil, nil, "", nil, "", 0
	r.story = r.Mentions.Empty()
}
