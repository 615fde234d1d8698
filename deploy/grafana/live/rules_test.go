package live

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			promtool(t, "test", "rules", file)
		})
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
