package understand

// markers are words after which the last word counts.
var markers = [][]string{
	{"na", "verdade"}, {"quer", "dizer"}, {"digo"}, {"ops"}, {"alias"}, {"ou", "melhor"}, {"minto"},
	{"perdao"}, {"desculpa"}, {"desculpe"}, {"corrigindo"}, {"correcao"}, {"errei"},
	{"me", "enganei"}, {"me", "confundi"}, {"pensando", "bem"}, {"perai"}, {"pera"},
}

// markerAt tells whether a correction begins at i, and where it ends.
func (r *reader) markerAt(i int) (int, bool) {
	for _, m := range markers {
		if r.keys(i, m...) {
			return i + len(m), true
		}
	}
	switch {
	case r.keys(i, "melhor"):
		return i + 1, r.itemStarts(r.skip(i+1, 3, pt.BoundFill))
	case r.keys(i, "nao") && (r.is(i+1, pt.Commas) || r.keys(i+1, "e") || r.keys(i+1, "na", "verdade")):
		return i + 1, true
	}
	return i, false
}

// revised reads a bare number that replaces the day or the time before it: "dia 12, digo 13".
func (r *reader) revised(i int) (item, bool) {
	n, ok := r.number(i)
	if !ok || len(r.items) == 0 || n.digits > 2 || r.quantity(n.end) || r.hourMark(n.end) || r.slashMonth(n.end) || !r.afterMarker(i) {
		return nothingRead, false
	}
	switch last := r.items[len(r.items)-1]; {
	case i-last.end > maxAround:
	case last.kind == itemClock:
		if s, ok := r.clockAt(i, true); ok && !s.impossible {
			return r.clockItem(i, s), true
		}
	case last.kind == itemDay && (last.days.class == dayNumber || last.days.class == dayDated) && n.value >= 1 && n.value <= 31:
		if _, dated := r.monthOfDay(n.end); !dated {
			return saysDay(i, n.end, numberExpr(n.value))
		}
	}
	return nothingRead, false
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
func (r *reader) itemStarts(i int) bool {
	_, ok := r.starts[i]
	return ok
}

// correct drops what was denied and what a later word replaced.
func (r *reader) correct() {
	r.starts = map[int]itemKind{}
	deniedAt := map[int]struct{}{}
	for n := range r.items {
		it := &r.items[n]
		if it.kind == itemNothing || it.dropped {
			continue
		}
		r.starts[it.start] = it.kind
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
	if r.insteadOf(it.start) || r.followedBySwap(n) || r.deniedAfter(it.end) {
		return true
	}
	return !r.swapped(n) && (r.deniedBefore(it.start) || it.open != closed && r.deniedBefore(r.boundStart(it.start)))
}

// boundStart is where the words of a bound before an item begin: "antes das 10".
func (r *reader) boundStart(start int) int {
	k := r.back(start-1, 4, pt.BoundFill)
	return max(k, 0)
}

// swapped tells whether a "não" between the item before n and n denies the former, as a voice says it: "segunda não
// posso terça sim".  Without a verb, "quinta não sexta", it denies the latter.
func (r *reader) swapped(n int) bool {
	if n == 0 || r.items[n-1].kind != r.items[n].kind {
		return false
	}
	k := r.skip(r.items[n-1].end, 1, pt.Subjects)
	if !r.keys(k, "nao") {
		return false
	}
	verbs := r.skip(k+1, 4, pt.RefuseVerbs)
	return verbs > k+1 && r.skip(verbs, 2, pt.RefuseFill) >= r.items[n].start
}

func (r *reader) followedBySwap(n int) bool { return n+1 < len(r.items) && r.swapped(n+1) }

// insteadOf tells whether "em vez de" or "prefiro … do que" leads to the item at start.
func (r *reader) insteadOf(start int) bool {
	k := r.back(start-1, 3, pt.RefuseFill)
	return r.isAny(k, "vez", "inves", "lugar") && r.isAny(k-1, "em", "ao", "no") && k < start-1 ||
		r.keys(k-1, "do", "que")
}

func (r *reader) deniedBefore(start int) bool {
	k := r.back(start-1, 3, pt.RefuseFill)
	switch {
	case r.keys(k, "menos"):
		return !r.isAny(k-1, "ou", "pelo", "ao")
	case r.is(k, pt.Excepts):
		return !r.keys(k, "fora") || r.at(k+1).key != "de" && (r.ends(k-1) || r.is(k-1, pt.Commas))
	case r.keys(k, "ser") && r.isAny(k-1, "sem", "nao"):
		return true
	}
	for steps := 0; steps < 4 && r.is(k, pt.RefuseVerbs); steps++ {
		k--
		k = r.back(k, 2, pt.RefuseFill)
	}
	return r.keys(k, "nao") && k < start && !r.asks(k)
}

// asks tells whether "não tem …?" at k is a wish in the shape of a question.
func (r *reader) asks(k int) bool {
	return r.keys(k+1, "tem") || r.keys(k+1, "teria") || r.keys(k+1, "seria") || r.keys(k+1, "da", "para") ||
		r.keys(k+1, "vai") && r.keys(k+2, "ter")
}

func (r *reader) deniedAfter(end int) bool {
	k := r.skip(r.skipAny(end, 1, ","), 1, pt.Subjects)
	if r.is(k, pt.IsWords) && r.is(r.skipAny(k+1, 1, "muito", "mt", "bem"), pt.BadWords) {
		return true
	}
	if !r.keys(k, "nao") || k > end && r.keys(end, ",") && !r.is(k+1, pt.RefusedBy) {
		return false
	}
	next := k + 1
	if !r.is(next, pt.RefusedBy) {
		return r.restPolite(next)
	}
	for steps := range 4 {
		if r.is(next+steps, pt.GoVerbs) {
			return false
		}
	}
	return !r.keys(next, "da", "para") || r.ends(next+2) || !r.keys(next+2, "mudar")
}

// denyLists lets "segunda e terça não posso" and "menos segunda e terça" deny both.
func (r *reader) denyLists() {
	for n := 1; n < len(r.items); n++ {
		a, b := &r.items[n-1], &r.items[n]
		if a.dropped && a.kind == itemDay && b.kind == itemDay && r.deniedBefore(a.start) && r.linkBetween(*a, *b) == linkList {
			b.dropped = true
		}
	}
	for n := len(r.items) - 1; n > 0; n-- {
		a, b := &r.items[n-1], &r.items[n]
		if b.dropped && b.kind == itemDay && a.kind == itemDay && r.deniedAfter(b.end) &&
			r.linkBetween(*a, *b) == linkList && !r.keys(a.end, "ou") {
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
	if !r.moving {
		return
	}
	target, dropping := -1, false
	for k := range r.toks {
		dropping = dropping || pt.DropVerbs.Has(r.toks[k].lemma)
		if !r.is(k, pt.Toward) && !(dropping && pt.BookVerbs.Has(r.toks[k].lemma)) {
			continue
		}
		next := k + 1
		for !r.itemStarts(next) && next < k+4 && (r.is(next, pt.BoundFill) || r.isAny(next, "um", "uma")) {
			next++
		}
		goal := r.itemStarts(next) && r.starts[next] != itemPeriod || r.is(k+1, pt.AnyOther)
		if goal && (target < 0 || !r.isAny(k-1, "ou", "e")) { // "para quinta ou para sexta" is one goal
			target = k
		}
	}
	if target < 0 {
		return
	}
	for n := range r.items {
		it := &r.items[n]
		if it.kind != itemNothing && (it.end <= target || r.ofBooking(it.start)) {
			it.dropped = true
		}
	}
}

// ofBooking tells whether the item at start says which appointment: "minha consulta de quinta".
func (r *reader) ofBooking(start int) bool {
	k := start - 1
	for steps := 0; steps < 3 && r.is(k, pt.BookingFill); steps++ {
		k--
	}
	return k < start-1 && r.is(k, pt.Booking)
}
