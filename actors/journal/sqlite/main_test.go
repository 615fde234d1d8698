package sqlite_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimVariable); path != "" {
		fmt.Fprintln(os.Stderr, victim(path))
		os.Exit(1)
	}
	if path := os.Getenv(openerVariable); path != "" {
		fmt.Println(opener(path))
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}
