package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	// most is how much more work twice the length may be.  What is done once for every text makes it less than two, texts
	// that are too short for something a little more; with the square of the length it is four.
	most = 2.6
	// free is work that does not count: so little that it is done in a tenth of a millisecond.
	free = 20_000
)

// The work of everything that reads texts of strangers grows with their length and no faster, whatever they are made of.
func TestWorkGrowsWithTheLength(t *testing.T) {
	t.Parallel()
	noticed := 0
	for _, g := range measure(t) {
		grows := float64(g.Steps[1]) > most*float64(g.Steps[0]) && g.Steps[1] > free
		switch {
		case g.Reader == controlReader && grows:
			noticed++
		case grows:
			t.Errorf("%s: %d steps for %d bytes of %q, %d for twice as many", g.Reader, g.Steps[0], g.Bytes, g.Shape, g.Steps[1])
		}
	}
	if noticed != len(usual) {
		t.Errorf("of %d texts whose work grows with the square of their length %d were noticed", len(usual), noticed)
	}
}

// measure builds the program so that it counts, and runs it.
func measure(t *testing.T) []Growth {
	t.Helper()
	program := filepath.Join(t.TempDir(), "length")
	build := exec.Command("go", "build", "-trimpath", "-cover", "-covermode=atomic",
		"-coverpkg=atende/actors/...,atende/integrations/media,atende/cmd/internal/length", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run, problems := exec.Command(program), &bytes.Buffer{}
	run.Env, run.Stderr = append(os.Environ(), "GOCOVERDIR="+t.TempDir()), problems
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems)
	}
	var list []Growth
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var g Growth
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		list = append(list, g)
	}
	return list
}

// BenchmarkLength are figures for docs/security.md: a text of some length and one of twice that, which is the baseline of
// the same run.
func BenchmarkLength(b *testing.B) {
	for _, r := range readers() {
		if r.name == controlReader {
			continue
		}
		for _, shape := range []string{"1", "ab", "?", "R$ 5,00 ", "quero marcar uma consulta com a dra ana amanhã de manhã. "} {
			for _, size := range []int{2000, 4000} {
				text := long(shape, size)
				b.Run(strings.Join([]string{r.name, strings.TrimSpace(shape), map[int]string{2000: "2KB", 4000: "4KB"}[size]}, "/"), func(b *testing.B) {
					b.SetBytes(int64(size))
					for b.Loop() {
						r.read(text)
					}
				})
			}
		}
	}
}
