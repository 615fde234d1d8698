package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// talk is a patient's conversation over the control API of the simulated gateway.
type talk struct {
	t    *testing.T
	base string // of the session
	seen int    // messages
}

func newTalk(t *testing.T, gateway string) *talk {
	t.Helper()
	var made struct{ ID string }
	call(t, http.MethodPost, gateway+"/sim/sessions", map[string]string{"phone": "5511988887777", "name": "Maria"}, &made)
	return &talk{t: t, base: gateway + "/sim/sessions/" + url.PathEscape(made.ID)}
}

// say writes as the patient and waits for an answer that holds want.
func (k *talk) say(text, want string) {
	k.t.Helper()
	k.seen = len(k.messages())
	call(k.t, http.MethodPost, k.base+"/messages", map[string]string{"text": text}, nil)
	until(k.t, "answer to "+text, nil, func() error {
		var answers []string
		for _, m := range k.messages()[k.seen:] {
			if m.Direction == "out" {
				answers = append(answers, m.Text)
			}
		}
		if all := strings.Join(answers, "\n"); !strings.Contains(all, want) {
			return fmt.Errorf("no %q in %q", want, all)
		}
		return nil
	})
}

type message struct{ Direction, Text string }

func (k *talk) messages() []message {
	k.t.Helper()
	var record struct{ Messages []message }
	call(k.t, http.MethodGet, k.base, nil, &record)
	return record.Messages
}

// call asks a program for JSON.
func call(t *testing.T, method, address string, body, answer any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, address, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %d %s, %v", method, address, response.StatusCode, text, err)
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			t.Fatalf("%s %s: %v: %s", method, address, err, text)
		}
	}
}

// instant asks Prometheus for the only value of an expression.
func instant(expression, want string) error {
	response, err := http.Get("http://127.0.0.1:9090/api/v1/query?query=" + url.QueryEscape(expression))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		Data struct{ Result []struct{ Value [2]any } }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if results := answer.Data.Result; len(results) != 1 || results[0].Value[1] != want {
		return fmt.Errorf("%v, want %s", results, want)
	}
	return nil
}
