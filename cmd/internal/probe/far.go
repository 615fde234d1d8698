package probe

import (
	"context"
	"slices"
)

// farthest is the last day that is asked for, counted from today: servers of this family answer for a year.
const farthest = 365

// lookFar asks for later days of those who have no time at all.  Whoever has some there is full; whoever has
// none, while somebody else has, is likely not known under that id.
func (b *bench) lookFar(ctx context.Context) error {
	if len(b.empty) == 0 {
		return nil
	}
	others := b.farTimes(ctx, slices.IndexFunc(b.cells, cell.hit))
	for _, s := range b.empty {
		f := &b.found[s.finding]
		switch own := b.farTimes(ctx, s.cell); {
		case ctx.Err() != nil:
			return ctx.Err()
		case own == some:
			f.Likely = LikelyFull
			f.Reason += "; there are times on later days, so everything until then is taken"
		case own == none && others == some:
			f.Likely = LikelyID
			f.Reason += "; nor on later days, when others have some: the id is wrong, or nobody has opened this agenda"
		default:
			f.Likely = LikelyID
			f.Reason += "; later days do not tell more, but a wrong id is likelier than that every time is taken"
		}
	}
	return nil
}

// glimpse is what later days hold.
type glimpse int

const (
	unseen glimpse = iota // the API does not answer so far ahead
	none
	some
)

// farTimes looks at the days after those of the probe; a cell below zero stands for nobody.
func (b *bench) farTimes(ctx context.Context, cell int) glimpse {
	if cell < 0 || b.Days >= farthest {
		return unseen
	}
	sight, err := b.look(ctx, b.cells[cell], b.Days+1, farthest)
	switch {
	case err != nil:
		return unseen
	case len(sight.Slots) > 0:
		return some
	default:
		return none
	}
}
