package load

import (
	"fmt"
	"strings"

	"atende/integrations/catalog"
)

// book is the script Book.  The patient answers what is asked; stages only go up, so a part of an
// earlier stage came twice or too late.
type book struct{ wish string }

// The stages of a booking, as far as the patient can see them.
const (
	stageStart = iota
	stageOffer
	stageName
	stageCPF
	stageBirth
	stageReadBack
	stageDescribed // half of the confirmation came
	stageDone
)

// newBook asks for the first doctor with the first procedure of the specialty and the first plan.
func newBook(clinic *catalog.Clinic) book {
	doctor := clinic.Doctors[0]
	specialty, procedure := "", ""
	for _, s := range clinic.Specialties {
		if s.ID == doctor.SpecialtyID {
			specialty = s.Name
		}
	}
	for _, p := range clinic.Procedures {
		if p.SpecialtyID == doctor.SpecialtyID {
			procedure = p.Name
			break
		}
	}
	return book{wish: fmt.Sprintf("queria marcar %s de %s com %s, plano %s",
		procedure, specialty, doctor.Name, clinic.Plans[0].Name)}
}

func (b book) say(p *patient) []string {
	who := identityOf(p.conversation())
	switch p.stage {
	case stageOffer:
		return []string{"1"}
	case stageName:
		return []string{who.name}
	case stageCPF:
		return []string{who.cpf}
	case stageBirth:
		return []string{who.birth}
	case stageReadBack:
		return []string{"sim"}
	default:
		return []string{b.wish}
	}
}

func (b book) hear(p *patient, part string) hearing {
	stage := stageOf(part)
	same := digest(part) == p.heard
	open := p.open()
	switch {
	case same:
		return hearing{repeated: true}
	case stage != stageStart && stage < int(p.stage):
		return hearing{disordered: true}
	case len(open) == 0:
		return hearing{extra: true}
	case stage == stageStart || stage == int(p.stage): // nothing to go on with
		return hearing{answered: open, over: true, unread: true}
	case stage == stageDone && p.stage != stageDescribed:
		return hearing{disordered: true}
	}
	p.stage = uint8(stage)
	switch stage {
	case stageDescribed: // the rest follows
		return hearing{}
	default:
		return hearing{answered: open, over: stage == stageDone}
	}
}

// stageOf reads a part the way a patient does.
func stageOf(part string) int {
	switch {
	case strings.Contains(part, confirmationMark):
		return stageDescribed
	case strings.Contains(part, preparationMark):
		return stageDone
	case strings.Contains(part, "Posso marcar?"):
		return stageReadBack
	case strings.Contains(part, "*nome completo*"): // alone, or with all that is needed
		return stageName
	case strings.Contains(part, "*data de nascimento*"):
		return stageBirth
	case strings.Contains(part, "*CPF*"):
		return stageCPF
	case strings.Contains(part, "  *1* ") && strings.Contains(part, ":00"):
		return stageOffer
	default:
		return stageStart
	}
}
