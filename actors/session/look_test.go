package session

import (
	"context"
	"strings"
	"testing"
	"time"

	"atende/actors/session/sessiontest"
	"atende/actors/wording"
)

// The spec has no way to hold a time, so a choice from an old offer is looked at once
// more; where that fails A4 judges.
func TestOldOffer(t *testing.T) {
	for name, test := range map[string]struct {
		thinks time.Duration // between the offer and the booking
		gone   bool
		fails  bool // the second look
		calls  string
		made   bool
	}{
		"fresh":                    {thinks: time.Minute, calls: "slots find_patient book", made: true},
		"old and free":             {thinks: time.Minute + time.Second, calls: "slots find_patient slots book", made: true},
		"old and gone":             {thinks: time.Hour, gone: true, calls: "slots find_patient slots slots"},
		"old, the look fails":      {thinks: time.Hour, fails: true, calls: "slots find_patient book", made: true},
		"old, gone and look fails": {thinks: time.Hour, fails: true, gone: true, calls: "slots find_patient book slots"},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.know(exclusiveAgenda) // so that nobody probes
				if err := b.clinic.Register(t.Context(), maria); err != nil {
					t.Fatal(err)
				}
				b.start()
				passed := time.Duration(0)
				b.session.Now = func() time.Time { return time.Now().Add(passed) }
				looks := 0
				b.clinic.Before = func(_ context.Context, operation, _ string) error {
					switch operation {
					case "find_patient":
						if passed = test.thinks; test.gone {
							b.clinic.Occupy("2000-02-01", "09:00")
						}
					case "slots":
						if looks++; looks == 2 && test.fails {
							return lost
						}
					}
					return nil
				}
				b.say(sessiontest.Book)
				if got := strings.TrimPrefix(b.clinic.Calls(), "register_patient "); got != test.calls {
					t.Errorf("calls %q, want %q", got, test.calls)
				}
				if test.made {
					b.wantOutcomes("AGENDADO 1")
					return
				}
				b.wantTexts(wording.Default().Text(wording.TalkUnheard)) // the driver of the tests words no offer
				if s := b.session.rec.State; !s.SlotGone && len(s.Offer) == 0 || len(s.Gone) != 1 || len(b.clinic.Booked()) > 0 {
					t.Errorf("no new offer: %+v", s)
				}
			})
		})
	}
}
