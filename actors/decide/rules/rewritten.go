package rules

import (
	"strings"

	"atende/actors/conversation"
)

// rewritten is a text as the rules read it: without what says nothing to them or is taken back in the same breath, with each time in
// words that they know.  Each step reads what the one before it left.
func (d *dialogue) rewritten(s *conversation.State, text string) string {
	text = d.withoutAddress(s, squeezed(strings.ReplaceAll(text, "…", "...")))
	for _, step := range []func(*conversation.State, string) string{
		d.withCompanion,
		d.withWriterGoes,
		d.withKinOfChildren,
		d.withWhoNeeds,
		d.withStepsBack,
		d.withPlainQuestion,
		d.withNumberFor,
		d.withNameSpelt,
		d.withWorksThen,
		d.withEventsDay,
		d.withConclusion,
		d.withoutAskedFor,
		d.withoutToldOf,
		d.withNthBooked,
		d.withoutOrder,
		d.withoutImpatience,
		d.withoutPersonLater,
		d.withoutTheirChange,
		d.withoutFormer,
		d.withoutRescinded,
		d.withoutRetracted,
		d.withTheirs,
		d.withoutUnsure,
		d.withoutRefusedKin,
		d.withoutRefusedPerson,
		d.withoutHarmless,
		d.withoutReminder,
		d.withoutSentLater,
		d.withoutRow,
		d.withDayOnce,
		d.withoutOwnHour,
		d.withNextWeek,
		d.withWeekNamed,
		d.withRuns,
		d.withTimes,
		d.withTimeOfEach,
		d.withTimeOfOther,
		d.withNumberOfOne,
		d.withHours,
		d.withListedHour,
		d.withPayer,
		d.withoutNod,
	} {
		text = step(s, text)
	}
	return text
}

// withoutImpatience is an answer to offered times without words that no others are wanted, where it goes on to say when: "não quero
// lista. hoje 9h30, confirma?" refuses nothing.
func (d *dialogue) withoutImpatience(s *conversation.State, text string) string {
	if d.literal || s.Asked != conversation.AskSlot || len(s.Offer) == 0 || !d.said(text, say.Impatient) {
		return text
	}
	left := strings.Trim(d.withoutPhrase(text, say.Impatient), " ,.:;!")
	if r := d.readAgain(s, left); len(r.not) > 0 || r.Choice == 0 && r.wish().Empty() {
		return text
	}
	return left
}
