package simulator

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Operations that can be made to fail, as they are named in Call.Operation too.
const (
	OpGetSession    = "get_session"
	OpSendInSession = "send_in_session"
	OpSendByPhone   = "send_by_phone"
	OpTransfer      = "transfer"
	OpAddTags       = "add_tags"
	// OpTransferV1 is the old transfer that spec C, rule 1, forbids.
	OpTransferV1 = "transfer_v1"
	// OpDeliver is no operation of spec C but the delivery of a webhook; of a Fault it knows
	// Delay, Duplicate and Reorder.
	OpDeliver = "deliver"
)

// Operations lists all of them.
var Operations = []string{
	OpGetSession, OpSendInSession, OpSendByPhone, OpTransfer, OpAddTags, OpTransferV1, OpDeliver,
}

const (
	maxFaults = 1000
	maxDelay  = 5 * time.Minute
)

// Fault makes calls of an operation slow, wrong or lost.
type Fault struct {
	// Session restricts the fault to one session; "" is any.
	Session string
	// Count is how many calls it hits: 0 is one, below 0 all of them until ClearFaults.
	Count int
	// Delay is waited first, at most five minutes.
	Delay time.Duration
	// Status is answered instead of doing the operation; 0 does it.
	Status int
	// Body is the answer that goes with Status; "" for the usual error.
	Body string
	// RetryAfter is sent with Status, in whole seconds, if not 0.
	RetryAfter time.Duration
	// After does the operation all the same before Status is answered or the call dropped: the
	// caller cannot know that it was done.
	After bool
	// Drop closes the connection without an answer.
	Drop bool
	// Duplicate delivers a webhook twice, Reorder lets the next one overtake it; OpDeliver only.
	Duplicate, Reorder bool
}

// Fail adds a fault; the oldest that matches a call is used first.
func (s *Simulator) Fail(operation string, f Fault) error {
	switch {
	case !slices.Contains(Operations, operation):
		return fmt.Errorf("%w: operation", errField)
	case f.Delay < 0 || f.Delay > maxDelay:
		return fmt.Errorf("%w: delay", errField)
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Errorf("%w: status", errField)
	}
	return s.faults.add(operation, f)
}

// ClearFaults forgets all faults.
func (s *Simulator) ClearFaults() { s.faults.clear() }

type planned struct {
	operation string
	fault     Fault
	left      int // below 0: for ever
}

// faults are the planned ones, in the order they were added.
type faults struct {
	mu   sync.Mutex
	list []planned
}

func (f *faults) add(operation string, fault Fault) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) >= maxFaults {
		return ErrBusy
	}
	left := fault.Count
	if left == 0 {
		left = 1
	}
	f.list = append(f.list, planned{operation, fault, left})
	return nil
}

// take uses up one count of the first fault that matches.
func (f *faults) take(operation, session string) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.list, func(p planned) bool {
		return p.operation == operation && (p.fault.Session == "" || p.fault.Session == session)
	})
	if i < 0 {
		return Fault{}, false
	}
	fault := f.list[i].fault
	f.list[i].left--
	if f.list[i].left == 0 {
		f.list = slices.Delete(f.list, i, i+1)
	}
	return fault, true
}

func (f *faults) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}
