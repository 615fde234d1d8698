// Package attendance reads the answer to the question whether a patient comes to an appointment, which atende put the day
// before it (conversation.Visit).  It stands before whatever driver leads: it takes what answers that question, and leaves
// everything else to the driver, with the question still open.
//
// Its Portuguese stands in attendance.phrases and attendance.examples.
package attendance

import (
	"context"
	"strings"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
)

// portuguese is what the package knows of the language.
type portuguese struct {
	book *language.Book
	// answers tells what an answer to the question is for.
	answers *language.Examples

	phrases struct{ NoReminders language.Group }
}

// learned reads the files once, before the first patient waits for it.
var learned = sync.OnceValue(func() *portuguese {
	pt := &portuguese{book: language.Must(language.Options{Files: []string{"attendance"}})}
	pt.book.MustBind(&pt.phrases)
	var err error
	if pt.answers, err = language.Learn("attendance"); err != nil {
		panic(err) // a test reads the file
	}
	return pt
})

// likely is how likely what a message is for must be; less is no answer, and the driver's.
const likely = 0.6

// The kinds of attendance.examples that answer the question.
const kindYes, kindNo, kindMove = "yes", "no", "move"

// answerOf is the answer of a kind, "" for none.
func answerOf(kind string) conversation.Attendance {
	switch kind {
	case kindYes:
		return conversation.Comes
	case kindNo:
		return conversation.ComesNot
	case kindMove:
		return conversation.ComesAnother
	default:
		return ""
	}
}

// New wraps a driver; for a clinic that asks nobody it is the driver itself.
func New(driver decide.Driver, clinic *conversation.Clinic) decide.Driver {
	if clinic.Patience.Before <= 0 && clinic.Patience.Hold <= 0 {
		return driver
	}
	return &reader{driver: driver, pt: learned()}
}

// reader is stateless and safe for concurrent use if its driver is.
type reader struct {
	driver decide.Driver
	pt     *portuguese
}

// Start begins the answer to one turn.
func (r *reader) Start(turn decide.Turn) decide.Dialogue {
	return &dialogue{Dialogue: r.driver.Start(turn), turn: turn, pt: r.pt}
}

// dialogue answers the question before an appointment, if the turn does, and else lets the driver speak.
type dialogue struct {
	decide.Dialogue
	turn  decide.Turn
	pt    *portuguese
	begun bool
}

// Account implements decide.Accountant where the driver does.
func (d *dialogue) Account() decide.Account { return decide.AccountOf(d.Dialogue) }

// Next implements decide.Dialogue.
func (d *dialogue) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	if !d.begun {
		d.begun = true
		if answer, ok := d.answer(s); ok {
			return answer, nil
		}
	} else if refused != nil && refused.Reason == conversation.ReasonUnexpected {
		refused = nil // of ours, perhaps; it tells the driver nothing
	}
	return d.Dialogue.Next(ctx, s, refused)
}

// answer is what the messages of the turn say to the question.  The last that says anything counts; one that says something
// else leaves the turn to the driver, behind a yes.
func (d *dialogue) answer(s *conversation.State) (move conversation.Attend, ok bool) {
	asked := s.AskedToCome(d.turn.Now)
	if s.SaidToCome(d.turn.Now) && !asked {
		return d.thanks()
	}
	for _, m := range d.turn.Messages {
		answer, more := d.pt.read(m.Text, d.turn.Now)
		move.Heard = m.At
		switch {
		case m.Tapped: // which answers what it stands under
			move.More = true
		case answer == conversation.AskNoMore:
			return conversation.Attend{Answer: answer, Heard: m.At}, true
		case !asked:
		case answer == "" && understand.Read(m.Text, d.turn.Now).Intent == understand.Greet:
		case answer == "":
			move.More = true
		default:
			move.Answer, move.More = answer, move.More || more
		}
	}
	if move.More && move.Answer != conversation.Comes { // who asks something beside a no is told by whoever takes over
		move.More = false
	}
	return move, move.Answer != ""
}

// thanks are those of somebody who has just said that they come, and nothing else.
func (d *dialogue) thanks() (move conversation.Attend, ok bool) {
	for _, m := range d.turn.Messages {
		answer, more := d.pt.read(m.Text, d.turn.Now)
		thanks := understand.Read(m.Text, d.turn.Now).Intent == understand.Thanks
		if m.Tapped || more || !thanks && answer != conversation.Comes {
			stops := answer == conversation.AskNoMore
			return conversation.Attend{Answer: conversation.AskNoMore, Heard: m.At}, stops
		}
		move.Heard = m.At
	}
	move.Answer = conversation.Comes
	return move, len(d.turn.Messages) > 0
}

// read is the answer of a message, "" for none, and whether it asks something beside.
func (pt *portuguese) read(text string, now time.Time) (answer conversation.Attendance, more bool) {
	if found := pt.book.Scan(pt.words(text)); found.Has(pt.phrases.NoReminders) {
		return conversation.AskNoMore, false
	}
	facts := understand.Read(text, now)
	kind, sure := pt.answers.Likeliest(text)
	asks := strings.Contains(text, "?")
	switch {
	case facts.Intent == understand.Human || strings.TrimSpace(text) == "":
		return "", false
	case facts.Intent == understand.Reschedule:
		return conversation.ComesAnother, false
	case facts.Intent == understand.Cancel && kind != kindMove:
		return conversation.ComesNot, false
	case sure >= likely && pt.knows(text):
		return answerOf(kind), asks
	case facts.Intent == understand.Confirm && !asks:
		return conversation.Comes, false
	case facts.Intent == understand.Deny && !asks:
		return conversation.ComesNot, false
	default:
		return "", false
	}
}

// knows reports a text of which anything was learned: what is unknown altogether is of no kind.
func (pt *portuguese) knows(text string) bool {
	letters := false
	for _, t := range language.Tokenize(text) {
		if t.Kind != language.Letters {
			continue
		}
		if letters = true; pt.answers.Knows(t.Text) {
			return true
		}
	}
	return !letters // a thumb
}

func (pt *portuguese) words(text string) []language.Word {
	words, _ := pt.book.PlainTokens(text)
	return words
}
