package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/wording"
)

// A patient who stays silent is reminded and let go by whatever process there is by then: the
// one that asked was killed, then the next one. Once with a file, once in a cluster where another node owns
// the session afterwards.
func TestSilencePrograms(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		h := newHouse(t, append(settings,
			"ATENDE_CATALOG", noonCatalogue(t), "ATENDE_NUDGE_AFTER", "8s", "ATENDE_CLOSE_AFTER", "20s")...)
		h.says("s1", "m1", "oi")
		h.gateway.hears("s1", "especialidade")
		h.again("n2")
		h.gateway.hears("s1", opening(wording.NudgeService))
		h.again("n3")
		h.gateway.hears("s1", opening(wording.CloseSilence))
		h.says("s1", "m2", "oi, voltei")
		h.gateway.hears("s1", "")
		if n := h.gateway.called("POST /chat/v1/session/s1/"); n != 4 {
			t.Errorf("%d messages were sent, want 4", n)
		}
		h.measures(`atende_journal_pending 0`)
	})
}

// inBothStores runs a test beside itself with a file and with a database on a server, where a further process
// is another node; settings are what the agent needs for that.
func inBothStores(t *testing.T, run func(t *testing.T, settings []string)) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, nil)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, []string{"ATENDE_DATABASE_URL", emptyDatabase(t), "ATENDE_CLUSTER_LISTEN", "127.0.0.1:0", "ATENDE_NODE_ID", "n1"})
	})
}

// opening is how a text begins.
func opening(id wording.ID) string {
	text := wording.Default().Text(id)
	begin, _, _ := strings.Cut(text, "{")
	return begin
}

// again kills the agent and starts another one, by that name.
func (h *house) again(name string) {
	h.t.Helper()
	h.measures("atende_journal_pending 0") // nothing is half said
	h.agent.kill()
	h.env["ATENDE_NODE_ID"] = name
	h.agent = start(h.t, h.env, "serve")
}

// noonCatalogue is the catalogue of a clinic where it is noon now: nobody is reminded at night.
func noonCatalogue(t *testing.T) string {
	t.Helper()
	ahead := 12 - time.Now().UTC().Hour() // of UTC; the names of zones count the other way round
	zone := fmt.Sprintf("Etc/GMT%+d", -ahead)
	path := filepath.Join(t.TempDir(), "noon.yaml")
	text := strings.Replace(catalogue, "America/Sao_Paulo", zone, 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
