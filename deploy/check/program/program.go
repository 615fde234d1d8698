// Package program builds atende and asks it what settings its verbs have.
package program

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"atende/deploy/check/image"
)

// Build builds the binary at path, with the flags of `make build` and of the image.  Linking takes seconds, so that it is a
// copy of one that the go command leaves alone while it is up to date.
func Build(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "sh", "-ec", `go build -trimpath -o "$0" ./cmd/atende && cp "$0" "$1"`, "bin/.check/atende", path)
	build.Dir = image.Top
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	return image.Compile(build)
}

// Setting is what the help of a verb says of one setting with a variable.
type Setting struct {
	Name     string // of the variable
	Required bool
}

// line is how a setting begins in a help text.
var line = regexp.MustCompile(`(?m)^  --[a-z-]+  \((ATENDE_[A-Z_]+)\)(  required)?`)

// Settings are the variables that a verb of the binary knows.
func Settings(ctx context.Context, binary, verb string) ([]Setting, error) {
	text, err := exec.CommandContext(ctx, binary, verb, "--help").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --help: %w", verb, err)
	}
	var all []Setting
	for _, found := range line.FindAllSubmatch(text, -1) {
		all = append(all, Setting{Name: string(found[1]), Required: len(found[2]) > 0})
	}
	if len(all) == 0 || !bytes.Contains(text, []byte("_FILE")) {
		return nil, fmt.Errorf("the help of %s is not what it was", verb)
	}
	return all, nil
}

// Verbs are the words that the binary's own list of verbs has.
func Verbs(ctx context.Context, binary string) ([]string, error) {
	text, err := exec.CommandContext(ctx, binary, "help").Output()
	if err != nil {
		return nil, err
	}
	var all []string
	for _, found := range regexp.MustCompile(`(?m)^  ([a-z]+) `).FindAllSubmatch(text, -1) {
		all = append(all, string(found[1]))
	}
	return all, nil
}

// Knows reports whether a variable, or the one whose file it names, is among the settings.
func Knows(all []Setting, name string) bool {
	return slices.ContainsFunc(all, func(s Setting) bool { return s.Name == name || s.Name+"_FILE" == name })
}
