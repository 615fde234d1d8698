package understand

// markerAt tells whether a correction begins at i, and where it ends.
func (r *reader) markerAt(i int) (int, bool) {
	end := r.says(i, pt.Correction)
	if end == 0 && r.keys(i, "melhor") && r.itemStarts(r.skip(i+1, 3, pt.BoundFill)) {
		end = i + 1
	}
	return end, end > 0
}

// revised reads a bare number that replaces the day or the time before it: "dia 12, digo 13".
func (r *reader) revised(i int) bool {
	n, ok := r.number(i)
	if !ok || n.digits > 2 || len(r.items) == 0 || !r.afterMarker(i) {
		return false
	}
	last := &r.items[len(r.items)-1]
	switch {
	case r.quantity(n.end), r.hourMark(n.end), r.slashMonth(n.end), i-last.end > maxAround:
	case last.kind == itemClock:
		s, ok := r.clockAt(i, true)
		return ok && !s.impossible && r.reads(r.clockItem(i, s))
	case last.kind == itemDay && last.days.dated() && n.isDay():
		_, dated := r.monthOfDay(n.end)
		return !dated && r.saysDay(i, n.end, numberExpr(n.value))
	}
	return false
}

// afterMarker tells whether a correction leads to token i.
func (r *reader) afterMarker(i int) bool {
	for k := i - 1; k >= max(0, i-5); k-- {
		if end, ok := r.markerAt(k); ok && r.skip(end, 3, pt.MarkerFill) >= i {
			return true
		}
	}
	return false
}

// itemStarts tells whether something that was read begins at i.
func (r *reader) itemStarts(i int) bool { return r.at(i).begins != itemNothing }

// correct drops what was denied and what a later word replaced.
func (r *reader) correct() {
	for i := range r.toks {
		r.toks[i].begins = itemNothing
	}
	deniedAt := map[int]struct{}{}
	for n := range r.items {
		it := &r.items[n]
		if it.kind == itemNothing || it.dropped {
			continue
		}
		r.toks[it.start].begins = it.kind
		if it.dropped = r.denied(n); it.dropped {
			deniedAt[it.end] = struct{}{}
		}
	}
	r.denyLists()
	r.corrections = r.corrections[:0]
	for i := range r.toks {
		end, ok := r.markerAt(i)
		if _, only := deniedAt[i]; ok && !only {
			r.corrections = append(r.corrections, place{i, end})
		}
	}
	r.replace()
	r.dropMoved()
}

// replace drops the items before the last correction that an item of their kind follows.
func (r *reader) replace() {
	var last, cutAt [itemBirth + 1]int
	for _, it := range r.items {
		if !it.dropped {
			last[it.kind] = it.start
		}
	}
	for kind := itemDay; kind <= itemBirth; kind++ {
		for _, c := range r.corrections {
			if c.end <= last[kind] {
				cutAt[kind] = c.start
			}
		}
	}
	for n := range r.items {
		if it := &r.items[n]; it.kind != itemNothing && it.end <= cutAt[it.kind] {
			it.dropped = true
		}
	}
}

// denied tells whether item n is one the patient does not want.
func (r *reader) denied(n int) bool {
	it := &r.items[n]
	if r.insteadOf(it.start) || n+1 < len(r.items) && r.swapped(n+1) || r.deniedAfter(it.end) {
		return true
	}
	return !r.swapped(n) && (r.deniedBefore(it.start) || it.open != closed && r.deniedBefore(it.bound))
}

// swapped tells whether a "não" between the item before n and n denies the former, as a voice says it: "segunda não
// posso terça sim".  Without a verb, "quinta não sexta", it denies the latter.
func (r *reader) swapped(n int) bool {
	if n == 0 || r.items[n-1].kind != r.items[n].kind {
		return false
	}
	start := r.items[n].start
	begin, _, ok := pt.grammar.Around(pt.Swap, r.words, start, start)
	return ok && begin == r.skip(r.items[n-1].end, 1, pt.Subjects)
}

// insteadOf tells whether "em vez de" or "prefiro … do que" leads to the item at start.
func (r *reader) insteadOf(start int) bool { return r.around(start, start, pt.InsteadOf) }

func (r *reader) deniedBefore(start int) bool {
	return r.around(start, start, pt.DeniedBefore) && !r.around(start, start, pt.WantedBefore)
}

func (r *reader) deniedAfter(end int) bool {
	return r.around(end, end, pt.DeniedAfter) && !r.around(end, end, pt.WantedAfter)
}

// denyLists lets "segunda e terça não posso" and "menos segunda e terça" deny both.
func (r *reader) denyLists() {
	listed := func(a, b *item) bool {
		return a.kind == itemDay && b.kind == itemDay && r.linkBetween(*a, *b) == linkList
	}
	for n := 1; n < len(r.items); n++ {
		if a, b := &r.items[n-1], &r.items[n]; a.dropped && listed(a, b) && r.deniedBefore(a.start) {
			b.dropped = true
		}
	}
	for n := len(r.items) - 1; n > 0; n-- {
		a, b := &r.items[n-1], &r.items[n]
		if b.dropped && listed(a, b) && r.deniedAfter(b.end) && !r.keys(a.end, "ou") {
			a.dropped = true
		}
	}
}

// moves tells whether an appointment moves from a to b: "de quarta pra sexta".
func (r *reader) moves(a, b item) bool {
	if !r.moving {
		return false
	}
	for k := a.end; k < b.start; k++ {
		if r.is(k, pt.Toward) {
			return true
		}
	}
	return false
}

// dropMoved drops the days and times an appointment is moved away from.
func (r *reader) dropMoved() {
	goal := r.movesTo()
	if goal < 0 {
		return
	}
	for n := range r.items {
		it := &r.items[n]
		if it.kind != itemNothing && (it.end <= goal || r.ofBooking(it.start)) {
			it.dropped = true
		}
	}
}

// movesTo returns the token that leads to where an appointment moves; -1 for none.
func (r *reader) movesTo() int {
	goal, dropping := -1, false
	for k := range r.toks {
		lemma := r.toks[k].lemma
		dropping = dropping || pt.DropVerbs.Has(lemma)
		if !r.moving || !r.is(k, pt.Toward) && !(dropping && pt.BookVerbs.Has(lemma)) {
			continue
		}
		next := k + 1
		for !r.itemStarts(next) && next < k+4 && (r.is(next, pt.BoundFill) || r.isAny(next, "um", "uma")) {
			next++
		}
		leads := r.itemStarts(next) && r.at(next).begins != itemPeriod || r.is(k+1, pt.AnyOther)
		if leads && (goal < 0 || !r.isAny(k-1, "ou", "e")) { // "para quinta ou para sexta" is one goal
			goal = k
		}
	}
	return goal
}

// ofBooking tells whether the item at start says which appointment: "minha consulta de quinta".
func (r *reader) ofBooking(start int) bool { return r.around(start, start, pt.OfBooking) }
