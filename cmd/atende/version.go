package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version, commit and date are what the Makefile and the image were built from, "" where nobody could say: a tag of
// git, the first twelve digits of the commit with a plus for changes since, and when it was made (RFC 3339, UTC).
var version, commit, date string

var versionPage = page{verb: "version", about: `
Prints the release, the commit and its date, the version of Go that this binary was built from, and for which
platform; release and commit as atende_build_info has them.  With --json as one object:
{"version":"…","commit":"…","date":"…","go":"…","platform":"OS/ARCHITECTURE"}.`}

// built is what a binary says of itself.
type built struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// versionVerb is `atende version`.
func versionVerb(_ context.Context, w world, args []string) int {
	asJSON := false
	table := []setting{jsonRow(&asJSON, "print one JSON object")}
	if err := versionPage.read(table, w, args); err != nil {
		return refuse(w, "version", err)
	}
	b := built{releaseName(), release(), releaseDate(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if asJSON {
		if err := json.NewEncoder(w.out).Encode(b); err != nil {
			return fail(w, "version", err)
		}
		return exitOK
	}
	if _, err := fmt.Fprintf(w.out, "atende %s, commit %s of %s, %s, %s\n", b.Version, b.Commit, b.Date, b.Go, b.Platform); err != nil {
		return fail(w, "version", err)
	}
	return exitOK
}

// releaseName is the release of this program, "devel" for a build of something that has no tag.
func releaseName() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return tagged(info.Main.Version)
	}
	return "devel"
}

// tagged is the release that the go command noted.  Where there is no tag it makes one up, v0.0.0 with the commit,
// which is told apart.
func tagged(noted string) string {
	if noted == "" || noted == "(devel)" || strings.HasPrefix(noted, "v0.0.0-") {
		return "devel"
	}
	return noted
}

// release is the commit of this program, for operators.
func release() string {
	if commit != "" {
		return commit
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return stamped(info.Settings)
	}
	return "unknown"
}

// stamped is the commit that the go command noted; it does not with -buildvcs=false.
func stamped(settings []debug.BuildSetting) string {
	revision, changed := "unknown", ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return revision + changed
}

// releaseDate is when the commit of this program was made.
func releaseDate() string {
	if date != "" {
		return date
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return stampedDate(info.Settings)
	}
	return "unknown"
}

// stampedDate is the date that the go command noted beside the commit.
func stampedDate(settings []debug.BuildSetting) string {
	for _, s := range settings {
		if s.Key == "vcs.time" {
			return s.Value
		}
	}
	return "unknown"
}
