package scheduling

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// S-5-1: configured headers go on all four calls.
func TestHeadersGoOnEveryCall(t *testing.T) {
	headers, err := ParseHeaders("Authorization: Bearer s3cret\nX-Clinic: 7; X-Clinic: 8")
	if err != nil {
		t.Fatal(err)
	}
	c, a := setupWith(t, Config{Headers: headers}, answer(200, days()), answer(200, `{"data":"x"}`), answer(200, ``), answer(200, confirmed))
	_, _ = c.Slots(t.Context(), ana)
	_, _, _ = c.FindPatient(t.Context(), cpf)
	_ = c.Register(t.Context(), maria)
	_, _ = c.Book(t.Context(), monday10)
	seen := a.seen()
	if len(seen) != 4 {
		t.Fatalf("%d calls", len(seen))
	}
	for _, r := range seen {
		if r.header.Get("Authorization") != "Bearer s3cret" || !slices.Equal(r.header["X-Clinic"], []string{"7", "8"}) {
			t.Errorf("%s: %v", r.uri, r.header)
		}
	}
}

// S-9-1: every path carries its version, and each operation writes its own date format: A1 and A3 the
// year first, A4 the day first.
func TestFormatsPerOperation(t *testing.T) {
	c, a := setup(t, answer(200, days(dayOf("24-11-2026", "Ana", "08:00"))), answer(200, `{"data":{"id":1,"dataNascimento":"17-05-1990"}}`), answer(200, ``), answer(200, confirmed))
	slots, err := c.Slots(t.Context(), ana)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := c.FindPatient(t.Context(), cpf)
	if err != nil {
		t.Fatal(err)
	}
	if slots[0].Date != "2026-11-24" || p.BirthDate != "1990-05-17" {
		t.Errorf("inside, days are not ISO: %v, %v", slots, p.BirthDate)
	}
	_ = c.Register(t.Context(), maria)
	_, _ = c.Book(t.Context(), monday10)
	for i, want := range []string{`"data":"2026-11-23"`, "", `"dataNascimento":"1990-05-17"`, `"data":"23-11-2026"`} {
		r := a.seen()[i]
		if !strings.Contains(r.body, want) || !strings.HasPrefix(r.uri, "/base/api/v1/") {
			t.Errorf("%s %s, want %s", r.uri, r.body, want)
		}
	}
}

func TestParseHeaders(t *testing.T) {
	cases := []struct {
		name, text string
		want       http.Header
		problems   int
	}{
		{"empty", "", http.Header{}, 0},
		{"blank lines", " \n;;\r\n ", http.Header{}, 0},
		{"one", "Authorization: Bearer a:b==", http.Header{"Authorization": {"Bearer a:b=="}}, 0},
		{"lines", "A: 1\r\nB: 2\n", http.Header{"A": {"1"}, "B": {"2"}}, 0},
		{"semicolons", "A: 1; B: 2 ;A:3", http.Header{"A": {"1", "3"}, "B": {"2"}}, 0},
		{"an empty value", "A:", http.Header{"A": {""}}, 0},
		{"no colon", "s3cret", nil, 1},
		{"a space in the name", "A B: s3cret", nil, 1},
		{"no name", ": s3cret", nil, 1},
		{"a control character", "A: s3cret\x00", nil, 1},
		{"all problems at once", "s3cret; B: 2; C D: 3; : 4", nil, 3},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseHeaders(tc.text)
			if tc.problems == 0 {
				if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
					t.Error(err, diff)
				}
				return
			}
			if err == nil || len(strings.Split(err.Error(), "\n")) != tc.problems || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("got %v, want %d problems without a value", err, tc.problems)
			}
		})
	}
}

func FuzzParseHeaders(f *testing.F) {
	f.Add("A: 1\nB: 2; C:3")
	f.Fuzz(func(t *testing.T, text string) {
		header, err := ParseHeaders(text)
		if err != nil {
			return
		}
		for name, values := range header {
			if !isToken(name) || slices.ContainsFunc(values, func(v string) bool { return strings.ContainsAny(v, "\r\n") }) {
				t.Errorf("%q: %q", name, values)
			}
		}
	})
}

// Contract, "A4": what any answer announces is known before the first appointment.
func TestKnowsIntents(t *testing.T) {
	announced, status := "", 0
	c, _ := setup(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Atende-Intent", announced)
		w.WriteHeader(status)
	})
	for _, step := range []struct {
		announced string
		status    int
		book      bool // A4 instead of A2
		want      bool
	}{
		{"", 404, false, false}, {"0", 404, false, false}, {"1", 404, false, true},
		{"", 404, false, true}, {"", 200, false, true}, {"", 502, true, true}, {"", 200, true, false}, {"1", 200, true, true},
	} {
		announced, status = step.announced, step.status
		if step.book {
			_, _ = c.Book(t.Context(), monday10)
		} else {
			_, _, _ = c.FindPatient(t.Context(), "52998224725")
		}
		if got := c.KnowsIntents(); got != step.want {
			t.Errorf("after %+v: %v", step, got)
		}
	}
}
