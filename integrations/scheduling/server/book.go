package server

import (
	"context"
	"database/sql"
	"net/http"
	"strings"
	"time"
	"unicode"
)

const (
	// intentHeader names the right to book one slot; a repeat of it gets the first answer.  The same
	// header with intentKnown in an answer tells the caller that repeating is safe.
	intentHeader    = "Atende-Intent"
	intentKnown     = "1"
	maxIntentLength = 200
	maxServices     = 20
)

// bookRequest is the body of A4.
type bookRequest struct {
	PacienteID int    `json:"paciente_id"`
	CPF        string `json:"cpf"`
	ConvenioID int    `json:"convenio_id"`
	Data       string `json:"data"` // DD-MM-YYYY, unlike the requests of A1 and A3
	Hora       string `json:"hora"`
	AgendaID   int    `json:"agenda_id"`
	AgendaTipo string `json:"agenda_tipo"`
	Status     string `json:"status"`
	Servicos   []struct {
		ID int `json:"id"`
	} `json:"servicos"`
}

// booking is a valid A4, before anything was looked up.
type booking struct {
	patientID     int
	cpf           string
	planID        int
	agendaID      int
	procedures    []int
	day           time.Time     // midnight UTC
	sinceMidnight time.Duration // wall-clock time of the clinic
	intent        string        // "" without the header
}

// confirmation is what a booked patient reads (spec A4); both texts are kept with the booking.
type confirmation struct {
	Description string `json:"description"`
	Preparo     string `json:"preparo"`
}

// book is A4.
func (s *Server) book(ctx context.Context, c call) (any, error) {
	b, err := decodeBooking(c.body)
	if err != nil {
		return nil, err
	}
	if b.intent, err = intentOf(c.header); err != nil {
		return nil, err
	}
	confirmed, err := s.confirm(ctx, b)
	if err != nil {
		return nil, err
	}
	if s.quirks.TopLevel {
		return confirmed, nil
	}
	return envelope{confirmed}, nil
}

func decodeBooking(body []byte) (booking, error) {
	var r bookRequest
	if err := decode(body, &r); err != nil {
		return booking{}, err
	}
	var c checks
	b := booking{patientID: r.PacienteID, cpf: r.CPF, planID: r.ConvenioID, agendaID: r.AgendaID}
	c.positive(r.PacienteID, "paciente_id")
	c.cpf(r.CPF)
	c.positive(r.ConvenioID, "convenio_id")
	c.positive(r.AgendaID, "agenda_id")
	c.that(r.AgendaTipo == "cs", `O campo agenda_tipo deve ser "cs".`)
	c.that(r.Status == "ativo", `O campo status deve ser "ativo".`)
	c.that(len(r.Servicos) > 0 && len(r.Servicos) <= maxServices, "O campo servicos deve ter de 1 a 20 procedimentos.")
	for _, service := range r.Servicos {
		c.positive(service.ID, "servicos.id")
		b.procedures = appendOnce(b.procedures, service.ID)
	}
	b.day = c.exactTime(layoutWireDay, r.Data, "data", "DD-MM-AAAA")
	hour := c.exactTime(layoutHour, r.Hora, "hora", "HH:MM")
	b.sinceMidnight = time.Duration(hour.Hour())*time.Hour + time.Duration(hour.Minute())*time.Minute
	return b, c.err
}

// intentOf is the intent of a request, "" without one.
func intentOf(header http.Header) (string, error) {
	intent := header.Get(intentHeader)
	unusable := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }
	if len(intent) > maxIntentLength || strings.ContainsFunc(intent, unusable) {
		return "", malformed("O cabeçalho Atende-Intent deve ter até 200 caracteres visíveis.")
	}
	return intent, nil
}

// confirm books the slot, or finds what an earlier call of the same kind was told.
//
// All of it is one transaction that holds the write lock, so two calls never look at the same slot
// at once; the unique constraints stand behind that.  The order matters: the patient first, so that
// nobody reads another's confirmation; then repeats, so that a repeat is not refused because its time
// has passed meanwhile; then what the clinic offers.
func (s *Server) confirm(ctx context.Context, b booking) (confirmation, error) {
	var out confirmation
	err := s.database.write(ctx, func(tx *sql.Tx) error {
		if err := samePatient(ctx, tx, b); err != nil {
			return err
		}
		wanted, err := s.slotOf(b)
		if err != nil {
			return err
		}
		first, repeated, err := firstAnswer(ctx, tx, b, wanted)
		if err != nil || repeated {
			out = first
			return err
		}
		now := s.now()
		if wanted, err = s.admissible(b, wanted, now); err != nil {
			return err
		}
		occupied, err := s.busy(ctx, tx, []int{b.agendaID}, b.day, b.day)
		if err != nil {
			return err
		}
		if occupied.meets(wanted) {
			return errTaken // somebody else is with the doctor before this one is through, or still
		}
		out = s.clinic.confirmation(b, wanted)
		return insertAppointment(ctx, tx, b, wanted, out, now)
	})
	return out, err
}

// samePatient refuses an unknown patient and one that has another CPF.
func samePatient(ctx context.Context, tx *sql.Tx, b booking) error {
	p, exists, err := findByID(ctx, tx, b.patientID)
	switch {
	case err != nil:
		return err
	case !exists:
		return unacceptable("O paciente informado não existe.")
	case p.cpf != b.cpf:
		return unacceptable("O paciente informado não tem este CPF.")
	}
	return nil
}

var (
	errUnknownTime = unacceptable("Este horário não existe na agenda informada.")
	errTooLong     = unacceptable("O procedimento não cabe na agenda a partir deste horário.")
)

// slotOf is the slot that is asked for, whether the agenda has it or not.
func (s *Server) slotOf(b booking) (slot, error) {
	start, exists := s.calendar.at(b.day, b.sinceMidnight)
	if !exists {
		return slot{}, errUnknownTime
	}
	return slot{agendaID: b.agendaID, start: start}, nil
}

// admissible refuses what the clinic does not offer; the slot is as long as its procedures take.
func (s *Server) admissible(b booking, wanted slot, now time.Time) (slot, error) {
	doctor, knownDoctor := s.clinic.doctors[b.agendaID]
	_, knownPlan := s.clinic.plans[b.planID]
	switch {
	case !knownDoctor:
		return slot{}, unacceptable("A agenda informada não existe.")
	case !knownPlan:
		return slot{}, unacceptable("O convênio informado não existe.")
	case !s.clinic.performs(doctor, b.procedures):
		return slot{}, unacceptable("O procedimento informado não existe nesta agenda.")
	case !wanted.start.After(now):
		return slot{}, unacceptable("Este horário já passou.")
	case b.day.After(s.calendar.lastDay(now)):
		return slot{}, unacceptable("A agenda ainda não está aberta para esta data.")
	}
	if _, opens := s.calendar.opening(b.agendaID, wanted.start, 0); !opens {
		return slot{}, errUnknownTime
	}
	fitting, fits := s.calendar.opening(b.agendaID, wanted.start, s.clinic.takes(b.procedures))
	if !fits {
		return slot{}, errTooLong
	}
	return fitting, nil
}
