package server

import (
	"fmt"
	"strings"
	"time"

	"atende/integrations/catalog"
)

var weekdays = [...]string{
	time.Sunday: "domingo", time.Monday: "segunda-feira", time.Tuesday: "terça-feira", time.Wednesday: "quarta-feira",
	time.Thursday: "quinta-feira", time.Friday: "sexta-feira", time.Saturday: "sábado",
}

// confirmation is the text of a booking: what, with whom, when and where, and how to prepare.
func (d directory) confirmation(b booking, booked slot) confirmation {
	doctor := d.doctors[b.agendaID]
	description := fmt.Sprintf("Tudo certo, seu horário está marcado!\n%s (%s) %s\n%s, %s, às %s\n%s\nEsperamos você!",
		d.procedureNames(b.procedures), d.specialties[doctor.SpecialtyID].Name, withDoctor(doctor),
		upperFirst(weekdays[booked.start.Weekday()]), booked.start.Format("02/01/2006"), booked.hour(), d.name)
	return confirmation{Description: description, Preparo: strings.Join(d.preparation(b.procedures), "\n")}
}

// procedureNames is "Consulta", "Consulta e Eletrocardiograma", "A, B e C".
func (d directory) procedureNames(ids []int) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = d.procedures[id].Name
	}
	last := len(names) - 1
	if last <= 0 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " e " + names[last]
}

// withDoctor is "com a Dra. Ana Souza"; the article follows the title, there is no other sign.
func withDoctor(doctor catalog.Doctor) string {
	title, _, _ := strings.Cut(strings.ToLower(doctor.Name), " ")
	switch strings.TrimSuffix(title, ".") {
	case "dra", "doutora":
		return "com a " + doctor.Name
	case "dr", "doutor":
		return "com o " + doctor.Name
	}
	return "com " + doctor.Name
}

// upperFirst capitalises the first letter, which is ASCII in every weekday.
func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
