package session

import (
	"context"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/actors/wording"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// withPerson is a chat session that a person works on.
func withPerson() chat.Session {
	c := sessiontest.Open()
	c.Status = "Em atendimento"
	return c
}

// The session is read again before what follows a long wait: a person who took it in the gateway while the
// turn thought is not talked into.  Only an appointment is still told.
func TestPersonCameWhileThinking(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		takes time.Duration // to think
		came  bool
		want  []string
		ends  string
		reads int
	}{
		{"a reply is dropped", "oi", longWait + 1, true, nil, "silent", 2},
		{"a transfer is dropped", sessiontest.Person, longWait + 1, true, nil, "silent", 2},
		{"a booking is told", sessiontest.Book, longWait + 1, true,
			[]string{sessiontest.Description, sessiontest.Preparation}, "replied", 1},
		{"nobody came", "oi", longWait + 1, false, []string{"TEXT:oi"}, "replied", 2},
		{"a quick turn does not ask", "oi", longWait, true, []string{"TEXT:oi"}, "replied", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
					if time.Sleep(test.takes); test.came {
						b.gateway.Set("s", withPerson())
					}
				}}
				b.say(test.text)
				b.wantTexts(test.want...)
				b.wantResults(test.ends)
				if got := b.gateway.Reads(); got != test.reads {
					t.Errorf("the session was read %d times, want %d", got, test.reads)
				}
				if len(b.gateway.Transfers()) != 0 {
					t.Error("the session was transferred")
				}
			})
		})
	}
}

// noticing is a driver whose words hold the privacy notice, and end a slow thought.
type noticing struct{ thinks func() }

func (d noticing) Start(decide.Turn) decide.Dialogue { return d }
func (d noticing) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	d.thinks()
	return conversation.Reply{Text: "Oi! Cuidamos dos seus dados.", From: []string{wording.Source(wording.PrivacyNotice)}}, nil
}

// Nobody is on record as having read a privacy notice that was dropped, whoever came first and however.
func TestNoticeThatIsNotSaid(t *testing.T) {
	for name, test := range map[string]struct {
		came func(b *bench)
		read bool
	}{
		"a person in the gateway":   {func(b *bench) { b.gateway.Set("s", withPerson()) }, false},
		"a transfer by the webhook": {func(b *bench) { b.taken() }, false},
		"nobody":                    {func(*bench) {}, true},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Driver = noticing{func() { time.Sleep(longWait + 1); test.came(b) }}
				b.say("oi")
				if standing := record.Describe(b.stored(), time.Now()); (standing.Notice != nil) != test.read || (len(b.gateway.Texts()) == 1) != test.read {
					t.Errorf("on record is %v, the patient read %q", standing.Notice, b.gateway.Texts())
				}
			})
		})
	}
}

// The person closes the session, the patient writes again: a fresh conversation begins.
func TestConversationAfterPersonCame(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		slow := longWait + 1
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			if time.Sleep(slow); slow > 0 {
				b.gateway.Set("s", withPerson())
			}
			slow = 0
		}}
		b.say("oi")
		b.gateway.Set("s", sessiontest.Open())
		b.say("oi de novo")
		b.wantTexts("TEXT:oi de novo")
	})
}

// Replies that waited for a gateway that was away are not said to a patient who speaks with a person by then,
// neither by this process nor by the next.
func TestPersonCameWhileGatewayWasAway(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		for name, come := range map[string]func(*bench){
			"in the gateway": func(b *bench) { b.gateway.Set("s", withPerson()) },
			"by webhook":     func(b *bench) { b.taken() },
		} {
			t.Run(name, func(t *testing.T) {
				virtual(t, func(t *testing.T, b *bench) {
					away := true
					b.gateway.Before = func(_ context.Context, operation, _ string) error {
						if away && operation == "send_in_session" {
							return sessiontest.Failure("gateway", outbound.NotSent, 0)
						}
						return nil
					}
					b.start()
					b.write("oi")
					b.wake()
					time.Sleep(longWait + 1)
					come(b)
					if away = false; restarted {
						b.start()
					}
					b.settle()
					b.wantTexts()
					b.say("alô?")
					b.wantTexts()
				})
			})
		}
	}
}

// While the second look fails the reply waits; nothing is thought again.
func TestSecondLookFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		turns, reads := 0, 0
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			turns++
			time.Sleep(longWait + 1)
		}}
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "get_session" {
				if reads++; reads > 1 && reads < 5 {
					return sessiontest.Failure("gateway", outbound.Unknown, 503)
				}
			}
			return nil
		}
		b.say("oi")
		b.wantTexts("TEXT:oi")
		if turns != 1 {
			t.Errorf("%d turns", turns)
		}
	})
}

// A tag says nothing to the patient, so it waits for nobody and no person drops it.
func TestTagAfterPersonCame(t *testing.T) {
	for name, webhook := range map[string]bool{"by webhook": true, "by a slow transfer of our own": false} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Tags = true
				b.say("oi")
				time.Sleep(longWait + 1)
				if webhook {
					b.gateway.Set("s", withPerson())
					b.taken()
					b.settle()
				} else {
					b.gateway.After = func(_ context.Context, operation, _ string) error {
						if operation == "transfer" {
							time.Sleep(longWait + 1)
							b.gateway.Set("s", withPerson())
						}
						return nil
					}
					b.say(sessiontest.Person)
					b.wantResults("replied", "handed_over")
				}
				if got := b.gateway.Tags(); len(got) != 1 {
					t.Errorf("tags %q", got)
				}
			})
		})
	}
}
