package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// Every name has words and every text has a name.
func TestNamesAndTexts(t *testing.T) {
	names := declared(t)
	texts := Default()
	for id := range names {
		if texts.Variants(id) == 0 {
			t.Errorf("%s has no text", id)
		}
	}
	for id := range texts.variants {
		if !names[id] {
			t.Errorf("%s has no name in ids.go", id)
		}
	}
}

// declared are the ids of ids.go.
func declared(t *testing.T) map[ID]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "ids.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[ID]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			id, _ := strconv.Unquote(lit.Value)
			ids[ID(id)] = true
		}
		return true
	})
	return ids
}

func TestText(t *testing.T) {
	texts := Default()
	got := texts.Text(AskSame, "name", "Rosa {x} Alves")
	if !strings.Contains(got, "*Rosa {x} Alves*") {
		t.Errorf("%q", got)
	}
	first, second := texts.Variant(PendingStill, 0), texts.Variant(PendingStill, 1)
	if first == second || texts.Variant(PendingStill, 2) != first || texts.Variant(PendingStill, -1) != first {
		t.Errorf("%q, %q", first, second)
	}
}
