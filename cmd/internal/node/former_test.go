package node

import (
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/sealed"
	"atende/actors/journal/store"
	"atende/actors/session/record"
	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/scheduling/server"
	"atende/webhook"
)

// The files of testdata/former are journals of `atende serve` of tag v0.1.0, the last that kept the gateway's calls as
// they came; sealed.db.gz is encrypted with the key below.  A gateway of 20 lines of Python answered until the patient of
// s-offer was offered times, and 503 from then on.  Then the webhooks of formerRows were posted, each with the thirty
// members of a real one or as the row says, and SIGTERM was sent two seconds later, with everything waiting.  Patients,
// phones and the CPF are made up.  This test, its files and what it tests go with journal/former.go.
var formerRows = []struct {
	session, kind, holds, hears string
}{
	{"s-offer", "TEXT", `"text":"1"`, "nome"},                                         // of an offer
	{"s-real", "TEXT", `Tenho Unimed"`, "*1*"},                                        // testdata/message_received_text.json of package event
	{"s-voice", "AUDIO", `"transcription":"quero marcar um cardiologista"`, "Carlos"}, // as PTT, with a file that nobody can fetch
	{"s-photos", "IMAGE", `"files":[{"urls":["http://127.0.0.1:1/a"],"mime":"image/jpeg"},{"urls":["http://127.0.0.1:1/b"]`, "a sua foto"}, // in a list, as TEXT
	{"s-bare", "TEXT", `meu cpf é 529.982.247-25`, "47-25"},                                                                                // without type and details
	{"s-twice", "TEXT", `quanto custa a consulta?`, "R$ 250"},                                                                              // delivered twice
	{"s-burst", "TEXT", `"text":"oi"`, "Para cancelar"},                                                                                    // and "quero desmarcar minha consulta"
	{"s-torn", "TEXT", "bom dia \ufffd doutora \ufffd\"", "dia"},                                                                           // not UTF-8, half a pair, other names, no other member
}

// formerTime is shortly after the journals were made.
var formerTime = time.Date(2026, 11, 27, 4, 40, 0, 0, time.UTC)

// formerJournal is a copy of one of the files, and the options of a node that opens it.
func formerJournal(t *testing.T, name, gatewayURL string) Options {
	t.Helper()
	o := options(t, gatewayURL)
	began := time.Now()
	o.Now = func() time.Time { return formerTime.Add(time.Since(began)) }
	file, err := os.Open(filepath.Join("testdata", "former", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(strings.TrimPrefix(o.DatabaseURL, "sqlite:"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if name == "sealed" {
		keys := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(keys, []byte("YXRlbmRlIHRlc3Qga2V5LCBub3QgYSBzZWNyZXQhISE=\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if o.DataKeys, err = sealed.FromFile(t.Context(), keys); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// Whatever waits in the journal of the release before is read as a message of today, and found by whom it concerns.
func TestFormerRowsAreRead(t *testing.T) {
	for _, name := range []string{"plain", "sealed"} {
		t.Run(name, func(t *testing.T) {
			o := formerJournal(t, name, "http://127.0.0.1:1")
			j, err := store.Open(t.Context(), o.DatabaseURL, store.Options{Now: o.Now, Keys: o.DataKeys, Former: webhook.Former})
			if err != nil {
				t.Fatal(err)
			}
			defer j.Close()
			for _, want := range formerRows {
				found, _, err := j.Look(t.Context(), want.session)
				if err != nil || len(found.Waiting) == 0 {
					t.Fatalf("%s: %+v, %v", want.session, found, err)
				}
				body := found.Waiting[0].Body
				m, err := journal.ReadPatientMessage(body)
				if err != nil || m.Kind != want.kind && m.Kind != "" || !strings.Contains(string(body), want.holds) || m.Fields == "" {
					t.Errorf("%s: %s, %v", want.session, body, err)
				}
				if got := record.Concerns(found, "52998224725", ""); got != (want.session == "s-bare") {
					t.Errorf("%s concerns the CPF: %v", want.session, got)
				}
				if got := record.Concerns(found, "", "5511910000003"); got != (want.session == "s-voice") {
					t.Errorf("%s concerns the phone: %v", want.session, got)
				}
			}
		})
	}
}

// A node takes the journal over and answers everything.
func TestFormerRowsAreAnswered(t *testing.T) {
	for _, name := range []string{"plain", "sealed"} {
		t.Run(name, func(t *testing.T) {
			heard := &ears{said: map[string]string{}}
			gateway := party(t, heard.answer)
			o := formerJournal(t, name, gateway.URL)
			scheduling, err := peers.StartScheduling(t.Context(), "127.0.0.1:0", server.Config{
				DatabaseURL: "memory:", Clinic: catalog.Sample(), Now: o.Now, Log: slog.New(slog.DiscardHandler),
			})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = scheduling.Stop(t.Context()) }()
			o.Scheduling.URL = scheduling.URL()
			n := begin(t, o)
			defer finish(t, n)
			for deadline := time.Now().Add(time.Minute); n.engine.pending() > 0; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%d rows wait", n.engine.pending())
				}
			}
			for _, want := range formerRows {
				if got := heard.in(want.session); !strings.Contains(got, want.hears) {
					t.Errorf("%s hears %q, want %q", want.session, got, want.hears)
				}
			}
		})
	}
}

// ears are a gateway that remembers what is said in which session.
type ears struct {
	mu   sync.Mutex
	said map[string]string
}

func (e *ears) answer(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		fmt.Fprint(w, `{"platform":"WHATSAPP","instanceNumber":"1","teamName":"x","status":"Pendente"}`)
		return
	}
	body, _ := io.ReadAll(r.Body) // what is missing of it is missed by the test
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, row := range formerRows {
		if strings.Contains(r.URL.Path, "/"+row.session) {
			e.said[row.session] += string(body) + "\n"
		}
	}
	fmt.Fprint(w, "{}")
}

func (e *ears) in(session string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.said[session]
}
