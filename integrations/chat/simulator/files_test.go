package simulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"atende/integrations/chat/event"
)

// attach sends a file's bytes and returns the answer.
func (b *bundle) attach(t *testing.T, id, name, claim string, data []byte) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", b.server.URL+"/sim/sessions/"+id+"/files?name="+url.QueryEscape(name), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", claim)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var fields map[string]any
	if err := json.NewDecoder(response.Body).Decode(&fields); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, fields
}

// fetch gets an address that the simulator gave out.
func fetch(t *testing.T, address string) (status int, header http.Header, body []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, body
}

// What a patient attaches reaches the agent as a webhook whose addresses can be fetched.
func TestAttachedFileIsDelivered(t *testing.T) {
	a := newAgent()
	b := setup(t, Config{WebhookURL: webhook, Transport: a})
	id := b.open(t, Patient{})
	code, file := b.attach(t, id, "../voz 1.ogg", "audio/ogg; codecs=opus", []byte("OggS voz"))
	if code != http.StatusCreated || file["name"] != "voz 1.ogg" || file["extension"] != "ogg" || file["size"] != 8.0 {
		t.Fatalf("attach: %d %v", code, file)
	}
	body, err := json.Marshal(map[string]any{"file": file, "transcription": "quero marcar"})
	if err != nil {
		t.Fatal(err)
	}
	if code, answer := b.call(t, "POST", "/sim/sessions/"+id+"/messages", string(body)); code != http.StatusAccepted {
		t.Fatalf("message: %d %v", code, answer)
	}
	e, err := event.Decode(a.next(t).body)
	if err != nil {
		t.Fatal(err)
	}
	if e.MessageType != "AUDIO" || e.Transcription != "quero marcar" || e.Files[0].MIMEType != "audio/ogg; codecs=opus" || e.Files[0].Name != "voz 1.ogg" {
		t.Errorf("delivered %+v", e)
	}
	for _, address := range []string{e.Files[0].URL, e.Files[0].DownloadURL} {
		status, header, data := fetch(t, address)
		if status != http.StatusOK || string(data) != "OggS voz" || header.Get("Content-Type") != "audio/ogg" {
			t.Errorf("%s: %d %v %q", address, status, header, data)
		}
		if !strings.Contains(header.Get("Content-Security-Policy"), "sandbox") || header.Get("Content-Disposition") != "attachment" {
			t.Errorf("a file may run in the page: %v", header)
		}
	}
}

func TestTranscriptionsOfTheGateway(t *testing.T) {
	for body, want := range map[string]string{
		`{"type":"AUDIO"}`:                                                   "",
		`{"type":"AUDIO","transcription":"oi"}`:                              "oi",
		`{"type":"AUDIO","transcription":{"text":"oi"}}`:                     "oi",
		`{"type":"AUDIO","transcription":{"text":"o","processing":true}}`:    "",
		`{"type":"AUDIO","transcription":{"text":null,"error":"too noisy"}}`: "",
		`{"type":"AUDIO","transcription":null}`:                              "",
	} {
		t.Run(body, func(t *testing.T) {
			a := newAgent()
			b := setup(t, Config{WebhookURL: webhook, Transport: a})
			id := b.open(t, Patient{})
			if code, answer := b.call(t, "POST", "/sim/sessions/"+id+"/messages", body); code != http.StatusAccepted {
				t.Fatalf("message: %d %v", code, answer)
			}
			if e, err := event.Decode(a.next(t).body); err != nil || e.Transcription != want {
				t.Errorf("the agent reads %q, %v", e.Transcription, err)
			}
		})
	}
}

func TestAttachRefuses(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{})
	for _, c := range []struct {
		name, session string
		size, want    int
	}{
		{"unknown session", "none", 1, 404},
		{"nothing", id, 0, 400},
		{"the largest", id, maxFile, 201},
		{"too large", id, maxFile + 1, 413},
	} {
		t.Run(c.name, func(t *testing.T) {
			if code, answer := b.attach(t, c.session, "a", "image/png", make([]byte, c.size)); code != c.want {
				t.Errorf("got %d %v, want %d", code, answer, c.want)
			}
		})
	}
	if code, _ := b.call(t, "GET", "/sim/files/none", ""); code != 404 {
		t.Errorf("unknown file: %d", code)
	}
}

// Files are forgotten, the oldest of a session first, and all of a session with it.
func TestFilesAreBounded(t *testing.T) {
	b := setup(t, Config{MaxSessions: 1})
	id := b.open(t, Patient{})
	var addresses []string
	for i := range maxFiles + 1 {
		_, file := b.attach(t, id, fmt.Sprint(i), "image/png", []byte{byte(i)})
		address, _ := file["publicUrl"].(string)
		addresses = append(addresses, address)
	}
	for i, address := range addresses {
		want := http.StatusOK
		if i == 0 {
			want = http.StatusNotFound
		}
		if status, _, _ := fetch(t, address); status != want {
			t.Errorf("file %d: %d", i, status)
		}
	}
	b.open(t, Patient{}) // the other one is forgotten
	if status, _, _ := fetch(t, addresses[maxFiles]); status != http.StatusNotFound || len(b.files) != 0 || b.fileBytes != 0 {
		t.Errorf("of a session that is forgotten: %d, %d files, %d bytes", status, len(b.files), b.fileBytes)
	}
}

func TestAllFilesAreBounded(t *testing.T) {
	s := New(Config{})
	t.Cleanup(s.Close)
	for range maxFileBytes/maxFile + 2 {
		id, err := s.Open(Patient{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Attach(id, "", File{Data: make([]byte, maxFile)}); err != nil {
			t.Fatal(err)
		}
	}
	if s.fileBytes > maxFileBytes || len(s.files) != maxFileBytes/maxFile {
		t.Errorf("%d files of %d bytes", len(s.files), s.fileBytes)
	}
}

// Where the agent cannot reach what the browser can, a setting says where it does.
func TestPublicURL(t *testing.T) {
	b := setup(t, Config{PublicURL: "http://gateway:8070/"})
	_, file := b.attach(t, b.open(t, Patient{}), "", "application/pdf", []byte("%PDF"))
	address, _ := file["publicUrl"].(string)
	if !strings.HasPrefix(address, "http://gateway:8070/sim/files/") || file["type"] != "DOCUMENT" {
		t.Errorf("%v", file)
	}
}

// A file is chosen in the page, with words beside it, and shown as what it is.
func TestPageAttaches(t *testing.T) {
	a := newAgent()
	b := setup(t, Config{WebhookURL: webhook, Transport: a})
	t.Cleanup(b.server.CloseClientConnections)
	page := openPage(t, b.server.URL, 1280, 800)
	// One transparent pixel.
	pixel := []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
	path := filepath.Join(t.TempDir(), "carteirinha.gif")
	if err := os.WriteFile(path, pixel, 0o600); err != nil {
		t.Fatal(err)
	}
	page.do(chromedp.SendKeys("#text", "minha carteirinha"), chromedp.SetUploadFiles("#file", []string{path}))
	page.until(`document.querySelector(".bubble.in img.picture")?.naturalWidth === 1`)
	page.until(`document.querySelector("#text").value === "" && document.querySelector("#notice").hidden`)
	e, err := event.Decode(a.next(t).body)
	if err != nil {
		t.Fatal(err)
	}
	if e.MessageType != "IMAGE" || e.Text != "minha carteirinha" || e.Files[0].Name != "carteirinha.gif" || e.Files[0].MIMEType != "image/gif" {
		t.Errorf("delivered %+v", e)
	}
	if _, _, data := fetch(t, e.Files[0].DownloadURL); !bytes.Equal(data, pixel) {
		t.Errorf("fetched %d bytes", len(data))
	}
}
