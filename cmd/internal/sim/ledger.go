package sim

import (
	"context"
	"errors"
	"time"

	"atende/actors/journal"
	"atende/integrations/chat/event"
)

// The operations of the journal that go wrong.
const (
	opAccept   = "accept"
	opActivate = "activate"
	opRead     = "read"
	opCommit   = "commit"
	opIntent   = "intent" // a commit with an intent
	opSweep    = "sweep"
	opIntents  = "intents"
	opRecord   = "record"
	opFact     = "fact"
)

var errDisk = errors.New("sim: the disk failed")

// ledger is the journal as the world sees it: what it holds, whoever wrote it.
type ledger struct {
	w     *world
	inner journal.Journal
	last  time.Time            // of the newest acceptance; no two are of the same millisecond
	begun map[string]time.Time // when the commit of an intent began, by token
}

// desk is the ledger as one process reaches it.
type desk struct {
	*ledger
	node *node
}

var _ journal.Journal = desk{}

// around makes one call with what may happen before and after it.
func (d desk) around(ctx context.Context, operation, chatID string, effect func(context.Context) error) error {
	if !d.node.step(chatID, "before "+operation) {
		return errDead
	}
	m, dice := d.w.mishap(journalParty, operation, chatID)
	if m != fine {
		d.w.note(chatID, "journal %s: %s", operation, m)
	}
	switch m {
	case busy:
		return journal.ErrFull
	case errorBefore, unreachable:
		return errDisk
	case late:
		d.w.later(time.Duration(dice.IntN(12_000))*time.Millisecond, func() { _ = effect(context.Background()) })
		if chance(dice, 0.5) {
			return d.node.hang(ctx)
		}
		return errDisk
	case slow:
		// The write itself is slow: it stands although the caller left meanwhile.
		if err := d.node.wait(ctx, time.Duration(dice.IntN(pick(dice, 2_500, 12_000)))*time.Millisecond); err != nil {
			if d.node.alive() {
				d.w.later(0, func() { _ = effect(context.Background()) })
			}
			return err
		}
	}
	err := effect(ctx)
	if !d.node.step(chatID, "after "+operation) {
		return errDead
	}
	if m == errorAfter && err == nil {
		return errDisk
	}
	return err
}

// Accept implements journal.Journal.
func (d desk) Accept(ctx context.Context, in journal.Incoming) error {
	return d.around(ctx, opAccept, in.SessionID, func(ctx context.Context) error { return d.accept(ctx, in) })
}

// accept gives every row a millisecond of its own, by which the driver's turns are told apart.
func (l *ledger) accept(ctx context.Context, in journal.Incoming) error {
	l.w.mu.Lock()
	at := time.Now().Truncate(time.Millisecond)
	if !at.After(l.last) {
		at = l.last.Add(time.Millisecond)
	}
	l.last = at
	l.w.mu.Unlock()
	time.Sleep(time.Until(at))
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if err := l.inner.Accept(ctx, in); err != nil {
		return err
	}
	c := l.w.chatOf(in.SessionID)
	waiting, err := l.inner.Read(context.Background(), in.SessionID, 10_000)
	if err != nil {
		return err
	}
	newest := waiting[len(waiting)-1]
	text := ""
	if e, err := event.Decode(in.Body); err == nil {
		text = e.Text
	}
	if in.Kind == journal.Transferred {
		c.noted = time.Now()
	}
	c.rows = append(c.rows, &row{seq: newest.Seq, id: in.MessageID, at: newest.ReceivedAt, text: text, kind: int8(in.Kind)})
	l.w.noteLocked(c.id, "row %d: %s %q", newest.Seq, in.MessageID, text)
	return nil
}

// Activate implements journal.Journal.
func (d desk) Activate(ctx context.Context, chatID string, schema int) (a journal.Activation, err error) {
	err = d.around(ctx, opActivate, chatID, func(ctx context.Context) (err error) {
		a, err = d.inner.Activate(ctx, chatID, schema)
		return err
	})
	if err != nil { // it may fence its own successor
		d.w.unclear(chatID)
	}
	return a, err
}

// Read implements journal.Journal.
func (d desk) Read(ctx context.Context, chatID string, limit int) (list []journal.Message, err error) {
	err = d.around(ctx, opRead, chatID, func(ctx context.Context) (err error) {
		d.w.mu.Lock()
		defer d.w.mu.Unlock()
		d.w.chatOf(chatID).reads = reading{began: time.Now()}
		list, err = d.inner.Read(ctx, chatID, limit)
		return err
	})
	return list, err
}

// Commit implements journal.Journal.
func (d desk) Commit(ctx context.Context, schema int, c journal.Commit) (version int64, err error) {
	operation := opCommit
	if c.Intent != nil {
		operation = opIntent
		d.w.mu.Lock()
		d.begun[c.Intent.Token] = time.Now()
		d.w.mu.Unlock()
	}
	err = d.around(ctx, operation, c.SessionID, func(ctx context.Context) (err error) {
		version, err = d.commit(ctx, schema, c)
		return err
	})
	if err != nil && !errors.Is(err, journal.ErrFenced) {
		d.w.unclear(c.SessionID)
	}
	return version, err
}

// unclear counts a write of which the engine cannot know whether it stands.
func (w *world) unclear(chatID string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.chatOf(chatID).unknown++
}

func (l *ledger) commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	version, err := l.inner.Commit(ctx, schema, c)
	if err != nil {
		l.w.noteLocked(c.SessionID, "commit: %v", err)
		return version, err
	}
	l.w.noteLocked(c.SessionID, "commit %d: sent=%d done=%v state=%dB intent=%t", version, c.Sent, c.Done, len(c.State), c.Intent != nil)
	l.w.consume(l.w.chatOf(c.SessionID), c.Done)
	return version, nil
}

// Sweep implements journal.Journal.
func (d desk) Sweep(ctx context.Context, limit int) (list []journal.Waiting, err error) {
	err = d.around(ctx, opSweep, "", func(ctx context.Context) (err error) {
		list, err = d.inner.Sweep(ctx, limit)
		return err
	})
	return list, err
}

// Intents implements journal.Journal.
func (d desk) Intents(ctx context.Context, chatID string, n int) (list []journal.Intent, err error) {
	err = d.around(ctx, opIntents, chatID, func(ctx context.Context) (err error) {
		list, err = d.inner.Intents(ctx, chatID, n)
		return err
	})
	return list, err
}

// Answer implements journal.Journal.
func (d desk) Answer(ctx context.Context, chatID, token, text string) error {
	return d.around(ctx, opRecord, chatID, func(ctx context.Context) error {
		d.w.note(chatID, "answer of %s: %s", token[:4], text)
		return d.inner.Answer(ctx, chatID, token, text)
	})
}

// Fact implements journal.Journal.
func (d desk) Fact(ctx context.Context, agendaID int) (fact journal.Fact, known bool, err error) {
	err = d.around(ctx, opFact, "", func(ctx context.Context) (err error) {
		fact, known, err = d.inner.Fact(ctx, agendaID)
		return err
	})
	return fact, known, err
}

// Learn implements journal.Journal.
func (d desk) Learn(ctx context.Context, fact journal.Fact) error {
	return d.around(ctx, opFact, "", func(ctx context.Context) error {
		d.w.note("", "agenda %d is exclusive: %t", fact.AgendaID, fact.Exclusive)
		return d.inner.Learn(ctx, fact)
	})
}

// Purge implements journal.Journal.
func (d desk) Purge(ctx context.Context, keep journal.Retention, limit int) (removed int, err error) {
	err = d.around(ctx, "purge", "", func(ctx context.Context) (err error) {
		removed, err = d.inner.Purge(ctx, keep, limit)
		return err
	})
	return removed, err
}

// Pending implements journal.Journal.
func (d desk) Pending() int { return d.inner.Pending() }

// Close implements journal.Journal: the ledger outlives the process.
func (d desk) Close() error { return nil }
