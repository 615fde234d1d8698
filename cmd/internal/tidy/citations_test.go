package tidy

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	// ofSpec is a citation of a section, with a rule or filter of it.
	ofSpec = regexp.MustCompile(`\b[Ss]pec (?:section |part )?([1-9](?:\.[0-9])?|[ABC][1-4]?)\b(?:(?:, (?:rules?|filter) |\.)([0-9]))?`)
	// ofContract is one of a choice by its name.
	ofContract = regexp.MustCompile(`\b[Cc]ontract(?:'s)?,? "([^"]+)"`)
	// ofSetting is one of a choice that a setting carries out.
	ofSetting = regexp.MustCompile(`\b[Cc]ontract, (ATENDE_[A-Z_]+)`)
	// elsewhere is one of a list of features that nobody who reads the code has.
	elsewhere = regexp.MustCompile(`(?i)\bfeatures? [0-9]+\b`)
)

// What a comment cites can be read: a section of docs/wire.md, one of its choices, or a setting.
func TestCitations(t *testing.T) {
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(top, "docs", "wire.md"))
	if err != nil {
		t.Fatal(err)
	}
	settings, err := filepath.Glob(filepath.Join(top, "cmd", "atende", "setting*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var declared strings.Builder
	for _, name := range settings {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		declared.Write(text)
	}
	wire := string(page)
	found := 0
	for _, f := range sources(t) {
		for _, group := range f.syntax.Comments {
			text := strings.Join(strings.Fields(group.Text()), " ")
			for _, c := range ofSpec.FindAllStringSubmatch(text, -1) {
				found++
				if !hasSection(wire, c[1], c[2]) {
					t.Errorf("%s: %q is not in docs/wire.md", f.at(group), c[0])
				}
			}
			for _, c := range ofContract.FindAllStringSubmatch(text, -1) {
				found++
				if !hasChoice(wire, c[1]) {
					t.Errorf("%s: %q is no choice of docs/wire.md", f.at(group), c[1])
				}
			}
			for _, c := range ofSetting.FindAllStringSubmatch(text, -1) {
				found++
				if !strings.Contains(declared.String(), `"`+c[1]+`"`) {
					t.Errorf("%s: there is no setting %s", f.at(group), c[1])
				}
			}
			if c := elsewhere.FindString(text); c != "" {
				t.Errorf("%s: %q is not in the repository", f.at(group), c)
			}
		}
	}
	t.Logf("%d citations", found)
	if found < 150 {
		t.Errorf("only %d citations were found", found)
	}
}

// hasSection reports whether a page has the section, and in it the item of a numbered list where one is named.
func hasSection(page, section, item string) bool {
	head := regexp.MustCompile(`(?m)^##+ ` + regexp.QuoteMeta(section) + `[. ].*\n`).FindStringIndex(page)
	if head == nil {
		return false
	}
	if item == "" {
		return true
	}
	body := page[head[1]:]
	if end := regexp.MustCompile(`(?m)^##+ `).FindStringIndex(body); end != nil {
		body = body[:end[0]]
	}
	return strings.Contains(body, "\n"+item+". ")
}

// hasChoice reports whether a page has an entry that the name begins with, in any case.
func hasChoice(page, name string) bool {
	for _, entry := range regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*: `).FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(entry[1])) {
			return true
		}
	}
	return false
}

// A citation of what is not there is seen.
func TestCitationsAreLookedUp(t *testing.T) {
	const page = "## 1. One\n\n### 1.5 More\n\n## C. Three\n\n1. x\n2. y\n\n## Choices\n\n- **A4**: so\n"
	for i, wrong := range []bool{
		!hasSection(page, "1", ""), !hasSection(page, "1.5", ""), hasSection(page, "1.4", ""), !hasSection(page, "C", "2"),
		hasSection(page, "C", "3"), hasSection(page, "D", ""), !hasChoice(page, "A4"), hasChoice(page, "A5"),
	} {
		if wrong {
			t.Error("case " + strconv.Itoa(i))
		}
	}
}
