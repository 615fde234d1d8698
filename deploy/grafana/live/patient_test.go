package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// story is one conversation, as its patient leads it.
type story struct {
	name   string
	fields map[string]any // of the chat session, where it is not the usual one
	says   []string       // one after the other, each after an answer; {me} is name, CPF and birth date
	unread bool           // the agent does not answer: a filter of the clinic leaves it out
	after  func(w *world, session string) error
	faults map[string]any // of the gateway, for this session
	leaves bool           // when no answer comes soon: whoever leads here misbehaves
}

// chat is a session as the gateway's control API shows it.
type chat struct {
	ID       string
	Status   string
	Messages []struct{ Direction, Text string }
	Calls    []struct {
		Operation string
		Status    int
	}
	Persona struct{ Name, CPF, BirthDate string }
}

// call asks the control API of a job's gateway.
func (w *world) call(job, method, path string, body, answer any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return exchange(method, w.chats[job]+path, content, answer)
}

// exchange makes a call that has to succeed.
func exchange(method, address string, content []byte, answer any) error {
	return exchangeAs("", method, address, content, answer)
}

// exchangeAs is the same with a token, "" for none.
func exchangeAs(token, method, address string, content []byte, answer any) error {
	request, err := http.NewRequest(method, address, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s", method, address, response.Status)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// tell leads a conversation to its end.
func (w *world) tell(job string, s story) error {
	fields := s.fields
	if fields == nil {
		fields = map[string]any{}
	}
	var opened chat
	if err := w.call(job, http.MethodPost, "/sim/sessions", fields, &opened); err != nil {
		return err
	}
	if s.faults != nil {
		s.faults["session"] = opened.ID
		if err := w.call(job, http.MethodPost, "/sim/faults", s.faults, nil); err != nil {
			return err
		}
	}
	for _, text := range s.says {
		if err := w.say(job, opened.ID, text, s); err != nil {
			if s.leaves {
				return nil
			}
			return fmt.Errorf("%s: %q: %w", s.name, text, err)
		}
	}
	if s.after != nil {
		return s.after(w, opened.ID)
	}
	return nil
}

// say writes a message and waits for an answer, or for a look at the session where none is to come.
func (w *world) say(job, session, text string, s story) error {
	before, err := w.look(job, session)
	if err != nil {
		return err
	}
	p := before.Persona
	text = strings.ReplaceAll(text, "{me}", p.Name+", CPF "+p.CPF+", "+p.BirthDate)
	if err := w.call(job, http.MethodPost, "/sim/sessions/"+session+"/messages", map[string]any{"text": text}, nil); err != nil {
		return err
	}
	wait := patience
	if s.leaves {
		wait = patience / 6
	}
	return within(wait, func() error {
		now, err := w.look(job, session)
		answered := now.said() > before.said() || s.unread && len(now.Calls) > len(before.Calls)
		if err == nil && !answered {
			err = fmt.Errorf("no answer; the session has %d messages", len(now.Messages))
		}
		return err
	})
}

func (w *world) look(job, session string) (chat, error) {
	var c chat
	err := w.call(job, http.MethodGet, "/sim/sessions/"+session, nil, &c)
	return c, err
}

// said counts the parts of the agent.
func (c chat) said() int {
	n := 0
	for _, m := range c.Messages {
		if m.Direction == "out" {
			n++
		}
	}
	return n
}
