package node

import (
	"context"
	"fmt"

	"atende/actors/journal/sealed"
)

// rekeying encrypts what is stored anew, step by step.  That somebody began is in the access log.
func (d *desk) rekeying(journal sealed.Rekeyer) func(ctx context.Context, by string, from sealed.Progress) (sealed.Progress, error) {
	return func(ctx context.Context, by string, from sealed.Progress) (sealed.Progress, error) {
		if from.Stage == sealed.StageBegin {
			if err := d.record(ctx, by, "rekey", "", 0); err != nil {
				return from, err
			}
		}
		done, err := journal.Rekey(ctx, from)
		if err != nil {
			return from, fmt.Errorf("rekey: %w", err)
		}
		return done, nil
	}
}
