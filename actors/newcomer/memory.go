package newcomer

import (
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// Memory keeps what the gateway confirmed, over the end of this process: a journal.
type Memory interface {
	Contacts(ctx context.Context, key string, since time.Time, note ...journal.Contact) ([]journal.Contact, error)
}

const (
	// keptFor is how long the mark of a session that was known is kept, and noteEvery how often it is noted.
	keptFor, noteEvery = 24 * time.Hour, time.Hour
	// recalled is as how many known sessions it counts after a start: enough that what comes with it goes before a flood,
	// and so few that the gateway's word counts soon.
	recalled = 8
	// maxNoted bounds the marks that this process has noted.
	maxNoted = 256
	// memoryLimit is for how long the journal may take.
	memoryLimit = 3 * time.Second
)

func memoryKey(k kind) string { return "newcomer " + kindNames[k] }

// Recall takes what processes before this one, or other nodes, learned of the gateway's own calls, so that patients are
// told from a flood from the first call on.  It is called before anything is let in; after an error nothing is known.
func (d *Desk) Recall(ctx context.Context) error {
	if d.config.Memory == nil {
		return nil
	}
	var found [kinds][]journal.Contact
	known := false
	for k, name := range kindNames {
		if name == "" {
			continue
		}
		var err error
		if found[k], err = d.contacts(ctx, kind(k)); err != nil {
			return err
		}
		known = known || len(found[k]) > 0
	}
	if !known {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.record.all.known += recalled
	for k, list := range found {
		d.record.novel[k] = float64(len(list))
		if len(list) == 0 { // nothing is known of this kind, so that nothing of it is strange
			d.record.novel[k] = recalled
		}
		for _, c := range list {
			d.record.marks[mark(kind(k), uint64(c.CPF))] = verdicts{known: recalled}
		}
	}
	return nil
}

func (d *Desk) contacts(ctx context.Context, k kind, note ...journal.Contact) ([]journal.Contact, error) {
	ctx, cancel := context.WithTimeout(ctx, memoryLimit)
	defer cancel()
	return d.config.Memory.Contacts(ctx, memoryKey(k), d.config.Now().Add(-keptFor), note...)
}

// Remember notes what the gateway confirmed for the processes after this one, with a session that it confirmed.  What
// fails is noted with a later one.
func (d *Desk) Remember(ctx context.Context, sessionID string) {
	now := d.config.Now()
	for _, m := range d.due(now) {
		note := journal.Contact{CPF: int(hashOf(m)), SessionID: sessionID, At: now}
		if _, err := d.contacts(ctx, kindOf(m), note); err != nil {
			d.mu.Lock()
			delete(d.noted, m)
			d.mu.Unlock()
		}
	}
}

// due are the marks that are to be noted now; they count as noted.
func (d *Desk) due(now time.Time) Marks {
	if d.config.Memory == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	marks := d.news
	d.news = nil
	for _, m := range marks {
		if len(d.noted) >= maxNoted { // some are noted again before their time
			clear(d.noted)
		}
		d.noted[m] = now
	}
	return marks
}

// learned marks what a session that was known brought, for Remember.  It is called under the lock.
func (d *Desk) learned(marks Marks) {
	if d.config.Memory == nil {
		return
	}
	now := d.config.Now()
	for _, m := range marks {
		at, noted := d.noted[m]
		if kindNames[kindOf(m)] == "" || noted && now.Sub(at) < noteEvery || len(d.news) >= maxNoted || slices.Contains(d.news, m) {
			continue
		}
		d.news = append(d.news, m)
	}
}
