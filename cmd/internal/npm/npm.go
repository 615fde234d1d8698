// Package npm installs programs of Node.js that tests run: linters, clients and servers that somebody else wrote, in the versions
// of a lock file, once a machine, into the user's cache.
package npm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Package is what npm is to install: a package.json and its package-lock.json, which names no registry, so that npm asks the one
// it is set up for.
type Package struct {
	Name           string // of the folder in the cache
	Manifest, Lock []byte
}

// installs is how often npm is tried; registries fail now and then.
const installs = 3

// ErrMissing says what a developer has to do.
var ErrMissing = errors.New("node and npm are needed, Node.js in version 20.17 or newer (apt install nodejs npm, or nodejs.org)")

// Install returns the folder with node_modules, which npm fills the first time on a machine.
func (p Package) Install(ctx context.Context) (folder string, err error) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("%w: %w", ErrMissing, err)
		}
	}
	home := p.home()
	if _, err := os.Stat(home); err == nil {
		return home, nil
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o700); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(home), "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh) // it has moved, if all went well
	if err := p.fetch(ctx, fresh); err != nil {
		return "", err
	}
	// Whole or not at all.  When another process was faster, its installation is as good as this one.
	_ = os.Rename(fresh, home)
	_, err = os.Stat(home)
	return home, err
}

// home is where this version is kept between runs.
func (p Package) home() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = filepath.Join(os.TempDir(), fmt.Sprintf("cache-%d", os.Getuid()))
	}
	sum := sha256.Sum256(p.Lock)
	return filepath.Join(cache, "atende-"+p.Name, hex.EncodeToString(sum[:8]))
}

// fetch lets npm install the package into a folder, checked against the lock file.  Its scripts are not run.
func (p Package) fetch(ctx context.Context, folder string) error {
	for name, content := range map[string][]byte{"package.json": p.Manifest, "package-lock.json": p.Lock} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			return err
		}
	}
	var err error
	for try := range installs {
		if err = run(ctx, folder); err == nil || ctx.Err() != nil {
			break
		}
		pause(ctx, time.Duration(try+1)*time.Second)
	}
	return err
}

// run runs npm once.
func run(ctx context.Context, folder string) error {
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
