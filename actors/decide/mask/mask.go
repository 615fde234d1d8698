// Package mask keeps what identifies a patient from a language model: CPF, phone, e-mail, birth date and, unless
// the clinic allows them, names are replaced by names of placeholders.  Only code knows what is behind them.
// It is pure.
package mask

import (
	"time"

	"atende/actors/conversation"
)

// Options say what is masked beside CPF, phone, e-mail and birth date, which always are.
type Options struct {
	// Names lets names of people through.
	Names bool
	// Asked is the open question, in whose light a text is read: after AskName two words are a name.
	Asked conversation.Question
	// Keep are names that are no patient's: doctors, the clinic.
	Keep []string
	Now  time.Time
}
