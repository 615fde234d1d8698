package chart_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"atende/deploy/check/chart"
	"atende/deploy/check/image"
	"atende/deploy/check/program"
)

var update = flag.Bool("update", false, "write into the chart what it copies: rules, dashboards, the names of settings")

// asked are the settings of serve, asked of the binary, which is built once.
var asked = sync.OnceValues(func() ([]program.Setting, error) {
	folder, err := os.MkdirTemp("", "atende-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is temporary anyway
	binary := filepath.Join(folder, "atende")
	if err := program.Build(context.Background(), binary); err != nil {
		return nil, err
	}
	return program.Settings(context.Background(), binary, "serve")
})

func settings(t *testing.T) []program.Setting {
	t.Helper()
	all, err := asked()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// foreign are variables that are not atende's: of Go, and one that another variable is made of.
var foreign = []string{"GOMEMLIMIT", "POD_IP"}

// Every variable of the manifests is a setting of serve, none is there twice, and none that serve requires is
// missing.
func TestSettingsExist(t *testing.T) {
	known := settings(t)
	every(t, func(t *testing.T, all []runtime.Object) {
		c := one[*apps.StatefulSet](t, all).Spec.Template.Spec.Containers[0]
		if !slices.Equal(c.Args, []string{"serve"}) {
			t.Errorf("arguments %v", c.Args)
		}
		given := map[string]bool{}
		for _, variable := range c.Env {
			if !program.Knows(known, variable.Name) && !slices.Contains(foreign, variable.Name) {
				t.Errorf("there is no setting %s", variable.Name)
			}
			name := strings.TrimSuffix(variable.Name, "_FILE")
			if given[name] {
				t.Errorf("%s is set twice", name)
			}
			given[name] = true
		}
		for _, setting := range known {
			if setting.Required && !given[setting.Name] {
				t.Errorf("%s is required", setting.Name)
			}
		}
		secretFilesExist(t, all)
	})
}

// secretFilesExist sees to it that every file of a secret is one that the volume has.
func secretFilesExist(t *testing.T, all []runtime.Object) {
	t.Helper()
	pod := one[*apps.StatefulSet](t, all).Spec.Template.Spec
	i := slices.IndexFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == "secrets" })
	for _, variable := range pod.Containers[0].Env {
		file, secret := strings.CutPrefix(variable.Value, "/etc/atende/secrets/")
		if secret && !slices.ContainsFunc(pod.Volumes[i].Secret.Items, func(k core.KeyToPath) bool { return k.Path == file }) {
			t.Errorf("%s: the Secret is not asked for the key", variable.Name)
		}
	}
}

// own are the settings that the chart has a value of its own for, or sets by itself.
var own = []string{
	"ATENDE_LISTEN", "ATENDE_ADMIN_LISTEN", "ATENDE_NODE_ID", "ATENDE_CLUSTER_LISTEN", "ATENDE_CATALOG", "ATENDE_TEXTS",
	"ATENDE_MODEL_INSTRUCTIONS", "ATENDE_GATEWAY_URL", "ATENDE_CHANNEL_ID", "ATENDE_HUMAN_DEPARTMENT_ID", "ATENDE_SCHEDULING_URL",
	"ATENDE_ALLOWED_INSTANCES", "ATENDE_ALLOWED_TEAM",
	// A node is called by its address, which no certificate knows in advance; the NetworkPolicy takes its place.
	"ATENDE_CLUSTER_CERT", "ATENDE_CLUSTER_KEY", "ATENDE_CLUSTER_CA",
}

// The schema knows every other setting, so that helm refuses a name that is misspelt.  Secrets are among them:
// the chart itself says what to do with these.
func TestSchemaKnowsSettings(t *testing.T) {
	var want []any
	for _, setting := range settings(t) {
		if !slices.Contains(own, setting.Name) {
			want = append(want, setting.Name)
		}
	}
	path := filepath.Join(chart.Folder, "values.schema.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), `"propertyNames": {`)
	_, after, closed := strings.Cut(rest, "}")
	if !found || !closed {
		t.Fatal("the schema has no propertyNames")
	}
	names, err := json.MarshalIndent(map[string]any{"enum": want}, "        ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, path, []byte(before+`"propertyNames": `+string(names)+after))
}

// Rules and dashboards in the chart are those of the repository: a package of the chart has to hold them, and
// links out of it are refused by what deploys it.
func TestCopiesAreEqual(t *testing.T) {
	for folder, pattern := range map[string]string{
		"rules":      filepath.Join(image.Top, "deploy", "prometheus", "rules", "*.yml"),
		"dashboards": filepath.Join(image.Top, "deploy", "grafana", "dashboards", "*.json"),
	} {
		originals, err := filepath.Glob(pattern)
		if err != nil || len(originals) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		home := filepath.Join(chart.Folder, "files", folder)
		var names []string
		for _, original := range originals {
			content, err := os.ReadFile(original)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.Base(original))
			compare(t, filepath.Join(home, filepath.Base(original)), content)
		}
		copies, err := os.ReadDir(home)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range copies {
			if !slices.Contains(names, c.Name()) {
				t.Errorf("%s/%s is no copy of anything", home, c.Name())
			}
		}
	}
}

// compare wants the file to be so, or makes it so with -update.
func compare(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want, 0o644); err != nil { // a file of the repository
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not up to date (make generate): %v", path, err)
	}
}
