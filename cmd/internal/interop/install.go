package interop

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed" // what npm is to install
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The pinned package and its checksum.  The lock file names no registry: npm asks the one it is set up for.
var (
	//go:embed package.json
	manifest []byte
	//go:embed package-lock.json
	lock []byte
)

// program is the server within an installation.
const program = "node_modules/@copilotkit/aimock/dist/cli.js"

// installs is how often npm is tried; registries fail now and then.
const installs = 3

// errMissing says what a developer has to do.
var errMissing = errors.New("node and npm are needed, Node.js in version 20.15 or newer (apt install nodejs npm, or nodejs.org)")

// install returns the path of the server's program, which npm fetches the first time on a machine.
func install(ctx context.Context) (string, error) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("%w: %w", errMissing, err)
		}
	}
	home := installation()
	if _, err := os.Stat(filepath.Join(home, program)); err == nil {
		return filepath.Join(home, program), nil
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o700); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(home), "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh) // it has moved, if all went well
	if err := fetch(ctx, fresh); err != nil {
		return "", err
	}
	// Whole or not at all.  When another process was faster, its installation is as good as this one.
	_ = os.Rename(fresh, home)
	_, err = os.Stat(filepath.Join(home, program))
	return filepath.Join(home, program), err
}

// installation is where this version is kept between runs.
func installation() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = filepath.Join(os.TempDir(), fmt.Sprintf("cache-%d", os.Getuid()))
	}
	sum := sha256.Sum256(lock)
	return filepath.Join(cache, "atende-interop", hex.EncodeToString(sum[:8]))
}

// fetch lets npm install the package into a folder, checked against the lock file.  Its scripts are not run.
func fetch(ctx context.Context, folder string) error {
	for name, content := range map[string][]byte{"package.json": manifest, "package-lock.json": lock} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			return err
		}
	}
	var err error
	for try := range installs {
		if err = npm(ctx, folder); err == nil || ctx.Err() != nil {
			break
		}
		pause(ctx, time.Duration(try+1)*time.Second)
	}
	return err
}

// npm runs once.
func npm(ctx context.Context, folder string) error {
	command := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
		"--fetch-timeout=20000", "--fetch-retries=1")
	command.Dir = folder
	command.WaitDelay = time.Second
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, cmp.Or(strings.TrimSpace(string(output)), "(it said nothing)"))
	}
	return nil
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
