package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"atende/actors/cluster"
)

// ring is a cluster of n1, n2 and n3 behind one operators' listener.  A node that is to be drained has
// 40 shards less at every look.
type ring struct {
	mu     sync.Mutex
	owned  map[string]int
	drains map[string]bool
	fails  int // this many looks fail first
	stuck  bool
	alone  bool
}

func newRing() *ring {
	return &ring{owned: map[string]int{"n1": 86, "n2": 85, "n3": 85}, drains: map[string]bool{}}
}

func (r *ring) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if q.URL.Path == "/admin/cluster" {
		r.show(w)
		return
	}
	var wish struct{ Node string }
	_ = json.NewDecoder(q.Body).Decode(&wish)
	_, known := r.owned[wish.Node]
	switch {
	case r.alone:
		w.WriteHeader(http.StatusConflict)
	case !known:
		w.WriteHeader(http.StatusNotFound)
	case q.Header.Get("Content-Type") != "application/json" || q.Method != http.MethodPost:
		w.WriteHeader(http.StatusBadRequest)
	default:
		r.drains[wish.Node] = strings.HasSuffix(q.URL.Path, "/drain")
		w.WriteHeader(http.StatusAccepted)
	}
}

func (r *ring) show(w http.ResponseWriter) {
	if r.fails > 0 {
		r.fails--
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"status":"error","reason":"unavailable"}`)
		return
	}
	status := cluster.Status{Node: "n1", Incarnation: 4, Handoffs: cluster.Handoffs{Moving: []int{3}, Total: 12, HeldSessions: 1}}
	shard := 0
	for i, node := range []string{"n1", "n2", "n3"} {
		if r.drains[node] && !r.stuck {
			r.owned[node] = max(r.owned[node]-40, 0)
		}
		status.Members = append(status.Members, cluster.MemberStatus{
			Node: node, Incarnation: 4, State: "up", Live: i < 2, LeaseMS: 2750, UpSeconds: 75, Shards: r.owned[node],
			Pending: i, Release: "1.4.0", Drain: r.drains[node],
		})
		for range r.owned[node] {
			status.Shards = append(status.Shards, cluster.ShardStatus{Shard: shard, Owner: node + "#4", Epoch: 2, Pending: shard / 255})
			shard++
		}
	}
	_ = json.NewEncoder(w).Encode(status)
}

// operate runs `atende cluster` with arguments against a ring.
func operate(t *testing.T, r http.Handler, args ...string) (code int, out, problems string) {
	t.Helper()
	server := httptest.NewServer(r)
	defer server.Close()
	var stdout, stderr bytes.Buffer
	w := world{out: &stdout, err: &stderr, env: func(name string) string {
		return map[string]string{"ATENDE_ADMIN_LISTEN": strings.TrimPrefix(server.URL, "http://")}[name]
	}}
	code = clusterVerb(t.Context(), w, args)
	return code, stdout.String(), stderr.String()
}

func TestClusterShow(t *testing.T) {
	t.Parallel()
	code, out, problems := operate(t, newRing())
	if code != exitOK || problems != "" {
		t.Fatalf("exit code %d, %s", code, problems)
	}
	want := `NODE  STATE   LEASE  SHARDS  PENDING  RELEASE  UP
n1#4  up      2.8s   86      0        1.4.0    1m15s
n2#4  up      2.8s   85      1        1.4.0    1m15s
n3#4  silent  -      85      2        1.4.0    -

256 shards, 85 of them without a live owner, 1 message waiting
n1 hands on 1 shard; sessions that finish their turn there: 1
12 shards handed on by n1 since it started
`
	if out != want {
		t.Errorf("printed\n%s\nwant\n%s", out, want)
	}
}

func TestClusterShowShardsAndJSON(t *testing.T) {
	t.Parallel()
	code, out, _ := operate(t, newRing(), "--shards")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitOK || len(lines) != 257 || !strings.HasPrefix(lines[1], "0      n1#4") || !strings.Contains(lines[4], "moving") {
		t.Errorf("exit code %d, %d lines: %q", code, len(lines), lines[:5])
	}
	code, out, _ = operate(t, newRing(), "--json")
	var status cluster.Status
	if err := json.Unmarshal([]byte(out), &status); err != nil || code != exitOK || len(status.Shards) != 256 {
		t.Errorf("exit code %d, %v, %d shards", code, err, len(status.Shards))
	}
}

func TestClusterDrain(t *testing.T) {
	t.Parallel()
	t.Run("waits until nothing is owned", func(t *testing.T) {
		r := newRing()
		r.fails = 2
		code, out, problems := operate(t, r, "drain", "n2")
		if code != exitOK || out != "n2 owns 45 shards\nn2 owns 5 shards\nn2 owns nothing\n" {
			t.Errorf("exit code %d, printed %q, %s", code, out, problems)
		}
	})
	t.Run("does not wait", func(t *testing.T) {
		r := newRing()
		code, out, _ := operate(t, r, "drain", "n2", "--no-wait")
		if code != exitOK || !strings.Contains(out, "is asked") || !r.drains["n2"] || r.owned["n2"] != 85 {
			t.Errorf("exit code %d, printed %q, %v", code, out, r.drains)
		}
	})
	t.Run("flags before the word and the node", func(t *testing.T) {
		r := newRing()
		code, out, problems := operate(t, r, "--timeout", "5s", "drain", "--no-wait", "n2")
		if code != exitOK || !strings.Contains(out, "is asked") || !r.drains["n2"] {
			t.Errorf("exit code %d, printed %q, %s", code, out, problems)
		}
	})
	t.Run("does not wait for ever", func(t *testing.T) {
		r := newRing()
		r.stuck = true
		code, _, problems := operate(t, r, "drain", "n2", "--timeout", "5s")
		if code != exitFailure || !strings.Contains(problems, "n2 still owns 85 shards") {
			t.Errorf("exit code %d, %s", code, problems)
		}
	})
	t.Run("resume", func(t *testing.T) {
		r := newRing()
		r.drains["n2"] = true
		if code, out, _ := operate(t, r, "resume", "n2"); code != exitOK || out != "n2 takes shards again\n" || r.drains["n2"] {
			t.Errorf("exit code %d, printed %q, %v", code, out, r.drains)
		}
	})
}

func TestClusterRefusals(t *testing.T) {
	t.Parallel()
	single, away := newRing(), newRing()
	single.alone, away.fails = true, 1000
	for _, test := range []struct {
		name string
		ring http.Handler
		args []string
		code int
		says string
	}{
		{"no such word", newRing(), []string{"leave"}, exitUsage, `there is no "leave", only drain and resume`},
		{"no such flag", newRing(), []string{"--all"}, exitUsage, "flag provided but not defined"},
		{"which node", newRing(), []string{"drain"}, exitUsage, "which node? atende cluster drain NODE"},
		{"nearly a word", newRing(), []string{"drian", "n1"}, exitUsage, "the nearest is drain"},
		{"two nodes", newRing(), []string{"drain", "n1", "n2"}, exitUsage, "takes one node, not 2"},
		{"nearly a flag behind the node", newRing(), []string{"drain", "n1", "--no-wiat"}, exitUsage, "the nearest is --no-wait"},
		{"unknown node", newRing(), []string{"drain", "n9"}, exitFailure, "no live node is called n9"},
		{"unknown node to resume", newRing(), []string{"resume", "n9"}, exitFailure, "no live node is called n9"},
		{"single node", single, []string{"drain", "n1"}, exitFailure, "nobody could take over"},
		{"the store is away", away, nil, exitFailure, "answers 503: unavailable"},
		{"something else listens", http.NotFoundHandler(), nil, exitFailure, "answers 404: not what a node of atende says"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, problems := operate(t, test.ring, test.args...)
			if code != test.code || !strings.Contains(problems, test.says) || out != "" {
				t.Errorf("exit code %d, printed %q, %q", code, out, problems)
			}
		})
	}
	var problems bytes.Buffer
	w := world{out: &problems, err: &problems, env: func(string) string { return "" }}
	if code := clusterVerb(context.Background(), w, []string{"--admin-listen", "127.0.0.1:1"}); code != exitFailure || !strings.Contains(problems.String(), "no node answers") {
		t.Errorf("nobody there: exit code %d, %q", code, &problems)
	}
}
