package tidy

import (
	"go/ast"
	"go/token"
	"slices"
	"testing"
)

// minDocumented is the share of exported names that must have a comment.
const minDocumented = 0.99

func TestEveryPackageHasAComment(t *testing.T) {
	documented, seen := map[string]bool{}, map[string]bool{}
	for _, f := range sources(t) {
		if f.test {
			continue
		}
		seen[f.folder] = true
		documented[f.folder] = documented[f.folder] || f.syntax.Doc.Text() != ""
	}
	for folder := range seen {
		if !documented[folder] {
			t.Errorf("%s: the package has no comment", folder)
		}
	}
}

func TestExportedNamesAreDocumented(t *testing.T) {
	files := sources(t)
	known := interfaceMethods(files)
	total, bare := 0, []string{}
	for _, f := range files {
		if f.test || f.syntax.Name.Name == "main" {
			continue
		}
		for _, name := range exported(f, known) {
			total++
			if !name.documented {
				bare = append(bare, name.where)
			}
		}
	}
	if share := 1 - float64(len(bare))/float64(total); share < minDocumented {
		t.Errorf("%.1f %% of %d exported names are documented; these are not:", 100*share, total)
		for _, where := range bare {
			t.Error(where)
		}
	}
}

// name is an exported name.
type name struct {
	where      string
	documented bool
}

// exported lists the exported names that f declares.  Methods that an interface asks for are
// documented there and left out.
func exported(f *file, known []string) []name {
	var names []name
	add := func(n ast.Node, label string, docs ...*ast.CommentGroup) {
		written := slices.ContainsFunc(docs, func(g *ast.CommentGroup) bool { return g.Text() != "" })
		names = append(names, name{where: f.at(n) + ": " + label, documented: written})
	}
	for _, declaration := range f.syntax.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && exportedReceiver(d) && (d.Recv == nil || !slices.Contains(known, d.Name.Name)) {
				add(d, d.Name.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				addSpec(d, spec, add)
			}
		}
	}
	return names
}

// addSpec hands the exported names of a const, type or var to add.  A comment on a group speaks for
// its members.
func addSpec(group *ast.GenDecl, spec ast.Spec, add func(ast.Node, string, ...*ast.CommentGroup)) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			add(s, s.Name.Name, s.Doc, s.Comment, group.Doc)
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			if id.IsExported() && group.Tok != token.IMPORT {
				add(s, id.Name, s.Doc, s.Comment, group.Doc)
			}
		}
	}
}

// exportedReceiver reports whether a function can be reached from outside: it has no receiver, or one
// whose type is exported.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	id, ok := receiver.(*ast.Ident)
	return ok && id.IsExported()
}

// interfaceMethods are the methods of our interfaces and the usual ones of the standard library.
func interfaceMethods(files []*file) []string {
	methods := []string{"String", "Error", "Unwrap", "Is", "Format", "LogValue", "ServeHTTP", "RoundTrip",
		"UnmarshalYAML", "UnmarshalJSON", "MarshalJSON", "MarshalText", "UnmarshalText"}
	for _, f := range files {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if kind, ok := n.(*ast.InterfaceType); ok {
				for _, method := range kind.Methods.List {
					for _, id := range method.Names {
						methods = append(methods, id.Name)
					}
				}
			}
			return true
		})
	}
	return methods
}
