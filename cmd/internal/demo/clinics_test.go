package demo

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"atende/cmd/internal/browser"
	"atende/integrations/chat/simulator"
)

// Two clinics of one agent: their chat pages load within one page, and a patient of each is answered by its own.
func TestTwoClinicsOnOnePage(t *testing.T) {
	running, err := StartClinics(t.Context(), Options{Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limited, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := running.Stop(limited); err != nil {
			t.Error(err)
		}
		if err := running.Err(); err != nil {
			t.Error(err)
		}
	})
	v := visitor{t: t, browser: browser.Open(t, 1280, 800)}
	v.try(chromedp.Navigate(running.PageURL() + "/"))
	v.sees("h1", `(?s)Clínica Boa Vida.*Clínica Jatobá`)
	for i, clinic := range []string{"Clínica Boa Vida", "Clínica Jatobá"} {
		gateway := running.Gateways()[i]
		for deadline := time.Now().Add(patience); !opened(t, running.parts[i].gateway.URL()); time.Sleep(20 * time.Millisecond) { // by the page, in its frame
			if time.Now().After(deadline) {
				t.Fatalf("%s: its page did not load", clinic)
			}
		}
		id, err := gateway.Open(simulator.Patient{Phone: "5511988887777", Name: "Maria"})
		if err != nil {
			t.Fatal(err)
		}
		events, cancel, err := gateway.Subscribe(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(cancel)
		if _, err := gateway.Send(id, simulator.Incoming{Text: "oi"}); err != nil {
			t.Fatal(err)
		}
		late := time.After(patience)
		for heard := ""; !strings.Contains(heard, clinic); {
			select {
			case e := <-events:
				if e.Message != nil && e.Message.Direction == "out" {
					heard += e.Message.Text
				}
			case <-late:
				t.Fatalf("%s is not named in %q", clinic, heard)
			}
		}
	}
}

// opened reports whether somebody opened a chat session at a gateway.
func opened(t *testing.T, gateway string) bool {
	t.Helper()
	response, err := http.Get(gateway + "/sim/sessions")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(body), `"id"`)
}
