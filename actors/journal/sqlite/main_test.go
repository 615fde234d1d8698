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
	goleak.VerifyTestMain(m)
}
