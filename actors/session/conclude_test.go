package session

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/decide"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// A person who takes the session by webhook while a turn thinks is not talked into: the turn says
// nothing, transfers nothing, and the session is silent from then on.  Only that there is an appointment is still
// told, in the first of the clinic's parts.
func TestTakenWhileThinking(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		takes time.Duration // to think
		taken bool
		want  []string
		ends  string // results of all turns
	}{
		{"a reply is dropped", "oi", time.Second, true, nil, "silent silent"},
		{"a transfer is not repeated", sessiontest.Person, time.Second, true, nil, "silent silent"},
		{"a booking is told", sessiontest.Book, time.Second, true,
			[]string{sessiontest.Description}, "replied silent"},
		{"nobody came", "oi", time.Second, false, []string{"TEXT:oi"}, "replied"},
		{"a quick turn looks before its first part", "oi", shortThought, true, nil, "silent silent"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				came := false
				b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
					if time.Sleep(test.takes); test.taken && !came {
						b.taken()
					}
					came = true
				}}
				b.say(test.text)
				b.wantTexts(test.want...)
				b.wantResults(strings.Fields(test.ends)...)
				if test.taken {
					said := len(b.gateway.Sent())
					b.start()
					b.say("alô?")
					if len(b.gateway.Sent()) != said {
						t.Errorf("the patient read %q", b.gateway.Texts())
					}
				}
				if n := len(b.gateway.Transfers()); n != 0 {
					t.Errorf("%d transfers", n)
				}
			})
		})
	}
}

// Nor does an uncontrolled error call a second person.
func TestTakenWhileFailing(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			time.Sleep(time.Second)
			b.taken()
			return sessiontest.Failure("scheduling", outbound.Unknown, 0)
		}
		b.say(sessiontest.Book)
		b.wantTexts()
		b.wantResults("silent", "silent")
		b.wantOutcomes()
		if len(b.gateway.Transfers()) != 0 {
			t.Error("the session was transferred twice")
		}
	})
}

// Rows of the patient do not hide the news, neither from the turn that looks for it nor from those
// that answer them before its row is read.
func TestTakenBehindManyMessages(t *testing.T) {
	for name, test := range map[string]struct{ before, meanwhile, turns int }{
		"many before":    {maxRows, maxRows - 1, 2},
		"many meanwhile": {1, maxRows + 10, 3},
		"almost a flood": {1, floodRows - maxRows, 6},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				came := false
				b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
					if came {
						return
					}
					came = true
					time.Sleep(time.Second)
					b.write(slices.Repeat([]string{"alô"}, test.meanwhile)...)
					b.taken()
				}}
				b.say(slices.Repeat([]string{"oi"}, test.before)...)
				b.wantTexts()
				b.wantResults(slices.Repeat([]string{"silent"}, test.turns)...)
			})
		})
	}
}

// The look at the journal is a call like any other: when it fails the turn waits.
func TestTakenUnknown(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		faulty := &faultyJournal{Journal: b.journal, fail: map[string]int{}, err: context.DeadlineExceeded}
		b.config.Journal = faulty
		turns := 0
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			time.Sleep(time.Second)
			if turns++; turns == 1 {
				faulty.fail["read"] = 1
			}
		}}
		b.say("oi")
		b.wantTexts("TEXT:oi")
		b.wantResults("held", "replied")
	})
}

// What a turn says after a crash comes late, too.
func TestTakenBeforeResuming(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			if operation == "book" {
				b.host.cancel()
				return sessiontest.Failure("scheduling", outbound.Unknown, 0)
			}
			return nil
		}
		b.start()
		b.write(sessiontest.Book)
		b.wake()
		time.Sleep(time.Minute)
		b.taken()
		b.start()
		b.settle()
		b.wantTexts()
		b.wantResults("silent", "silent", "silent") // the wait begins, the transfer, the wait ends
		if len(b.gateway.Transfers()) != 0 {
			t.Error("the session was transferred twice")
		}
	})
}

// A transfer that is a day old is history, and no reason to drop an answer of today.
func TestTakenLongAgo(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) { time.Sleep(time.Second) }}
		b.taken()
		time.Sleep(25 * time.Hour)
		b.say("oi")
		b.wantTexts("TEXT:oi")
	})
}
