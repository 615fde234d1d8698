package rules

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Who comes for something else than a booking is handed over before the menu, and with the right reason; who
// only sounds like it is not.
func TestEndsOfTheFirstMessage(t *testing.T) {
	data, err := os.ReadFile("testdata/ends/first.txt")
	if err != nil {
		t.Fatal(err)
	}
	handedOver := regexp.MustCompile(`(?m)^ +handed over: (\S+)$`)
	for line := range strings.Lines(string(data)) {
		want, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		got := "-"
		if match := handedOver.FindStringSubmatch(tell(t, "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 14:00\n> "+text)); match != nil {
			got = match[1]
		}
		if got != want {
			t.Errorf("%q ends with %q, want %q", text, got, want)
		}
	}
}
