package conversation

import (
	"strings"
	"testing"
	"time"

	"atende/actors/wording"
)

// officeHours answers from a list of moments on, each for an hour; holiday is the name of every day.
type officeHours struct {
	opens   []time.Time
	holiday string
}

func (o officeHours) Open(at time.Time) bool {
	for _, open := range o.opens {
		if !at.Before(open) && at.Before(open.Add(time.Hour)) {
			return true
		}
	}
	return false
}

func (o officeHours) Next(at time.Time) (time.Time, bool) {
	for _, open := range o.opens {
		if open.After(at) {
			return open, true
		}
	}
	return time.Time{}, false
}

func (o officeHours) Holiday(time.Time) string { return o.holiday }

func TestBackText(t *testing.T) {
	now := clock(27, 19, 0) // a Friday
	for name, test := range map[string]struct {
		opens   []time.Time
		holiday string
		want    string
	}{
		"nobody will":        {nil, "", ""},
		"somebody is there":  {[]time.Time{clock(27, 19, 0)}, "", ""},
		"today":              {[]time.Time{clock(27, 20, 0)}, "", "hoje, às 20h"},
		"tomorrow":           {[]time.Time{clock(28, 8, 30)}, "", "amanhã, às 8h30"},
		"on Monday":          {[]time.Time{clock(30, 8, 0)}, "", "segunda, às 8h"},
		"in six days":        {[]time.Time{clock(33, 10, 0)}, "", "quinta, às 10h"},
		"in a week":          {[]time.Time{clock(34, 8, 0)}, "", "sexta, 04/12, às 8h"},
		"next year":          {[]time.Time{clock(27+40, 8, 0)}, "", "quarta, 06/01/2027, às 8h"},
		"after a holiday":    {[]time.Time{clock(30, 8, 0)}, "Natal", "feriado (Natal)"},
		"zone of the server": {[]time.Time{clock(30, 8, 0).UTC()}, "", "segunda, às 8h"},
	} {
		t.Run(name, func(t *testing.T) {
			c := *testClinic()
			c.Reception = officeHours{test.opens, test.holiday}
			got := c.BackText(now.UTC()).Text
			if (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	if got := testClinic().BackText(now); got.Text != "" {
		t.Errorf("%q without a reception", got)
	}
}

// Who is handed over while nobody is there hears when somebody will be; who is in danger does not wait.
func TestTransferOutOfHours(t *testing.T) {
	c := *testClinic()
	c.Reception = officeHours{opens: []time.Time{clock(30, 8, 0)}}
	if text := said(Fail(&c, &State{}, clock(27, 19, 0))); !strings.Contains(text, "segunda") {
		t.Errorf("after a failure: %q", text)
	}
	for reason, told := range map[string]bool{"pediu_atendente": true, "cancelar": true, ReasonEmergency: false} {
		res := Step(&c, &State{}, clock(27, 19, 0), Transfer{Reason: reason, Text: "Certo!"})
		if text := said(res); !strings.HasPrefix(text, "Certo!") || strings.Contains(text, "segunda") != told {
			t.Errorf("%s: %q", reason, text)
		}
	}
}

// A booking that certainly exists is told as one, although its texts are lost.
func TestTextlessAppointment(t *testing.T) {
	s := chosen(t)
	res := run(t, s, AppointmentPending{}, AppointmentMadeTextless{})
	over, handed := effect[HandOver](res)
	ended, _ := effect[Ended](res)
	if !handed || over.Reason != ReasonTextless || ended.Outcome != OutcomeBooked || s.Booked == nil || s.Pending != nil || !res.Done {
		t.Errorf("%+v, %+v", res, s)
	}
	if booking := testClinic().BookedText(s, monday).Text; !strings.Contains(said(res), booking) || booking == wording.Default().Text(wording.BookedTold) {
		t.Errorf("%q", said(res))
	}
	if s.Former == nil || s.Former.AgendaID != wholeRequest.AgendaID {
		t.Errorf("%+v", s.Former)
	}
}
