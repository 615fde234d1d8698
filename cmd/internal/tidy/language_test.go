package tidy

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// The packages that read and speak Portuguese have limits of their own: they grow by one phrase at a time, and a
// phrase that becomes code is one that nobody finds again.
var languageHalf = []string{"actors/language", "actors/understand", "actors/decide", "actors/pii"}

const (
	maxVariables = 4  // of a package, for 1,000 lines
	maxTerms     = 5  // of one condition
	maxBranches  = 20 // of one function
)

// readers are the sources of the language half, tests aside.
func readers(t *testing.T) []*file {
	t.Helper()
	var list []*file
	for _, f := range sources(t) {
		if !f.test && under(f.folder, languageHalf...) {
			list = append(list, f)
		}
	}
	return list
}

// State that a package keeps beside its values hides what depends on what.
func TestReadersHaveFewVariables(t *testing.T) {
	lines, variables := map[string]int{}, map[string]int{}
	for _, f := range readers(t) {
		lines[f.folder] += f.lines
		for _, declaration := range f.syntax.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok || group.Tok != token.VAR {
				continue
			}
			for _, spec := range group.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if name.Name != "_" {
						variables[f.folder]++
					}
				}
			}
		}
	}
	for folder, n := range variables {
		if allowed := max(1, maxVariables*lines[folder]/1000); n > allowed {
			t.Errorf("%s: %d package variables in %d lines, more than %d", folder, n, lines[folder], allowed)
		}
	}
}

// A condition of many terms is several ideas without a name.
func TestConditionsHaveFewTerms(t *testing.T) {
	for _, f := range readers(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if e, ok := n.(*ast.BinaryExpr); ok && logical(e) {
				if terms := termsOf(e); terms > maxTerms {
					t.Errorf("%s: a condition of %d terms, more than %d", f.at(e), terms, maxTerms)
				}
				return false
			}
			return true
		})
	}
}

func logical(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// termsOf counts what "and" and "or" join.
func termsOf(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return termsOf(e.X)
	case *ast.UnaryExpr:
		return termsOf(e.X)
	case *ast.BinaryExpr:
		if logical(e) {
			return termsOf(e.X) + termsOf(e.Y)
		}
	}
	return 1
}

// A function of many branches is a table that was written as code.
func TestFunctionsHaveFewBranches(t *testing.T) {
	for _, f := range readers(t) {
		for _, declaration := range f.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := branches(function); n > maxBranches {
				t.Errorf("%s: %s has %d branches, more than %d", f.at(function), function.Name.Name, n, maxBranches)
			}
		}
	}
}

func branches(function *ast.FuncDecl) int {
	n := 0
	ast.Inspect(function, func(node ast.Node) bool { // the function itself is not counted
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.BinaryExpr:
			if logical(node) {
				n++
			}
		}
		return true
	})
	return n
}

// Words belong into phrase files; a regular expression is for a format, and is named for it.
func TestRegexpsAreFormats(t *testing.T) {
	for _, f := range readers(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, value := range spec.Values {
				call, ok := value.(*ast.CallExpr)
				if ok && qualified(call.Fun) == "regexp.MustCompile" && !strings.HasSuffix(spec.Names[i].Name, "Format") {
					t.Errorf("%s: %s is a regular expression: write phrases, or name it …Format", f.at(spec), spec.Names[i].Name)
				}
			}
			return true
		})
	}
}

// portuguese is a list of words, or a phrase with alternatives, as phrase files hold them; names of traits, and
// sentences for a language model or an operator, are none: these say so in words of grammar.
var (
	portuguese = regexp.MustCompile(`^\s*[\p{Ll}|?~#*]+(\s+[\p{Ll}|?~#*.]+){7,}\s*$`)
	sentence   = regexp.MustCompile(`\b(não|foi|below|weak|past)\b`)
)

// A list of Portuguese words in Go is a phrase file that was not written.
func TestNoWordListsInGo(t *testing.T) {
	for _, f := range readers(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if ok && literal.Kind == token.STRING && portuguese.MatchString(strings.Trim(literal.Value, "`\"")) && !sentence.MatchString(literal.Value) {
				t.Errorf("%s: a list of words: %.40s…; it belongs into actors/language/data", f.at(literal), literal.Value)
			}
			return true
		})
	}
}
