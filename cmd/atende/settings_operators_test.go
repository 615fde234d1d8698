package main

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"atende/cmd/internal/node"
)

func TestKeeping(t *testing.T) {
	t.Parallel()
	s, err := readServe(complete(t))
	if err != nil {
		t.Fatal(err)
	}
	if want := (node.Keep{Sessions: 30 * day, History: 30 * day, Intents: 180 * day, Demand: 400 * day, Accesses: 400 * day}); s.node.Keep != want {
		t.Errorf("by default %+v", s.node.Keep)
	}
	s, err = readServe(complete(t).with("ATENDE_KEEP_SESSIONS", "7d", "ATENDE_KEEP_HISTORY", "48h", "ATENDE_KEEP_INTENTS", "3650d",
		"ATENDE_KEEP_DEMAND", "1000h30m", "ATENDE_KEEP_ACCESSES", "2d"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (node.Keep{Sessions: 7 * day, History: 2 * day, Intents: 3650 * day, Demand: 1000*time.Hour + 30*time.Minute, Accesses: 2 * day}); s.node.Keep != want {
		t.Errorf("as set %+v", s.node.Keep)
	}
	for value, want := range map[string]string{
		"30": "30d", "d": "30d", "-3d": "30d", "1.5d": "30d", "99999d": "30d", "leak": "30d", "47h": "from 2d to 3650d", "3651d": "from 2d to 3650d", "-48h": "from 2d to 3650d",
	} {
		_, err := readServe(complete(t).with("ATENDE_KEEP_HISTORY", value))
		if err == nil || !strings.HasPrefix(err.Error(), "ATENDE_KEEP_HISTORY: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestOperatorsSettings(t *testing.T) {
	t.Parallel()
	s, err := readServe(complete(t).with("ATENDE_ADMIN_TOKEN", "s3cret", "ATENDE_ADMIN_HOSTS", "a.example, b.example"))
	if err != nil || s.node.AdminToken != "s3cret" || strings.Join(s.node.AdminHosts, "|") != "a.example|b.example" {
		t.Errorf("%q %q %v", s.node.AdminToken, s.node.AdminHosts, err)
	}
}

// A listener that only this machine reaches needs no token, any other one a token that is hard to guess, or the word that
// lets everybody in.
func TestAdminToken(t *testing.T) {
	t.Parallel()
	const random = "9f86d081884c7d65"
	for _, test := range []struct{ listen, token, open, want string }{
		{"127.0.0.1:8081", "", "", ""},
		{"127.0.0.1:8081", "s3cret", "", ""},
		{"[::1]:8081", "", "", ""},
		{"localhost:8081", "", "", ""},
		{"127.0.0.1:8081", "change-me", "", "ATENDE_ADMIN_TOKEN: is what an example says"},
		{"127.0.0.1:8081", "  ", "", "ATENDE_ADMIN_TOKEN: must not be blank"},

		{":8081", "", "", "ATENDE_ADMIN_TOKEN: set it, as other machines reach ATENDE_ADMIN_LISTEN; ATENDE_ADMIN_OPEN=true "},
		{"0.0.0.0:8081", "", "", "ATENDE_ADMIN_TOKEN: set it"},
		{"[::]:8081", "", "", "ATENDE_ADMIN_TOKEN: set it"},
		{"10.0.0.7:8081", "", "", "ATENDE_ADMIN_TOKEN: set it"},
		{"node.example:8081", "", "", "ATENDE_ADMIN_TOKEN: set it"},
		{":8081", "", "false", "ATENDE_ADMIN_TOKEN: set it"},
		{":8081", "", "true", ""},
		{":8081", random, "", ""},
		{":8081", random, "true", ""},
		{":8081", random[1:], "", "ATENDE_ADMIN_TOKEN: must have at least 16 characters"},
		{":8081", random[1:], "true", "ATENDE_ADMIN_TOKEN: must have at least 16 characters"},
		{":8081", "change-me", "", "ATENDE_ADMIN_TOKEN: is what an example says"},
		{":8081", "   ", "true", "ATENDE_ADMIN_TOKEN: must not be blank"},
		{":8081", "change-me-change-me", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "SecretSecretSecret", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "atende-admin-token", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "aaaaaaaaaaaaaaaaaaaa", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "1q2w3e4r5t6y7u8i", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "1Qaz2Wsx3Edc4Rfv", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "q1w2e3r4t5y6u7i8", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "0123456789abcdef", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "clinicaclinica12", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "boavidaboavida1234", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "administrator2026", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "iloveyou12345678", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "minha-senha-secreta", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "clinica-boa-vida", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "admin-token-12345", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "Qk3vTz8LmW2pXr5Y", "", ""},
		{"127.0.0.1:8081", "1234567890123456", "", "ATENDE_ADMIN_TOKEN: is easily guessed"},
		{":8081", "not a header", "", "ATENDE_ADMIN_TOKEN: must be printable ASCII"},
	} {
		_, err := readServe(complete(t).with("ATENDE_ADMIN_LISTEN", test.listen, "ATENDE_ADMIN_TOKEN", test.token, "ATENDE_ADMIN_OPEN", test.open))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%+v: %v", test, err)
		case test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%+v: %v", test, err)
		case test.token != "" && err != nil && strings.Contains(err.Error(), test.token) && test.token != "   " && test.token != "  ":
			t.Errorf("the token stands in %v", err)
		}
	}
	for range 1000 { // what we tell people to take
		raw := make([]byte, 16)
		_, _ = rand.Read(raw)
		if value := hex.EncodeToString(raw); weak(value) != nil || pattern(value) {
			t.Errorf("%x: %v, %t", raw, weak(value), pattern(value))
		}
	}
}

// What the gateway's provider has opens no listener of the operators that other machines reach.
func TestAdminTokenOfItsOwn(t *testing.T) {
	t.Parallel()
	const shared = "8a1f5c3e9b7d2046"
	for _, variable := range []string{"ATENDE_WEBHOOK_TOKEN", "ATENDE_WEBHOOK_SECRET", "ATENDE_GATEWAY_TOKEN"} {
		_, err := readServe(complete(t).with("ATENDE_ADMIN_LISTEN", ":8081", "ATENDE_ADMIN_TOKEN", shared, variable, shared))
		if err == nil || !strings.HasPrefix(err.Error(), "ATENDE_ADMIN_TOKEN: is what the gateway or") {
			t.Errorf("%s: %v", variable, err)
		}
		_, err = readServe(complete(t).with("ATENDE_ADMIN_LISTEN", ":8081", "ATENDE_ADMIN_TOKEN", shared+"x", variable, shared))
		if err == nil || !strings.HasPrefix(err.Error(), "ATENDE_ADMIN_TOKEN: is what the gateway") {
			t.Errorf("%s and a letter: %v", variable, err)
		}
		if _, err := readServe(complete(t).with("ATENDE_ADMIN_TOKEN", shared, variable, shared)); err != nil {
			t.Errorf("%s, on this machine: %v", variable, err)
		}
	}
	_, err := readServe(complete(t).with("ATENDE_ADMIN_LISTEN", ":8081", "ATENDE_ADMIN_TOKEN", shared, "ATENDE_SCHEDULING_HEADERS", "Authorization: Bearer "+shared))
	if err == nil || !strings.HasPrefix(err.Error(), "ATENDE_ADMIN_TOKEN: is what the gateway or") {
		t.Errorf("of the scheduling API: %v", err)
	}
}

// What an example leaves to be changed is no channel, department, number or team either.
func TestExamplesAreNoSettings(t *testing.T) {
	t.Parallel()
	for _, variable := range []string{"ATENDE_CHANNEL_ID", "ATENDE_HUMAN_DEPARTMENT_ID", "ATENDE_ALLOWED_INSTANCES", "ATENDE_ALLOWED_TEAM"} {
		for value, want := range map[string]string{
			"change-me": "is what an example says", "CHANGE_ME": "is what an example says", "<your-channel-id>": "is what an example says", "SEU_DEPARTAMENTO": "is what an example says",
			"null": "is what an example says", "channel-1": "", "8f14e45f": "", "Sua Saúde": "", "Equipe": "",
		} {
			_, err := readServe(complete(t).with(variable, value))
			if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), variable+": "+want) {
				t.Errorf("%s=%q: %v", variable, value, err)
			}
		}
	}
}

// Short tokens are taken for webhooks, and nothing is that stands in an example or goes on as it begins.
func TestWebhookProofs(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"t": "", "secret": "", "test-webhook-token": "", "h00k-2026": "", "1234": "",
		"aaaaaaaaaaaaaaaa": "is easily guessed", "1234567890123456": "is easily guessed", "passwordpassword": "is easily guessed",
		"abababababababab": "is easily guessed", "987654321": "is easily guessed", "segredosegredoseg": "is easily guessed",
		"QwertyUiopAsdfgh": "is easily guessed", "0123456789abcdef": "is easily guessed", "--------": "is easily guessed",
		"change-me": "is what an example says", "CHANGEME": "is what an example says", "<change_me>": "is what an example says",
		"TOKEN": "is what an example says", "<token>": "is what an example says", "$TOKEN": "is what an example says", "${WEBHOOK_TOKEN}": "is what an example says",
		`""`: "is what an example says", "''": "is what an example says", "null": "is what an example says", "tokens-9": "", "token": "", "webhook-token": "", "WEBHOOK_SECRET": "is what an example says",
		"YOUR_TOKEN": "is what an example says", "your-token-here": "is what an example says", "<seu token>": "is what an example says", "REPLACE_ME": "is what an example says",
		"INSERT_YOUR_SECRET_HERE": "is what an example says", "yourself-9": "",
		"change-this-secret": "is what an example says", "change-me-please": "is what an example says", "Altere-me": "is what an example says", "exchange-9": "", "changes": "",
		"  ": "must not be blank",
	} {
		for _, variable := range []string{"ATENDE_WEBHOOK_TOKEN", "ATENDE_WEBHOOK_SECRET"} {
			_, err := readServe(complete(t).with("ATENDE_WEBHOOK_TOKEN", "", variable, value))
			if (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), variable+": "+want) {
				t.Errorf("%s=%q: %v", variable, value, err)
			}
		}
	}
}

func TestAdminHosts(t *testing.T) {
	t.Parallel()
	s, err := readServe(complete(t).with("ATENDE_ADMIN_HOSTS", "Atende.Example, b.example."))
	if err != nil || strings.Join(s.node.AdminHosts, "|") != "atende.example|b.example" {
		t.Errorf("%q %v", s.node.AdminHosts, err)
	}
	for _, value := range []string{"a.example b.example", "https://a.example", "a.example:8081", "*.example", ","} {
		if _, err := readServe(complete(t).with("ATENDE_ADMIN_HOSTS", value)); err == nil || !strings.HasPrefix(err.Error(), "ATENDE_ADMIN_HOSTS: must be ") {
			t.Errorf("%q: %v", value, err)
		}
	}
}

// The access log has a name where no shell knows one, as in containers.
func TestWhoAsks(t *testing.T) {
	if got := whoAsks("maria"); got != "maria" {
		t.Errorf("the shell's is %q", got)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("USER", "") // what package user asks where there is no user database
	if got := whoAsks(""); !regexp.MustCompile(`^(\S+|uid \d+) on ` + regexp.QuoteMeta(host) + `$`).MatchString(got) {
		t.Errorf("without a shell it is %q", got)
	}
	for value, wrong := range map[string]bool{"": false, "rita": false, "  ": true, "a\nb": true} {
		t.Setenv("USER", "")
		var s nodeSettings
		err := page{verb: "cluster"}.read(s.tableNode(), world{env: environment{"ATENDE_OPERATOR": value}.get}, nil)
		if (err != nil) != wrong || !wrong && s.by == "" {
			t.Errorf("%q: %q, %v", value, s.by, err)
		}
	}
}
