//go:build race

package journaltest

import (
	"flag"

	_ "pgregory.net/rapid" // has the flag
)

// Journals are many times slower under the race detector, and the comparison with the model has one caller, of which it
// learns nothing; make test compares them without it.  -rapid.checks on the command line still wins.
func init() {
	if err := flag.Set("rapid.checks", "10"); err != nil {
		panic(err)
	}
}
