package live

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// promtool runs Prometheus' own checks.
func promtool(t *testing.T, args ...string) {
	t.Helper()
	path, err := need("promtool")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, args...)
	if text, err := command.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

// The rules are what Prometheus takes, and do with made-up numbers what they should.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("../../prometheus/rules/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	promtool(t, append([]string{"check", "rules"}, files...)...)
	tests, err := filepath.Glob("../../prometheus/tests/*.yml")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of the rules (%v)", err)
	}
	for _, file := range tests {
		for name, narrow := range byAlert(t, file) {
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				t.Parallel()
				promtool(t, "test", "rules", narrow)
			})
		}
	}
}

// byAlert splits a file of tests: for each alert, or those that one test asks for, the tests of it, with what is recorded
// and without the other alerts.  Nothing looks at another alert, and promtool would evaluate all of them at each step of each test.
func byAlert(t *testing.T, file string) (files map[string]string) {
	t.Helper()
	var all map[string]any
	decode(t, file, &all)
	tests := map[string][]any{}
	for _, test := range all["tests"].([]any) {
		asked := test.(map[string]any)["alert_rule_test"].([]any)
		if len(asked) == 0 {
			t.Fatalf("%s: a test asks for no alert: %v", file, test)
		}
		var names []string
		for _, a := range asked {
			names = append(names, a.(map[string]any)["alertname"].(string))
		}
		slices.Sort(names)
		name := strings.Join(slices.Compact(names), ",")
		tests[name] = append(tests[name], test)
	}
	files = map[string]string{}
	for name, few := range tests {
		folder := t.TempDir()
		var from []any
		for i, path := range all["rule_files"].([]any) {
			to := fmt.Sprint(i, ".yml")
			encode(t, filepath.Join(folder, to), only(t, filepath.Join(filepath.Dir(file), path.(string)), strings.Split(name, ",")...))
			from = append(from, to)
		}
		files[name] = filepath.Join(folder, "tests.yml")
		narrow := maps.Clone(all)
		narrow["tests"], narrow["rule_files"] = few, from
		encode(t, files[name], narrow)
	}
	return files
}

// only is a file of rules without the alerts of other names.
func only(t *testing.T, file string, alerts ...string) map[string]any {
	t.Helper()
	var all map[string]any
	decode(t, file, &all)
	for _, g := range all["groups"].([]any) {
		group := g.(map[string]any)
		group["rules"] = slices.DeleteFunc(group["rules"].([]any), func(r any) bool {
			name, isAlert := r.(map[string]any)["alert"]
			return isAlert && !slices.Contains(alerts, name.(string))
		})
	}
	return all
}

// encode writes a file of Prometheus.
func encode(t *testing.T, file string, value any) {
	t.Helper()
	text, err := yaml.Marshal(value)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tried is a file of tests of rules, as far as it matters here.
type tried struct {
	Tests []struct {
		AlertRuleTest []struct {
			AlertName string `yaml:"alertname"`
			ExpAlerts []any  `yaml:"exp_alerts"`
		} `yaml:"alert_rule_test"`
	}
}

// Every alert is tried with numbers at which it fires and with numbers at which it must not.
func TestEveryAlertIsTriedBothWays(t *testing.T) {
	files, err := filepath.Glob("../../prometheus/tests/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	fires, quiet := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		var read tried
		decode(t, file, &read)
		for _, test := range read.Tests {
			for _, a := range test.AlertRuleTest {
				fires[a.AlertName] = fires[a.AlertName] || len(a.ExpAlerts) > 0
				quiet[a.AlertName] = quiet[a.AlertName] || len(a.ExpAlerts) == 0
			}
		}
	}
	for _, r := range rules(t) {
		if r.Alert != "" && (!fires[r.Alert] || !quiet[r.Alert]) {
			t.Errorf("%s: fires in a test: %t, is quiet in one: %t", r.Alert, fires[r.Alert], quiet[r.Alert])
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (Atende\w+)$`)

// Every alert says how much it matters and where to read on, and the runbook has a section for each and for no
// other.
func TestEveryAlertIsInTheRunbook(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(top, "docs", "runbook.md"))
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]bool{}
	for _, found := range heading.FindAllStringSubmatch(string(content), -1) {
		sections[found[1]] = true
	}
	for _, r := range rules(t) {
		if r.Alert == "" {
			continue
		}
		if !sections[r.Alert] {
			t.Errorf("docs/runbook.md has no section %s", r.Alert)
		}
		delete(sections, r.Alert)
		if s := r.Labels["severity"]; s != "page" && s != "ticket" {
			t.Errorf("%s: severity %q", r.Alert, s)
		}
		if !strings.HasSuffix(r.Annotations["runbook_url"], "#"+strings.ToLower(r.Alert)) {
			t.Errorf("%s: runbook_url %q", r.Alert, r.Annotations["runbook_url"])
		}
		if r.Annotations["summary"] == "" || !strings.HasSuffix(r.Annotations["description"], ".") {
			t.Errorf("%s: summary and description %v", r.Alert, r.Annotations)
		}
	}
	for name := range sections {
		t.Errorf("docs/runbook.md explains %s, which is no alert", name)
	}
}
