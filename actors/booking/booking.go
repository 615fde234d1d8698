// Package booking decides what follows from what is known of an appointment call (spec A4): whether it is told to the
// patient, waited for, looked for, made again, or left to a person.  It is the machine of a saga and touches nothing:
// whoever performs its actions (../session) asks what an Action asks for, adds the answer to what is Known, and asks
// Next again, until an action ends the pass or the booking.
//
// DESIGN.md beside this file has the whole machine as a table, which the test compares with Next for every combination
// of what can be known.  The rules are B1 to B10 of ../journal/DESIGN.md.
package booking

import "time"

const (
	// Quarantine is how long after its start a call may still take effect: it leaves within 2 s, is given up 15 s later,
	// and the scheduling API is assumed to have executed or dropped it 40 s after that (B5).
	Quarantine = time.Minute
	// LookFor is for how long after that an API that does not answer is asked again (B6).
	LookFor = time.Minute
	// MaxAttempts is how many rights to send the call one booking gets (B7).
	MaxAttempts = 2
)

// Source is who knows about the call.
type Source string

// The sources.
const (
	ThisAttempt Source = "this attempt" // the attempt that this turn has just made, and waited for
	ThisRepeat  Source = "this repeat"  // the repeat that this turn has just made, and waited for
	EarlierTurn Source = "earlier turn" // this process made the call, in an earlier turn
	Elsewhere   Source = "elsewhere"    // another process made it, or may have repeated it: the journal tells
)

// Calls is how often the calls of one attempt were made by this process.
type Calls string

// The numbers of calls.
const (
	CalledOnce Calls = "once"     // and nobody made it before
	CalledMore Calls = "repeated" // by this process, or by this one after another one
	CalledOut  Calls = "as often as may be"
)

// Unsent says that a repeat certainly did not leave, which tells nothing of the call before it.
type Unsent string

// When a repeat was held back.
const (
	NotUnsent     Unsent = "no"
	UnsentJustNow Unsent = "a moment ago" // within the pause between looks
	UnsentBefore  Unsent = "before that"
)

// Server is whether the scheduling API says now that it knows intents: that it answers a repeat with the first result.
type Server string

// What the API says of itself.
const (
	ServerUnasked Server = "not asked" // by this process
	ServerAsked   Server = "asked"     // within the pause between looks, without an answer
	ServerKnows   Server = "yes"
	ServerDoesNot Server = "no"
)

// Reply is what became of a question.
type Reply string

// The replies.
const (
	Unasked Reply = "not asked"
	Yes     Reply = "yes"
	No      Reply = "no"
	Silence Reply = "silence" // the question failed
)

// Known is what is known of a call and its surroundings when a turn decides what to do next.
type Known struct {
	Source   Source
	UnderWay bool // the call has not ended; then nothing is known of its verdict
	Verdict  Verdict
	Readable bool // the clinic's words came with it (Executed)
	// Attempt is the number of the right under which the call was made, from 1; Doubt says that the attempt before it
	// may have been executed all the same.
	Attempt int
	Doubt   bool
	Calls   Calls
	Unsent  Unsent
	// Replayable says that the API knew intents when the call was made; Server whether it knows them now.
	Replayable bool
	Server     Server
	// Waited is how long ago the call began, or was first seen by this process.
	Waited time.Duration
	// Person says that a person has the session, who then decides what becomes of the booking.
	Person Reply
	// Failing says that turns fail one after the other, over this very booking.
	Failing bool
	// Listed says that the time of the booking can still be booked (A1), Exclusive that a booked time of this agenda is
	// known to leave that list: together they prove that nothing was booked.
	Listed, Exclusive Reply
}

// MayLook reports that an API that does not answer is asked again later.
func (k Known) MayLook() bool { return k.Waited < Quarantine+LookFor }

// Step is what to do.
type Step string

// The steps.  The first four are questions, whose answer is added to what is known; then come calls, after which
// everything is known anew; the others end the pass.
const (
	AskServer    Step = "ask whether the server knows intents"
	AskAgenda    Step = "ask whether the time is listed"
	AskExclusive Step = "ask whether booked times leave the list"
	AskPerson    Step = "ask for a person"

	Repeat        Step = "repeat the call"
	Retry         Step = "next attempt"
	RetryLater    Step = "next attempt, after a pause"
	RetryInDoubt  Step = "next attempt, in doubt"
	Wait          Step = "wait"
	TellMade      Step = "tell that it is booked"
	TellRefused   Step = "tell that it is not booked"
	LeaveToPerson Step = "leave it to the person"
	CallPerson    Step = "call a person" // because of Action.Why
)

// Reason is why a person must look, in words for the log.
type Reason string

// The reasons.
const (
	Unreadable  Reason = "booking was made, its answer is unreadable"
	TextsLost   Reason = "booking was made, its texts are lost" // the patient is told of it all the same
	SecondNo    Reason = "the second booking failed, the first may have been made"
	TimeGone    Reason = "the time is gone, nobody can tell to whom"
	Proofless   Reason = "the time is still listed, which proves nothing for this agenda"
	SecondOpen  Reason = "nobody can tell what became of the second booking"
	NoEnd       Reason = "the booking call does not end"
	NobodyTells Reason = "nobody can tell what became of the booking"
	NoAgenda    Reason = "the agenda cannot be looked at"
	FailedTwice Reason = "turn failed before"
)

// Action is what follows.
type Action struct {
	Do  Step
	Why Reason // of CallPerson
}

// Next is what follows from what is known.
func Next(k Known) Action {
	switch {
	case k.UnderWay:
		return underWay(k)
	case k.Verdict == Refused || k.Verdict == NotSent:
		return notExecuted(k)
	case k.Source == Elsewhere:
		return recorded(k)
	default:
		return ended(k)
	}
}

// underWay waits for a call, for longer than it can last.
func underWay(k Known) Action {
	if k.Source == ThisAttempt || k.Source == ThisRepeat || k.MayLook() {
		return Action{Do: Wait}
	}
	return person(NoEnd)
}

// notExecuted goes on after a call that was definitely not executed.  After one that is in doubt a no proves little:
// what took the time may be our own first call.
func notExecuted(k Known) Action {
	switch {
	case k.Doubt:
		return person(SecondNo)
	case k.Verdict == Refused:
		return Action{Do: TellRefused}
	case k.Source == ThisAttempt:
		return attempt(k, RetryLater)
	default:
		return unlessPerson(k, attempt(k, Retry))
	}
}

// recorded goes by what the journal knows.  Where that is safe the call is repeated: it is open, or was made and its
// texts are lost, and the first result comes again (B8).
func recorded(k Known) Action {
	if k.Replayable {
		switch k.Server {
		case ServerKnows:
			return unlessPerson(k, Action{Do: Repeat})
		case ServerUnasked:
			return Action{Do: AskServer}
		case ServerAsked:
			return Action{Do: Wait}
		case ServerDoesNot:
		}
	}
	switch {
	case k.Verdict == Executed && k.Readable:
		return person(TextsLost)
	case k.Verdict == Executed:
		return person(Unreadable)
	case k.Attempt >= MaxAttempts:
		return person(SecondOpen)
	default:
		return look(k)
	}
}

// ended goes by what this process's own call came to.
func ended(k Known) Action {
	open := k.Calls == CalledOnce || k.Calls == CalledMore && k.Waited < Quarantine // it took its time, and may be repeated
	switch {
	case k.Verdict == Executed && k.Readable:
		return Action{Do: TellMade}
	case k.Verdict == Executed:
		return person(Unreadable)
	case k.Unsent == UnsentJustNow && k.MayLook():
		return Action{Do: Wait} // nothing was at stake, the scheduling API is merely away
	case k.Unsent == UnsentBefore && k.MayLook():
		return unlessPerson(k, Action{Do: Repeat})
	case k.Attempt >= MaxAttempts || !open:
		return person(NobodyTells)
	case k.Source == ThisAttempt:
		return Action{Do: Wait}
	case k.Server == ServerKnows:
		return unlessPerson(k, Action{Do: Repeat})
	default:
		return look(k)
	}
}

// look waits until the call of a first attempt can have no effect any more, and then looks whether the time is still listed (B5–B7).  Only
// where a booked time is known to leave the list does that prove that nothing was booked.
func look(k Known) Action {
	switch {
	case k.Waited < Quarantine:
		return Action{Do: Wait}
	case k.Person == Yes:
		return Action{Do: LeaveToPerson}
	case k.Failing:
		return person(FailedTwice)
	case k.Listed == Unasked:
		return Action{Do: AskAgenda}
	case k.Listed == Silence && k.MayLook():
		return Action{Do: Wait}
	case k.Listed == Silence:
		return person(NoAgenda)
	case k.Listed != Yes:
		return person(TimeGone)
	case k.Exclusive == Unasked:
		return Action{Do: AskExclusive}
	case k.Exclusive != Yes:
		return person(Proofless)
	default:
		return unlessPerson(k, Action{Do: RetryInDoubt})
	}
}

// unlessPerson makes a call only where no person has the session: it could book beside an appointment that the person
// makes.
func unlessPerson(k Known, a Action) Action {
	switch k.Person {
	case Unasked:
		return Action{Do: AskPerson}
	case Yes:
		return Action{Do: LeaveToPerson}
	default:
		return a
	}
}

// attempt is one more attempt where there may be one.  Else nothing was booked (contract, "A4").
func attempt(k Known, s Step) Action {
	if k.Attempt >= MaxAttempts {
		return Action{Do: TellRefused}
	}
	return Action{Do: s}
}

func person(why Reason) Action { return Action{Do: CallPerson, Why: why} }

// TellsNothing reports an end that claims no appointment: the journal may know better by then (Action.Knowing).
func (a Action) TellsNothing() bool {
	return a.Do == TellRefused || a.Do == LeaveToPerson || a.Do == CallPerson
}

// Knowing is an end that tells nothing in the light of what the journal has recorded of the call: an appointment whose
// texts cannot be had is told all the same.  Nobody tells them any more, a repeat was refused, or a person has the
// session and none is made.
func (a Action) Knowing(recorded Answer) Action {
	if recorded.Verdict == Executed && recorded.Readable {
		return person(TextsLost)
	}
	return a
}
