package persona

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// item is one numbered line, or one of several in a line, of what the agent said.
type item struct {
	number int
	label  string // without marks, as written
}

// offered is a time that may be chosen; number is 0 where the agent gave none.
type offered struct {
	Slot
	number int
}

var (
	// numbered begins an item: "1 - ", "2) ", "*3.* ".
	// timed is a time with its number: "*1* 08:00".
	timed    = regexp.MustCompile(`\*(\d{1,2})\*[ \t]+(\d{1,2}[:h])`)
	numbered = regexp.MustCompile(`(?:^|[ \t])(\d{1,2})[ \t]?[-–).:]+[ \t]+`)
	dayMonth = regexp.MustCompile(`\b(\d{1,2})/(\d{1,2})(?:/(\d{4}))?\b`)
	clause   = regexp.MustCompile(`[;.]\s`)
	hour     = regexp.MustCompile(`\b([01]?\d|2[0-3])(?::([0-5]\d)|h([0-5]\d)?)(?:\b|$)`)
)

// itemsOf finds the numbered items and the times of a text, of its last list.  A day holds until the next one is named.
// Times without numbers count only where none have any.
func itemsOf(text string, now time.Time) (items []item, slots []offered) {
	var loose []offered
	day := ""
	for _, line := range strings.Split(marks.Replace(timed.ReplaceAllString(text, "$1 - $2")), "\n") {
		line = strings.TrimSpace(line)
		starts := numbered.FindAllStringSubmatchIndex(line, -1)
		head := line
		if len(starts) > 0 {
			head = line[:starts[0][0]]
		}
		day = lastDay(head, day, now)
		loose = append(loose, looseSlots(line, day, now)...)
		for i, at := range starts {
			end := len(line)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			number, _ := strconv.Atoi(line[at[2]:at[3]]) // digits
			if number == 1 {                             // a new list takes the place of the one before
				items, slots = nil, nil
			}
			one := item{number: number, label: strings.TrimSpace(line[at[1]:end])}
			own := lastDay(one.label, day, now)
			if at := hourOf(one.label); at != "" && own != "" {
				slots = append(slots, offered{Slot{own, at}, number})
				continue
			}
			items = append(items, one)
		}
	}
	if len(slots) == 0 && len(items) == 0 {
		slots = loose
	}
	return items, slots
}

// looseSlots reads "segunda, 23/11, às 08:00 ou 09:30".
func looseSlots(line, day string, now time.Time) []offered {
	var slots []offered
	for _, part := range clause.Split(line, -1) {
		days := dayMonth.FindAllStringIndex(part, -1)
		for _, at := range hour.FindAllStringSubmatchIndex(part, -1) {
			own := day
			for _, d := range days {
				if d[0] < at[0] {
					own = lastDay(part[d[0]:d[1]], own, now)
				}
			}
			if own != "" {
				slots = append(slots, offered{Slot{own, hourOf(part[at[0]:at[1]])}, 0})
			}
		}
	}
	return slots
}

// lastDay is the last day that a text names, or else the one of before.
func lastDay(text, before string, now time.Time) string {
	all := dayMonth.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return before
	}
	last := all[len(all)-1]
	d, _ := strconv.Atoi(last[1])
	m, _ := strconv.Atoi(last[2])
	year := now.Year()
	if last[3] != "" {
		year, _ = strconv.Atoi(last[3])
	}
	day := time.Date(year, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if last[3] == "" && day.Format(time.DateOnly) < now.Format(time.DateOnly) {
		day = day.AddDate(1, 0, 0)
	}
	return day.Format(time.DateOnly)
}

// hourOf is the first hour in a text as HH:MM, "" for none.
func hourOf(text string) string {
	found := hour.FindStringSubmatch(strings.ToLower(text))
	if found == nil {
		return ""
	}
	h, _ := strconv.Atoi(found[1])
	minute := found[2] + found[3]
	if minute == "" {
		minute = "00"
	}
	return fmt.Sprintf("%02d:%s", h, minute)
}
