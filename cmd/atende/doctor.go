package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"atende/cmd/internal/doctor"
	"atende/cmd/internal/node"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
)

var doctorPage = page{verb: "doctor", strict: true, about: `
Reads the settings of atende serve and looks whether an agent could work with them, before a patient finds out that it
cannot: gateway and its token, the scheduling API (A1 of one doctor), clocks, database, disk, time zone, the agent on this
machine, and with --webhook-url the way in from outside.  One line says what each check found, and what to do:
ok, warn (look at it) or FAIL.

Nothing is sent to a patient, booked or written: the gateway is asked for one session (--session, or one that there is not),
the receiver of webhooks gets an event that it ignores.  A clock may be 30 s off.  Each check takes 10 s at most, and
all are made whatever one finds.

Exit 0: nothing failed; 1: a check did; 2: settings are missing or wrong, and what could be checked all the same was.`}

// doctorSettings are those of `atende doctor`: the agent's, and how to look.
type doctorSettings struct {
	serveSettings
	session string
	webhook string
	clinic  string // of several, "" for all
	json    bool
}

func (s *doctorSettings) table() []setting {
	return append(s.serveSettings.table(), []setting{
		{flag: "session", help: "the id of a chat session that is open in the gateway now: is it read, and would it be answered?",
			set: text(&s.session)},
		{variable: "ATENDE_WEBHOOK_URL", help: "where the gateway calls from outside, https://HOST/webhook/message; without it that way is not checked",
			set: absoluteURL(&s.webhook)},
		{flag: "clinic", help: "one of the clinics of ATENDE_CLINICS; without it all are checked, each with the settings of its file, and flags count for none",
			set: clinicNamed(&s.clinic)},
		jsonRow(&s.json, "print the findings as JSON"),
	}...)
}

// doctorVerb is `atende doctor`.
func doctorVerb(ctx context.Context, w world, args []string) int {
	var s doctorSettings
	err := s.read(doctorPage, s.table(), w, args)
	if _, unread := errors.AsType[misuse](err); unread || errors.Is(err, flag.ErrHelp) {
		return refuse(w, "doctor", err)
	}
	var found []doctor.Finding
	if s.clinics != "" {
		found, err = s.several(ctx, w)
	} else {
		found = slices.Concat(problems(err), doctor.Run(ctx, s.config()))
	}
	if err := s.print(w.out, found); err != nil {
		return fail(w, "doctor", err)
	}
	switch {
	case err != nil:
		return exitUsage
	case slices.ContainsFunc(found, func(f doctor.Finding) bool { return f.Result == doctor.Fail }):
		return exitFailure
	default:
		return exitOK
	}
}

// several checks the clinics of ATENDE_CLINICS, each finding with its clinic.
func (s *doctorSettings) several(ctx context.Context, w world) ([]doctor.Finding, error) {
	clinics, err := (&severalSettings{folder: s.clinics, w: w}).read()
	found := problems(err)
	if err != nil {
		return found, err
	}
	known := false
	for _, c := range clinics {
		if s.clinic != "" && s.clinic != c.name {
			continue
		}
		known = true
		one := doctorSettings{serveSettings: c.settings, session: s.session, webhook: s.webhook}
		for _, f := range doctor.Run(ctx, one.config()) {
			f.What = c.name + ": " + f.What
			found = append(found, f)
		}
	}
	if !known {
		err = fmt.Errorf("--clinic: the folder has no file %s%s", s.clinic, clinicEnding)
		found = problems(err)
	}
	return found, err
}

// problems are a finding for each line of what is wrong with the settings.
func problems(err error) []doctor.Finding {
	const name = "settings"
	if err == nil {
		return []doctor.Finding{{Result: doctor.OK, Name: name, What: "none is missing or wrong"}}
	}
	var found []doctor.Finding
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" {
			found = append(found, doctor.Finding{Result: doctor.Fail, Name: name, What: line})
		}
	}
	return found
}

// config is what to check.  A setting that is wrong has left nothing behind, and what needs it is not checked.
func (s *doctorSettings) config() doctor.Config {
	o := s.node
	c := doctor.Config{
		Gateway: chat.Config{
			URL: o.Gateway.URL, Token: o.Gateway.Token, Dialect: o.Gateway.Dialect,
			ChannelID: o.Gateway.ChannelID, DepartmentID: o.Gateway.DepartmentID,
		},
		Filters:    doctor.Filters{Instances: o.Filters.Instances, Team: o.Filters.Team, Statuses: o.Filters.Statuses},
		SessionID:  s.session,
		Scheduling: scheduling.Config{URL: o.Scheduling.URL, Headers: o.Scheduling.Headers},
		Clinic:     o.Clinic, DatabaseURL: o.DatabaseURL,
		Webhook: doctor.Webhook{URL: s.webhook, Token: o.Webhook.Token, Secret: o.Webhook.Secret},
		Now:     time.Now,
	}
	if o.Clinic != nil {
		c.Scheduling.Doctors = node.Doctors(o.Clinic)
	}
	if _, port, err := net.SplitHostPort(o.Listen); err == nil && port != "0" {
		c.Listen = o.Listen
	}
	c.Health = func(ctx context.Context) error { return healthOf(ctx, ofAgent(o.Listen)) }
	c.Ready = func(ctx context.Context) error {
		return healthOf(ctx, &url.URL{Scheme: "http", Host: onThisMachine(o.AdminListen), Path: "/ready"})
	}
	return c
}

// print tells the findings, a line each.
func (s *doctorSettings) print(out io.Writer, found []doctor.Finding) error {
	if s.json {
		return writeJSON(out, map[string]any{"checks": found})
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(out, "%-4s  %-10s  %s\n", f.Result, f.Name, f.What); err != nil {
			return err
		}
	}
	return nil
}
