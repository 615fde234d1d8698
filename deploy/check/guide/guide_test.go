// Package guide checks what docs/deploy.md and the chart's README name: settings, verbs, files of the
// repository and values of the chart.  That its commands do what they say is tried by hand.
package guide

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"atende/deploy/check/chart"
	"atende/deploy/check/image"
	"atende/deploy/check/program"
)

// pages are the documents, from the top of the repository.
var pages = []string{"docs/deploy.md", "deploy/helm/atende/README.md"}

func read(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(image.Top, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every setting and every verb is one that the binary knows.
func TestSettingsAndVerbs(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	verbs, err := program.Verbs(t.Context(), binary)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := program.Settings(t.Context(), binary, "serve")
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`ATENDE_[A-Z_]*[A-Z]`)
	verb := regexp.MustCompile("(?:`|/|-- /)atende ([a-z]+)")
	found := 0
	for _, page := range pages {
		text := read(t, page)
		for _, name := range variable.FindAllString(text, -1) {
			found++
			if !program.Knows(settings, name) && name != "ATENDE_NAME" {
				t.Errorf("%s: there is no setting %s", page, name)
			}
		}
		for _, match := range verb.FindAllStringSubmatch(text, -1) {
			found++
			if !slices.Contains(verbs, match[1]) {
				t.Errorf("%s: there is no verb %s", page, match[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d names were found", found)
	}
}

// Every path of the repository is there, links included.
func TestPathsExist(t *testing.T) {
	path := regexp.MustCompile(`\b(?:deploy|docs|integrations)/[a-z0-9._/-]*[a-z0-9]`)
	link := regexp.MustCompile(`\]\(([^)#]+)`)
	for _, page := range pages {
		text := read(t, page)
		for _, name := range path.FindAllString(text, -1) {
			if _, err := os.Stat(filepath.Join(image.Top, name)); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(image.Top, filepath.Dir(page), match[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// What the guide tells Prometheus is what Prometheus takes.
func TestPrometheusConfiguration(t *testing.T) {
	folder := t.TempDir()
	var config []string
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(read(t, "docs/deploy.md"), -1) {
		if strings.Contains(block[1], "scrape_configs:") || strings.Contains(block[1], "alertmanagers:") {
			config = append(config, block[1])
		}
	}
	if len(config) != 2 {
		t.Fatalf("%d pieces of a configuration", len(config))
	}
	rules, err := filepath.Abs(filepath.Join(image.Top, "deploy", "prometheus", "rules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(rules, filepath.Join(folder, "rules")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "prometheus.yml")
	if err := os.WriteFile(path, []byte(strings.Join(config, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), "promtool", "check", "config", path).CombinedOutput()
	if err != nil || !strings.Contains(string(text), "rules found") {
		t.Errorf("promtool (apt install prometheus): %v\n%s", err, text)
	}
}

// The values that the guide writes down are such that the chart takes them.
func TestValues(t *testing.T) {
	_, rest, found := strings.Cut(read(t, "docs/deploy.md"), "`clinic-values.yaml`:\n\n```yaml\n")
	written, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("the guide has no values")
	}
	values := map[string]any{}
	if err := yaml.Unmarshal([]byte(written), &values); err != nil {
		t.Fatal(err)
	}
	values["catalog"] = "clinic: X\n"
	rendered, err := chart.Render(values)
	if err != nil {
		t.Fatal(err)
	}
	if objects, err := chart.Objects(rendered); err != nil || len(objects) < 10 {
		t.Errorf("%d objects, %v", len(objects), err)
	}
}
