// Package understand reads facts from what a patient wrote: intent, days, hours, choices, CPF, birth date, name,
// phone.  It is pure: text and a reference time go in, facts come out, and the same input always gives the same
// answer.  It never looks at the state of a conversation.
//
// A text passes these stages, each in its file: token (words, digits, signs, without case and accents), mend (short
// forms, stretched letters and typos become the word meant), spoken (the digits of documents said in words become
// digits), digits (CPF, phone), scan (days, hours, parts of the day, from left to right), relate (weekday and date,
// ranges, bounds), correct (what was refused or replaced), name, choice, and last intent, which is a table of phrases
// over what the other stages left.  Every stage looks a bounded number of words around, so that the time grows with
// the length of the text and no faster.
//
// What every field means is fixed in the contract's page on understanding; where Portuguese is ambiguous that page
// picks one reading.
package understand

// Intent is what the patient wants with one text.  The first that applies, in the order below.
type Intent string

// The intents (contract, "atende understand").
const (
	Human      Intent = "human"
	Reschedule Intent = "reschedule"
	Cancel     Intent = "cancel"
	Decline    Intent = "decline"
	Book       Intent = "book"
	Question   Intent = "question"
	Deny       Intent = "deny"
	Confirm    Intent = "confirm"
	Thanks     Intent = "thanks"
	Greet      Intent = "greet"
	Other      Intent = "other"
)

// Period is a part of the day.
type Period string

// The parts of the day: morning ends and afternoon starts at 12:00, evening starts at 18:00.
const (
	Morning   Period = "morning"
	Afternoon Period = "afternoon"
	Evening   Period = "evening"
)

// Span is an inclusive range, of days (YYYY-MM-DD) or of clock times (HH:MM); a single day or time has From == To.
type Span struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Facts is all that one text says.  Zero fields were not said.  Its JSON is the output of `atende understand`.
type Facts struct {
	Intent     Intent `json:"intent"`
	Dates      []Span `json:"dates,omitempty"`
	Times      []Span `json:"times,omitempty"`
	Period     Period `json:"period,omitempty"`
	Choice     int    `json:"choice,omitempty"`      // 1-based position in the list last offered
	CPF        string `json:"cpf,omitempty"`         // 11 digits, check digits verified
	InvalidCPF string `json:"invalid_cpf,omitempty"` // the digits as written
	BirthDate  string `json:"birth_date,omitempty"`  // YYYY-MM-DD
	Name       string `json:"name,omitempty"`        // the patient's, as a person writes it
	Phone      string `json:"phone,omitempty"`       // digits with country code 55

	// More is set when the patient wants other options than those just offered: "outros horários", "tem mais?",
	// "outro dia", "mais tarde", "outra semana", "nenhum desses".
	More bool `json:"more,omitempty"`
	// NameStated is set when Name was introduced as one ("meu nome é …", "nome: …") or stands next to a CPF or birth
	// date, rather than guessed from a text that is only words.
	NameStated bool `json:"-"`
}
