package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/webhook/admin"
)

func listed(list admin.Conversations) string {
	var ids []string
	for _, row := range list.Rows {
		ids = append(ids, row.SessionID+" "+row.Standing)
	}
	slices.Sort(ids) // all of these tests change at the same moment
	return strings.Join(ids, ", ")
}

// Conversations are found by how they stand, by what they are about and by who they are about; each look is in the access log.
func TestConversationsOfADesk(t *testing.T) {
	o := household(t)
	o.store("x ana", `{"state":{"request":{"specialty":7,"agenda":101},"wish":{},"patient":{"name":"Rui"}},"turn":1}`, "")
	o.store("y person", `{"state":{"request":{},"wish":{},"patient":{},"closed":"TRANSFERIDO"},"turn":1,"handed_over":{"at":"2026-11-22T11:00:00Z"}}`, message("oi", "5511900000001"))
	all, err := o.Conversations(t.Context(), "joana", admin.Search{})
	if err != nil || all.Found <= searchPage || len(all.Rows) != min(all.Found, admin.MaxListed) || all.Cut {
		t.Errorf("%d found, %d listed, %v", all.Found, len(all.Rows), err)
	}
	doctor := o.clinic.Doctors[0].Name
	for want, ask := range map[string]admin.Search{
		"x ana agent":                     {Words: strings.ToUpper(doctor)},
		"y person person":                 {Standing: admin.StandingPerson},
		"":                                {Standing: admin.StandingPerson, Words: "cardiologia"},
		"a by CPF ended, b waiting agent": {Who: admin.Person{CPF: mariaCPF}},
	} {
		got, err := o.Conversations(t.Context(), "joana", ask)
		if err != nil || got.Found != len(got.Rows) || listed(got) != want {
			t.Errorf("%+v: %q, %v, want %q", ask, listed(got), err, want)
		}
	}
	if log := o.accessLog(); log[0] != fmt.Sprintf(`joana list "" %d`, len(all.Rows)) || strings.Contains(strings.Join(log, ""), "529") {
		t.Errorf("access log %q", log)
	}
	o.archive = silent{o.journal}
	if got, err := o.Conversations(t.Context(), "joana", admin.Search{}); err == nil || got.Rows != nil {
		t.Errorf("without a line in the access log: %+v, %v", got, err)
	}
}

// The list has the newest, so many and no more, whatever the order in which they are met.
func TestNewestConversations(t *testing.T) {
	var rows []admin.Conversation
	for i := range 3 * admin.MaxListed {
		minute := i * 7 % (3 * admin.MaxListed)
		rows = newest(rows, admin.Conversation{SessionID: fmt.Sprint(minute), ChangedAt: noon.Add(time.Duration(minute) * time.Minute)})
	}
	if len(rows) != admin.MaxListed || rows[0].SessionID != "299" || rows[admin.MaxListed-1].SessionID != "200" {
		t.Errorf("%d from %s to %s", len(rows), rows[0].SessionID, rows[len(rows)-1].SessionID)
	}
}

// slow is a journal whose second page takes as long as anybody waits.
type slow struct {
	journal.Archive
	asked int
}

func (s *slow) Sessions(ctx context.Context, after string, limit int) ([]journal.Stored, error) {
	if s.asked++; s.asked > 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return s.Archive.Sessions(ctx, after, limit)
}

// Who has no time gets what was found until then.
func TestAListThatIsCut(t *testing.T) {
	o := newOffice(t)
	o.store("s", mariaState, "")
	o.archive = &slow{Archive: o.journal}
	ctx, cancel := context.WithTimeout(t.Context(), findMargin+200*time.Millisecond)
	defer cancel()
	if got, err := o.Conversations(ctx, "", admin.Search{}); err != nil || !got.Cut || listed(got) != "s ended" {
		t.Errorf("%+v, %v", got, err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := o.Conversations(ended, "", admin.Search{}); !errors.Is(err, context.Canceled) {
		t.Errorf("who is gone: %v", err)
	}
}
