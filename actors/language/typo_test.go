package language

import (
	"slices"
	"testing"
)

// One typo in a long word is forgiven.
func TestOneTypo(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, a, b string
		want       bool
	}{
		{"equal", "quinta", "quinta", true},
		{"wrong", "quinta", "quinga", true},
		{"missing", "quinta", "quita", true},
		{"extra", "quinta", "quiinta", true},
		{"swapped", "quinta", "quitna", true},
		{"two wrong", "quinta", "pintas", false},
		{"swapped apart", "quinta", "auintq", false},
		{"two missing", "quinta", "quta", false},
		{"empty", "", "", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if OneTypo(tc.a, tc.b) != tc.want || OneTypo(tc.b, tc.a) != tc.want {
				t.Errorf("OneTypo(%q, %q) is not %v", tc.a, tc.b, tc.want)
			}
		})
	}
}

func TestTyposAreFoundTheSameLengthFirst(t *testing.T) {
	t.Parallel()
	typos := Typos{}
	for _, w := range []string{"quinta", "quintas", "pinta", "seis", "quanta"} {
		typos.Add(w)
	}
	for word, want := range map[string][]string{
		"quinta": {"quanta", "quinta", "quintas"}, "quita": {"quinta"}, "uqinta": {"quinta"}, "seix": nil, "qui": nil,
	} {
		if got := typos.Find(word); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestSqueeze(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		word string
		n    int
		want string
	}{{"simmm", 3, "sim"}, {"simm", 3, "simm"}, {"simm", 2, "sim"}, {"", 2, ""}, {"aaaéé", 2, "aé"}} {
		if got := Squeeze(tc.word, tc.n); got != tc.want {
			t.Errorf("Squeeze(%q, %d) is %q, want %q", tc.word, tc.n, got, tc.want)
		}
	}
}
