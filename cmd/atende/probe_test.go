package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// probed runs `atende probe` as it would run in a shell.
func probed(t *testing.T, env environment, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = probeVerb(t.Context(), world{out: &stdout, err: &stderr, env: env.get}, args)
	return code, stdout.String(), stderr.String()
}

// Against the scheduling API as a program: a right file is fine, a wrong id is named with its line, and a
// finding that is accepted is told all the same.
func TestProbe(t *testing.T) {
	t.Parallel()
	sample, err := os.ReadFile(filepath.Join("..", "..", "integrations", "catalog", "sample.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	clinicFile := func(right, wrong string) string {
		t.Helper()
		file := strings.ReplaceAll(string(sample), right, wrong)
		path := filepath.Join(t.TempDir(), "clinica.yaml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	api := start(t, map[string]string{
		"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "memory:", "ATENDE_SCHEDULING_TOKEN": "s3cret",
	}, "scheduling")
	env := environment{"ATENDE_SCHEDULING_URL": api.url(), "ATENDE_SCHEDULING_HEADERS": "Authorization: Bearer s3cret"}

	code, out, errors := probed(t, env.with("ATENDE_CATALOG", clinicFile("", "")), "--rate=1000")
	if code != exitOK || !strings.Contains(out, "75 of 75") || !strings.Contains(out, "first_name (note)") || !strings.Contains(errors, "75 questions") {
		t.Errorf("the right file: exit %d\n%s%s", code, out, errors)
	}

	wrong := env.with("ATENDE_CATALOG", clinicFile("{id: 4, name: Amil", "{id: 44, name: Amil"))
	code, out, _ = probed(t, wrong, "--rate=1000")
	if code != exitFailure || !strings.Contains(out, "clinica.yaml:34  plan") || !strings.Contains(out, "Amil (plan id 44)") {
		t.Errorf("a wrong plan: exit %d\n%s", code, out)
	}
	code, out, _ = probed(t, wrong, "--rate=1000", "--accept=plan", "--json")
	var report struct {
		Catalog  string
		Findings []struct {
			Line         int
			Kind, Likely string
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitOK {
		t.Fatalf("accepted: exit %d, %v\n%s", code, err, out)
	}
	if len(report.Findings) != 2 || report.Findings[1].Line != 34 || report.Findings[1].Likely != "id" || report.Catalog != wrong["ATENDE_CATALOG"] {
		t.Errorf("%+v", report)
	}

	code, out, errors = probed(t, env.with("ATENDE_CATALOG", clinicFile("", ""), "ATENDE_SCHEDULING_HEADERS", ""), "--rate=1000")
	if code != exitFailure || out != "" || !strings.Contains(errors, "401") {
		t.Errorf("without its token: exit %d\n%s%s", code, out, errors)
	}
}

func TestProbeSettings(t *testing.T) {
	t.Parallel()
	complete := environment{
		"ATENDE_CATALOG": filepath.Join("..", "..", "integrations", "catalog", "sample.yaml"), "ATENDE_SCHEDULING_URL": "http://127.0.0.1:1",
	}
	for want, c := range map[string]struct {
		env  environment
		args []string
	}{
		"ATENDE_CATALOG: is required":         {environment{"ATENDE_SCHEDULING_URL": "http://127.0.0.1:1"}, nil},
		"ATENDE_SCHEDULING_URL: is required":  {complete.with("ATENDE_SCHEDULING_URL", ""), nil},
		"--rate: must be a number of calls":   {complete, []string{"--rate=0"}},
		"--days: must be a whole number from": {complete, []string{"--days=400"}},
		"--accept: must be some of":           {complete, []string{"--accept=plan,nothing"}},
	} {
		if code, _, errors := probed(t, c.env, c.args...); code != exitUsage || !strings.Contains(errors, want) {
			t.Errorf("%s: exit %d: %s", want, code, errors)
		}
	}
}

// What is wrong with a clinic file names the setting, the flag where it was one, the file, the line and the key that was meant.
func TestACatalogueNamesFileAndFlag(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(catalogue, "specialty_id", "speciality_id", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, flag := range map[string]string{"flag": " (--catalog)", "variable": ""} {
		env, args := environment{"ATENDE_SCHEDULING_URL": "http://127.0.0.1:1"}, []string{"probe"}
		if from == "flag" {
			args = append(args, "--catalog", path)
		} else {
			env["ATENDE_CATALOG"] = path
		}
		var problems bytes.Buffer
		code := dispatch(t.Context(), world{out: io.Discard, err: &problems, env: env.get}, args)
		if code != exitUsage || !strings.Contains(problems.String(), "ATENDE_CATALOG: "+path+", line ") ||
			!strings.Contains(problems.String(), `unknown key "speciality_id", the nearest is specialty_id`+flag+"\n") {
			t.Errorf("%s: exit code %d, %s", from, code, &problems)
		}
	}
}
