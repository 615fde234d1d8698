package server

import (
	"net/http"
	"testing"
	"time"
)

// What A1 lists can be booked and nothing beyond it, so that there is an end of what can be booked.
func TestAgendasEnd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.enroll(anaCPF)
	end := b.server.calendar.lastDay(b.server.now())
	asked := filter().with("data", end.AddDate(0, 0, -20).Format(time.DateOnly)).with("endDate", end.AddDate(0, 0, 300).Format(time.DateOnly))
	days := b.times(asked)
	if len(days) == 0 {
		t.Fatal("nothing is listed up to the end")
	}
	last := days[len(days)-1]
	if day, err := time.Parse(layoutWireDay, last.day); err != nil || day.After(end) || day.Before(end.AddDate(0, 0, -7)) {
		t.Errorf("the last day is %s (%v), want one of the last week up to %s", last.day, err, end.Format(layoutWireDay))
	}
	offered := appointment(id, anaCPF).with("hora", last.agendas[0].hours[0])
	if got := b.post(pathBook, offered.with("data", last.day)); got.status != http.StatusOK {
		t.Errorf("the last day that is listed: %d %s", got.status, got.raw)
	}
	for day := end.AddDate(0, 0, 1); day.Before(end.AddDate(0, 0, 8)); day = day.AddDate(0, 0, 1) {
		wantRefusal(t, b.post(pathBook, offered.with("data", day.Format(layoutWireDay))), http.StatusUnprocessableEntity)
	}
	wantRefusal(t, b.post(pathBook, offered.with("data", "29-11-9999")), http.StatusUnprocessableEntity)
	if got := b.times(filter().with("data", "9999-01-01").with("endDate", "9999-12-31")); len(got) != 0 {
		t.Errorf("%d days of the year 9999", len(got))
	}
}
