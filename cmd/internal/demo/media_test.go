package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atende/cmd/internal/node"
	"atende/integrations/chat/simulator"
	"atende/integrations/media"
)

// Documents are read in a child, which is this program.
func TestMain(m *testing.M) {
	media.ReadInChild()
	os.Exit(m.Run())
}

// voice is the beginning of an Ogg file with Opus in it, and words that only the transcription below can read.
func voice(words string) []byte {
	page := "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01\x13OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00"
	return []byte(page + words)
}

// pdf is a document of one page with a line of plain letters.
func pdf(line string) []byte {
	content := "BT /F1 18 Tf 20 100 Td (" + line + ") Tj ET"
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var places []int
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	} {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, table)
	return b.Bytes()
}

// transcription is a server that speaks the OpenAI API as far as transcriptions go.
type transcription struct {
	status int // of the answer; 0: 200

	mu    sync.Mutex
	heard []string // names of the files
}

func (a *transcription) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("file")
	if err != nil || r.URL.Path != "/v1/audio/transcriptions" {
		http.NotFound(w, r)
		return
	}
	data, err := io.ReadAll(file)
	_, words, ok := bytes.Cut(data, []byte("\x80\xbb\x00\x00\x00\x00\x00"))
	if err != nil || !ok || a.status != 0 {
		http.Error(w, "", max(a.status, http.StatusBadRequest))
		return
	}
	a.mu.Lock()
	a.heard = append(a.heard, header.Filename)
	a.mu.Unlock()
	_ = json.NewEncoder(w).Encode(map[string]string{"text": string(words)})
}

func (a *transcription) calls() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.heard)
}

// talk is a patient at a demo whose voice messages are transcribed by a server.
type talk struct {
	*Demo
	t       *testing.T
	session string
	events  <-chan simulator.Event
	heard   string // all that was said to the patient
}

// inBothDialects runs a test with a demo in each dialect of gateways: what the agent makes of a message must not depend on
// how it was written.
func inBothDialects(t *testing.T, test func(t *testing.T, dialect string)) {
	for _, dialect := range simulator.Dialects() {
		t.Run(dialect, func(t *testing.T) { test(t, dialect) })
	}
}

func startTalk(t *testing.T, dialect string, api *transcription) *talk {
	t.Helper()
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	d, err := Start(t.Context(), Options{
		Dialect: dialect,
		Log:     slog.New(slog.DiscardHandler),
		Media:   node.Media{TranscriptionURL: server.URL + "/v1", TranscriptionModel: "whisper"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := d.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	id, err := d.Gateway().Open(simulator.Patient{})
	if err != nil {
		t.Fatal(err)
	}
	events, cancel, err := d.Gateway().Subscribe(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cancel)
	return &talk{Demo: d, t: t, session: id, events: events}
}

// attach gives the gateway a file, over HTTP as the page does.
func (p *talk) attach(claim string, data []byte) map[string]any {
	p.t.Helper()
	var file map[string]any
	p.post("/files?name=a", claim, data, &file)
	return file
}

// send sends a message of the patient.
func (p *talk) send(message map[string]any) {
	p.t.Helper()
	body, err := json.Marshal(message)
	if err != nil {
		p.t.Fatal(err)
	}
	var answer map[string]any
	p.post("/messages", "application/json", body, &answer)
}

func (p *talk) post(path, contentType string, body []byte, answer any) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.PageURL()+"/sim/sessions/"+p.session+path, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil || response.StatusCode/100 != 2 {
		p.t.Fatalf("%s: %d %v", path, response.StatusCode, err)
	}
}

// reads waits until the patient reads something.
func (p *talk) reads(want string) {
	p.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for !strings.Contains(p.heard, want) {
		select {
		case e, open := <-p.events:
			if !open {
				p.t.Fatal("the stream of the session ended")
			}
			if e.Kind == simulator.KindMessage && e.Message.Direction == "out" {
				p.heard += e.Message.Text + "\n\n"
			}
		case <-limit.C:
			p.t.Fatalf("the patient reads\n%s\nand not %q", p.heard, want)
		}
	}
	p.heard = ""
}

// S-B-12: a booking as far as the offer by voice alone, and what else patients attach, from the
// gateway's bytes to the patient's screen.
func TestAttachmentsEndToEnd(t *testing.T) { inBothDialects(t, attachmentsEndToEnd) }

func attachmentsEndToEnd(t *testing.T, dialect string) {
	api := &transcription{}
	p := startTalk(t, dialect, api)

	p.send(map[string]any{"file": p.attach("audio/ogg; codecs=opus", voice("Oi! Eu queria uma consulta com a doutora Ana Souza."))})
	p.reads("convênio?")
	p.send(map[string]any{"type": "DOCUMENT", "file": p.attach("application/octet-stream", voice("É Unimed."))})
	p.reads("Qual fica melhor?")
	if n := api.calls(); n != 2 || !strings.HasSuffix(api.heard[0], ".ogg") { // servers tell the format by it
		t.Errorf("%d transcriptions: %q", n, api.heard)
	}
	p.send(map[string]any{"type": "AUDIO", "file": p.attach("audio/ogg", voice("?")), "transcription": "a primeira"})
	p.reads("nome completo")
	if n := api.calls(); n != 2 {
		t.Error("a voice message that the gateway had understood was fetched")
	}
	p.send(map[string]any{"file": p.attach("image/png", []byte("\x89PNG\r\n\x1a\n"))})
	p.reads("não consigo ver")
	p.send(map[string]any{"type": "AUDIO", "file": p.attach("audio/ogg", []byte("<html>no voice</html>"))})
	p.reads("também não consegui ouvir")
	p.send(map[string]any{"file": p.attach("audio/ogg", voice("Lia Prado Reis"))})
	p.reads("CPF")
}

// The text of a PDF is read, by a process of its own, and the plan that it names is said aloud.
func TestPlanOfACard(t *testing.T) { inBothDialects(t, planOfACard) }

func planOfACard(t *testing.T, dialect string) {
	p := startTalk(t, dialect, &transcription{})
	p.send(map[string]any{"text": "consulta com a doutora Ana Souza"})
	p.reads("convênio?")
	p.send(map[string]any{"file": p.attach("application/pdf", pdf("Cartao Unimed Nacional"))})
	p.reads("Vi no seu arquivo o plano *Unimed*")
}

// A transcription that fails costs the patient a line of writing and nothing else.
func TestTranscriptionIsAway(t *testing.T) { inBothDialects(t, transcriptionIsAway) }

func transcriptionIsAway(t *testing.T, dialect string) {
	p := startTalk(t, dialect, &transcription{status: http.StatusTeapot})
	p.send(map[string]any{"file": p.attach("audio/ogg", voice("quero marcar"))})
	p.reads("Não consegui ouvir o seu áudio")
}

// Nothing is fetched from inside, wherever a message says that its file is: the gateway of the demo is allowed, its
// neighbours are not.
func TestAddressesOfAttachmentsAreNotTrusted(t *testing.T) {
	inBothDialects(t, addressesOfAttachmentsAreNotTrusted)
}

func addressesOfAttachmentsAreNotTrusted(t *testing.T, dialect string) {
	var asked atomic.Int64
	canary := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(voice("quero marcar"))
	}))
	t.Cleanup(canary.Close)
	api := &transcription{}
	p := startTalk(t, dialect, api)
	p.send(map[string]any{"type": "AUDIO", "file": map[string]any{
		"mimeType": "audio/ogg", "publicUrl": canary.URL + "/a.ogg", "publicUrlDownload": p.AdminURL() + "/metrics",
	}})
	p.reads("Não consegui ouvir o seu áudio")
	if asked.Load() != 0 || api.calls() != 0 {
		t.Errorf("%d calls of a server inside, %d transcriptions", asked.Load(), api.calls())
	}
}
