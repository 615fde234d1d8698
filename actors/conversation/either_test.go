package conversation

import (
	"testing"
	"time"
)

func TestWishForAnyOf(t *testing.T) {
	span := func(from, to string) []Span { return []Span{{From: from, To: to}} }
	today := Wish{Dates: span("2026-11-24", "2026-11-24"), Times: span("16:00", "23:59")}
	tomorrow := Wish{Dates: span("2026-11-25", "2026-11-25"), Times: span("00:00", "12:00")}
	either := Wish{Dates: append(today.Dates[:1:1], tomorrow.Dates...), Any: []Wish{today, tomorrow}}
	for slot, want := range map[Slot]bool{
		{Date: "2026-11-24", Hour: "17:00"}: true, {Date: "2026-11-24", Hour: "09:00"}: false,
		{Date: "2026-11-25", Hour: "12:00"}: true, {Date: "2026-11-25", Hour: "17:00"}: false,
	} {
		if either.Allows(slot) != want {
			t.Errorf("%v: %v", slot, !want)
		}
	}
	if got := either.with(Wish{Dates: tomorrow.Dates}); !got.Equal(tomorrow) {
		t.Errorf("the second of them: %+v", got)
	}
	if got := either.with(Wish{Dates: span("2026-11-27", "2026-11-27")}); !got.Equal(Wish{Dates: span("2026-11-27", "2026-11-27")}) {
		t.Errorf("another day: %+v", got)
	}
	if got := either.without(Wish{Dates: today.Dates}); !got.Equal(tomorrow) {
		t.Errorf("not today: %+v", got)
	}
}

func TestWishWithoutWhatIsRefused(t *testing.T) {
	hour := []Span{{From: "07:30", To: "07:30"}}
	wish := Wish{Weekdays: []time.Weekday{time.Thursday}, Times: hour}
	if got := wish.without(Wish{Times: hour}); len(got.Times) != 0 || len(got.Weekdays) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestHoursEnd(t *testing.T) {
	for hours, want := range map[Span]bool{
		{From: "12:00", To: "13:30"}: false, {From: "00:00", To: "13:30"}: true, {From: "13:30", To: "13:30"}: true,
	} {
		if got := (Wish{Times: []Span{hours}}).Allows(Slot{Date: "2026-11-24", Hour: "13:30"}); got != want {
			t.Errorf("%v: %v", hours, got)
		}
	}
}
