package sqlite

import (
	"bytes"
	"testing"
)

// What scrub must never touch: cells, their directory, and pages that are something else or make no sense.
func TestSlack(t *testing.T) {
	page := func(number int64, header ...byte) (int64, []byte) {
		page := bytes.Repeat([]byte{0xa5}, 4096)
		at := 0
		if number == 1 {
			at = 100
		}
		copy(page[at:], header)
		return number, page
	}
	for name, c := range map[string]struct {
		number   int64
		header   []byte // type, first free block, cells, content
		from, to int
	}{
		"a leaf of a table":      {2, []byte{0x0d, 0, 0, 0, 3, 1, 0, 0}, 14, 256},
		"a leaf of an index":     {2, []byte{0x0a, 0, 0, 0, 3, 1, 0, 0}, 14, 256},
		"within a table":         {2, []byte{0x05, 0, 0, 0, 3, 1, 0, 0}, 18, 256},
		"within an index":        {2, []byte{0x02, 0, 0, 0, 3, 1, 0, 0}, 18, 256},
		"the first page":         {1, []byte{0x0d, 0, 0, 0, 3, 1, 0, 0}, 114, 256},
		"an empty leaf":          {2, []byte{0x0d, 0, 0, 0, 0, 0x10, 0, 0}, 8, 4096},
		"a full one":             {2, []byte{0x0d, 0, 0, 0, 4, 0, 16, 0}, 16, 16},
		"an overflow page":       {2, []byte{0x00, 0, 0, 0, 3, 1, 0, 0}, 0, 0},
		"content in the cells":   {2, []byte{0x0d, 0, 0, 0, 4, 0, 15, 0}, 0, 0},
		"content behind the end": {2, []byte{0x0d, 0, 0, 0, 4, 0x10, 1, 0}, 0, 0},
		"cells beyond the end":   {2, []byte{0x0d, 0, 0, 0xff, 0xff, 1, 0, 0}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			number, got := page(c.number, c.header...)
			_, want := page(c.number, c.header...)
			clear(slack(number, got))
			clear(want[c.from:c.to])
			if !bytes.Equal(got, want) {
				t.Errorf("cleared something else than %d to %d", c.from, c.to)
			}
		})
	}
	if slack(2, nil) != nil || slack(1, make([]byte, 100)) != nil {
		t.Error("a page that is none has slack")
	}
}
