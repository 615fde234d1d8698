package replay

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/history"
)

// maxSlots is how many times A1 answers (filter.limit).
const maxSlots = 100

// timetable are the free times of an agenda.  On the days up to the last one that the recording shows, they are
// those that it shows; on later days, and where it shows none, every half hour of a working day but for some that
// are taken, the same ones every time.
func timetable(agenda int, q conversation.FindSlots, shown *offered, now time.Time) []conversation.Slot {
	var slots []conversation.Slot
	today, hour := now.Format(time.DateOnly), now.Format("15:04")
	day, err := time.Parse(time.DateOnly, max(q.From, today))
	if err != nil {
		return nil
	}
	for ; day.Format(time.DateOnly) <= q.To && len(slots) < maxSlots; day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		for _, at := range shown.hours(day) {
			if date > today || at > hour {
				slots = append(slots, conversation.Slot{AgendaID: agenda, Date: date, Hour: at})
			}
		}
	}
	return slots
}

// computed are the times of a day that no recording shows.
func computed(day time.Time) []string {
	if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		return nil
	}
	var hours []string
	for half := 16; half < 36; half++ { // of hours, from 8 to 18
		if lunch, taken := half >= 24 && half < 28, (day.YearDay()*7+half*5)%6 == 0; !lunch && !taken {
			hours = append(hours, time.Time{}.Add(time.Duration(half)*30*time.Minute).Format("15:04"))
		}
	}
	return hours
}

// offered are the times of an agenda that a recording shows: each list begins with the first ones of a day, so
// what it leaves out on these days is not missed.
type offered struct {
	days map[string][]string // hours by date
	last string              // YYYY-MM-DD
}

// hours are the times of a day.
func (o *offered) hours(day time.Time) []string {
	if o == nil || day.Format(time.DateOnly) > o.last {
		return computed(day)
	}
	return o.days[day.Format(time.DateOnly)]
}

func (o *offered) add(date, hour string) {
	if !slices.Contains(o.days[date], hour) {
		o.days[date] = append(o.days[date], hour)
		slices.Sort(o.days[date])
	}
	o.last = max(o.last, date)
}

// toolTimes is the source of words that show times.
const toolTimes = "tool:consultar_horarios"

// shownTime is a day or an hour of a list of times.
var shownTime = regexp.MustCompile(`\b(?:(\d{2}/\d{2})|(\d{2}:\d{2}))\b`)

// offersOf reads the times that a recording shows, by agenda.
func offersOf(recorded Conversation) map[int]*offered {
	offers := map[int]*offered{}
	for _, turn := range recorded.Turns {
		agenda := searched(turn)
		if agenda == 0 {
			continue
		}
		for _, said := range turn.Said {
			if slices.Contains(said.From, toolTimes) {
				if offers[agenda] == nil {
					offers[agenda] = &offered{days: map[string][]string{}}
				}
				offers[agenda].read(said.Text, turn.At)
			}
		}
	}
	return offers
}

// read takes the days and hours of a list that was sent at a time.
func (o *offered) read(text string, at time.Time) {
	date := ""
	for _, found := range shownTime.FindAllStringSubmatch(text, -1) {
		if found[1] != "" {
			date = dateOf(found[1], at)
		} else if date != "" {
			o.add(date, found[2])
		}
	}
}

// dateOf is the day of "DD/MM" that is next from a time on, "" for none.
func dateOf(day string, at time.Time) string {
	for year := at.Year(); year <= at.Year()+1; year++ {
		date, err := time.Parse("02/01/2006", day+at.AddDate(year-at.Year(), 0, 0).Format("/2006"))
		if err == nil && date.Format(time.DateOnly) >= at.AddDate(0, 0, -1).Format(time.DateOnly) {
			return date.Format(time.DateOnly)
		}
	}
	return ""
}

// searched is the agenda that a turn found times of last, 0 for none.
func searched(turn history.Entry) int {
	for _, step := range slices.Backward(turn.Steps) {
		if step.Name == callTimes && strings.Trim(step.Result, "0123456789") == "" {
			return number(step.With["agenda"])
		}
	}
	return 0
}
