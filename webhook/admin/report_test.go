package admin_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"testing"

	"atende/webhook/admin"
)

// A step is answered as JSON, of seven days unless others are asked for.
func TestReportStep(t *testing.T) {
	d := &clinicDesk{}
	h := desk(d, nil)
	got := send(h, http.MethodGet, "/admin/report", "")
	var step admin.Report
	if err := json.Unmarshal(got.Body.Bytes(), &step); err != nil || got.Code != http.StatusOK || !step.Whole() || step.Present.Doctors["Dra. Ana Souza"] != 2 {
		t.Errorf("%d %v %s", got.Code, err, got.Body)
	}
	send(h, http.MethodGet, "/admin/report?since=2026-11-01&until=2026-11-02&after=ta%2Fb", "")
	if want := []string{"report {Since:7d Until: After:}", "report {Since:2026-11-01 Until:2026-11-02 After:ta/b}"}; !slices.Equal(d.asked, want) {
		t.Errorf("asked %q", d.asked)
	}
	for err, want := range map[error]int{admin.ErrRange: http.StatusBadRequest, errors.New("away"): http.StatusServiceUnavailable} {
		if got := send(desk(&clinicDesk{err: err}, nil), http.MethodGet, "/admin/report", ""); got.Code != want {
			t.Errorf("%v: %d", err, got.Code)
		}
	}
}

// Steps add up, whatever of them is empty.
func TestReportAdds(t *testing.T) {
	whole := admin.Report{From: "2026-11-16", Present: admin.NewCounts(), Before: admin.NewCounts(), Next: "ta"}
	step := admin.Report{Present: admin.NewCounts(), Before: admin.Counts{}, Read: 5, Unreadable: 1}
	step.Present.Stages["booked"], step.Present.Answers[5], step.Present.Messages = 2, 3, 4
	whole.Add(step)
	step.Next = "tb"
	whole.Add(step)
	p := whole.Present
	if p.Stages["booked"] != 4 || p.Answers[5] != 6 || p.Messages != 8 || whole.Read != 10 || whole.Unreadable != 2 || whole.Next != "tb" || !whole.Whole() {
		t.Errorf("%+v", whole)
	}
	var empty admin.Report
	if empty.Add(step); empty.Present.Stages["booked"] != 2 || empty.Whole() {
		t.Errorf("%+v", empty)
	}
}
