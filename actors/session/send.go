package session

import (
	"context"
	"net/http"

	"atende/integrations/outbound"
)

// send brings one part to the patient: in the session, and by phone only when that failed (spec C,
// rule 2).
//
//	refused           → by phone, at once (spec C: a failure)
//	5xx               → the same once a part; later only in the session
//	no answer         → it may have arrived: once more in the session, then by phone
//	not sent, 429     → the gateway is away or busy, by phone would be no better: wait
//
// While nothing works the part waits with growing pauses, and what follows waits behind it.  A gateway
// may deliver and answer 5xx all the same: each of its ways to the patient that is tried again may
// repeat the part, so after such an answer there is only one way left once both were tried.  One that never
// answers is tried both ways, ever more rarely: nobody knows which of them works.
func (s *session) send(ctx context.Context, text string) error {
	_, err := s.Gateway.SendInSession(ctx, s.id, text)
	if err != nil && unanswered(err) && s.tries == 0 {
		if err := sleep(ctx, firstPause); err != nil {
			return postpone(err)
		}
		_, err = s.Gateway.SendInSession(ctx, s.id, text)
	}
	if err == nil {
		return nil
	}
	if s.rec.Phone == "" || !s.mayPhone(err) {
		return undelivered(err)
	}
	s.phoned = true
	if _, err = s.Gateway.SendByPhone(ctx, s.rec.Phone, text); err != nil {
		return undelivered(err)
	}
	return nil
}

// mayPhone reports a failure in the session that another way to the patient may mend.
func (s *session) mayPhone(err error) bool {
	switch kind := outbound.KindOf(err); {
	case kind == outbound.Refused || unanswered(err):
		return true
	case kind != outbound.Unknown || statusOf(err) == http.StatusTooManyRequests:
		return false
	default: // it answered, and may have delivered
		return !s.phoned
	}
}

// unanswered reports a call that left and was not answered: the part may have arrived.
func unanswered(err error) bool {
	return outbound.KindOf(err) == outbound.Unknown && statusOf(err) == 0
}

// undelivered lets a part wait.  Without any answer it may have arrived, so the tries become rarer
// than towards a gateway that says no.
func undelivered(err error) error {
	wait := &postponed{cause: err, longest: longPause}
	if unanswered(err) {
		wait.longest = seldomPause
	}
	return wait
}
