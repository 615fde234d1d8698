package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// readBoth takes "os dois" for neither the second of a list nor two o'clock: it means both things, or both people; of two that
// were asked to choose from both of them, and of two doctors either.
func (d *dialogue) readBoth(s *conversation.State, r *reading) {
	if r.Choice == 2 && r.says(say.Both) && !hasDigit(r.text) {
		r.Choice = 0 // "pode marcar os dois"
	}
	if r.says(say.Both) && len(s.Next)+len(s.Appointments()) > 0 && !offersTwo(s) && !hasDigit(r.text) {
		r.dropTwo()
	}
	two := slices.DeleteFunc(slices.Clone(s.Options), func(id int) bool { return id <= 0 })
	listed := []conversation.Question{conversation.AskDoctor, conversation.AskService, conversation.AskProcedure}
	if d.literal || s.Closed != "" || len(two) != 2 || !slices.Contains(listed, s.Asked) {
		return
	}
	only := r.says(say.BothOfThese)
	if !only && !theTwo(r) {
		return
	}
	r.dropTwo()
	if either := s.Asked == conversation.AskDoctor && !strings.Contains(r.text, "?"); !only && !either {
		return
	}
	switch s.Asked {
	case conversation.AskDoctor:
	case conversation.AskService:
		r.Specialties = two
	default:
		r.Procedures = two
	}
	r.both, r.Choice = true, 0
}

// theTwo reports "as duas" among other words, where nothing makes it an hour and nothing else is named.
func theTwo(r *reading) bool {
	named := len(r.Specialties)+len(r.Doctors)+len(r.Procedures)+len(r.Dates) > 0 || r.Period != ""
	return !named && r.says(say.TheTwo) && !r.says(say.AtTwo)
}

// dropTwo drops "as duas", which was read as an hour.
func (r *reading) dropTwo() {
	r.Times = slices.DeleteFunc(slices.Clone(r.Times), func(t understand.Span) bool { return t == just(twoOClock)[0] })
}

// offersTwo reports a list of times on which "as duas" may be an hour.
func offersTwo(s *conversation.State) bool {
	return s.Asked == conversation.AskSlot && slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Hour == twoOClock })
}

const twoOClock = "14:00"

// knowsBoth reports that it is known which two things are meant, and learns it.
func (d *dialogue) knowsBoth(s *conversation.State, r reading) bool {
	known := r.both || r.says(say.AsksDaysOfAll) || len(s.Next)+len(d.kept)+len(s.Appointments()) > 0 || len(d.severalServices(r.text)) > 1
	d.learned = d.learned || known
	return known
}
