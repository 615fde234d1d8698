package session

import (
	"cmp"
	"context"
	"errors"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/integrations/scheduling"
)

// registers names the A3 that this process made last: of a turn, known by its number and by when its oldest row was
// accepted, and for a patient, by the hash of the CPF.
type registers struct {
	turn    int
	since   time.Time
	patient string
}

// errRegisters: this process has made the call of this turn before.
var errRegisters = errors.New("registered before")

// registerPatient makes A3.  What it answers, or that it does not, settles nothing: the conversation looks the CPF
// up afterwards in any case, and only a patient who is unknown then, or cannot be looked up, goes to a person (spec
// A3, "immediately call A2"; docs/decisions.md).  It is made once a turn and process: a turn that is begun again,
// because its commit failed, may find the patient still missing whom the first call is about to register.  Of a call
// that failed the error comes beside the event, for the history.
func (s *session) registerPatient(ctx context.Context, t *turn, e conversation.RegisterPatient) (conversation.Event, error) {
	this := registers{t.number, t.since, string(record.HashOf(e.Identity.CPF))}
	if s.registers == this {
		return conversation.Registered{}, errRegisters
	}
	err := s.Scheduling.Register(ctx, scheduling.NewPatient{
		Name: e.Identity.Name, CPF: e.Identity.CPF, BirthDate: e.Identity.BirthDate, Phone: cmp.Or(s.rec.Phone, s.rec.State.Phone),
	})
	if afterRegister(outbox.FateOf(err, false)) == lookUp {
		s.registers = this
	}
	switch {
	case err == nil:
		return conversation.Registered{}, nil
	case ctx.Err() != nil || s.lost(): // A2 could not be asked either
		return nil, &uncontrolled{cause: err}
	default:
		s.Log.WarnContext(ctx, "registration failed, the patient is looked up", "session", s.id, "turn", t.number, "error", err)
		return conversation.Registered{}, err
	}
}

// afterA3 is what follows an A3.
type afterA3 string

const (
	lookUp      afterA3 = "A2 at once; A3 is not made again in this turn"
	lookUpAgain afterA3 = "A2 at once; a turn that begins again may make A3"
)

// afterRegister is what follows an A3: a look, whatever it answered (spec A3).  Only one that certainly did not
// leave may be made again by the same process in the same turn.
func afterRegister(f outbox.Fate) afterA3 {
	if f == outbox.NotSent {
		return lookUpAgain
	}
	return lookUp
}
