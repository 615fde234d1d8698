// Package release checks what a release is made of: the version that files name, and the files that .ci/pack writes.
package release

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// top is the top of the repository.
const top = "../../.."

var update = flag.Bool("update", false, "write the version of CHANGELOG.md into the files that name it")

// named are the files that name the last release, and how often each does.
var named = map[string]int{
	"deploy/helm/atende/Chart.yaml": 2, "deploy/compose/compose.yaml": 2, "deploy/docker/Dockerfile": 2, "docs/deploy.md": 5,
}

// mention is how a file names a release, without the v.
var mention = regexp.MustCompile(`(?m)(^version: |^appVersion: "|ATENDE_VERSION:-|\batende[:_-]v?|VERSION=v|\bcheckout v|\btag: )([0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.~-]*)`)

// newest is the newest version with a heading in CHANGELOG.md, without the v.
func newest(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`(?m)^## v(\S+), \d{4}-\d\d-\d\d$`).FindSubmatch(text)
	if heading == nil {
		t.Fatal("CHANGELOG.md has no heading of a version")
	}
	return string(heading[1])
}

// CHANGELOG.md says which release is the last; chart, Compose and the instructions name that one (-update writes it there).
func TestVersions(t *testing.T) {
	version := newest(t)
	for name, want := range named {
		path := filepath.Join(top, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			text = mention.ReplaceAll(text, []byte("${1}"+version))
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		found := mention.FindAllStringSubmatch(string(text), -1)
		for _, m := range found {
			if m[2] != version {
				t.Errorf("%s: %q, the newest version in CHANGELOG.md is %s (make generate)", name, m[0], version)
			}
		}
		if len(found) != want {
			t.Errorf("%s names a version %d times, want %d", name, len(found), want)
		}
	}
}

// clone is a repository with what .ci/release reads, committed, and a pack that only says that it was called.
func clone(t *testing.T, changelog string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	release, err := os.ReadFile(filepath.Join(top, ".ci", "release"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".ci/release":                          string(release),
		".ci/pack":                             "#!/bin/sh\nmkdir dist && echo packed \"$@\" >dist/SHA256SUMS\n",
		".gitignore":                           "/dist/\n",
		"CHANGELOG.md":                         changelog,
		"deploy/check/go.mod":                  "module check\n",
		"deploy/check/release/version_test.go": "package release\n\nimport \"testing\"\n\nfunc TestVersions(*testing.T) {}\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git(t, folder, "init", "--quiet")
	commit(t, folder)
	return folder
}

// commit commits everything.
func commit(t *testing.T, folder string) {
	t.Helper()
	git(t, folder, "add", "--all")
	git(t, folder, "-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "--quiet", "--allow-empty", "--message=a")
}

func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	if said, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", folder}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, said)
	}
}

// A release is made of what is committed and has a heading, with nothing left above it and under no tag of another commit.
func TestRefusals(t *testing.T) {
	const kept = "# Changelog\n\n## Unreleased\n\n## v1.2.0, 2026-11-28\n\n- all new\n\n## v1.1.0, 2026-11-01\n\n- new\n"
	for _, try := range []struct {
		name, changelog, version, want string
		before                         func(folder string)
	}{
		{"as it should be", kept, "v1.2.0", "packed v1.2.0 dist", nil},
		{"the tag of this commit", kept, "", "packed v1.2.0 dist", func(folder string) { git(t, folder, "tag", "v1.2.0") }},
		{"no version", kept, "", "release: VERSION=vX.Y.Z", nil},
		{"no v", kept, "1.2.0", "release: VERSION=vX.Y.Z", nil},
		{"no heading", kept, "v1.3.0", "release: the newest heading", nil},
		{"not the newest", kept, "v1.1.0", "release: the newest heading", nil},
		{"no date", strings.Replace(kept, ", 2026-11-28", "", 1), "v1.2.0", "release: the newest heading", nil},
		{"left over", strings.Replace(kept, "Unreleased\n", "Unreleased\n\n- newer\n", 1), "v1.2.0", "release: CHANGELOG.md has changes above", nil},
		{"not committed", kept, "v1.2.0", "release: there are changes", func(folder string) {
			if err := os.WriteFile(filepath.Join(folder, "new"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		{"the tag of another", kept, "v1.2.0", "release: v1.2.0 is another commit", func(folder string) {
			git(t, folder, "tag", "v1.2.0")
			commit(t, folder)
		}},
		{"another version in a file", kept, "v1.2.0", "release: a file names another version", func(folder string) {
			path := filepath.Join(folder, "deploy", "check", "release", "version_test.go")
			if err := os.WriteFile(path, []byte("package release\n\nimport \"testing\"\n\nfunc TestVersions(t *testing.T) { t.Error() }\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			commit(t, folder)
		}},
	} {
		t.Run(try.name, func(t *testing.T) {
			folder := clone(t, try.changelog)
			if try.before != nil {
				try.before(folder)
			}
			args := []string{}
			if try.version != "" {
				args = append(args, try.version)
			}
			said, err := exec.CommandContext(t.Context(), filepath.Join(folder, ".ci", "release"), args...).CombinedOutput()
			if packed := strings.HasPrefix(try.want, "packed"); packed != (err == nil) || !strings.HasPrefix(string(said), try.want) {
				t.Errorf("%v, %s", err, said)
			}
		})
	}
}

// A release is signed by whoever has a key, the same again, and anybody can see that; without a key it says that it is not.
func TestSigned(t *testing.T) {
	const changelog = "# Changelog\n\n## Unreleased\n\n## v1.2.0, 2026-11-28\n\n- all new\n"
	run := func(dir, name string, args ...string) (string, error) {
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = dir
		said, err := command.CombinedOutput()
		return string(said), err
	}
	keys := t.TempDir()
	for _, kind := range []string{"ed25519", "ecdsa"} {
		if said, err := run(keys, "ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "a", "-f", kind); err != nil {
			t.Fatal(err, said)
		}
	}
	release := func(key string) (folder, said string, err error) {
		folder = clone(t, changelog)
		said, err = run(folder, "env", "RELEASE_KEY="+key, ".ci/release", "v1.2.0")
		return filepath.Join(folder, "dist"), said, err
	}
	signature := func() (dist string, signed []byte) {
		dist, said, err := release(filepath.Join(keys, "ed25519"))
		if err != nil || !strings.Contains(said, "SHA256SUMS.sig is signed by 256 SHA256:") {
			t.Fatal(err, said)
		}
		if signed, err = os.ReadFile(filepath.Join(dist, "SHA256SUMS.sig")); err != nil {
			t.Fatal(err)
		}
		return dist, signed
	}
	_, first := signature()
	dist, second := signature()
	if !bytes.Equal(first, second) {
		t.Error("two signatures of the same files differ")
	}
	public, err := os.ReadFile(filepath.Join(keys, "ed25519.pub"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dist, "releasers"), append([]byte("releaser "), public...), 0o600); err != nil {
		t.Fatal(err)
	}
	const verify = "ssh-keygen -Y verify -f releasers -I releaser -n atende -s SHA256SUMS.sig <SHA256SUMS"
	if guide, err := os.ReadFile(filepath.Join(top, "docs", "deploy.md")); err != nil || !strings.Contains(string(guide), verify) {
		t.Errorf("docs/deploy.md does not say how to verify: %v", err)
	}
	if said, err := run(dist, "sh", "-c", verify); err != nil {
		t.Errorf("%v, %s", err, said)
	}
	if said, err := run(dist, "sh", "-c", "echo forged >>SHA256SUMS && "+verify); err == nil {
		t.Errorf("forged sums pass: %s", said)
	}
	if dist, said, err := release(""); err != nil || !strings.Contains(said, "release: nothing is signed") {
		t.Error(err, said)
	} else if _, err := os.Stat(filepath.Join(dist, "SHA256SUMS.sig")); err == nil {
		t.Error("there is a signature of nobody")
	}
	for key, want := range map[string]string{"ecdsa": "RELEASE_KEY: has to be a key of the kind ed25519 or rsa", "none": "RELEASE_KEY: is no file"} {
		if _, said, err := release(filepath.Join(keys, key)); err == nil || !strings.Contains(said, want) {
			t.Errorf("%s: %v, %s", key, err, said)
		}
	}
}
