package node

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// No session, type of message, platform, team, status or reason of a hand-over makes a series: they are as many after
// thousands as after the first.
func TestSeriesOfANodeDoNotGrow(t *testing.T) {
	gateway := party(t, func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Path
		fmt.Fprintf(w, `{"id":%q,"platform":%q,"instanceNumber":%q,"teamName":%q,"status":%q}`, id, id, id, id, id)
	})
	logs := newListened()
	o := options(t, gateway.URL)
	o.DatabaseURL, o.Log = "memory:", jsonLog(t, logs)
	n := begin(t, o)
	defer finish(t, n)
	const messages, callers = 2000, 8
	strange := func(i int) {
		send(t, n, "/webhook/message", fmt.Sprintf(`{"eventType":"MESSAGE_RECEIVED","content":{"id":"m%[1]d","sessionId":"s-%[1]d","direction":"FROM_HUB","type":"TYPE %[1]d","text":"oi %[1]d"}}`, i))
		send(t, n, "/webhook/message", fmt.Sprintf(`{"eventType":"EVENT_%d"}`, i))
		send(t, n, "/webhook/message", fmt.Sprintf(`{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_%d"}}`, i))
		if i%500 == 0 { // hand-overs of sessions that nobody knows are paced
			send(t, n, "/webhook/transfer", fmt.Sprintf(`{"sessionId":"t-%d","reason":"porque %d"}`, i, i))
		}
		send(t, n, fmt.Sprintf("/path-%d", i), "{}")
	}
	strange(0)
	logs.await(t, `"msg":"turn ended"`, 1)
	before := series(t, n)
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for i := 1 + caller; i <= messages; i += callers {
				strange(i)
			}
		})
	}
	all.Wait()
	logs.await(t, `"msg":"turn ended"`, messages+1)
	if after := series(t, n); after != before {
		t.Errorf("%d series, and %d after %d sessions", before, after, messages)
	}
}

// series counts those of atende.
func series(t *testing.T, n *Node) int {
	t.Helper()
	count := 0
	for line := range strings.Lines(scrape(t, n)) {
		if strings.HasPrefix(line, "atende_") {
			count++
		}
	}
	return count
}
