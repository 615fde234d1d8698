package rules

import "atende/actors/conversation"

// tellStoryApart drops days and hours of a story.
func (d *dialogue) tellStoryApart(s *conversation.State, r *reading) {
	if s.Closed != "" || !r.says(say.Since) || r.says(say.Wishing) || r.CPF != "" || r.BirthDate != "" || r.Name != "" {
		return
	}
	r.Dates, r.Times, r.Period, r.not, r.times, r.Choice = nil, nil, "", nil, "", 0
	r.story = r.Mentions.Empty()
}
