package guard

import (
	"hash/fnv"
	"os"
	"strings"
	"testing"
)

// sentence is one line of testdata.
type sentence struct {
	file, section, text string
}

// sentences reads a file of testdata: "# " begins a section, every other line is a message.
func sentences(t testing.TB, file string) []sentence {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list []sentence
	section := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "#"):
			section = strings.TrimSpace(line[1:])
		default:
			list = append(list, sentence{file: file, section: section, text: line})
		}
	}
	return list
}

func half(text string) uint32 { h := fnv.New32a(); h.Write([]byte(text)); return h.Sum32() >> 7 & 1 }

func TestScore(t *testing.T) {
	want := os.Getenv("HALF")
	for _, file := range []string{"redflags.txt", "nearmisses.txt", "redflags2.txt", "nearmisses2.txt", "redflags3.txt", "nearmisses3.txt", "redflags4.txt", "nearmisses4.txt", "redflags5.txt", "nearmisses5.txt"} {
		n, bad := [2]int{}, [2]int{}
		for _, s := range sentences(t, file) {
			h := half(s.text)
			n[h]++
			k := judge(s.text)
			wrong := (k != nothing) != (strings.HasPrefix(file, "redflags"))
			if strings.HasPrefix(file, "redflags") && k != nothing && (k == despair) != (s.section == "selfharm") {
				wrong = true
			}
			if wrong {
				bad[h]++
				if h == 0 || want == "all" {
					t.Logf("%s [%s] %d: %s", file, s.section, k, s.text)
				}
			}
		}
		t.Logf("%s: half 0: %d of %d wrong", file, bad[0], n[0])
		if want != "" {
			t.Logf("%s: half 1: %d of %d wrong", file, bad[1], n[1])
		}
	}
}
