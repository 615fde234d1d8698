package session

import (
	"context"
	"net/http"

	"atende/integrations/outbound"
)

// send brings one part to the patient: in the session, and by phone only when that failed (spec C,
// rule 2).
//
//	not 2xx           → by phone, at once (spec C: a failure)
//	no answer         → it may have arrived: once more in the session, then by phone
//	not sent, 429     → the gateway is away or busy, by phone would be no better: wait
//
// While nothing works the part waits with growing pauses, and what follows waits behind it.
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
	if s.rec.Phone == "" || !failedInSession(err) {
		return undelivered(err)
	}
	if _, err = s.Gateway.SendByPhone(ctx, s.rec.Phone, text); err != nil {
		return undelivered(err)
	}
	return nil
}

// failedInSession reports a failure that another way to the patient may mend.
func failedInSession(err error) bool {
	kind := outbound.KindOf(err)
	return kind == outbound.Refused || kind == outbound.Unknown && statusOf(err) != http.StatusTooManyRequests
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
