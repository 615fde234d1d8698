package newcomer

import "math"

// record is what the gateway said of sessions, by what their messages had in common: a naive Bayes classifier over a few
// marks.  It forgets: the last few hundred sessions count.
type record struct {
	all   verdicts
	marks map[uint64]verdicts
	// novel counts, by kind, the known sessions whose mark no known one had before.
	novel [1 << kindBits]float64
}

// verdicts are how many sessions the gateway knew, and how many it denied.
type verdicts struct{ known, denied float64 }

const (
	// memory is how many verdicts count in full; at twice as many all are halved.
	memory = 256
	// maxMarks bounds the marks that have a record.
	maxMarks = 8192
	// negligible is what is forgotten of a mark.
	negligible = 0.5
)

func newRecord() record { return record{marks: map[uint64]verdicts{}} }

// odds is the logarithm of how many times likelier it is that the gateway knows a session than that it does not; 0 where
// nothing is known.  A mark that only denied sessions had speaks against one.  One that no known session had speaks
// against it as far as those that were known rarely brought a new one of its kind, the strangest of them once: the
// gateway has few addresses and many patients' phones, and a flood from many addresses is not taken for new patients
// until each of these was denied.
func (r *record) odds(marks Marks) float64 {
	sum, strangest := math.Log((r.all.known+1)/(r.all.denied+1)), 0.0
	for _, m := range marks {
		v, seen := r.marks[m]
		if v.known == 0 {
			strangest = min(strangest, math.Log((r.novel[kindOf(m)]+1)/(r.all.known+1)))
		}
		if !seen {
			continue
		}
		speaks := math.Log((v.known + 1) * (r.all.denied + 2) / ((v.denied + 1) * (r.all.known + 2)))
		if v.known == 0 {
			speaks = min(speaks, -math.Log(v.denied+1))
		}
		sum += speaks
	}
	return sum + strangest
}

// add counts a verdict, or takes one back (-1).
func (r *record) add(marks Marks, known, denied float64) {
	r.all = r.all.plus(known, denied)
	for _, m := range marks {
		if known > 0 && r.marks[m].known == 0 {
			r.novel[kindOf(m)] += known
		}
		r.marks[m] = r.marks[m].plus(known, denied)
	}
	if r.all.known+r.all.denied >= 2*memory {
		r.fade()
	}
	for len(r.marks) > maxMarks {
		r.fade()
	}
}

func (v verdicts) plus(known, denied float64) verdicts {
	return verdicts{max(0, v.known+known), max(0, v.denied+denied)}
}

// fade halves all that is known.
func (r *record) fade() {
	r.all = verdicts{r.all.known / 2, r.all.denied / 2}
	for k := range r.novel {
		r.novel[k] /= 2
	}
	for m, v := range r.marks {
		if v = (verdicts{v.known / 2, v.denied / 2}); v.known+v.denied < negligible {
			delete(r.marks, m)
			continue
		}
		r.marks[m] = v
	}
}
