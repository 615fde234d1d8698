package nearest

import "testing"

// A misspelt name leads to the one that was meant; where none is near, to none.
func TestNearest(t *testing.T) {
	known := []string{"name", "specialty_id", "aliases", "phone"}
	for given, want := range map[string][2]string{
		"nme": {"name", "name"}, "speciality_id": {"specialty_id", "specialty_id"}, "alias": {"aliases", "aliases"},
		"fone": {"phone", "phone"}, "price": {"phone", ""}, "": {"name", "name"}, "ALIASES": {"name", ""},
	} {
		if got := [2]string{To(given, known), Likely(given, known)}; got != want {
			t.Errorf("%q leads to %q, want %q", given, got, want)
		}
	}
	if got := Likely("name", nil); got != "" {
		t.Errorf("where there is none: %q", got)
	}
}
