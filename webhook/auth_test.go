package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
			h := webhook.New(webhook.Config{Intake: in, Metrics: m, Token: test.token, Secret: test.secret})
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

// The caller is asked for after the size and before the JSON, for ignored events too, on both
// paths.
func TestAuthOrder(t *testing.T) {
	h := webhook.New(webhook.Config{Intake: &intake{}, Token: "t"})
	for _, path := range []string{"/webhook/message", "/webhook/transfer"} {
		wantAnswer(t, post(h, path, strings.Repeat("x", 1<<20+1)), 413, bodyTooLarge)
		wantAnswer(t, post(h, path, "not JSON"), 401, bodyUnauthorized)
		wantAnswer(t, post(h, path, ""), 401, bodyUnauthorized)
		wantAnswer(t, post(h, path, `{"eventType":"SESSION_NEW"}`), 401, bodyUnauthorized)
		wantAnswer(t, post(h, path, `{}`), 401, bodyUnauthorized)
	}
}
