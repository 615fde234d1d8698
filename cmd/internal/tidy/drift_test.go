package tidy

import (
	"go/ast"
	"regexp"
	"slices"
	"testing"
)

// Limits against growth case by case.  They are far above the usual size: whoever meets one has
// gathered too much in one place.
const (
	maxFile         = 600
	maxTestFile     = 800
	maxFunction     = 80
	maxTestFunction = 120 // a table of cases may be longer than a step of a program
)

func TestFilesStaySmall(t *testing.T) {
	for _, f := range sources(t) {
		limit := maxFile
		if f.test {
			limit = maxTestFile
		}
		if f.lines > limit {
			t.Errorf("%s: %d lines, more than %d; split it by noun or step", f.name, f.lines, limit)
		}
	}
}

func TestFunctionsStayShort(t *testing.T) {
	for _, f := range sources(t) {
		limit := maxFunction
		if f.test {
			limit = maxTestFunction
		}
		for _, declaration := range f.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if ok && f.span(function) > limit {
				t.Errorf("%s: %s has %d lines, more than %d", f.at(function), function.Name.Name, f.span(function), limit)
			}
		}
	}
}

// Names that say where a thing lies and not what it is.
var emptyNames = []string{"util", "utils", "common", "types", "manager", "helper", "helpers", "misc", "shared", "base"}

func TestPackagesAreNamedForWhatTheyAre(t *testing.T) {
	for _, f := range sources(t) {
		if slices.Contains(emptyNames, f.syntax.Name.Name) {
			t.Errorf("%s: package %s says nothing about its content", f.name, f.syntax.Name.Name)
		}
	}
}

var unfinished = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

// What is not done is an issue, where somebody finds it.
func TestNothingIsLeftForLater(t *testing.T) {
	for _, f := range sources(t) {
		if under(f.folder, "cmd/internal/tidy") {
			continue
		}
		for _, group := range f.syntax.Comments {
			if word := unfinished.FindString(group.Text()); word != "" {
				t.Errorf("%s: %s", f.at(group), word)
			}
		}
	}
}

// A skipped test proves nothing and looks green.
func TestNothingIsSkipped(t *testing.T) {
	for _, f := range sources(t) {
		if !f.test {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if name := qualified(n); slices.Contains([]string{"t.Skip", "t.Skipf", "t.SkipNow", "tb.Skip", "b.Skip"}, name) {
				t.Errorf("%s: %s", f.at(n), name)
			}
			return true
		})
	}
}
