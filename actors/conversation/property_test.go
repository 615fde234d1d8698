package conversation

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever a driver proposes and the clinic answers: A1 is asked only with all identifiers
// (S-1-8), an offer keeps its size (S-1-10), only offered slots are booked, A4 happens at most once
// a workflow that it confirmed (S-1-14), and only a confirmed A4 speaks of a booking.
func TestStepInvariants(t *testing.T) {
	clinic := testClinic()
	rapid.Check(t, func(t *rapid.T) {
		s := &State{}
		offered := map[Slot]bool{}
		var read *readOut // by the last question, if it was that
		var first []Event
		if rapid.Bool().Draw(t, "chosen") { // which chance seldom gets to
			first = []Event{Search{Request: wholeRequest}, SlotsFound{days(7, "08:00", "14:00")}, Choose{Number: 1}, Identify{Identity: maria}, readBack}
		}
		for i := range len(first) + rapid.IntRange(1, 60).Draw(t, "events") {
			var event Event
			if i < len(first) {
				event = first[i]
			} else {
				event = anyEvent(t)
			}
			_, confirmed := event.(AppointmentMade)
			_, textless := event.(AppointmentMadeTextless)
			confirmed = confirmed || textless
			pending := s.Pending != nil
			res := Step(clinic, s, monday, event)
			if reply, says := event.(Reply); says && res.Refusal == nil {
				read = nil
				if reply.Asks == AskConfirm && s.Choice != nil {
					read = &readOut{s.Request, s.Patient, *s.Choice}
				}
			}
			if _, books := effect[MakeAppointment](res); books && (read == nil || *read != readOut{s.Request, s.Patient, *s.Choice}) {
				t.Fatalf("%+v is booked, and %+v was read back", *s.Choice, read)
			}
			if _, books := effect[MakeAppointment](res); books && pending {
				t.Fatal("a second intent beside one that is open")
			}
			if s.Pending != nil && s.Choice == nil {
				t.Fatal("pending, and nobody knows what")
			}
			for _, slot := range s.Offer {
				offered[slot] = true
			}
			if slices.ContainsFunc(s.Offer, s.refuses) || len(s.Not) > maxNot {
				t.Fatalf("offered %v, not wanted: %v", s.Offer, s.Not)
			}
			checkOffer(t, s.Offer)
			for _, effect := range res.Effects {
				checkEffect(t, effect, offered, confirmed)
			}
		}
	})
}

// readOut is what is told before it is booked.
type readOut struct {
	Request
	Identity
	Slot
}

func checkOffer(t *rapid.T, offer []Slot) {
	perDay := map[string]int{}
	for _, slot := range offer {
		perDay[slot.Date]++
		if perDay[slot.Date] > maxPerDay {
			t.Fatalf("%d times on %s", perDay[slot.Date], slot.Date)
		}
	}
	if len(perDay) > MaxLimits().Days {
		t.Fatalf("%d days", len(perDay))
	}
}

func checkEffect(t *rapid.T, effect Effect, offered map[Slot]bool, confirmed bool) {
	switch effect := effect.(type) {
	case FindSlots:
		if len(effect.Agendas) == 0 || len(effect.Agendas) > MaxAgendas || effect.From > effect.To {
			t.Fatalf("A1 asked with %+v", effect)
		}
	case MakeAppointment:
		if !offered[effect.Slot] || effect.PatientID == 0 || !effect.Request.Complete() {
			t.Fatalf("A4 with %+v", effect)
		}
	case Say:
		if claims.MatchString(effect.Text) && !confirmed {
			t.Fatalf("%q although nothing was booked", effect.Text)
		}
		if len(effect.From) == 0 {
			t.Fatalf("%q comes from nowhere", effect.Text)
		}
	}
}

// claims are words that say or imply an appointment.
var claims = regexp.MustCompile(`(?i)agendad|marcad|confirmad|reservad`)

func anyEvent(t *rapid.T) Event {
	slots := days(7, "08:00", "09:00", "10:00", "13:00", "14:00", "19:00")
	from := rapid.IntRange(0, len(slots)).Draw(t, "from")
	events := []Event{
		Search{Request: Request{
			SpecialtyID: rapid.SampledFrom([]int{0, 0, 7, 8, 9}).Draw(t, "specialty"),
			AgendaID:    rapid.SampledFrom([]int{0, 101, 101, 103}).Draw(t, "agenda"),
			ProcedureID: rapid.SampledFrom([]int{0, 501, 503}).Draw(t, "procedure"),
			PlanID:      rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "plan"),
		}, More: rapid.Bool().Draw(t, "more")},
		Search{Wish: Wish{Period: "evening"}},
		SlotsFound{slots[from:]}, SlotsFound{slots[from:]}, SlotsFound{},
		Choose{Number: rapid.IntRange(-1, 22).Draw(t, "number")}, Choose{Number: 1},
		Identify{Identity: maria}, Identify{Identity: Identity{CPF: "1"}},
		readBack, readBack, Confirm{Agreed: true}, Confirm{Agreed: true}, Confirm{},
		PatientFound{ID: rapid.IntRange(0, 3).Draw(t, "id")}, PatientMissing{}, Registered{},
		AppointmentMade{"MARCADO", "x"}, AppointmentRefused{},
		AppointmentPending{}, AppointmentPending{}, AppointmentUncertain{}, AppointmentDropped{}, AppointmentMadeTextless{},
		Search{Not: []Wish{{Weekdays: []time.Weekday{time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))}}}}, Search{Renew: true},
		Idle{}, Resume{},
		Reply{Text: "oi", From: []string{"text:x"}, Asks: AskPlan}, Close{}, Transfer{Reason: "x"},
	}
	if rapid.Bool().Draw(t, "booking") { // what leads to a booking, or changes it, more often than chance would
		events = []Event{
			readBack, Confirm{Agreed: true}, PatientFound{ID: 7}, Choose{Number: rapid.IntRange(1, 4).Draw(t, "other")},
			Identify{Identity: Identity{BirthDate: "1990-02-01"}}, Identify{Identity: maria},
		}
	}
	return events[rapid.IntRange(0, len(events)-1).Draw(t, "event")]
}

// The state of a long conversation stays small, because it is written at every turn.
func TestStateIsBounded(t *testing.T) {
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(80, "08:00", "09:00", "13:00", "14:00")})
	for range 20 {
		run(t, s, Search{More: true}, SlotsFound{days(80, "08:00", "09:00", "13:00", "14:00")})
	}
	if len(s.Seen) > maxSeen || len(s.Offer) > maxOffer {
		t.Errorf("seen %d, offer %d", len(s.Seen), len(s.Offer))
	}
	if !slices.IsSortedFunc(s.Offer, func(a, b Slot) int { return strings.Compare(a.Date+a.Hour, b.Date+b.Hour) }) {
		t.Errorf("offer = %v", s.Offer)
	}
}
