package tidy

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/asvs.txt
var asvs string

var (
	// asvsID is how a requirement of ASVS is named.
	asvsID = regexp.MustCompile(`\bV[0-9]+\.[0-9]+\.[0-9]+\b`)
	// asvsRow is a row about one requirement: its id, what it asks, its state, where.
	asvsRow = regexp.MustCompile(`(?m)^\| (V[0-9.]+) \| ([^|]+) \| (met|partly|not met) \| ([^|]+) \|$`)
)

// asvsIDs are the ids of testdata/asvs.txt, in its order.
func asvsIDs(t *testing.T) []string {
	t.Helper()
	var ids []string
	for line := range strings.Lines(asvs) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, level, _ := strings.Cut(line, " ")
		if asvsID.FindString(id) != id || level != "1" && level != "2" || slices.Contains(ids, id) {
			t.Fatalf("testdata/asvs.txt: %q is not a new id and its level", line)
		}
		ids = append(ids, id)
	}
	return ids
}

// Every requirement of ASVS stands in docs/asvs.md exactly once, in a row of its own or among those that do not apply,
// and the page counts them right.  What is met, or partly, says where: TestDocumentsPointAtWhatIsThere looks at the files
// and tests that are named.
func TestEveryRequirementOfASVSHasItsPlace(t *testing.T) {
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(top, "docs", "asvs.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	ids, times := asvsIDs(t), map[string]int{}
	for _, id := range asvsID.FindAllString(page, -1) {
		times[id]++
		if !slices.Contains(ids, id) {
			t.Errorf("%s is no requirement of levels 1 and 2", id)
		}
	}
	for _, id := range ids {
		if times[id] != 1 {
			t.Errorf("%s stands there %d times", id, times[id])
		}
	}

	rows, apart, found := strings.Cut(page, "\n## Not applicable\n")
	if !found {
		t.Fatal("the part about what is not applicable is missing")
	}
	states := map[string]int{}
	for _, row := range asvsRow.FindAllStringSubmatch(rows, -1) {
		states[row[3]]++
		if row[3] != "not met" && !link.MatchString(row[4]) {
			t.Errorf("%s is %s, and the row names no file", row[1], row[3])
		}
	}
	inRows, inGroups := len(asvsID.FindAllString(rows, -1)), len(asvsID.FindAllString(apart, -1))
	if judged := states["met"] + states["partly"] + states["not met"]; judged != inRows {
		t.Errorf("%d rows have a state, %d ids are named there", judged, inRows)
	}
	summary := fmt.Sprintf("\nOf %d requirements: %d met, %d partly, %d not met, %d not applicable.\n",
		len(ids), states["met"], states["partly"], states["not met"], inGroups)
	if !strings.Contains(page, summary) {
		t.Errorf("the page does not say %q", strings.TrimSpace(summary))
	}
}
