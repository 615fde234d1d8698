// Package tidy holds our own rules about this repository, as tests: which package may import which,
// what is documented, that documents point at what is there, how long files and functions may grow,
// what has no place here, that every requirement of the wire contract is proved by a test that names
// it, and that docs/asvs.md answers every requirement of ASVS.  A rule that people have to remember is
// broken sooner or later; a rule here breaks the build and says why it exists.
//
// The package reads the repository's sources and nothing else.
package tidy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// module is the path all our packages begin with.
const module = "atende/"

// file is one parsed Go source.
type file struct {
	name    string // path from the root of the repository, with slashes
	folder  string // its folder, likewise
	test    bool
	lines   int
	syntax  *ast.File
	set     *token.FileSet
	imports []string
}

// root is the top folder of the repository: the nearest one above that holds go.mod.
func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fs.ErrNotExist
		}
		dir = parent
	}
}

// load parses every Go file of the repository, in the order of their names.
func load(top string) ([]*file, error) {
	var files []*file
	set := token.NewFileSet()
	err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		if entry.IsDir() && name != top && (strings.HasPrefix(base, ".") || base == "testdata" || base == "bin") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(base, ".go") {
			return nil
		}
		parsed, err := read(set, top, name)
		files = append(files, parsed)
		return err
	})
	return files, err
}

// read parses one file.
func read(set *token.FileSet, top, name string) (*file, error) {
	syntax, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(top, name)
	if err != nil {
		return nil, err
	}
	f := &file{name: filepath.ToSlash(relative), syntax: syntax, set: set}
	f.folder = path.Dir(f.name)
	f.test = strings.HasSuffix(f.name, "_test.go")
	f.lines = set.File(syntax.Pos()).LineCount()
	for _, spec := range syntax.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		f.imports = append(f.imports, imported)
	}
	return f, nil
}

// at is where a node stands, for a message.
func (f *file) at(node ast.Node) string {
	return f.name + ":" + strconv.Itoa(f.set.Position(node.Pos()).Line)
}

// span is how many lines a node takes.
func (f *file) span(node ast.Node) int {
	return f.set.Position(node.End()).Line - f.set.Position(node.Pos()).Line + 1
}

// under reports whether folder is within one of the given folders.
func under(folder string, within ...string) bool {
	for _, top := range within {
		if folder == top || strings.HasPrefix(folder, top+"/") {
			return true
		}
	}
	return false
}
