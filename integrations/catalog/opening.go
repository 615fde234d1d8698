package catalog

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// days of the week as patients read them, by time.Weekday.
var days = [7]string{"domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"}

// Hours are the times of the week at which people answer, as one says them: "de segunda a sexta, das 8h às 18h; sábado, das 8h
// às 12h".
func (r *Reception) Hours() string {
	var groups []string
	var done [7]bool
	for i := range days {
		first := (i + int(time.Monday)) % len(days)
		if done[first] || len(r.week[first]) == 0 {
			continue
		}
		var alike []int // in the order of the week, counted from Monday
		for j := i; j < len(days); j++ {
			if day := (j + int(time.Monday)) % len(days); slices.Equal(r.week[day], r.week[first]) {
				alike, done[day] = append(alike, j), true
			}
		}
		groups = append(groups, weekdaysInWords(alike)+", "+stretchesInWords(r.week[first]))
	}
	return strings.Join(groups, "; ")
}

// KeepsHolidays reports that nobody answers on national holidays.
func (r *Reception) KeepsHolidays() bool { return r.holidays }

// weekdaysInWords names days that are counted from Monday: "de segunda a sexta", "segunda, quarta e sexta", "todos os dias".
func weekdaysInWords(list []int) string {
	if len(list) == len(days) {
		return "todos os dias"
	}
	name := func(day int) string { return days[(day+int(time.Monday))%len(days)] }
	var names []string
	for i := 0; i < len(list); {
		end := i
		for end+1 < len(list) && list[end+1] == list[end]+1 {
			end++
		}
		if end-i < 2 {
			names, i = append(names, name(list[i])), i+1
			continue
		}
		names, i = append(names, "de "+name(list[i])+" a "+name(list[end])), end+1
	}
	return joined(names)
}

func stretchesInWords(list []stretch) string {
	var parts []string
	for _, s := range list {
		if s.from == 0 && s.to == endOfDay {
			return "24 horas"
		}
		parts = append(parts, article("d", s.from)+" "+article("à", s.to))
	}
	return joined(parts)
}

// article is an hour with its preposition: "das 8h", "da 1h", "às 12h30", "à meia-noite".
func article(preposition string, at time.Duration) string {
	hour, minute := int(at/time.Hour), int(at%time.Hour/time.Minute)
	clock := strconv.Itoa(hour) + "h"
	if minute > 0 {
		clock += strconv.Itoa(minute/10) + strconv.Itoa(minute%10)
	}
	end := "as "
	if preposition == "à" {
		end = "s "
	}
	switch {
	case hour%24 == 0 && minute == 0:
		clock, end = "meia-noite", strings.Replace(end, "s", "", 1)
	case hour == 1:
		end = strings.Replace(end, "s", "", 1)
	}
	return preposition + end + clock
}

// joined is a list as one says it: "a, b e c".
func joined(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " e " + list[len(list)-1]
}
