package main

import (
	"fmt"
	"slices"
	"time"

	"atende/actors/journal"
)

// waits are the times that replies took.
func waits(replies []reply) []time.Duration {
	times := make([]time.Duration, len(replies))
	for i, r := range replies {
		times[i] = r.wait()
	}
	return times
}

// figures is how replies came, in one line.
func figures(what string, times []time.Duration) string {
	return fmt.Sprintf("%s: %d, median %v, p99 %v, worst %v", what, len(times), quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1))
}

// lately is how long before a question a move may have been to have something to do with its answer.
const lately = time.Second

// split parts the replies in those of sessions that moved while they were waited for, or just before,
// and the others.
func split(replies []reply, moved map[int][]move) (of, other []reply) {
	for _, r := range replies {
		touched := slices.ContainsFunc(moved[journal.ShardOf(r.session)], func(m move) bool {
			return m.seen.After(r.asked.Add(-lately)) && m.seen.Before(r.heard.Add(glance))
		})
		if touched {
			of = append(of, r)
		} else {
			other = append(other, r)
		}
	}
	return of, other
}

// extra is how much longer each reply took than is usual for one that says the like.
func extra(replies, usual []reply) []time.Duration {
	by := map[stage][]time.Duration{}
	for _, r := range usual {
		by[r.stage] = append(by[r.stage], r.wait())
	}
	times := make([]time.Duration, 0, len(replies))
	for _, r := range replies {
		times = append(times, r.wait()-quantile(by[r.stage], 0.5))
	}
	return times
}

// within are the replies to what was asked in a span of time and answered in it.
func within(replies []reply, from, to time.Time) (in []reply) {
	for _, r := range replies {
		if r.asked.After(from) && r.heard.Before(to) {
			in = append(in, r)
		}
	}
	return in
}

// pace wants a time to be within a limit.  Limits are for a machine that does nothing else: short runs
// beside other tests allow many times that, so that a slow machine is no failure and a lost minute is.
func (c *clusterTrial) pace(what string, got, limit time.Duration) {
	if !*clusterLong {
		limit = 10*limit + 10*time.Second
	}
	if got > limit {
		c.complain("%s: %v, more than %v", what, got, limit)
	}
}
