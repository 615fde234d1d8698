package scheduling

import "time"

// The formats of a day.  Inside it is ISO 8601; what each operation wants on the wire is decided
// where it is called (spec 9).
const (
	isoDay  = time.DateOnly // A1 asks, A3 writes
	wireDay = "02-01-2006"  // A1 answers, A2 reads, A4 writes
)

// rewrite turns a day from one format into another; false when it is no such day.
func rewrite(day, from, to string) (string, bool) {
	t, err := time.Parse(from, day)
	if err != nil {
		return "", false
	}
	return t.Format(to), true
}

// isHour reports a time of day as HH:MM, 24 h; time.Parse alone would take "9:00".
func isHour(text string) bool {
	_, err := time.Parse("15:04", text)
	return err == nil && len(text) == len("15:04")
}
