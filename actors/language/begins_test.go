package language

import (
	"strings"
	"testing"
)

// A word that is longer than all prefixes is looked up as often as they are long, and its letters are hashed as often:
// twice the length is no more work.
func TestLongWordsAreLookedUpNoOftener(t *testing.T) {
	t.Parallel()
	b := Must(Options{Files: []string{"emergency"}})
	work := func(length int) (bytes int) {
		for begin := range b.compiled().begins(strings.Repeat("1", length)) {
			bytes += len(begin)
		}
		return bytes
	}
	if short, long := work(1000), work(1_000_000); long != short || short > 1000 {
		t.Errorf("%d bytes are hashed for 1,000 digits, %d for 1,000,000", short, long)
	}
	if w, whole := b.Lookup("desmaiei" + strings.Repeat("i", 1000)); whole || !w.Known() {
		t.Error("a prefix is not found in a long word")
	}
}
