package simulator

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone buttons and the rows of a list can be hit by a finger, and reached and closed by the keyboard; what is chosen goes
// out as a tap.
func TestMenusOnThePage(t *testing.T) {
	b := setup(t, Config{})
	t.Cleanup(b.server.CloseClientConnections)
	page := openPage(t, b.server.URL, 390, 844)
	id := page.text(`location.hash.slice(1)`)
	for _, interactive := range []string{list(10), buttons} {
		if code, answer := b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"Qual fica melhor?","interactive":`+interactive+`}`); code != 200 {
			t.Fatal(code, answer)
		}
	}
	page.until(`document.querySelectorAll(".menu button").length === 3`)
	fits := func(what, selector string) {
		t.Helper()
		if page.text(`String([...document.querySelectorAll("`+selector+`")].every((e) => { const b = e.getBoundingClientRect(); return b.height >= 44 && b.left >= 0 && b.right <= 390 }))`) != "true" {
			t.Errorf("%s cannot be hit by a finger", what)
		}
	}
	fits("a button", ".menu button")
	page.shoot("menu.png")
	page.do(chromedp.Click(`.menu button[aria-haspopup="dialog"]`), chromedp.WaitVisible("#list"))
	page.until(`document.querySelectorAll("#list-rows button").length === 10 && document.activeElement.closest("#list") !== null`)
	fits("a row", "#list-rows button")
	page.shoot("menu-list.png")
	page.do(chromedp.KeyEvent("\x1b"))
	page.until(`!document.querySelector("#list").open && document.activeElement.getAttribute("aria-haspopup") === "dialog"`)
	page.do(chromedp.KeyEvent("\r"), chromedp.WaitVisible("#list"), chromedp.KeyEvent("\t\t\r"))
	page.until(`!document.querySelector("#list").open && document.querySelectorAll(".bubble.in").length === 1`)
	page.do(chromedp.Click(`.menu button:not([aria-haspopup])`))
	page.until(`document.querySelectorAll(".bubble.in").length === 2`)
	shot := b.snapshot(t, id).Messages
	if len(shot) != 4 || shot[2].Choice != "l-1" || shot[2].Text != "Ter 24/11 às 1:00" || shot[3].Choice != "b-1" || shot[3].Text != "Sim" {
		t.Errorf("%+v", shot[2:])
	}
}
