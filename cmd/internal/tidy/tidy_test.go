package tidy

import "testing"

// sources loads the repository once for a test.
func sources(t *testing.T) []*file {
	t.Helper()
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := load(top)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Fatalf("only %d files found under %s", len(files), top)
	}
	return files
}
