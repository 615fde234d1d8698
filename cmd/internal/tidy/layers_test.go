package tidy

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layered is the package whose files have an order, published in the DESIGN.md beside them, and most how many in a
// hundred references from one file to another may point up in it.
const (
	layered = "actors/session"
	most    = 20
)

// A reader who begins at the bottom of the session's files rarely meets a name that was not explained yet.
func TestFilesPointDown(t *testing.T) {
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(top, layered, "DESIGN.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "## The files, from the top down\n")
	list, _, _ = strings.Cut(list, "\n## ")
	var order []string
	for _, found := range regexp.MustCompile("`([a-z_]+\\.go)`").FindAllStringSubmatch(list, -1) {
		order = append(order, found[1])
		if _, err := os.Stat(filepath.Join(top, layered, found[1])); err != nil {
			t.Errorf("%s/DESIGN.md: %s has a place and is not there", layered, found[1])
		}
	}
	var up []string
	references := referencesIn(t, layered)
	for _, r := range references {
		from, to := slices.Index(order, r.from), slices.Index(order, r.to)
		if from < 0 || to < 0 {
			t.Errorf("%s or %s has no place in %s/DESIGN.md", r.from, r.to, layered)
		}
		if to < from {
			up = append(up, r.from+" → "+r.to)
		}
	}
	t.Logf("%d of %d references from file to file point up: %s", len(up), len(references), strings.Join(up, ", "))
	if len(references) < 100 || len(up)*100 > len(references)*most {
		t.Errorf("%d of %d references point up", len(up), len(references))
	}
}

// reference says that one file of a package uses something of another one.
type reference struct{ from, to string }

// referencesIn are those of a package, each pair of files once.
func referencesIn(t *testing.T, folder string) []reference {
	t.Helper()
	var files []*ast.File
	var set *token.FileSet
	for _, f := range sources(t) {
		if f.folder == folder && !f.test {
			files, set = append(files, f.syntax), f.set
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: nothing{}, Error: func(error) {}} // what other packages are does not matter
	pkg, _ := check.Check(folder, set, files, info)
	found := map[reference]bool{}
	for name, used := range info.Uses {
		r := reference{path.Base(set.Position(name.Pos()).Filename), path.Base(set.Position(used.Pos()).Filename)}
		if used.Pkg() == pkg && r.from != r.to {
			found[r] = true
		}
	}
	list := make([]reference, 0, len(found))
	for r := range found {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b reference) int { return strings.Compare(a.from+" "+a.to, b.from+" "+b.to) })
	return list
}

// nothing imports nothing.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not looked at") }
