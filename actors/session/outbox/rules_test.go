package outbox

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"atende/integrations/outbound"
)

// Every outcome has a rule in each situation, and whatever comes, a part is said at most twice without an answer, and
// goes by phone because of a 429 or a 5xx at most once.
func TestSendRules(t *testing.T) {
	for _, w := range []Way{InSession, ByPhone, WithMenu} {
		for _, f := range Fates {
			for bits := range 16 {
				s := situation{phone: bits&1 > 0, phoned: bits&2 > 0, repeated: bits&4 > 0, impatient: bits&8 > 0}
				then := afterSend(w, f, s)
				covered := slices.ContainsFunc(Rules, func(r Rule) bool {
					return r.fits(w) && r.Fate == f && r.is(s)
				})
				again := then == phoneNow && (w == ByPhone || !s.phone || s.phoned && f != Refused)
				again = again || then == wordsAlone && (w != WithMenu || f != Refused) // what may have arrived is not said at once in another form
				third := f == Unanswered && s.repeated && then != ToPerson
				if !covered || again || third || (then == NextItem) != (f == Done) {
					t.Errorf("%s, %s, %+v: %s", w, f, s, then)
				}
			}
		}
	}
}

// What the errors of the clients are in the tables.
func TestFateOf(t *testing.T) {
	held := &outbound.Error{Client: "gateway", Kind: outbound.NotSent, RetryAfter: time.Minute}
	for _, test := range []struct {
		err    error
		before bool
		want   Fate
	}{
		{nil, false, Done},
		{failure(outbound.Refused, http.StatusNotFound), false, Refused},
		{failure(outbound.Refused, 0), false, Refused}, // a 2xx that says FAILED
		{failure(outbound.Unknown, http.StatusTooManyRequests), false, Busy},
		{failure(outbound.Unknown, http.StatusBadGateway), false, Failed},
		{failure(outbound.Unknown, http.StatusRequestTimeout), false, Failed},
		{failure(outbound.Unknown, 0), false, Unanswered},
		{failure(outbound.Unknown, http.StatusOK), true, Unanswered},
		{failure(outbound.Canceled, 0), false, Unanswered},
		{failure(outbound.NotSent, 0), true, NotSent},
		{held, false, NotSent}, {held, true, Busy},
	} {
		if got := FateOf(test.err, test.before); got != test.want {
			t.Errorf("%v, busy before %t: %s, want %s", test.err, test.before, got, test.want)
		}
	}
}

func failure(kind outbound.Kind, status int) error {
	return &outbound.Error{Client: "gateway", Kind: kind, Status: status}
}
