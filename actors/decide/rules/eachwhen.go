package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// spoken is somebody whom a text speaks of, or a time that it names, at its place.
type spoken struct {
	place
	whom   string // conversation.ForWriter, or how the writer is told back who that is; "" for a time
	moment understand.Moment
}

// eachWhen reads when each of several people can come, "a Sofia de manhã e a Isabela de tarde", "pra mim quinta e pra minha mãe
// sexta": the patient's is read on, that of who comes next is kept in mind.  It reports a message that says nothing else.
func (d *dialogue) eachWhen(h *heard) (only bool) {
	if h.s.Closed == "" && len(h.s.Next) > 0 && d.givesIdentity(h.text) {
		d.eachWhenBesideData(h)
		return false
	}
	if h.s.Closed != "" || h.identifies() || h.says(say.Or) || len(h.not) > 0 || !h.bound.Empty() {
		return false
	}
	patient := d.patientOf(h.whole)
	if patient == "" || waits(h.s.Next, patient) {
		patient = patientNow(h.s)
	}
	said, ok := d.peopleAndTimes(h, patient)
	if !ok {
		return false
	}
	of := timesOfEach(said)
	switch {
	case len(of) > 1:
		d.keepEach(h, patient, said, of)
	case len(of) == 1:
		return d.keepTheirs(h, patient, said, of)
	}
	return false
}

// eachWhenBesideData reads so the sentences of a message that give no data: "a das 8 pra mim. Meu nome é …, cpf …".
func (d *dialogue) eachWhenBesideData(h *heard) {
	var data, others []string
	for text := h.text; text != ""; {
		end := sentenceAround(text, place{}).end
		if sentence := text[:end]; d.givesIdentity(sentence) {
			data = append(data, sentence)
		} else {
			others = append(others, sentence)
		}
		text = text[end:]
	}
	if len(data) == 0 || len(others) == 0 {
		return
	}
	told := d.readAgain(h.s, strings.TrimSpace(strings.Join(others, "")))
	one := alone(h.s, told)
	only := d.eachWhen(one)
	switch rest := strings.Join(data, ""); {
	case only: // whom it is for still says whose the data are
		said, _ := d.peopleAndTimes(alone(h.s, told), patientNow(h.s))
		said = slices.DeleteFunc(said, func(one spoken) bool { return one.whom != "" })
		left := cutOut(told.text, each(said, func(one spoken) place { return withLead(told.parsed, one.place) })...)
		h.reading = d.readAgain(h.s, left+"\n"+rest)
	case one.text != told.text:
		h.reading = d.readAgain(h.s, one.text+"\n"+rest)
	}
}

// givesIdentity reports data in a text of who a patient is, whose ever they are.
func (d *dialogue) givesIdentity(text string) bool {
	facts := d.facts(text)
	return facts.Name+facts.CPF+facts.BirthDate != ""
}

// keepEach keeps in mind when those come who are booked afterwards, where a text says a time for each of whom it speaks.
func (d *dialogue) keepEach(h *heard, patient string, said []spoken, of map[string][]understand.Moment) {
	exact := true
	for _, one := range said {
		if one.whom != "" && of[one.whom] == nil {
			return // "pra mim e pra minha mãe na quinta" is both's
		}
	}
	for _, times := range of {
		wish := wishOfMoments(times)
		exact = exact && single(wish.Times)
	}
	if exact || len(of[patient]) == 0 && h.s.For == "" && patient != conversation.ForWriter {
		return // two hours are read as such, see eachTime
	}
	var theirs []place
	for _, one := range said {
		if one.whom == "" && !slices.Contains(of[patient], one.moment) {
			theirs = append(theirs, withLead(h.parsed, one.place))
		}
	}
	for _, one := range said {
		if one.whom != "" && one.whom != patient && of[one.whom] != nil {
			d.keepWhen(h, one.whom, wishOfMoments(of[one.whom]))
			delete(of, one.whom)
		}
	}
	h.reading = d.readAgain(h.s, cutOut(h.text, theirs...))
	h.not = nil // what the whole message does not refuse
	if own := wishOfMoments(of[patient]); h.reading.wish().Empty() {
		h.Dates, h.Times, h.Period = own.Dates, own.Times, own.Period
	}
}

// keepTheirs keeps in mind when one of those comes who are booked afterwards, "minha sogra só pode na quinta", "e o 4 é dela", and
// reads on what else the message says; it reports that this is nothing.
func (d *dialogue) keepTheirs(h *heard, patient string, said []spoken, of map[string][]understand.Moment) bool {
	var whom string
	for one := range of {
		whom = one
	}
	if whom == patient || !waits(h.s.Next, whom) || slices.ContainsFunc(said, func(one spoken) bool { return one.whom == patient }) {
		return false
	}
	rest, ok := h.besideTheirTime(said)
	if endsAsking(h.whole) || !ok {
		return false
	}
	d.keepWhen(h, whom, wishOfMoments(of[whom]))
	d.learned, d.answeredAside = true, true
	if rest == "" {
		return true
	}
	h.reading, h.apart = d.readAgain(h.s, rest), true
	return false
}

// keepWhen keeps in mind when somebody comes who is booked afterwards.
func (d *dialogue) keepWhen(h *heard, whom string, wish conversation.Wish) {
	next := conversation.Next{For: whom}
	for _, known := range d.queue(h.s) {
		if known.For == whom {
			next.ProcedureID = known.ProcedureID
		}
	}
	d.keepAsked(next.At(wish))
}

// wishOfMoments is the wish for times that a text names.
func wishOfMoments(list []understand.Moment) (wish conversation.Wish) {
	for _, m := range list {
		if m.Day != (understand.Span{}) {
			wish.Dates = append(wish.Dates, m.Day)
		}
		if m.Time != (understand.Span{}) {
			wish.Times = append(wish.Times, m.Time)
		}
		wish.Period = cmp.Or(wish.Period, m.Period)
	}
	return wish
}

// timesOfEach are whose the times of a text are: each is that of who was named before it, or, where a text begins with a time and
// ends with a person ("de manhã pra mim, de tarde pra ela"), of who is named behind.
func timesOfEach(said []spoken) map[string][]understand.Moment {
	of := map[string][]understand.Moment{}
	person := func(one spoken) bool { return one.whom != "" }
	if !slices.ContainsFunc(said, person) {
		return of
	}
	list := slices.Clone(said)
	switch first, last := person(list[0]), person(list[len(list)-1]); {
	case !first && last:
		slices.Reverse(list)
	case !first: // "quinta: eu de manhã, minha mãe de tarde"
		common := slices.IndexFunc(list, person)
		for _, one := range list {
			if person(one) && of[one.whom] == nil {
				for _, day := range list[:common] {
					of[one.whom] = append(of[one.whom], day.moment)
				}
			}
		}
		list = list[common:]
	}
	whom := ""
	for _, one := range list {
		if person(one) {
			whom = one.whom
			continue
		}
		of[whom] = append(of[whom], one.moment)
	}
	return of
}

// peopleAndTimes are the people and the times of a text, in the order said; not where it is open who one of them is, or when.
func (d *dialogue) peopleAndTimes(h *heard, patient string) (said []spoken, ok bool) {
	if len(d.waiting(h)) == 0 && patient == patientNow(h.s) {
		return nil, false
	}
	for _, m := range d.mentioned(h.text) {
		if m.Day == (understand.Span{}) && m.Time == (understand.Span{}) && m.Period == "" {
			return nil, false
		}
		said = append(said, spoken{place: place{m.Start, m.End}, moment: m})
	}
	if len(said) == 0 && !h.s.OfferRead() {
		return nil, false
	}
	if number, ok := d.listed(h); len(said) == 0 && ok {
		said = append(said, number)
	}
	var unknown []int
	h.scan()
	for i, t := range h.tokens {
		whom, somebody := d.whomAt(h, i, patient)
		switch {
		case !somebody || slices.ContainsFunc(said, func(one spoken) bool { return one.whom == "" && one.start <= t.Start && t.Start < one.end }):
		case whom == "":
			unknown = append(unknown, i)
		default:
			said = append(said, spoken{place: place{t.Start, t.End}, whom: whom})
		}
	}
	if !d.unknownNames(h, patient, unknown, &said) {
		return nil, false
	}
	slices.SortStableFunc(said, func(a, b spoken) int { return a.start - b.start })
	return said, len(said) > 0
}

// listed is a time that a text names by its number in the list, "e o 4 pra minha irmã".
func (d *dialogue) listed(h *heard) (spoken, bool) {
	choosing := *h.s
	choosing.Asked = conversation.AskSlot
	date, hour, ok := timeOf(&choosing, d.readAgain(&choosing, h.text))
	at := slices.IndexFunc(h.tokens, func(t language.Token) bool { return t.Kind == language.Digits || say.Ordinal.Has(t.Text) })
	if !ok || date == "" || at < 0 {
		return spoken{}, false
	}
	m := understand.Moment{Day: understand.Span{From: date, To: date}, Time: understand.Span{From: hour, To: hour}}
	return spoken{place: place{h.tokens[at].Start, h.tokens[at].End}, moment: m}, true
}

// unknownNames says who they are of whom a text only has names: the one beside those who are known is the patient, and of two the
// second is the only one who waits.
func (d *dialogue) unknownNames(h *heard, patient string, at []int, said *[]spoken) bool {
	var names []string
	for _, i := range at {
		if name := h.tokens[i].Text; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	known := slices.ContainsFunc(*said, func(one spoken) bool { return one.whom != "" })
	others := slices.DeleteFunc(d.othersOf(h), func(next conversation.Next) bool { return next.For == conversation.ForWriter }) // who says no name of their own
	whom := []string{patient}
	if len(others) == 1 && others[0].Called == "" && !known {
		whom = append(whom, others[0].For)
	}
	if len(names) > len(whom) || len(names) > 0 && (patient == conversation.ForWriter || slices.ContainsFunc(*said, func(one spoken) bool { return one.whom == patient })) {
		return false
	}
	for _, i := range at {
		t := h.tokens[i]
		*said = append(*said, spoken{place: place{t.Start, t.End}, whom: whom[slices.Index(names, t.Text)]})
	}
	return true
}

// withLead is the place of a time with the small words before it: "só depois das 14h".
func withLead(p *parsed, at place) place {
	for _, t := range slices.Backward(p.tokens) {
		if t.End > at.start {
			continue
		}
		if !say.BeforeTime.Has(t.Text) {
			break
		}
		at.start = t.Start
	}
	return at
}

// partAround is where the part of a text, between marks, begins and ends in which something stands.
func (p *parsed) partAround(first, last place) (from, to int) {
	to = len(p.text)
	for i, t := range p.tokens {
		switch {
		case t.End <= first.start && p.pauses(i):
			from = t.End
		case t.Start >= last.end && p.pauses(i):
			return from, t.Start
		}
	}
	return from, to
}

// besideTheirTime is what a text says beside the part of it, between marks, that says when somebody comes; false where that says
// anything else.
func (p *parsed) besideTheirTime(said []spoken) (rest string, ok bool) {
	from, to := p.partAround(said[0].place, said[len(said)-1].place)
	for i, t := range p.tokens {
		if t.Start < from || t.End > to {
			continue
		}
		inside := slices.ContainsFunc(said, func(one spoken) bool { return one.start <= t.Start && t.End <= one.end })
		if !inside && !p.pauses(i) && !say.TheirTimeWord.Has(t.Text) && !say.BeforeTime.Has(t.Text) && !say.Our.Has(t.Text) {
			return "", false
		}
	}
	return strings.Trim(cutOut(p.text, place{from, to}), " ,.;!\n"), true
}
