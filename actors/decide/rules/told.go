package rules

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// timesTold tells what a day or an hour that is mentioned means for the appointment; see when.examples.
var timesTold = learned("when")

// What it means, as in that file.
const (
	toldWish  = "wish"  // the appointment should be then
	toldBusy  = "busy"  // it cannot be then
	toldFrom  = "from"  // it can only be from then on
	toldUntil = "until" // it can only be until then
	toldLeave = "leave" // it must be over by then; words alone say so
	toldAfter = "after" // it can only be on a later day; words alone say so
	toldNone  = "none"  // nothing: it is told of something else
	toldLife  = "life"  // nothing: it is so each day; words alone say so
)

// mayWish is how likely a mention may still be a wish to be taken for something else, surelyTold how likely the latter must
// be, surelyHour where it is an hour that is busy, and surelyLast where nothing
// behind a day will do.
const mayWish, surelyTold, surelyHour, surelyLast = 0.3, 0.5, 0.85, 0.9

// told is a mention of a time in a text, or of several in a row, and the words around it.
type told struct {
	place   // of the mention with its words
	mention place
	moments []understand.Moment
	kind    string // "" for a wish
	exact   bool   // nothing is said of the hours behind it
}

// toldIn parts a text by the times that it mentions.  Words between two of them belong to the one whose clause they
// stand in.
func (d *dialogue) toldIn(text string) []told {
	var list []told
	for _, m := range d.mentioned(text) {
		n := len(list) - 1
		if n < 0 || !list[n].goesOn(m, text) || d.opensClause(text, m) || d.apartFromLast(text, list, m) {
			list = append(list, told{place: place{0, len(text)}, mention: place{m.Start, m.End}})
			n++
		}
		list[n].mention.end = m.End
		list[n].moments = append(list[n].moments, m)
	}
	for i := range list { // what another sentence says is of something else
		list[i].place = sentenceAround(text, list[i].mention)
		list[i].end = d.endOfTimes(text, list[i].mention.end, list[i].end)
	}
	if len(list) < 2 {
		return list
	}
	at := 0
	for n, part := range d.clauses(text) {
		for i := range list {
			if t := &list[i]; n%2 == 1 && i > 0 && at+len(part) <= t.mention.start && at >= list[i-1].mention.end {
				t.start, list[i-1].end = at, at
			}
		}
		at += len(part)
	}
	for i := 1; i < len(list); i++ {
		if a, b := &list[i-1], &list[i]; b.start <= a.mention.start {
			b.start = apartAt(text, a.mention.end, b.mention.start)
			a.end = b.start
		}
	}
	return list
}

// endOfTimes is where behind a mention something else than times is spoken of: "13:00, e o sobrenome é Duarte".
func (d *dialogue) endOfTimes(text string, from, to int) int {
	at := from
	for i, part := range d.clauses(text[from:to]) {
		p := d.parse(part)
		if i > 0 && (p.saysAny(say.AboutName, say.AboutCPF, say.AboutBirth, say.NameIs, say.PlanTalk) || len(d.find(part).Plans) > 0) {
			return at
		}
		if d.namesFully(part) {
			return at
		}
		at += len(part)
	}
	return to
}

// sentenceAround is the sentence in which something stands: between signs that end one, behind which something follows.
func sentenceAround(text string, of place) place {
	around := place{0, len(text)}
	for _, at := range sentenceEndFormat.FindAllStringIndex(text, -1) {
		if words := strings.Fields(text[:at[0]]); len(words) > 0 && say.DoctorTitle.Has(language.Fold(words[len(words)-1])) {
			continue // "dr. Rafael"
		}
		if at[1] <= of.start+1 {
			around.start = at[1]
		}
		if at[0]+1 >= of.end {
			around.end = at[0] + 1
			break
		}
	}
	return around
}

var sentenceEndFormat = regexp.MustCompile(`[.!?\n]+(\s|$)`)

// mentioned are the times in a text, in the order said: those that a day or an hour is read of, and weekdays as a habit.
// Nobody changes the list.
func (d *dialogue) mentioned(text string) []understand.Moment {
	p := d.parse(text)
	if p.mentions == nil {
		list := d.lookForMentions(p)
		p.mentions = &list
	}
	return *p.mentions
}

func (d *dialogue) lookForMentions(p *parsed) []understand.Moment {
	var list []understand.Moment
	if d.facts(p.text).Timed { // most texts name none
		list = understand.SpokenMoments(p.text, d.turn.Now)
	}
	if len(list) > maxMentioned {
		return nil
	}
	p.scan()
	for _, t := range p.tokens {
		if say.Weekday.Value(t.Text) == "" && say.Weekdays.Value(t.Text) == "" {
			continue
		}
		read := slices.ContainsFunc(list, func(m understand.Moment) bool { return m.Start <= t.Start && t.End <= m.End })
		if !read && len(list) <= maxMentioned {
			list = append(list, understand.Moment{Start: t.Start, End: t.End})
		}
	}
	slices.SortFunc(list, func(a, b understand.Moment) int { return a.Start - b.Start })
	return list
}

// maxMentioned is how many times are told of at most: more are a list.
const maxMentioned = 24

// goesOn reports that a moment is told with those before it: "quinta, ou na sexta", "terça às 8".  What is asked behind a comma stands by
// itself: "não vai dar terça, e na quinta?"
func (t *told) goesOn(m understand.Moment, text string) bool {
	last := t.moments[len(t.moments)-1]
	tokens := language.Tokenize(text[last.End:m.Start])
	listed := slices.ContainsFunc(tokens, func(t language.Token) bool { return say.ListsTimes.Has(t.Text) })
	small := !slices.ContainsFunc(tokens, func(t language.Token) bool { return !say.BetweenTimes.Has(t.Text) })
	asked := len(tokens) > 1 && tokens[0].Text == "," && tokens[1].Text == "e" && asksAt(text, m.End)
	return small && !asked && len(tokens) <= maxLinked && (!listed || sortOf(last) == sortOf(m))
}

// sortOf tells days, hours and parts of the day apart.
func sortOf(m understand.Moment) string {
	switch {
	case m.Time.From != "":
		return "hora"
	case m.Period != "":
		return "parte"
	default:
		return "dia"
	}
}

// maxLinked is how many words stand between two times that are one mention: "quinta, ou na".
const maxLinked = 4

// masked are the words of a mention with a sign for what is mentioned, and words for what the phrases make of it: which
// day or hour it is says nothing.
func (d *dialogue) masked(text string, t told) string {
	around := d.withoutService(text, t)
	masked := []string{text[around.start:t.mention.start], "quando x" + t.sort(), "quando", text[t.mention.end:around.end]}
	p := d.parse(text[t.start:t.end])
	facts := d.facts(p.text)
	for _, mark := range []struct {
		is   bool
		word string
	}{
		{len(facts.Not) > 0, "xnega"}, {p.says(say.Cannot), "xnao"}, {len(facts.Not) == 0 && wishOf(facts).Empty(), "xsolto"},
		{d.upTo(t), "xate"}, {onwards(t), "xdesde"},
	} {
		if mark.is {
			masked = append(masked, mark.word)
		}
	}
	return strings.Join(strings.Fields(strings.Join(masked, " ")), " ")
}

// withoutService is where a mention stands without the clauses before and behind it that say what is wanted, and nothing of it:
// "preciso de cardiologista, só que terça eu trabalho", "levei pontos hoje, quero ortopedista".
func (d *dialogue) withoutService(text string, t told) place {
	around := t.place
	at := t.start
	for i, part := range d.clauses(text[t.start:t.mention.start]) {
		if at += len(part); i%2 == 0 && at < t.mention.start && d.namesService(part) {
			around.start = at
		}
	}
	at = t.mention.end
	for i, part := range d.clauses(text[t.mention.end:t.end]) {
		if i > 0 && i%2 == 0 && d.namesService(part) {
			around.end = at
			break
		}
		at += len(part)
	}
	return around
}

// namesService reports words that name what is wanted, of whom, and how it is paid.
func (d *dialogue) namesService(text string) bool {
	found := d.find(text)
	return len(found.Specialties)+len(found.Procedures)+len(found.Plans) > 0 || len(d.abbreviated(text)) > 0 || d.said(text, say.AnyDoctorNamed)
}

// sort tells what is mentioned.
func (t *told) sort() string {
	sorts := map[string]int{}
	for _, m := range t.moments {
		sorts[sortOf(m)]++
	}
	switch {
	case len(sorts) > 1 && sorts["dia"] == 0:
		return "hora"
	case sorts["dia"] > 0 && sorts["hora"] > 0:
		return "ambos"
	case sorts["dia"] > 0 && sorts["parte"] > 0:
		return "parcial"
	case sorts["dia"] > 1:
		return "lista"
	default:
		return sortOf(t.moments[0])
	}
}

// upTo reports a mention of all times until one.
func (d *dialogue) upTo(t told) bool {
	today := d.turn.Now.In(d.clinic.Location).Format(time.DateOnly)
	return slices.ContainsFunc(t.moments, func(m understand.Moment) bool {
		return m.Time.From == "00:00" && m.Time.To > m.Time.From || m.Day.From == today && m.Day.To > today
	})
}

// onwards reports a mention of all times from one on.
func onwards(t told) bool {
	return slices.ContainsFunc(t.moments, func(m understand.Moment) bool {
		return m.Time.To >= lastHour && m.Time.From < m.Time.To || m.Day.From != "" && conversation.OpenEnded(m.Day)
	})
}

// toldInWords reports a mention of which words say that it is refused, or around which hardly any stands.
func (d *dialogue) toldInWords(text string, t told) bool {
	clause := text[t.start:t.end]
	refused, _ := d.refusals(clause)
	if len(refused) > 0 || len(d.facts(clause).Not) > 0 && !d.upTo(t) && !onwards(t) {
		return true
	}
	around := d.withoutService(text, t)
	begin := around.start
	if at := strings.LastIndexAny(text[begin:t.mention.start], ",;"); at >= 0 && strings.Trim(text[t.mention.end:around.end], " .!") == "" {
		begin += at // what is said last, by itself: "com qualquer um, amanhã ou depois"
	}
	words := 0
	for _, w := range language.Tokenize(text[begin:t.mention.start] + " " + text[t.mention.end:around.end]) {
		if w.Kind == language.Letters && !say.BetweenTimes.Has(w.Text) && !say.BoundsTime.Has(w.Text) {
			words++
		}
	}
	return words < minAround
}

// minAround is how many words must stand around a mention to tell what it means: "quinta tem" may be anything.
const minAround = 2

// tellTimes takes from what is told of a life what it means for the appointment, so that only wishes are left: "tenho voo
// quinta", "largo às 17h", "tomo o remédio às 8".
func (d *dialogue) tellTimes(s *conversation.State, r *reading) {
	if d.literal || noTimes(s) || r.Behind || r.saysAny(say.NotSaid, say.NeverSaidThat) || d.rideHours(r) {
		return
	}
	d.dropBirth(r)
	d.bornThen(s, r)
	list := d.toldIn(r.times)
	d.restsNow(r, list)
	if !d.busyAtHours(r.times, list) && replaces(r, list) {
		return
	}
	for i := range list {
		switch t := &list[i]; {
		case d.twoPeople(s, r.times, *t), d.ailing(r.times, *t), d.ofDelay(s, r.times, *t):
			t.kind = toldNone
		case t.exact, t.ofWork(), d.comesWith(r.times, t), d.ofOne(r.times, *t) && d.toldSurely(r.times, *t) == "": // "ele volta segunda de noite" is no time of his
		default:
			t.kind = d.toldAs(r.times, *t)
			if d.dayOfLesson(r.times, list, i) || d.toldWithNext(r.times, list, i) || d.toldWithLast(r.times, list, i) {
				t.kind = toldBusy
			}
		}
		if list[i].kind == toldAfter {
			d.putOff(r.times, &list[i])
		}
	}
	d.tellShifts(r, list)
	d.tellReasons(s, r.times, list)
	heard := slices.DeleteFunc(slices.Clone(list), func(t told) bool { return t.kind == "" })
	if len(heard) == 0 {
		return
	}
	for i := 0; i < len(list); i++ {
		t := list[i]
		if i+1 < len(list) && d.tellsTogether(r, t, list[i+1]) {
			i++
			continue
		}
		switch t.kind {
		case toldBusy, toldFrom, toldUntil, toldLeave, toldAfter:
			d.rulesOut(r, t)
		default:
		}
	}
	r.times = cutOut(r.times, each(heard, func(t told) place { return t.place })...)
	left := d.facts(r.times)
	r.Dates, r.Times, r.Period, r.Any, r.Below, r.Choice = left.Dates, left.Times, left.Period, left.Any, left.Below, left.Choice
	r.Facts.Not = left.Not
	r.Dates = withoutRefused(r.Dates, r.not)
	r.toldOnly = !slices.ContainsFunc(list, func(t told) bool { return t.kind != toldLife })
}

// toldAs is what words make of a mention, or what it likely means; of what lasts until an hour or a day, that it is over then: "fico presa
// na faculdade até 13h", "estou viajando até dia 10".
func (d *dialogue) toldAs(text string, t told) string {
	if d.startsWork(text, t) {
		return toldUntil
	}
	kind := d.toldSurely(text, t)
	if kind == "" && !d.toldInWords(text, t) {
		kind = d.toldLikely(text, t)
	}
	if kind == toldBusy && (t.sort() == "hora" || t.sort() == "dia") && onwards(t) && d.said(text[t.start:t.mention.start], say.UpToThere) {
		return toldFrom
	}
	return kind
}

// ofOne reports an hour with nothing around it but whose it is to be: "8h pra minha mãe e 8h20 pra mim", "minha mãe 8h".
func (d *dialogue) ofOne(text string, t told) bool {
	var words []string
	for _, w := range language.Tokenize(text[t.start:t.mention.start] + " " + text[t.mention.end:t.end]) {
		if w.Kind == language.Letters && !say.BoundsTime.Has(w.Text) {
			words = append(words, w.Text)
		}
	}
	return t.sort() != "dia" && d.said(strings.Join(words, " "), say.TimeOfOne)
}

// dropBirth leaves a birth date behind a time out of what may tell of a life: "catorze horas, nasci em três de fevereiro".
func (d *dialogue) dropBirth(r *reading) {
	at, ok := d.parse(r.times).place(say.Born)
	if ok && r.BirthDate != "" && wishOf(d.facts(r.times[:at.start])).Equal(wishOf(d.facts(r.times))) {
		r.times = r.times[:at.start]
	}
}

// toldWithNext reports a part of the day at which somebody is busy, before an hour before which nothing will do: "de manhã levo
// meu menino na fisio e antes das 15 não consigo sair".
func (d *dialogue) toldWithNext(text string, list []told, i int) bool {
	t := list[i]
	return t.kind == "" && t.sort() == "parte" && i+1 < len(list) && d.upTo(list[i+1]) && d.busyBy("", d.parse(text[t.start:t.end]))
}

// toldWithLast reports a part of a day, or an hour, that belongs to the busy day before it.
func (d *dialogue) toldWithLast(text string, list []told, i int) bool {
	return list[i].kind == "" && i > 0 && d.partOf(text, list[i-1], list[i])
}

// putOff moves a day behind which somebody wants to come by the days that they rest from then on: "opero sexta e são 10 dias de
// repouso, quero depois disso".
func (d *dialogue) putOff(text string, t *told) {
	if days := d.parse(text[t.mention.end:t.end]).restsFor(); days > 0 {
		t.moments = slices.Clone(t.moments)
		t.moments[0].Day.From = daysLater(t.moments[0].Day.From, days)
	}
}

// replaces reports that one hour is left of several, the others put right: "13:40, não, pera, 13:20 que depois busco a neta".
func replaces(r *reading, list []told) bool {
	if len(r.Times) != 1 || r.Times[0].From != r.Times[0].To || len(r.Facts.Not) > 0 {
		return false
	}
	hours, other := 0, false
	for _, t := range list {
		for _, m := range t.moments {
			if m.Time.From != "" && m.Time.From == m.Time.To {
				hours, other = hours+1, other || m.Time != r.Times[0]
			}
		}
	}
	return hours > 1 && other // of one alone only the half of the day is known better
}

// toldKind is what a mention means that is likely no wish, "" for one that may be: who asks, or names an hour, may well
// choose it.
func (d *dialogue) toldKind(text string, t told) string {
	before := d.parse(text[t.start:t.mention.start])
	if before.says(say.OnlyThis) && strings.HasPrefix(strings.TrimSpace(text[t.mention.end:]), "?") {
		return toldNone
	}
	masked := d.masked(text, t)
	kind, sure := timesTold().Likeliest(masked)
	hour := t.sort() == "hora" && !d.upTo(t) && !onwards(t)
	switch asks := strings.Contains(text[t.mention.end:min(len(text), t.end+1)], "?"); {
	case kind == toldWish, sure < surelyTold, timesTold().Likely(masked, toldWish) > mayWish:
		return ""
	case kind == toldNone && (d.upTo(t) || onwards(t)) && sure < surelyHour: // "saio às 17h": words say from when
		return ""
	case kind == toldNone:
		if p := d.facts(text[t.start:t.end]); wishOf(p).Empty() {
			return "" // a habit is no wish to the reader
		}
	case !asks && kind == toldUntil && t.moments[0].Day.From != "" && sure < surelyLast:
		return toldBusy // that day at least
	case asks, kind == toldBusy && hour && sure < surelyHour, kind != toldBusy && t.sort() == "parte": // "só à tarde"
		return ""
	}
	return kind
}

// toldLikely is toldKind but for what words wish for: the only time that will do, a day that is free, and one with somebody, "na
// quarta dia 25 com a doutora Ana".
func (d *dialogue) toldLikely(text string, t told) string {
	days := sortOf(t.moments[0]) == "dia"
	ails := d.said(text[t.start:t.mention.start], say.Ailing) && d.said(d.ownClause(text, t, d.endOfClause(text, t)), say.WantsThen)
	can := d.said(text[t.start:t.mention.start], say.CanThen) || d.said(text[t.start:t.end], say.HasOrNot)
	asSaid := d.said(text[t.start:t.mention.end], say.Earliest) || d.said(text[t.mention.end:t.end], say.AsSaidBefore) || d.said(text[t.start:t.mention.start], say.SaidAhead)
	if ails || can || asSaid || days && d.parse(text[t.start:t.end]).saysAny(say.FreeThen, say.NoWork) {
		return "" // "só posso depois das", "sábado tem ou não tem", "segunda eu não trabalho"
	}
	kind := d.toldKind(text, t)
	if kind == toldNone && d.said(text[t.start:t.end], say.Latest) && !d.said(text[t.start:t.end], say.WasThen) { // "me passa a última de quarta"
		return ""
	}
	if kind == toldBusy && (d.withOurs(text[t.start:t.end]) || d.said(text[t.mention.end:t.end], say.BehindThem)) { // "quinta depois da minha vó"
		return ""
	}
	return kind
}

// withOurs reports words that name a doctor of the clinic, with whom an appointment is wished for, and refuse nothing.
func (d *dialogue) withOurs(clause string) bool {
	p := d.parse(clause)
	ours := len(d.find(clause).Doctors) > 0 || p.saysAny(say.TitleLast, say.Calls) // whose name is left out of the text of times
	return ours && p.says(say.WithPerson) && !p.saysAny(say.Cannot, say.ToldBusy)
}

// toldSurely is what words make of a mention that they stand around, "" where none do.
func (d *dialogue) toldSurely(text string, t told) string {
	end := d.endOfClause(text, t)
	before, clause, days := d.parse(text[t.start:t.mention.start]), d.parse(text[t.start:end]), sortOf(t.moments[0]) == "dia"
	switch {
	case before.saysAny(say.ToldPast, say.WithMachines), d.said(text[t.mention.end:end], say.ToldPastBehind):
		return toldNone
	case d.takenUp(text, t, before):
		return toldBusy
	case days && d.wantsBehind(text, t):
		return toldAfter
	case days && (before.says(say.ToldFromAhead) || d.said(text[t.mention.end:], say.ToldFrom)):
		return toldFrom
	case days && d.said(text[t.mention.end:t.end], say.BeforeThat):
		return toldUntil
	case days && d.wantsAfter(text, t):
		return toldAfter
	case d.upTo(t) && d.said(text[:t.mention.start], say.BusyUntil): // also behind another day, "essa semana … durmo até 12"
		return toldBusy
	case days && d.awayThen(text, t, end):
		return toldBusy
	case days && d.busyBy(text[end:t.end], clause), t.sort() == "lista" && before.says(say.Cannot): // "trabalho seg, qua e sex"
		return toldBusy
	case t.sort() == "hora" && !onwards(t):
		return d.hourSurely(text, t, clause)
	default:
		return ""
	}
}

// hourSurely is what words make of an hour.
func (d *dialogue) hourSurely(text string, t told, clause *parsed) string {
	switch {
	case clause.says(say.LeavesBy):
		return toldLeave
	case d.atLesson(text, t):
		return toldBusy
	case !d.upTo(t) && t.moments[0].Time.From >= lateWaking && clause.says(say.FetchesThen):
		return toldBusy
	case d.said(text[t.mention.end:], say.OnlyAfter):
		return toldFrom
	default:
		return d.everydayHour(text, t)
	}
}

// everydayHour is what an hour of everyday life means that words before it tell: "acordo 5 hora", "almoço meio dia".
func (d *dialogue) everydayHour(text string, t told) string {
	before, at := d.parse(text[t.start:t.mention.start]), t.moments[0].Time.From
	wakes := before.says(say.WakesThen)
	switch {
	case d.toldRefused(text[t.start:t.end]): // "nem levanto 7h"
		return ""
	case wakes && at >= lateWaking && at < twoOClock:
		return toldFrom
	case wakes, before.says(say.EverydayHour), d.said(text[t.mention.end:t.end], say.EverydayBehind):
		return toldLife
	default:
		return ""
	}
}

// lateWaking is the earliest hour at which somebody gets up, or brings a child to school, before which there are appointments.
const lateWaking = "08:00"

// ownClause is the clause of a mention, without what stands before it: of "estou viajando, só depois do dia 4" the last words.
func (d *dialogue) ownClause(text string, t told, end int) string {
	before := d.clauses(text[t.start:t.mention.start])
	return before[len(before)-1] + text[t.mention.start:end]
}

// wantsBehind reports that what is wanted is behind the day that is told, and not on it: "volto dia 4, quero depois disso".
func (d *dialogue) wantsBehind(text string, t told) bool {
	return d.said(text[t.start:t.mention.start], say.AfterReturn) || d.said(text[t.mention.end:t.end], say.AfterReturn)
}

// wantsAfter reports that a later day than the one that is told is wanted, and no later hour: "…, tem que ser depois".
func (d *dialogue) wantsAfter(text string, t told) bool {
	behind := text[t.mention.end:t.end]
	if next := text[t.end:]; len(d.mentioned(next)) == 0 { // "opero dia 2. dá pra marcar depois disso?"
		behind += next + "."
	}
	return d.said(behind, say.AfterThat)
}

// busyBy reports words that say of a day that it cannot be then, or behind it that another one is wanted.
func (d *dialogue) busyBy(behind string, clause *parsed) bool {
	return clause.says(say.ToldBusy) && !clause.says(say.ToldFree) || d.said(behind, say.OtherwiseThen)
}

// endOfClause is where the clause ends that a mention stands in.
func (d *dialogue) endOfClause(text string, t told) int {
	return t.mention.end + len(d.clauses(text[t.mention.end:t.end])[0])
}

// twoPeople reports "as duas" of two who want an appointment, which is no hour: "as duas com o dr. Rafael".
func (d *dialogue) twoPeople(s *conversation.State, text string, t told) bool {
	around := d.parse(text[t.start:t.end])
	if language.Fold(text[t.mention.start:t.mention.end]) != "duas" || !around.saysAny(say.TwoPeople, say.Both) {
		return false
	}
	p := d.parse(text)
	named := p.saysAny(say.Myself, say.AndThem) && len(d.kinIn(p)) > 0 || p.says(say.SeveralAlike) // "pra mim e pra minha filha, as duas com …"
	return named || len(s.Next)+len(d.kept) > 0
}

// tellsTogether notes what two mentions in a row say together: how long somebody is away, "viajo quinta e só volto dia 5", or
// until when of a day they are busy, "quinta tenho prova até as 15".
func (d *dialogue) tellsTogether(r *reading, a, b told) bool {
	if a.kind != toldBusy && a.kind != toldUntil || b.kind == "" || b.kind == toldNone || b.kind == toldLife {
		return false
	}
	first, second := a.moments[0], b.moments[0]
	days := first.Day.From != ""
	switch {
	case days && b.kind == toldFrom && second.Day.From > first.Day.From:
		r.not = append(r.not, conversation.Wish{Dates: []conversation.Span{{From: first.Day.From, To: daysLater(second.Day.From, -1)}}})
	case days && a.onlyDays() && b.sort() == "parte":
		not := d.timesIn(r.times[a.mention.start:a.mention.end])
		not.Period = second.Period
		r.not = append(r.not, not)
	case days && a.sort() != "ambos" && b.sort() == "hora":
		not := d.timesIn(r.times[a.mention.start:a.mention.end])
		not.Times = []conversation.Span{d.hoursOf(r.times, b)}
		if onwards(b) && d.said(r.times[a.mention.end:b.mention.start], say.UpToThere) { // "curso até as 12" leaves what follows
			not.Times = []conversation.Span{{From: "00:00", To: minutesLater(second.Time.From, -1)}}
		}
		r.not = append(r.not, not)
	default:
		return false
	}
	return true
}
