package understand

import "slices"

// clause is what is said around a day between two pauses.
type clause struct {
	tells  bool // what is, and so perhaps why not then: "quinta é meu rodízio"
	wishes bool // "sexta consigo", "tem na terça?"
	asks   bool
}

// clauseOf looks around an item, up to the next pauses.
func (r *reader) clauseOf(it item) clause {
	var c clause
	look := func(k int) bool {
		c.tells = c.tells || r.is(k, pt.ToldVerbs) || r.at(k).Raw == "é"
		c.wishes = c.wishes || r.is(k, pt.FreeWords)
		c.asks = c.asks || r.at(k).key == "?"
		return k >= 0 && k < len(r.toks) && !r.is(k, pt.Commas) && !r.is(k, pt.ClauseWords)
	}
	for k := it.start - 1; k > it.start-maxAround && look(k); k-- {
		continue
	}
	for k := it.end; k < it.end+maxAround && look(k); k++ {
		continue
	}
	return c
}

// narrows tells whether an hour that bounds others leaves something of them: "depois das 15h, chego 15h30".
func (r *reader) narrows(n int) bool {
	it := r.items[n]
	return it.kind == itemClock && it.open != closed && slices.ContainsFunc(r.items, func(other item) bool {
		hours := other.kind == itemClock && !other.dropped && !other.aside
		return hours && other.clock.from <= it.clock.to && it.clock.from <= other.clock.to
	})
}

// dropAside drops the day or hour when somebody is busy or comes back where another one is wanted, "só volto na quarta,
// pode ser quinta?", and one of which something is told where another one is asked for, "quinta é meu rodízio, sexta
// consigo".
func (r *reader) dropAside() {
	var wanted, wished [itemBirth + 1]bool
	hour := func(kind itemKind) itemKind { // "entro às 13h, tem de manhã?"
		if kind == itemClock {
			return itemPeriod
		}
		return kind
	}
	told := make([]bool, len(r.items))
	for n, it := range r.items {
		if n > 0 && r.items[n-1].aside && r.listed(n) { // "tenho aula terça e quinta"
			it.aside, r.items[n].aside = true, true
		}
		if it.dropped || it.aside || it.kind == itemNothing {
			continue
		}
		c := r.clauseOf(it)
		told[n] = c.tells && !c.wishes && !c.asks
		wanted[it.kind] = wanted[it.kind] || it.work == noWork
		wished[hour(it.kind)] = wished[hour(it.kind)] || c.wishes && it.work == noWork
	}
	for n := range r.items {
		it := &r.items[n]
		busy := it.aside && wanted[it.kind] && !r.narrows(n)
		it.dropped = it.dropped || busy || told[n] && wished[hour(it.kind)]
	}
}
