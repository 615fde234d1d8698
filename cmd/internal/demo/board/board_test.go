package board

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/actors/cluster"
	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stage is a fleet and a crowd that do nothing but remember, before one node that answers what the
// test puts there.
type stage struct {
	server *httptest.Server

	mu     sync.Mutex
	status cluster.Status
	page   string // of /metrics
	nodes  []fleet.Node
	asked  []string
	rate   float64
	empty  time.Time
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{page: "atende_sessions_active 7\n", status: two("n2#1", true)}
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch r.URL.Path {
		case "/admin/cluster":
			_ = json.NewEncoder(w).Encode(s.status)
		case "/metrics":
			fmt.Fprint(w, s.page)
		}
	}))
	t.Cleanup(s.server.Close)
	s.nodes = []fleet.Node{
		{Name: "n1", State: fleet.Running, AdminURL: s.server.URL, PID: 11},
		{Name: "n2", State: fleet.Gone, PID: 12},
	}
	return s
}

// two is a cluster of n1 and n2; n1 owns the first half of the shards, and whoever is named the rest.
func two(other string, n2Live bool) cluster.Status {
	status := cluster.Status{Node: "n1", Incarnation: 1, Members: []cluster.MemberStatus{
		{Node: "n1", Incarnation: 1, State: "up", Live: true, LeaseMS: 2900, Shards: 128},
		{Node: "n2", Incarnation: 1, State: "up", Live: n2Live, Shards: 128},
	}}
	for shard := range 256 {
		owner := "n1#1"
		if shard >= 128 {
			owner = other
		}
		status.Shards = append(status.Shards, cluster.ShardStatus{Shard: shard, Owner: owner})
	}
	return status
}

func (s *stage) Nodes() []fleet.Node {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.nodes)
}

func (s *stage) ask(what string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, what)
	switch {
	case strings.HasSuffix(what, "n9"):
		return fleet.ErrNoNode
	case what == "thaw n1":
		return fleet.ErrState
	}
	return nil
}

func (s *stage) Add() (string, error)      { return "n3", s.ask("add") }
func (s *stage) Restart(name string) error { return s.ask("start " + name) }
func (s *stage) Stop(name string) error    { return s.ask("stop " + name) }
func (s *stage) Kill(name string) error    { return s.ask("kill " + name) }
func (s *stage) Freeze(name string) error  { return s.ask("freeze " + name) }
func (s *stage) Thaw(name string) error    { return s.ask("thaw " + name) }

func (s *stage) Rate() float64          { s.mu.Lock(); defer s.mu.Unlock(); return s.rate }
func (s *stage) SetRate(rate float64)   { s.mu.Lock(); defer s.mu.Unlock(); s.rate = rate }
func (s *stage) Sessions() []string     { return []string{"a", "b", "c", "d"} }
func (s *stage) Booked(cpf string) bool { return cpf != "visitor" }

func (s *stage) Tally(empty time.Time) crowd.Tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty = empty
	return crowd.Tally{Accepted: 5, Answered: 4, Waiting: 1, Median: 20 * time.Millisecond, Replies: 4}
}

func (s *stage) config() Config {
	return Config{
		Fleet: s, Crowd: s, Clinic: `Clínica "Boa"`, ChatURL: "http://127.0.0.1:1/", Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Appointments: func(context.Context) ([]string, error) {
			return []string{"one", "one", "visitor", "visitor", "other"}, nil
		},
	}
}

func open(t *testing.T, s *stage) *httptest.Server {
	t.Helper()
	b := New(s.config())
	server := httptest.NewServer(b.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(b.Close) // ends the streams first
	return server
}

// snapshots reads a stream until one is as wanted.
func snapshots(t *testing.T, server *httptest.Server, wanted func(Snapshot) bool) Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var last Snapshot
	scanner := bufio.NewScanner(response.Body)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		data, ok := strings.CutPrefix(scanner.Text(), "data: ")
		if !ok {
			continue
		}
		last = Snapshot{}
		if err := json.Unmarshal([]byte(data), &last); err != nil {
			t.Fatal(err)
		}
		if wanted(last) {
			return last
		}
	}
	t.Fatalf("the stream ended with %+v", last)
	return last
}

func TestSnapshot(t *testing.T) {
	s := newStage(t)
	got := snapshots(t, open(t, s), func(s Snapshot) bool { return s.Known && s.Promises.Appointments > 0 })
	if len(got.Nodes) != 2 || got.Nodes[0].Resident != 7 || got.Nodes[0].Shards != 128 || got.Nodes[1].Process != "gone" {
		t.Errorf("nodes %+v", got.Nodes)
	}
	if n := got.Nodes[0].Conversations + got.Nodes[1].Conversations; n != 4 || got.Traffic.Conversations != 4 {
		t.Errorf("%d conversations have an owner, of %d", n, got.Traffic.Conversations)
	}
	if len(got.Shards) != 256 || got.Shards[0] != 0 || got.Shards[255] != 1 {
		t.Errorf("shards %v", got.Shards)
	}
	if p := got.Promises; p.Appointments != 5 || p.Double != 1 || p.Accepted != 5 || p.MedianMS != 20 {
		t.Errorf("promises %+v", p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.empty.IsZero() {
		t.Error("nothing waits, and nobody was told")
	}
}

// What waits anywhere is no proof of anything lost.
func TestPendingIsNotEmpty(t *testing.T) {
	s := newStage(t)
	s.status.Shards[200].Pending = 2
	if got := snapshots(t, open(t, s), func(s Snapshot) bool { return s.Known }); got.Pending != 2 {
		t.Errorf("%d pending", got.Pending)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.empty.IsZero() {
		t.Error("the journal is called empty")
	}
}

func TestWishes(t *testing.T) {
	s := newStage(t)
	server := open(t, s)
	for _, test := range []struct {
		path, body string
		status     int
	}{
		{"/nodes", "", 202},
		{"/nodes/n1/kill", "", 202},
		{"/nodes/n1/freeze", "", 202},
		{"/nodes/n1/thaw", "", 409},
		{"/nodes/n1/stop", "", 202},
		{"/nodes/n1/start", "", 202},
		{"/nodes/n9/kill", "", 404},
		{"/nodes/n1/sell", "", 404},
		{"/traffic", `{"rate":7}`, 202},
		{"/traffic", `{"speed":7}`, 400},
		{"/traffic", `7`, 400},
	} {
		response, err := server.Client().Post(server.URL+test.path, "application/json", strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%s %s: %d, want %d", test.path, test.body, response.StatusCode, test.status)
		}
	}
	want := "add,kill n1,freeze n1,thaw n1,stop n1,start n1,kill n9"
	if got := strings.Join(s.asked, ","); got != want || s.Rate() != 7 {
		t.Errorf("asked for %s; rate %v", got, s.Rate())
	}
	got := snapshots(t, server, func(s Snapshot) bool { return len(s.Events) >= 5 })
	if text := got.Events[len(got.Events)-1].Text + got.Events[0].Text; text == "" {
		t.Error("events without words")
	}
}

func TestPageKeepsToItself(t *testing.T) {
	server := open(t, newStage(t))
	for path, kind := range map[string]string{"/": "text/html", "/board.js": "text/javascript", "/board.css": "text/css", "/favicon.ico": "image/svg+xml"} {
		response, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 200 || !strings.HasPrefix(response.Header.Get("Content-Type"), kind) ||
			!strings.HasPrefix(response.Header.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Errorf("%s: %d %v", path, response.StatusCode, response.Header)
		}
	}
	request, err := http.NewRequest(http.MethodPost, server.URL+"/nodes/n1/kill", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Origin", "https://evil.example")
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("another site may kill nodes: %d", response.StatusCode)
	}
}

// texts are the events, oldest first.
func texts(d *diary) []string {
	var all []string
	for _, e := range slices.Backward(d.recent()) {
		all = append(all, e.Text)
	}
	return all
}

func TestDiary(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	d := &diary{now: func() time.Time { return now }}
	d.compare(two("n1#1", false))
	d.compare(two("n2#1", true)) // joined, and a planned move
	d.compare(two("n2#1", false))
	now = now.Add(1400 * time.Millisecond)
	d.compare(two("n1#1", false)) // taken over
	want := []string{
		"n1 entrou no cluster (1ª vida)",
		"n2 entrou no cluster (1ª vida)",
		"n1 → n2: 128 partições",
		"o prazo de n2 acabou: saiu do cluster",
		"n1 assumiu 128 partições de n2",
		"todas as partições de n2 têm dono de novo, 1,4 s depois de o prazo acabar",
	}
	if got := texts(d); !slices.Equal(got, want) {
		t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	leaving := two("n2#1", true)
	leaving.Members[1].State = "draining"
	d.compare(leaving)
	d.compare(two("n1#1", false)) // it gave the rest and was gone before the next look
	if got := texts(d)[len(want):]; !slices.Contains(got, "n2 → n1: 128 partições") || !slices.Contains(got, "n2 saiu do cluster") {
		t.Errorf("of a drain: %q", got)
	}
	if d.moved != 512 {
		t.Errorf("%d shards moved", d.moved)
	}
	for range 2 * maxEvents {
		d.note(plain, "x")
	}
	if n := len(d.recent()); n != maxEvents {
		t.Errorf("%d events are kept", n)
	}
}

func TestGauge(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	g := gauge{latencyMS: -1}
	page := func(count int, sum float64) []byte {
		return fmt.Appendf(nil, "# HELP x y\natende_sessions_active 3\natende_reply_latency_seconds_count %d\natende_reply_latency_seconds_sum %v\n", count, sum)
	}
	g.read(now, page(10, 5))
	if g.resident != 3 || g.replies != 0 || g.latencyMS != -1 {
		t.Errorf("first reading %+v", g)
	}
	g.read(now.Add(2*time.Second), page(14, 6))
	if g.replies != 2 || g.latencyMS != 250 {
		t.Errorf("second reading %+v", g)
	}
	g.read(now.Add(3*time.Second), page(14, 6))
	if g.replies != 0 || g.latencyMS != -1 {
		t.Errorf("nothing happened: %+v", g)
	}
}
