package board

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/cmd/internal/demo/fleet"
)

const (
	// gaugeEvery is how often the metrics of the nodes and the appointments are read.
	gaugeEvery = time.Second
	// maxAnswer bounds what is read of an answer.
	maxAnswer = 4 << 20
)

// watcher puts a Snapshot together.  It belongs to one goroutine.
type watcher struct {
	Config
	client *http.Client
	diary  *diary

	status  cluster.Status // the last one that could be had
	known   bool           // the last look had one
	empty   time.Time      // when nothing waited, as of the last look that showed it
	asked   int            // who was asked last
	gauges  map[string]*gauge
	gauged  time.Time
	total   int // appointments
	doubled int
}

// look asks everybody and sums up.
func (w *watcher) look(ctx context.Context) Snapshot {
	now := w.Now()
	nodes := w.Fleet.Nodes()
	w.lookAtCluster(ctx, nodes, now)
	if now.Sub(w.gauged) >= gaugeEvery {
		w.gauged = now
		w.readGauges(ctx, nodes)
		w.countAppointments(ctx)
	}
	sessions := w.Crowd.Sessions()
	s := Snapshot{
		At: w.Now(), Known: w.known, Nodes: []Node{}, Shards: []int{}, Moved: w.diary.moved,
		Promises: w.promises(), Events: w.diary.recent(),
		Traffic: Traffic{Rate: w.Crowd.Rate(), Conversations: len(sessions)},
	}
	places := map[string]int{} // of live incarnations
	for i, node := range nodes {
		shown := w.node(node)
		if shown.Live {
			places[fmt.Sprintf("%s#%d", shown.Name, shown.Incarnation)] = i
		}
		s.Nodes = append(s.Nodes, shown)
	}
	for _, shard := range w.status.Shards {
		s.Pending += shard.Pending
		place, ok := places[shard.Owner]
		if !ok {
			place = -1
		}
		s.Shards = append(s.Shards, place)
	}
	for _, session := range sessions {
		if shard := journal.ShardOf(session); shard < len(s.Shards) && s.Shards[shard] >= 0 {
			s.Nodes[s.Shards[shard]].Conversations++
		}
	}
	return s
}

// lookAtCluster asks the nodes that run, another one first each time, until one answers.
func (w *watcher) lookAtCluster(ctx context.Context, nodes []fleet.Node, now time.Time) {
	w.known = false
	for i := range nodes {
		n := nodes[(w.asked+i)%len(nodes)]
		if n.AdminURL == "" || (n.State != fleet.Running && n.State != fleet.Stopping) {
			continue
		}
		var status cluster.Status
		raw, err := w.get(ctx, n.AdminURL+"/admin/cluster")
		if err != nil || json.Unmarshal(raw, &status) != nil || len(status.Members) == 0 {
			continue
		}
		w.asked += i // the same one as long as it answers: hand-offs are its own
		w.status, w.known = status, true
		w.diary.compare(status)
		w.noteEmpty(now)
		return
	}
}

// noteEmpty remembers when nothing waited, counted from before the question.
func (w *watcher) noteEmpty(asked time.Time) {
	for _, shard := range w.status.Shards {
		if shard.Pending > 0 {
			return
		}
	}
	w.empty = asked
}

// get reads a page of a node.
func (w *watcher) get(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := w.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	return raw, err
}

// readGauges reads the metrics of all nodes side by side.
func (w *watcher) readGauges(ctx context.Context, nodes []fleet.Node) {
	pages := make([][]byte, len(nodes))
	var reads sync.WaitGroup
	for i, n := range nodes {
		if n.AdminURL != "" && (n.State == fleet.Running || n.State == fleet.Stopping) {
			reads.Go(func() { pages[i], _ = w.get(ctx, n.AdminURL+"/metrics") }) // a node that is going has none
		}
	}
	reads.Wait()
	for i, n := range nodes {
		g := w.gauges[n.Name]
		if g == nil || g.pid != n.PID {
			g = &gauge{pid: n.PID, latencyMS: -1}
			w.gauges[n.Name] = g
		}
		if pages[i] == nil {
			g.replies, g.latencyMS = 0, -1
			continue
		}
		g.read(w.Now(), pages[i])
	}
}

// countAppointments looks for patients who have more than the one they wanted.
func (w *watcher) countAppointments(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	owners, err := w.Appointments(ctx)
	if err != nil {
		return // what was counted last still stands
	}
	times := map[string]int{}
	w.doubled = 0
	for _, cpf := range owners {
		if times[cpf]++; times[cpf] > 1 && w.Crowd.Booked(cpf) {
			w.doubled++
		}
	}
	w.total = len(owners)
}

func (w *watcher) promises() Promises {
	t := w.Crowd.Tally(w.empty)
	return Promises{
		Accepted: t.Accepted, Answered: t.Answered, Waiting: t.Waiting, Lost: t.Lost, Refused: t.Refused,
		Appointments: w.total, Double: w.doubled,
		MedianMS: t.Median.Milliseconds(), SlowMS: t.Slow.Milliseconds(), WorstMS: t.Worst.Milliseconds(), Replies: t.Replies,
	}
}

// node is a process with what the cluster and its metrics say of it.
func (w *watcher) node(n fleet.Node) Node {
	shown := Node{Name: n.Name, Process: string(n.State), PID: n.PID, LatencyMS: -1}
	if g := w.gauges[n.Name]; g != nil && g.pid == n.PID && n.State != fleet.Gone {
		shown.Resident, shown.Replies, shown.LatencyMS = g.resident, g.replies, g.latencyMS
	}
	for _, m := range w.status.Members {
		if m.Node == n.Name {
			shown.Member, shown.Incarnation, shown.State, shown.Live = true, m.Incarnation, m.State, m.Live
			shown.LeaseMS, shown.Shards, shown.Pending = m.LeaseMS, m.Shards, m.Pending
		}
	}
	return shown
}
