package conversation

import "time"

// Move is what a driver may propose.  Each is a tool of the agent, with its name in the clinic's
// language, and each is checked like a request from a stranger.
type Move interface{ Tool() string }

// Search (consultar_horarios) records what is wanted and, once all identifiers are known, asks for
// free times.  Zero ids and an empty wish keep what is known.
type Search struct {
	Request
	// Candidates are procedures of which the one of the specialty is meant, once that is known.
	Candidates []int
	// Among are agendas of one specialty, any of which will do; a doctor named in Request goes first.
	Among []int
	Wish  Wish
	// Not are times that will not do, beside those that were named before.
	Not []Wish
	// AnyDay and AnyHour take back the days or the hours that were wished before; those in Wish count.
	AnyDay, AnyHour bool
	// More asks for the next offer of the same search instead of a new one.
	More bool
	// Renew asks again for what was offered or chosen a while ago.
	Renew bool
	// Unsure are those of the ids that the patient's own words speak against: what leaves no choice, too.
	Unsure []Question
	// SamePlan takes the plan of the booking before where none is named, as long as it is for the same patient.
	SamePlan bool
	// Shared says that the plan of Request is that of all who come: "nós temos Unimed".
	Shared bool
}

// Choose (escolher_horario) takes a slot of the current offer by its 1-based number; 0 takes the
// choice back.
type Choose struct {
	Number int
}

// Identify (identificar_paciente) records who the appointment is for; "" keeps what is known.
type Identify struct {
	Identity
	// Other says that it is for somebody else than the one whose data are known.
	Other bool
	// For says who the patient is to the writer, with an article ("a sua mãe"), ForWriter that it is
	// the writer; "" keeps what is known.
	For string
	// Beside are CPFs that were given, too, and are not yet known to be the patient's.
	Beside []string
	// Age is how old the patient is said to be, in years, at least 1; AgeForgotten takes that back, 0 keeps what is known.
	Age int
	// Half is the beginning of a CPF (digits) or of a birth date (DD, DD/MM or YYYY) whose rest may come next; "" forgets the last one.
	Half string
}

// AgeForgotten as Identify.Age: what was said of the patient's age counts no more.
const AgeForgotten = -1

// ForWriter as Identify.For: the writer is the patient.
const ForWriter = "self"

// Later (anotar_proximo) keeps something in mind that is booked after the present booking; the zero value forgets all
// that was kept.
type Later struct {
	Next Next
	// Drop forgets that one alone.
	Drop bool
	// Served says that the appointment just made is theirs, and not the writer's, whose turn comes instead.
	Served bool
}

// TakeUp (iniciar_proximo) begins the first of what was kept in mind, after a booking.
type TakeUp struct{}

// Confirm (confirmar_agendamento) books the chosen slot for the identified patient, once all of it was read back
// (contract, "The read-back"): the last question was AskConfirm, and nothing has changed since.
type Confirm struct {
	// Agreed says that the patient said yes to that; without it nothing is booked.
	Agreed bool
	// Beside is what else the patient said with the yes, to be read once an appointment is made; "" for nothing.
	Beside string
}

// Resume (retomar_atendimento) takes up a conversation that was closed because the patient stayed
// silent, with all that was known, the open question and the offer.
type Resume struct{}

// Close (encerrar_atendimento) ends the conversation: the patient gave up.
type Close struct{}

// Transfer (transferir_atendimento) hands the session to a person.
type Transfer struct {
	// Reason is for the log and the operator: a short word, no patient data.
	Reason string
	// Text is what the patient reads first; "" for the usual sentence.
	Text string
	// From names what Text comes from, see Say.
	From []string
	// Asked is what the patient wants of the data that are stored of them; "" for nothing, or nothing that is known.
	Asked DataRequest
}

// Reply ends a turn with words of the driver.
type Reply struct {
	// Text may be empty when the code already said everything in this turn.
	Text string
	// Asks is the question the text ends with, kept in the state; Options are the ids behind its
	// numbers.
	Asks    Question
	Options []int
	// Names are the numbered answers as the text has them, one for each of Options; nil where it does not list them.
	Names []string
	// Lists says that the text shows every time of the offer.
	Lists bool
	// Misunderstood counts a text that nothing was learned from.
	Misunderstood bool
	// Excuses says that something could not be answered or read.
	Excuses bool
	// Brief says that the question was put in its short form.
	Brief bool
	// Holds says that the text leaves the patient time to think about it.
	Holds bool
	// OffersPerson says that the text offers to go on to a patient who asked for a person.
	OffersPerson bool
	// Foreign is the language other than Portuguese in which the text promises a person, "" for none.
	Foreign string
	// Spoken is who besides the patient of the booking before was asked about, and for what.
	Spoken Spoken
	// Afterwards is what the patient said that is to be read once an appointment is made; "" for nothing new.
	Afterwards string
	// Ailing are conditions that the patient told in the turn and that make other signs an emergency, by the names of
	// emergency.phrases.
	Ailing []string
	// Regrets says that the text is sorry for what the patient complained of.
	Regrets bool
	// Heard is when the patient's newest message of the turn came.  It is zero in a turn without
	// messages (one that goes on after a crash): silence is then counted from the message before.
	Heard time.Time
	// Unlists says that the text shows some times of the offer, but not as the list that was read: a number may now
	// mean another one.
	Unlists bool
	// Line is what is remembered of Text where words are remembered, masked; "" for Text itself.
	Line string
	// From names what Text comes from, see Say.
	From []string
	// Mark is Mark of that message's text.
	Mark uint32
	// Idle says that a language model led the turn and the conversation did not get on.
	Idle bool
	// Unsure are things that the patient's words of the turn speak against, whatever was put down before.
	Unsure []Question
	// Unanswered is no driver's: it says that the patient wrote in this turn and was told nothing before this reply.  A
	// Text without words is then replaced (contract, "No silent turn").
	Unanswered bool
}

func (Search) Tool() string   { return "consultar_horarios" }
func (Choose) Tool() string   { return "escolher_horario" }
func (Identify) Tool() string { return "identificar_paciente" }
func (Confirm) Tool() string  { return "confirmar_agendamento" }
func (Later) Tool() string    { return "anotar_proximo" }
func (TakeUp) Tool() string   { return "iniciar_proximo" }
func (Resume) Tool() string   { return "retomar_atendimento" }
func (Close) Tool() string    { return "encerrar_atendimento" }
func (Transfer) Tool() string { return "transferir_atendimento" }

// Event is an input of Step: a Move, a Reply, or the result of an effect.
type Event any

// Result is what Step decided.
type Result struct {
	Effects []Effect
	// Refusal is why the event was not done; the state is then unchanged but for what could be
	// recorded.
	Refusal *Refusal
	// Done ends the turn: nothing more is asked of the driver.
	Done bool
}

// Results of effects.
type (
	// SlotsFound answers FindSlots; the slots passed the discards of spec A1 and are in order.
	SlotsFound struct{ Slots []Slot }
	// PatientFound answers FindPatient.  Differs is what the clinic's record has otherwise than the patient said (see
	// Identity.Differs); what it has stays outside.
	PatientFound struct {
		ID      int
		Differs []Question
	}
	// PatientMissing answers FindPatient when A2 gave the string variant.
	PatientMissing struct{}
	// Registered answers RegisterPatient, whatever became of the call: only A2 tells whether the patient is
	// known by now (spec A3).
	Registered struct{}
	// AppointmentMade answers MakeAppointment after a 2xx with both texts.
	AppointmentMade struct{ Description, Preparation string }
	// AppointmentRefused answers MakeAppointment when it was definitely not executed.
	AppointmentRefused struct{}
	// AppointmentPending answers MakeAppointment for now: it is not known yet what became of it.
	// Another answer follows.
	AppointmentPending struct{}
	// AppointmentUncertain answers MakeAppointment when it can no longer be known: a person must look.
	AppointmentUncertain struct{}
	// AppointmentMadeTextless answers MakeAppointment when it was certainly made and its texts are
	// lost: the patient hears what was booked, and a person adds the rest.
	AppointmentMadeTextless struct{}
	// AppointmentDropped ends the wait without a word: a person has the session, and no appointment
	// is known to exist.
	AppointmentDropped struct{}
)

// FromA4 is the source of the clinic's own words about an appointment.
const FromA4 = "clinic:a4"

// Causes of Unmet (journal.Demand.Cause).
const (
	UnmetNone   = "none"   // the clinic had no time at all
	UnmetWished = "wished" // none as wished
	UnmetPlan   = "plan"   // it does not take the plan, or nobody without one
	UnmetPerson = "person" // a person was asked for while nobody of the clinic answers
)

// Effect is something the caller must do.
type Effect interface{ effect() }

// Effects with a result: the caller performs them and feeds the result back with Step.  At most
// one such effect is returned by a Step, and it is the last of the list.
type (
	// FindSlots is A1 for Request, on the days From..To (YYYY-MM-DD, inclusive), once for each of Agendas, which are at
	// most MaxAgendas.  One that fails is left out where another one answers, or where all are Optional.
	FindSlots struct {
		Request  Request
		Agendas  []int
		From, To string
		Optional bool
	}
	// FindPatient is A2.
	FindPatient struct{ CPF string }
	// RegisterPatient is A3.
	RegisterPatient struct{ Identity Identity }
	// MakeAppointment is A4.  N is the number of the booking intent within the session; the
	// intent must be durable before the call.
	MakeAppointment struct {
		N         int
		PatientID int
		CPF       string
		Slot      Slot
		Request   Request
	}
)

// Effects without a result.
type (
	// Say sends a text to the patient; blank lines part it into messages.  From names what the words come
	// from, in order and each once: "text:ID" of package wording, "catalog:answers.KEY", "tool:NAME",
	// FromA4, "model:NAME prompt=HASH"; for the history only.  It may be shared and must not be changed.
	Say struct {
		Text string
		From []string
		// Menu is what can be tapped under the last of these messages; nil for nothing.
		Menu *Menu
	}
	// HandOver transfers the session to the human department after what was said before.
	HandOver struct{ Reason string }
	// DataAsked notes that the patient asked for what is stored of them.
	DataAsked struct{ What DataRequest }
	// ForgetPhone ends that patients of earlier chat sessions are proposed to the phone, until one books again.
	ForgetPhone struct{}
	// Tag adds a contact tag, if the clinic uses them.
	Tag struct{ Name string }
	// Reached counts a stage of the funnel.
	Reached struct{ Stage Stage }
	// Ended counts an outcome.
	Ended struct{ Outcome Outcome }
	// Unmet counts a wish that could not be offered: once a search, whatever is offered
	// instead.  Parts are those of the wish that were not counted before in this workflow, at least one.
	// Cause is UnmetNone or UnmetWished; or UnmetPlan or UnmetPerson, once in a workflow, whose part is any time.
	Unmet struct {
		Request Request
		Wish    Wish
		Parts   []Part
		Cause   string
	}
)

// Requests are what is asked of A1, one for each agenda.
func (e FindSlots) Requests() []Request {
	list := make([]Request, len(e.Agendas))
	for i, agenda := range e.Agendas {
		list[i] = e.Request
		list[i].AgendaID = agenda
	}
	return list
}

func (FindSlots) effect()       {}
func (FindPatient) effect()     {}
func (RegisterPatient) effect() {}
func (MakeAppointment) effect() {}
func (Say) effect()             {}
func (HandOver) effect()        {}
func (DataAsked) effect()       {}
func (ForgetPhone) effect()     {}
func (Tag) effect()             {}
func (Reached) effect()         {}
func (Unmet) effect()           {}
func (Ended) effect()           {}

// Refusal is why a Move was not done, for the driver to act on; no patient data, no text for the
// patient.
type Refusal struct {
	Reason Reason
	// Missing lists what is still needed or wrong, for ReasonMissing, ReasonNotIdentified,
	// ReasonBadIdentity and ReasonOtherRecord.
	Missing []Question
}

// Reason is a short code of a Refusal.
type Reason string

// The reasons.
const (
	ReasonMissing       Reason = "missing"        // not everything is known that A1 needs
	ReasonUnknownID     Reason = "unknown_id"     // an id that is not in the catalogue
	ReasonNoOffer       Reason = "no_offer"       // nothing was offered
	ReasonStale         Reason = "stale"          // the choice is hours old and must be looked up again
	ReasonNotOffered    Reason = "not_offered"    // a number that is not in the offer
	ReasonBadIdentity   Reason = "bad_identity"   // name, CPF or birth date cannot be right
	ReasonOtherRecord   Reason = "other_record"   // the clinic's record under the CPF says something else
	ReasonNotChosen     Reason = "not_chosen"     // no slot was chosen
	ReasonNotAgreed     Reason = "not_agreed"     // the patient was asked whether to book, and did not say yes
	ReasonNotIdentified Reason = "not_identified" // name, CPF, birth date or phone is missing
	ReasonClosed        Reason = "closed"         // the workflow has ended
	ReasonPending       Reason = "pending"        // an appointment is being made, its result is not known yet
	ReasonUnexpected    Reason = "unexpected"     // a result that nothing waits for
)
