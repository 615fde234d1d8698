package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// The release is the commit that the Makefile found, else the one that the go command noted.
func TestRelease(t *testing.T) {
	t.Parallel()
	defer func(former string) { commit = former }(commit)
	commit = "0123456789ab+"
	if got := release(); got != commit {
		t.Errorf("got %q, want that of the Makefile", got)
	}
	for want, settings := range map[string][]debug.BuildSetting{
		"unknown":       nil,
		"0123456789ab":  {{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "false"}},
		"0123456789ab+": {{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}},
	} {
		if got := stamped(settings); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The release is the tag that the Makefile found, else the one that the go command noted.
func TestReleaseName(t *testing.T) {
	t.Parallel()
	defer func(former string) { version = former }(version)
	version = "v1.2.3"
	if got := releaseName(); got != version {
		t.Errorf("got %q, want that of the Makefile", got)
	}
	for noted, want := range map[string]string{
		"": "devel", "(devel)": "devel", "v0.0.0-20261122134646-0123456789ab+dirty": "devel", "v1.2.3": "v1.2.3",
	} {
		if got := tagged(noted); got != want {
			t.Errorf("%q: got %q, want %q", noted, got, want)
		}
	}
}

// Its date comes from the same two places.
func TestReleaseDate(t *testing.T) {
	t.Parallel()
	defer func(former string) { date = former }(date)
	date = "2026-11-28T07:00:00Z"
	if got := releaseDate(); got != date {
		t.Errorf("got %q, want that of the Makefile", got)
	}
	if got := stampedDate([]debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.time", Value: "2026-11-27T04:00:36Z"}}); got != "2026-11-27T04:00:36Z" {
		t.Errorf("got %q, want that of the go command", got)
	}
	if got := stampedDate(nil); got != "unknown" {
		t.Errorf("got %q without any", got)
	}
}

// The linker sets what it is told, and says nothing of a variable that is not there.
func TestLinkerFlags(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"../../Makefile", "../../deploy/docker/Dockerfile", "../../.ci/pack"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"-X main.version=", "-X main.commit=", "-X main.date="} {
			if strings.Count(string(raw), flag) != 1 {
				t.Errorf("%s has no %s", path, flag)
			}
		}
	}
}

// A binary says what it was built from, in the words of atende_build_info.
func TestVersionVerb(t *testing.T) {
	t.Parallel()
	defer func(v, c, d string) { version, commit, date = v, c, d }(version, commit, date)
	version, commit, date = "v1.2.3", "0123456789ab+", "2026-11-28T07:00:00Z"
	platform := runtime.GOOS + "/" + runtime.GOARCH
	want := "atende v1.2.3, commit 0123456789ab+ of " + date + ", " + runtime.Version() + ", " + platform + "\n"
	for _, args := range []string{"version", "--version", "-version"} {
		var out, problems bytes.Buffer
		if code := dispatch(t.Context(), world{out: &out, err: &problems}, []string{args}); code != exitOK || out.String() != want || problems.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", args, code, &out, &problems)
		}
	}
	var asJSON bytes.Buffer
	wantJSON := `{"version":"v1.2.3","commit":"0123456789ab+","date":"` + date + `","go":"` + runtime.Version() + `","platform":"` + platform + `"}` + "\n"
	if code := dispatch(t.Context(), world{out: &asJSON}, []string{"version", "--json"}); code != exitOK || asJSON.String() != wantJSON {
		t.Errorf("exit code %d, %s", code, &asJSON)
	}
	var out, problems bytes.Buffer
	if code := dispatch(t.Context(), world{out: &out, err: &problems}, []string{"version", "now"}); code != exitUsage || out.Len() > 0 || !strings.Contains(problems.String(), "takes no arguments") {
		t.Errorf("an argument: exit code %d, %q, %q", code, &out, &problems)
	}
}

// Help on a verb is its page, however it is asked for.
func TestHelpOnVerb(t *testing.T) {
	t.Parallel()
	says := func(args ...string) (code int, out, problems string) {
		var stdout, stderr bytes.Buffer
		code = dispatch(t.Context(), world{out: &stdout, err: &stderr, env: environment{}.get}, args)
		return code, stdout.String(), stderr.String()
	}
	for _, v := range verbs() {
		_, want, _ := says(v.name, "--help")
		if code, out, problems := says("help", v.name); code != exitOK || out != want || problems != "" || !strings.HasPrefix(strings.ToLower(out), "usage: atende "+v.name) {
			t.Errorf("%s: exit code %d, %.80q, %q", v.name, code, out, problems)
		}
	}
	if code, out, _ := says("help", "conversation", "pause"); code != exitOK || !strings.HasPrefix(out, "Usage: atende conversation pause ID") {
		t.Errorf("conversation pause: exit code %d, %.80q", code, out)
	}
	if code, out, problems := says("help", "book"); code != exitUsage || out != "" || !strings.Contains(problems, `there is no verb "book"`) {
		t.Errorf("no verb: exit code %d, %q, %.80q", code, out, problems)
	}
}

// Who only asks for the version, serves the scheduling API or reads a file in a child pays for no phrases: they are compiled
// when a text is read.
func TestNoPhrasesAreCompiledAtTheStart(t *testing.T) {
	t.Parallel()
	command := exec.Command("atende", "version")
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const most = 16 << 20 // 9 MB for reading the lines; with compiled phrases it was 47
	taken := 0
	for _, of := range regexp.MustCompile(`(?m)^init atende/actors/\S+ @.* (\d+) bytes`).FindAllSubmatch(out, -1) {
		n, err := strconv.Atoi(string(of[1]))
		if err != nil {
			t.Fatal(err)
		}
		taken += n
	}
	if taken == 0 || taken > most {
		t.Errorf("packages take %d bytes at the start, want at most %d: %s", taken, most, out)
	}
}
