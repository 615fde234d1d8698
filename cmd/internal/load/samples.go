package load

import (
	"bufio"
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// samples are the values of a /metrics page by name and labels, as they stand there.
type samples map[string]float64

// readSamples takes the samples of our own metrics.
func readSamples(page string) samples {
	s := samples{}
	for scanner := bufio.NewScanner(strings.NewReader(page)); scanner.Scan(); {
		at := strings.LastIndexByte(scanner.Text(), ' ')
		if at < 0 || !strings.HasPrefix(scanner.Text(), "atende_") {
			continue
		}
		if value, err := strconv.ParseFloat(scanner.Text()[at+1:], 64); err == nil {
			s[scanner.Text()[:at]] = value
		}
	}
	return s
}

// samples are those of all agents together.
func (p Probes) samples() (samples, error) {
	sum := samples{}
	for _, agent := range p.Agents {
		if agent.AdminURL == "" {
			continue
		}
		page, err := agent.get("/metrics")
		if err != nil {
			return nil, err
		}
		for name, value := range readSamples(page) {
			sum[name] += value
		}
	}
	return sum, nil
}

// since is what was counted after earlier.
func (s samples) since(earlier samples) samples {
	more := samples{}
	for name, value := range s {
		more[name] = value - earlier[name]
	}
	return more
}

// label is one label of a sample.
var label = regexp.MustCompile(`(\w+)="([^"]*)"`)

// by adds up the samples of a metric whose labels include those given ("client", "model", …), by the value of
// another label.
func (s samples) by(metric, name string, given ...string) map[string]float64 {
	sums := map[string]float64{}
	for sample, value := range s {
		of, rest, _ := strings.Cut(sample, "{")
		if of != metric {
			continue
		}
		labels := map[string]string{}
		for _, found := range label.FindAllStringSubmatch(rest, -1) {
			labels[found[1]] = found[2]
		}
		fits := true
		for i := 0; i+1 < len(given); i += 2 {
			fits = fits && labels[given[i]] == given[i+1]
		}
		if fits {
			sums[labels[name]] += value
		}
	}
	return sums
}

// counts is by for what is counted in whole numbers; what is 0 is left out.
func (s samples) counts(metric, name string, given ...string) map[string]int {
	whole := map[string]int{}
	for value, n := range s.by(metric, name, given...) {
		if n != 0 {
			whole[value] = int(n)
		}
	}
	return whole
}

// quantile of a histogram, as far as its buckets tell: between two bounds values are taken to lie evenly, and
// above the last bound at it.  0 for an empty one.
func (s samples) quantile(metric string, q float64, given ...string) float64 {
	type bucket struct{ bound, count float64 }
	var buckets []bucket
	for text, count := range s.by(metric+"_bucket", "le", given...) {
		if bound, err := strconv.ParseFloat(text, 64); err == nil {
			buckets = append(buckets, bucket{bound, count})
		}
	}
	slices.SortFunc(buckets, func(a, b bucket) int { return cmp.Compare(a.bound, b.bound) })
	if len(buckets) == 0 || buckets[len(buckets)-1].count == 0 {
		return 0
	}
	wanted := q * buckets[len(buckets)-1].count
	var below bucket
	for _, b := range buckets {
		switch {
		case b.count < wanted:
			below = b
		case math.IsInf(b.bound, 1):
			return below.bound
		default:
			return below.bound + (b.bound-below.bound)*(wanted-below.count)/(b.count-below.count)
		}
	}
	return below.bound
}
