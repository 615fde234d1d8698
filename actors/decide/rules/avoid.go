package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

var (
	// clauseEnd parts a text where a refusal ends and a wish may begin.
	clauseEnd = phrase(`[,;.!?\n]+(\s|$)|\s(mas|por[ée]m|prefiro|pode ser|ent[ãa]o|s[óo])\s`)
	// except stands before what will not do.
	except = phrase(`\b(menos|exceto|tirando|fora|sem ser|que n[ãa]o seja|n[ãa]o sendo)\b`)
	// cannot stands before or behind it.
	cannot = phrase(`\b(n[ãa]o (posso|consigo|d[áa]|quero|pode|serve|rola|estou|vou poder|vou conseguir)|trabalho|estou ocupad[oa]|tenho compromisso|estou viajando)( ser| de jeito nenhum)?`)
	// noWork is no work time: "depois do trabalho".
	noWork = phrase(`\b(depois|antes|ap[óo]s|sa[íi]\p{L}*) d[oe] (trabalho|servi[çc]o)`)
	// untilLate is the whole day: "na quarta eu trabalho até tarde".
	untilLate = phrase(`\bat[ée] (mais |bem )?tarde\b`)
	// not at the end of a clause: "quinta não".
	notBehind = phrase(`\b(tamb[ée]m )?n[ãa]o\s*$`)
)

// refusals are the times that a text says will not do, and the text without them.
func (d *dialogue) refusals(text string) (not []conversation.Wish, rest string) {
	var kept strings.Builder
	for _, clause := range clauses(text) {
		refused, left, ok := refusedPart(clause)
		if ok {
			if wish := d.timesIn(refused); !wish.Empty() {
				not = append(not, wish)
				kept.WriteString(left)
				continue
			}
		}
		kept.WriteString(clause)
	}
	return not, kept.String()
}

// clauses parts a text without losing any of it.
func clauses(text string) []string {
	var list []string
	from := 0
	for _, at := range clauseEnd.FindAllStringIndex(text, -1) {
		list = append(list, text[from:at[0]], text[at[0]:at[1]])
		from = at[1]
	}
	return append(list, text[from:])
}

// refusedPart is what a clause refuses, and what of it stands before.
func refusedPart(clause string) (refused, left string, ok bool) {
	if at := except.FindStringIndex(clause); len(at) > 0 {
		return clause[at[1]:], clause[:at[0]], true
	}
	work := untilLate.ReplaceAllString(noWork.ReplaceAllString(clause, " "), " ")
	if at := cannot.FindStringIndex(work); len(at) > 0 {
		return work[:at[0]] + " " + work[at[1]:], "", true
	}
	if at := notBehind.FindStringIndex(clause); len(at) > 0 {
		return clause[:at[0]], "", true
	}
	return "", "", false
}

// timesIn reads a wish in which a weekday is any such day.
func (d *dialogue) timesIn(text string) conversation.Wish {
	facts := d.facts(text)
	wish := conversation.Wish{Times: slices.Clone(facts.Times), Period: facts.Period}
	days, _ := weekdaysOf(text)
	if len(days) > 0 && !oneDay.MatchString(text) {
		wish.Weekdays = days
	} else {
		wish.Dates = facts.Dates
	}
	for i, span := range wish.Times { // "antes das 15h" does not refuse 15:00
		if span.From == "00:00" && span.To != endOfDay {
			wish.Times[i].To = minuteBefore(span.To)
		}
	}
	return wish
}

func minuteBefore(hour string) string {
	at, err := time.Parse("15:04", hour)
	if err != nil || at.Hour()+at.Minute() == 0 {
		return hour
	}
	return at.Add(-time.Minute).Format("15:04")
}

// avoid records times that will not do and looks for others.  What is refused is not chosen, even where
// the same text names another time: that is offered, and asked.
func (d *dialogue) avoid(s *conversation.State, r reading) bool {
	if len(r.not) == 0 || s.Closed != "" || r.Choice > 0 {
		return false
	}
	move, _ := d.resolve(s, r)
	move.Not = r.not
	d.propose(move)
	return true
}
