package session

import (
	"context"
	"errors"
	"net/url"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/integrations/chat"
)

// deliver does what is left of the outbox, in order, marking each item (S-C-11: the next part goes
// as soon as the former is answered).
func (s *session) deliver(ctx context.Context) error {
	t := s.turn
	if t == nil { // an earlier holder decided this
		t = &turn{number: s.rec.Turn, started: s.Now(), since: s.rec.Since, items: s.rec.Outbox, message: s.rec.Message}
		if s.rec.Certain {
			t.before = []conversation.Outcome{conversation.OutcomeBooked}
		}
		s.turn = t
	}
	ctx = s.follows(ctx, t)
	for s.sent < len(s.rec.Outbox) {
		if s.pointless() {
			return s.unask(ctx, t, false)
		}
		if s.expired(s.rec.Since) && s.tries > 0 { // whatever was decided late is still tried once
			return s.abandon(ctx, t)
		}
		came, err := s.personCame(ctx, t)
		if err != nil {
			return err
		}
		if came != nil {
			return s.yield(ctx, t, came)
		}
		err = s.do(ctx, t, s.rec.Outbox[s.sent])
		if first := (*personFirstError)(nil); errors.As(err, &first) {
			return s.yield(ctx, t, first.person)
		}
		if err != nil {
			return err
		}
		s.count(t)
	}
	s.finish(ctx, t)
	return nil
}

// do performs one item and marks it.
func (s *session) do(ctx context.Context, t *turn, i outbox.Item) error {
	if s.lost() {
		return errLost
	}
	s.Newcomers.Busy()
	switch i.Kind {
	case outbox.Transfer:
		return s.transfer(ctx, t, i)
	case outbox.Tag:
		s.tag(ctx, i.Text)
		return s.mark(ctx, nil, nil)
	default:
		return s.sendOnce(ctx, t, i)
	}
}

// transferOnce hands over the session.
func (s *session) transferOnce(ctx context.Context) error {
	if s.delivered == s.next() {
		return nil
	}
	if _, err := s.Gateway.Transfer(ctx, s.id); err != nil {
		return err
	}
	s.delivered = s.next()
	return nil
}

// transfer hands the session over.  It counts and mutes only when the gateway confirmed it; a
// definite refusal is an error nobody but an operator can mend (contract, "Uncontrolled error").
func (s *session) transfer(ctx context.Context, t *turn, i outbox.Item) error {
	err := s.transferOnce(ctx)
	switch outbox.AfterTransfer(outbox.FateOf(err, false)) {
	case outbox.WithPerson:
		s.Log.InfoContext(ctx, "session handed over", "session", s.id, "reason", i.Text, "page", s.pageOf())
		s.rec.Give(&record.HandOver{At: s.Now()})
		s.rec.Moved = s.moved(ctx)
		s.noteEnd(t, conversation.OutcomeTransferred)
		t.handOvers = append(t.handOvers, i.Text)
		return s.mark(ctx, s.rec.Encode(), s.afterword(t).Encode())
	case outbox.NobodyComes:
		s.Log.ErrorContext(ctx, "transfer refused, the patient waits for nobody", "session", s.id, "error", err)
		s.noteEnd(t, outcomeError)
		return s.regret(ctx, t)
	default:
		return postpone(err)
	}
}

// regret marks a transfer that was refused for good, and adds to the outbox what the patient, who was promised a
// person, has to know: that nobody was called, and whom to call.
func (s *session) regret(ctx context.Context, t *turn) error {
	words := s.Clinic.NobodyText()
	done, left := s.rec.Outbox[:s.sent+1:s.sent+1], s.rec.Outbox[s.sent+1:]
	for _, i := range left {
		if i.Kind != outbox.Tag || i.Text != conversation.TagTransferred {
			done = append(done, i)
		}
	}
	for _, part := range chat.Split(words.Text) {
		done = append(done, outbox.Item{Kind: outbox.Part, Text: part, From: words.From})
	}
	s.rec.Outbox = done
	e := s.afterword(t)
	e.Said = []history.Said{{Kind: string(outbox.Part), Text: words.Text, From: words.From}}
	return s.mark(ctx, s.rec.Encode(), e.Encode())
}

// tag is tried once: a contact without its tag is no reason to keep anybody waiting (S-C-14).
func (s *session) tag(ctx context.Context, name string) {
	if _, err := s.Gateway.Tag(ctx, s.rec.Phone, name); err != nil {
		s.Log.WarnContext(ctx, "contact not tagged", "session", s.id, "tag", name, "error", err)
	}
}

// abandon ends an outbox that could not be delivered for a day.
func (s *session) abandon(ctx context.Context, t *turn) error {
	t.result = "failed"
	s.noteEnd(t, outcomeError)
	if err := s.giveUp(ctx, nil, s.afterword(t).Encode()); err != nil {
		return err
	}
	s.Log.ErrorContext(ctx, "reply given up", "session", s.id, "turn", t.number)
	s.count(t)
	s.finish(ctx, t)
	return nil
}

// pageOf is where operators see the conversation, for the log.
func (s *session) pageOf() string { return s.AdminURL + "/admin/conversations/" + url.PathEscape(s.id) }
