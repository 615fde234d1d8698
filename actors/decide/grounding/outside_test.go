package grounding

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Texts of somebody who had seen neither rules nor phrases, one a line.  They are counted and never read one by one: a
// rule that is mended by them measures itself.  Where nothing is known, at least so many in a hundred of the claims are
// refused, and at most so many of the harmless ones (contract, "A language model's text").
const (
	leastClaims  = 85
	mostHarmless = 4
)

func TestTextsFromOutside(t *testing.T) {
	t.Parallel()
	for file, enough := range map[string]func(percent int) bool{
		"claims.txt":   func(percent int) bool { return percent >= leastClaims },
		"harmless.txt": func(percent int) bool { return percent <= mostHarmless },
	} {
		data, err := os.ReadFile("testdata/outside/" + file)
		if err != nil {
			t.Fatal(err)
		}
		count, refused := 0, 0
		for line := range strings.Lines(string(data)) {
			if line = strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n"); line == "" {
				continue
			}
			count++
			claims := slices.DeleteFunc(found(line, situations["start"]), func(r string) bool { return r != "link" && slices.Contains(ofHarm, r) })
			if len(claims) > 0 { // for what it does: TestHarmfulReplies
				refused++
			}
		}
		t.Logf("%s: %d of %d refused", file, refused, count)
		if count < 100 || !enough(100*refused/count) {
			t.Errorf("%s: %d of %d refused", file, refused, count)
		}
	}
}
