package session

import (
	"net/http"

	"atende/integrations/outbound"
)

// The decisions about calls of others, each a table or a function without state.  docs/decisions.md is made of them
// (TestDecisionsPage), and tells why.

// way is how a part goes to the patient (spec C, rule 2).
type way string

const (
	inSession way = "in the session"
	byPhone   way = "by phone"
	eitherWay way = "either" // of a rule
)

// fate is how a call ended.
type fate string

const (
	fateDone       fate = "2xx"
	fateRefused    fate = "4xx but 408, 429"
	fateFailed     fate = "3xx, 408, 5xx"
	fateBusy       fate = "429"
	fateUnanswered fate = "no answer, or a 2xx that is no JSON"
	fateNotSent    fate = "not sent"
)

// fates are all of them.
var fates = []fate{fateDone, fateRefused, fateFailed, fateBusy, fateUnanswered, fateNotSent}

// fateOf reads the error of a client.  A call that was held back because the other side asked to be left alone counts
// as answered 429 where that was the answer to the same thing before.
func fateOf(err error, busyBefore bool) fate {
	switch kind := outbound.KindOf(err); {
	case err == nil:
		return fateDone
	case kind == outbound.NotSent && busyBefore && outbound.RetryAfterOf(err) > 0:
		return fateBusy
	case kind == outbound.NotSent:
		return fateNotSent
	case kind == outbound.Refused:
		return fateRefused
	case statusOf(err) == http.StatusTooManyRequests:
		return fateBusy
	case statusOf(err)/100 == 2: // of a proxy, or a page: nobody knows what became of the call
		return fateUnanswered
	case statusOf(err) != 0:
		return fateFailed
	default:
		return fateUnanswered
	}
}

// step is what follows a call.
type step string

// What follows a try to send a part.
const (
	nextItem   step = "marked, the next one"
	phoneNow   step = "by phone, at once"
	onceMore   step = "once more in the session, once the gateway has answered a read of it"
	toPerson   step = "not said again: a person"
	tryLater   step = "later, first in the session, with growing pauses"
	waitInLine step = "later, in the session: after Retry-After or growing pauses, 20 s after the first 429 at the latest"
)

// maxUnanswered is how many tries of a part may go without an answer before it is not said again but for one: said
// once more at most (contract, "Repeated parts").
const maxUnanswered = 1

// situation is what was before a try of a part.
type situation struct {
	phone     bool // the patient's phone is known
	phoned    bool // the part was tried by phone
	repeated  bool // a try before got no answer
	impatient bool // 20 s have passed since its first 429
}

// sendRule says what follows a try.
type sendRule struct {
	way  way
	fate fate
	when string // the situation in words
	is   func(situation) bool
	then step
}

func always(situation) bool { return true }

// sendRules are asked in order; the first that fits counts.
var sendRules = []sendRule{
	{eitherWay, fateDone, "", always, nextItem},
	{eitherWay, fateUnanswered, "for the first time", func(s situation) bool { return !s.repeated }, onceMore},
	{eitherWay, fateUnanswered, "for the second time", always, toPerson},
	{eitherWay, fateNotSent, "", always, tryLater},
	{inSession, fateRefused, "a phone is known", func(s situation) bool { return s.phone }, phoneNow},
	{inSession, fateFailed, "a phone is known and was not tried", func(s situation) bool { return s.phone && !s.phoned }, phoneNow},
	{inSession, fateBusy, "within 20 s of the first", func(s situation) bool { return !s.impatient && !s.phoned }, waitInLine},
	{inSession, fateBusy, "then, a phone is known and was not tried", func(s situation) bool { return s.phone && !s.phoned }, phoneNow},
	{eitherWay, fateRefused, "else", always, tryLater},
	{eitherWay, fateFailed, "else", always, tryLater},
	{eitherWay, fateBusy, "else", always, tryLater},
}

// afterSend is what follows a try to send a part.
func afterSend(w way, f fate, s situation) step {
	for _, rule := range sendRules {
		if (rule.way == w || rule.way == eitherWay) && rule.fate == f && rule.is(s) {
			return rule.then
		}
	}
	return tryLater
}

// What follows a transfer of our own.
const (
	withPersonNow step = "a person has the session: silence, `TRANSFERIDO`, the tag"
	nobodyComes   step = "the patient is told whom to call; `ERRO`, an error in the log; the next message tries it again"
	transferAgain step = "again, after Retry-After or growing pauses of up to a minute, for a day; then `ERRO`"
)

// afterTransfer is what follows a transfer: only a definite refusal ends it for now, and only a confirmation counts.
// Repeating it is harmless (cluster.md, 6).
func afterTransfer(f fate) step {
	switch f {
	case fateDone:
		return withPersonNow
	case fateRefused:
		return nobodyComes
	default:
		return transferAgain
	}
}

// What follows an A3.
const (
	lookUp      step = "A2 at once; A3 is not made again in this turn"
	lookUpAgain step = "A2 at once; a turn that begins again may make A3"
)

// afterRegister is what follows an A3: a look, whatever it answered (spec A3).  Only one that certainly did not
// leave may be made again by the same process in the same turn.
func afterRegister(f fate) step {
	if f == fateNotSent {
		return lookUpAgain
	}
	return lookUp
}
