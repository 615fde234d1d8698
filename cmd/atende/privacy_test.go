package main

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atende/webhook/admin"
)

var privacyPatients = flag.Int("privacy.patients", 150, "how many patients write to TestNothingOfPatientsIsShown")

const (
	// atATime is how many of them write at the same time.
	atATime = 256
	// watchEvery is how often the operators' pages are read meanwhile.
	watchEvery = 20 * time.Second
)

// controls are words that stand in each channel, as the search sees them: whoever finds them reads what is really
// there.
var controls = map[string]string{
	"log of the agent by rules":   `"msg":"turn ended"`,
	"log of the agent by a model": `"msg":"turn ended"`,
	"log of the gateway":          "chat gateway listens",
	"log of the scheduling API":   "scheduling api listens",
	"traces":                      "gateway send_in_session",
	"answers of the agents":       `"status":"accepted"`,
	"metrics":                     "atende_turns_total",
	"profiles":                    "runtime.goroutine",
	"pages":                       "[cpf 1]",
	"verbs":                       "consultar_horarios",
}

// Many patients with a CPF, a phone, a birth date and a story of their own, many of them with a name of their own,
// book, err, cancel, speak, attach and leave, while the gateway, the scheduling API and the model fail now and then
// and quote them.  Nothing of them is in any log at level debug, in the metrics with their exemplars, in a trace, in an
// answer, on an operators' page that is no export, in a profile or in what a verb prints, in any spelling that a
// person or a machine would recognise.
//
// `make test` runs it with 400, in which each way to talk comes 18 times or more, `make privacy` with 10,000.
func TestNothingOfPatientsIsShown(t *testing.T) {
	t.Parallel()
	s := newSearch()
	for n := range *privacyPatients {
		subjectOf(n).needles(s)
	}
	commonNames(s)
	for _, text := range controls {
		s.control(text)
	}
	g := newCity(t, s)
	chats := make([]*encounter, *privacyPatients)
	for n := range chats {
		chats[n] = g.newEncounter(n)
	}
	g.whileWatched(func() { g.letTalk(chats) })
	g.tellSilences(chats)
	g.afterwards(chats)
	for _, w := range append(slices.Clone(g.agents), g.gateway, g.scheduling) {
		w.stop()
	}

	g.review(chats)
	for channel, text := range controls {
		if !s.controlled(channel, text) {
			t.Errorf("%s: %d bytes were read, and %q was not among them", channel, s.bytes[channel], text)
		}
	}
	for _, l := range s.leaks {
		t.Error(l)
	}
	if s.count > len(s.leaks) {
		t.Errorf("and %d more", s.count-len(s.leaks))
	}
	t.Logf("read %v", s.bytes)
}

// letTalk leads all conversations, and waits until nothing waits.
func (g *city) letTalk(chats []*encounter) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(g.t.Context(), 10*time.Minute)
	defer cancel()
	var next atomic.Int64
	var crowd sync.WaitGroup
	for range atATime {
		crowd.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(chats); n = int(next.Add(1)) - 1 {
				chats[n].live(ctx)
			}
		})
	}
	crowd.Wait()
	for _, agent := range g.agents {
		g.settled(agent)
	}
	if page := g.page(g.agents[0], "metrics", "/metrics", "text/plain"); strings.Contains(page, `atende_waiting_list_total{event="joined"} 0`) {
		g.t.Error("nobody waits for a time")
	}
	g.t.Logf("%d conversations in %.0f s; %d calls failed and quoted a patient", len(chats), time.Since(begun).Seconds(), g.failures.Load())
}

// tellSilences shows what operators would see of those who waited in vain, masked.
func (g *city) tellSilences(chats []*encounter) {
	for _, c := range chats {
		if c.end == silence {
			g.t.Logf("no answer for %v since %s:\n%s", silent, c.since.Format(time.RFC3339), g.page(c.agent, "pages", "/admin/conversations/"+url.PathEscape(c.session), "application/json"))
		}
	}
}

// settled waits until nothing waits in an agent's journal.
func (g *city) settled(agent *witness) {
	g.t.Helper()
	for deadline := time.Now().Add(2 * patience); ; time.Sleep(100 * time.Millisecond) {
		page := g.page(agent, "metrics", "/metrics", "text/plain")
		if strings.Contains(page, "atende_journal_pending 0\n") || strings.Contains(page, `atende_journal_pending{clinic="`+agent.clinic+"\"} 0\n") {
			return
		}
		if time.Now().After(deadline) {
			g.t.Fatalf("%s: messages wait", agent.name)
		}
	}
}

// page gets one of the operators', and searches it.
func (g *city) page(agent *witness, channel, path, accept string) string {
	request, err := http.NewRequest(http.MethodGet, "http://"+agent.admin+path, nil)
	if err != nil {
		g.t.Error(err)
		return ""
	}
	request.Header.Set("Accept", accept)
	response, err := controller.Do(request)
	if err != nil {
		g.t.Error(err)
		return ""
	}
	return string(g.readAnswer(channel, response))
}

// whileWatched reads what operators and machines read, again and again, while something happens.
func (g *city) whileWatched(happens func()) {
	over := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(watchEvery):
				g.look()
			}
		}
	})
	happens()
	close(over)
	watcher.Wait()
}

// openMetrics is what Prometheus asks for.
const openMetrics = "application/openmetrics-text;version=1.0.0"

func (g *city) look() {
	for _, agent := range g.agents {
		g.page(agent, "metrics", "/metrics", openMetrics)
		g.page(agent, "metrics", "/metrics", "text/plain")
		g.page(agent, "pages", "/ready", "")
		for _, path := range []string{"goroutine?debug=2", "goroutine", "heap", "allocs", "mutex", "block", "threadcreate", "profile?seconds=1", "trace?seconds=1"} {
			g.page(agent, "profiles", "/debug/pprof/"+path, "")
		}
		for _, path := range []string{"/admin/", "/admin/cluster", "/admin/demand", "/admin/accesses"} {
			g.page(agent, "pages", path, "")
			g.page(agent, "pages", path, "text/html")
		}
		g.page(agent, "pages", "/admin/demand?format=csv", "")
	}
}

// afterwards reads every conversation as operators do, asks for what nobody should, and lets patients be forgotten.
func (g *city) afterwards(chats []*encounter) {
	var next atomic.Int64
	var desk sync.WaitGroup
	for range 16 {
		desk.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(chats); n = int(next.Add(1)) - 1 {
				c := chats[n]
				accept := "text/html"
				if n%10 == 0 { // all of it is in the history, too
					accept = "application/json"
				}
				g.page(c.agent, "pages", "/admin/conversations/"+url.PathEscape(c.session), accept)
			}
		})
	}
	desk.Wait()
	for _, agent := range g.agents {
		g.history(agent)
	}
	for n := 0; n < len(chats); n += max(1, len(chats)/3) {
		g.odd(chats[n])
		g.verbs(chats[n])
	}
	g.look()
}

// history reads the turns of all conversations of an agent.
func (g *city) history(agent *witness) {
	after := ""
	for {
		page := g.page(agent, "pages", "/admin/history?"+after, "")
		lines := strings.Split(strings.TrimSpace(page), "\n")
		var last admin.HistoryLine
		if json.Unmarshal([]byte(lines[len(lines)-1]), &last) != nil {
			return // an empty page is the end
		}
		after = url.Values{"after_session": {last.SessionID}, "after_seq": {strconv.FormatInt(last.Seq, 10)}}.Encode()
	}
}

// odd sends what nobody should, with everything about the patient in it.
func (g *city) odd(c *encounter) {
	tale := c.who.tale()
	for _, path := range []string{"/webhook/message", "/webhook/transfer", "/" + c.who.cpf + "/" + c.who.story, "/webhook/message/" + c.who.phone} {
		for _, body := range []string{tale, `{"content":{"sessionId":{"` + c.who.cpf + `":1}}}`, `{"sessionId":"` + c.who.story + `","reason":"` + tale + `"}`, "\xff\x00" + tale} {
			g.bring(path, c.agent, []byte(body))
		}
	}
	for _, path := range []string{"/admin/" + c.who.cpf, "/admin/conversations/" + c.who.phone, "/admin/demand?from=" + c.who.cpf, "/debug/pprof/" + c.who.story, "/admin/history?after_seq=" + c.who.cpf} {
		g.page(c.agent, "pages", path, "text/html")
		g.page(c.agent, "pages", path, "")
	}
	for _, body := range []string{tale, `{"cpf":"` + c.who.wrongCPF() + `"}`, `{"cpf":"` + c.who.story + `"}`} {
		for _, path := range []string{"/admin/erase", "/admin/export", "/admin/appointments", "/admin/conversations/" + c.session + "/pause"} {
			response, err := controller.Post("http://"+c.agent.admin+path, "application/json", strings.NewReader(body))
			if err != nil {
				g.t.Error(err)
				return
			}
			g.readAnswer("pages", response)
		}
	}
	file := "chave;telefone;paciente;medico;data;hora\n" + c.who.cpf + ";" + c.who.phone + "1234;" + c.who.story + ";" + c.who.story + ";ontem;já\n"
	response, err := controller.Post("http://"+c.agent.admin+"/admin/appointments", "text/csv", strings.NewReader(file))
	if err != nil {
		g.t.Error(err)
		return
	}
	g.readAnswer("pages", response)
}

// verbs prints a conversation and what is missed, and forgets the patient by CPF and phone.
func (g *city) verbs(c *encounter) {
	for _, args := range [][]string{
		{"conversation", c.session}, {"demand"}, {"report"}, {"report", "-o", "html"}, {"cluster"}, {"health"},
		{"erase", "--cpf", c.who.wrongCPF(), "--yes"}, {"erase", "--phone", c.who.phone, "--yes"}, {"erase", "--cpf", c.who.cpf, "--yes"},
	} {
		if c.agent.clinic != "" && args[0] != "health" {
			args = append(args, "--clinic", c.agent.clinic)
		}
		command := exec.Command("atende", args...)
		listen, _, _ := strings.Cut(c.agent.admin, "/")
		command.Env = variables(g.t, map[string]string{"ATENDE_ADMIN_LISTEN": listen, "ATENDE_LISTEN": c.agent.address, "ATENDE_OPERATOR": "rita"})
		output, _ := command.CombinedOutput() // how it ended is told elsewhere
		g.search.read("verbs", output)
	}
}

// review checks that enough of the conversations were what they were meant to be: that nothing is found where
// nothing is said would be no wonder.  And nobody waited in vain, whatever failed.
func (g *city) review(chats []*encounter) {
	g.t.Helper()
	var usual, all [ways]int
	seen, silences := map[string]int{}, 0
	var back, known int
	for _, c := range chats {
		if c.back {
			back++
		}
		if c.known {
			known++
		}
		all[c.way]++
		seen[wayNames[c.way]+": "+c.end]++
		if c.end == silence {
			silences++
		}
		if c.end == ends[c.way] {
			usual[c.way]++
		}
	}
	for w := range ways {
		if usual[w]*2 < all[w] || all[w] == 0 {
			g.t.Errorf("%s: %d of %d ended as they should", wayNames[w], usual[w], all[w])
		}
	}
	if made := len(appointments(g.t, g.database)); made < len(chats)/2 {
		g.t.Errorf("%d appointments", made)
	}
	if silences > 0 {
		g.t.Errorf("%d got no answer for %v", silences, silent)
	}
	if known*2 < back || back == 0 {
		g.t.Errorf("%d of %d who came back were recognised", known, back)
	}
	if g.failures.Load() == 0 {
		g.t.Error("nobody quoted a patient")
	}
	g.t.Logf("%v", seen)
}
