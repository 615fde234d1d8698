package simulator

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	send := func(b *bundle, t *testing.T, id string) (int, map[string]any) {
		return b.call(t, "POST", "/chat/v1/session/"+id+"/message/sync", `{"message":"a"}`)
	}
	t.Run("a status instead of the operation, as often as asked", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		mustFail(t, b, OpSendInSession, Fault{Status: 503, Count: 2})
		for i, want := range []int{503, 503, 200} {
			if got, _ := send(b, t, id); got != want {
				t.Errorf("call %d: %d, want %d", i, got, want)
			}
		}
		if n := len(b.snapshot(t, id).Messages); n != 1 {
			t.Errorf("%d messages, want 1", n)
		}
	})
	t.Run("done all the same, then a status", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		mustFail(t, b, OpSendInSession, Fault{Status: 500, After: true})
		if got, _ := send(b, t, id); got != 500 || len(b.snapshot(t, id).Messages) != 1 {
			t.Errorf("status %d, %d messages", got, len(b.snapshot(t, id).Messages))
		}
	})
	t.Run("an answer of one's own", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		mustFail(t, b, OpSendInSession, Fault{Status: 200, Body: `{"status":"FAILED"}`})
		if got, answer := send(b, t, id); got != 200 || answer["status"] != "FAILED" {
			t.Errorf("%d %v", got, answer)
		}
	})
	t.Run("only the session it was planned for", func(t *testing.T) {
		b := setup(t, Config{})
		one, two := b.open(t, Patient{}), b.open(t, Patient{})
		mustFail(t, b, OpSendInSession, Fault{Session: two, Status: 500, Count: -1})
		for id, want := range map[string]int{one: 200, two: 500} {
			if got, _ := send(b, t, id); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		}
		b.ClearFaults()
		if got, _ := send(b, t, two); got != 200 {
			t.Errorf("after ClearFaults: %d", got)
		}
	})
	t.Run("a dropped connection", func(t *testing.T) {
		b := setup(t, Config{})
		id := b.open(t, Patient{})
		mustFail(t, b, OpSendInSession, Fault{Drop: true, After: true})
		response, err := http.Post(b.server.URL+"/chat/v1/session/"+id+"/message/sync", "application/json",
			strings.NewReader(`{"message":"a"}`))
		if err == nil {
			_ = response.Body.Close()
			t.Fatal("an answer came")
		}
		if n := len(b.snapshot(t, id).Messages); n != 1 {
			t.Errorf("%d messages, want 1", n)
		}
	})
}

func TestFaultsByControlAPI(t *testing.T) {
	b := setup(t, Config{})
	id := b.open(t, Patient{})
	code, _ := b.call(t, "POST", "/sim/faults",
		`{"operation":"get_session","status":429,"retryAfter":"3s","delay":"1ms"}`)
	if code != http.StatusCreated {
		t.Fatal("status", code)
	}
	response, err := http.Get(b.server.URL + "/chat/v2/session/" + id)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 429 || response.Header.Get("Retry-After") != "3" {
		t.Errorf("%d, Retry-After %q", response.StatusCode, response.Header.Get("Retry-After"))
	}
	for name, body := range map[string]string{
		"unknown operation": `{"operation":"x"}`,
		"unknown field":     `{"operation":"transfer","x":1}`,
		"no duration":       `{"operation":"transfer","delay":"soon"}`,
		"endless":           `{"operation":"transfer","delay":"1h"}`,
		"no status":         `{"operation":"transfer","status":99}`,
	} {
		t.Run(name, func(t *testing.T) {
			if code, _ := b.call(t, "POST", "/sim/faults", body); code != http.StatusBadRequest {
				t.Errorf("status %d", code)
			}
		})
	}
}

func TestFaultsAreBounded(t *testing.T) {
	b := setup(t, Config{})
	for range maxFaults {
		mustFail(t, b, OpTransfer, Fault{Delay: time.Millisecond})
	}
	if err := b.Fail(OpTransfer, Fault{}); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want ErrBusy", err)
	}
}

func mustFail(t *testing.T, b *bundle, operation string, f Fault) {
	t.Helper()
	if err := b.Fail(operation, f); err != nil {
		t.Fatal(err)
	}
}
