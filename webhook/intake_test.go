package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/webhook"
)

// pending is a call that runs in the background of a synctest bubble.
type pending struct {
	recorder *httptest.ResponseRecorder
	done     chan struct{}
}

func start(ctx context.Context, h http.Handler, path, body string) pending {
	p := pending{httptest.NewRecorder(), make(chan struct{})}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)).WithContext(ctx)
	go func() {
		defer close(p.done)
		h.ServeHTTP(p.recorder, r)
	}()
	return p
}

func (p pending) answered() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// S-B-4: nothing is answered before the message is durable, and nothing but that is waited for.
// S-1-5: a conversation that takes 15 s does not show in the answer.
func TestMessageIsDurableBeforeTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		durable := make(chan struct{})
		conversation := make(chan struct{})
		in := &intake{onAccept: func(context.Context, webhook.Message) error {
			<-durable
			go func() {
				defer close(conversation)
				time.Sleep(15 * time.Second)
			}()
			return nil
		}}
		begin := time.Now()
		p := start(t.Context(), receiver(webhook.Config{Intake: in}), "/webhook/message", patientMessage("m", "oi"))
		synctest.Wait()
		if p.answered() {
			t.Fatal("answered before the message was durable")
		}
		close(durable)
		<-p.done
		wantAnswer(t, p.recorder, 202, bodyAccepted)
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("the answer waited %v for the conversation", waited)
		}
		<-conversation
	})
}

// S-B-5: the gateway hears a 503 before the 10 s after which it sends again unasked.
func TestMessageWhenTheJournalHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := &intake{onAccept: func(ctx context.Context, _ webhook.Message) error {
			<-ctx.Done()
			return ctx.Err()
		}}
		begin := time.Now()
		wantAnswer(t, post(receiver(webhook.Config{Intake: in}), "/webhook/message", patientMessage("m", "oi")), 503, bodyUnavailable)
		if waited := time.Since(begin); waited >= 10*time.Second {
			t.Errorf("answered after %v", waited)
		}
	})
}

// S-B-13: an answer within 40 s even when the gateway hangs.
func TestTransferWhenTheGatewayHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := &intake{onTransfer: func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}}
		begin := time.Now()
		wantAnswer(t, post(receiver(webhook.Config{Intake: in}), "/webhook/transfer", `{"sessionId":"s"}`), 502, bodyGatewayFailure)
		if waited := time.Since(begin); waited >= 40*time.Second || waited <= 30*time.Second {
			t.Errorf("answered after %v; one call of the gateway may take 30 s, the answer 40 s", waited)
		}
	})
}

// What has begun is not given up because the caller hung up.
func TestCallerHangsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		in := &intake{onAccept: func(ctx context.Context, _ webhook.Message) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-release:
				return nil
			}
		}}
		ctx, hangUp := context.WithCancel(t.Context())
		p := start(ctx, receiver(webhook.Config{Intake: in}), "/webhook/message", patientMessage("m", "oi"))
		synctest.Wait()
		hangUp()
		synctest.Wait()
		if p.answered() {
			t.Fatal("given up")
		}
		close(release)
		<-p.done
		wantAnswer(t, p.recorder, 202, bodyAccepted)
	})
}

// Overload is a 503 at once, never a queue; transfers that hang take no place from messages.
func TestOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		in := &intake{
			onAccept:   func(context.Context, webhook.Message) error { <-release; return nil },
			onTransfer: func(context.Context) error { <-release; return nil },
		}
		h := receiver(webhook.Config{Intake: in, MaxAccepts: 2, MaxTransfers: 1})
		running := []pending{start(t.Context(), h, "/webhook/transfer", `{"sessionId":"s"}`)}
		synctest.Wait()
		wantAnswer(t, post(h, "/webhook/transfer", `{"sessionId":"s"}`), 503, bodyUnavailable)
		for range 2 {
			running = append(running, start(t.Context(), h, "/webhook/message", patientMessage("m", "oi")))
		}
		synctest.Wait()
		wantAnswer(t, post(h, "/webhook/message", patientMessage("m", "oi")), 503, bodyUnavailable)
		wantAnswer(t, post(h, "/webhook/message", `{"eventType":"SESSION_NEW"}`), 200, bodyNotMessage)
		wantAnswer(t, post(h, "/webhook/message", "x"), 400, bodyInvalid)

		close(release)
		for _, p := range running {
			<-p.done
			if p.recorder.Code >= 300 {
				t.Errorf("a call that had begun was answered %d", p.recorder.Code)
			}
		}
		wantAnswer(t, post(h, "/webhook/message", patientMessage("m", "oi")), 202, bodyAccepted)
		wantAnswer(t, post(h, "/webhook/transfer", `{"sessionId":"s"}`), 200, bodyTransferred)
	})
}

// Who floods a node that takes no more does not fill its disk with lines: the first of each cause stand in the log, then few,
// which say how many were left out.
func TestRefusalsInTheLog(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	var log bytes.Buffer
	cause := errors.New("journal: full")
	in := &intake{onAccept: func(context.Context, webhook.Message) error { return cause }}
	h := receiver(webhook.Config{Intake: in, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil))})
	flood := func(calls int) {
		for i := range calls {
			wantAnswer(t, post(h, "/webhook/message", patientMessage(fmt.Sprint("m", i), "olá")), 503, bodyUnavailable)
		}
	}
	flood(1000)
	cause = errors.New("journal: disk")
	flood(1)
	now = now.Add(time.Minute)
	cause = errors.New("journal: full")
	flood(1)
	for text, want := range map[string]int{"not accepted": 22, "journal: full": 21, "journal: disk": 1, "left_out": 1, "left_out=980\n": 1} {
		if got := strings.Count(log.String(), text); got != want {
			t.Errorf("%q stands %d times in the log, want %d", text, got, want)
		}
	}
}

// What no gateway sends is in the log, with the address and nothing of what was sent, and fills it no more than the rest.
func TestMalformedInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := receiver(webhook.Config{
		Intake: &intake{}, Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	for range 100 {
		post(h, "/webhook/message", `{"Maria Souza`)
	}
	post(h, "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB"}}`)
	post(h, "/webhook/transfer", "{}")
	post(h, "/webhook/message", strings.Repeat(" ", 2<<20))
	r := httptest.NewRequest(http.MethodPost, "/webhook/message", http.NoBody)
	r.Header.Set("Origin", "https://evil.example")
	h.ServeHTTP(httptest.NewRecorder(), r)
	post(h, "/webhook/message", `{"eventType":"OTHER"}`)
	post(h, "/webhook/message", patientMessage("m", "olá"))
	for text, want := range map[string]int{
		"webhook refused": 22, "result=invalid status=400": 20, "result=too_large status=413": 1, "result=forbidden status=403": 1,
		"address=192.0.2.1": 22, "Maria": 0, "evil": 0,
	} {
		if got := strings.Count(log.String(), text); got != want {
			t.Errorf("%q stands %d times in the log, want %d", text, got, want)
		}
	}
}

// Nor does who has many addresses: an IPv6 network has more than anybody can count.
func TestManyAddressesInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := receiver(webhook.Config{
		Intake: &intake{}, Token: "t", Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	for i := range 1000 {
		r := httptest.NewRequest(http.MethodPost, "/webhook/message", http.NoBody)
		r.RemoteAddr = fmt.Sprintf("[2001:db8:0:%x::1]:1000", i)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	if got := strings.Count(log.String(), "\n"); got != 20 {
		t.Errorf("%d lines, want 20", got)
	}
}
