package simulator

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser opens the page in Chromium at a phone's or a desktop's width and waits for its stream.
type browser struct {
	t   *testing.T
	ctx context.Context
}

func openPage(t *testing.T, url string, width, height int64) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, endBrowser := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(endBrowser)
	ctx, endTab := chromedp.NewContext(ctx)
	t.Cleanup(endTab)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	b := &browser{t, ctx}
	b.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(url),
		chromedp.WaitVisible(`body[data-ready="true"]`))
	return b
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// until waits for a JavaScript condition.
func (b *browser) until(condition string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](condition)); err != nil {
		b.t.Fatalf("%s: %v", condition, err)
	}
}

func (b *browser) text(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// echo is an agent that speaks spec C to the simulator: it reads the session, waits for a permit
// and says what it heard.
type echo struct {
	gateway *Simulator
	answers chan struct{} // one permit for every answer
	done    chan struct{}
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var event struct {
		Content struct{ SessionID, Text, Direction string }
	}
	_ = json.Unmarshal(body, &event)
	w.WriteHeader(http.StatusAccepted)
	if event.Content.Direction != "FROM_HUB" {
		return
	}
	go func() {
		defer func() { e.done <- struct{}{} }()
		session := "/session/" + event.Content.SessionID
		e.call("GET", "/chat/v2"+session, "")
		<-e.answers
		answer, _ := json.Marshal(map[string]string{"message": "Você disse: " + event.Content.Text})
		e.call("POST", "/chat/v1"+session+"/message/sync", string(answer))
	}()
}

func (e *echo) call(method, path, body string) {
	e.gateway.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, path, strings.NewReader(body)))
}

func TestPage(t *testing.T) {
	agent := &echo{answers: make(chan struct{}, 10), done: make(chan struct{}, 10)}
	webhooks := httptest.NewServer(agent)
	t.Cleanup(webhooks.Close)
	b := setup(t, Config{
		WebhookURL: webhooks.URL, Clinic: `Clínica "Boa" & Vida`,
		Panel: func(_ string, all bool) map[string]any {
			return map[string]any{"Consultas": []string{map[bool]string{false: "nenhuma", true: "todas"}[all]}}
		},
	})
	agent.gateway = b.Simulator
	t.Cleanup(b.server.CloseClientConnections) // the page's stream is still open
	page := openPage(t, b.server.URL, 1280, 800)

	page.do(chromedp.SendKeys("#text", "*oi* <img src=x onerror=alert(1)>"), chromedp.Click("#send"),
		chromedp.WaitVisible("#typing"))
	agent.answers <- struct{}{}
	page.until(`document.querySelectorAll("#messages .bubble.out").length === 1 && document.querySelector("#typing").hidden`)
	<-agent.done
	for expression, want := range map[string]string{
		`document.querySelector("h1").textContent`:                                                             `Clínica "Boa" & Vida`,
		`document.querySelector(".bubble.out .text").textContent`:                                              "Você disse: oi <img src=x onerror=alert(1)>",
		`document.querySelector(".bubble.in strong").textContent`:                                              "oi",
		`String(document.querySelectorAll("#messages img").length)`:                                            "0",
		`document.querySelector(".bubble.in .tick").dataset.state`:                                             "read",
		`document.querySelector("#status").textContent`:                                                        "Pendente",
		`performance.getEntriesByType("resource").map((r) => r.responseStatus).filter((s) => s >= 400).join()`: "",
	} {
		if got := page.text(expression); got != want {
			t.Errorf("%s: got %q, want %q", expression, got, want)
		}
	}
	page.until(`document.querySelectorAll("#calls li").length === 2`)
	page.until(`document.querySelector("#extra").textContent.includes("nenhuma")`)
	page.do(chromedp.Click("#others"))
	page.until(`document.querySelector("#extra").textContent.includes("todas")`)
	page.until(`document.querySelector("#sessions .last")?.textContent === "Você disse: oi <img src=x onerror=alert(1)>"`)
	if got := page.text(`document.body.dataset.owner + " " + document.querySelector("#presence").textContent`); got != "robot online" {
		t.Errorf("before the hand-over the header says %q", got)
	}
	testHandOver(t, b, page)
}

// testHandOver plays the clinic's person, gives back, and begins with a new patient.
func testHandOver(t *testing.T, b *bundle, page *browser) {
	t.Helper()
	id := page.text(`location.hash.slice(1)`)
	page.do(chromedp.Click("#take-over"), chromedp.WaitVisible("#hand-back"),
		chromedp.SendKeys("#text", "Aqui é a Paula"), chromedp.Click("#send"))
	page.until(`document.querySelector('.bubble.out[data-via="human"]') !== null`)
	if shot := b.snapshot(t, id); shot.Field("status") != statusHuman || shot.Record["robot"] != false {
		t.Errorf("after the take-over: %v", shot.Record)
	}
	page.until(`document.body.dataset.owner === "human" && document.querySelector("#presence").textContent === "uma pessoa da equipe atende"`)
	if got := page.text(`[...document.querySelectorAll("#messages .system")].map((e) => e.textContent).join()`); got != "Um atendente assumiu a conversa" {
		t.Errorf("the conversation is marked %q", got)
	}
	if got := page.text(`getComputedStyle(document.querySelector(".avatar .robot")).display + " " + getComputedStyle(document.querySelector(".avatar .human")).display`); got != "none block" {
		t.Errorf("the header's picture is %q", got)
	}
	page.do(chromedp.Click("#hand-back"), chromedp.WaitVisible("#take-over"))
	page.until(`document.body.dataset.owner === "robot" && document.querySelector("#presence").textContent === "online"`)
	if shot := b.snapshot(t, id); shot.Field("status") != statusPending || shot.Record["robot"] != true {
		t.Errorf("after the hand-back: %v", shot.Record)
	}
	page.do(chromedp.Click("#new-patient"))
	page.until(`location.hash.slice(1) !== "` + id + `" && document.querySelectorAll(".bubble").length === 1`)
	page.until(`document.querySelectorAll("#sessions li").length === 2`)
}

func TestPageOnAPhone(t *testing.T) {
	b := setup(t, Config{})
	t.Cleanup(b.server.CloseClientConnections)
	page := openPage(t, b.server.URL, 375, 800)
	id := page.text(`location.hash.slice(1)`)
	say(t, b.Simulator, id, strings.Repeat("sem espaço", 30))
	page.until(`document.querySelectorAll(".bubble.in").length === 1`)
	page.until(`document.querySelectorAll(".chip").length >= 3`)
	for what, expression := range map[string]string{
		"all examples are in sight, or below what is": `String([...document.querySelectorAll(".chip")].every((c) => { c.scrollIntoView({ block: "nearest" }); const b = c.getBoundingClientRect(); return b.left >= 0 && b.right <= 375 && b.top >= 0 && b.bottom <= 800 }))`,
		"each example can be hit by a finger":         `String([...document.querySelectorAll(".chip")].every((c) => c.getBoundingClientRect().height >= 36))`,
		"the conversation keeps most of the page":     `String(document.querySelector("#scroller").clientHeight > 400)`,
	} {
		if page.text(expression) != "true" {
			t.Errorf("not so: %s", what)
		}
	}
	page.do(chromedp.Click("#open-panel"), chromedp.WaitVisible("#close-panel"))
	for what, expression := range map[string]string{
		"page":         `String(document.documentElement.scrollWidth <= 375)`,
		"conversation": `String(document.querySelector("#scroller").scrollWidth <= 375)`,
		"panel":        `String(document.querySelector("#panel").scrollWidth <= document.querySelector("#panel").clientWidth)`,
	} {
		if page.text(expression) != "true" {
			t.Errorf("the %s is wider than its window", what)
		}
	}
	page.until(`document.querySelector("#panel").getAnimations().length === 0`) // it slides in
	page.do(chromedp.Click("#close-panel"), chromedp.WaitVisible("#text"))
	page.until(`document.querySelector("#panel").inert && !document.querySelector("main").inert`)
}

// shoot saves a picture of the page where SCREENSHOTS names a folder, for a look at it.
func (b *browser) shoot(name string) {
	b.t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
