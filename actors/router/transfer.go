package router

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session"
)

// noteTimeout bounds the writing of what is already a fact.  It is below drainMargin.
const noteTimeout = 4 * time.Second

// errStopped: the node is about to close its journal.
var errStopped = errors.New("router: stopped")

// Transfer hands a session to the human department and tells its actor to be silent (S-B-13).  nil:
// the gateway confirmed it.  A journal that fails afterwards does not make it undone: the actor then
// learns of it only by the filters, and an operator from the log.  A drain waits for it and cuts it
// like a turn.  It fails with journal.ErrFull, at once or soon, where too many wait for the hand-over of sessions that nobody
// knows.
func (r *Router) Transfer(ctx context.Context, sessionID, reason string) error {
	return r.transfer(ctx, sessionID, session.TakenByWebhook, reason != "")
}

// transfer is Transfer; by is who wants it, one of metrics.HandOverReasons.
func (r *Router) transfer(ctx context.Context, sessionID, by string, reasoned bool) error {
	if !r.transfers.begin() {
		return fmt.Errorf("transfer: %w", errStopped)
	}
	defer r.transfers.end()
	calling, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.turns, cancel)()
	calling, left, err := r.paced(calling, sessionID, by)
	if err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	defer left()
	if _, err := r.Gateway.Transfer(calling, sessionID); err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	r.Outcomes.WithLabelValues(string(conversation.OutcomeTransferred)).Inc()
	r.Conversion.HandOver(by)
	r.Log.InfoContext(ctx, "session handed over by request", "session", sessionID, "by", by, "reason_given", reasoned)
	r.noteTransfer(context.WithoutCancel(ctx), sessionID, by)
	return nil
}

// noteTransfer makes a confirmed transfer durable.
func (r *Router) noteTransfer(ctx context.Context, sessionID, by string) {
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	err := r.Journal.Accept(ctx, journal.Incoming{
		SessionID: sessionID, MessageID: "transfer-" + rand.Text(), Kind: journal.Transferred, Body: []byte(by),
	})
	if err != nil {
		r.Log.ErrorContext(ctx, "transfer confirmed but not recorded", "session", sessionID, "error", err)
		return
	}
	r.knock(sessionID)
}

// transfers counts those that run, until none may begin.
type transfers struct {
	mu      sync.Mutex
	running int
	closed  bool
	idle    chan struct{} // closed once closed and none runs
}

func newTransfers() *transfers { return &transfers{idle: make(chan struct{})} }

// begin reports whether another one may run; it then ends with end.
func (t *transfers) begin() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false
	}
	t.running++
	return true
}

func (t *transfers) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.settle()
}

// close lets none begin any more.  Called once.
func (t *transfers) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.settle()
}

func (t *transfers) settle() {
	if t.closed && t.running == 0 {
		close(t.idle)
	}
}

// await waits until none runs, or reports how many still do when ctx ends.
func (t *transfers) await(ctx context.Context) error {
	select {
	case <-t.idle:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == 0 {
		return nil
	}
	return fmt.Errorf("drain: %d transfers still run", t.running)
}
