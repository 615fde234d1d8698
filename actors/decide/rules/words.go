package rules

import (
	"slices"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// text is one of the clinic's texts (package wording) with its placeholders filled.  A reply joins them
// by line breaks: blank lines would part it into several messages (spec C, rule 3).
func (d *dialogue) text(id wording.ID, fill ...string) wording.Words {
	return d.variant(id, 0, fill...)
}

// variant is the n-th way to say a text.
func (d *dialogue) variant(id wording.ID, n int, fill ...string) wording.Words {
	return d.clinic.Texts.Words(id, n, fill...)
}

// named are words of the catalogue among ours: the name of a doctor, of a plan.
func named(name string) wording.Words { return wording.Words{Text: name} }

// option is a numbered answer.
func (d *dialogue) numbered(number int, name wording.Words) wording.Words {
	return d.text(wording.AskOption, "number", strconv.Itoa(number), "name", name.Text).With(name)
}

// greetingText greets as the patient did, or else by the clock: until five it is night.
func (d *dialogue) greetingText() wording.Words {
	hello := wording.GreetingEvening
	switch hour := d.now().Hour(); {
	case d.tells(say.GreetsMorning):
		hello = wording.GreetingMorning
	case d.tells(say.GreetsAfternoon):
		hello = wording.GreetingAfternoon
	case d.tells(say.GreetsEvening):
	case hour >= 5 && hour < 12:
		hello = wording.GreetingMorning
	case hour >= 12 && hour < 18:
		hello = wording.GreetingAfternoon
	}
	greeting := d.text(hello)
	return d.text(wording.Introduction, "greeting", greeting.Text, "clinic", d.clinic.Name).With(greeting)
}

// planName is a plan as it is called within a sentence.
func planName(name string) string {
	if conversation.IsPrivate(name) {
		return strings.ToLower(name)
	}
	return name
}

// lowered is a name as it stands within a sentence: "consulta".
func lowered(name string) string {
	for i, r := range name {
		return strings.ToLower(string(r)) + name[i+len(string(r)):]
	}
	return name
}

func (d *dialogue) planNames() []string {
	return each(d.clinic.Plans, func(plan conversation.Service) string { return plan.Name })
}

// enumerated is "a, b e c".
func enumerated(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " e " + names[len(names)-1]
}

func (d *dialogue) doctorsText() wording.Words {
	lines := []wording.Words{d.text(wording.AnswerDoctors)}
	for _, specialty := range d.clinic.Specialties {
		lines = append(lines, d.hasText(specialty.ID))
	}
	return wording.Lines(lines...)
}

// teamText names those of the specialty that is spoken of, and everybody where none is, or all are asked for.
func (d *dialogue) teamText(s *conversation.State, asked *parsed) wording.Words {
	if known := s.Request.SpecialtyID; known != 0 && s.Closed == "" && !asked.says(say.WholeTeam) {
		return d.hasText(known)
	}
	return d.doctorsText()
}

// asksWhoSees reports a question who sees to what is spoken of, "quem atende isso?", where the specialty is known and no other one is
// named.
func (d *dialogue) asksWhoSees(s *conversation.State, sentence *parsed) bool {
	known := s.Request.SpecialtyID
	if known == 0 || s.Closed != "" || !sentence.says(say.AsksWhoSees) || !wishOf(d.facts(sentence.text)).Empty() {
		return false
	}
	return len(minus(firstFilled(d.find(sentence.text).Specialties, d.clinic.Lay(sentence.text).Specialties), []int{known})) == 0
}

// asksWhoIsChosen reports a question with whom the chosen time is: "mas com qual médico?"
func (d *dialogue) asksWhoIsChosen(s *conversation.State, sentence *parsed) bool {
	return s.Closed == "" && s.Choice != nil && sentence.says(say.AsksWhichDoctor) && d.find(sentence.text).Empty()
}

// hasText names who works in a specialty.
func (d *dialogue) hasText(id int) wording.Words {
	return d.lineOf(id, agendas(d.clinic.DoctorsOf(id)))
}

// lineOf names some doctors of a specialty.
func (d *dialogue) lineOf(id int, agendas []int) wording.Words {
	specialty, _ := d.clinic.Specialty(id)
	return d.text(wording.AnswerDoctorLine, "specialty", specialty.Name, "doctors", strings.Join(each(agendas, d.doctorName), ", "))
}

// nearestText names who works in the specialty that is the nearest to what was asked for.
func (d *dialogue) nearestText(id int) wording.Words {
	specialty, _ := d.clinic.Specialty(id)
	names := each(d.clinic.DoctorsOf(id), func(doctor conversation.Doctor) string { return doctor.Name })
	return d.text(wording.AnswerNearest, "specialty", specialty.Name, "doctors", strings.Join(names, ", "))
}

// nearly reports a text that asks for what has a name of its own, and that a specialty of the clinic only sees to: an obstetrician.
func (d *dialogue) nearly(p *parsed) bool {
	return p.says(say.Nearly) && len(d.find(p.text).Specialties) == 0
}

// whoText names, by their titles, whom a question is about whether they are a woman or a man: who is chosen, else all who may be.
func (d *dialogue) whoText(s *conversation.State, asked *parsed) wording.Words {
	named := d.find(asked.text).Specialties
	switch {
	case len(named) == 1 && named[0] != s.Request.SpecialtyID:
		return d.hasText(named[0])
	case s.Choice != nil:
		return d.worksInText(s.Choice.AgendaID)
	case s.Request.AgendaID != 0:
		return d.worksInText(s.Request.AgendaID)
	case s.Request.SpecialtyID != 0:
		return d.hasText(s.Request.SpecialtyID)
	default:
		return d.doctorsText()
	}
}

// ofDoctors answers with whom the chosen time is, or one of the list, whether it is the same doctor, or whether there is one.
func (d *dialogue) ofDoctors(s *conversation.State, asked *parsed) wording.Words {
	if d.asksWhoIsChosen(s, asked) {
		return d.choiceTold(s)
	}
	if with := d.withWhomListed(s, asked); with.Text != "" {
		return with
	}
	if same := d.whetherSameDoctor(s, asked); same.Text != "" {
		return same
	}
	return d.whoIsThere(s, asked)
}

// whoIsThere names who works here, or the women or the men of them, to who asks whether there is one: "tem médica mulher?", "tem um médico
// do coração?"  It is of the specialty that is named, else of the one that is being booked, else of all.
func (d *dialogue) whoIsThere(s *conversation.State, asked *parsed) wording.Words {
	of := ""
	switch {
	case asked.says(say.AsksWoman):
		of = womanWanted
	case asked.says(say.AsksMan):
		of = manWanted
	case !asked.says(say.AsksForDoctor):
		return wording.Words{}
	}
	named := firstFilled(d.find(asked.text).Specialties, d.clinic.Lay(asked.text).Specialties)
	if len(named) == 0 && s.Request.SpecialtyID != 0 && s.Closed == "" {
		named = []int{s.Request.SpecialtyID}
	}
	asks := strings.Contains(asked.text, "?") || asked.says(say.AsksForDoctor)
	if other := len(d.elsewhere(asked)) > 0 || len(d.find(asked.text).Doctors) > 0; other || !asks || len(named) > 1 || !wishOf(d.facts(asked.text)).Empty() {
		return wording.Words{}
	}
	return d.thoseOfSex(firstFilled(named, each(d.clinic.Specialties, func(specialty conversation.Service) int { return specialty.ID })), of)
}

// sexAskedFor is the wish for a woman, or a man, that a question whether there is one has, while nobody is chosen: "tem dermatologista
// mulher?"
func (d *dialogue) sexAskedFor(s *conversation.State, sentence string) string {
	if s.Request.AgendaID != 0 || s.Closed != "" || s.Asked != conversation.AskDoctor && len(d.find(sentence).Specialties) != 1 {
		return ""
	}
	switch p := d.parse(sentence); {
	case p.says(say.AsksWoman):
		return "com uma médica mulher. "
	case p.says(say.AsksMan):
		return "com um médico homem. "
	default:
		return ""
	}
}

// thoseOfSex names the women, or the men, who work in some specialties, everybody for "".
func (d *dialogue) thoseOfSex(specialties []int, of string) wording.Words {
	head, none := wording.AnswerDoctors, wording.AnswerDoctors
	switch of {
	case womanWanted:
		head, none = wording.AnswerWomen, wording.AnswerNoWoman
	case manWanted:
		head, none = wording.AnswerMen, wording.AnswerNoMan
	}
	var lines []wording.Words
	for _, id := range specialties {
		all := agendas(d.clinic.DoctorsOf(id))
		switch women := d.women(all); of {
		case womanWanted:
			all = women
		case manWanted:
			all = minus(all, women)
		}
		if len(all) > 0 {
			lines = append(lines, d.lineOf(id, all))
		}
	}
	switch {
	case len(lines) == 0:
		return d.text(none)
	case of == "" && len(specialties) == 1:
		return lines[0]
	default:
		return wording.Lines(append([]wording.Words{d.text(head)}, lines...)...)
	}
}

// daysText says what is known of the days of doctors: the free times, which come with the next list, or are those of all of
// them where it is asked for one.
func (d *dialogue) daysText(s *conversation.State) wording.Words {
	switch {
	case !s.Ready():
		return d.text(wording.AnswerDays)
	case s.Request.AgendaID != 0 && len(otherAgendas(d.clinic, s.Request)) > 0:
		return d.text(wording.AnswerDaysEither)
	default:
		return d.text(wording.AnswerDaysFree)
	}
}

// day is how a day is called at the time of the turn.
func (d *dialogue) day(date string) string { return conversation.Day(date, d.now()) }

// timeText is a text about a time.
func (d *dialogue) timeText(id wording.ID, slot conversation.Slot) wording.Words {
	return d.text(id, "day", d.day(slot.Date), "hour", slot.Hour)
}

// choiceTold says which time is chosen, and with whom.
func (d *dialogue) choiceTold(s *conversation.State) wording.Words {
	return d.text(wording.ChoiceTold, "day", d.day(s.Choice.Date), "hour", s.Choice.Hour, "with", d.clinic.With(s.Choice.AgendaID))
}

func capitalised(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

func (d *dialogue) worksInText(agendaID int) wording.Words {
	doctor, _ := d.clinic.Doctor(agendaID)
	specialty, _ := d.clinic.Specialty(doctor.SpecialtyID)
	return d.text(wording.AnswerWorksIn, "doctor", doctor.Name, "specialty", specialty.Name)
}

// whomOfSeveral is whom what is asked or offered is for, "você", "a sua mãe", "*Maria*", where more than one person is spoken
// of; nothing where there is one, or where it is open who that is.
func (d *dialogue) whomOfSeveral(s *conversation.State) wording.Words {
	others := slices.ContainsFunc(s.Next, func(next conversation.Next) bool { return next.For != "" && next.For != s.For }) ||
		slices.ContainsFunc(s.Appointments(), func(made conversation.Booked) bool { return made.For != s.For })
	first, _, _ := strings.Cut(s.Patient.Name, " ")
	switch {
	case !others || s.Known != nil && s.For == "" && first == "":
		return wording.Words{}
	case s.For == "":
		return d.text(wording.NextSelf)
	case first != "":
		return named("*" + first + "*")
	default:
		return d.called(s.For)
	}
}

// offerFor says before a list whom it is for, where several people are spoken of, and it was not said right before.
func (d *dialogue) offerFor(s *conversation.State) wording.Words {
	whom := d.whomOfSeveral(s)
	now := slices.ContainsFunc(d.notes, func(note wording.Words) bool { return slices.Contains(note.From, wording.Source(wording.TalkNextNow)) })
	if whom.Text == "" || now {
		return wording.Words{}
	}
	return d.text(wording.OfferFor, "for", whom.Text).With(whom)
}

// choiceText says what was chosen.
func (d *dialogue) choiceText(s *conversation.State) wording.Words {
	day, whom := capitalised(d.day(s.Choice.Date)), d.whomOfSeveral(s)
	if whom.Text == "" {
		return d.text(wording.ChoiceMade, "day", day, "hour", s.Choice.Hour)
	}
	return d.text(wording.ChoiceMadeFor, "day", day, "hour", s.Choice.Hour, "for", whom.Text).With(whom)
}

// planOfText asks for the plan of one of several people.
func (d *dialogue) planOfText(s *conversation.State) wording.Words {
	if s.For == "" {
		return d.text(wording.AskPlanOwn)
	}
	return d.text(wording.AskPlanOf, "of", "d"+s.For).With(d.called(s.For))
}

func (d *dialogue) offerText(s *conversation.State) wording.Words {
	with := d.offeredWith(s)
	if len(s.Offer) == 1 && !s.SlotGone && s.Found == conversation.FoundWished && len(s.Lacking) == 0 {
		slot := s.Offer[0]
		return d.text(wording.OfferSingle, "day", d.day(slot.Date), "hour", slot.Hour, "with", d.clinic.With(slot.AgendaID)).With(times(""))
	}
	head, tail := d.text(wording.OfferHead, "with", with), wording.OfferTail
	switch {
	case s.SlotGone:
		head = d.text(wording.OfferGone, "with", with)
	case s.Found == conversation.FoundElse:
		head = d.elseText(s, with)
	case s.Found == conversation.FoundExhausted:
		head = d.text(wording.OfferAll, "with", with)
	case len(s.Seen) > 0:
		head, tail = d.text(wording.OfferMore, "with", with), wording.OfferMoreTail
	default:
		head = wording.Lines(d.noDaysText(s), d.lackingText(conversation.Wish{Any: s.Lacking}.Besides(s.NoDays)), head)
	}
	return wording.Lines(head, d.offerLines(s), d.togetherText(s), d.text(tail))
}

// togetherText says how the times of an offer suit those who want to come on one day, nothing where nobody does.
func (d *dialogue) togetherText(s *conversation.State) wording.Words {
	id, is := map[conversation.Together]wording.ID{
		conversation.TogetherRow: wording.OfferTogetherRow, conversation.TogetherDay: wording.OfferTogetherDay, conversation.TogetherNone: wording.OfferTogetherNone,
	}[s.Together]
	if !is || len(s.Seen) > 0 && s.Together == conversation.TogetherNone {
		return wording.Words{}
	}
	return d.text(id)
}

// elseText says, before the nearest times, that nothing is free as wished, and why where that is known.
func (d *dialogue) elseText(s *conversation.State, with string) wording.Words {
	left := s.Wish.Besides(s.NoDays)
	when := d.wishText(left)
	switch {
	case shownBefore(s):
		return d.text(wording.OfferElseMore, "with", with)
	case d.asksWorks && when.Text != "" && len(left.Dates)+len(left.Weekdays)+len(left.Any) == 0:
		return d.text(wording.OfferElseNever, "with", with, "when", when.Text).With(when)
	case len(s.NoDays) > 0 && left.Empty():
		return d.text(wording.OfferElseDays, "days", capitalised(conversation.OnWeekdays(s.NoDays)), "with", with)
	case when.Text != "":
		return wording.Lines(d.noDaysText(s), d.text(wording.OfferElseWhen, "with", with, "when", when.Text).With(when))
	case namesDoctors(s):
		return d.text(wording.OfferElseOthers, "with", with)
	default:
		return d.text(wording.OfferElse, "with", with)
	}
}

// noDaysText says on which of the days of the week that were wished nobody is there, nothing for none.
func (d *dialogue) noDaysText(s *conversation.State) wording.Words {
	if len(s.NoDays) == 0 {
		return wording.Words{}
	}
	return d.text(wording.OfferNoDays, "days", capitalised(conversation.OnWeekdays(s.NoDays)), "with", d.clinic.WithWhom(s.Request))
}

// lackingText says what of several wishes is not met, nothing for nothing.
func (d *dialogue) lackingText(lacking conversation.Wish) wording.Words {
	when := d.wishText(lacking)
	if when.Text == "" {
		return when
	}
	return d.text(wording.OfferLacking, "when", when.Text).With(when)
}

// shownBefore reports that times were offered before that are what is wished, of whom it is wished.
func shownBefore(s *conversation.State) bool {
	return slices.ContainsFunc(s.Seen, func(slot conversation.Slot) bool {
		return s.Wish.Allows(slot) && (s.Request.AgendaID == 0 || s.Request.AgendaID == slot.AgendaID)
	})
}

// offeredWith is whom the offer is with: its one doctor, the one who was asked for, or the specialty; and where that does
// several things, for what: "de consulta com a Dra. Ana".
func (d *dialogue) offeredWith(s *conversation.State) string {
	with := d.clinic.WithWhom(s.Request)
	if s.Request.AgendaID == 0 && s.Found != conversation.FoundElse && !severalDoctors(s.Offer) {
		with = d.clinic.With(s.Offer[0].AgendaID)
	}
	procedure, _ := d.clinic.Procedure(s.Request.ProcedureID)
	if len(d.clinic.ProceduresOf(procedure.SpecialtyID)) < 2 {
		return with
	}
	return "de " + lowered(procedure.Name) + " " + with
}

// namesDoctors reports an offer in which the times need the name of their doctor: there are several, or another one than was
// asked for, or none of several has what was.
func namesDoctors(s *conversation.State) bool {
	switch asked := s.Request.AgendaID; {
	case len(s.Offer) == 0:
		return false
	case asked == 0 && s.Found == conversation.FoundElse:
		return true
	default:
		return severalDoctors(s.Offer) || asked != 0 && s.Offer[0].AgendaID != asked
	}
}

// severalDoctors reports an offer of times of more than one doctor.
func severalDoctors(offer []conversation.Slot) bool {
	return slices.ContainsFunc(offer, func(slot conversation.Slot) bool { return slot.AgendaID != offer[0].AgendaID })
}

// fromSearch is the source of the times that the clinic has free.
var fromSearch = []string{"tool:" + conversation.Search{}.Tool()}

// times are words about times that the clinic has free.
func times(text string) wording.Words { return wording.Words{Text: text, From: fromSearch} }

// offerLines lists the offered times, a day of one doctor a line.
func (d *dialogue) offerLines(s *conversation.State) wording.Words {
	offer, several := s.Offer, namesDoctors(s)
	var lines []wording.Words
	for i, slot := range offer {
		if i == 0 || slot.Date != offer[i-1].Date || slot.AgendaID != offer[i-1].AgendaID {
			line := d.text(wording.OfferDay, "day", conversation.ShortDay(slot.Date, d.now()))
			if several {
				line = d.text(wording.OfferDayWith, "day", conversation.ShortDay(slot.Date, d.now()), "with", d.clinic.With(slot.AgendaID))
			}
			lines = append(lines, line)
		}
		last := &lines[len(lines)-1]
		*last = wording.Join("  ", *last, d.text(wording.OfferTime, "number", strconv.Itoa(i+1), "hour", slot.Hour))
	}
	list := wording.Lines(lines...)
	return times(list.Text).With(list)
}

// asksDaysOfAll reports a question on which days the doctors work, or, before any times can be shown, when there are some, which wishes
// for no time: "os dois atendem quando?", "tem pra quando?"
func (d *dialogue) asksDaysOfAll(s *conversation.State, sentence *parsed) bool {
	if s.Closed == "" && !s.Ready() && sentence.says(say.AsksFirstFree) {
		return true
	}
	one := len(d.find(sentence.text).Doctors) == 1 || sentence.says(say.OtherDoctor) || len(d.asksTimesOfOtherSex(s, sentence)) > 0
	return sentence.says(say.AsksDaysOfAll) && !afterBooking(s) && !one && wishOf(d.facts(sentence.text)).Empty()
}

// onlyPeopleKnow reports a question for a visit from afar, for what all of it costs, or whether a paper will do that is not there.
func (d *dialogue) onlyPeopleKnow(sentence *parsed) bool {
	return d.asksOnline(sentence) || sentence.says(say.Sum) || sentence.says(say.DocumentsLack) && strings.Contains(sentence.text, "?")
}

// asksOnline reports a question for a visit from afar, of which neither the catalogue nor the clinic's answers say anything.
func (d *dialogue) asksOnline(sentence *parsed) bool {
	if !sentence.says(say.Online) || len(d.clinic.FindAnswers(sentence.text)) > 0 {
		return false
	}
	return len(d.services(reading{Mentions: d.find(sentence.text)})) == 0
}
