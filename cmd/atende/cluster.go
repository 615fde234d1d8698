package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"atende/actors/cluster"
)

var clusterPage = page{verb: "cluster", usage: "cluster [drain NODE | resume NODE]", about: `
Shows who serves the chat sessions: the nodes of the cluster, how its shards are spread over them, and
hand-offs under way.  Any node knows; the one behind --admin-listen is asked.

  atende cluster                the members and a summary of the shards
  atende cluster drain NODE     asks a node to give its shards to the others, and waits until it has none
  atende cluster resume NODE    takes that back

A node that is drained still takes webhooks.  SIGTERM drains a node, too, and ends it.`}

var drainPage = page{verb: "cluster drain", usage: "cluster drain NODE", about: `
Asks a node to give its shards to the others, and waits until it owns none.  It stays a member of the
cluster and gets none back until "atende cluster resume NODE", or until it starts anew.`}

var resumePage = page{verb: "cluster resume", usage: "cluster resume NODE", about: `
Takes "atende cluster drain NODE" back: the node gets its share of the shards again.`}

// clusterSettings are those of `atende cluster` and what stands behind it.
type clusterSettings struct {
	nodeSettings
	json    bool
	shards  bool
	noWait  bool
	timeout time.Duration
}

func (s *clusterSettings) tableShow() []setting {
	return append(s.tableNode(), jsonRow(&s.json, "print what the node answers, as JSON"), s.rowShards())
}

func (s *clusterSettings) rowShards() setting {
	return setting{flag: "shards", def: "false", toggle: true, help: "print every shard with its owner", set: yesNo(&s.shards)}
}

func (s *clusterSettings) tableResume() []setting {
	return append(s.tableNode(), jsonRow(&s.json, "print how it ended as JSON"))
}

func (s *clusterSettings) tableDrain() []setting {
	return append(s.tableResume(), []setting{
		{flag: "no-wait", def: "false", toggle: true, help: "return when the wish is noted",
			set: yesNo(&s.noWait)},
		{flag: "timeout", def: "2m", help: "how long to wait",
			set: atLeastZero(&s.timeout)},
	}...)
}

// clusterVerb is `atende cluster`.
func clusterVerb(ctx context.Context, w world, args []string) int {
	var s clusterSettings
	words, flags := apart(append(s.tableDrain(), s.rowShards()), args)
	if len(words) > 0 {
		switch words[0] {
		case "drain":
			return clusterDrainVerb(ctx, w, words[1:], flags)
		case "resume":
			return clusterResumeVerb(ctx, w, words[1:], flags)
		}
		return refuse(w, "cluster", fmt.Errorf("there is no %q, only drain and resume, the nearest is %s (atende cluster --help)",
			words[0], nearest(words[0], following["cluster"])))
	}
	if err := clusterPage.read(s.tableShow(), w, flags); err != nil {
		return refuse(w, "cluster", err)
	}
	status, raw, err := s.operators.status(ctx)
	if err != nil {
		return fail(w, "cluster", err)
	}
	switch {
	case s.json:
		fmt.Fprintf(w.out, "%s\n", raw)
	case s.shards:
		writeShards(w.out, status)
	default:
		writeCluster(w.out, status)
	}
	return exitOK
}

// readNamed reads the settings of a verb with one word, which names what it is about: "node", "chat session".
func readNamed(p page, table []setting, w world, what string, words, flags []string) (name string, err error) {
	switch {
	case helpWanted(flags):
		p.write(w.out, table)
		return "", flag.ErrHelp
	case len(words) == 0 || words[0] == "":
		usage, _, _ := strings.Cut(p.usage, " |")
		return "", fmt.Errorf("which %s? atende %s [flags]", what, usage)
	case len(words) > 1:
		return "", fmt.Errorf("takes one %s, not %d (atende %s --help)", what, len(words), p.verb)
	}
	return words[0], p.read(table, w, flags)
}

// clusterResumeVerb is `atende cluster resume`.
func clusterResumeVerb(ctx context.Context, w world, words, flags []string) int {
	var s clusterSettings
	node, err := readNamed(resumePage, s.tableResume(), w, "node", words, flags)
	if err != nil {
		return refuse(w, "cluster resume", err)
	}
	if err := s.operators.wish(ctx, "resume", node); err != nil {
		return fail(w, "cluster resume", err)
	}
	return s.tell(w, node, "resumed", node+" takes shards again")
}

// clusterDrainVerb is `atende cluster drain`.
func clusterDrainVerb(ctx context.Context, w world, words, flags []string) int {
	var s clusterSettings
	node, err := readNamed(drainPage, s.tableDrain(), w, "node", words, flags)
	if err != nil {
		return refuse(w, "cluster drain", err)
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	asked := s.operators
	if err := asked.wish(ctx, "drain", node); err != nil {
		return fail(w, "cluster drain", err)
	}
	if s.noWait {
		return s.tell(w, node, "asked", node+" is asked to give its shards away")
	}
	progress := w.out
	if s.json {
		progress = io.Discard
	}
	if err := awaitDrained(ctx, progress, asked, node); err != nil {
		return fail(w, "cluster drain", err)
	}
	return s.tell(w, node, "drained", node+" owns nothing")
}

// lookEvery is the pause between two looks at a node that drains.
const lookEvery = 200 * time.Millisecond

// maxMisses is how often in a row a look may fail: the node that is asked may be restarted, or the
// database be away for a moment.
const maxMisses = 25

// awaitDrained waits until a node owns nothing, and says how far it is.
func awaitDrained(ctx context.Context, progress io.Writer, asked operators, node string) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	last, misses := -1, 0
	for {
		status, _, err := asked.status(ctx)
		if err == nil {
			misses = 0
			left := owned(status, node)
			if left == 0 {
				return nil
			}
			if left != last {
				fmt.Fprintf(progress, "%s owns %s\n", node, plural(left, "shard"))
				last = left
			}
		} else if misses++; misses == maxMisses {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%s still owns %s; is there another node that is up?", node, plural(max(last, 0), "shard"))
		}
	}
}

// tell says how a wish for a node ended.
func (s *clusterSettings) tell(w world, node, status, words string) int {
	if !s.json {
		fmt.Fprintln(w.out, words)
		return exitOK
	}
	if err := writeJSON(w.out, map[string]string{"node": node, "status": status}); err != nil {
		return fail(w, "cluster", err)
	}
	return exitOK
}

// owned counts the shards of a node, in whatever life it has them.
func owned(status cluster.Status, node string) int {
	count := 0
	for _, shard := range status.Shards {
		if name, _, _ := strings.Cut(shard.Owner, "#"); name == node {
			count++
		}
	}
	return count
}

// errNoNode: somebody else listens there.
var errNoNode = errors.New("what answers is no node of atende")

// decodeStatus reads what a node answered.
func decodeStatus(raw []byte) (cluster.Status, error) {
	var status cluster.Status
	if err := json.Unmarshal(raw, &status); err != nil || len(status.Members) == 0 {
		return status, errNoNode
	}
	return status, nil
}
