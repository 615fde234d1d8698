package sealed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atende/actors/journal"
)

// stepSize is how many sessions, or entries of histories, one step of Rekey looks at.
const stepSize = 100

// Rekeyer is a journal whose values can be encrypted anew.
type Rekeyer interface {
	// Rekey looks at the values that come after from, a bounded number of them, and writes those anew that are not as
	// they would be written now: with the first key of the ring, or in the clear.  It goes on from what the last step
	// returned, a zero Progress begins; who begins again loses nothing but time.  It runs beside everything else.
	// ErrNoKeys: there is no ring.
	Rekey(ctx context.Context, from Progress) (Progress, error)
}

// ErrNoKeys says that no data key is set, so that there is nothing to encrypt anew.
var ErrNoKeys = errors.New("no data key is set")

// Progress is how far Rekey came.
type Progress struct {
	Stage     Stage  `json:"stage"`
	SessionID []byte `json:"session,omitempty"` // looked at last; an id may be no text
	Seq       int64  `json:"seq,omitempty"`
	// Rested are the keys that nobody wrote with any more when Rekey began.
	Rested []RestedKey `json:"rested,omitempty"`

	Looked     int `json:"looked"`     // values
	Rewritten  int `json:"rewritten"`  // of them
	Unreadable int `json:"unreadable"` // damaged, or of a key that is not there: they stay as they are
	// InUse are the keys that the store still needs beside the one that writes, once it is done: another pass, when
	// nobody writes with them, ends them.
	InUse []string `json:"in_use,omitempty"`
}

// Stage is what Rekey looks at.
type Stage string

// The stages.
const (
	StageBegin    Stage = ""
	StageSessions Stage = "sessions"
	StageHistory  Stage = "history"
	StageDone     Stage = "done"
)

// RestedKey is a key with the time at which it was used last.
type RestedKey struct {
	ID   string    `json:"id"`
	Used time.Time `json:"used"`
}

// Rekey writes values anew; see Rekeyer.
func (s *store) Rekey(ctx context.Context, from Progress) (Progress, error) {
	if s.source == nil {
		return from, ErrNoKeys
	}
	var err error
	switch from.Stage {
	case StageBegin:
		from = Progress{Stage: StageSessions}
		if from.Rested, err = s.rested(ctx); err != nil {
			return from, err
		}
		return s.rekeySessions(ctx, from)
	case StageSessions:
		return s.rekeySessions(ctx, from)
	case StageHistory:
		return s.rekeyHistory(ctx, from)
	default:
		return from, nil
	}
}

// rested are the keys that nobody writes with: what is found by a pass that begins now is all there is of them.
func (s *store) rested(ctx context.Context) ([]RestedKey, error) {
	known, err := s.DataKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("data keys: %w", err)
	}
	var rested []RestedKey
	for _, k := range known {
		if !s.writes(k.ID) && k.Idle >= restedFor {
			rested = append(rested, RestedKey{k.ID, k.Used})
		}
	}
	return rested, nil
}

// writes reports whether this node writes with a key.
func (s *store) writes(id string) bool {
	writer, writes := s.keys.Load().writer()
	return writes && writer.id.String() == id
}

func (s *store) rekeySessions(ctx context.Context, p Progress) (Progress, error) {
	page, err := s.Store.Sessions(ctx, string(p.SessionID), stepSize)
	if err != nil {
		return p, err
	}
	var old []value
	for _, one := range page {
		rows := one.Waiting
		if len(rows) == journal.MaxWaiting { // there may be more
			if rows, err = s.Store.Read(ctx, one.SessionID, maxRows); err != nil {
				return p, err
			}
		}
		old = append(old, value{stateOf(one.SessionID), 0, one.State})
		for _, row := range rows {
			old = append(old, value{bodyOf(one.SessionID, row.Kind, row.MessageID), row.Seq, row.Body})
		}
		p.SessionID = []byte(one.SessionID)
	}
	if len(page) == 0 {
		p.Stage, p.SessionID = StageHistory, nil
	}
	return s.rewrite(ctx, p, old)
}

// maxRows is how many waiting rows of one session are written anew; a store holds no more in all.
const maxRows = 50_000

func (s *store) rekeyHistory(ctx context.Context, p Progress) (Progress, error) {
	page, err := s.Store.Histories(ctx, string(p.SessionID), p.Seq, stepSize)
	if err != nil {
		return p, err
	}
	var old []value
	for _, one := range page {
		old = append(old, value{entryOf(one.SessionID, one.Seq), one.Seq, one.Body})
		p.SessionID, p.Seq = []byte(one.SessionID), one.Seq
	}
	if len(page) == 0 {
		return s.finish(ctx, p)
	}
	return s.rewrite(ctx, p, old)
}

// value is one as it is stored.
type value struct {
	place
	seq    int64
	stored []byte
}

// rewrite writes those values anew that are not as they would be written now.
func (s *store) rewrite(ctx context.Context, p Progress, old []value) (Progress, error) {
	k, err := s.writing(ctx)
	if err != nil {
		return p, err
	}
	writer, writes := k.writer()
	var anew []journal.Replacement
	for _, v := range old {
		if len(v.stored) == 0 {
			continue
		}
		p.Looked++
		with, isSealed := keyOf(v.stored)
		if isSealed == writes && with == writer.id {
			continue
		}
		fresh, err := s.open(ctx, v.place, v.stored)
		if err == nil && writes {
			fresh, err = writer.seal(v.place, fresh)
		}
		if err != nil {
			p.Unreadable++
			continue
		}
		anew = append(anew, journal.Replacement{
			Kind: journal.ValueKind(v.kind), SessionID: v.session, Seq: v.seq, Old: v.stored, New: fresh,
		})
	}
	if len(anew) == 0 {
		return p, nil
	}
	done, err := s.Replace(ctx, anew)
	p.Rewritten += done
	return p, err
}

// finish forgets the keys that nothing is left of.
func (s *store) finish(ctx context.Context, p Progress) (Progress, error) {
	if p.Unreadable == 0 {
		for _, k := range p.Rested {
			if s.writes(k.ID) { // again
				continue
			}
			if err := s.DropDataKey(ctx, journal.DataKey{ID: k.ID, Used: k.Used}); err != nil {
				return p, fmt.Errorf("data keys: %w", err)
			}
		}
	}
	known, err := s.DataKeys(ctx)
	if err != nil {
		return p, fmt.Errorf("data keys: %w", err)
	}
	p.InUse = nil
	for _, k := range known {
		if !s.writes(k.ID) {
			p.InUse = append(p.InUse, k.ID)
		}
	}
	if err := s.Settle(ctx); err != nil { // of a pass that was cut short, too
		return p, err
	}
	p.Stage, p.SessionID, p.Seq = StageDone, nil, 0
	return p, nil
}
