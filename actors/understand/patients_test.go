package understand

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// patientCase is a text by somebody who knew what every field means and not this package.
type patientCase struct {
	Text   string                     `json:"text"`
	Now    time.Time                  `json:"now"`
	Fields []string                   `json:"fields"` // all that is looked at
	Expect map[string]json.RawMessage `json:"expect"` // the fields not here must be absent
}

// Texts of patients at many times of the year; all of them must be read as expected.
func TestReadPatients(t *testing.T) {
	for _, tc := range patientCases(t) {
		t.Run(tc.Text, func(t *testing.T) {
			answer, err := json.Marshal(Read(tc.Text, tc.Now))
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]json.RawMessage
			if err := json.Unmarshal(answer, &got); err != nil {
				t.Fatal(err)
			}
			for _, field := range tc.Fields {
				if diff := cmp.Diff(plain(t, tc.Expect[field]), plain(t, got[field])); diff != "" {
					t.Errorf("Read(%q) on %s: %s: -want +got\n%s", tc.Text, tc.Now.Format(time.RFC3339), field, diff)
				}
			}
		})
	}
}

func patientCases(t *testing.T) []patientCase {
	t.Helper()
	b, err := os.ReadFile("testdata/patients.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var cases []patientCase
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		var tc patientCase
		if err := json.Unmarshal(lines.Bytes(), &tc); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		cases = append(cases, tc)
	}
	return cases
}

// plain decodes a field; lists of days and times are sets.
func plain(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	if raw == nil {
		return nil
	}
	var spans []Span
	if json.Unmarshal(raw, &spans) == nil {
		slices.SortFunc(spans, func(a, b Span) int { return bytes.Compare([]byte(a.From+a.To), []byte(b.From+b.To)) })
		return spans
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
