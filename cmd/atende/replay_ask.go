package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"atende/webhook/admin"
)

const (
	// historyLimit bounds one page of recordings.
	historyLimit = 30 * time.Second
	// maxHistoryLine is the longest line of a page, in bytes; a turn has 64 KiB at most.
	maxHistoryLine = 1 << 20
)

// histories reads the recordings of a node, page by page.
func (o operators) histories(ctx context.Context) io.ReadCloser {
	read, write := io.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	go func() { write.CloseWithError(o.copyHistories(ctx, write)) }()
	return struct {
		io.Reader
		io.Closer
	}{read, closing(func() error {
		cancel()
		return read.Close() // and the next write of the other side fails
	})}
}

// closing is a Closer as a function.
type closing func() error

func (c closing) Close() error { return c() }

// copyHistories copies all pages; nil at their end.
func (o operators) copyHistories(ctx context.Context, out io.Writer) error {
	var last cursor
	for {
		next, err := o.copyPage(ctx, out, last)
		if err != nil {
			return err
		}
		if next == last {
			return nil
		}
		last = next
	}
}

// cursor is where a page ends.
type cursor struct {
	session string
	seq     int64
}

// copyPage copies the lines behind the last one, and returns the last of them.
func (o operators) copyPage(ctx context.Context, out io.Writer, after cursor) (cursor, error) {
	ctx, cancel := context.WithTimeout(ctx, historyLimit)
	defer cancel()
	query := url.Values{"after_session": {after.session}, "after_seq": {strconv.FormatInt(after.seq, 10)}}
	response, err := o.call(ctx, http.MethodGet, "/admin/history?"+query.Encode(), nil)
	if err != nil {
		return after, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		raw, err := io.ReadAll(io.LimitReader(response.Body, maxRefusal))
		return after, errors.Join(o.answers(response.StatusCode, raw), err)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, maxHistoryLine)
	for lines.Scan() {
		var line admin.HistoryLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil || line.SessionID == "" {
			return after, errors.New("what answers is no node of atende")
		}
		after = cursor{line.SessionID, line.Seq}
		if _, err := fmt.Fprintf(out, "%s\n", lines.Bytes()); err != nil {
			return after, err
		}
	}
	return after, lines.Err()
}
