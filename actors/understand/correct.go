package understand

import (
	"slices"

	"atende/actors/language"
)

// place is where something stands, in tokens.
type place struct{ start, end int }

// markerAt tells whether a correction begins at i, and where it ends.
func (r *reader) markerAt(i int) (int, bool) {
	end := r.says(i, pt.Correction)
	better := r.keys(i, "melhor") && r.itemStarts(r.skip(i+1, 3, pt.BoundFill))
	if end == 0 && (better || r.says(i, pt.MereNo) > 0) {
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
	denials := map[int]bool{} // words behind what was denied, which "não" is no correction of
	for n := range r.items {
		it := &r.items[n]
		if it.kind == itemNothing || it.dropped {
			continue
		}
		r.toks[it.start].begins = it.kind
		if it.dropped = it.kind != itemBirth && r.denied(n); it.dropped {
			denials[it.end] = true
		}
	}
	r.denyLists()
	r.denyTogether()
	r.denyEarlier()
	r.corrections = r.corrections[:0]
	for i := range r.toks {
		if end, ok := r.markerAt(i); ok && !denials[i] {
			r.corrections = append(r.corrections, place{i, end})
		}
	}
	for n := range r.items {
		if at, ok := r.retracts(n); ok {
			r.corrections = append(r.corrections, at)
		}
	}
	r.correctBirths()
	r.replace()
	r.dropAside()
	r.dropShift()
	r.dropDayAsHour()
	r.dropMoved()
}

// correctBirths drops a date that a birth date beside it takes back, which is none of an appointment: "12/03? não, pera, 05/08/2020";
// and the name of its month behind it: "12/07/2015. julho".
func (r *reader) correctBirths() {
	for n := 1; n < len(r.items); n++ {
		a, b := &r.items[n-1], &r.items[n]
		switch {
		case b.kind == itemBirth && a.kind == itemDay && a.days.dated() && r.takesBack(a.end, b.start):
			a.kind, a.dropped = itemBirth, true
		case a.kind == itemBirth && b.kind == itemDay && b.days.class == dayMonth && r.saysMonth(a, b):
			b.kind, b.birth, b.dropped = itemBirth, a.birth, true
		}
	}
}

// saysMonth tells whether month b is that of birth date a, said again right behind it and followed by nothing.
func (r *reader) saysMonth(a, b *item) bool {
	days, ok := b.days.next(r.today)
	_, month, _ := a.birth.date()
	_, named, _ := days.from.date()
	isWord := func(t token) bool { return t.Kind == language.Letters || t.isDigits() }
	apart := slices.ContainsFunc(r.toks[a.end:max(a.end, b.start)], func(t token) bool { return isWord(t) && !pt.OfMonth.Has(t.key) })
	return ok && month == named && !apart && (b.end == len(r.toks) || !isWord(r.toks[b.end]))
}

// maxTakingBack is how many words and signs at most stand between a date and the one that takes it back.
const maxTakingBack = 8

// takesBack tells whether the tokens between two dates take the first one back, and are of no matter of their own.
func (r *reader) takesBack(from, to int) bool {
	takes := false
	for k := from; k < to; k++ {
		if r.at(k).taken || r.is(k, pt.BirthWords) {
			return false
		}
		takes = takes || r.is(k, pt.TakenBack) || r.says(k, pt.Correction) > 0
	}
	return takes && to-from <= maxTakingBack
}

// replace drops the items before the last correction that an item of their kind follows.
func (r *reader) replace() {
	var last [itemBirth + 1]int
	for _, it := range r.items {
		if !it.dropped {
			last[it.kind] = it.start
		}
	}
	last[itemClock] = max(last[itemClock], last[itemPeriod]) // "às 8, não, pera, de tarde"
	r.drop(func(it *item) bool {
		replaced := slices.ContainsFunc(r.corrections, func(c place) bool { return it.end <= c.start && c.end <= last[it.kind] })
		it.retracted = replaced && !it.dropped
		return replaced
	})
}

// retracts tells whether a bare "não" before item n takes the one before it back, and where it stands: "9h não 8h40 que aí ela vai primeiro".
func (r *reader) retracts(n int) (at place, ok bool) {
	if n == 0 || r.items[n-1].kind != r.items[n].kind || r.items[n].kind == itemBirth {
		return place{}, false
	}
	begin, _, ok := pt.grammar.Around(pt.Retracts, r.words, r.items[n].start, r.items[n].end)
	return place{begin, begin + 1}, ok && begin == r.items[n-1].end
}

// denyEarlier drops what was said before it was refused: "quinta… não, quinta é feriado".
func (r *reader) denyEarlier() {
	for n := range r.items {
		denied := r.items[n]
		if denied.kind == itemNothing || !denied.dropped || !r.denied(n) {
			continue
		}
		for k := range n {
			if it := &r.items[k]; it.sameAs(&denied) && !r.comingAfter(it, &denied) {
				it.dropped = true
			}
		}
	}
}

// drop drops items.
func (r *reader) drop(unwanted func(*item) bool) {
	for n := range r.items {
		it := &r.items[n]
		it.dropped = it.dropped || it.kind != itemNothing && unwanted(it)
	}
}

// denied tells whether item n is one the patient does not want.
func (r *reader) denied(n int) bool {
	it := &r.items[n]
	if _, retracts := r.retracts(n); retracts || r.around(it.start, it.end, pt.AfterThat) || r.worksLater(n) {
		return false
	}
	if !r.around(it.end, it.end, pt.AskedNext) && (r.around(it.start, it.end, pt.AskedBefore) || r.asksAfter(it)) {
		return false
	}
	if r.around(it.start, it.start, pt.InsteadOf) || n+1 < len(r.items) && r.swapped(n+1) || r.deniedAfter(it.end) || r.gone(it) {
		return true
	}
	return !r.swapped(n) && (r.deniedBefore(it.start) || it.open != closed && r.deniedBefore(it.bound))
}

// asksAfter tells whether a refusal behind an item only asks: "quinta não tem não?", but not "8h não dá, tem as 10?".
func (r *reader) asksAfter(it *item) bool {
	return r.deniedAfter(it.end) && r.around(it.end, it.end, pt.AskedAfter) && !r.around(it.end, it.end, pt.AskedAnew)
}

// worksLater tells whether the work behind a part of the day is at another one, which stands behind it: "de tarde, ela
// estuda de manhã".
func (r *reader) worksLater(n int) bool {
	if n+1 >= len(r.items) || r.items[n].kind != itemPeriod || r.items[n+1].kind != itemPeriod {
		return false
	}
	works := false
	for k := r.items[n].end; k < r.items[n+1].start; k++ {
		if r.keys(k, "nao") || k-r.items[n].end >= maxAround {
			return false
		}
		works = works || r.is(k, pt.WorkVerbs)
	}
	return works
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

func (r *reader) deniedBefore(start int) bool {
	if r.around(start, start, pt.NotNeeded) || r.around(start, start, pt.NotSaid) || r.around(start, start, pt.CannotLeave) {
		return true
	}
	begin, _, ok := pt.grammar.Around(pt.DeniedBefore, r.words, start, start)
	return ok && r.says(begin, pt.Wish) == 0 && !r.around(start, start, pt.WantedBefore)
}

// gone tells whether a day or a part of one is spoken of as past.
func (r *reader) gone(it *item) bool {
	before := r.around(it.start, it.start, pt.GoneBefore) && !r.around(it.start, it.start, pt.StillBefore)
	since := it.kind == itemDay && r.around(it.start, it.start, pt.Since) && !slices.ContainsFunc(r.toks[it.start:it.end], token.isDigits)
	return before || since || r.around(it.end, it.end, pt.GoneAfter)
}

func (r *reader) deniedAfter(end int) bool {
	return r.around(end, end, pt.DeniedAfter) && !r.around(end, end, pt.WantedAfter)
}

// denyLists lets "segunda e terça não posso" and "menos segunda e terça" deny both; "não dá segunda, e na terça?" asks for the other one.
func (r *reader) denyLists() {
	for n := 1; n < len(r.items); n++ {
		if a, b := &r.items[n-1], &r.items[n]; r.listed(n) && a.dropped && r.deniedBefore(a.start) && !r.around(a.end, a.end, pt.AskedNext) {
			b.dropped, b.alike = true, b.oneDay()
		}
	}
	for n := len(r.items) - 1; n > 0; n-- {
		if a, b := &r.items[n-1], &r.items[n]; r.listed(n) && b.dropped && r.deniedAfter(b.end) && !r.keys(a.end, "ou") {
			a.dropped, a.alike = true, a.oneDay()
		}
	}
}

// listed tells whether days n and the one before it are of one list; "é a outra" only looks so.
func (r *reader) listed(n int) bool {
	a, b := r.items[n-1], r.items[n]
	return a.kind == itemDay && b.kind == itemDay && r.linkBetween(a, b) == linkList && !r.is(b.start, pt.OtherOnes)
}

// moves tells whether an appointment moves from a to b: "de quarta pra sexta".
func (r *reader) moves(a, b item) bool {
	return r.moving && slices.ContainsFunc(r.toks[a.end:max(a.end, b.start)], func(t token) bool { return pt.Toward.Has(t.key) })
}

// dropMoved drops the days and times an appointment is moved away from, and those that say which one it is: "minha
// consulta de quinta".
func (r *reader) dropMoved() {
	if goal := r.movesTo(); goal >= 0 {
		r.drop(func(it *item) bool { return it.end <= goal || r.around(it.start, it.start, pt.OfBooking) })
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
