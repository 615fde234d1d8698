package main

import "testing"

func TestResting(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sinceLook, sinceRest uint64
		want                 bool
	}{
		"after a rush":     {1 << 20, 1 << 30, true},
		"in a rush":        {1 << 30, 1 << 31, false},
		"rested long ago":  {1 << 20, 2 << 20, false},
		"never had a rush": {0, 0, false},
	} {
		if got := resting(c.sinceLook, c.sinceRest); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	before := allocated()
	garbage = make([]byte, restWorth)
	if now := allocated(); now-before < restWorth {
		t.Errorf("%d bytes seen, %d allocated", now-before, restWorth)
	}
}

var garbage []byte
