package tidy

import (
	"go/doc"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What docs/library.md offers to others is there, shows how it is used in examples whose output is checked, can be imported
// from outside, and brings nothing of our own programs along; and what has examples is offered.
func TestLibrary(t *testing.T) {
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(top, "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := sources(t)
	shown := examplesByFolder(files)
	offered := map[string]bool{}
	for _, found := range regexp.MustCompile("(?m)^\\| \\[?`atende/([^`]+)`").FindAllStringSubmatch(string(page), -1) {
		folder := found[1]
		offered[folder] = true
		switch {
		case !slices.ContainsFunc(files, func(f *file) bool { return f.folder == folder && !f.test }):
			t.Errorf("docs/library.md: there is no package %s", folder)
		case shown[folder] == 0:
			t.Errorf("%s: no Example with an // Output:", folder)
		case slices.Contains(strings.Split(folder, "/"), "internal"):
			t.Errorf("%s: nobody else may import it", folder)
		}
		for _, below := range neededBy(files, folder) {
			if under(below, "cmd") {
				t.Errorf("%s needs %s", folder, below)
			}
		}
	}
	if len(offered) < 5 {
		t.Errorf("docs/library.md offers %d packages", len(offered))
	}
	for folder := range shown {
		if !offered[folder] {
			t.Errorf("%s has examples, and docs/library.md does not offer it", folder)
		}
	}
}

// examplesByFolder counts the examples that are run and compared.
func examplesByFolder(files []*file) map[string]int {
	count := map[string]int{}
	for _, f := range files {
		if !f.test {
			continue
		}
		for _, e := range doc.Examples(f.syntax) {
			if e.Output != "" || e.EmptyOutput {
				count[f.folder]++
			}
		}
	}
	return count
}

// neededBy are the folders of ours that a package is built of, itself among them.
func neededBy(files []*file, folder string) []string {
	found := []string{folder}
	for i := 0; i < len(found); i++ {
		for _, f := range files {
			if f.test || f.folder != found[i] {
				continue
			}
			for _, imported := range f.imports {
				if below, ours := strings.CutPrefix(imported, module); ours && !slices.Contains(found, below) {
					found = append(found, below)
				}
			}
		}
	}
	return found
}
