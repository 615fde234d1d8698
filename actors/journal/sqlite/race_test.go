//go:build race

package sqlite_test

import "flag"

// SQLite is nine times slower here, and the comparison with the model has one caller: the race
// detector learns nothing from it.  -rapid.checks on the command line still wins.
func init() {
	if err := flag.Set("rapid.checks", "15"); err != nil {
		panic(err)
	}
}
