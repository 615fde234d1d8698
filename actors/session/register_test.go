package session

import (
	"context"
	"errors"
	"strings"
	"testing"

	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// Contract, "A failed A3": whatever became of it, A2 is asked at once, and who is known then gets the appointment.
func TestRegisteredWithoutAnAnswer(t *testing.T) {
	for _, err := range []error{
		sessiontest.Failure("scheduling", outbound.Unknown, 0), sessiontest.Failure("scheduling", outbound.Unknown, 500),
		sessiontest.Failure("scheduling", outbound.Refused, 422),
	} {
		t.Run(err.Error(), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.After = (&faults{fail: map[string]int{"register_patient": -1}, err: err}).ask
				b.say(sessiontest.Book)
				b.wantTexts(sessiontest.Description, sessiontest.Preparation)
				b.wantOutcomes("AGENDADO 1")
				if got := b.clinic.Calls(); !strings.HasPrefix(got, "slots find_patient register_patient find_patient book") {
					t.Errorf("calls %q", got)
				}
				b.wantHistory(strings.Replace(bookedStory, "A3 ok", "A3 failed", 1))
			})
		})
	}
}

// A turn that is begun again because its commit failed does not register for a second time: the first call may
// still be on its way to take effect.
func TestRegisteredOnceATurn(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		faulty := &faultyJournal{Journal: b.journal, fail: map[string]int{}, err: errors.New("the disk is full")}
		b.config.Journal = faulty
		tried := 0
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			if operation != "register_patient" {
				return nil
			}
			if tried++; tried == 1 {
				faulty.fail["commit"] = 3
			}
			return sessiontest.Failure("scheduling", outbound.Unknown, 0) // and nobody is registered
		}
		b.say(sessiontest.Book)
		b.wantTexts(failingText())
		b.wantOutcomes("TRANSFERIDO 1")
		if tried != 1 {
			t.Errorf("%d tries to register", tried)
		}
	})
}
