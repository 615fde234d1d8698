package receptionist

import (
	"regexp"
	"slices"
	"strings"

	"atende/actors/understand"
	"atende/integrations/model/scripted"
)

type scriptedSlot = scripted.Slot

var weekdayNames = []string{"domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"}

var (
	weekdayWord = regexp.MustCompile(`\b(domingo|segunda|terca|quarta|quinta|sexta|sabado)s?\b`)
	notOnDay    = regexp.MustCompile(`\b(?:menos|exceto|tirando|nao posso|nao consigo|nao da)(?: na| no| a| o| de)? (domingo|segunda|terca|quarta|quinta|sexta|sabado)|\b(domingo|segunda|terca|quarta|quinta|sexta|sabado)(?: feira)? nao (?:da|posso|consigo|serve)`)
	exactDay    = regexp.MustCompile(`\b\d{1,2}/\d{1,2}\b|\bdia \d|\bamanha\b|\bhoje\b|que vem|proxim[ao]|semana`)
	partOfDay   = regexp.MustCompile(`\b(boa |mais |da )?(manha|tarde|noite)\b`)
	hasMore     = regexp.MustCompile(`\b(outros?|outras?) (horarios?|dias?|semana|opc\w+)|\bmais (opcoes|horarios)\b|\bnenhum\b|\bmais tarde\b`)
	doctorName  = regexp.MustCompile(`(?i)\b(?:dra|dr|doutora|doutor)\b\.?\s+(\p{L}+(?:\s+\p{L}+){0,3})`)
	sameDoctor  = regexp.MustCompile(`\bmesm[oa] (medic[oa]|doutora?)\b`)
	anyDoctor   = regexp.MustCompile(`\b(qualquer um|tanto faz|qualquer medic[oa]|sem preferencia)\b`)
	planWords   = regexp.MustCompile(`\b(?:plano|convenio)(?: agora)?(?: e| da| do| de| pelo| pela)* ((?:\w+ ?){1,3})`)
	noPlan      = regexp.MustCompile(`\b(?:sem|nao tenho) (?:convenio|plano)\b`)
)

// searchOf is what this turn says of what is wanted, and when.
func (v *view) searchOf(r reading) search {
	s := v.fromList(r)
	request := v.situation.Request
	about := r.facts.Intent == understand.Question && r.has(aboutClinic)
	if s.Doctor == nil {
		s.Doctor = v.doctor(r)
	}
	if s.Specialty == nil && s.Doctor == nil && !about {
		s.Specialty = other(named(v.catalog.specialties(), v.text), request.Specialty)
	}
	if s.Procedure == nil && !about && (r.has(books) || v.wanted() == "procedimento") && (request.Procedure == nil || v.situation.Closed != "") {
		s.Procedure = other(named(v.procedures(s), v.text), nil)
	}
	if s.Plan == nil && !about {
		s.Plan = v.plan(r)
	}
	if !about {
		v.wish(r, &s)
	}
	return s
}

// other is a name unless it is the known one.
func other(name string, known *string) *string {
	if name == "" || known != nil && fold(*known) == fold(name) {
		return nil
	}
	return &name
}

// procedures are those that may be meant.
func (v *view) procedures(s search) []string {
	specialty := known(v.situation.Request.Specialty)
	if s.Specialty != nil || s.Doctor != nil || v.situation.Closed != "" {
		specialty = known(s.Specialty)
	}
	return v.catalog.procedures(specialty)
}

// doctor is who is named.
func (v *view) doctor(r reading) *string {
	request := v.situation.Request
	if found := doctorName.FindStringSubmatch(v.text); found != nil {
		name := found[0]
		if request.Doctor != nil && v.situation.Closed == "" && sameWords(name, *request.Doctor) {
			return nil
		}
		return &name
	}
	if b := v.situation.Booked; r.has(sameDoctor) && b != nil {
		return &b.Doctor
	}
	if list := v.listed(); v.wanted() == "medico" && len(list) > 0 && r.has(anyDoctor) {
		return &list[0]
	}
	return nil
}

// sameWords reports whether a text holds all words of a name.
func sameWords(text, name string) bool {
	words := strings.Fields(fold(text))
	for _, part := range strings.Fields(fold(name)) {
		if !slices.Contains(words, part) {
			return false
		}
	}
	return true
}

// plan is which plan is named.
func (v *view) plan(r reading) *string {
	request := v.situation.Request
	if r.has(noPlan) {
		return other("particular", request.Plan)
	}
	if name := named(v.catalog.Plans, v.text); name != "" {
		return other(name, request.Plan)
	}
	if found := planWords.FindStringSubmatch(r.folded); found != nil && !strings.Contains(r.folded, "quais") {
		return other(strings.TrimSpace(found[1]), request.Plan)
	}
	if v.wanted() == "convenio" && len(r.masks) == 0 && len(strings.Fields(r.folded)) <= 3 && r.facts.Intent == understand.Other && r.folded != "" && !chatter.MatchString(r.folded) {
		return &v.text
	}
	return nil
}

// chatter are short words that name nothing.
var chatter = regexp.MustCompile(`^(oi|ola|bom dia|boa tarde|boa noite|kkk\w*|sim|nao|ok|\d+)$`)

// fromList reads a number as what stands behind it in the list that was shown last.
func (v *view) fromList(r reading) search {
	list := v.listed()
	number := r.facts.Choice
	if bareNumber.MatchString(r.folded) {
		number = atoi(r.folded)
	}
	if number < 1 || number > len(list) || v.situation.Closed == "AGENDADO" {
		return search{}
	}
	return v.behind(list[number-1], number)
}

// behind is what a label of a list stands for.  One with a name in it may have been masked in the thread; then
// its number tells, as far as the list is one of the catalogue.
func (v *view) behind(label string, number int) search {
	if wanted := v.wanted(); placeholder.MatchString(label) && wanted == "convenio" && number <= len(v.catalog.Plans) {
		label = v.catalog.Plans[number-1]
	}
	doctor, sees := strings.CutPrefix(label, seeDoctor)
	switch {
	case sees:
		return search{Doctor: &doctor}
	case doctorName.MatchString(label):
		return search{Doctor: &label}
	case slices.Contains(v.catalog.specialties(), label):
		return search{Specialty: &label}
	case slices.Contains(v.catalog.Plans, label):
		return search{Plan: &label}
	case slices.Contains(v.catalog.procedures(""), label):
		return search{Procedure: &label}
	}
	return search{}
}

var (
	listLine = regexp.MustCompile(`(?m)^[ \t]*(\d{1,2}) - (.+)$`)
	timeItem = regexp.MustCompile(`\b(\d{1,2})(?: -)? (\d{2}:\d{2})\b`)
	marks    = strings.NewReplacer("*", "", "_", "")
)

// listed are the names of the numbered list that was shown last; nil if that was a list of times.
func (v *view) listed() []string {
	for _, text := range slices.Backward(v.said) {
		text = marks.Replace(text)
		found := listLine.FindAllStringSubmatch(text, -1)
		if timeItem.MatchString(text) {
			return nil
		}
		if len(found) == 0 {
			continue
		}
		var labels []string
		for _, f := range found {
			labels = append(labels, strings.TrimSpace(f[2]))
		}
		return labels
	}
	return nil
}

// wish reads when the patient would like to come.
func (v *view) wish(r reading, s *search) {
	if v.passing(r) {
		return
	}
	f := r.facts
	s.More = f.More || r.has(hasMore)
	switch days := weekdaysOf(r.folded); {
	case notOnDay.MatchString(r.folded):
		s.Weekdays = others(r.folded)
	case len(days) > 0 && !exactDay.MatchString(strings.ToLower(v.text)) && !exactDay.MatchString(r.folded):
		s.Weekdays = days
	default:
		for _, d := range f.Dates[:min(len(f.Dates), 8)] {
			s.Dates = append(s.Dates, span(d))
		}
	}
	if len(f.Times) > 0 {
		from, to := f.Times[0].From, f.Times[0].To
		s.From, s.To = &from, &to
	} else if part := v.period(r); part != "" {
		s.Period = &part
	}
	if len(s.Dates)+len(s.Weekdays) > 0 || s.From != nil || s.Period != nil {
		s.More = false
	}
}

// passing reports that days and hours are only told: beside the data of a person, or in a story while something
// else was asked.
func (v *view) passing(r reading) bool {
	switch v.wanted() {
	case "nome", "cpf", "nascimento", "confirmar":
		return len(r.masks) > 0 || !r.has(changesMind) && !r.has(notOnDay)
	}
	return false
}

// period is the part of the day that is named last.
func (v *view) period(r reading) string {
	part := ""
	for _, found := range partOfDay.FindAllStringSubmatch(r.folded, -1) {
		if found[1] == "" {
			part = found[2]
		}
	}
	if p := map[understand.Period]string{understand.Morning: "manha", understand.Afternoon: "tarde", understand.Evening: "noite"}[r.facts.Period]; p != "" {
		return p
	}
	return part
}

// weekdaysOf are the days of the week that a folded text names.
func weekdaysOf(folded string) []string {
	var list []string
	for _, found := range weekdayWord.FindAllStringSubmatch(folded, -1) {
		if !slices.Contains(list, found[1]) {
			list = append(list, found[1])
		}
	}
	return list
}

// others are the days of the week but those that will not do.
func others(folded string) []string {
	not := weekdaysOf(strings.Join(notOnDay.FindAllString(folded, -1), " "))
	return slices.DeleteFunc(slices.Clone(weekdayNames), func(day string) bool { return slices.Contains(not, day) })
}

// weekdayOf is "terca" for "terça-feira, 24/11/2026".
func weekdayOf(day string) string {
	name, _, _ := strings.Cut(fold(day), " ")
	return name
}

// isoDay is "2026-11-24" for "terça-feira, 24/11/2026".
func isoDay(day string) string {
	_, date, _ := strings.Cut(day, ", ")
	parts := strings.Split(date, "/")
	if len(parts) != 3 {
		return ""
	}
	return parts[2] + "-" + parts[1] + "-" + parts[0]
}
