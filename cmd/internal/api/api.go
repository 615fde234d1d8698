// Package api holds the OpenAPI documents of this repository against tools that others wrote: a linter, and a generator of clients
// in another language, with which an appointment is booked.  It also makes docs/api.md of them.
package api

import (
	"context"
	_ "embed" // what npm is to install
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"atende/cmd/internal/npm"
)

// The tools: spectral lints, openapi-typescript and openapi-fetch make a client, and the compiler of TypeScript checks who uses it.
var (
	//go:embed package.json
	manifest []byte
	//go:embed package-lock.json
	lock []byte
	//go:embed spectral.yaml
	rules []byte
	//go:embed client/book.ts
	book []byte
	//go:embed client/tsconfig.json
	compiler []byte
)

// toolLimit bounds one run of a tool.
const toolLimit = 10 * time.Minute

// Tools are the installed ones, in a folder of their own for what they make.
type Tools struct{ folder string }

// Install gets the tools, from npm the first time on a machine, for work in a folder that the caller removes.
func Install(ctx context.Context, folder string) (*Tools, error) {
	home, err := npm.Package{Name: "api", Manifest: manifest, Lock: lock}.Install(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.Symlink(filepath.Join(home, "node_modules"), filepath.Join(folder, "node_modules")); err != nil {
		return nil, err
	}
	t := &Tools{folder}
	for name, content := range map[string][]byte{
		"spectral.yaml": rules, "book.ts": book, "tsconfig.json": compiler, "package.json": []byte(`{"type":"module"}`),
	} {
		if err := t.write(name, content); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Lint returns what the linter says against documents, by their names; nil for nothing.
func (t *Tools) Lint(ctx context.Context, documents map[string][]byte) error {
	arguments := []string{"node_modules/@stoplight/spectral-cli/dist/index.js", "lint", "--ruleset=spectral.yaml", "--fail-severity=hint"}
	for name, document := range documents {
		if err := t.write(name+".json", document); err != nil {
			return err
		}
		arguments = append(arguments, name+".json")
	}
	_, err := t.node(ctx, arguments...)
	return err
}

// Book makes a client of a document, compiles the program that uses it, and books with it at the API of that address; what it
// printed is returned.
func (t *Tools) Book(ctx context.Context, document []byte, arguments ...string) ([]byte, error) {
	if err := t.write("api.json", document); err != nil {
		return nil, err
	}
	if _, err := t.node(ctx, "node_modules/openapi-typescript/bin/cli.js", "api.json", "-o", "api.d.ts"); err != nil {
		return nil, err
	}
	if _, err := t.node(ctx, "node_modules/typescript/bin/tsc", "-p", "."); err != nil {
		return nil, err
	}
	return t.node(ctx, append([]string{"book.js"}, arguments...)...)
}

func (t *Tools) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(t.folder, name), content, 0o600)
}

// node runs a program of Node.js, and returns what it printed; the error has all it said.
func (t *Tools) node(ctx context.Context, arguments ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, toolLimit)
	defer cancel()
	command := exec.CommandContext(ctx, "node", arguments...)
	command.Dir, command.WaitDelay = t.folder, time.Second
	var said strings.Builder
	command.Stderr = &said
	printed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("node %s: %w\n%s%s", arguments[0], err, printed, &said)
	}
	return printed, nil
}
