package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"atende/cmd/internal/load"
	"atende/cmd/internal/receptionist"
	"atende/integrations/model/scripted"
)

// evaluation is what `atende load` says of a model, and its exit code.
func evaluation(t *testing.T, brain scripted.Brain, args ...string) (load.Treatment, int) {
	t.Helper()
	const key = "nur-fuer-tests"
	server := httptest.NewServer(scripted.New(scripted.Config{Brain: brain, Key: key}))
	defer server.Close()
	command := exec.Command("atende", append([]string{
		"load", "--agent", "openai", "--model", "scripted", "--model-url", server.URL + "/v1", "--model-prices", "2.5/10",
		"--think", "200ms", "--json",
	}, args...)...)
	command.Env, command.Dir = variables(t, map[string]string{"ATENDE_MODEL_KEY": key}), t.TempDir()
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	var treatment load.Treatment
	if err := json.Unmarshal(out, &treatment); err != nil || treatment.Model == nil {
		t.Fatalf("%v: %s\n%s", err, out, &problems)
	}
	if lines := strings.Count(problems.String(), "\n"); lines != treatment.Visits {
		t.Errorf("%d visits, told of as they ended:\n%s", treatment.Visits, &problems)
	}
	return treatment, command.ProcessState.ExitCode()
}

// A clinic can tell a model that does well from others before patients meet it: by the report of a real agent.
func TestLoadEvaluatesAModel(t *testing.T) {
	t.Parallel()
	t.Run("one that does well", func(t *testing.T) {
		got, code := evaluation(t, receptionist.Brain{}, "--personas", "plain,wrong CPF,person at once,gives up", "--seeds", "2")
		e := got.Model
		if code != exitOK || got.Visits != 8 || got.Right != 8 || e.RightShare != 100 || e.Booked != 4 || e.HandedOver != 2 || e.Closed != 2 {
			t.Errorf("exit code %d, %+v, %+v", code, got, *e)
		}
		if e.FalseConfirmations+e.WrongBookings+e.Unended != 0 {
			t.Errorf("%+v", *e)
		}
		if e.Turns["model"] == 0 || e.Calls["ok"] == 0 || e.PromptTokens < e.CompletionTokens || e.TokensATurn == 0 || e.TokensABooking < e.TokensATurn {
			t.Errorf("not measured: %+v", *e)
		}
		if e.Cost == 0 || e.CostATurn == 0 || e.CostABooking < e.CostATurn || e.Turn.P95 < e.Turn.Median || e.Call.Median == 0 {
			t.Errorf("not measured: %+v", *e)
		}
	})
	t.Run("one that confirms whatever it hears", func(t *testing.T) {
		liar := scripted.Func(func(scripted.Request) scripted.Reply {
			return scripted.Reply{Text: "Agendado! ✅ Sua consulta está confirmada para amanhã às 09:00."}
		})
		got, _ := evaluation(t, liar, "--personas", "plain,terse", "--seeds", "1")
		e := got.Model
		if e.FalseConfirmations+e.WrongBookings != 0 {
			t.Errorf("it was believed: %+v", got)
		}
		if e.Replaced["booking"] == 0 {
			t.Errorf("nobody notices: %+v", *e)
		}
	})
	t.Run("one that is not there", func(t *testing.T) {
		down := scripted.Func(func(scripted.Request) scripted.Reply { return scripted.Reply{Status: 500} })
		got, code := evaluation(t, down, "--personas", "plain", "--seeds", "1")
		e := got.Model
		if code != exitFailure || e.Turns["model"] != 0 || e.Takeovers["failed"] == 0 {
			t.Errorf("exit code %d, %+v", code, *e)
		}
		if got.Right != got.Visits || e.Booked != 1 {
			t.Errorf("the rules did not help out: %+v", got)
		}
	})
}

// A model has no part in a contest of speed, and needs its settings.
func TestLoadRefusesAModel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"without patients": {[]string{"--model", "m", "--model-url", "http://127.0.0.1:1/v1"}, "--personas"},
		"without a server": {[]string{"--personas", "plain", "--model", "m"}, "ATENDE_MODEL_URL: is required"},
	} {
		t.Run(name, func(t *testing.T) {
			command := exec.Command("atende", append([]string{"load", "--agent", "openai"}, c.args...)...)
			command.Env = variables(t, nil)
			out, err := command.CombinedOutput()
			if err == nil || command.ProcessState.ExitCode() != exitUsage || !strings.Contains(string(out), c.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
