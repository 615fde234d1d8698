package sqlite_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimVariable); path != "" {
		os.Exit(victim(path))
	}
	goleak.VerifyTestMain(m)
}
