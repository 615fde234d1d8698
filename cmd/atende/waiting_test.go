package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"atende/actors/wording"
)

// A wish that cannot be offered waits, over a kill -9, in the journal of either store, encrypted; it is exported with its
// patient, and an erasure takes it off the list, whose session then knows nobody.
func TestWaitingListPrograms(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		h := newHouse(t, append(settings, "ATENDE_WAITING_LIST", "1h", "ATENDE_DATA_KEY_FILE", secretFile(t, newDataKey(t)))...)
		h.says("s1", "m1", "consulta com a dra. Ana, particular, só se for depois das 22h")
		h.gateway.hears("s1", opening(wording.WaitTail))
		h.says("s1", "m2", "avisar")
		h.gateway.hears("s1", "eu aviso por aqui")
		h.measures(`atende_waiting_list_total{event="joined"} 1`, "atende_journal_pending 0")
		h.again("n2")
		out, code := h.verb("", "export", "--phone", "5511988887777")
		if code != exitOK || !strings.Contains(out, `"wait"`) || !strings.Contains(out, "22:00") {
			t.Errorf("export: %d %s", code, out)
		}
		if out, code := h.verb("", "erase", "--phone", "5511988887777", "--yes"); code != exitOK || out != "1 session forgotten\n" {
			t.Errorf("erase: %d %s", code, out)
		}
		h.measures("atende_journal_pending 0") // the line has heard of it
		if raw, err := os.ReadFile(strings.TrimPrefix(h.env["ATENDE_DATABASE_URL"], "sqlite:")); err == nil {
			for _, word := range []string{`"wait"`, `"line"`, "22:00"} {
				if bytes.Contains(raw, []byte(word)) {
					t.Errorf("the file has %q", word)
				}
			}
		}
		h.says("s2", "m3", "consulta com a dra. Ana, particular, só se for depois das 22h")
		h.gateway.hears("s2", opening(wording.WaitTail))
		h.says("s2", "m4", "me avise")
		h.gateway.hears("s2", "eu aviso por aqui")
	})
}
