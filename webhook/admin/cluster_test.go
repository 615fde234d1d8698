package admin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/cluster"
	"atende/webhook/admin"
)

// trio is a cluster that knows one node, and notes wishes.
type trio struct {
	err    error
	wishes []string
}

func (c *trio) Status(context.Context) (cluster.Status, error) {
	return cluster.Status{Node: "n1", Incarnation: 3, Members: []cluster.MemberStatus{{Node: "n1", Live: true}}}, c.err
}

func (c *trio) RequestDrain(_ context.Context, node string, wanted bool) (bool, error) {
	if c.err != nil || node != "n2" {
		return false, c.err
	}
	c.wishes = append(c.wishes, map[bool]string{true: "drain ", false: "resume "}[wanted]+node)
	return true, nil
}

func clustered(c admin.Cluster) http.Handler {
	return handling(admin.Config{Gatherer: prometheus.NewRegistry(), Cluster: c})
}

// wish posts a body as a program would; headers are pairs.
func wish(h http.Handler, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Host = "localhost:8081"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestClusterStatus(t *testing.T) {
	w := ask(clustered(&trio{}), "GET", "/admin/cluster")
	var got cluster.Status
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("answer = %d %v %q", w.Code, w.Header(), w.Body)
	}
	if want, _ := (&trio{}).Status(t.Context()); !cmp.Equal(want, got) {
		t.Error(cmp.Diff(want, got))
	}
	if w := ask(clustered(&trio{}), "POST", "/admin/cluster"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", w.Code, w.Header())
	}
}

// A node without a cluster answers in the same shape: one member that owns everything.
func TestClusterStatusOfASingleNode(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := handling(admin.Config{
		Gatherer: prometheus.NewRegistry(), Node: "solo", Pending: func() int { return 7 },
		Now: func() time.Time { return now },
	})
	now = now.Add(90 * time.Second)
	var got cluster.Status
	if err := json.Unmarshal(ask(h, "GET", "/admin/cluster").Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []cluster.MemberStatus{{Node: "solo", Incarnation: 1, State: "up", Live: true, UpSeconds: 90, Shards: 256, Pending: 7}}
	if diff := cmp.Diff(want, got.Members); diff != "" || got.Node != "solo" {
		t.Errorf("node %s, members %s", got.Node, diff)
	}
	if len(got.Shards) != 256 || got.Shards[255] != (cluster.ShardStatus{Shard: 255, Owner: "solo#1", Epoch: 1}) {
		t.Errorf("%d shards, the last is %+v", len(got.Shards), got.Shards[255])
	}
	if got.Handoffs.Moving == nil || len(got.Handoffs.Moving) != 0 {
		t.Errorf("hand-offs %+v", got.Handoffs)
	}
	for _, path := range []string{"/admin/cluster/drain", "/admin/cluster/resume"} {
		if w := wish(h, path, `{"node":"solo"}`); w.Code != 409 || !strings.Contains(w.Body.String(), `"reason":"single_node"`) {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
	}
}

func TestClusterWishes(t *testing.T) {
	tests := []struct {
		name, path, body string
		headers          []string
		status           int
		holds            string
		noted            string
	}{
		{name: "drain", path: "drain", body: `{"node":"n2"}`, status: 202, holds: `{"status":"accepted"}`, noted: "drain n2"},
		{name: "resume", path: "resume", body: `{"node":"n2"}`, status: 202, noted: "resume n2"},
		{name: "from the same site", path: "drain", body: `{"node":"n2"}`, headers: []string{"Sec-Fetch-Site", "same-origin"}, status: 202, noted: "drain n2"},
		{name: "from another site", path: "drain", body: `{"node":"n2"}`, headers: []string{"Sec-Fetch-Site", "cross-site"}, status: 403, holds: "cross_origin"},
		{name: "from another site, older browser", path: "drain", body: `{"node":"n2"}`, headers: []string{"Origin", "https://evil.example"}, status: 403, holds: "cross_origin"},
		{name: "as a form", path: "drain", body: `{"node":"n2"}`, headers: []string{"Content-Type", "text/plain"}, status: 415, holds: "not_json"},
		{name: "unknown node", path: "drain", body: `{"node":"n9"}`, status: 404, holds: `{"status":"error","reason":"unknown_node"}`},
		{name: "no node", path: "drain", body: `{}`, status: 400, holds: "missing_node"},
		{name: "no JSON", path: "resume", body: `n2`, status: 400, holds: "invalid_json"},
		{name: "a node that is no text", path: "resume", body: `{"node":2}`, status: 400, holds: "invalid_json"},
		{name: "too much", path: "drain", body: `{"node":"` + strings.Repeat("n", 5000) + `"}`, status: 413, holds: "body_too_large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := &trio{}
			w := wish(clustered(c), "/admin/cluster/"+test.path, test.body, test.headers...)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.holds) {
				t.Errorf("answer = %d %q", w.Code, w.Body)
			}
			if got := strings.Join(c.wishes, ","); got != test.noted {
				t.Errorf("noted %q", got)
			}
		})
	}
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE"} {
		if w := ask(clustered(&trio{}), method, "/admin/cluster/drain"); w.Code != 405 || w.Header().Get("Allow") != "POST" {
			t.Errorf("%s: %d %v", method, w.Code, w.Header())
		}
	}
}

// A web site whose name leads here for a moment is the same site to the operator's browser, and drains nothing;
// programs may come by any name.
func TestWishesByStrangeNames(t *testing.T) {
	for name, test := range map[string]struct {
		host    string
		headers []string
		status  int
		noted   string
	}{
		"a browser at a stranger's name":        {"evil.example:8081", []string{"Origin", "http://evil.example:8081", "Sec-Fetch-Site", "same-origin"}, 421, ""},
		"an older browser at a stranger's name": {"evil.example:8081", []string{"Origin", "http://evil.example:8081"}, 421, ""},
		"a browser at a name of ours":           {"atende.clinic.example", []string{"Sec-Fetch-Site", "same-origin"}, 202, "drain n2"},
		"a program at another name":             {"n1.clinic.example:8081", nil, 202, "drain n2"},
	} {
		t.Run(name, func(t *testing.T) {
			c := &trio{}
			h := handling(admin.Config{Gatherer: prometheus.NewRegistry(), Cluster: c, Hosts: []string{"atende.clinic.example"}})
			r := httptest.NewRequest(http.MethodPost, "/admin/cluster/drain", strings.NewReader(`{"node":"n2"}`))
			r.Host = test.host
			r.Header.Set("Content-Type", "application/json")
			for i := 0; i < len(test.headers); i += 2 {
				r.Header.Set(test.headers[i], test.headers[i+1])
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if got := strings.Join(c.wishes, ","); w.Code != test.status || got != test.noted {
				t.Errorf("answer = %d %q, noted %q", w.Code, w.Body, got)
			}
		})
	}
}

// What is wrong with the store is for the log, not for the answer.
func TestClusterStoreAway(t *testing.T) {
	var log bytes.Buffer
	h := handling(admin.Config{
		Gatherer: prometheus.NewRegistry(), Cluster: &trio{err: errors.New("no route to the database")},
		Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	for what, w := range map[string]*httptest.ResponseRecorder{
		"status": ask(h, "GET", "/admin/cluster"),
		"drain":  wish(h, "/admin/cluster/drain", `{"node":"n2"}`),
	} {
		if w.Code != 503 || !strings.Contains(w.Body.String(), `"reason":"unavailable"`) || strings.Contains(w.Body.String(), "route") {
			t.Errorf("%s: %d %q", what, w.Code, w.Body)
		}
	}
	if strings.Count(log.String(), "no route to the database") != 2 {
		t.Errorf("log %q", &log)
	}
}
