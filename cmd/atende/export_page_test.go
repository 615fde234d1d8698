package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"atende/cmd/internal/browser"
)

// A person gets a page of what is stored, also where it is encrypted: it tells who, when, with whom and what was said, fits a
// phone, needs nothing from elsewhere, and only its owner can read the file.
func TestExportPage(t *testing.T) {
	t.Parallel()
	visitor := browser.Open(t, 1400, 1300)
	key := filepath.Join(t.TempDir(), "data-key")
	rewriteFile(t, key, newDataKey(t))
	h := newHouse(t, "ATENDE_DATA_KEY_FILE", key)
	h.books("s-1")
	h.measures("atende_journal_pending 0")
	if found := h.stored(mariaIs...); len(found) > 0 {
		t.Fatalf("the files hold %q", found)
	}
	path := filepath.Join(t.TempDir(), "maria.html")
	if out, code := h.verb("529.982.247-25\n", "export", "--cpf", "-", "--page", path); code != exitOK || strings.Contains(out, "{") {
		t.Fatalf("exit code %d: %s", code, out)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	page := &show{t: t, browser: visitor}
	page.try(chromedp.EmulateViewport(390, 844), chromedp.Navigate("file://"+path), chromedp.WaitVisible(chromedp.CSS("h1")))
	read := func(expression string) string {
		t.Helper()
		text, err := chromedp.Run(visitor, chromedp.Evaluate[string](expression))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	shown := read(`document.body.innerText`)
	for _, want := range []string{
		"Os seus dados no atendimento por WhatsApp", "Clínica Boa Vida", "Maria Aparecida da Silva", "529.982.247-25", "+55 (11) 98888-7777",
		"Dra. Ana Souza", "Particular", "15 minutos", "O que foi dito", "assistente",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for expression, want := range map[string]string{
		`String(document.scripts.length + document.querySelectorAll("[src], [href]").length)`:                                "0",
		`String(performance.getEntriesByType("resource").length)`:                                                            "0",
		`String(document.documentElement.scrollWidth <= innerWidth)`:                                                         "true",
		`String(parseFloat(getComputedStyle(document.body).fontSize) >= 16)`:                                                 "true",
		`String([...document.querySelectorAll("dd, .text")].every((e) => e.scrollWidth <= e.clientWidth || !e.clientWidth))`: "true",
	} {
		if got := read(expression); got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
	if t.Failed() {
		t.Log(shown)
	}
}
