package tidy

import (
	_ "embed"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:embed requirements.txt
var requirements string

// mention is how a requirement is named.
var mention = regexp.MustCompile(`\bS-(?:[0-9]|A[0-9]|[BC])-[0-9]+\b`)

// required are the ids of requirements.txt, in its order.
func required(t *testing.T) []string {
	t.Helper()
	var ids []string
	for line := range strings.Lines(requirements) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, sentence, _ := strings.Cut(line, " ")
		if mention.FindString(id) != id || strings.TrimSpace(sentence) == "" {
			t.Fatalf("requirements.txt: %q is not an id and a sentence", line)
		}
		if slices.Contains(ids, id) {
			t.Fatalf("requirements.txt: %s stands there twice", id)
		}
		ids = append(ids, id)
	}
	return ids
}

// Every requirement of the wire contract has a test that names it, and no test names one that does
// not exist.  A test names an id in a string (the name of a case or of a subtest) or in the comment
// of its function.
func TestEveryRequirementHasATest(t *testing.T) {
	ids := required(t)
	named := map[string]string{}
	for _, f := range sources(t) {
		if f.test && !under(f.folder, "cmd/internal/tidy") {
			f.mentions(named)
		}
	}
	for _, id := range ids {
		if named[id] == "" {
			t.Errorf("%s has no test", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(named)) {
		if !slices.Contains(ids, id) {
			t.Errorf("%s: names %s, which is no requirement", named[id], id)
		}
	}
}

// mentions adds the ids that the file names, with a place for each.
func (f *file) mentions(named map[string]string) {
	collect := func(n ast.Node, text string) {
		for _, id := range mention.FindAllString(text, -1) {
			named[id] = f.at(n)
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if strings.HasPrefix(n.Name.Name, "Test") || strings.HasPrefix(n.Name.Name, "Fuzz") {
				collect(n, n.Doc.Text())
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				collect(n, n.Value)
			}
		}
		return true
	})
}
