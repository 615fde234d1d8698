package main

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

// Secrets that were given as flags are not on the command line that ps shows, have their effect, and are warned of.
func TestSecretsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	secrets := []string{"token-of-the-gateway", "token-of-webhooks", "secret-of-webhooks"}
	p := startProgram(t, "atende", environment{}, "gateway", "--gateway-listen=127.0.0.1:0", "--webhook-url", "http://127.0.0.1:1/token",
		"--gateway-token="+secrets[0], "-webhook-token", secrets[1], "--webhook-secret", secrets[2])
	shown, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.command.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.ReplaceAll(string(shown), "\x00", " ")
	for _, secret := range secrets {
		if strings.Contains(line, secret) || strings.Contains(p.log(), secret) {
			t.Errorf("%s is shown: %s\n%s", secret, line, p.log())
		}
	}
	if !strings.HasSuffix(line, "gateway --gateway-listen=127.0.0.1:0 --webhook-url http://127.0.0.1:1/token --gateway-token="+
		strings.Repeat("*", len(secrets[0]))+" -webhook-token "+strings.Repeat("*", len(secrets[1]))+" --webhook-secret "+strings.Repeat("*", len(secrets[2]))+" ") {
		t.Errorf("the command line is %s", line)
	}
	for _, flag := range []string{"--gateway-token", "--webhook-token", "--webhook-secret"} {
		if strings.Count(p.log(), `"flag":"`+flag+`"`) != 1 {
			t.Errorf("no warning of %s:\n%s", flag, p.log())
		}
	}
	for token, want := range map[string]int{secrets[0]: http.StatusNotFound, strings.Repeat("*", len(secrets[0])): http.StatusUnauthorized} {
		request, err := http.NewRequest(http.MethodGet, p.url()+"/chat/v2/session/none", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: %d, want %d", token, response.StatusCode, want)
		}
	}
}

// Every setting of every verb is looked at: what sounds like a secret is taken for one.
func TestSecretSettings(t *testing.T) {
	t.Parallel()
	var secret, plain []string
	for _, table := range slices.Concat(tables(), tablesOfLab()) {
		for _, row := range table {
			name := row.label()
			if row.holdsSecret("postgres://u:p@db/atende") {
				secret = append(secret, name)
			} else {
				plain = append(plain, name)
			}
		}
	}
	for _, name := range []string{"ATENDE_GATEWAY_TOKEN", "ATENDE_WEBHOOK_TOKEN", "ATENDE_WEBHOOK_SECRET", "ATENDE_ADMIN_TOKEN", "ATENDE_SCHEDULING_TOKEN",
		"ATENDE_SCHEDULING_HEADERS", "ATENDE_MODEL_KEY", "ATENDE_TRANSCRIPTION_KEY", "ATENDE_TRACE_HEADERS", "ATENDE_DATABASE_URL"} {
		if all := " " + strings.Join(secret, " ") + " "; !strings.Contains(all, " "+name+" ") {
			t.Errorf("%s is shown", name)
		}
	}
	for _, name := range []string{"ATENDE_GATEWAY_URL", "ATENDE_MODEL_TOKENS", "ATENDE_CLUSTER_KEY", "ATENDE_CATALOG"} {
		if all := " " + strings.Join(plain, " ") + " "; !strings.Contains(all, " "+name+" ") {
			t.Errorf("%s is hidden", name)
		}
	}
	if row := (setting{variable: "ATENDE_DATABASE_URL"}); row.holdsSecret("sqlite:atende.db") {
		t.Error("the path of a database is hidden")
	}
}
