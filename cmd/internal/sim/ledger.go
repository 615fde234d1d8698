package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// The operations of the journal that go wrong.
const (
	opAccept   = "accept"
	opActivate = "activate"
	opRead     = "read"
	opCommit   = "commit"
	opIntent   = "intent" // a commit with an intent
	opSweep    = "sweep"
	opRing     = "ring"
	opIntents  = "intents"
	opRecord   = "record"
	opFact     = "fact"
	opContacts = "contacts"
)

var errDisk = errors.New("sim: the disk failed")

// ledger is the journal as the world sees it: what it holds, whoever wrote it.
type ledger struct {
	w     *world
	inner journal.Journal
	store *memory.Store        // behind inner in a cluster, else nil
	last  time.Time            // of the newest acceptance; no two are of the same millisecond
	begun map[string]time.Time // when the commit of an intent began, by token
}

func newLedger(w *world) *ledger {
	l := &ledger{w: w, begun: map[string]time.Time{}}
	if len(w.plan.fleet.nodes) == 0 {
		l.inner = memory.New(memory.Options{})
		return l
	}
	l.store = memory.NewShared(memory.Options{})
	w.register = newRegister(w, l.store.Handle())
	l.inner = l.handle(fixed{owned: true})
	return l
}

// handle reaches a shared ledger with what somebody owns.
func (l *ledger) handle(own journal.Ownership) journal.Shared {
	h := l.store.Handle()
	h.Own(own)
	return h
}

// fixed is what was owned at one moment: everything, or nothing, by one title.
type fixed struct {
	title journal.Title
	owned bool
}

// Title implements journal.Ownership.
func (f fixed) Title(int) (journal.Title, bool) { return f.title, f.owned }

// desk is the ledger as one process reaches it.
type desk struct {
	*ledger
	node *node
	own  journal.Journal // what the process owns of it
}

var _ journal.Journal = desk{}

// desk gives a process access; in a cluster member knows what it owns.
func (l *ledger) desk(n *node, member *cluster.Node) desk {
	if member == nil {
		return desk{ledger: l, node: n, own: l.inner}
	}
	return desk{ledger: l, node: n, own: l.handle(member)}
}

// around makes one call with what may happen before and after it.  Its effect may come after the caller
// has gone, so it hands over its result and shares nothing.
func around[T any](ctx context.Context, d desk, party, operation, chatID string, effect func(context.Context) (T, error)) (result T, err error) {
	if !d.node.step(chatID, "before "+operation) {
		return result, errDead
	}
	if d.node.unreachable(ctx) {
		return result, errDisk
	}
	who := chatID
	if party == placementParty {
		who = d.node.slot.name
	}
	m, dice := d.w.mishap(party, operation, who)
	if m != fine {
		d.w.note(who, "journal %s: %s", operation, m)
	}
	slowBack := m == slow && party == placementParty && chance(dice, 0.5)
	if !slowBack {
		afterwards := func() { _, _ = effect(context.Background()) }
		if err := d.before(ctx, party, m, dice, afterwards); err != nil {
			return result, err
		}
	}
	leaving := ctx
	if ctx.Err() != nil && chance(dice, 0.5) { // the process stood still, and its call left all the same
		leaving = context.WithoutCancel(ctx)
	}
	done, err := effect(leaving)
	switch {
	case slowBack && d.node.wait(ctx, slowWrite(dice, party)) != nil:
		return result, errDisk
	case !d.node.step(chatID, "after "+operation):
		return result, errDead
	case m == errorAfter && err == nil, d.node.unreachable(ctx):
		return result, errDisk
	}
	return done, err
}

// before is what goes wrong on the way there; an error ends the call, whose effect may come afterwards.
func (d desk) before(ctx context.Context, party string, m mishap, dice *rand.Rand, afterwards func()) error {
	switch m {
	case busy:
		return journal.ErrFull
	case errorBefore:
		return errDisk
	case hangBefore:
		return d.node.hang(ctx)
	case late:
		d.w.later(lateness(dice, party), afterwards)
		if party != placementParty && chance(dice, 0.5) {
			return d.node.hang(ctx)
		}
		return errDisk
	case slow:
		err := d.node.wait(ctx, slowWrite(dice, party))
		if err != nil && d.node.alive() {
			d.w.later(0, afterwards) // a slow write stands although its caller left
		}
		return err
	default: // the others come afterwards, or never here
		return nil
	}
}

// slowWrite is how long a call may take, lateness how long after its caller gave up it may take effect.
// Statements of placement have little time (statementLimit).
func slowWrite(dice *rand.Rand, party string) time.Duration {
	if party == placementParty {
		return time.Duration(dice.IntN(1_200)) * time.Millisecond
	}
	return time.Duration(dice.IntN(pick(dice, 2_500, 12_000))) * time.Millisecond
}

func lateness(dice *rand.Rand, party string) time.Duration {
	if party == placementParty {
		return time.Duration(dice.Int64N(int64(statementLimit)))
	}
	return time.Duration(dice.IntN(12_000)) * time.Millisecond
}

// nothing is the result of a call that has none.
type nothing struct{}

// Accept implements journal.Journal.
func (d desk) Accept(ctx context.Context, in journal.Incoming) error {
	_, err := around(ctx, d, journalParty, opAccept, in.SessionID, func(ctx context.Context) (nothing, error) {
		return nothing{}, d.accept(ctx, in)
	})
	return err
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
	written, err := journal.ReadPatientMessage(in.Body)
	if err != nil {
		written = journal.PatientMessage{}
	}
	if in.Kind == journal.Listed {
		l.w.checkListed(c, in.Body)
	}
	if in.Kind == journal.Transferred {
		c.noted = time.Now()
	}
	c.rows = append(c.rows, &row{seq: newest.Seq, id: in.MessageID, at: newest.ReceivedAt, text: written.Text, choice: written.Choice, kind: int8(in.Kind)})
	l.w.noteLocked(c.id, "row %d: %s %q", newest.Seq, in.MessageID, written.Text)
	return nil
}

// Activate implements journal.Journal.
func (d desk) Activate(ctx context.Context, chatID string, schema int) (journal.Activation, error) {
	owner, title := d.inner, journal.Title{}
	if d.node.member != nil { // the title is of now, however long the call takes
		known, owned := d.node.member.Title(journal.ShardOf(chatID))
		owner, title = d.handle(fixed{known, owned}), known
	}
	a, err := around(ctx, d, journalParty, opActivate, chatID, func(ctx context.Context) (journal.Activation, error) {
		return d.activate(ctx, owner, title, chatID, schema)
	})
	if err != nil && !refusal(err) { // it may fence its own successor
		d.w.unclear(chatID)
	}
	return a, err
}

func (d desk) activate(ctx context.Context, owner journal.Journal, title journal.Title, chatID string, schema int) (journal.Activation, error) {
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	a, err := owner.Activate(ctx, chatID, schema)
	c := d.w.chatOf(chatID)
	switch {
	case err == nil:
		d.w.noteLocked(chatID, "process %s loads version %d", d.node.name(), a.Version)
		d.w.checkLoaded(d.node, c, title)
	case errors.Is(err, journal.ErrHeld):
		d.w.checkHeld(c, title.Incarnation)
	}
	return a, err
}

// refusal reports an error after which nothing was written for certain.
func refusal(err error) bool {
	return errors.Is(err, journal.ErrNotOwner) || errors.Is(err, journal.ErrHeld)
}

// Read implements journal.Journal.
func (d desk) Read(ctx context.Context, chatID string, limit int) ([]journal.Message, error) {
	return around(ctx, d, journalParty, opRead, chatID, func(ctx context.Context) ([]journal.Message, error) {
		d.w.mu.Lock()
		defer d.w.mu.Unlock()
		d.node.glanceAt(d.w.chatOf(chatID)).read = time.Now()
		return d.inner.Read(ctx, chatID, limit)
	})
}

// Commit implements journal.Journal.
func (d desk) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	operation := opCommit
	if c.Intent != nil {
		operation = opIntent
		d.w.mu.Lock()
		d.begun[c.Intent.Token] = time.Now()
		d.w.chatOf(c.SessionID).bookings[strconv.Itoa(c.Intent.N)] = true
		d.w.mu.Unlock()
	}
	version, err := around(ctx, d, journalParty, operation, c.SessionID, func(ctx context.Context) (int64, error) {
		return d.commit(ctx, d.node, schema, c)
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

func (l *ledger) commit(ctx context.Context, n *node, schema int, c journal.Commit) (int64, error) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	version, err := l.inner.Commit(ctx, schema, c)
	if err != nil {
		l.w.noteLocked(c.SessionID, "commit: %v", err)
		return version, err
	}
	l.w.noteLocked(c.SessionID, "commit %d: sent=%d done=%v state=%dB intent=%t", version, c.Sent, c.Done, len(c.State), c.Intent != nil)
	chat := l.w.chatOf(c.SessionID)
	if chat.overtaken(n) {
		l.w.violate(chat.id, "C1", "process %s commits, %s loaded it after that", n.name(), chat.loaded.node.name())
	}
	l.w.asked(chat, c.Due)
	l.w.lookAt(n, chat, c.State)
	l.w.consume(chat, c.Done)
	return version, nil
}

// Sweep implements journal.Journal.
func (d desk) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	waiting, err := around(ctx, d, journalParty, opSweep, "", func(ctx context.Context) ([]journal.Waiting, error) {
		return d.own.Sweep(ctx, limit)
	})
	if err == nil {
		d.w.mu.Lock()
		defer d.w.mu.Unlock()
		d.node.swept = time.Now()
	}
	return waiting, err
}

// Ring implements journal.Journal.
func (d desk) Ring(ctx context.Context, now time.Time, limit int) ([]string, error) {
	own, rings := d.own, func(*thread) bool { return true }
	if d.node.member != nil { // as it is now, however long the call takes
		has := d.node.belongings()
		own, rings = d.handle(has), has.of
	}
	return around(ctx, d, journalParty, opRing, "", func(ctx context.Context) ([]string, error) {
		return d.ring(ctx, own, rings, now, limit)
	})
}

// belongings are the titles of a node to the shards of all chats.
type belongings map[int]journal.Title

func (n *node) belongings() belongings {
	has := belongings{}
	for _, c := range slices.Concat(n.w.chats, n.w.lineThreads()) {
		if title, owned := n.member.Title(c.shard); owned {
			has[c.shard] = title
		}
	}
	return has
}

// Title implements journal.Ownership.
func (b belongings) Title(shard int) (journal.Title, bool) {
	title, owned := b[shard]
	return title, owned
}

func (b belongings) of(c *thread) bool {
	_, owned := b[c.shard]
	return owned
}

func (d desk) ring(ctx context.Context, own journal.Journal, rings func(*thread) bool, now time.Time, limit int) ([]string, error) {
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	rung, err := own.Ring(ctx, now, limit)
	if err != nil {
		return rung, err
	}
	for _, id := range rung {
		c := d.w.chatOf(id)
		waiting, err := d.inner.Read(context.Background(), id, 10_000)
		if err != nil {
			return rung, err
		}
		if !rings(c) {
			d.w.violate(id, "R4", "process %s rings, and the shard is another's", d.node.name())
		}
		d.w.rang(c, now, newest(waiting))
	}
	d.w.checkLeft(d.node, rings, now)
	return rung, nil
}

// newest is the last of the rows, zero for none.
func newest(rows []journal.Message) journal.Message {
	if len(rows) == 0 {
		return journal.Message{}
	}
	return rows[len(rows)-1]
}

// Intents implements journal.Journal.
func (d desk) Intents(ctx context.Context, chatID string, n int) ([]journal.Intent, error) {
	return around(ctx, d, journalParty, opIntents, chatID, func(ctx context.Context) ([]journal.Intent, error) {
		return d.inner.Intents(ctx, chatID, n)
	})
}

// Answer implements journal.Journal.
func (d desk) Answer(ctx context.Context, chatID, token, text string) error {
	_, err := around(ctx, d, journalParty, opRecord, chatID, func(ctx context.Context) (nothing, error) {
		d.w.note(chatID, "answer of %s: %s", token[:4], text)
		return nothing{}, d.inner.Answer(ctx, chatID, token, text)
	})
	return err
}

// Fact implements journal.Journal.
func (d desk) Fact(ctx context.Context, agendaID int) (journal.Fact, bool, error) {
	known := false
	fact, err := around(ctx, d, journalParty, opFact, "", func(ctx context.Context) (fact journal.Fact, err error) {
		fact, known, err = d.inner.Fact(ctx, agendaID) // facts are never late
		return fact, err
	})
	return fact, known, err
}

// Learn implements journal.Journal.
func (d desk) Learn(ctx context.Context, fact journal.Fact) error {
	_, err := around(ctx, d, journalParty, opFact, "", func(ctx context.Context) (nothing, error) {
		d.w.note("", "agenda %d is exclusive: %t", fact.AgendaID, fact.Exclusive)
		return nothing{}, d.inner.Learn(ctx, fact)
	})
	return err
}

// Contacts implements journal.Journal.
func (d desk) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	chatID := ""
	if len(note) > 0 {
		chatID = note[0].SessionID
	}
	return around(ctx, d, journalParty, opContacts, chatID, func(ctx context.Context) ([]journal.Contact, error) {
		return d.inner.Contacts(ctx, phone, since, note...)
	})
}

// Look implements journal.Journal.
func (d desk) Look(ctx context.Context, sessionID string) (journal.Stored, bool, error) {
	known := false
	stored, err := around(ctx, d, journalParty, opRead, sessionID, func(ctx context.Context) (stored journal.Stored, err error) {
		stored, known, err = d.inner.Look(ctx, sessionID) // readings are never late
		return stored, err
	})
	return stored, known, err
}

// Purge implements journal.Journal.
func (d desk) Purge(ctx context.Context, keep journal.Retention, limit int) (int, error) {
	return around(ctx, d, journalParty, "purge", "", func(ctx context.Context) (int, error) {
		return d.own.Purge(ctx, keep, limit)
	})
}

// Pending implements journal.Journal.
func (d desk) Pending() int { return d.own.Pending() }

// Close implements journal.Journal: the ledger outlives the process.
func (d desk) Close() error { return nil }
