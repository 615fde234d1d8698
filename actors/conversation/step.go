package conversation

import "time"

// Step applies one event to the state and says what follows.  now is the reference time in the
// clinic's time zone.  The caller performs the effects in order; the result of one that has a
// result is the next event.
func Step(c *Clinic, s *State, now time.Time, e Event) Result {
	return Result{}
}

// Fail is the one place where an uncontrolled error becomes a transfer (S-C-12): the patient gets
// one short sentence and the session goes to a person.
func Fail(s *State) Result {
	return Result{}
}
