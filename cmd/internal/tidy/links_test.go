package tidy

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// link finds the target of a Markdown link that is no address.
	link = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)\s]*)?\)`)
	// testName finds a test that a document names as its evidence.
	testName = regexp.MustCompile("`(Test[A-Z]\\w*)`")
)

// What a document points at is there: files and folders beside it, and the tests that it names.
func TestDocumentsPointAtWhatIsThere(t *testing.T) {
	tests := map[string]bool{}
	for _, f := range sources(t) {
		for _, declared := range f.syntax.Decls {
			if function, ok := declared.(*ast.FuncDecl); ok && f.test {
				tests[function.Name.Name] = true
			}
		}
	}
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	documents := 0
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != top:
			return fs.SkipDir
		case !strings.HasSuffix(path, ".md"):
			return nil
		}
		documents++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), found[1])); err != nil {
				t.Errorf("%s points at %s, which is not there", path, found[1])
			}
		}
		for _, found := range testName.FindAllStringSubmatch(string(text), -1) {
			if !tests[found[1]] {
				t.Errorf("%s names %s, which is no test", path, found[1])
			}
		}
		return nil
	})
	if err != nil || documents < 10 {
		t.Errorf("%d documents, %v", documents, err)
	}
}
