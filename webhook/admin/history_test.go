package admin_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"atende/actors/journal"
)

func (d *clinicDesk) Histories(_ context.Context, by, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	d.asked = append(d.asked, fmt.Sprintf("%s: history after %q %d, %d", by, afterSession, afterSeq, limit))
	if d.err != nil || afterSession != "" {
		return nil, d.err
	}
	return []journal.SessionEntry{
		{SessionID: "a/b", Entry: journal.Entry{Seq: 3, At: clock, Body: []byte(`{"turn":1,"heard":[{"text":"sou [NOME 1] <b>"}]}`)}},
		{SessionID: "a/b", Entry: journal.Entry{Seq: 4, At: clock, Body: []byte("{torn")}},
	}, nil
}

// Turns come as lines, page by page; one that cannot be read keeps its place.
func TestHistory(t *testing.T) {
	d := &clinicDesk{}
	h := desk(d, nil)
	got := send(h, http.MethodGet, "/admin/history", "", "Atende-Operator", "joana")
	want := `{"session":"a/b","seq":3,"at":"2026-11-22T12:00:00Z","turn":{"turn":1,"heard":[{"text":"sou [NOME 1] \u003cb\u003e"}]}}
{"session":"a/b","seq":4,"at":"2026-11-22T12:00:00Z"}
`
	if got.Code != http.StatusOK || got.Body.String() != want || got.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v\n%s", got.Code, got.Header(), got.Body)
	}
	end := send(h, http.MethodGet, "/admin/history?after_session=a%2Fb&after_seq=4", "")
	if end.Code != http.StatusOK || end.Body.Len() != 0 {
		t.Errorf("%d %s", end.Code, end.Body)
	}
	if asked := strings.Join(d.asked, "; "); asked != `joana: history after "" 0, 1000; : history after "a/b" 4, 1000` {
		t.Error(asked)
	}
}

func TestHistoryRefuses(t *testing.T) {
	for _, query := range []string{"after_seq=x", "after_seq=-1", "after_seq=99999999999999999999"} {
		d := &clinicDesk{}
		if got := send(desk(d, nil), http.MethodGet, "/admin/history?"+query, ""); got.Code != http.StatusBadRequest || len(d.asked) != 0 {
			t.Errorf("%s: %d %s", query, got.Code, got.Body)
		}
	}
	if got := send(desk(&clinicDesk{err: errors.New("away")}, nil), http.MethodGet, "/admin/history", ""); got.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := send(desk(&clinicDesk{}, nil), http.MethodPost, "/admin/history", "{}"); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
