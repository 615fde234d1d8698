package trial

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atende/deploy/check/image"
)

// Everything that the binary is made of is in the context of the build: its folders pass .dockerignore, and
// nothing that is left out is embedded.
func TestBuildContext(t *testing.T) {
	text, err := os.ReadFile(image.Dockerfile + ".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	let := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "!"); found {
			let[name] = true
		}
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{.Dir}}{{range .EmbedFiles}}\n{{$.Dir}}/{{.}}{{end}}{{end}}", "./cmd/atende")
	list.Dir = image.Top
	listed, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs(image.Top)
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	for line := range bytes.Lines(listed) {
		path, found := strings.CutPrefix(strings.TrimSpace(string(line)), top+"/")
		if !found {
			continue
		}
		ours++
		if first, _, _ := strings.Cut(path, "/"); !let[first] || strings.Contains(path, "/testdata/") {
			t.Errorf("%s is not in the context", path)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", ".ci/sbom", ".ci/sbom.mod", ".ci/sbom.sum"} {
		if !let[name] {
			t.Errorf("%s is not in the context", name)
		}
	}
	if ours < 20 {
		t.Errorf("%d folders of ours", ours)
	}
}
