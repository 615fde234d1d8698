package conversation

import "time"

// Patience is how long the clinic waits for a patient who was asked something (features 22).  Zero
// switches a step off.
type Patience struct {
	Nudge time.Duration // after the patient's last message, once
	Close time.Duration // after the patient's last message: SEM_INTERESSE
}

// Idle says that a reminder fell due and the patient has written nothing since.
type Idle struct{}

// Due is when Idle should be said next, zero for never.
func (c *Clinic) Due(*State) time.Time { return time.Time{} }
