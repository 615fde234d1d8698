package decide_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"atende/metrics"
)

// Every reason of a hand-over that the code can give is counted under its own name; what a language model calls
// "outro" and its like are counted as others.
func TestReasonsAreCounted(t *testing.T) {
	found := map[string]token.Position{}
	for _, folder := range []string{"../conversation", "emergency", "rules", "model"} {
		for reason, at := range reasonsIn(t, folder) {
			found[reason] = at
		}
	}
	for _, known := range []string{"erro", "emergencia", "muitos_cpfs", "muitas_marcacoes", "muitas_mensagens", "agendamento_incerto", "sem_horarios", "pediu_atendente", "transferencia_pendente"} {
		if _, ok := found[known]; !ok {
			t.Errorf("the reason %s was not found in the code", known)
		}
	}
	for reason, at := range found {
		if !slices.Contains(metrics.HandOverReasons, reason) {
			t.Errorf("%v: %s is no reason of metrics.HandOverReasons", at, reason)
		}
	}
}

// reasonsIn are the constants of a folder that are called a reason of a hand-over, and what stands behind "Reason:"
// or "reason:" in so many words, but for reasons why a tool's call was refused.
func reasonsIn(t *testing.T, folder string) map[string]token.Position {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", folder, err)
	}
	found, set := map[string]token.Position{}, token.NewFileSet()
	note := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if reason, err := strconv.Unquote(lit.Value); err == nil && reason != "" {
				found[reason] = set.Position(lit.Pos())
			}
		}
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec: // a constant
				for i, id := range n.Names {
					if named := strings.HasPrefix(strings.ToLower(id.Name), "reason"); named && n.Type == nil && i < len(n.Values) {
						note(n.Values[i])
					}
				}
			case *ast.CompositeLit: // a transfer
				for _, element := range n.Elts {
					if pair, ok := element.(*ast.KeyValueExpr); ok && isReason(pair.Key) && !refuses(n) {
						note(pair.Value)
					}
				}
			}
			return true
		})
	}
	return found
}

func isReason(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	return ok && strings.EqualFold(id.Name, "reason")
}

// refuses reports a refusal, or a result, of a tool.
func refuses(lit *ast.CompositeLit) bool {
	name, ok := lit.Type.(*ast.Ident)
	return ok && (name.Name == "refusal" || name.Name == "result" || name.Name == "Refusal" || name.Name == "Violation")
}
