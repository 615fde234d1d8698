// Package understand reads facts from what a patient wrote: intent, days, hours, choices, CPF, birth date, name,
// phone.  It is pure: text and a reference time go in, facts come out, and the same input always gives the same
// answer.  It never looks at the state of a conversation.
//
// All Portuguese stands in the phrase files of package language: words, names, spelling, calendar and understand.
// portuguese binds them to names.
//
// A text passes these stages, most in a file of that name: package language makes tokens of it, mend makes of short
// forms, stretched letters and typos the word meant, number makes digits of those of documents that are said in words,
// documents reads CPF and phone, fullname the name behind "meu nome é" that holds words of days, scan days, hours and parts of the day from left to right, relate joins weekday and
// date, ranges and bounds, correct drops what was refused or replaced, then name, stream, choice and intent.  stream
// are the words that phrases are matched against: what the other stages read is one word there, "@when" or "@data".
// One pass over it finds all groups of understand.phrases, and intent is a table over these.  Every stage looks a
// bounded number of words around, so that the time grows with the length of the text and no faster.
//
// What sounds like a day, an hour, a choice, a yes or a no and is none:
//
//   - Numbers of ages, doses, measures, scores, durations and houses ([measured], [all-of-them], [hours-long]) say
//     nothing, unless a word of days or hours stands with them.
//   - A day that is past ([gone-before], [gone-after]) or when somebody is busy ([denied-before], [denied-after]) is no
//     wish.  One of an engagement or a return ([aside]), or of which its clause only tells ("quinta é meu rodízio"), gives
//     way to another day that is wished; "só volto na sexta" is a bound ([only-back]), and so is the hour at which
//     somebody gets off work ([gets-off]).  How a day is or was ("hoje tá corrido") is no wish.  A day that is in another way impossible is not known here: "se minha mãe puder".
//   - A refusal whose question mark stands right behind the day ([asked-before], [asked-after], [asks-free]) asks for
//     what is free.  Without the mark only "não tem … não" does.
//   - A yes with a "but" or an "if" ([doubt]) is no confirmation, unless it says yes again ([doubt-veto]).
//   - A number right behind a weekday is an hour, unless it is the date of that weekday and an hour or a part of the day
//     stands behind it ([hour-behind]), or it is 19 or more: "sexta 13" stays 13:00.
//   - Christmas, New Year, Carnival and Easter are days behind an article ("depois do natal", not "moro em Natal"); other
//     feasts, and the days around them ("segunda de carnaval"), are none.
//   - What is parted like a CPF is one, right or wrong, and never a phone; a phone with the code of another country is
//     none, nor is a part of it.
//
// What every field means stands in docs/wire.md ("How a text is read"); where Portuguese is ambiguous that page
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
	// Any are days and hours any of which will do, where not all hours that were said go with all days: "hoje depois das
	// 16 ou amanhã até meio-dia".
	Any []When `json:"-"`
	// Not are days and hours that will not do.
	Not []When `json:"-"`
	// Behind is set where a day or an hour only says what comes before the wish: "até dia 3 não, só depois disso".
	Behind bool `json:"-"`
	// Below are those of Times whose end does not count: "antes das 8".
	Below []Span `json:"-"`
	// Timed is set when a day, an hour or a part of the day is named, whatever becomes of it; Moments has them.
	Timed bool `json:"-"`
}
