package chat

import (
	"net/http"
	"strings"
	"testing"

	"atende/integrations/chat/event"
	"atende/integrations/outbound"
)

var yesNo = &Menu{Options: []Option{{ID: "a-1", Title: "Sim, 24/11 às 09:30"}, {ID: "a-2", Title: "Mudar algo"}}}

func times(n int) *Menu {
	m := &Menu{Open: "Ver horários"}
	for i := range n {
		m.Options = append(m.Options, Option{ID: string(rune('a' + i)), Title: "Ter 24/11 às 1" + string(rune('0'+i)) + ":00", Detail: "Dra. Ana"})
	}
	return m
}

// Buttons and a list go out beside the text, in the dialects that have them, as the Cloud API of WhatsApp writes them.
func TestMenuOnTheWire(t *testing.T) {
	const buttons = `"interactive":{"type":"button","action":{"buttons":[{"type":"reply","reply":{"id":"a-1","title":"Sim, 24/11 às 09:30"}},` +
		`{"type":"reply","reply":{"id":"a-2","title":"Mudar algo"}}]}}}`
	const list = `"interactive":{"type":"list","action":{"button":"Ver horários","sections":[{"rows":[{"id":"a","title":"Ter 24/11 às 10:00","description":"Dra. Ana"}]}]}}}`
	for _, test := range []struct {
		dialect *Dialect
		menu    *Menu
		body    string
	}{
		{Spec, yesNo, `{"message":"Posso marcar?",` + buttons}, {Spec, times(1), `{"message":"Posso marcar?",` + list},
		{FLW, yesNo, `{"text":"Posso marcar?",` + buttons}, {FLW, times(1), `{"text":"Posso marcar?",` + list},
	} {
		c, g := setup(t, answer(http.StatusOK, `{"id":"m1","status":"SENT"}`))
		if _, err := speak(c, test.dialect).SendMenu(t.Context(), "0b6c-4f", "Posso marcar?", test.menu); err != nil {
			t.Fatal(err)
		}
		got := g.seen()
		if len(got) != 1 || got[0].method != "POST" || got[0].uri != "/base/chat/v1/session/0b6c-4f/message/sync" || got[0].body != test.body {
			t.Errorf("%s sent %+v", test.dialect.Name, got)
		}
	}
}

// Nothing goes out without a session, a menu, or a dialect that has menus.
func TestMenuOfNobody(t *testing.T) {
	plain := *Spec
	plain.menu = nil
	if plain.HasMenus() || !Spec.HasMenus() || !FLW.HasMenus() {
		t.Error("who has menus is another one")
	}
	c, g := setup(t, answer(http.StatusOK, `{}`))
	for _, send := range []func() error{
		func() error { _, err := c.SendMenu(t.Context(), "", "?", yesNo); return err },
		func() error { _, err := c.SendMenu(t.Context(), "s", "?", nil); return err },
		func() error { _, err := speak(c, &plain).SendMenu(t.Context(), "s", "?", yesNo); return err },
	} {
		if err := send(); outbound.KindOf(err) != outbound.Refused {
			t.Errorf("%v", err)
		}
	}
	if len(g.seen()) != 0 {
		t.Errorf("sent %+v", g.seen())
	}
}

// What WhatsApp does not take is not tried.
func TestMenuFits(t *testing.T) {
	with := func(m *Menu, change func(*Menu)) *Menu {
		own := Menu{Open: m.Open, Options: append([]Option(nil), m.Options...)}
		change(&own)
		return &own
	}
	title := func(s string) func(*Menu) { return func(m *Menu) { m.Options[0].Title = s } }
	for _, test := range []struct {
		name string
		menu *Menu
		text string
		fits bool
	}{
		{"buttons", yesNo, strings.Repeat("é", 1024), true},
		{"a list", times(10), strings.Repeat("é", 4096), true},
		{"a title of 20 characters", with(yesNo, title(strings.Repeat("é", 20))), "?", true},
		{"a row of 24", with(times(2), title(strings.Repeat("é", 24))), "?", true},
		{"a text too long for buttons", yesNo, strings.Repeat("a", 1025), false},
		{"no text", yesNo, " ", false},
		{"four buttons", with(yesNo, func(m *Menu) { m.Options = times(4).Options }), "?", false},
		{"eleven rows", times(11), "?", false},
		{"none", &Menu{}, "?", false},
		{"a long button", with(yesNo, title(strings.Repeat("a", 21))), "?", false},
		{"a long row", with(times(2), title(strings.Repeat("a", 25))), "?", false},
		{"a long detail", with(times(2), func(m *Menu) { m.Options[1].Detail = strings.Repeat("a", 73) }), "?", false},
		{"a detail of a button", with(yesNo, func(m *Menu) { m.Options[1].Detail = "a" }), "?", false},
		{"a blank title", with(yesNo, title(" ")), "?", false},
		{"two alike", with(yesNo, title("Mudar algo")), "?", false},
		{"no id", with(yesNo, func(m *Menu) { m.Options[1].ID = "" }), "?", false},
		{"a long id", with(yesNo, func(m *Menu) { m.Options[1].ID = strings.Repeat("a", 201) }), "?", false},
		{"a long opener", with(times(2), func(m *Menu) { m.Open = strings.Repeat("a", 21) }), "?", false},
	} {
		if test.menu.Fits(test.text) != test.fits {
			t.Errorf("%s: %t", test.name, !test.fits)
		}
	}
}

// The id of what was tapped is read in both dialects, and what is none counts as absent.
func TestChoiceOfAnEvent(t *testing.T) {
	for details, want := range map[string]string{
		`{"interactive":{"type":"list_reply","list_reply":{"id":"offer-1","title":"x","description":"y"}}}`: "offer-1",
		`{"interactive":{"type":"button_reply","button_reply":{"id":"a\u0000b","title":"x"}}}`:              "ab",
		`{"interactive":{"list_reply":{"id":"` + strings.Repeat("a", event.MaxChoice) + `"}}}`:              strings.Repeat("a", event.MaxChoice),
		`{"interactive":{"list_reply":{"id":"` + strings.Repeat("a", event.MaxChoice+1) + `"}}}`:            "",
		`{"interactive":{"list_reply":{"id":7}}}`:                                                           "", `{"interactive":{"list_reply":"x"}}`: "", `{"interactive":[{"id":"x"}]}`: "",
		`{"interactive":"x"}`: "", `{"interactive":null}`: "", `{"interactive":{"id":"x"}}`: "", `{}`: "",
	} {
		body := []byte(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":"s","type":"LIST","text":"x","details":` + details + `}}`)
		for _, d := range Dialects {
			got, err := d.Event(body)
			if err != nil || got.Choice != want || got.Text != "x" {
				t.Errorf("%s, %.80s: %q, %q, %v", d.Name, details, got.Choice, got.Text, err)
			}
		}
	}
}
