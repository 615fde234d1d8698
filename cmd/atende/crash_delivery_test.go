package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// visit is how a seat looked at one moment.
type visit struct {
	url       string
	admin     string
	life      int
	condition condition
	away      func(session string) bool // see trial.outage
}

// outage reports that those who should answer a session could not, and said so.
func (v visit) outage(session string) bool { return v.away != nil && v.away(session) }

func (r *trial) look(s *seat) visit {
	r.mu.Lock()
	defer r.mu.Unlock()
	return visit{url: s.url, admin: s.admin, life: s.life, condition: s.condition, away: r.outage}
}

// deliver sends a webhook of a session to the next seat in turn; 0 when there was no answer.
func (r *trial) deliver(ctx context.Context, session string, body []byte) int {
	s := r.next()
	if s == nil {
		return 0
	}
	before := r.look(s)
	if before.url == "" { // it ended just now
		return 0
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, before.url+"/webhook/message", bytes.NewReader(body))
	if err != nil {
		return 0
	}
	// A connection that ended while nothing was on it is opened anew, as HTTP clients do with what may come twice.
	if token := r.clinics.token(session); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header["Idempotency-Key"] = nil // net/http asks whether it is there, and sends nothing
	response, err := r.client.Do(request)
	if err != nil {
		if ctx.Err() == nil {
			r.weigh(s, before, session, 0, err.Error())
		}
		return 0
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body) // the agent may die while it says why
	status := response.StatusCode
	r.weigh(s, before, session, status, string(answer))
	if status != http.StatusAccepted && status != http.StatusServiceUnavailable {
		r.complain("a message was answered %d", status)
	}
	if status == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
		r.complain("a message was answered 503 without Retry-After")
	}
	return status
}

// weigh judges what became of a delivery; status 0: there was no answer, and what was says why.  An
// agent that stood before and after it has to answer 202, or anything in an outage, and one that is about
// to leave 202, as long as it answers at all.
func (r *trial) weigh(s *seat, before visit, session string, status int, what string) {
	after := r.look(s)
	stood := before.condition == standing && after.condition == standing && before.life == after.life
	left := before.condition == departing || after.condition == departing
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case status == http.StatusAccepted:
	case (before.outage(session) || after.outage(session)) && status != 0:
		r.tally.refused++
	case stood, left && status != 0:
		r.tally.failed++
		r.failures = append(r.failures, fmt.Sprintf("%s %s answered a message %d: %s", time.Now().UTC().Format("15:04:05.000"), s.name, status, what))
	default:
		r.tally.redirected++
		if s.life == before.life {
			s.shunned = true // as any balancer does with who does not answer
		}
	}
}
