package webhook_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"atende/webhook"
)

const bodyUnauthorized = `{"status":"error","reason":"unauthorized"}`

func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func TestAuth(t *testing.T) {
	const token, secret = "tøken-1", "s3cret"
	body := patientMessage("m", "olá") + " \n" // the white space is part of what is signed
	good := sign(secret, body)
	tests := []struct {
		name                     string
		token, secret            string // of the receiver
		authorization, signature string // of the caller
		status                   int
	}{
		{"nothing configured", "", "", "", "", 202},
		{"nothing configured, something sent", "", "", "Bearer x", "sha256=00", 202},
		{"token", token, "", "Bearer " + token, "", 202},
		{"scheme in another case", token, "", "bearer " + token, "", 202},
		{"no token", token, "", "", "", 401},
		{"wrong token", token, "", "Bearer x", "", 401},
		{"token cut short", token, "", "Bearer " + token[:len(token)-1], "", 401},
		{"token with more", token, "", "Bearer " + token + "1", "", 401},
		{"token without scheme", token, "", token, "", 401},
		{"other scheme", token, "", "Basic " + token, "", 401},
		{"scheme alone", token, "", "Bearer", "", 401},
		{"signature", "", secret, "", good, 202},
		{"signature in capitals", "", secret, "", "sha256=" + strings.ToUpper(good[len("sha256="):]), 202},
		{"no signature", "", secret, "", "", 401},
		{"empty signature", "", secret, "", "sha256=", 401},
		{"signature without prefix", "", secret, "", good[len("sha256="):], 401},
		{"signature cut short", "", secret, "", good[:len(good)-2], 401},
		{"signature not hex", "", secret, "", "sha256=zz", 401},
		{"signature of another secret", "", secret, "", sign("other", body), 401},
		{"signature of another body", "", secret, "", sign(secret, strings.TrimSpace(body)), 401},
		{"both", token, secret, "Bearer " + token, good, 202},
		{"both required, token alone", token, secret, "Bearer " + token, "", 401},
		{"both required, signature alone", token, secret, "", good, 401},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in, m := &intake{}, newMetrics()
			h := receiver(webhook.Config{Intake: in, Metrics: m, Token: test.token, Secret: test.secret})
			r := httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader(body))
			r.Header.Set("Authorization", test.authorization)
			r.Header.Set("X-Webhook-Signature", test.signature)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if test.status == 202 {
				wantAnswer(t, w, 202, bodyAccepted)
				wantResult(t, m, "accepted")
				return
			}
			wantAnswer(t, w, 401, bodyUnauthorized)
			wantResult(t, m, "unauthorized")
			if in.calls() != 0 {
				t.Error("a stranger reached the engine")
			}
		})
	}
}

// The token is asked for before anything of the body is read, the signature after the size and before the JSON; for
// ignored events too, on both paths, and never for /health.
func TestAuthOrder(t *testing.T) {
	const large = 1<<20 + 1
	for name, test := range map[string]struct {
		config  webhook.Config
		tooMuch int
	}{
		"token":  {webhook.Config{Intake: &intake{}, Token: "t"}, 401},
		"secret": {webhook.Config{Intake: &intake{}, Secret: "s"}, 413},
	} {
		t.Run(name, func(t *testing.T) {
			h := receiver(test.config)
			for _, path := range []string{"/webhook/message", "/webhook/transfer"} {
				if w := post(h, path, strings.Repeat("x", large)); w.Code != test.tooMuch {
					t.Errorf("a large body: %d %s", w.Code, w.Body)
				}
				for _, body := range []string{"not JSON", "", `{"eventType":"SESSION_NEW"}`, `{}`} {
					wantAnswer(t, post(h, path, body), 401, bodyUnauthorized)
				}
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/health", nil))
			wantAnswer(t, w, 200, `{"status":"ok"}`)
		})
	}
}

// A stranger hears 401 while the body that was announced is still to come.
func TestTokenBeforeBody(t *testing.T) {
	address := serve(t, &http.Server{Handler: receiver(webhook.Config{Intake: &intake{}, Token: "t"})})
	c := dial(t, address)
	c.send(head + "Content-Length: 1000\r\n\r\n{")
	response, body := c.answer()
	wantRaw(t, response, body, 401, bodyUnauthorized)
}

// What a web page can make a browser send is refused, with the right token too, and what gateways and tools send is not.
func TestBrowsers(t *testing.T) {
	h := receiver(webhook.Config{Intake: &intake{}, Token: "t"})
	for _, test := range []struct {
		header, value string
		status        int
	}{
		{"Origin", "https://elsewhere.example", 403},
		{"Origin", "null", 403},
		{"Sec-Fetch-Site", "cross-site", 403},
		{"Sec-Fetch-Site", "same-site", 403},
		{"Content-Type", "text/plain", 415},
		{"Content-Type", "Text/Plain;charset=UTF-8", 415},
		{"Content-Type", "text/plain; x", 415},
		{"Content-Type", "multipart/form-data; boundary=x", 415},
		{"Sec-Fetch-Site", "none", 202},
		{"Sec-Fetch-Mode", "cors", 202},
		{"Content-Type", "application/json; charset=utf-8", 202},
		{"Content-Type", "application/x-www-form-urlencoded", 202},
		{"Content-Type", "", 202},
	} {
		t.Run(test.header+"="+test.value, func(t *testing.T) {
			for path, body := range map[string]string{"/webhook/message": patientMessage("m", "olá"), "/webhook/transfer": `{"sessionId":"s"}`} {
				r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
				r.Header.Set("Authorization", "Bearer t")
				r.Header.Set(test.header, test.value)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != test.status && (path == "/webhook/message" || w.Code != 200 || test.status != 202) {
					t.Errorf("%s: %d %s, want %d", path, w.Code, w.Body, test.status)
				}
			}
		})
	}
}

// A signature that holds time and path proves a body for five minutes and for one path; where one comes it decides alone.
func TestTimedSignatures(t *testing.T) {
	const secret = "s3cret"
	now := time.Unix(1_800_000_000, 500_000_000)
	message, handOver := patientMessage("m", "olá"), `{"sessionId":"s1"}`
	timed := func(second, path, body string) []string {
		return []string{"X-Webhook-Timestamp", second, "X-Webhook-Timed-Signature", sign(secret, second+"."+path+"."+body)}
	}
	plain := func(body string) []string { return []string{"X-Webhook-Signature", sign(secret, body)} }
	for name, test := range map[string]struct {
		path, body string
		headers    []string
		status     int // where the signature of the body alone is taken, too
		demanded   int // where it is not
		beside     bool
	}{
		"now":                        {"/webhook/message", message, timed("1800000000", "/webhook/message", message), 202, 202, true},
		"of the other path":          {"/webhook/transfer", handOver, timed("1800000000", "/webhook/transfer", handOver), 200, 200, true},
		"five minutes old":           {"/webhook/message", message, timed("1799999701", "/webhook/message", message), 202, 202, true},
		"older":                      {"/webhook/message", message, timed("1799999700", "/webhook/message", message), 401, 401, true},
		"five minutes to come":       {"/webhook/message", message, timed("1800000300", "/webhook/message", message), 202, 202, true},
		"later":                      {"/webhook/message", message, timed("1800000301", "/webhook/message", message), 401, 401, true},
		"for another path":           {"/webhook/transfer", handOver, timed("1800000000", "/webhook/message", handOver), 401, 401, true},
		"for another body":           {"/webhook/message", message, timed("1800000000", "/webhook/message", message+" "), 401, 401, true},
		"for another time":           {"/webhook/message", message, append(timed("1700000000", "/webhook/message", message), "X-Webhook-Timestamp", "1800000000"), 401, 401, true},
		"without its time":           {"/webhook/message", message, timed("1800000000", "/webhook/message", message)[2:], 401, 401, true},
		"no number":                  {"/webhook/message", message, timed("1.8e9", "/webhook/message", message), 401, 401, true},
		"beyond all time":            {"/webhook/message", message, timed("9223372036854775807", "/webhook/message", message), 401, 401, true},
		"before all time":            {"/webhook/message", message, timed("-9223372036854775808", "/webhook/message", message), 401, 401, true},
		"empty":                      {"/webhook/message", message, []string{"X-Webhook-Timestamp", "1800000000", "X-Webhook-Timed-Signature", ""}, 401, 401, true},
		"the body alone":             {"/webhook/message", message, plain(message), 202, 401, false},
		"the body alone, and a time": {"/webhook/message", message, append(plain(message), "X-Webhook-Timestamp", "1700000000"), 202, 401, false},
		"a message for a transfer":   {"/webhook/transfer", message, plain(message), 400, 401, false},
		"none":                       {"/webhook/message", message, nil, 401, 401, false},
	} {
		for _, demand := range []bool{false, true} {
			want := test.status
			if demand {
				want = test.demanded
			}
			t.Run(fmt.Sprint(name, ", demanded ", demand), func(t *testing.T) {
				in := &intake{}
				h := receiver(webhook.Config{Intake: in, Secret: secret, Timed: demand, Now: func() time.Time { return now }})
				r := httptest.NewRequest(http.MethodPost, test.path, strings.NewReader(test.body))
				if test.beside { // a right one beside it does not help
					r.Header.Set("X-Webhook-Signature", sign(secret, test.body))
				}
				for i := 0; i < len(test.headers); i += 2 {
					r.Header.Set(test.headers[i], test.headers[i+1])
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != want || (in.calls() != 0) != (want < 300) {
					t.Errorf("%d %s, %d calls, want %d", w.Code, w.Body, in.calls(), want)
				}
			})
		}
	}
}

// The log names who cannot prove itself, once a minute for each address, and nothing that was sent.
func TestWhoCannotProveItself(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	var log bytes.Buffer
	h := receiver(webhook.Config{
		Intake: &intake{}, Token: "t", Secret: "s", Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	call := func(address, token string) {
		r := httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader(patientMessage("m", "olá")))
		r.RemoteAddr = address
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		wantAnswer(t, w, 401, bodyUnauthorized)
	}
	for range 3 {
		call("192.0.2.7:1001", "guessed")
		call("192.0.2.8:1001", "t")
		call("192.0.2.7:1002", "t")
	}
	now = now.Add(time.Minute)
	call("192.0.2.8:1001", "t")
	for line, want := range map[string]int{
		"right token\" address=192.0.2.7\n": 1, "right signature\" address=192.0.2.8\n": 2, "level=WARN": 3, "guessed": 0, "olá": 0,
	} {
		if got := strings.Count(log.String(), line); got != want {
			t.Errorf("%q stands %d times in the log, want %d:\n%s", line, got, want, &log)
		}
	}
}

// What Sign puts into a header is taken, also behind a proxy that takes the begin of the path away.
func TestSign(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	h := receiver(webhook.Config{Intake: &intake{}, Secret: "s3cret", Timed: true, Now: func() time.Time { return now }})
	for _, test := range []struct {
		path, secret string
		at           time.Time
		want         int
	}{
		{"/webhook/message", "s3cret", now, 202},
		{"/clinic/webhook/message", "s3cret", now, 202},
		{"/webhook/transfer", "s3cret", now, 401},
		{"/webhook/message", "other", now, 401},
		{"/webhook/message", "s3cret", now.Add(-time.Hour), 401},
	} {
		body := patientMessage("m", "olá")
		r := httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader(body))
		webhook.Sign(r.Header, test.secret, test.path, []byte(body), test.at)
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != test.want {
			t.Errorf("%+v: %d", test, w.Code)
		}
	}
}

// A recorded call, signed with its time, has the name of the first one, so that it is not answered again, also where the gateway
// names no message; a "sim" that the gateway signs in another second is another one.  Without a secret nobody proved anything.
func TestRecordedCalls(t *testing.T) {
	const secret = "s3cret"
	now := time.Unix(1_800_000_000, 0)
	bare := `{"eventType":"MESSAGE_RECEIVED","content":{"sessionId":"s1","direction":"FROM_HUB","type":"TEXT","text":"sim"}}`
	timed := func(second string) []string {
		return []string{"X-Webhook-Timestamp", second, "X-Webhook-Timed-Signature", sign(secret, second+"./webhook/message."+bare)}
	}
	shouted := timed("1800000000")
	shouted[3] = "sha256=" + strings.ToUpper(strings.TrimPrefix(shouted[3], "sha256="))
	plain := []string{"X-Webhook-Signature", sign(secret, bare)}
	for name, test := range map[string]struct {
		secret       string
		first, again []string
		same         bool
	}{
		"the same call":      {secret, timed("1800000000"), timed("1800000000"), true},
		"in capitals":        {secret, timed("1800000000"), shouted, true},
		"of another second":  {secret, timed("1800000000"), timed("1800000001"), false},
		"of the body alone":  {secret, plain, plain, false},
		"that nobody checks": {"", timed("1800000000"), timed("1800000000"), false},
	} {
		in := &intake{}
		h := receiver(webhook.Config{Intake: in, Secret: test.secret, Now: func() time.Time { return now }})
		for _, headers := range [][]string{test.first, test.again} {
			if w := post(h, "/webhook/message", bare, headers...); w.Code != http.StatusAccepted {
				t.Fatalf("%s: %d", name, w.Code)
			}
		}
		if same := in.messages[0].MessageID == in.messages[1].MessageID; same != test.same {
			t.Errorf("%s: %q, %q", name, in.messages[0].MessageID, in.messages[1].MessageID)
		}
	}
}
