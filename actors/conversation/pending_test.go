package conversation

import (
	"encoding/json"
	"testing"

	"atende/actors/wording"
)

// chosen is a state right before A4.
func chosen(t *testing.T) *State {
	t.Helper()
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(3, "08:00", "14:00")}, Choose{Number: 1}, Identify{Identity: maria})
	if _, ok := effect[MakeAppointment](run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 7})); !ok {
		t.Fatal("no A4")
	}
	return s
}

// While nobody knows what became of an A4, nothing is searched, chosen or booked, and
// nothing is claimed; each answer ends that.
func TestPending(t *testing.T) {
	t.Run("says so once and waits", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{})
		if said(res) != wording.Default().Text(wording.PendingFirst) || !res.Done || s.Pending == nil || s.Booked != nil {
			t.Errorf("%+v, %+v", res, s)
		}
		for _, e := range []Event{
			Search{Request: wholeRequest}, Search{More: true}, Choose{Number: 2}, Choose{}, Identify{Identity: maria}, Confirm{Agreed: true}, Close{},
			SlotsFound{days(1, "09:00")}, PatientFound{ID: 7}, PatientMissing{}, Registered{}, AppointmentPending{},
		} {
			before := *s
			if res := run(t, s, e); res.Refusal == nil || res.Refusal.Reason != ReasonPending || len(res.Effects) > 0 || s.Bookings != before.Bookings || s.Choice != before.Choice {
				t.Errorf("%T was taken: %+v", e, res)
			}
		}
	})
	t.Run("counts what is said", func(t *testing.T) {
		s := chosen(t)
		run(t, s, AppointmentPending{}, Reply{Text: "ainda"}, Reply{})
		if s.Pending.Said != 2 {
			t.Errorf("said %d", s.Pending.Said)
		}
	})
	t.Run("made", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{}, AppointmentMade{"marcado", "jejum"})
		if said(res) != "marcado\n\njejum" || s.Pending != nil || s.Closed != OutcomeBooked {
			t.Errorf("%+v, %+v", res, s)
		}
	})
	t.Run("refused", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{}, AppointmentRefused{})
		if _, searches := effect[FindSlots](res); !searches || s.Pending != nil || len(s.Gone) != 1 {
			t.Errorf("%+v, %+v", res, s)
		}
	})
	t.Run("uncertain", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{}, AppointmentUncertain{})
		over, ok := effect[HandOver](res)
		if said(res) != wording.Default().Text(wording.TransferUncertain) || !ok || over.Reason != ReasonUncertain || s.Pending != nil || s.Closed != OutcomeTransferred {
			t.Errorf("%+v, %+v", res, s)
		}
	})
	t.Run("made after a hand-over", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{}, Transfer{Reason: "pedido"}, AppointmentMade{"marcado", "jejum"})
		if said(res) != "marcado\n\njejum" || s.Booked == nil {
			t.Errorf("%+v, %+v", res, s)
		}
	})
	t.Run("dropped", func(t *testing.T) {
		s := chosen(t)
		res := run(t, s, AppointmentPending{}, Transfer{Reason: "pedido"}, AppointmentDropped{})
		if len(res.Effects) > 0 || !res.Done || s.Pending != nil || s.Choice != nil {
			t.Errorf("%+v, %+v", res, s)
		}
	})
	t.Run("nothing is pending without a choice", func(t *testing.T) {
		if res := run(t, &State{}, AppointmentPending{}); res.Refusal == nil {
			t.Errorf("%+v", res)
		}
	})
}

// The state knows how old the offer is.
func TestOfferedAt(t *testing.T) {
	s := chosen(t)
	if !s.OfferedAt.Equal(monday) {
		t.Errorf("offered at %v", s.OfferedAt)
	}
	data, err := json.Marshal(s)
	var read State
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err != nil || !read.OfferedAt.Equal(monday) {
		t.Errorf("read %v, %v", read.OfferedAt, err)
	}
	run(t, s, Search{Wish: Wish{Period: "evening"}})
	if !s.OfferedAt.IsZero() {
		t.Errorf("an offer that was dropped is from %v", s.OfferedAt)
	}
}
