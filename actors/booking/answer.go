package booking

// Verdict is what is known of a call, as the journal keeps it.
type Verdict string

// The verdicts.
const (
	Open     Verdict = "" // nobody knows
	Executed Verdict = "executed"
	Refused  Verdict = "refused"  // an answer that says no
	NotSent  Verdict = "not_sent" // it certainly did not leave
)

// Answer is what the journal remembers of a call, as JSON.  The clinic's texts are not in it, because intents hold no
// patient data and are kept for long.
type Answer struct {
	Verdict    Verdict `json:"verdict"`
	Status     int     `json:"status,omitempty"` // of HTTP, 0 without an answer
	Readable   bool    `json:"readable,omitempty"`
	Replayable bool    `json:"replayable,omitempty"` // the API knew intents
}

// Conclusive reports whether what a repeat was told also holds for the call before it, of which nobody knows what became.
// A success does, and so does a refusal by a server that looks for the first call before it refuses (400, 409, 422).
// That a repeat could not be sent, or was turned away before anybody looked (a token, a path, a size), does not.
func (a Answer) Conclusive() bool {
	switch a.Status {
	case 400, 409, 422:
		return true
	default:
		return a.Verdict == Executed
	}
}

// AsRepeat is the answer to a repeat: open where it does not hold for the call before it.
func (a Answer) AsRepeat() Answer {
	if !a.Conclusive() {
		a.Verdict = Open
	}
	return a
}
