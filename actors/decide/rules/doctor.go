package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// nicknamed are the doctors who are called by a title and the begin of their first name: "dr rafa".
func (d *dialogue) nicknamed(r reading) []int {
	m, ok := r.match(say.TitledName)
	if !ok {
		return nil
	}
	call := r.tokens[m.To-1].Text
	var list []int
	for _, doctor := range d.clinic.Doctors {
		names := slices.DeleteFunc(language.Tokenize(doctor.Name), func(t language.Token) bool {
			return t.Kind != language.Letters || say.DoctorTitle.Has(t.Text)
		})
		if len(call) >= minNickname && len(names) > 0 && strings.HasPrefix(names[0].Text, call) {
			list = append(list, doctor.AgendaID)
		}
	}
	return list
}

// minNickname is how much of a first name calls a doctor, in letters.
const minNickname = 3

// separateNames decides whether a name is a doctor's or the patient's.  A doctor that was settled is
// not exchanged because of a surname: that takes a title or a word like "prefiro".
func (d *dialogue) separateNames(s *conversation.State, r *reading) {
	d.dropCatalogueName(s, r)
	r.Name = withoutTrade(r.Name)
	if r.Name != "" && d.ofWriter(s, r) {
		r.Name, r.NameStated = "", false
	}
	if first, rest, _ := strings.Cut(r.Name, " "); strings.Contains(rest, " ") && say.ChildKin.Has(language.Fold(first)) {
		r.Name = rest // "meu filho Lucas Nunes"
	}
	beside := d.find(d.without(r.text, r.Name)).Doctors
	apart := r.NameStated || len(beside) > 0 || !d.firstNameOf(r.Doctors, r.Name) // a surname is no doctor
	if r.Name != "" && apart {
		r.Doctors = beside
	}
	d.narrowDoctors(r)
	d.separateRefusedDoctors(r)
	if d.doctorInPassing(s, *r) {
		r.Doctors = nil
	}
	if len(r.Doctors) > 0 && !apart {
		r.Name = ""
	}
	if len(r.Specialties)+len(r.Procedures)+len(r.Plans) > 0 && !r.NameStated && s.Asked != conversation.AskName {
		r.Name = ""
	}
}

// ofWriter reports that the name of a text is that of who writes for somebody else: "ela tem vergonha, então sou eu mesma, Marlene Lima".
func (d *dialogue) ofWriter(s *conversation.State, r *reading) bool {
	others := s.For != "" && s.For != conversation.ForWriter || len(d.kinIn(r.parsed)) > 0
	return others && slices.ContainsFunc(r.matches(say.WriterIs), func(m language.Match) bool {
		behind := r.text[r.tokens[m.To-1].End:]
		at := strings.Index(language.Fold(behind), language.Fold(r.Name))
		own := !slices.ContainsFunc(d.kinIn(r.parsed), func(kin kinWord) bool { return m.From <= kin.at && kin.at < m.To }) // "sou eu, a mãe. Enzo Lima"
		return own && at >= 0 && len(strings.Trim(behind[:at], ", ")) <= len("a")
	})
}

// dropCatalogueName drops a name that is an entry of the catalogue, or a doctor's, for the next one in the text.
func (d *dialogue) dropCatalogueName(s *conversation.State, r *reading) {
	tried := 0
	for rest := r.text; d.notPerson(s, r.Name); tried++ { // "mapeamento de retina, plano Care Plus, Fernanda Araújo, CPF …"
		shorter := d.without(rest, r.Name)
		if shorter == rest || tried == maxSeams {
			r.Name, r.NameStated = "", false
			break
		}
		facts := d.facts(shorter)
		r.Name, r.NameStated, rest = facts.Name, facts.NameStated, shorter
	}
	if d.calledDoctor(r.text, r.Name) {
		r.Name, r.NameStated = "", false // "outra pro meu marido, dr Carlos"
	}
}

// narrowDoctors keeps, of several doctors, the one behind "com", or those either of whom would do.
func (d *dialogue) narrowDoctors(r *reading) {
	if len(r.Doctors) > 1 {
		with, _, _ := strings.Cut(d.afterWith(r.parsed), ". ")
		if at := strings.IndexAny(with, ",;\n"); at >= 0 {
			with = with[:at]
		}
		if ids := d.find(with).Doctors; len(ids) == 1 {
			r.Doctors = ids // "com rafael, Maria Lima"
		}
	}
	if either := d.eitherDoctor(r.text); either != nil {
		r.Doctors = either
	}
}

// doctorInPassing reports a doctor's name that may be anybody's, where nobody asked for a doctor: another one than the
// doctor that is known takes a title or a word of wish.
func (d *dialogue) doctorInPassing(s *conversation.State, r reading) bool {
	answeredByDoctor := []conversation.Question{conversation.AskDoctor, conversation.AskService, conversation.AskOther}
	switch {
	case len(r.Doctors) == 0 || slices.Contains(answeredByDoctor, s.Asked):
		return false
	case d.onlyOfDoctor(r), d.partOfOther(r):
		return true
	case s.Request.AgendaID != 0 && s.Closed == "" && r.NameStated && !d.firstNameOf(r.Doctors, r.text):
		return true // "meu nome é Aparecida Maria de Souza, quero consulta com o doutor"
	case r.saysAny(say.Titled, say.WorksShe, say.WorksHe, say.GoesBackTo), r.says(say.WhatAbout) && !asksIdentity(s.Asked):
		return false
	case r.says(say.WithPerson) && !d.said(d.afterWith(r.parsed), say.Family):
		return false
	case !slices.ContainsFunc(r.Doctors, func(id int) bool { return d.specialtyOf(id) == s.Request.SpecialtyID }) && s.Closed == "" &&
		s.Request.SpecialtyID != 0 && !r.says(say.Prefers): // "o Pedro às 13h" is no orthopaedist's
		return true
	case r.says(say.Family), s.Closed == conversation.OutcomeBooked && r.saysAny(say.AnotherNow, say.ForThem): // "e o do João?", "o João vai, põe ele"
		return true
	default:
		return !r.says(say.Prefers) && (asksIdentity(s.Asked) || s.Request.AgendaID != 0 && s.Closed == "")
	}
}

// othersName reports that a name which a doctor of the clinic has, too, is somebody else's: without a title, where another specialty's
// thing is wanted: "ortopedista pra minha filha Beatriz".
func (d *dialogue) othersName(r reading, agendaID, procedureID int) bool {
	thing, known := d.clinic.Procedure(procedureID)
	return known && d.specialtyOf(agendaID) != thing.SpecialtyID && !r.saysAny(say.Titled, say.Prefers)
}

// firstNameOf reports whether one of the doctors is called by a name: "Ana Lima", and not "Rosa Prado Lima".
func (d *dialogue) firstNameOf(doctors []int, name string) bool {
	return slices.ContainsFunc(doctors, func(id int) bool {
		doctor, _ := d.clinic.Doctor(id)
		called := slices.DeleteFunc(strings.Fields(doctor.Name), func(word string) bool { return d.said(word, say.Titled) })
		return len(called) > 0 && slices.ContainsFunc(strings.Fields(name), func(word string) bool {
			return strings.EqualFold(called[0], word) && slices.Contains(d.find(word).Doctors, id)
		})
	})
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
	if d.parse(name).says(say.OtherPlans) {
		rest := d.parse(d.withoutPhrase(name, say.OtherPlans))
		if rest.says(say.OnlyPlan) || len(rest.tokens) == 0 {
			return true
		}
	}
	found := d.find(name)
	return s.Asked != conversation.AskName && len(found.Procedures)+len(found.Specialties) > 0
}

// afterWith is the text behind "com", where a doctor or a relative may stand.
func (d *dialogue) afterWith(p *parsed) string {
	if at, ok := p.place(say.WithPerson); ok {
		return p.text[at.start:]
	}
	return ""
}

// onlyOfDoctor reports that the only doctor of a text is named as somebody else's: "sou secretária da Dra. Beatriz".
func (d *dialogue) onlyOfDoctor(r reading) bool {
	m, ok := r.match(say.OfDoctor)
	hits := d.hits(r.text).Doctors
	if !ok || len(hits) == 0 {
		return false
	}
	at := r.placeOf(m)
	return !slices.ContainsFunc(hits, func(hit understand.Hit) bool {
		return hit.End <= at.start || hit.Start > at.end+len(". ")
	})
}

// partOfOther reports that every doctor of a text is named by a part of somebody else's name: "cardio pro Zé Carlos".
func (d *dialogue) partOfOther(r reading) bool {
	hits := d.hits(r.text).Doctors
	return len(hits) > 0 && !slices.ContainsFunc(hits, func(hit understand.Hit) bool {
		at := slices.IndexFunc(r.tokens, func(t language.Token) bool { return t.Start == hit.Start })
		if at < 1 {
			return true
		}
		doctor, _ := d.clinic.Doctor(hit.ID)
		before := r.tokens[at-1]
		given := understand.PersonName(before.Text) && capital(before) && !understand.Surname(before.Text)
		return !given || everyWord(r.tokens[at-1:at], doctor.Name) || titled(r.parsed, at-1)
	})
}
