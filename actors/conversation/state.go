// Package conversation is the pure core of a booking conversation: its state, the moves a driver
// may propose, the effects that follow, and the words of what the code itself says.  It does no
// I/O, reads no clock, starts no goroutine and has no randomness; what it decides depends on its
// arguments alone, so that every behaviour is a transcript.
//
// A driver (the rules, or a language model) proposes a Move; Step checks it as if a stranger had
// sent it, changes the state, and either refuses with a reason or returns Effects.  The caller
// performs the effects in order and feeds each result back with Step.
package conversation

import (
	"slices"
	"time"

	"atende/actors/understand"
)

// Question is what the patient was asked last; a short answer is read in its light.
type Question string

// The questions, in the order in which they are normally asked.
const (
	AskNothing   Question = ""
	AskService   Question = "service"   // specialty or doctor
	AskDoctor    Question = "doctor"    // which of several
	AskProcedure Question = "procedure" // which of several
	AskPlan      Question = "plan"
	AskSlot      Question = "slot"  // choose from the offer
	AskOther     Question = "other" // nothing was left: other doctor, other days, a person
	AskName      Question = "name"
	AskCPF       Question = "cpf"
	AskBirthDate Question = "birth_date"
	AskPhone     Question = "phone"   // where no channel tells one
	AskSame      Question = "same"    // for the same person as the last booking
	AskPerson    Question = "person"  // go on here, or wait for a person
	AskConfirm   Question = "confirm" // whether to book what was read back
	AskChange    Question = "change"  // what of that shall be otherwise
	AskNext      Question = "next"    // whether to go on with the first of Next
	AskPast      Question = "past"    // whether to go on with Past
	AskFree      Question = "free"    // something of a language model's own
)

// Stage is how far the booking got, for the funnel.
type Stage string

// The stages (contract, "Metrics").
const (
	Started    Stage = "started"
	Wished     Stage = "wished"     // anything of what is wanted: a doctor, a plan, a day
	Identified Stage = "identified" // all four identifiers resolved
	Offered    Stage = "offered"
	Chosen     Stage = "chosen"
	PatientOK  Stage = "patient" // paciente_id known
	BookedOK   Stage = "booked"
)

// Outcome is how a workflow ended (contract, "Outcomes").
type Outcome string

// The outcomes that a conversation can have.  The IGNORADO_… ones belong to the filters.
const (
	OutcomeBooked      Outcome = "AGENDADO"
	OutcomeNoSlots     Outcome = "FALHA_CONSULTA"
	OutcomeTransferred Outcome = "TRANSFERIDO"
	OutcomeNoInterest  Outcome = "SEM_INTERESSE"
)

// People are all whose data the state holds.
func (s *State) People() []Identity {
	list := []Identity{s.Patient, s.Aside, s.Disputed, {Name: s.FirstName}}
	if s.Known != nil {
		list = append(list, *s.Known)
	}
	if s.Past != nil {
		list = append(list, s.Past.Patient)
	}
	for _, next := range s.Next {
		list = append(list, next.Patient)
	}
	for _, r := range slices.Concat(s.Returning, s.Served) {
		list = append(list, r.Identity)
	}
	for _, v := range s.Visits {
		list = append(list, Identity{Name: v.Name})
	}
	for _, booked := range s.Appointments() {
		list = append(list, Identity{Name: booked.Name, CPF: booked.CPF})
	}
	return slices.DeleteFunc(list, func(who Identity) bool { return who == Identity{} })
}

// Request is what the patient wants; an id is 0 while it is not known.
type Request struct {
	SpecialtyID int `json:"specialty,omitempty"`
	AgendaID    int `json:"agenda,omitempty"`
	ProcedureID int `json:"procedure,omitempty"`
	PlanID      int `json:"plan,omitempty"`
}

// Complete reports whether A4 may be asked for it.
func (r Request) Complete() bool {
	return r.SpecialtyID != 0 && r.AgendaID != 0 && r.ProcedureID != 0 && r.PlanID != 0
}

// Next is somebody or something that is booked after the present booking, which it is like otherwise.
type Next struct {
	// For says who the patient is to the writer, with an article ("o seu filho"); "" for the same patient.
	For string `json:"for,omitempty"`
	// Called is the first name that the writer calls them by ("Bia"), one word of letters; "" where it was not said.
	Called string `json:"called,omitempty"`
	// ProcedureID is what is booked; 0 for the same.
	ProcedureID int `json:"procedure,omitempty"`
	// AgendaID is whom it is with; 0 for the same, or nobody yet.
	AgendaID int `json:"agenda,omitempty"`
	// PlanID is the plan; 0 for the same.
	PlanID int `json:"plan,omitempty"`
	// SameDay says that it shall be on the day of the booking before.
	SameDay bool `json:"same_day,omitempty"`
	// After says that it shall be on that day, behind it.
	After bool `json:"after,omitempty"`
	// Date and Hour are when, if that was said; "" for as near to the booking before as can be.
	Date string `json:"date,omitempty"`
	Hour string `json:"hour,omitempty"`
	// Wish is when, where it is said in other words than those of one day or one hour ("quinta de manhã"); Date and Hour,
	// which every release reads, are then empty.
	Wish Wish `json:"wish,omitzero"`
	// Patient is what is known of somebody else whose turn comes: "o Miguel é 20/09/2017, cpf …".
	Patient Identity `json:"patient,omitzero"`
}

// fulfilledBy reports that the booking of a request for somebody is what was kept in mind.
func (n Next) fulfilledBy(r Request, whom string) bool {
	self := func(whom string) bool { return whom == "" || whom == ForWriter }
	return (n.For == whom || self(n.For) && self(whom)) && (n.ProcedureID == r.ProcedureID || n.ProcedureID == 0 && n.For != "")
}

// Ready reports whether A1 may be asked (S-1-8): all identifiers are known, or any of several doctors will do.
func (w *Wanted) Ready() bool {
	r := w.Request
	if len(w.Among) > 0 {
		r.AgendaID = w.Among[0]
	}
	return r.Complete()
}

// Span is an inclusive range of days (YYYY-MM-DD) or hours (HH:MM).
type Span = understand.Span

// Wish is when the patient would like to come; empty fields do not restrict.
type Wish struct {
	Dates []Span `json:"dates,omitempty"`
	// Weekdays are days of the week, any of which will do ("sexta de manhã").
	Weekdays []time.Weekday    `json:"weekdays,omitempty"`
	Times    []Span            `json:"times,omitempty"`
	Period   understand.Period `json:"period,omitempty"`
	// Latest asks for the last times of each day.
	Latest bool `json:"latest,omitempty"`
	// Any are wishes any of which will do, "hoje depois das 16 ou amanhã até meio-dia"; the fields above hold then, too,
	// and say no more than all of these together.
	Any []Wish `json:"any,omitempty"`
}

// Empty reports whether the wish restricts nothing.
func (w Wish) Empty() bool {
	return len(w.Dates)+len(w.Weekdays)+len(w.Times) == 0 && w.Period == "" && !w.Latest && len(w.Any) == 0
}

// Slot is one free time of one agenda.
type Slot struct {
	AgendaID int    `json:"a"`
	Date     string `json:"d"` // YYYY-MM-DD
	Hour     string `json:"h"` // HH:MM
}

// Identity is who the appointment is for.
type Identity struct {
	Name      string `json:"name,omitempty"`
	CPF       string `json:"cpf,omitempty"`        // 11 digits, checked
	BirthDate string `json:"birth_date,omitempty"` // YYYY-MM-DD
}

// Complete reports whether the patient can be looked up and registered.
func (i Identity) Complete() bool { return i.Name != "" && i.CPF != "" && i.BirthDate != "" }

// Booked is an appointment that A4 confirmed in this conversation.
type Booked struct {
	Slot        Slot   `json:"slot"`
	ProcedureID int    `json:"procedure"`
	Description string `json:"description"`
	Preparation string `json:"preparation"`
	// Name, CPF, Born and For are who it is for, PlanID how it is paid; zero in states of a release that did not note them.
	Name   string `json:"name,omitempty"`
	CPF    string `json:"cpf,omitempty"`
	Born   string `json:"born,omitempty"`
	For    string `json:"for,omitempty"`
	PlanID int    `json:"plan,omitempty"`
}

// Found tells what the last search led to, for the driver's words.
type Found string

// What a search can lead to.
const (
	FoundNothing   Found = ""          // not searched, or A1 had nothing usable: FALHA_CONSULTA
	FoundWished    Found = "wished"    // Offer is what was asked for
	FoundElse      Found = "else"      // nothing as wished; Offer is the nearest there is
	FoundExhausted Found = "exhausted" // every time was offered already; Offer is the first again
)

// SearchPlan is a search in progress: which part of the calendar was asked for, and what was relaxed because nothing
// was found without that.
type SearchPlan struct {
	// AfterOffer is set while only days after the last offer are looked at.
	AfterOffer bool `json:"later,omitempty"`
	// IgnoreWish is set once the wish was given up, but for its first day.
	IgnoreWish bool `json:"unbound,omitempty"`
	// FromToday is set once that first day was given up, too.
	FromToday bool `json:"sooner,omitempty"`
	// RepeatOffers is set once everything was offered and the list starts over.
	RepeatOffers bool `json:"again,omitempty"`
	// Keep is a time that was chosen before what the search depends on changed: it stays chosen if
	// the clinic still has it.
	Keep *Slot `json:"keep,omitempty"`
	// Near is a time that is gone: the days from its own on are looked at first.
	Near *Slot `json:"near,omitempty"`
	// Others is set while other doctors of the specialty are asked for what this one has not as wished; Beside are those
	// of their times that are shown beside the nearest of this one.
	Others bool   `json:"others,omitempty"`
	Beside []Slot `json:"beside,omitempty"`
	// Listed is set while a time that the waiting list offers is looked for once more.
	Listed bool `json:"listed,omitempty"`
}

// State is everything a conversation remembers.  It is stored as JSON, in which the groups do not show: their fields
// stand side by side, in the order in which they stand here.
type State struct {
	Wanted
	Offering
	PatientData
	Contact
	Progress
	Talk
	Ending
	ModelMemory
	Audit
	Ahead
	Waiting
}

// Wanted is what the patient asks for.
type Wanted struct {
	Request Request `json:"request"`
	// Carried says that the plan of Request is that of the booking before, and was not named for this one.
	Carried bool `json:"carried,omitempty"`
	// SharedPlan is a plan that is said to be that of all who come: "nós temos Unimed".
	SharedPlan int `json:"shared_plan,omitempty"`
	// Near is the appointment before, next to which times are looked for once all else is known; nil for none.
	Near *Slot `json:"near,omitempty"`
	// Candidates are procedures that were named before the specialty was known ("uma consulta").
	Candidates []int `json:"candidates,omitempty"`
	// Among are agendas any of which will do ("tanto faz", "uma médica"); Request.AgendaID is 0 then, until a time of one
	// of them is chosen.
	Among []int `json:"among,omitempty"`
	Wish  Wish  `json:"wish"`
	// Past is what an earlier conversation with the same phone was about, for a day; nil for none.
	Past *Past `json:"past,omitempty"`
	// Next are what else was asked for, to be booked after this, at most maxNext.
	Next []Next `json:"next,omitempty"`
	// Not are times that will not do ("quarta não posso"); nothing is offered that one of them allows.
	Not []Wish `json:"not,omitempty"`
}

// Offering is the search for free times, what the patient can choose from, and what was chosen.
type Offering struct {
	// Offer is what the patient may choose from, in the order of its numbers; Seen are the slots
	// of earlier offers of the same search.
	Offer []Slot `json:"offer,omitempty"`
	Seen  []Slot `json:"seen,omitempty"`
	// OfferFor is the agenda that the offer was looked up for, 0 for any of Among; it may show times of others, too.
	OfferFor int `json:"offer_for,omitempty"`
	// Listed is a mark of the offer that the patient read last: numbers are of that one.
	Listed uint32 `json:"listed,omitempty"`
	// OfferedAt is when A1 listed Offer; zero in states of a release that did not note it.
	OfferedAt time.Time `json:"offered_at,omitzero"`
	// Gone are slots that the clinic refused to book; they are not offered again.
	Gone []Slot `json:"gone,omitempty"`
	// SearchPlan is set while A1 is asked.
	SearchPlan *SearchPlan `json:"hunt,omitempty"`
	// Found is what the last search led to.
	Found Found `json:"found,omitempty"`
	// Lacking are those of several wishes, any of which would do, that nothing is free for; NoDays are the days of the week that were
	// wished and on which nothing is free for weeks, nor will be: the doctor is not there then.
	Lacking []Wish         `json:"lacking,omitempty"`
	NoDays  []time.Weekday `json:"no_days,omitempty"`
	// Together says how the offer suits those who come next and want to come on the same day; "" where nobody does.
	Together Together `json:"together,omitempty"`
	// Searched is set once A1 answered for the present Request and Wish.
	Searched bool `json:"searched,omitempty"`
	// SlotGone is set when the chosen time was taken meanwhile, until the patient was told.
	SlotGone bool `json:"slot_gone,omitempty"`
	// Options are the ids behind the numbers of the last question that was not an offer.
	Options []int `json:"options,omitempty"`
	// Choice is the time that the patient took; Left is the one that they had taken before the present list, "no mesmo horário" of which
	// they may still want.
	Choice *Slot `json:"choice,omitempty"`
	Left   *Slot `json:"left,omitempty"`
}

// PatientData is who the appointment is for, and what the clinic knows of them.
type PatientData struct {
	Patient Identity `json:"patient"`
	// Aside are data that were given before somebody else was named, in case that was no patient after all.
	Aside Identity `json:"aside,omitzero"`
	// FirstName is what came without a surname; the next answer may be the rest of it.
	FirstName string `json:"first_name,omitempty"`
	// Half is the beginning of a CPF (digits) or of a birth date (DD, DD/MM or YYYY) that came in part.
	Half string `json:"half,omitempty"`
	// For says who the patient is to the writer, with an article ("a sua mãe", "a dona Heloísa"); "" for the writer, or where
	// that was not said.
	For string `json:"for,omitempty"`
	// Own says that the writer is the patient, or who is Known, in their own words: where For is "" and Own is false nobody knows.
	Own bool `json:"own,omitempty"`
	// Age is how old the patient was said to be, in years, at least 1; 0 for not said.
	Age int `json:"age,omitempty"`
	// Known is who the last booking of this session was for.
	Known *Identity `json:"known,omitempty"`
	// Returning are patients of earlier chat sessions of the phone who may be proposed, the newest first; Proposed is a mark of
	// those whom the patient was asked about, UsualPlan the plan of then of who is the patient by a yes to that, 0 for none.
	Returning []Returning `json:"returning,omitempty"`
	Proposed  uint32      `json:"proposed,omitempty"`
	UsualPlan int         `json:"usual_plan,omitempty"`
	// PatientID is the paciente_id of A2 for Patient.CPF, 0 while not looked up.
	PatientID int `json:"patient_id,omitempty"`
	// Registered is set once A3 was called for Patient.CPF.
	Registered bool `json:"registered,omitempty"`
	// Rechecked is AskName once name and birth date were asked again because the clinic's record under Patient.CPF says
	// something else; releases that asked for one of them noted which.
	Rechecked Question `json:"rechecked,omitempty"`
	// Disputed are name and birth date as they were said before that: who puts one datum right means the others still.
	Disputed Identity `json:"disputed,omitzero"`
}

// Contact is the phone under which A3 registers patients (celular).
type Contact struct {
	// NoPhone is set while neither the webhook nor the session record tells a phone.
	NoPhone bool `json:"no_phone,omitempty"`
	// Phone is what the writer gave then: digits with country code.
	Phone string `json:"phone,omitempty"`
}

// Progress is how far the booking got, and what became of those before.
type Progress struct {
	// Bookings counts the booking intents of this session; the newest one's number.
	Bookings int `json:"bookings,omitempty"`
	// Pending is set while it is not known what became of the newest intent: Choice is then neither
	// booked nor free, and nothing can be searched, chosen or booked.
	Pending *Pending `json:"pending,omitempty"`
	// Booked is the last appointment of this session.
	Booked *Booked `json:"booked,omitempty"`
	// Earlier are those before it, the first one first, at most maxEarlier.
	Earlier []Booked `json:"earlier,omitempty"`
	// Served are whom appointments of this session were made for, the newest last, where a phone is recognised
	// (Clinic.Recognises).
	Served []Returning `json:"served,omitempty"`
	// Former is what the last booking of this session was of, for "o mesmo médico".
	Former *Request `json:"former,omitempty"`
	// Stages are those that were already counted in this workflow.
	Stages []Stage `json:"stages,omitempty"`
}

// Spoken is who was asked about, as the writer is told back, and for what; either may be missing.
type Spoken struct {
	For         string `json:"for,omitempty"`
	ProcedureID int    `json:"procedure,omitempty"`
}

// Talk is how the conversation goes: the open question, what was said and heard last, and how well both sides
// understand each other.
type Talk struct {
	// Asked is the open question.
	Asked    Question `json:"asked,omitempty"`
	Misses   int      `json:"misses,omitempty"`   // texts in a row that were not understood
	Excuses  int      `json:"excuses,omitempty"`  // replies in a row that could not answer something
	Excused  int      `json:"excused,omitempty"`  // all such replies, so that none says it in the words of another
	Refusals int      `json:"refusals,omitempty"` // A4 answers in a row that booked nothing
	// Greeted is set once the patient was greeted in this workflow.
	Greeted bool `json:"greeted,omitempty"`
	// PersonOffered is set once a patient who asked for a person was told that it goes on here, too.
	PersonOffered bool `json:"person_offered,omitempty"`
	// Foreign is the language, "en" or "es", in which the last reply promised a person to who goes on in it.
	Foreign string `json:"foreign,omitempty"`
	// Spoken is whom, or what, was asked about since the last booking and is not booked: "marca pra ele".
	Spoken Spoken `json:"spoken,omitzero"`
	// Regretted is set once the patient was told that we are sorry: once is enough.
	Regretted bool `json:"regretted,omitempty"`
	// Ailing are the conditions that were told (Reply.Ailing), each once: "grávida" is said once in a conversation.
	Ailing []string `json:"ailing,omitempty"`
	// HeardAt is when the patient last wrote, AskedAt when the open question was put; zero in states
	// of releases that did not note it.
	HeardAt time.Time `json:"heard_at,omitzero"`
	AskedAt time.Time `json:"asked_at,omitzero"`
	// Brief is set when the open question was put in its short form.
	Brief bool `json:"brief,omitempty"`
	// Held is set while the patient, who wants to think about it, was told that there is no hurry: "tá bom" answers that
	// then, and not the open question.
	Held bool `json:"held,omitempty"`
	// Said is a mark of the last reply, so that the same words are not said twice in a row; Heard is one
	// of the last message, so that a copy of it is not read as another answer.
	Said  uint32 `json:"said,omitempty"`
	Heard uint32 `json:"heard,omitempty"`
	// Nudged is set once the patient was reminded since HeardAt.
	Nudged bool `json:"nudged,omitempty"`
}

// Ending is how the workflow ended; but for what waits for that, it is empty while the workflow is open.
type Ending struct {
	// Lapsed is set when the workflow was closed because the patient stayed silent: everything is
	// kept, the offer too, for when they come back.
	Lapsed bool `json:"lapsed,omitempty"`
	// Closed is set when the workflow ended; the next wish starts a new one.
	Closed Outcome `json:"closed,omitempty"`
	// HandedOver is the reason why it ended with a person, as HandOver has it; "" for another end.
	HandedOver string `json:"handed_over,omitempty"`
	// Beside waits for the end with an appointment: what the patient said beside the yes to it, to be read then.
	Beside string `json:"beside,omitempty"`
}

// ModelMemory is what a language model needs to lead the conversation, and what its moves are checked against.
// Unsure and ReadBack hold for moves of the rules, too.
type ModelMemory struct {
	// Thread are the last words of both sides, the patient's masked; only drivers that need them fill it
	// (Heard).  Masks are what its masks stand for.
	Thread []Line `json:"thread,omitempty"`
	Masks  []Mask `json:"masks,omitempty"`
	// Unsure are things that the patient's own words speak against, until they are named again: a plan, a kind of visit.
	Unsure []Question `json:"unsure,omitempty"`
	// ReadBack is a mark of what was read back: a yes is a yes to that.
	ReadBack uint32 `json:"read_back,omitempty"`
	// Idled counts the turns in a row that a language model led without getting on.
	Idled int `json:"idled,omitempty"`
	// Usage is what a language model cost in this workflow.
	Usage *Usage `json:"usage,omitempty"`
}

// Audit is what is kept for those who ask afterwards, and for limits.
type Audit struct {
	// StartedAt is when the first message of this workflow came; zero in states of a release that did not
	// note it.
	StartedAt time.Time `json:"started_at,omitzero"`
	// Notice is the privacy notice that the patient read last.
	Notice *Notice `json:"notice,omitempty"`
	// Unmet are marks of the wishes of this workflow that could not be met, so that each counts once.
	Unmet []uint32 `json:"unmet,omitempty"`
	// CPFs are those that were given in the last day, the newest last.
	CPFs []GivenCPF `json:"cpfs,omitempty"`
	// VisitEvents are what became of questions about appointments in this session, the newest last, at most maxVisitEvents:
	// what reports count, because an appointment is forgotten once it began.
	VisitEvents []VisitEvent `json:"visit_events,omitempty"`
}

// Notice says which privacy notice was read, and when.
type Notice struct {
	Version string    `json:"v"` // a short hash of its words
	At      time.Time `json:"at"`
}

// Usage is what a language model was asked for.
type Usage struct {
	Calls      int   `json:"calls"`
	Prompt     int   `json:"prompt"`     // tokens
	Completion int   `json:"completion"` // tokens
	Micros     int64 `json:"micros"`     // cost, in millionths of the currency that the clinic's price is in
}

// Plus is the sum of two.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Calls: u.Calls + v.Calls, Prompt: u.Prompt + v.Prompt, Completion: u.Completion + v.Completion, Micros: u.Micros + v.Micros,
	}
}
