package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnderstandVerb(t *testing.T) {
	t.Parallel()
	const tuesday = "2026-03-10T09:00:00-03:00"
	for _, tc := range []struct {
		name   string
		args   []string
		stdin  string
		code   int
		stdout string
	}{
		{
			name: "texts as arguments", args: []string{"--now", tuesday, "amanhã às 10", "oi"},
			stdout: `{"intent":"other","dates":[{"from":"2026-03-11","to":"2026-03-11"}],"times":[{"from":"10:00","to":"10:00"}]}
{"intent":"greet"}
`,
		},
		{
			name: "one text a line, an empty one too", args: []string{"--now", tuesday}, stdin: "sim\n\nnão",
			stdout: `{"intent":"confirm"}
{"intent":"other"}
{"intent":"deny"}
`,
		},
		{
			name: "an object's time wins over the flag", args: []string{"--now", "2020-01-01T00:00:00Z"},
			stdin:  `{"text":"hoje","now":"` + tuesday + `"}` + "\n",
			stdout: `{"intent":"other","dates":[{"from":"2026-03-10","to":"2026-03-10"}]}` + "\n",
		},
		{
			name: "a line that is no object is a text", args: []string{"--now", tuesday}, stdin: "{hoje\r\n",
			stdout: `{"intent":"other","dates":[{"from":"2026-03-10","to":"2026-03-10"}]}` + "\n",
		},
		{
			name: "a long line is answered once", stdin: strings.Repeat("x ", maxLine) + "\nsim\n",
			stdout: `{"intent":"other"}` + "\n" + `{"intent":"confirm"}` + "\n",
		},
		{name: "nothing on standard input"},
		{name: "a time that is none", args: []string{"--now", "amanhã", "oi"}, code: exitUsage},
		{name: "an unknown flag", args: []string{"--later"}, code: exitUsage},
		{name: "a flag that is nearly one behind nothing", args: []string{"--nwo", tuesday}, code: exitUsage},
		{name: "its flag behind a text, and JSON asked for", args: []string{"sim", "--json", "--now", tuesday}, stdout: `{"intent":"confirm"}` + "\n"},
		{name: "JSON beside what is for people", args: []string{"sim", "--json", "--why"}, code: exitUsage},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			w := world{in: strings.NewReader(tc.stdin), out: &stdout, err: &stderr, env: environment{}.get}
			if code := understandVerb(t.Context(), w, tc.args); code != tc.code {
				t.Errorf("exit code %d, want %d; %s", code, tc.code, stderr.String())
			}
			if diff := cmp.Diff(tc.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout: -want +got\n%s", diff)
			}
			if (tc.code != exitOK) != (stderr.Len() > 0) {
				t.Errorf("stderr %q with exit code %d", stderr.String(), tc.code)
			}
		})
	}
}

// Every answer is an object with an intent, whatever the line.
func TestUnderstandAnswersEveryLine(t *testing.T) {
	t.Parallel()
	lines := []string{"{}", `{"text":1}`, `{"now":"x","text":"oi"}`, "\xff\xfe", "<b>&amp;</b>", `{"text":null}`}
	var stdout, stderr bytes.Buffer
	w := world{in: strings.NewReader(strings.Join(lines, "\n")), out: &stdout, err: &stderr, env: environment{}.get}
	understandVerb(t.Context(), w, nil)
	answers := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	if len(answers) != len(lines) {
		t.Fatalf("%d answers for %d lines: %q", len(answers), len(lines), answers)
	}
	for i, answer := range answers {
		var facts struct{ Intent string }
		if err := json.Unmarshal([]byte(answer), &facts); err != nil || facts.Intent == "" {
			t.Errorf("line %q was answered with %q", lines[i], answer)
		}
	}
}

// Flags may stand behind the texts; behind "--", and with a dash and no flag's name behind a text, they are texts.
func TestFlagsInAnyOrder(t *testing.T) {
	t.Parallel()
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.String("now", "", "")
	set.Bool("why", false, "")
	for line, want := range map[string]string{
		"quinta --now T":     "--now T -- quinta",
		"--why quinta sexta": "--why -- quinta sexta",
		"quinta --why sexta": "--why -- quinta sexta",
		"quinta --now=T -5":  "--now=T -- quinta -5",
		"a -- --now":         "-- a --now",
		"--noww x":           "--noww -- x",
		"--now":              "--now --",
	} {
		if got := strings.Join(flagsFirst(set, strings.Fields(line)), " "); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
