package event_test

import (
	"net/url"
	"path"
	"strings"
	"testing"

	"atende/integrations/chat/event"
	"atende/integrations/outbound"
)

// Ids of any characters are taken, base64 and percent signs too, but for those that lead elsewhere where a program on the way
// undoes the escape, as some proxies do with %2F.
func TestUsable(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		"6f1c9e2a-7b": true, "wamid.HBgNNTUx/+A==": true, "a/b": true, "a//b": true, "a?b": true, "a#b": true, "50%": true, "a%2Fb": true,
		"...": true, "a..b": true, "a/.b": true, "..a/b": true, "55|11 9": true, "a;b": true, "v1.2": true,
		".": false, "..": false, "a/..": false, "../a": false, "a/../../b": false, "a/./b": false, `a\..\b`: false,
		"a%2F..%2Fb": false, "a%2f%2e%2E%2fb": false, "%2e%2e": false, "%252e%252e": false, "50%/..%2f..": false,
		"..;/a": false, "a/..;x=1/b": false, "a%5c..%5Cb": false, "a\n": false, "a\x00": false, "a\xff": false,
		"%" + strings.Repeat("25", 9) + "2e": false,
	} {
		if got := event.Usable(id); got != want {
			t.Errorf("%q: %t, want %t", id, got, want)
		}
		if event.Usable(id) {
			below(t, id)
		}
	}
}

// FuzzUsable: no id that is taken leads out of the path of the sessions, however often the escape is undone on the way.
func FuzzUsable(f *testing.F) {
	for _, id := range []string{"a/b", "a%2F..%2Fb", "50%/..%2f..", "%252e%252e/x", `..\x`} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if event.Usable(id) && id != "" {
			below(t, id)
		}
	})
}

// below reads the path as programs do that undo the escape of the whole once or several times.
func below(t *testing.T, id string) {
	t.Helper()
	const sessions = "/chat/v2/session/"
	address := sessions + outbound.Segment(id)
	for range 4 {
		if clean := path.Clean(address); !strings.HasPrefix(clean+"/", sessions) {
			t.Errorf("%q becomes %s", id, clean)
		}
		plain, err := url.PathUnescape(address)
		if err != nil {
			return
		}
		address = strings.ReplaceAll(plain, `\`, "/")
	}
}
