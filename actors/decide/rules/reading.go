package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// reading is one message with all that can be read from it in the light of the open question.
type reading struct {
	text string
	understand.Facts
	conversation.Mentions
	// not are times that will not do.
	not []conversation.Wish
	// writer is the first name of a writer who is not the patient; ownCPF is set when they gave their
	// own CPF.
	writer           string
	ownCPF, ownBirth bool
	// turned is set when what was answered was the writer's, and somebody else is the patient.
	turned bool
	// notPlans are plans that are not the patient's, or no more.
	notPlans []int
	// notDoctors are those who are not wanted.
	notDoctors []int
	// story is set when the patient only tells of the illness.
	story bool
	// times is the part of the text that the wish stands in; what was refused is left out.
	times string
}

func (r reading) wish() conversation.Wish {
	return conversation.Wish{Dates: r.Dates, Times: r.Times, Period: r.Period}
}

// data reports whether the text says anything a booking needs.
func (r reading) data() bool {
	return !r.wish().Empty() || !r.Mentions.Empty() || r.Choice > 0 || r.Name != "" || r.CPF != "" || r.BirthDate != "" ||
		len(r.notPlans)+len(r.notDoctors) > 0
}

func (d *dialogue) reading(s *conversation.State, text string) reading {
	r := reading{text: text, Facts: understand.Read(text, d.turn.Now), Mentions: d.clinic.Find(text)}
	if r.times = d.timesBeside(text); r.times != text && !r.wish().Empty() {
		beside := understand.Read(r.times, d.turn.Now)
		r.Dates, r.Times, r.Period = beside.Dates, beside.Times, beside.Period
	}
	if r.Intent == understand.Human && aPerson.MatchString(text) { // who says to be one does not ask for one
		r.Facts = understand.Read(aPerson.ReplaceAllString(text, " "), d.turn.Now)
	}
	if onlyPerson.MatchString(text) {
		r.Intent = understand.Human
	}
	if hypothetical.MatchString(text) && (r.Intent == understand.Cancel || r.Intent == understand.Decline || r.Intent == understand.Reschedule) {
		r.Intent, r.Choice = understand.Question, 0 // "se eu marcar o 1 posso cancelar depois?"
	}
	if hello.MatchString(text) {
		r.Intent = understand.Greet
	}
	if exclaims.MatchString(text) {
		r.Mentions = conversation.Mentions{}
	}
	if dropsIt.MatchString(text) {
		r.Intent = understand.Decline
	}
	if asksIdentity(s.Asked) {
		d.underIdentity(s, &r)
	}
	if n := leading.FindStringSubmatch(text); n != nil && r.Choice == 0 && r.wish().Empty() && s.Asked == conversation.AskSlot && r.Intent != understand.Deny {
		r.Choice, _ = strconv.Atoi(n[1])
	}
	if line := copiedLine.FindStringSubmatch(text); line != nil && s.Asked == conversation.AskSlot {
		r.Choice, _ = strconv.Atoi(line[1])
		r.Dates, r.Times = nil, []understand.Span{{From: line[2], To: line[2]}}
	}
	if day := bareDay.FindStringSubmatch(text); day != nil && r.Choice == 0 && s.Asked == conversation.AskSlot {
		r.Choice, _ = strconv.Atoi(day[1]) // beyond the list it is a day
	}
	if len(r.Specialties)+len(r.Doctors)+len(r.Procedures) == 0 {
		r.Specialties = d.abbreviated(text)
	}
	d.tellRefusedTimesApart(s, &r)
	d.tellNamesApart(s, &r)
	d.tellWriterApart(s, &r)
	d.tellPlansApart(s, &r)
	r.Dates = d.withToday(s, r)
	d.inPassing(s, &r)
	d.onList(s, &r)
	d.tellStoryApart(s, &r)
	return r
}

// inPassing drops a time that was only mentioned beside the data that were asked for: "hoje fiz feijão …
// eu me chamo …".  Another time takes a word of change, or nothing beside it.
func (d *dialogue) inPassing(s *conversation.State, r *reading) {
	if s.Choice == nil || !asksIdentity(s.Asked) || changes.MatchString(r.text) || corrects.MatchString(r.text) {
		return
	}
	if r.Name != "" || r.CPF != "" || r.BirthDate != "" || len(strings.Fields(r.text)) > maxBare {
		r.Dates, r.Times, r.Period, r.not = nil, nil, "", nil
	}
}

// maxBare is how many words may name a time and nothing else: "na sexta de manhã às 8 e meia".
const maxBare = 8

// onList reads a weekday with an hour as the one on the list, where the coming one is not there.
func (d *dialogue) onList(s *conversation.State, r *reading) {
	days, _ := weekdaysOf(without(r.times, r.Name))
	if len(s.Offer) == 0 || len(days) == 0 || len(r.Dates) == 0 || len(r.Times) == 0 || oneDay.MatchString(r.times) ||
		len(matching(s.Offer, conversation.Wish{Dates: r.Dates})) > 0 {
		return
	}
	var dates []understand.Span
	for _, n := range matching(s.Offer, conversation.Wish{Weekdays: days}) {
		day := understand.Span{From: s.Offer[n-1].Date, To: s.Offer[n-1].Date}
		if !slices.Contains(dates, day) {
			dates = append(dates, day)
		}
	}
	if dates != nil {
		r.Dates = dates
	}
}

// abbreviated are the specialties that a text names in short: "derma", "gineco", "orto".
func (d *dialogue) abbreviated(text string) []int {
	var ids []int
	for _, word := range strings.Fields(strings.ToLower(text)) {
		word = strings.Trim(word, ".,!?")
		for _, specialty := range d.clinic.Specialties {
			name := strings.ToLower(specialty.Name)
			if len(word) >= minAbbreviation && len(word) < len(name) && strings.HasPrefix(name, word) && !slices.Contains(ids, specialty.ID) {
				ids = append(ids, specialty.ID)
			}
		}
	}
	return ids
}

// minAbbreviation is the shortest part of a specialty that names it, in bytes.
const minAbbreviation = 4

// underIdentity drops what cannot be meant while name, CPF or birth date are asked for.
func (d *dialogue) underIdentity(s *conversation.State, r *reading) {
	if len(s.Options) > 0 && bareNumber.MatchString(r.text) {
		return // one of the numbers that were shown
	}
	if r.Intent != understand.Deny && !takesBack.MatchString(r.text) && !prefers.MatchString(r.text) {
		r.Choice = 0
	}
	if s.Asked == conversation.AskCPF && r.CPF == "" && !dated.MatchString(r.text) {
		r.BirthDate = "" // "11 11 11" is part of a CPF
	}
	if s.Asked != conversation.AskName && digit.MatchString(r.text) && !changes.MatchString(r.text) {
		r.Dates, r.Times = nil, nil // "12/03" is half a birth date
	}
	corrected := s.Asked != conversation.AskName && r.Name == "" && corrects.MatchString(r.text)
	if s.Asked != conversation.AskName && !corrected || titled.MatchString(r.text) {
		return
	}
	if len(r.Plans) > 0 && s.Asked == conversation.AskName && d.planInPassing(s, *r) {
		r.Plans = nil // "Maria de São Francisco"
	}
	if loose := d.looseName(*r); r.Name == "" || strings.HasPrefix(loose, r.Name+" ") {
		r.Name = loose // "sou a Maria de São Francisco": all of it
	}
	if r.Name != "" && len(r.Plans) == 0 {
		r.Mentions = conversation.Mentions{}
	}
}

// tellNamesApart decides whether a name is a doctor's or the patient's.  A doctor that was settled is
// not exchanged because of a surname: that takes a title or a word like "prefiro".
func (d *dialogue) tellNamesApart(s *conversation.State, r *reading) {
	for rest := r.text; d.notPerson(s, r.Name); { // "mapeamento de retina, plano Care Plus, Fernanda Araújo, CPF …"
		shorter := without(rest, r.Name)
		if shorter == rest {
			r.Name, r.NameStated = "", false
			break
		}
		facts := understand.Read(shorter, d.turn.Now)
		r.Name, r.NameStated, rest = facts.Name, facts.NameStated, shorter
	}
	if calledDoctor(r.text, r.Name) {
		r.Name, r.NameStated = "", false // "outra pro meu marido, dr Carlos"
	}
	beside := d.clinic.Find(without(r.text, r.Name)).Doctors
	apart := r.NameStated || len(beside) > 0 || !d.firstNameOf(r.Doctors, r.Name) // a surname is no doctor
	if r.Name != "" && apart {
		r.Doctors = beside
	}
	if with := d.clinic.Find(until(afterWith(r.text))).Doctors; len(r.Doctors) > 1 && len(with) == 1 {
		r.Doctors = with // "com rafael, Maria Lima"
	}
	if either := d.eitherDoctor(r.text); either != nil {
		r.Doctors = either
	}
	d.tellRefusedDoctorsApart(r)
	asked := s.Asked == conversation.AskDoctor || s.Asked == conversation.AskService || s.Asked == conversation.AskOther
	switch {
	case len(r.Doctors) == 0 || asked || titled.MatchString(r.text):
	case withPerson.MatchString(r.text) && !family.MatchString(afterWith(r.text)):
	case family.MatchString(r.text), asksIdentity(s.Asked) && !prefers.MatchString(r.text),
		s.Request.AgendaID != 0 && s.Closed == "" && !prefers.MatchString(r.text):
		r.Doctors = nil
	}
	if len(r.Doctors) > 0 && !apart {
		r.Name = ""
	}
	if len(r.Specialties)+len(r.Procedures)+len(r.Plans) > 0 && !r.NameStated && s.Asked != conversation.AskName {
		r.Name = ""
	}
}

// firstNameOf reports whether one of the doctors is called by a name: "Ana Lima", and not "Rosa Prado Lima".
func (d *dialogue) firstNameOf(doctors []int, name string) bool {
	return slices.ContainsFunc(doctors, func(id int) bool {
		return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
			return slices.Contains(d.clinic.Find(word).Doctors, id) && d.startsWith(id, word)
		})
	})
}

// startsWith reports whether a doctor's name begins with a word, but for the title.
func (d *dialogue) startsWith(id int, word string) bool {
	doctor, _ := d.clinic.Doctor(id)
	words := slices.DeleteFunc(strings.Fields(doctor.Name), titled.MatchString)
	return len(words) > 0 && strings.EqualFold(words[0], word)
}

// notPerson reports a name that is one of the catalogue's: "mapeamento de pintas, … Tânia Araújo, CPF …".
func (d *dialogue) notPerson(s *conversation.State, name string) bool {
	if name == "" {
		return false
	}
	for _, plan := range d.clinic.Plans {
		called := func(alias string) bool { return strings.EqualFold(alias, name) }
		if called(plan.Name) || slices.ContainsFunc(plan.Aliases, called) {
			return true
		}
	}
	found := d.clinic.Find(name)
	return s.Asked != conversation.AskName && len(found.Procedures)+len(found.Specialties) > 0
}

// afterWith is the text behind "com", where a doctor or a relative may stand.
func afterWith(text string) string {
	if at := withPerson.FindStringIndex(text); at != nil {
		return text[at[0]:]
	}
	return ""
}

// until is a text up to its first comma or stop.
func until(text string) string {
	head, _, _ := strings.Cut(strings.NewReplacer(";", ",", ". ", ",", "\n", ",").Replace(text), ",")
	return head
}

// tellRefusedTimesApart keeps, of times that will not do and times that will, the latter.  The former are
// remembered.
func (d *dialogue) tellRefusedTimesApart(s *conversation.State, r *reading) {
	if s.Closed != "" || asksIdentity(s.Asked) && s.Choice == nil {
		return
	}
	not, rest := d.refusals(r.text)
	if r.not = not; not == nil {
		return
	}
	wanted := understand.Read(rest, d.turn.Now)
	r.Dates, r.Times, r.Period, r.times = wanted.Dates, wanted.Times, wanted.Period, rest
	if !digit.MatchString(rest) {
		r.Choice = 0 // "qualquer um menos segunda"
	}
}

// withToday adds today to a weekday that is today's: said alone, "terça" on a Tuesday means the next
// one, but with today on the list both may be meant, and that is asked.
func (d *dialogue) withToday(s *conversation.State, r reading) []understand.Span {
	if len(s.Offer) == 0 {
		return r.Dates
	}
	now := d.turn.Now.In(d.clinic.Location)
	today, week := now.Format(time.DateOnly), now.AddDate(0, 0, 7)
	next := understand.Span{From: week.Format(time.DateOnly), To: week.Format(time.DateOnly)}
	onList := slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.Date == today })
	if !onList || !slices.Contains(r.Dates, next) || anotherWeek.MatchString(r.text) ||
		phrase(`(\bdia |feira,? |^|\p{L} )0?`+strconv.Itoa(week.Day())+`(/|\s|$)`).MatchString(r.text) {
		return r.Dates
	}
	return append(slices.Clone(r.Dates), understand.Span{From: today, To: today})
}

// without is text without the patient's name, however it was capitalised.
func without(text, name string) string {
	if pattern := nameIn(name, ""); pattern != nil {
		return pattern.ReplaceAllString(text, " ")
	}
	return text
}

// calledDoctor reports that a title stands before the name.
func calledDoctor(text, name string) bool {
	pattern := nameIn(name, `\b(dra?|doutora?)\.?\s+`)
	return pattern != nil && pattern.MatchString(text)
}

// nameIn finds a name behind what stands before it; nil for none, or for bytes that are no text.
func nameIn(name, before string) *regexp.Regexp {
	if name == "" {
		return nil
	}
	pattern, err := regexp.Compile(`(?i)` + before + strings.Join(strings.Fields(regexp.QuoteMeta(name)), `\s+`))
	if err != nil {
		return nil
	}
	return pattern
}

func asksIdentity(q conversation.Question) bool {
	switch q {
	case conversation.AskName, conversation.AskCPF, conversation.AskBirthDate:
		return true
	default:
		return false
	}
}
