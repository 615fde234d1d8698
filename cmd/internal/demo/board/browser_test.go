package board

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"atende/cmd/internal/browser"
	"atende/cmd/internal/demo/fleet"
)

// The page counts a node that was killed out at once, whatever is left of its lease, tells it from one that is frozen, counts
// in the singular and the plural, and keeps the latencies in one line.
func TestBoardInTheBrowser(t *testing.T) {
	s := newStage(t)
	s.nodes = append(s.nodes, fleet.Node{Name: "n3", State: fleet.Frozen, PID: 13})
	server := open(t, s)
	ctx, cancel := context.WithTimeout(browser.Open(t, 1024, 800), time.Minute)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1024, 800), chromedp.Navigate(server.URL), chromedp.WaitVisible(`#nodes [data-node="n3"]`)); err != nil {
		t.Fatal(err)
	}
	for expression, want := range map[string]string{
		`document.querySelector("#presence").textContent`:                                                                                           "1 nó vivo, 0 mensagens na fila",
		`document.querySelector('[data-node="n2"] .pill').textContent`:                                                                              "morto, prazo correndo",
		`document.querySelector('[data-node="n2"] .pill').className`:                                                                                "pill bad",
		`document.querySelector('[data-node="n3"] .pill').className`:                                                                                "pill cold",
		`document.querySelector("#conversations").textContent`:                                                                                      "4 conversas de pacientes simulados",
		`document.querySelector("#latency").getClientRects().length + ""`:                                                                           "1",
		`String(document.querySelector("#latency").scrollHeight < 2 * parseFloat(getComputedStyle(document.querySelector("#latency")).lineHeight))`: "true",
		`String(document.querySelector("#latency").scrollWidth <= document.querySelector("#latency").parentElement.clientWidth)`:                    "true",
	} {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
		if err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", expression, got, err, want)
		}
	}
	labels, err := chromedp.Run(ctx, chromedp.Evaluate[string](`[...document.querySelectorAll(".label")].map((e) => e.textContent).join()`))
	if err != nil || !strings.Contains(labels, "Mensagens perdidas") || !strings.Contains(labels, "Marcadas em dobro") {
		t.Errorf("labels %q, %v", labels, err)
	}
}
