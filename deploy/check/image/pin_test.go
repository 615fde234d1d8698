package image

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pin runs .ci/images on a copy of the files that name images, with a docker that says digest of postgres alone.
func pin(t *testing.T, top, digest string, args ...string) (said string, err error) {
	t.Helper()
	tools := t.TempDir()
	docker := "#!/bin/sh\ncase \"$4\" in *postgres*) echo " + digest + " ;; *) echo no network >&2; exit 1 ;; esac\n"
	if err := os.WriteFile(filepath.Join(tools, "docker"), []byte(docker), 0o755); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), filepath.Join(top, ".ci", "images"), args...)
	run.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
	out, err := run.CombinedOutput()
	return string(out), err
}

// Images are named by the digest that their registry says, again and again; what has none is said, and is no failure.
func TestImagesArePinned(t *testing.T) {
	top := t.TempDir()
	compose := filepath.Join("deploy", "compose", "compose.yaml")
	for _, name := range []string{filepath.Join(".ci", "images"), compose, filepath.Join("deploy", "docker", "Dockerfile")} {
		text, err := os.ReadFile(filepath.Join(Top, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(top, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		text = regexp.MustCompile(`@sha256:[0-9a-f]{64}`).ReplaceAll(text, nil) // who has run it already
		if err := os.WriteFile(filepath.Join(top, name), text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, digit := range []string{"a", "b"} {
		digest := "sha256:" + strings.Repeat(digit, 64)
		if said, err := pin(t, top, digest); err == nil || strings.Count(said, "no network") != 3 {
			t.Errorf("a registry without an answer: %v, %s", err, said)
		}
		text, err := os.ReadFile(filepath.Join(top, compose))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(text), "@sha256:") != 1 || !strings.Contains(string(text), "image: docker.io/library/postgres:15.14-bookworm@"+digest+"\n") {
			t.Errorf("%s is not in the file", digest)
		}
	}
	if said, err := pin(t, top, "", "check"); err != nil || !strings.Contains(said, "NOT PINNED, 3 of 4") || strings.Contains(said, "postgres") {
		t.Errorf("the check: %v, %s", err, said)
	}
}
