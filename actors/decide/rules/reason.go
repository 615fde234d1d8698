package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// tellReasons takes for no wish what is told beside one: a time behind words that give a reason, "segunda dia 30 porque essa
// semana minha filha viaja", and a part of the day that is told of beside another one that is wished for, "a última da tarde?
// de manhã eu durmo".  It cannot be then.
func (d *dialogue) tellReasons(s *conversation.State, text string, list []told) {
	theirs := func(t told) bool { return len(d.kinIn(d.parse(text[t.start:t.end]))) > 0 }
	if readingBack(s) && len(list) > 0 && theirs(list[0]) {
		return // "já o da minha mãe tem que ser à tarde porque de manhã ela …" is said of another appointment
	}
	behind := 0 // where the clause ends that tells the last reason
	for i := range list {
		t := &list[i]
		same := func(other told) bool { return other.kind == "" && other.place != t.place && meets(other, *t) }
		switch {
		case t.kind != "" && t.kind != toldBusy:
		case d.givesReason(text, list, i) && slices.ContainsFunc(list, same):
			t.kind = toldNone // "quinta porque quinta é o dia da minha carona"
		case t.kind != "":
		case d.givesReason(text, list, i):
			t.kind = toldBusy
			behind = t.mention.end + len(d.clauses(text[t.mention.end:])[0])
		case t.mention.end <= behind && t.onlyDays():
			t.kind = toldNone // "só de tarde, pq de manhã faz hemodiálise terça e quinta"
		case d.besideWishedPart(text, list, i), i > 0 && list[i-1].kind == toldBusy && d.said(text[t.mention.end:t.end], say.SameThen):
			t.kind = toldBusy // "amanhã tenho dentista e quarta tbm"
		case d.theirDay(text, list, i), i > 0 && d.ofTheirDay(text, list, i):
			t.kind = toldNone
		}
	}
}

// busyAtHours takes for busy, and only then, the hours at which somebody does something else, where another one is wished: "tem que
// ser 9 e meia, 8h deixo as crianças na escola".
func (d *dialogue) busyAtHours(text string, list []told) (some bool) {
	does := func(t told) bool {
		return d.said(text[t.start:t.mention.start], say.TheyComeAt) || slices.ContainsFunc(t.moments, func(m understand.Moment) bool { return d.doesThen(text, m) })
	}
	wished := slices.ContainsFunc(list, func(t told) bool {
		return t.atHour() && !t.ofWork() && !does(t) && !d.toldRefused(text[t.start:t.end])
	})
	for i := range list {
		if t := &list[i]; wished && t.atHour() && does(*t) {
			t.kind, t.exact, some = toldBusy, true, true
		}
	}
	return some
}

// doesThen reports an hour behind which words tell what somebody does then.
func (d *dialogue) doesThen(text string, m understand.Moment) bool {
	return m.Time.From != "" && d.said(d.clauses(text[m.End:])[0], say.DoesThen)
}

// atHour reports a mention of a single hour.
func (t *told) atHour() bool {
	return len(t.moments) == 1 && t.moments[0].Time.From != "" && t.moments[0].Time.From == t.moments[0].Time.To
}

// endsAtHour reports a mention that ends with an hour.
func (t *told) endsAtHour() bool { return t.moments[len(t.moments)-1].Time.From != "" }

// givesReason reports a time that is told behind words that give a reason for another one that is wished for.
func (d *dialogue) givesReason(text string, list []told, i int) bool {
	t := list[i]
	if len(list) < 2 {
		return false
	}
	before, clause := d.parse(text[t.start:t.mention.start]), text[t.start:t.end]
	reason := before.says(say.GivesReason) || before.says(say.GivesReasonShort) && lettersIn(text[t.mention.end:t.end]) >= minAround
	return reason && !d.said(clause, say.ReasonWishes) && !d.toldRefused(clause) && !d.beforeWork(text, t) // before which it can be
}

// toldRefused reports that a clause refuses a time in so many words, which are heard elsewhere.
func (d *dialogue) toldRefused(clause string) bool {
	refused, _ := d.refusals(clause)
	return len(refused)+len(d.facts(clause).Not) > 0
}

// besideWishedPart reports a part of the day that a clause tells something of, where another clause chooses from another part:
// without this the two would cancel each other.
func (d *dialogue) besideWishedPart(text string, list []told, i int) bool {
	t := list[i]
	clause := text[t.start:t.end]
	part := t.sort() == "parte" && lettersIn(text[t.mention.end:t.end]) >= minAround
	if !part || d.said(clause, say.PicksOrWishes) || d.said(clause, say.ReasonWishes) || d.toldRefused(clause) {
		return false
	}
	does := d.said(text[t.mention.end:t.end], say.DoesThen) && !d.said(clause, say.ComesHere)
	return slices.ContainsFunc(list, func(other told) bool {
		wished := d.said(text[other.start:other.end], say.PicksOrWishes) || does && other.kind == "" && d.toldInWords(text, other) && !d.toldRefused(text[other.start:other.end])
		return partOfDay(other) != "" && partOfDay(other) != partOfDay(t) && wished
	})
}

// theirDay reports a day on which somebody else does something, where another one is taken: "essa semana minha filha viaja, então
// quinta da outra".
func (d *dialogue) theirDay(text string, list []told, i int) bool {
	t := list[i]
	own := d.parse(d.ownClause(text, t, d.endOfClause(text, t)))
	if !t.onlyDays() || !own.says(say.TheyDo) || own.says(say.BesidesThem) {
		return false
	}
	return slices.ContainsFunc(list, func(other told) bool {
		taken := other.kind == "" && sortOf(other.moments[0]) == "dia" && !meets(other, t)
		clause := text[other.start:other.end]
		return taken && d.said(clause, say.BesidesThem) && !d.toldRefused(clause)
	})
}

// ofTheirDay reports a part of the day, or an hour, of such a day: "essa semana ele trabalha de noite, semana que vem dá".
func (d *dialogue) ofTheirDay(text string, list []told, i int) bool {
	behind := d.clauses(text[list[i-1].mention.end:])[0]
	inside := sortOf(list[i].moments[0]) != "dia" && list[i].mention.end <= list[i-1].mention.end+len(behind)
	return inside && d.theirDay(text, list, i-1)
}

// partOfDay is the part of the day of a mention, "" for none.
func partOfDay(t told) understand.Period {
	at := slices.IndexFunc(t.moments, func(m understand.Moment) bool { return m.Period != "" })
	if at < 0 {
		return ""
	}
	return t.moments[at].Period
}

// restsFor is for how many days from then on somebody rests, 0 where a text does not say.
func (p *parsed) restsFor() int {
	m, ok := p.match(say.RestsFor)
	if !ok {
		return 0
	}
	days := numberOf(cmp.Or(say.WrittenNumber.Value(p.tokens[m.From].Text), p.tokens[m.From].Text))
	if strings.HasPrefix(p.tokens[m.From+1].Text, "semana") {
		days *= 7
	}
	return days
}

// restsNow notes from when on somebody can come who rests from now on: "operei, são 10 dias de repouso. marca depois disso?"
func (d *dialogue) restsNow(r *reading, list []told) {
	if days := r.restsFor(); days > 0 && len(list) == 0 && r.says(say.AfterThat) {
		today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
		r.bound.Dates = []conversation.Span{{From: daysLater(today, days), To: daysLater(today, aheadDays)}}
	}
}

// meets reports two mentions of which one may be in the other: the same day, and no other part of it.
func meets(a, b told) bool {
	if pa, pb := partOfDay(a), partOfDay(b); pa != pb && pa != "" && pb != "" {
		return false
	}
	days, shared := 0, false
	for _, m := range a.moments {
		for _, n := range b.moments {
			if m.Day.From != "" && n.Day.From != "" {
				days++
				shared = shared || m.Day.From <= n.Day.To && n.Day.From <= m.Day.To
			}
		}
	}
	return shared || days == 0 && partOfDay(a) != "" && partOfDay(a) == partOfDay(b)
}

// lettersIn counts the words of a text.
func lettersIn(text string) int {
	n := 0
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Letters {
			n++
		}
	}
	return n
}

// apartFromLast reports a moment that is told by itself, though only small words part it from the one before: an hour, or
// another part of the day, at which somebody does something else, and one behind what is told of a busy day, "terça fico presa até 14h, 15h tá bom", "quinta tenho
// dentista de manhã, de tarde dá".
func (d *dialogue) apartFromLast(text string, list []told, m understand.Moment) bool {
	t := &list[len(list)-1]
	last := t.moments[len(t.moments)-1]
	otherPart := m.Period != "" && last.Period != "" && m.Period != last.Period && m.Day.From+m.Time.From == ""
	if t.endsAtHour() && d.doesThen(text, m) || otherPart && d.said(d.clauses(text[m.End:])[0], say.DoesThen) {
		return true
	}
	if len(list) < 2 || !list[len(list)-2].onlyDays() || sortOf(m) == "dia" || !strings.ContainsAny(text[last.End:m.Start], ",;.") {
		return false
	}
	day := list[len(list)-2].mention
	ends := d.said(text[day.end:t.mention.start], say.UpToThere)
	other := last.Period != m.Period || (last.Time.From == last.Time.To) != (m.Time.From == m.Time.To)
	return ends || other && d.parse(text[day.start:t.mention.start]).saysAny(say.ToldBusy, say.Cannot)
}

// apartAt is where between two mentions in a clause what is said of the second begins: "quarta de manhã, que de tarde eu
// trabalho".
func apartAt(text string, from, to int) int {
	at := to
	led := true
	for _, t := range slices.Backward(language.Tokenize(text[from:to])) {
		if say.LeadsClause.Has(t.Text) {
			return from + t.Start
		}
		if led = led && say.BetweenTimes.Has(t.Text); led {
			at = from + t.Start
		}
	}
	return at
}

// hectic reports that the clause of a time says behind it that there is none then, and does not ask whether.
func (d *dialogue) hectic(text string, t told) bool {
	end := d.endOfClause(text, t)
	return d.said(text[t.mention.end:end], say.Hectic) && !strings.HasPrefix(strings.TrimSpace(text[end:]), "?")
}
