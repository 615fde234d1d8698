package outbox

import (
	"net/http"

	"atende/integrations/outbound"
)

// The decisions about calls of others, each a table or a function without state.  docs/decisions.md is made of them
// (TestDecisionsPage), and tells why.

// Way is how a part goes to the patient (spec C, rule 2).
type Way string

// The ways.
const (
	InSession Way = "in the session"
	WithMenu  Way = "in the session, with what can be tapped"
	ByPhone   Way = "by phone"
	eitherWay Way = "either" // of a rule
)

// Fate is how a call ended.
type Fate string

// How calls end.
const (
	Done       Fate = "2xx"
	Refused    Fate = "4xx but 408, 429"
	Failed     Fate = "3xx, 408, 5xx"
	Busy       Fate = "429"
	Unanswered Fate = "no answer, or a 2xx that is no JSON"
	NotSent    Fate = "not sent"
)

// Fates are all of them.
var Fates = []Fate{Done, Refused, Failed, Busy, Unanswered, NotSent}

// FateOf reads the error of a client.  A call that was held back because the other side asked to be left alone counts
// as answered 429 where that was the answer to the same thing before.
func FateOf(err error, busyBefore bool) Fate {
	switch kind := outbound.KindOf(err); {
	case err == nil:
		return Done
	case kind == outbound.NotSent && busyBefore && outbound.RetryAfterOf(err) > 0:
		return Busy
	case kind == outbound.NotSent:
		return NotSent
	case kind == outbound.Refused:
		return Refused
	case outbound.StatusOf(err) == http.StatusTooManyRequests:
		return Busy
	case outbound.StatusOf(err)/100 == 2: // of a proxy, or a page: nobody knows what became of the call
		return Unanswered
	case outbound.StatusOf(err) != 0:
		return Failed
	default:
		return Unanswered
	}
}

// Step is what follows a call.
type Step string

// What follows a try to send a part.
const (
	NextItem   Step = "marked, the next one"
	phoneNow   Step = "by phone, at once"
	wordsAlone Step = "in the session without it, at once"
	OnceMore   Step = "once more in the session, once the gateway has answered a read of it"
	ToPerson   Step = "not said again: a person"
	tryLater   Step = "later, first in the session, with growing pauses"
	NotOurs    Step = "not sent, because of the session and not of the gateway"
	waitInLine Step = "later, in the session: after Retry-After or growing pauses, 20 s after the first 429 at the latest"
)

// MaxUnanswered is how many tries of a part may go without an answer before it is not said again but for one: said
// once more at most (contract, "Repeated parts").
const MaxUnanswered = 1

// situation is what was before a try of a part.
type situation struct {
	phone     bool // the patient's phone is known
	phoned    bool // the part was tried by phone
	repeated  bool // a try before got no answer
	impatient bool // 20 s have passed since its first 429
}

// Rule says what follows a try.
type Rule struct {
	Way  Way
	Fate Fate
	When string // the situation in words
	is   func(situation) bool
	Then Step
}

func always(situation) bool { return true }

// Rules are asked in order; the first that fits counts.
var Rules = []Rule{
	{eitherWay, Done, "", always, NextItem},
	{eitherWay, Unanswered, "for the first time", func(s situation) bool { return !s.repeated }, OnceMore},
	{eitherWay, Unanswered, "for the second time", always, ToPerson},
	{eitherWay, NotSent, "", always, tryLater},
	{WithMenu, Refused, "", always, wordsAlone},
	{InSession, Refused, "a phone is known", func(s situation) bool { return s.phone }, phoneNow},
	{InSession, Failed, "a phone is known and was not tried", func(s situation) bool { return s.phone && !s.phoned }, phoneNow},
	{InSession, Busy, "within 20 s of the first", func(s situation) bool { return !s.impatient && !s.phoned }, waitInLine},
	{InSession, Busy, "then, a phone is known and was not tried", func(s situation) bool { return s.phone && !s.phoned }, phoneNow},
	{eitherWay, Refused, "else", always, tryLater},
	{eitherWay, Failed, "else", always, tryLater},
	{eitherWay, Busy, "else", always, tryLater},
}

// fits reports a rule for a way.  Those for the session hold for a part with what can be tapped, too.
func (r Rule) fits(w Way) bool {
	return r.Way == w || r.Way == eitherWay || r.Way == InSession && w == WithMenu
}

// afterSend is what follows a try to send a part.
func afterSend(w Way, f Fate, s situation) Step {
	for _, rule := range Rules {
		if rule.fits(w) && rule.Fate == f && rule.is(s) {
			return rule.Then
		}
	}
	return tryLater
}

// What follows a transfer of our own.
const (
	WithPerson    Step = "a person has the session: silence, `TRANSFERIDO`, the tag"
	NobodyComes   Step = "the patient is told whom to call; `ERRO`, an error in the log; the next message tries it again"
	transferAgain Step = "again, after Retry-After or growing pauses of up to a minute, for a day; then `ERRO`"
)

// AfterTransfer is what follows a transfer: only a definite refusal ends it for now, and only a confirmation counts.
// Repeating it is harmless (cluster.md, 6).
func AfterTransfer(f Fate) Step {
	switch f {
	case Done:
		return WithPerson
	case Refused:
		return NobodyComes
	default:
		return transferAgain
	}
}
