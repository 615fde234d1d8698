package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// ends handles what ends the conversation: the wish for a person, an appointment that
// exists already (the scheduling API has no call for it), giving up.
func (d *dialogue) ends(s *conversation.State, r reading) bool {
	under := s.Closed == "" && (len(s.Offer) > 0 || s.Choice != nil)
	switch {
	case s.Closed == conversation.OutcomeTransferred: // and nobody took over: try again
		d.propose(d.transfer(reasonStillWaiting, wording.TransferCalling))
	case r.Intent == understand.Human && d.offersToGoOn(s):
	case r.Intent == understand.Human:
		d.propose(conversation.Transfer{Reason: reasonAsked})
	case isExisting(r) && !under:
		d.propose(d.transfer(reasonExisting, wording.TransferExisting))
	case r.Intent == understand.Reschedule && !under:
		d.propose(d.transfer(reasonReschedule, wording.TransferReschedule))
	case r.Intent == understand.Cancel && !under:
		d.propose(d.transfer(reasonCancel, wording.TransferCancel))
	case s.Closed == "" && givesUp(s, r):
		d.propose(conversation.Close{})
	default:
		return false
	}
	return true
}

// Reasons of a hand-over, for the books (metrics.HandOverReasons).
const (
	reasonAsked         = "pediu_atendente"    // the patient wants a person
	reasonNoSlots       = "sem_horarios"       // there was nothing to choose from
	reasonNotUnderstood = "nao_entendido"      // the patient does not get on
	reasonCancel        = "cancelar"           // an appointment that exists is not wanted,
	reasonReschedule    = "remarcar"           // or at another time,
	reasonExisting      = "consulta_existente" // or is asked about
	reasonStillWaiting  = "transferencia_pendente"
)

// transfer hands over with words of the clinic.
func (d *dialogue) transfer(reason string, id wording.ID) conversation.Transfer {
	words := d.text(id)
	return conversation.Transfer{Reason: reason, Text: words.Text, From: words.From}
}

// offersToGoOn tells a patient who asks for a person while nobody is there when somebody will be, and that
// it goes on here, too.  The second time they get their way (contract, "A person is asked for").
func (d *dialogue) offersToGoOn(s *conversation.State) bool {
	back := d.clinic.BackText(d.turn.Now)
	if s.PersonOffered || d.offersPerson || s.Closed != "" || s.Pending != nil || back.Text == "" {
		return false
	}
	d.offersPerson = true
	d.instead(question{
		lead: back, text: d.text(wording.PersonOffer), asks: conversation.AskPerson,
		names: []wording.Words{d.text(wording.PersonGoOn), d.text(wording.PersonWait)}, options: []int{optionYes, optionPerson},
	})
	return true
}

// isExisting reports a question about an appointment that was made before, unless it only explains
// why another one is wanted.
func isExisting(r reading) bool {
	another := r.Intent == understand.Book || r.says(say.NoPlan)
	return r.says(say.Confirming) || r.says(say.Existing) && !another
}

// givesUp reports that the booking is dropped.  "Mudei de ideia, quero as 15h" is no giving up, nor
// is "não tenho" where the plan was asked for, nor "já volto".
func givesUp(s *conversation.State, r reading) bool {
	if s.Nudged && r.says(say.BareNo) && !answersNo(s) {
		return true // "Ainda quer marcar?"
	}
	if r.Intent != understand.Cancel && r.Intent != understand.Decline {
		return false
	}
	answers := s.Asked == conversation.AskPlan && r.says(say.NoPlan) || r.says(say.NotMyself)
	news := news(s.Request, r.Mentions)
	news.Procedures = nil // "não quero mais a consulta"
	asks := !r.wish().Empty() || !news.Empty() || r.Choice > 0 || r.identifies()
	if s.Asked == conversation.AskPerson && r.says(say.WaitsForPerson) {
		return false // "prefiro esperar"
	}
	return !answers && !asks && !r.says(say.Waiting) && !(r.says(say.Prefers) && namesOther(s.Request, r.Mentions))
}

// namesOther reports a doctor, a specialty or a plan beside the one that is known: "mudei de ideia, quero o Dr.
// Carlos".
func namesOther(known conversation.Request, m conversation.Mentions) bool {
	other := func(ids []int, own int) bool { return len(ids) > 0 && own != 0 && !slices.Contains(ids, own) }
	return other(m.Doctors, known.AgendaID) || other(m.Specialties, known.SpecialtyID) || other(m.Plans, known.PlanID)
}

// answersNo reports that a no answers the open question.
func answersNo(s *conversation.State) bool {
	switch s.Asked {
	case conversation.AskPlan, conversation.AskSame, conversation.AskOther, conversation.AskPerson, conversation.AskConfirm:
		return true
	default:
		return s.Asked == conversation.AskSlot && len(s.Offer) == 1
	}
}

// afterBooking answers what comes after an appointment was made without starting over (features 24),
// unless another one is wanted.
func (d *dialogue) afterBooking(s *conversation.State, r reading, asked inquiry) bool {
	if s.Closed != conversation.OutcomeBooked || s.Booked == nil {
		return false
	}
	d.tell(asked)
	another := r.says(say.Others) || r.says(say.Myself)
	switch {
	case changesBooking(s, r, another):
		id := wording.TransferChange
		if r.says(say.Mistaken) || !r.wish().Empty() || r.More {
			id = wording.TransferReschedule
		}
		d.propose(d.transfer(reasonReschedule, id))
		return true
	case r.Intent == understand.Book:
		return false
	}
	switch r.Intent {
	case understand.Deny, understand.Decline:
		if r.says(say.NoMore) {
			d.propose(d.transfer(reasonCancel, wording.TransferCancel))
			return true
		}
		if r.Choice > 0 || !r.Mentions.Empty() || !r.wish().Empty() || r.More || r.says(say.Mistaken) {
			d.propose(d.transfer(reasonReschedule, wording.TransferReschedule))
			return true
		}
		if r.Intent == understand.Deny && r.says(say.BareNo) { // to what?
			d.note(d.bookedText(s.Booked))
		} else {
			d.note(d.fresh(s, wording.TalkWelcome))
		}
	case understand.Thanks:
		d.note(d.fresh(s, wording.TalkWelcome))
	case understand.Confirm:
		if r.says(say.Confirms) {
			d.note(d.bookedText(s.Booked))
		} else {
			d.note(d.fresh(s, wording.TalkAgreed))
		}
	case understand.Question:
		if !asked.only() {
			d.afterwards(s, r)
		}
	default:
		if !r.Mentions.Empty() || another && (r.says(say.OneMore) || otherData(s.Patient, r)) || r.says(say.SameDoctor) {
			return false // another one, "agora pro meu marido"
		}
		d.afterwards(s, r)
	}
	return true
}

// changesBooking reports that something of the appointment that was made shall be different.
func changesBooking(s *conversation.State, r reading, another bool) bool {
	wish := r.wish()
	otherTime := !wish.Empty() && !wish.Allows(s.Booked.Slot) && !r.says(say.SeeYou)
	switch {
	case r.says(say.Amends) && r.Intent != understand.Question:
		return !another || !r.says(say.OneMore)
	case r.Intent == understand.Question || r.Intent == understand.Thanks || r.Intent == understand.Greet:
		return r.says(say.AnotherTime) && !another
	case another || r.Intent == understand.Book && !r.Mentions.Empty():
		return false
	default:
		return otherData(s.Patient, r) || otherTime && !r.says(say.OneMore) || r.says(say.AnotherTime)
	}
}

// otherData reports a CPF or a birth date that is not the one that was booked with.
func otherData(p conversation.Identity, r reading) bool {
	return r.CPF != "" && r.CPF != p.CPF || r.BirthDate != "" && r.BirthDate != p.BirthDate
}

// afterwards answers questions about the appointment that was made.
func (d *dialogue) afterwards(s *conversation.State, r reading) {
	switch {
	case r.says(say.AsksPrepare) && s.Booked.Preparation != "":
		d.note(preparation(s.Booked))
	case r.Intent == understand.Question && !r.says(say.AsksWhen):
		d.answer(s, r)
	case r.says(say.Mistaken):
		d.propose(d.transfer(reasonReschedule, wording.TransferReschedule))
	default:
		d.note(d.bookedText(s.Booked))
	}
}

// afterGoodbye lets a goodbye be a goodbye.
func (d *dialogue) afterGoodbye(s *conversation.State, r reading) bool {
	if s.Closed != conversation.OutcomeNoInterest || r.data() {
		return false
	}
	switch r.Intent {
	case understand.Thanks, understand.Deny, understand.Decline, understand.Cancel:
		d.note(d.fresh(s, wording.TalkUntilThen))
		return true
	default:
		return false
	}
}
