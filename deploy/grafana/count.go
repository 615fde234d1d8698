package main

import (
	"fmt"
	"strings"
)

// window is the stretch of time that a count is about.
type window struct {
	length string // of a range selector
	offset string // " offset …" of a range selector, "" for none
	before string // " offset …" of what was known when it began
	start  string // when it begins, in seconds since 1970, as PromQL
}

var (
	// shown is what the dashboard shows, for queries that are asked once, at its end.
	shown = window{length: "$__range", before: " offset $__range", start: "time() - $__range_s"}
	// month and monthBefore are the last 30 days and those before them, whatever the dashboard shows.
	month       = window{length: "30d", before: " offset 30d", start: "time() - 30 * 86400"}
	monthBefore = window{length: "30d", offset: " offset 30d", before: " offset 60d", start: "time() - 60 * 86400"}
	// thatDay begins with the point of a query that is asked once a day.  Grafana puts these points at
	// midnight in the dashboard's time zone, where a column of that day has to stand; an ordinary range would
	// end there and show the day before.
	thatDay = window{length: "1d", offset: " offset -1d", start: "time()"}
)

// of is a range selector.
func (w window) of(series string) string { return series + "[" + w.length + "]" + w.offset }

// counted is by how much counters grew in a window, exactly: 12 bookings are 12, where increase() says 12.07, and
// the days of a week add up to the week.  It takes, for each series,
//   - of a process that began within the window, what it counts in the end: atende's counters begin at zero, also
//     where the first scrape came after the first event;
//   - of one that ran before, the difference between end and beginning; where nothing was scraped just before the
//     beginning (or another life of the process, which had counted more), to the first that was;
//   - of one that began anew under the same name (after which the counter fell), increase(), the only function
//     that adds both lives, rounded to whole events.  It is a scrape interval's share of the window too high or
//     too low at most, which rounding mends up to some hundred events in an hour, or thousands in a day.
//
// What happens between the last scrape and the death of a process is seen by nobody.
func counted(w window, series string, by ...string) string {
	return added(w, series, "round(increase("+w.of(series)+"))", by)
}

// spent is counted for what comes in fractions, as money does: nothing is rounded.
func spent(w window, series string, by ...string) string {
	return added(w, series, "increase("+w.of(series)+")", by)
}

// added is counted; anew is what series count of which a process began anew.
func added(w window, series, anew string, by []string) string {
	began := w.of("process_start_time_seconds{" + matchersOf(series, "job") + "}")
	return fmt.Sprintf(strings.Join(strings.Fields(`
		sum %s(
			max_over_time(%[2]s) unless resets(%[2]s) > 0 and on (job, instance) last_over_time(%[3]s) >= %[4]s
			or max_over_time(%[2]s) - (%[5]s < min_over_time(%[2]s) or min_over_time(%[2]s)) unless resets(%[2]s) > 0
			or %[6]s
		)`), " "), grouping(by), w.of(series), began, w.start, series+w.before, anew)
}

// grouping is "by (…) ", or nothing where all is one sum.
func grouping(by []string) string {
	if len(by) == 0 {
		return ""
	}
	return "by (" + strings.Join(by, ", ") + ") "
}

// matchersOf keeps the matchers of a selector that are about one label.
func matchersOf(series, label string) string {
	_, inside, _ := strings.Cut(strings.TrimSuffix(series, "}"), "{")
	for _, m := range strings.Split(inside, ",") {
		if strings.HasPrefix(m, label) {
			return m
		}
	}
	return ""
}

// share is one count as a part of another, nothing where there is none to divide by.
func share(part, whole string) string { return "(" + part + ") / ((" + whole + ") > 0)" }
