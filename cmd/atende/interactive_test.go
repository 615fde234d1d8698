package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
)

// tapHouse is a house whose gateway is the simulated one, in a process of its own.
type tapHouse struct {
	*house
	sim     string          // its address
	to      func(at string) // lets its webhooks come to an agent
	session string
}

func newTapHouse(t *testing.T, dialect string, settings ...string) *tapHouse {
	t.Helper()
	webhook, to := relay(t)
	gateway := start(t, map[string]string{
		"ATENDE_GATEWAY_LISTEN": "127.0.0.1:0", "ATENDE_GATEWAY_TOKEN": gatewayToken, "ATENDE_GATEWAY_DIALECT": dialect,
		"ATENDE_WEBHOOK_URL": webhook + "/webhook/message",
	}, "gateway")
	h := &tapHouse{sim: gateway.url()}
	h.house = houseIn(t, dialect, append(settings, "ATENDE_GATEWAY_URL", h.sim)...)
	h.to = to
	to(h.agent.url())
	var opened struct{ ID string }
	h.control("POST", "", map[string]any{"phone": "5511988887777", "instanceNumber": instanceID, "teamName": teamName}, &opened)
	h.session = opened.ID
	return h
}

// control calls the control API of the gateway, about the sessions.
func (h *tapHouse) control(method, path string, body, answer any) {
	h.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	request, err := http.NewRequest(method, h.sim+"/sim/sessions"+path, bytes.NewReader(sent))
	if err != nil {
		h.t.Fatal(err)
	}
	status, text := h.do(request)
	if status/100 != 2 || json.Unmarshal([]byte(text), answer) != nil {
		h.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
}

// sends writes or taps, and waits for the clinic's answer: the last message, which must hold some words.
func (h *tapHouse) sends(message map[string]string, words ...string) simulator.Message {
	h.t.Helper()
	before := len(h.messages())
	h.control("POST", "/"+h.session+"/messages", message, &struct{}{})
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		list := h.messages()
		last := list[len(list)-1]
		holds := len(list) > before && last.Direction == "out"
		for _, word := range words {
			holds = holds && strings.Contains(last.Text, word)
		}
		if holds {
			return last
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("the patient reads %q, waits for %q", last.Text, words)
		}
	}
}

func (h *tapHouse) writes(text string, words ...string) simulator.Message {
	h.t.Helper()
	return h.sends(map[string]string{"text": text}, words...)
}

func (h *tapHouse) taps(option simulator.MenuOption, words ...string) simulator.Message {
	h.t.Helper()
	return h.sends(map[string]string{"choice": option.ID}, words...)
}

func (h *tapHouse) messages() []simulator.Message {
	h.t.Helper()
	var shown struct{ Messages []simulator.Message }
	h.control("GET", "/"+h.session, nil, &shown)
	return shown.Messages
}

// options are what can be tapped under a message.
func (h *tapHouse) options(m simulator.Message) []simulator.MenuOption {
	h.t.Helper()
	if m.Menu == nil {
		h.t.Fatalf("nothing can be tapped under %q", m.Text)
	}
	return m.Menu.Options
}

// A patient books by taps alone, in both dialects, through a gateway that is as strict as WhatsApp; the yes of an older
// read-back, tapped after the agent was killed, books nothing.
func TestBookingByTaps(t *testing.T) {
	eachDialect(t, func(t *testing.T, dialect string) {
		h := newTapHouse(t, dialect, "ATENDE_INTERACTIVE", "true")
		list := h.options(h.writes("oi, quero marcar com a dra. Ana, particular, de manhã", "*1*"))
		h.taps(list[0], "nome")
		first := h.options(h.writes("Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "Posso marcar?"))
		second := h.taps(list[1], "Posso marcar?")
		h.measures("atende_journal_pending 0")
		h.agent.kill()
		h.agent = start(t, h.env, "serve")
		h.to(h.agent.url())
		h.taps(first[0], "mais antiga", "Posso marcar?")
		if rows := appointments(t, h.database); len(rows) != 0 {
			t.Fatalf("a yes to another time booked %q", rows)
		}
		h.sends(map[string]string{"choice": "booking-00000000-1", "text": "Sim"}, "mais antiga", "Posso marcar?")
		h.taps(h.options(second)[0], "15 minutos")
		rows := appointments(t, h.database)
		_, hour, _ := strings.Cut(list[1].Title, " às ")
		if len(rows) != 1 || !strings.HasSuffix(rows[0], "|"+hour) {
			t.Errorf("appointments %q, want one at %s", rows, hour)
		}
		h.taps(h.options(second)[0], "Está marcado")
		if rows := appointments(t, h.database); len(rows) != 1 {
			t.Errorf("tapped twice: %q", rows)
		}
		for _, word := range []string{"Maria", list[1].Title, h.options(second)[0].Title, "52998224725"} {
			if strings.Contains(h.agent.log(), word) {
				t.Errorf("%q stands in the log", word)
			}
		}
	})
}

// A gateway that refuses what can be tapped gets the words alone.
func TestMenusRefusedByTheGateway(t *testing.T) {
	t.Parallel()
	h := newTapHouse(t, "spec", "ATENDE_INTERACTIVE", "true")
	request, err := http.NewRequest(http.MethodPost, h.sim+"/sim/faults", strings.NewReader(`{"operation":"send_in_session","status":400}`))
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := h.do(request); status != http.StatusCreated {
		t.Fatal(status, answer)
	}
	if m := h.writes("oi, quero marcar com a dra. Ana, particular, de manhã", "*1*"); m.Menu != nil || m.Via != "session" {
		t.Errorf("%+v", m)
	}
	if n := len(h.messages()); n != 2 {
		t.Errorf("%d messages", n)
	}
}

// Without the setting nothing can be tapped; a dialect that has no menus refuses it.
func TestInteractiveSetting(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{"": false, "false": false, "true": true} {
		s, err := readServe(complete(t).with("ATENDE_INTERACTIVE", value))
		if err != nil || s.node.Interactive != want {
			t.Errorf("%q: %t, %v", value, s.node.Interactive, err)
		}
	}
	if err := menusOf(&chat.Dialect{Name: "plain"}, true); err == nil || !strings.Contains(err.Error(), "ATENDE_INTERACTIVE: the dialect plain") {
		t.Errorf("%v", err)
	}
	h := newTapHouse(t, "spec")
	if m := h.writes("oi, quero marcar com a dra. Ana, particular, de manhã", "*1*"); m.Menu != nil {
		t.Errorf("%+v", m.Menu)
	}
}
