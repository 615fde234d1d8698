package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"atende/cmd/internal/report"
	"atende/webhook/admin"
)

var reportPage = page{verb: "report", about: `
Writes what some days came to for the owner of the clinic, in Portuguese, beside as many days before them: how far
conversations came, what was booked, why conversations went to a person, what could not be offered, who said that
they come, and how fast answers were.  It holds no patient data.  The node behind --admin-listen is asked, for all
nodes of a cluster; it counts what its journal still keeps (ATENDE_KEEP_HISTORY), and the report says what that lacks.

  atende report                                                     the last seven days, as text
  atende report --since 7d --until 1d -o html --out /srv/semana.html    the seven days up to yesterday, as a page`}

// reportSettings are those of `atende report`.
type reportSettings struct {
	nodeSettings
	since, until string
	format, out  string
	json         bool
}

func (s *reportSettings) table() []setting {
	return append([]setting{
		{flag: "since", def: "7d", help: "how many days, such as 7d, or the first of them, YYYY-MM-DD",
			set: daysOrDay(&s.since)},
		{flag: "until", def: "0d", help: "the last day, YYYY-MM-DD, or how many days ago that is: 1d is yesterday at the clinic",
			set: daysOrDay(&s.until)},
		{flag: "o", def: "text", help: "text, html for a browser, a phone or the printer, or json",
			set: oneOf(&s.format, "text", "html", "json")},
		{flag: "out", help: "a file, in the place of the one that is there; without one, standard output",
			set: text(&s.out)},
		jsonRow(&s.json, "the same as -o json"),
	}, s.tableNode()...)
}

// daysOrDay takes a day, or a number of days such as 7d.
func daysOrDay(target *string) func(string) error {
	return func(value string) error {
		_, err := time.Parse(time.DateOnly, value)
		if err != nil && !numberOfDays.MatchString(value) {
			return errors.New("must be a number of days such as 7d, or a day such as 2026-11-23")
		}
		*target = value
		return nil
	}
}

var numberOfDays = regexp.MustCompile(`^[0-9]{1,3}d$`)

// reportStep bounds one step; the node has a minute.
const reportStep = 75 * time.Second

// reportVerb is `atende report`.
func reportVerb(ctx context.Context, w world, args []string) int {
	var s reportSettings
	if err := reportPage.read(s.table(), w, args); err != nil {
		return refuse(w, "report", err)
	}
	working := w.wait("report", "counting")
	whole, err := s.count(ctx, working)
	working.end()
	if errors.Is(err, errReportDays) {
		return refuse(w, "report", err)
	}
	if err == nil && s.out != "" {
		err = replaceFile(s.out, func(file io.Writer) error { return s.write(file, whole) })
	} else if err == nil {
		err = s.write(w.out, whole)
	}
	if err != nil {
		return fail(w, "report", err)
	}
	return exitOK
}

// errReportDays: the node does not take the days.
var errReportDays = fmt.Errorf("--since, --until: the first day must not be after the last, and they must be %d at most", admin.MaxReportDays)

// count asks step by step until everything was looked at.  The days are those of the first answer, also past midnight.
func (s *reportSettings) count(ctx context.Context, working *waiting) (admin.Report, error) {
	whole, err := s.step(ctx, admin.ReportAsk{Since: s.since, Until: s.until})
	for err == nil && whole.Next != "" {
		working.say("%s looked at", plural(whole.Read, "record"))
		var more admin.Report
		if more, err = s.step(ctx, admin.ReportAsk{Since: whole.From, Until: whole.To, After: whole.Next}); err == nil {
			whole.Add(more)
		}
	}
	return whole, err
}

// step asks for one step.
func (s *reportSettings) step(ctx context.Context, ask admin.ReportAsk) (admin.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, reportStep)
	defer cancel()
	query := url.Values{"since": {ask.Since}, "until": {ask.Until}, "after": {ask.After}}
	code, raw, err := s.askLong(ctx, http.MethodGet, "/admin/report?"+query.Encode(), nil)
	step := admin.Report{Present: admin.NewCounts(), Before: admin.NewCounts()}
	switch {
	case err != nil:
		return step, err
	case code == http.StatusBadRequest:
		return step, errReportDays
	case code != http.StatusOK:
		return step, s.answers(code, raw)
	case json.Unmarshal(raw, &step) != nil || !step.Whole() || step.Next == ask.After && ask.After != "":
		return step, errNoNode
	default:
		return step, nil
	}
}

// write writes the report in its format.
func (s *reportSettings) write(out io.Writer, whole admin.Report) error {
	switch {
	case s.json || s.format == "json":
		return writeJSON(out, whole)
	case s.format == "html":
		return report.Write(whole).Page(out)
	default:
		return report.Write(whole).Text(out)
	}
}

// replaceFile writes a file whole or not at all: whoever reads it meanwhile has the one before.
func replaceFile(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".atende-report-*")
	if err != nil {
		return fmt.Errorf("--out: %w", withoutPath(err))
	}
	mode := os.FileMode(0o600)
	if before, err := os.Stat(path); err == nil {
		mode = before.Mode().Perm() // whoever was let in stays so
	}
	err = errors.Join(write(file), file.Chmod(mode), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
