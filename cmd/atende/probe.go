package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"atende/cmd/internal/node"
	"atende/cmd/internal/probe"
	"atende/integrations/catalog"
	"atende/integrations/scheduling"
)

var probePage = page{verb: "probe", about: `
Asks the scheduling API for the times of every doctor, procedure and plan of the catalogue, and names
the lines that can never book: wrong ids, names whose times are discarded, first names that collide.  The
API answers a wrong id like a full agenda, with an empty list, so nobody else would notice.

Nothing is registered or booked.  Exit 0: nothing suspicious; 1: findings, or the API fails; 2: bad settings.`}

// probeSettings are those of `atende probe`.
type probeSettings struct {
	clinic  *catalog.Clinic
	path    string // of the clinic file
	url     string
	headers http.Header
	days    int
	rate    float64
	accept  []string
	json    bool
}

// maxProbeDays leaves a day of the year that servers answer for to look beyond.
const maxProbeDays = 364

func (s *probeSettings) table() []setting {
	return []setting{
		{variable: "ATENDE_CATALOG", required: true, help: "path of the clinic catalogue (YAML)",
			set: both(clinic(&s.clinic), text(&s.path))},
		{variable: "ATENDE_SCHEDULING_URL", required: true, help: "base URL of the scheduling API",
			set: baseURL(&s.url)},
		{variable: "ATENDE_SCHEDULING_HEADERS", help: "extra request headers, Name: value, one per line or with semicolons",
			set: headers(&s.headers)},
		{flag: "days", def: "90", help: "how many days ahead it asks for",
			set: between(1, maxProbeDays, &s.days)},
		{flag: "rate", def: "5", help: "questions a second, at most",
			set: aboveZero(&s.rate)},
		{flag: "accept", help: "kinds of findings that are known and right, with commas; they are printed, and the exit code is 0: " + strings.Join(probe.Kinds(), ", "),
			set: someOf(&s.accept, probe.Kinds())},
		jsonRow(&s.json, "print the report as JSON"),
	}
}

// aboveZero takes a number of calls a second that is not "no limit".
func aboveZero(target *float64) func(string) error {
	return func(value string) error {
		var n float64
		if err := rate(&n)(value); err != nil || n < 0.01 {
			return errors.New("must be a number of calls a second, 0.01 or more")
		}
		*target = n
		return nil
	}
}

// someOf takes words between commas out of a list.
func someOf(target *[]string, words []string) func(string) error {
	return func(value string) error {
		var given []string
		if err := list(&given)(value); err != nil {
			return err
		}
		for _, word := range given {
			if !slices.Contains(words, word) {
				return fmt.Errorf("must be some of %s", strings.Join(words, ", "))
			}
		}
		*target = given
		return nil
	}
}

// probeVerb is `atende probe`.
func probeVerb(ctx context.Context, w world, args []string) int {
	var s probeSettings
	if err := probePage.read(s.table(), w, args); err != nil {
		return refuse(w, "probe", err)
	}
	client := scheduling.New(scheduling.Config{
		URL: s.url, Headers: s.headers, Now: time.Now, Location: s.clinic.Location, Doctors: node.Doctors(s.clinic),
	})
	defer client.Close()
	working := w.wait("probe", "asking")
	defer working.end()
	progress := telling(w.err, time.Now)
	if isTerminal(w.err) {
		progress = working.of
	}
	fmt.Fprintf(w.err, "atende probe: %s, at most %g a second\n", plural(probe.Questions(s.clinic), "question"), s.rate)
	report, err := probe.Run(ctx, probe.Config{
		Clinic: s.clinic, API: client, Today: time.Now().In(s.clinic.Location), Days: s.days,
		Pause: time.Duration(float64(time.Second) / s.rate), Progress: progress,
	})
	working.end()
	if err == nil {
		err = s.print(w.out, report)
	}
	if err != nil {
		return fail(w, "probe", err)
	}
	if slices.ContainsFunc(report.Findings, s.counts) {
		return exitFailure
	}
	return exitOK
}

// counts reports a finding that nobody has accepted.
func (s *probeSettings) counts(f probe.Finding) bool {
	return !f.Note && !slices.Contains(s.accept, string(f.Kind))
}

func (s *probeSettings) print(out io.Writer, report probe.Report) error {
	if !s.json {
		report.Write(out, s.path)
		return nil
	}
	return writeJSON(out, struct {
		Catalog string `json:"catalog"`
		probe.Report
	}{s.path, report})
}

// tellEvery is the time between two lines about progress.
const tellEvery = 5 * time.Second

// telling tells how far the probe is, now and then.
func telling(out io.Writer, now func() time.Time) func(done, all int) {
	told := now()
	return func(done, all int) {
		if at := now(); at.Sub(told) >= tellEvery {
			told = at
			fmt.Fprintf(out, "atende probe: %d of %d\n", done, all)
		}
	}
}
