// Package compose reads deploy/compose the way Docker Compose does, after the same preparation.
package compose

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"

	"atende/deploy/check/image"
)

// Prepare copies what compose.yaml refers to into folder, as in the repository, and runs init.sh there.
// It returns the folder that compose.yaml is in.
func Prepare(ctx context.Context, folder string) (string, error) {
	for _, part := range []string{"deploy/compose", "deploy/prometheus", "deploy/grafana/dashboards", "integrations/catalog/sample.yaml"} {
		to := filepath.Join(folder, part)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if text, err := exec.CommandContext(ctx, "cp", "-R", filepath.Join(image.Top, part), to).CombinedOutput(); err != nil {
			return "", fmt.Errorf("copy %s: %w\n%s", part, err, text)
		}
	}
	home := filepath.Join(folder, "deploy", "compose")
	for _, mine := range []string{".env", "clinic.yaml", "secrets", "texts.yaml", "compose.override.yaml"} { // of who works in this clone
		if err := os.RemoveAll(filepath.Join(home, mine)); err != nil {
			return "", err
		}
	}
	if text, err := exec.CommandContext(ctx, filepath.Join(home, "init.sh")).CombinedOutput(); err != nil {
		return "", fmt.Errorf("init.sh: %w\n%s", err, text)
	}
	return home, nil
}

// Load reads compose.yaml in folder, and compose.override.yaml where there is one, with the .env beside them and nothing of
// this process's environment; further pairs NAME=value win over .env.
func Load(ctx context.Context, folder string, env ...string) (*types.Project, error) {
	files := []string{filepath.Join(folder, "compose.yaml")}
	if more := filepath.Join(folder, "compose.override.yaml"); exists(more) {
		files = append(files, more)
	}
	options, err := cli.NewProjectOptions(files,
		cli.WithWorkingDirectory(folder), cli.WithEnv(env), cli.WithEnvFiles(filepath.Join(folder, ".env")), cli.WithDotEnv,
		cli.WithDefaultProfiles())
	if err != nil {
		return nil, err
	}
	return options.LoadProject(ctx)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
