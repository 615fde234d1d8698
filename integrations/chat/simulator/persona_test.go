package simulator

import (
	"slices"
	"strings"
	"testing"

	"atende/integrations/catalog"
)

// No invented patient has a name by which a doctor of the sample clinic is known.
func TestPersonasAreNoDoctors(t *testing.T) {
	var doctors []string
	for _, d := range catalog.Sample().Doctors {
		for _, name := range append([]string{d.Name}, d.Aliases...) {
			doctors = append(doctors, strings.Fields(strings.ToLower(name))...)
		}
	}
	for _, name := range slices.Concat(firstNames, lastNames) {
		for word := range strings.FieldsSeq(strings.ToLower(name)) {
			if word != "da" && slices.Contains(doctors, word) {
				t.Errorf("%s is called like a doctor", name)
			}
		}
	}
	if !slices.Contains(doctors, "souza") {
		t.Errorf("the doctors are %q", doctors)
	}
}
