package simulator

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"time"
)

// finder finds the session a call is about, nil for none; s.mu is held.
type finder func(s *Simulator, r *http.Request, body []byte) *session

// serve makes an operation a handler: token, body, planned fault, the operation itself, and a
// record of the call for the side panel.
func (s *Simulator) serve(name string, find finder, op operation) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.cfg.Now()
		body, err := readBody(w, r)
		c := &call{body: body, query: r.URL.Query()}
		s.mu.Lock()
		c.session = find(s, r, body)
		s.mu.Unlock()
		if !s.authorized(r) {
			err = errUnauthorized
		}
		if err != nil {
			s.noteCall(c, name, s.refuse(w, err), start)
			return
		}
		fault, _ := s.faults.take(name, c.id())
		s.sleep(fault.Delay)
		s.noteCall(c, name, s.perform(w, op, c, fault), start)
		if fault.Drop {
			panic(http.ErrAbortHandler)
		}
	})
}

// perform runs the operation, unless the fault forbids it, and answers; it returns the status,
// 0 when the connection is to be dropped.
func (s *Simulator) perform(w http.ResponseWriter, op operation, c *call, fault Fault) int {
	faulty := fault.Drop || fault.Status != 0
	if !faulty || fault.After {
		s.mu.Lock()
		result, err := op(s, c)
		s.mu.Unlock()
		if err != nil {
			return s.refuse(w, err)
		}
		if !faulty {
			return reply(w, http.StatusOK, result)
		}
	}
	if fault.Drop {
		return 0
	}
	return s.fail(w, fault)
}

// fail writes the answer of a fault.
func (s *Simulator) fail(w http.ResponseWriter, fault Fault) int {
	if fault.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(fault.RetryAfter.Seconds())))
	}
	if fault.Body == "" {
		return s.refuse(w, &refusal{fault.Status, "planned_fault", "this failure was asked for"})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(fault.Status)
	_, _ = w.Write([]byte(fault.Body)) // the caller is gone: nobody to tell
	return fault.Status
}

func (c *call) id() string {
	if c.session == nil {
		return ""
	}
	return c.session.id
}

// authorized compares in constant time, like a gateway that faces the internet.
func (s *Simulator) authorized(r *http.Request) bool {
	if s.cfg.Token == "" {
		return true
	}
	got := r.Header.Get("Authorization")
	return subtle.ConstantTimeCompare([]byte(got), []byte("Bearer "+s.cfg.Token)) == 1
}

// noteCall keeps the call with its session, if it has one.
func (s *Simulator) noteCall(c *call, name string, status int, start time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.session == nil {
		s.cfg.Log.Debug("call without a session", "operation", name, "status", status)
		return
	}
	now := s.cfg.Now()
	done := Call{Operation: name, Status: status, Millis: now.Sub(start).Milliseconds(), At: now}
	c.session.calls = trim(append(c.session.calls, done), maxHistory)
	s.emit(c.session, Event{Kind: KindCall, Call: &done})
}
