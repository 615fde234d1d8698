package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/pii"
)

// situation is where the conversation stands, as the model reads it.
type situation struct {
	Now      string       `json:"agora"`
	Days     []string     `json:"proximos_dias"`
	Request  requestNames `json:"pedido"`
	Offer    []offered    `json:"oferta"`
	OfferWhy string       `json:"oferta_motivo"`
	Chosen   *moment      `json:"escolhido"`
	Patient  patientMasks `json:"paciente"`
	Booked   *bookedNames `json:"agendado"`
	Missing  []string     `json:"falta"`
	Closed   string       `json:"encerrado"`
	// Before is what an earlier conversation with the phone was about, where nothing is known of this one yet.
	Before *requestNames `json:"antes,omitempty"`
}

type requestNames struct {
	Specialty *string `json:"especialidade"`
	Doctor    *string `json:"medico"`
	Procedure *string `json:"procedimento"`
	Plan      *string `json:"convenio"`
}

type moment struct {
	Day  string `json:"dia"`
	Hour string `json:"hora"`
}

type offered struct {
	Number int `json:"numero"`
	moment
	Doctor string `json:"medico,omitempty"` // where the offer has times of several
}

type patientMasks struct {
	Name  *string `json:"nome"`
	CPF   *string `json:"cpf"`
	Birth *string `json:"nascimento"`
}

type bookedNames struct {
	moment
	Doctor    string `json:"medico"`
	Procedure string `json:"procedimento"`
}

func (d *dialogue) situation(s *conversation.State) *situation {
	list := &situation{
		Now: longDay(d.now()) + ", " + d.now().Format("15:04"), Request: d.requestNames(s.Request), Offer: []offered{},
		Days: d.nextDays(), OfferWhy: offerWhy(s), Patient: d.patientMasks(s), Missing: d.missing(s), Closed: string(s.Closed),
	}
	for i, slot := range s.Offer {
		one := offered{Number: i + 1, moment: momentOf(slot)}
		if slot.AgendaID != s.Request.AgendaID {
			doctor, _ := d.Clinic.Doctor(slot.AgendaID)
			one.Doctor = doctor.Name
		}
		list.Offer = append(list.Offer, one)
	}
	if past := s.Past; past != nil && s.Closed == "" && s.Request == (conversation.Request{}) && past.Request != (conversation.Request{}) && d.turn.Now.Sub(past.At) < conversation.GuessWindow {
		before := d.requestNames(past.Request)
		list.Before = &before
	}
	if s.Choice != nil {
		chosen := momentOf(*s.Choice)
		list.Chosen = &chosen
	}
	if b := s.Booked; b != nil {
		doctor, _ := d.Clinic.Doctor(b.Slot.AgendaID)
		procedure, _ := d.Clinic.Procedure(b.ProcedureID)
		list.Booked = &bookedNames{moment: momentOf(b.Slot), Doctor: doctor.Name, Procedure: procedure.Name}
	}
	return list
}

// nextDays are the days that patients speak of most: models count them badly.
func (d *dialogue) nextDays() []string {
	var days []string
	for n := range shownDays {
		day := d.now().AddDate(0, 0, n)
		days = append(days, longWeekday(day.Weekday())+" "+day.Format(time.DateOnly))
	}
	return days
}

// shownDays is how many days from today on the model is told.
const shownDays = 10

func (d *dialogue) now() time.Time { return d.turn.Now.In(d.Clinic.Location) }

func (d *dialogue) requestNames(r conversation.Request) requestNames {
	var names requestNames
	if s, ok := d.Clinic.Specialty(r.SpecialtyID); ok {
		names.Specialty = &s.Name
	}
	if doctor, ok := d.Clinic.Doctor(r.AgendaID); ok {
		names.Doctor = &doctor.Name
	}
	if p, ok := d.Clinic.Procedure(r.ProcedureID); ok {
		names.Procedure = &p.Name
	}
	if p, ok := d.Clinic.Plan(r.PlanID); ok {
		names.Plan = &p.Name
	}
	return names
}

// offerWhy tells an offer that is what was asked for from one that is not.
func offerWhy(s *conversation.State) string {
	if !s.Searched {
		return ""
	}
	return map[conversation.Found]string{
		conversation.FoundElse: "mais_proximos", conversation.FoundExhausted: "todos_ja_vistos", conversation.FoundNothing: "nenhum",
	}[s.Found]
}

// missing is what a booking still needs, in the order of asking.
func (d *dialogue) missing(s *conversation.State) []string {
	list := []string{}
	if s.Closed == conversation.OutcomeBooked {
		return list
	}
	r, p := s.Request, s.Patient
	for _, needed := range []struct {
		known bool
		name  string
	}{
		{r.SpecialtyID != 0, "especialidade"}, {r.AgendaID != 0 || len(s.Among) > 0, "medico"}, {r.ProcedureID != 0, "procedimento"}, {r.PlanID != 0, "convenio"},
		{s.Choice != nil, "horario"}, {p.Name != "", "nome"}, {p.CPF != "", "cpf"}, {p.BirthDate != "", "nascimento"}, {!s.LacksPhone(), "celular"},
	} {
		if !needed.known {
			list = append(list, needed.name)
		}
	}
	if len(list) == 0 {
		return []string{"confirmar"}
	}
	return list
}

// patientMasks names what is known of the patient by its masks, or says only that it is there.
func (d *dialogue) patientMasks(s *conversation.State) patientMasks {
	of := func(value string) *string {
		if value == "" {
			return nil
		}
		name := "recebido"
		for _, m := range s.Masks {
			if strings.EqualFold(m.Value, value) {
				name = m.Name
			}
		}
		return &name
	}
	return patientMasks{Name: of(s.Patient.Name), CPF: of(s.Patient.CPF), Birth: of(s.Patient.BirthDate)}
}

// hidden is one of our own texts without what identifies the patient.
func (d *dialogue) hidden(s *conversation.State, text string) string {
	known := slices.Clone(s.Masks)
	if d.Names {
		known = slices.DeleteFunc(known, func(m conversation.Mask) bool { return strings.HasPrefix(m.Name, "[NOME") })
	} else {
		names := []string{s.Patient.Name, knownName(s)}
		for _, r := range s.Returning { // proposed by the rules, who led before
			names = append(names, r.Name)
		}
		for _, name := range names {
			if name != "" {
				known = append(known, conversation.Mask{Name: "[NOME]", Value: name})
			}
		}
	}
	keep, restore := make([]string, 0, 2*len(d.Clinic.Doctors)), make([]string, 0, 2*len(d.Clinic.Doctors))
	for i, doctor := range d.Clinic.Doctors { // a patient may share a name with one
		token := fmt.Sprintf("\x01%d\x01", i)
		keep, restore = append(keep, doctor.Name, token), append(restore, token, doctor.Name)
	}
	return strings.NewReplacer(restore...).Replace(pii.Again(strings.NewReplacer(keep...).Replace(text), known))
}

func knownName(s *conversation.State) string {
	if s.Known == nil {
		return ""
	}
	return s.Known.Name
}

func longWeekday(day time.Weekday) string {
	return [...]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"}[day]
}

func longDay(day time.Time) string {
	return longWeekday(day.Weekday()) + ", " + day.Format("02/01/2006")
}

func momentOf(slot conversation.Slot) moment {
	day, err := time.Parse(time.DateOnly, slot.Date)
	if err != nil {
		return moment{Day: slot.Date, Hour: slot.Hour}
	}
	return moment{Day: longDay(day), Hour: slot.Hour}
}
