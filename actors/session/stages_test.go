package session

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// The table of a turn in DESIGN.md has the stages, in order.
func TestStagesArePublished(t *testing.T) {
	page, err := os.ReadFile("DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	var published, named []string
	for _, found := range regexp.MustCompile(`(?m)^\| \*([^*]+)\* \|`).FindAllStringSubmatch(string(page), -1) {
		published = append(published, found[1])
	}
	for _, stage := range stages {
		named = append(named, stage.name)
	}
	if !slices.Equal(published, named) {
		t.Errorf("DESIGN.md has %q, a turn %q", published, named)
	}
}
