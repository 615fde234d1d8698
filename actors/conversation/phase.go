package conversation

// Phase is where a conversation stands.  It follows from the rest of the state and is not stored.  A Stage says how far
// a booking ever got; the phase goes back when something is changed.
//
//	opening ─► service ─► searching ─► offering ─► identifying ─► confirming ─► booked
//	                          │                                    │      ▲
//	                          └─► no_times                         └─► booking
//
// Who gives the name first is not asked for it later: from offering to confirming.  A change of what is wanted leads
// back to service or searching, a time that the clinic refuses to searching.  A person can take over in every phase;
// the patient can give up or fall silent in every one that is neither booking nor an end.  The next wish leads from
// every end to service or searching; who fell silent can also go on where they were.
type Phase string

// The phases: the way of a booking, and its ends.
const (
	PhaseOpening     Phase = "opening"     // nothing is known
	PhaseService     Phase = "service"     // something is known, and nothing was looked up for it
	PhaseSearching   Phase = "searching"   // A1 is asked
	PhaseNoTimes     Phase = "no_times"    // A1 had nothing that can be offered
	PhaseOffering    Phase = "offering"    // the patient can choose
	PhaseIdentifying Phase = "identifying" // a time is chosen, and it is not known for whom
	PhaseConfirming  Phase = "confirming"  // all is known that A4 needs
	PhaseBooking     Phase = "booking"     // it is not known yet whether A4 booked (Pending)

	PhaseBooked     Phase = "booked"      // AGENDADO
	PhaseWithPerson Phase = "with_person" // TRANSFERIDO
	PhaseClosed     Phase = "closed"      // the patient gave up
	PhaseLapsed     Phase = "lapsed"      // the patient fell silent, and all that is known was kept
)

// Phase returns where the conversation stands.
func (s *State) Phase() Phase {
	switch {
	case s.Closed != "":
		return s.Ending.phase()
	case s.Pending != nil:
		return PhaseBooking
	case s.Choice != nil && s.Identified():
		return PhaseConfirming
	case s.Choice != nil:
		return PhaseIdentifying
	case len(s.Offer) > 0:
		return PhaseOffering
	case s.SearchPlan != nil:
		return PhaseSearching
	case s.Searched:
		return PhaseNoTimes
	case s.wantsAnything(), s.Patient != Identity{}:
		return PhaseService
	default:
		return PhaseOpening
	}
}

// phase is that of a workflow that ended.
func (e Ending) phase() Phase {
	switch {
	case e.Closed == OutcomeBooked:
		return PhaseBooked
	case e.Closed == OutcomeTransferred:
		return PhaseWithPerson
	case e.Lapsed:
		return PhaseLapsed
	default:
		return PhaseClosed
	}
}

// wantsAnything reports that something of what the patient wants is known.
func (w *Wanted) wantsAnything() bool {
	return w.Request != (Request{}) || !w.Wish.Empty() || len(w.Candidates) > 0
}

// awaitsPatient reports the phases in which the patient has the next word: the workflow is open, and does not wait for
// the clinic.
func (p Phase) awaitsPatient() bool {
	switch p {
	case PhaseBooking, PhaseBooked, PhaseWithPerson, PhaseClosed, PhaseLapsed:
		return false
	default:
		return true
	}
}
