package load

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"atende/integrations/catalog"
)

// startPeers serves until the test ends.
func startPeers(t *testing.T, c PeersConfig) *Peers {
	t.Helper()
	peers, err := StartPeers(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := peers.Stop(); err != nil {
			t.Error(err)
		}
	})
	return peers
}

// drive runs one load against a webhook.
func drive(t *testing.T, peers *Peers, url string, o Options) Report {
	t.Helper()
	o.Webhooks = []string{url}
	if o.Patience == 0 {
		o.Patience = 5 * time.Second // a fake answers at once or never, but machines are slow
	}
	report, err := Drive(t.Context(), peers, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func echo(_ *fake, _, text string) []string { return []string{"Recebido: " + text} }

// Each kind of mistake is counted, and nothing else; an agent without mistakes gets none.
func TestMistakesAreCounted(t *testing.T) {
	const sessions, rounds = 4, 5
	ask := Options{Script: Ask, Sessions: sessions, Rounds: rounds, Clinic: Sample()}
	burst := Options{Script: Ask, Sessions: sessions, Rounds: rounds, Burst: 3, Clinic: Sample()}
	greet := Options{Script: Greet, Sessions: sessions, Rounds: len(greeting)} // one session each
	for _, c := range []struct {
		name    string
		options Options
		answer  func(f *fake, session, text string) []string
		want    Verdict
		extra   int64
	}{
		{name: "greet, no mistake", options: greet, answer: echo},
		{name: "ask, no mistake", options: ask, answer: echo},
		{name: "ask, bursts, no mistake", options: burst, answer: echo},
		{name: "ask, bursts answered at once", options: burst, answer: func(f *fake, session, text string) []string {
			return f.together(session, text, 3)
		}},
		{name: "greet, the last message is lost", options: greet, want: Verdict{Lost: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.unless(f.messages[session] == len(greeting), text)
			}},
		{name: "ask, the second message is lost", options: ask, want: Verdict{Lost: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.unless(f.messages[session] == 2, text)
			}},
		{name: "ask, one of a burst is lost", options: burst, want: Verdict{Lost: sessions, OutOfOrder: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.unless(f.messages[session] == 2, text)
			}},
		{name: "greet, the last reply comes twice", options: greet, want: Verdict{Repeated: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.times(session, text, len(greeting))
			}},
		{name: "ask, a reply comes twice", options: ask, want: Verdict{Repeated: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.times(session, text, 2)
			}},
		{name: "ask, an old reply comes again", options: ask, want: Verdict{Repeated: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.again(session, text)
			}},
		{name: "ask, two replies of a burst are exchanged", options: burst, want: Verdict{OutOfOrder: sessions},
			answer: func(f *fake, session, text string) []string {
				return f.exchanged(session, text)
			}},
		{name: "a part that answers nothing", options: ask, extra: sessions,
			answer: func(f *fake, session, text string) []string {
				if f.messages[session] == rounds {
					return []string{"Recebido: " + text, "Promoção!"}
				}
				return echo(f, session, text)
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			peers := startPeers(t, PeersConfig{})
			report := drive(t, peers, newFake(t, peers, c.answer).server.URL, c.options)
			if report.Verdict != c.want || report.Extra != c.extra {
				t.Errorf("verdict %+v, want %+v; extra %d, want %d", report.Verdict, c.want, report.Extra, c.extra)
			}
			if report.OK() != (c.want == Verdict{}) {
				t.Errorf("OK() is %v", report.OK())
			}
		})
	}
}

// together answers n messages of a session in one part.
func (f *fake) together(session, text string, n int) []string {
	f.held[session] = append(f.held[session], text)
	if len(f.held[session]) < n {
		return nil
	}
	parts := []string{strings.Join(f.held[session], "\n")}
	f.held[session] = nil
	return parts
}

// unless answers, unless the message is to be lost.
func (f *fake) unless(lost bool, text string) []string {
	if lost {
		return nil
	}
	return []string{text}
}

// times answers the message with this number twice.
func (f *fake) times(session, text string, twice int) []string {
	if f.messages[session] == twice {
		return []string{text, text}
	}
	return []string{text}
}

// again answers the third message with the first's answer before its own.
func (f *fake) again(session, text string) []string {
	switch f.messages[session] {
	case 1:
		f.held[session] = []string{text}
	case 3:
		return []string{f.held[session][0], text}
	}
	return []string{text}
}

// exchanged answers the second message before the first.
func (f *fake) exchanged(session, text string) []string {
	switch f.messages[session] {
	case 1:
		f.held[session] = []string{text}
		return nil
	case 2:
		return []string{text, f.held[session][0]}
	}
	return []string{text}
}

// A message that is handed to a person is answered, and the patient goes on in another session.
func TestHandedOverIsAnswered(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	agent := newFake(t, peers, func(f *fake, session, _ string) []string {
		f.work.Go(func() { f.hand(session) })
		return nil
	})
	report := drive(t, peers, agent.server.URL, Options{Script: Greet, Sessions: 3, Rounds: 2})
	if !report.OK() || report.Transfers != 6 || report.Answered != 6 {
		t.Errorf("%+v: %d transfers, %d answered, want 6 and 6", report.Verdict, report.Transfers, report.Answered)
	}
	if len(agent.messages) != 6 {
		t.Errorf("%d sessions, want 6", len(agent.messages))
	}
}

// A webhook that refuses is asked again with the same message until it accepts.
func TestRedelivery(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	agent := newFake(t, peers, echo)
	gate := newGate(t, agent.server.URL, 2)
	report := drive(t, peers, gate.URL, Options{Script: Ask, Sessions: 2, Rounds: 1, Clinic: Sample(), Patience: 10 * time.Second})
	if !report.OK() || report.Unavailable != 2 || report.Redelivered != 2 || report.Answered != 2 {
		t.Errorf("%+v, 503 %d, redelivered %d, answered %d", report.Verdict, report.Unavailable, report.Redelivered, report.Answered)
	}
	if got := len(agent.messages); got != 2 {
		t.Errorf("%d sessions wrote, want 2", got)
	}
}

// Of several webhooks each gets as much, and what one of them does not take comes to another.
func TestSeveralWebhooks(t *testing.T) {
	const sessions, rounds = 3, 8
	peers := startPeers(t, PeersConfig{})
	first, second := newFake(t, peers, echo), newFake(t, peers, echo)
	total := func(f *fake) int {
		sum := 0
		for _, count := range f.messages {
			sum += count
		}
		return sum
	}
	run := func(urls ...string) Report {
		t.Helper()
		report, err := Drive(t.Context(), peers, Options{
			Webhooks: urls, Script: Greet, Sessions: sessions, Rounds: rounds, Connections: 1, Patience: time.Minute,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !report.OK() || report.Answered != sessions*rounds {
			t.Errorf("%+v, answered %d", report.Verdict, report.Answered)
		}
		return report
	}
	run(first.server.URL, second.server.URL)
	if a, b := total(first), total(second); a != b {
		t.Errorf("one webhook got %d messages, the other %d", a, b)
	}
	report := run(first.server.URL, "http://127.0.0.1:1")
	if report.Broken == 0 || report.Redelivered != report.Broken {
		t.Errorf("%d deliveries had no answer, %d were repeated", report.Broken, report.Redelivered)
	}
	if got := total(first) + total(second); got != 2*sessions*rounds {
		t.Errorf("%d messages arrived, want %d", got, 2*sessions*rounds)
	}
}

// In an open loop latency counts from the moment at which a message was due: an agent that stands
// still for a while makes those slow that were due meanwhile, though nobody could send them.
func TestOpenLoopCountsFromTheDueMoment(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	const pause = 300 * time.Millisecond
	stood := false
	agent := newFake(t, peers, func(f *fake, _, text string) []string {
		if !stood {
			stood = true
			time.Sleep(pause) // under the lock: all others wait, too
		}
		return []string{text}
	})
	report := drive(t, peers, agent.server.URL, Options{
		Script: Greet, Sessions: 2, Rate: 200, Duration: time.Second, Connections: 1, Patience: 10 * time.Second,
	})
	if report.Total.P99 < pause/2 || report.Total.Count < 10 {
		t.Errorf("%+v: those that were due while the agent stood still have waited for it", report.Total)
	}
}

// A signal ends a run early: nobody writes any more, what was accepted is still waited for.
func TestCancelled(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	ctx, cancel := context.WithCancel(t.Context())
	agent := newFake(t, peers, func(f *fake, session, text string) []string {
		if f.messages[session] == len(greeting) {
			cancel()
		}
		return []string{text}
	})
	report, err := Drive(ctx, peers, Options{Webhooks: []string{agent.server.URL}, Sessions: 2, Duration: time.Hour})
	if err != nil || !report.OK() || report.Answered < int64(len(greeting)) || report.Answered != report.Accepted {
		t.Errorf("%v: %+v, answered %d of %d", err, report.Verdict, report.Answered, report.Accepted)
	}
}

// Nothing answered is no success.
func TestNobodyThere(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	report := drive(t, peers, "http://127.0.0.1:1", Options{Sessions: 2, Rounds: 1, Patience: 200 * time.Millisecond})
	if report.OK() || report.Refused != 2 || report.Lost != 0 || report.Broken == 0 {
		t.Errorf("OK %v, refused %d, lost %d, no answer %d", report.OK(), report.Refused, report.Lost, report.Broken)
	}
}

// Options that cannot be driven are refused, all at once.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		want    []string
	}{
		{"nothing", Options{}, []string{"sessions must be", "needs an end"}},
		{"a burst of greetings", Options{Sessions: 1, Rounds: 1, Burst: 2}, []string{"has bursts"}},
		{"too few plans", Options{Sessions: 1, Rounds: 1, Burst: 4, Script: Ask, Clinic: catalog.Sample()}, []string{"two plans"}},
		{"duplicates", Options{Sessions: 1, Rounds: 1, Duplicate: 2}, []string{"duplicates"}},
		{"all is well", Options{Sessions: 1, Rounds: 1, Burst: 6, Script: Ask, Clinic: Sample()}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.options.Check()
			if (err == nil) != (c.want == nil) {
				t.Fatalf("error %v", err)
			}
			for _, text := range c.want {
				if !strings.Contains(err.Error(), text) {
					t.Errorf("%q is not in %q", text, err)
				}
			}
		})
	}
}

// A report can be read by programs: what is written is read as it was.
func TestReportAsJSON(t *testing.T) {
	peers := startPeers(t, PeersConfig{})
	want := drive(t, peers, newFake(t, peers, echo).server.URL, Options{Script: Greet, Sessions: 2, Rounds: 3})
	var out bytes.Buffer
	if err := want.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got Report
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Answered != 6 || got.Turns != want.Turns || got.Accept.Count != 6 || got.Verdict != want.Verdict {
		t.Errorf("%s was read as %+v", out.Bytes(), got)
	}
	out.Reset()
	if err := want.WriteText(&out); err != nil || !strings.Contains(out.String(), "LOST 0  REPEATED 0") {
		t.Errorf("%v in %s", err, out.String())
	}
}

// Invented CPFs are valid and different.
func TestIdentities(t *testing.T) {
	seen := map[string]bool{}
	for number := range 10_000 {
		who := identityOf(number)
		if seen[who.cpf] || len(who.cpf) != 11 || !validCPF(who.cpf) {
			t.Fatalf("CPF %s of number %d", who.cpf, number)
		}
		seen[who.cpf] = true
	}
}

// validCPF checks the digits the other way round: both weighted sums are multiples of 11, or leave 1
// where the digit is 0.
func validCPF(cpf string) bool {
	for length := 10; length <= 11; length++ {
		sum := 0
		for i := range length {
			digit, _ := strconv.Atoi(cpf[i : i+1])
			sum += digit * (length - i)
		}
		if rest := sum % 11; rest != 0 && (rest != 1 || cpf[length-1] != '0') {
			return false
		}
	}
	return true
}
