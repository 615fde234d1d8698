package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// doctored runs the program, and gives its exit code and the lines by the name of their check.
func doctored(t *testing.T, env map[string]string, args ...string) (code int, lines map[string]string, out string) {
	t.Helper()
	command := exec.Command("atende", append([]string{"doctor"}, args...)...)
	command.Env, command.Dir = variables(t, env), t.TempDir()
	stdout, err := command.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		code = failed.ExitCode()
		if len(failed.Stderr) > 0 {
			t.Errorf("it said %s", failed.Stderr)
		}
	} else if err != nil {
		t.Fatal(err)
	}
	lines = map[string]string{}
	for line := range strings.Lines(string(stdout)) {
		if len(line) < 18 {
			continue
		}
		name := strings.TrimSpace(line[6:16])
		lines[name] += strings.TrimSpace(line[:4]) + " " + strings.TrimSpace(line[18:]) + "\n"
	}
	if left, err := os.ReadDir(command.Dir); err != nil || len(left) != 0 {
		t.Errorf("it left %v, %v", left, err)
	}
	return code, lines, string(stdout)
}

// An operator's first hour: the same settings before the agent runs, while it runs, and with one mistake after the other.
func TestDoctor(t *testing.T) {
	t.Parallel()
	webhook, to := relay(t)
	gateway := start(t, map[string]string{
		"ATENDE_GATEWAY_LISTEN": "127.0.0.1:0", "ATENDE_GATEWAY_TOKEN": gatewayToken, "ATENDE_WEBHOOK_URL": webhook + "/webhook/message",
		"ATENDE_WEBHOOK_TOKEN": "gate", "ATENDE_ALLOWED_INSTANCES": instanceID, "ATENDE_ALLOWED_TEAM": teamName, "ATENDE_GATEWAY_DIALECT": *houseDialect,
	}, "gateway")
	h := newHouse(t, "ATENDE_GATEWAY_URL", gateway.url(), "ATENDE_WEBHOOK_TOKEN", "gate", "ATENDE_WEBHOOK_OPEN", "false")
	to(h.agent.url())
	patient := control(t, http.MethodPost, gateway.url()+"/sim/sessions", map[string]any{"phone": "5511977776666", "name": "Rita Lopes"}, http.StatusCreated)
	with := func(pairs ...string) map[string]string {
		env := map[string]string{"ATENDE_LISTEN": h.agent.address, "ATENDE_ADMIN_LISTEN": h.agent.admin, "ATENDE_WEBHOOK_URL": webhook + "/webhook/message"}
		for name, value := range h.env {
			if env[name] == "" {
				env[name] = value
			}
		}
		for i := 0; i < len(pairs); i += 2 {
			env[pairs[i]] = pairs[i+1]
		}
		return env
	}

	code, lines, out := doctored(t, with(), "--session", patient.ID)
	if code != exitOK || strings.Count(out, "\n") != 11 || strings.Count("\n"+out, "\nok ") != 11 {
		t.Errorf("exit %d\n%s", code, out)
	}
	for name, says := range map[string]string{
		"session": "ok is read, and would be answered", "agent": "ok it runs at " + h.agent.address + " and is ready",
		"database": "can be written", "webhook": "is reached", "settings": "ok none is missing",
	} {
		if !strings.Contains(lines[name], says) {
			t.Errorf("%s: %s", name, lines[name])
		}
	}
	if strings.Contains(out, "Rita") || strings.Contains(out, "977776666") {
		t.Errorf("it tells of the patient:\n%s", out)
	}
	if end := control(t, http.MethodGet, gateway.url()+"/sim/sessions/"+patient.ID, nil, http.StatusOK); len(end.Messages) != 0 {
		t.Errorf("the patient read %s", end.texts())
	}
	if rows := appointments(t, h.database); len(rows) != 0 {
		t.Errorf("it booked %q", rows)
	}

	code, _, out = doctored(t, with(), "--json")
	var report struct {
		Checks []struct{ Result, Name, What string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitOK || len(report.Checks) != 11 || report.Checks[0].Name != "settings" {
		t.Errorf("exit %d, %v\n%s", code, err, out)
	}

	martian := filepath.Join(t.TempDir(), "clinic.yaml")
	if err := os.WriteFile(martian, []byte(strings.Replace(catalogue, "America/Sao_Paulo", "Marte/Olympus", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, test := range map[string]struct {
		env  map[string]string
		code int
		name string
		says string
	}{
		"wrong token":         {with("ATENDE_GATEWAY_TOKEN", "other"), exitFailure, "token", "FAIL the gateway refuses it (401)"},
		"no gateway":          {with("ATENDE_GATEWAY_URL", "http://127.0.0.1:1"), exitFailure, "gateway", "FAIL http://127.0.0.1:1: connection refused"},
		"no database":         {with("ATENDE_DATABASE_URL", "sqlite:/proc/none/atende.db"), exitFailure, "database", "FAIL the folder /proc/none"},
		"unknown zone":        {with("ATENDE_CATALOG", martian), exitUsage, "settings", `, line 2: unknown time zone "Marte/Olympus"`},
		"a variable too many": {with("ATENDE_GATEWAY_TOKN", "x"), exitUsage, "settings", "FAIL ATENDE_GATEWAY_TOKN: there is no such setting, the nearest is ATENDE_GATEWAY_TOKEN"},
		"wrong webhook token": {with("ATENDE_WEBHOOK_TOKEN", "other"), exitFailure, "webhook", "FAIL it refuses what ATENDE_WEBHOOK_TOKEN"},
	} {
		code, lines, out := doctored(t, test.env)
		if code != test.code || !strings.Contains(lines[test.name], test.says) || strings.Count(out, "FAIL") != 1 || !strings.Contains(lines["agent"], "is ready") {
			t.Errorf("%s: exit %d\n%s", what, code, out)
		}
	}
	if code, _, out = doctored(t, map[string]string{}); code != exitUsage || !strings.Contains(out, "ATENDE_GATEWAY_URL: is required") {
		t.Errorf("without any setting: exit %d\n%s", code, out)
	}
	h.agent.stop()
	if code, lines, out := doctored(t, with("ATENDE_WEBHOOK_URL", "")); code != exitOK || !strings.Contains(lines["agent"], "nobody listens") || lines["webhook"] != "" {
		t.Errorf("before the start: exit %d\n%s", code, out)
	}
}
