package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// line is a gateway that answers each way with an error, and counts the calls.
type line struct {
	inSession, byPhone, menu error
	sent                     string // "s", "p" and "m", in order
}

func (l *line) SendInSession(context.Context, string, string) (json.RawMessage, error) {
	l.sent += "s"
	return nil, l.inSession
}

func (l *line) SendMenu(context.Context, string, string, *chat.Menu) (json.RawMessage, error) {
	l.sent += "m"
	return nil, l.menu
}

func (l *line) SendByPhone(context.Context, string, string) (json.RawMessage, error) {
	l.sent += "p"
	return nil, l.byPhone
}

// A part takes the ways that the rules say, and what its tries told is kept.
func TestSend(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	refused := failure(outbound.Refused, 400)
	failed, silent, busy := failure(outbound.Unknown, 502), failure(outbound.Unknown, 0), failure(outbound.Unknown, 429)
	long := Attempts{Busy: noon.Add(-BusyPatience)}
	for name, test := range map[string]struct {
		line  line
		phone string
		menu  bool // something can be tapped
		known Attempts
		sent  string
		then  Step
		tells bool
		after Attempts
	}{
		"at once":              {sent: "s", then: NextItem},
		"by phone":             {line: line{inSession: failed}, phone: "55", sent: "sp", then: NextItem, tells: true, after: Attempts{Phoned: true}},
		"no phone":             {line: line{inSession: failed}, sent: "s", then: tryLater},
		"no answer":            {line: line{inSession: silent}, phone: "55", sent: "s", then: OnceMore, tells: true, after: Attempts{Unanswered: 1}},
		"no answer by phone":   {line: line{inSession: failed, byPhone: silent}, phone: "55", sent: "sp", then: OnceMore, tells: true, after: Attempts{Unanswered: 1, Phoned: true}},
		"no answer twice":      {line: line{inSession: silent}, known: Attempts{Unanswered: 1}, sent: "s", then: ToPerson, tells: true, after: Attempts{Unanswered: 2}},
		"busy":                 {line: line{inSession: busy}, phone: "55", sent: "s", then: waitInLine, tells: true, after: Attempts{Busy: noon}},
		"busy for long enough": {line: line{inSession: busy}, phone: "55", known: long, sent: "sp", then: NextItem, tells: true, after: Attempts{Busy: long.Busy, Phoned: true}},

		"tapped":                        {menu: true, sent: "m", then: NextItem},
		"refused, the words alone":      {menu: true, line: line{menu: refused}, phone: "55", sent: "ms", then: NextItem, tells: true, after: Attempts{Plain: true}},
		"refused, and so are the words": {menu: true, line: line{menu: refused, inSession: refused}, phone: "55", sent: "msp", then: NextItem, tells: true, after: Attempts{Plain: true, Phoned: true}},
		"refused before":                {menu: true, known: Attempts{Plain: true}, sent: "s", then: NextItem, after: Attempts{Plain: true}},
		"tapped, no answer":             {menu: true, line: line{menu: silent}, phone: "55", sent: "m", then: OnceMore, tells: true, after: Attempts{Unanswered: 1}},
		"tapped, no answer twice":       {menu: true, line: line{menu: silent}, phone: "55", known: Attempts{Unanswered: 1}, sent: "m", then: ToPerson, tells: true, after: Attempts{Unanswered: 2}},
		"tapped, a failure":             {menu: true, line: line{menu: failed}, phone: "55", sent: "mp", then: NextItem, tells: true, after: Attempts{Plain: true, Phoned: true}},
		"tapped, a failure, no phone":   {menu: true, line: line{menu: failed}, sent: "m", then: tryLater, tells: true, after: Attempts{Plain: true}},
		"tapped, busy":                  {menu: true, line: line{menu: busy}, phone: "55", sent: "m", then: waitInLine, tells: true, after: Attempts{Busy: noon}},
	} {
		s := Sender{Gateway: &test.line, Session: "s", Phone: test.phone, Now: func() time.Time { return noon }}
		part := Item{Kind: Part, Text: "oi"}
		if test.menu {
			part.Menu = &chat.Menu{}
		}
		got := s.Send(t.Context(), part, test.known)
		if test.line.sent != test.sent || got.Then != test.then || got.Known != test.after || got.Learned != test.tells {
			t.Errorf("%s: sent %q, %+v", name, test.line.sent, got)
		}
	}
}

// asks is a gateway that asks whether a call may leave, as the clients do.
type asks struct{}

func (asks) SendInSession(ctx context.Context, _, _ string) (json.RawMessage, error) {
	if err := outbound.Permitted(ctx); err != nil {
		return nil, &outbound.Error{Client: "gateway", Kind: outbound.NotSent, Cause: err.Error()}
	}
	return nil, nil
}

func (asks) SendMenu(context.Context, string, string, *chat.Menu) (json.RawMessage, error) {
	return nil, errors.New("with a menu")
}

func (asks) SendByPhone(context.Context, string, string) (json.RawMessage, error) {
	return nil, errors.New("by phone")
}

// A person who came first is no failure of the gateway; a right that went is, for the next holder begins anew.
func TestHeldBack(t *testing.T) {
	person, lost := errors.New("a person came first"), errors.New("another node's now")
	for name, test := range map[string]struct {
		ours, permit error
		then         Step
		why          string
	}{
		"ours":          {then: NextItem},
		"a person came": {ours: person, permit: lost, then: NotOurs, why: "a person came first"},
		"no right":      {permit: lost, then: tryLater, why: "gateway : not sent: another node's now"},
	} {
		s := Sender{Gateway: asks{}, Now: time.Now, Ours: func(context.Context) error { return test.ours }}
		ctx := outbound.WithPermit(t.Context(), func() error { return test.permit })
		if got := s.Send(ctx, Item{Kind: Part, Text: "oi"}, Attempts{}); got.Then != test.then || why(got.Err) != test.why || got.Known != (Attempts{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func why(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
