package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Probe is how to look into the program under test.  Its zero value sees nothing.
type Probe struct {
	// AdminURL is the base URL of the agent's operators' pages; "": CPU and memory come from the
	// operating system alone.
	AdminURL string
	// PID is the process, where it runs on this machine; 0: it is asked by AdminURL.
	PID int
}

// Probes are how to look into all processes of the program under test.
type Probes struct {
	Agents []Probe
	// Database is the process of the database server they work with, whose own processes count, too;
	// 0: it has none, or nobody knows.
	Database int
}

// look samples all processes, one after the other.
func (p Probes) look(collect bool) (usage, error) {
	var sum usage
	for _, agent := range p.Agents {
		u, err := agent.look(collect)
		if err != nil {
			return sum, err
		}
		sum.add(u)
	}
	if p.Database == 0 {
		return sum, nil
	}
	var err error
	sum.database, err = familyCPU(p.Database)
	return sum, err
}

// usage is what programs use at one moment; what nobody can tell is 0.
type usage struct {
	cpu      time.Duration // since they started
	database time.Duration // likewise, of the database server
	rss      uint64        // bytes
	heap     uint64        // bytes of living objects and stacks
	resident int           // conversations in memory
	pending  int           // messages in the journal
	shards   int           // of the sessions, that the node owns
}

// add sums up the agents of a cluster.
func (u *usage) add(other usage) {
	u.cpu += other.cpu
	u.rss += other.rss
	u.heap += other.heap
	u.resident += other.resident
	u.pending += other.pending
	u.shards += other.shards
}

// look samples the program; after collect its heap is free of garbage.
func (p Probe) look(collect bool) (usage, error) {
	var u usage
	if p.AdminURL != "" {
		if collect {
			if _, err := p.get("/debug/pprof/heap?gc=1"); err != nil {
				return u, err
			}
		}
		page, err := p.get("/metrics")
		if err != nil {
			return u, err
		}
		u = readMetrics(page)
	}
	if p.PID == 0 {
		return u, nil
	}
	s, err := readStat(p.PID)
	u.cpu, u.rss = s.cpu, s.rss
	return u, err
}

// lookLimit bounds one look: a busy agent may be slow, a hanging one ends the run.
const lookLimit = 30 * time.Second

func (p Probe) get(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(p.AdminURL, "/")+path, nil)
	if err != nil {
		return "", fmt.Errorf("the agent's operators' pages: %w", err)
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("the agent's operators' pages: %w", err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(io.LimitReader(response.Body, 32<<20))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", response.StatusCode)
	}
	if err != nil {
		return "", fmt.Errorf("the agent's operators' pages, %s: %w", path, err)
	}
	return string(page), nil
}

// readMetrics takes the few values of a /metrics page that matter here.
func readMetrics(page string) usage {
	var u usage
	for scanner := bufio.NewScanner(strings.NewReader(page)); scanner.Scan(); {
		name, text, _ := strings.Cut(scanner.Text(), " ")
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue
		}
		switch name {
		case "process_cpu_seconds_total":
			u.cpu = time.Duration(value * float64(time.Second))
		case "process_resident_memory_bytes":
			u.rss = uint64(value)
		case "go_memstats_heap_alloc_bytes", "go_memstats_stack_inuse_bytes":
			u.heap += uint64(value)
		case "atende_sessions_active":
			u.resident = int(value)
		case "atende_journal_pending":
			u.pending = int(value)
		case "atende_cluster_shards_owned":
			u.shards = int(value)
		}
	}
	return u
}

// ownCPU is what this process has used.
func ownCPU() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
