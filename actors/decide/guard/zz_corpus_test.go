package guard

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("CORPUS"))
	n, f := 0, 0
	for line := range strings.Lines(string(b)) {
		var v struct {
			Text string `json:"text"`
		}
		if json.Unmarshal([]byte(line), &v) != nil {
			v.Text = strings.Split(line, " => ")[0]
		}
		n++
		if k := judge(v.Text); k != nothing {
			f++
			t.Logf("%d %q", k, v.Text)
		}
	}
	t.Log(f, "of", n)
}
