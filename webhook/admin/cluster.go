package admin

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
)

// Cluster is what the pages under /admin/cluster need of a node; *cluster.Node has it.
type Cluster interface {
	// Status is the cluster as the store has it at this moment.
	Status(ctx context.Context) (cluster.Status, error)
	// RequestDrain notes that an operator wants a node to give its shards away, or takes that back.
	// It reports whether a live node has that name.
	RequestDrain(ctx context.Context, node string, wanted bool) (bool, error)
}

const (
	// clusterTimeout bounds one look at the store, or one wish; an operator asks again.
	clusterTimeout = 3 * time.Second
	// maxWish is the largest body of a wish, in bytes.
	maxWish = 4 << 10
)

// errAlone: there is no other node that could take over.
var errAlone = errors.New("admin: this node is alone")

// clusterOf is the cluster of the configuration, or the node that is alone as one.
func clusterOf(c Config) Cluster {
	if c.Cluster != nil {
		return c.Cluster
	}
	if c.Pending == nil {
		c.Pending = func() int { return 0 }
	}
	return alone{node: c.Node, pending: c.Pending, now: c.Now, since: c.Now()}
}

// alone is a single node in the shape of a cluster: one member that owns everything, for ever.
type alone struct {
	node    string
	pending func() int
	now     func() time.Time
	since   time.Time
}

// Status is the same for every store; which shard the waiting messages are of is not known.
func (a alone) Status(context.Context) (cluster.Status, error) {
	me := journal.Incarnation{Node: a.node, Number: 1}
	status := cluster.Status{
		Node: me.Node, Incarnation: me.Number,
		Members: []cluster.MemberStatus{{
			Node: me.Node, Incarnation: me.Number, State: string(journal.NodeUp), Live: true,
			UpSeconds: int64(a.now().Sub(a.since).Seconds()), Shards: journal.Shards, Pending: a.pending(),
		}},
		Handoffs: cluster.Handoffs{Moving: []int{}},
	}
	for shard := range journal.Shards {
		status.Shards = append(status.Shards, cluster.ShardStatus{Shard: shard, Owner: me.String(), Epoch: 1})
	}
	return status, nil
}

func (alone) RequestDrain(context.Context, string, bool) (bool, error) { return false, errAlone }

// clusterStatus answers GET /admin/cluster: members, shards with their owners, hand-offs under way.
func clusterStatus(c Config) http.Handler {
	members := clusterOf(c)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), clusterTimeout)
		defer cancel()
		status, err := members.Status(ctx)
		if err != nil {
			c.Log.WarnContext(r.Context(), "cluster status", "error", err)
			refuse(w, http.StatusServiceUnavailable, "unavailable")
			return
		}
		answer(w, http.StatusOK, status)
	})
}

// clusterWish takes {"node":"n2"}: that node is to give its shards to the others, or may have some
// again.  202 says that the wish was noted; the node acts on it by itself.
func clusterWish(c Config, drain bool) http.Handler {
	members := clusterOf(c)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		node, status, reason := wishedNode(w, r)
		if status != 0 {
			refuse(w, status, reason)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), clusterTimeout)
		defer cancel()
		known, err := members.RequestDrain(ctx, node, drain)
		switch {
		case errors.Is(err, errAlone):
			refuse(w, http.StatusConflict, "single_node")
		case err != nil:
			c.Log.WarnContext(r.Context(), "cluster wish", "error", err)
			refuse(w, http.StatusServiceUnavailable, "unavailable")
		case !known:
			refuse(w, http.StatusNotFound, "unknown_node")
		default:
			c.Log.InfoContext(r.Context(), "an operator's wish", slog.String("node", node), slog.Bool("drain", drain))
			answer(w, http.StatusAccepted, verdict{Status: "accepted"})
		}
	})
}

// wishedNode reads the node of a wish; a status other than 0 refuses it.
func wishedNode(w http.ResponseWriter, r *http.Request) (node string, status int, reason string) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return "", http.StatusUnsupportedMediaType, "not_json" // what a form of another site could send
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWish))
	if err != nil {
		return "", http.StatusRequestEntityTooLarge, "body_too_large"
	}
	var wish struct{ Node string }
	if json.Unmarshal(body, &wish) != nil {
		return "", http.StatusBadRequest, "invalid_json"
	}
	if wish.Node == "" {
		return "", http.StatusBadRequest, "missing_node"
	}
	return wish.Node, 0, ""
}

// sameOrigin refuses what another web site makes an operator's browser ask for.  Programs send neither
// Origin nor Sec-Fetch-Site and pass.
func (n *notes) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.refused(r, "origin")
		refuse(w, http.StatusForbidden, "cross_origin")
	}))
	return protection.Handler(next)
}

// verdict is what a caller reads who did not ask for a status; in the shape of the webhook's answers.
type verdict struct {
	Status string    `json:"status"`
	Reason string    `json:"reason,omitempty"`
	Until  time.Time `json:"until,omitzero"` // of a pause
}

func refuse(w http.ResponseWriter, status int, reason string) {
	answer(w, status, verdict{Status: "error", Reason: reason})
}

func answer(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(document) // a caller that is gone asks again
}
