package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"slices"
)

// maxScrubbed is from how many pages on (128 GiB) the number of a page no longer tells a page of a tree from
// others by its first byte; such a file keeps its slack.
const maxScrubbed = 1 << 25

// scrub overwrites the slack of pages, the bytes between the cells and their directory.  secure_delete does not:
// when SQLite fills a page anew with what is left on it, copies of what it moved elsewhere may stay there.  Of
// 90 erased sessions one had left some.  It reads the whole file, on the connection of operators, and writes
// the pages that need it, a few at a time, in transactions like all others.
func (f *file) scrub(ctx context.Context) error {
	dirty, err := f.archive.dirtyPages(ctx)
	if err != nil {
		return fmt.Errorf("journal: scrub: %w", err)
	}
	for pages := range slices.Chunk(dirty, maxBatch) {
		if err := f.queue.put(ctx, func(t *transaction) error { return t.cleanSlack(pages) }); err != nil {
			return err
		}
	}
	return nil
}

// dirtyPages lists the pages with something in their slack.
func (a *archive) dirtyPages(ctx context.Context) ([]int64, error) {
	rows, err := a.pages.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var dirty []int64
	for count := 1; rows.Next(); count++ {
		var number int64
		var page sql.RawBytes
		if err := rows.Scan(&number, &page); err != nil {
			return nil, err
		}
		if count == maxScrubbed {
			return nil, rows.Close()
		}
		if !isClean(slack(number, page)) {
			dirty = append(dirty, number)
		}
	}
	return dirty, rows.Err()
}

// cleanSlack overwrites the slack of pages as they are by now.
func (t *transaction) cleanSlack(pages []int64) error {
	for _, number := range pages {
		var page []byte
		if err := t.page.QueryRowContext(t.ctx, number).Scan(&page); err != nil {
			return fmt.Errorf("scrub: %w", err)
		}
		part := slack(number, page)
		if isClean(part) {
			continue
		}
		clear(part)
		if _, err := t.change(t.setPage, page, number); err != nil {
			return err
		}
		t.erased = true // the log holds the page as it was
	}
	return nil
}

func isClean(part []byte) bool {
	return !slices.ContainsFunc(part, func(b byte) bool { return b != 0 })
}

// slack is the part of a page that nothing uses (https://sqlite.org/fileformat2.html, "B-tree pages"); none of
// pages that are not of a tree, and of those that make no sense.
func slack(number int64, page []byte) []byte {
	header := 0
	if number == 1 {
		header = 100 // of the file
	}
	if len(page) < header+12 {
		return nil
	}
	length := 8
	switch page[header] {
	case 0x02, 0x05: // within a tree
		length = 12
	case 0x0a, 0x0d: // leaves
	default:
		return nil
	}
	cells := int(binary.BigEndian.Uint16(page[header+3:]))
	from, to := header+length+2*cells, int(binary.BigEndian.Uint16(page[header+5:]))
	if from > to || to > len(page) {
		return nil
	}
	return page[from:to]
}
