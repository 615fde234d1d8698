package board

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"time"
)

// gauge is what the metrics of one process say.
type gauge struct {
	pid       int
	resident  int
	replies   float64 // a second, since the reading before
	latencyMS float64 // their mean; -1: there were none

	at           time.Time // of the last reading
	count, total float64   // of atende_reply_latency_seconds, then
}

// read takes a page of /metrics.
func (g *gauge) read(now time.Time, page []byte) {
	values := map[string]float64{}
	for scanner := bufio.NewScanner(bytes.NewReader(page)); scanner.Scan(); {
		name, text, _ := strings.Cut(scanner.Text(), " ")
		if value, err := strconv.ParseFloat(text, 64); err == nil {
			values[name] = value
		}
	}
	g.resident = int(values["atende_sessions_active"])
	count, total := values["atende_reply_latency_seconds_count"], values["atende_reply_latency_seconds_sum"]
	g.replies, g.latencyMS = 0, -1
	if !g.at.IsZero() && count > g.count {
		g.replies = (count - g.count) / max(now.Sub(g.at).Seconds(), .001)
		g.latencyMS = 1000 * (total - g.total) / (count - g.count)
	}
	g.at, g.count, g.total = now, count, total
}
