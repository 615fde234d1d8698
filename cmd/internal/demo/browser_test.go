package demo

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"atende/cmd/internal/browser"
)

// saidByAgent are the texts of the agent, without the time below each.
const saidByAgent = "#messages .bubble.out .text"

// patience bounds every wait for the browser or the agent.
const patience = 60 * time.Second

// visitor is a person at the chat page.
type visitor struct {
	t       *testing.T
	browser context.Context
}

// try performs steps within the patience of a visitor.
func (v visitor) try(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	limited, cancel := context.WithTimeout(v.browser, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		v.t.Fatal(err)
	}
}

// text is what a selector shows, all of its elements together.
func (v visitor) text(selector string) string {
	v.t.Helper()
	limited, cancel := context.WithTimeout(v.browser, patience)
	defer cancel()
	text, err := chromedp.Run(limited, chromedp.Evaluate[string](
		`[...document.querySelectorAll(`+"`"+selector+"`"+`)].map(e => e.innerText).join("\n\n")`))
	if err != nil {
		v.t.Fatal(err)
	}
	return text
}

// sees waits until a selector shows something that matches, and returns all it shows.
func (v visitor) sees(selector, pattern string) string {
	v.t.Helper()
	wanted := regexp.MustCompile(pattern)
	deadline := time.Now().Add(patience)
	for {
		text := v.text(selector)
		if wanted.MatchString(text) {
			return text
		}
		if time.Now().After(deadline) {
			v.t.Fatalf("%s shows %q, waits for %q", selector, text, pattern)
		}
		time.Sleep(20 * time.Millisecond) // another process paints it: nothing to wait on but the clock
	}
}

// says writes a message like a person: into the field, then the button.
func (v visitor) says(text string) {
	v.t.Helper()
	v.try(chromedp.SendKeys(chromedp.CSS("#text"), text), chromedp.Click(chromedp.CSS("#send")))
	v.sees("#messages .bubble.in", regexp.QuoteMeta(text))
}

// A newcomer opens the demo's chat page and books; the appointment stands in the database of the
// scheduling API and, newest first, beside the chat (S-1-6, S-1-10, S-1-11, S-1-15).
func TestBookingInTheBrowser(t *testing.T) {
	running, err := Start(t.Context(), Options{Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limited, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := running.Stop(limited); err != nil {
			t.Error(err)
		}
	})
	v := visitor{t: t, browser: browser.Open(t, 1280, 800)}
	v.try(chromedp.Navigate(running.PageURL()+"/"), chromedp.WaitReady(chromedp.CSS(`body[data-ready="true"]`)))
	v.says("oi, queria marcar uma consulta com a dra. Ana Souza, tenho Unimed")
	offer := v.sees(saidByAgent, `(?s)1.*\d\d:\d\d`)
	if n := len(regexp.MustCompile(`\d\d:\d\d`).FindAllString(offer, -1)); n < 4 || n > 20 {
		t.Errorf("%d times are offered in:\n%s", n, offer)
	}
	v.says("1")
	v.sees(saidByAgent, "(?i)nome")
	v.says("Maria Aparecida da Silva, CPF 529.982.247-25, 05/03/1980")
	v.sees(saidByAgent, `Posso marcar\?`)
	v.says("sim")
	v.sees(saidByAgent, "15 minutos") // of the preparo
	v.sees("#outcome", "Agendado")
	v.sees("#extra", "Maria Aparecida da Silva")
	if v.sees("#calls", "Enviar na sessão") == "" {
		t.Error("the calls are not shown")
	}
	v.shoot("booking.png")

	// Another patient sees that there are appointments of others, and which when they want to.
	v.try(chromedp.Click(chromedp.CSS("#new-patient")))
	v.sees("#extra", `(?s)nenhum ainda.*De outras conversas.*1`)
	v.try(chromedp.Click(chromedp.CSS("#others")))
	v.sees("#extra", `(?s)nenhum ainda.*nº 1: .*Maria Aparecida da Silva`)
	v.try(chromedp.NavigateBack())
	v.sees("#extra", `(?s)^Agendamentos no banco\s+nº 1: .*Maria Aparecida da Silva$`)
	v.sees("#messages", "15 minutos")

	rows, err := running.Scheduling().Appointments(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 || rows[0].CPF != "52998224725" || rows[0].AgendaID != 101 || rows[0].PlanID != 2 {
		t.Fatalf("appointments %+v", rows)
	}
	chat := v.text(saidByAgent)
	for _, want := range []string{rows[0].Hour, firstLine(rows[0].Preparation)} {
		if !strings.Contains(chat, want) {
			t.Errorf("the chat does not say %q:\n%s", want, chat)
		}
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// shoot saves a picture of the page where SCREENSHOTS names a folder, for a look at it.
func (v visitor) shoot(name string) {
	v.t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(v.browser, chromedp.CaptureScreenshot())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o600); err != nil {
		v.t.Fatal(err)
	}
}
