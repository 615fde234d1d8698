package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"atende/actors/journal/postgres/private"
)

// practices are the clinics that the agents of a trial serve, called as in their catalogues: each session is of one of them.
type practices struct {
	names     []string
	databases map[string]string // of their journals, by name
	oneDoor   bool              // they share the webhook's token, and so one account of the gateway
}

// session names the n-th session of all, of a patient in a slot.
func (c *practices) session(n, slot int) string {
	if c == nil {
		return fmt.Sprintf("s-%05d", n)
	}
	return fmt.Sprintf("%s-%05d", c.names[slot%len(c.names)], n)
}

// of is the clinic of a session; "" where there is but one.
func (c *practices) of(session string) string {
	if c == nil {
		return ""
	}
	name, _, _ := strings.Cut(session, "-")
	return name
}

// all are their names; "" is the one that there is.
func (c *practices) all() []string {
	if c == nil {
		return []string{""}
	}
	return c.names
}

// token is that of the webhooks of a session, "" for none.
func (c *practices) token(session string) string {
	switch {
	case c == nil:
		return ""
	case c.oneDoor:
		return "door-of-all"
	default:
		return "door-of-" + c.of(session)
	}
}

// instance is the number at which the chat session of a session came in.
func (c *practices) instance(session string) string {
	if c == nil {
		return instanceID
	}
	return c.number(c.of(session))
}

// number is the instance number of a clinic.
func (c *practices) number(name string) string {
	return "551190000000" + strconv.Itoa(slices.Index(c.names, name))
}

// astray says what a session should not have heard: the name of another clinic.
func (c *practices) astray(session, text string) (problems []string) {
	if c == nil {
		return nil
	}
	for _, name := range c.names {
		if name != c.of(session) && strings.Contains(text, "Clínica "+name) {
			problems = append(problems, fmt.Sprintf("session %s of %s heard of %s", session, c.of(session), name))
		}
	}
	return problems
}

// pending are the lines of the metrics when nothing waits any more.
func (c *practices) pending() (lines []string) {
	if c == nil {
		return []string{"atende_journal_pending 0"}
	}
	for _, name := range c.names {
		lines = append(lines, fmt.Sprintf("atende_journal_pending{clinic=%q} 0", name))
	}
	return lines
}

// serve makes the trial's agents serve several clinics in place of one: their patients go to them in turn.
func (c *practices) serve(r *trial) {
	r.t.Helper()
	folder := r.t.TempDir()
	for _, name := range c.names {
		lines := fmt.Sprintf("ATENDE_WEBHOOK_TOKEN=%s\nATENDE_ALLOWED_INSTANCES=%s\nATENDE_CATALOG=%s.yaml\nATENDE_DATABASE_URL=%s\n",
			map[bool]string{true: "door-of-all", false: "door-of-" + name}[c.oneDoor], c.number(name), name, c.databases[name])
		for file, text := range map[string]string{
			name + ".env":  lines,
			name + ".yaml": strings.Replace(bigCatalogue(), "Clínica Boa Vida", "Clínica "+name, 1),
		} {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	for _, own := range []string{"ATENDE_WEBHOOK_OPEN", "ATENDE_ALLOWED_INSTANCES", "ATENDE_CATALOG", "ATENDE_DATABASE_URL"} {
		delete(r.env, own)
	}
	r.env["ATENDE_CLINICS"] = folder
	r.clinics, r.gateway.of = c, c
}

// onOneAccount are two clinics that share an account of the gateway, with SQLite: what is for norte comes in at leste.
func onOneAccount(t *testing.T) *practices {
	c := &practices{names: []string{"leste", "norte"}, oneDoor: true, databases: map[string]string{}}
	for _, name := range c.names {
		c.databases[name] = "sqlite:" + filepath.Join(t.TempDir(), "atende.db")
	}
	return c
}

// Each of two clinics has a PostgreSQL server of its own, and patients write to both through any of three nodes.  kill -9 of a
// node: its sessions of both clinics are answered by the others.  Then the server of one clinic dies: that clinic's messages are
// refused until it is back, and the other clinic's patients notice nothing at all.
func trialClinics(t *testing.T, g *ground) {
	c := newClusterTrial(t, g, false, 3)
	servers := map[string]*private.Server{"norte": g.server, "leste": newServer(t)}
	databases := map[string]string{"norte": c.url, "leste": (&ground{server: servers["leste"]}).database(t)}
	(&practices{names: slices.Sorted(maps.Keys(databases)), databases: databases}).serve(c.trial)
	c.begin()
	for range *clusterTimes {
		victim := c.seats[c.random.IntN(len(c.seats))]
		c.instant()
		c.kill(victim, c.owned(victim))
		c.after(takeover) // the others take all of it
		c.revive(victim)
		c.settle()
	}
	c.loseDatabase("leste", servers["leste"])
	c.settle()
	c.warm()
	c.conclude(func() {
		c.pace("a session was answered again", quantile(c.tally.again, 1), takeover)
		for _, name := range c.clinics.all() {
			if booked := c.countIn(databases[name], "select count(*) from intents where answer is not null"); booked == 0 {
				c.complain("nobody booked at %s", name)
			}
		}
	})
}

// loseDatabase kills the server of one clinic while patients of all of them write, and brings it back.
func (c *clusterTrial) loseDatabase(clinic string, server *private.Server) {
	c.t.Helper()
	gone := func(session string) bool { return c.clinics.of(session) == clinic }
	others := func() (n int) {
		return c.noted(func(session string) bool { return !gone(session) })
	}
	c.setOutage(gone)
	number, before := c.strike(blow{of: gone, survives: true}), c.refusals()
	if err := server.StopNow(); err != nil {
		c.t.Fatal(err)
	}
	c.until("the clinic without a database is ready on no node", func() bool {
		return c.readyAt("/clinics/"+clinic+"/ready", http.StatusServiceUnavailable)
	})
	began, heard := time.Now(), others()
	goal := heard + 2**clusterPatients
	c.until("patients of the others are answered", func() bool { return others() >= goal })
	c.note("without the database of %s the others heard %d parts in %v", clinic, others()-heard, time.Since(began).Round(time.Millisecond))
	if !c.ready(http.StatusOK) {
		c.complain("the nodes are not ready, although one clinic of two is well")
	}
	bystander := clinic + "-bystander"
	c.until("a message of the clinic is refused", func() bool { // all of its patients may be waiting for an answer
		return c.refusals() > before || c.deliver(c.t.Context(), bystander, event(bystander, "m", "oi")) == http.StatusServiceUnavailable
	})
	if err := server.Restart(context.WithoutCancel(c.t.Context())); err != nil {
		c.t.Fatal(err)
	}
	c.endure(number)
	back := time.Now()
	c.until("the clinic is ready again on all nodes", func() bool { return c.readyAt("/clinics/"+clinic+"/ready", http.StatusOK) })
	c.setOutage(nil)
	c.note("%s was ready %v after its database was back", clinic, time.Since(back).Round(time.Millisecond))
}

// noted counts what patients of some sessions noticed.
func (c *clusterTrial) noted(of func(session string) bool) (n int) {
	c.gateway.mu.Lock()
	defer c.gateway.mu.Unlock()
	for session, chat := range c.gateway.chats {
		if of(session) {
			n += len(chat.entries)
		}
	}
	return n
}
