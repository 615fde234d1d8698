package demo

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"atende/actors/journal/postgres/private"
	"atende/cmd/internal/demo/balance"
	"atende/cmd/internal/demo/board"
	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
	"atende/webhook"
)

// ClusterOptions say how to run the demo of a cluster.
type ClusterOptions struct {
	// Options are those of the demo of one agent; Folder is required here.
	Options
	// Nodes is how many agents begin, 1 to fleet.MaxNodes.
	Nodes int
	// Program is the executable whose verb serve is a node.
	Program string
	// ClinicFile is the path of Clinic for the nodes; "" is the sample clinic.
	ClinicFile string
	// DatabaseFolder keeps the nodes' journal; "" is a temporary one.
	DatabaseFolder string
	// BoardListen is where the cluster page listens; "" takes a free port of this machine.
	BoardListen string
	// Patients is how many simulated patients write, and Rate how many messages a second they write
	// all together at first.
	Patients int
	Rate     float64
}

// Cluster is a running demo of a cluster: nodes that are processes of their own, on a PostgreSQL of
// their own, and all they talk to.
type Cluster struct {
	log        *slog.Logger
	database   *private.Server
	scheduling *peers.Scheduling
	gateway    *peers.Gateway
	balancer   *balance.Balancer
	front      *endpoint.Endpoint // of the balancer
	fleet      *fleet.Fleet
	crowd      *crowd.Crowd
	board      *board.Board
	page       *endpoint.Endpoint // of the board
	ended      chan struct{}

	told chan error // a node of the start listens, or does not
	ends []func(context.Context) error
}

// deliverLimit is how long Stop waits for messages that no node has taken yet.  With nodes that were
// killed before, they could not be delivered at all.
const deliverLimit = 5 * time.Second

// StartCluster runs a demo of a cluster and returns when all of its nodes listen.  Stop ends it.
func StartCluster(ctx context.Context, o ClusterOptions) (*Cluster, error) {
	o.Options = o.withDefaults()
	if o.BoardListen == "" {
		o.BoardListen = anyPort
	}
	c := &Cluster{log: o.Log, ended: make(chan struct{}), told: make(chan error, fleet.MaxNodes)}
	for _, step := range []func(context.Context, ClusterOptions) error{
		c.startStores, c.startDoors, c.startAudience, c.startNodes,
	} {
		if err := step(ctx, o); err != nil {
			return nil, errors.Join(err, c.close(context.WithoutCancel(ctx)))
		}
	}
	go c.watch()
	return c, nil
}

// later notes how to end what was just started.
func (c *Cluster) later(end func(context.Context) error) { c.ends = append(c.ends, end) }

// close ends everything that was started, the last first.
func (c *Cluster) close(ctx context.Context) error {
	var problems []error
	for _, end := range slices.Backward(c.ends) {
		problems = append(problems, end(ctx))
	}
	return errors.Join(problems...)
}

// startStores starts what keeps data: the journal of the nodes, and the scheduling API.
func (c *Cluster) startStores(ctx context.Context, o ClusterOptions) (err error) {
	c.database, err = private.Start(ctx, private.Options{Folder: o.DatabaseFolder})
	if err != nil {
		return err
	}
	c.later(func(context.Context) error { return c.database.Stop() })
	c.scheduling, err = peers.StartScheduling(ctx, anyPort, server.Config{
		DatabaseURL: o.database("scheduling.db"), Clinic: o.Clinic, Now: o.Now, Quirks: o.Quirks,
		Log: o.Log.With("part", "scheduling"),
	})
	if err != nil {
		return err
	}
	c.later(c.scheduling.Stop)
	return nil
}

// startDoors starts the gateway, whose webhooks go to the balancer, which has no nodes yet.
func (c *Cluster) startDoors(ctx context.Context, o ClusterOptions) (err error) {
	c.balancer = balance.New(o.Log.With("part", "balancer"))
	c.later(func(context.Context) error { c.balancer.Close(); return nil })
	if c.front, err = endpoint.Listen(ctx, anyPort); err != nil {
		return err
	}
	c.later(c.front.Stop)
	c.front.Start(o.hardened(c.balancer, "balancer"))
	listening, err := endpoint.Listen(ctx, o.Listen)
	if err != nil {
		return err
	}
	c.gateway = peers.StartGateway(listening, o.simulator(c.front.URL(), listening.URL(), c.scheduling.API()))
	c.later(c.gateway.Stop)
	return nil
}

// startAudience lets the patients in, who write nothing yet, and serves the page.
func (c *Cluster) startAudience(ctx context.Context, o ClusterOptions) (err error) {
	if c.page, err = endpoint.Listen(ctx, o.BoardListen); err != nil {
		return err
	}
	c.later(c.page.Stop)
	if c.fleet, err = c.newFleet(o); err != nil {
		return err
	}
	c.crowd = crowd.Start(crowd.Config{
		Gateway: c.gateway.Simulator(), Clinic: o.Clinic, Patients: o.Patients,
		Now: o.Now, Log: o.Log.With("part", "crowd"),
	})
	c.later(func(context.Context) error { c.crowd.Close(); return nil })
	c.board = board.New(board.Config{
		Fleet: c.fleet, Crowd: c.crowd, Appointments: c.booked,
		Clinic: o.Clinic.Name, ChatURL: c.gateway.URL() + "/",
		Now: o.Now, Log: o.Log.With("part", "board"),
	})
	c.later(func(context.Context) error { c.board.Close(); return nil })
	c.page.Start(o.hardened(c.board.Handler(), "board"))
	return nil
}

// newFleet knows how to start a node, and starts none.
func (c *Cluster) newFleet(o ClusterOptions) (*fleet.Fleet, error) {
	clinic := o.ClinicFile
	if clinic == "" {
		clinic = filepath.Join(o.Folder, "clinic.yaml")
		if err := os.WriteFile(clinic, catalog.SampleFile(), 0o600); err != nil {
			return nil, err
		}
	}
	env := o.nodeEnvironment(c.gateway.URL(), c.scheduling.URL(), c.database.URL(), clinic)
	log := o.Log.With("part", "agent")
	return fleet.New(fleet.Config{
		Command: func(name string) (fleet.Command, error) {
			own := maps.Clone(env)
			own["ATENDE_NODE_ID"] = name
			return fleet.Command{Name: name, Program: o.Program, Args: []string{"serve"}, Env: own, Log: log}, nil
		},
		Changed: c.retarget,
		Told:    c.hear,
	}), nil
}

// startNodes starts the nodes, waits until all of them listen, and lets the patients write.
func (c *Cluster) startNodes(ctx context.Context, o ClusterOptions) error {
	c.later(c.fleet.Close)
	for range o.Nodes {
		if _, err := c.fleet.Add(); err != nil {
			return err
		}
	}
	for range o.Nodes {
		select {
		case err := <-c.told:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.crowd.SetRate(o.Rate)
	return nil
}

// nodeEnvironment are the settings that all nodes have in common.
func (o ClusterOptions) nodeEnvironment(gatewayURL, schedulingURL, databaseURL, clinicFile string) map[string]string {
	return map[string]string{
		"ATENDE_LISTEN":              anyPort,
		"ATENDE_ADMIN_LISTEN":        anyPort,
		"ATENDE_CLUSTER_LISTEN":      anyPort,
		"ATENDE_DATABASE_URL":        databaseURL,
		"ATENDE_GATEWAY_URL":         gatewayURL,
		"ATENDE_GATEWAY_TOKEN":       token,
		"ATENDE_CHANNEL_ID":          channel,
		"ATENDE_HUMAN_DEPARTMENT_ID": department,
		"ATENDE_ALLOWED_INSTANCES":   instance,
		"ATENDE_ALLOWED_TEAM":        team,
		"ATENDE_WEBHOOK_TOKEN":       o.WebhookToken,
		"ATENDE_SCHEDULING_URL":      schedulingURL,
		"ATENDE_CATALOG":             clinicFile,
		"ATENDE_QUIET_WINDOW":        o.QuietWindow.String(),
		"ATENDE_MAX_BOOKINGS":        "0", // the page's patients book as often as they like, as in a demo without a cluster
		"ATENDE_TAGS":                "true",
		"ATENDE_LOG_LEVEL":           "info",
		"ATENDE_LOG_FORMAT":          "json",
	}
}

// hear hands on what became of a node: during the start to the one who waits for it, then to the page.
func (c *Cluster) hear(name string, what fleet.Happening, err error) {
	if what == fleet.Failed {
		c.log.Error("a node did not start", "node", name, "error", err)
	}
	select {
	case c.told <- err: // the start reads as many as it began; later nobody does, and it is full
	default:
	}
	c.board.Told(name, what, err)
}

// retarget tells the balancer which nodes there are.
func (c *Cluster) retarget() {
	var targets []balance.Target
	for _, node := range c.fleet.Nodes() {
		if node.State != fleet.Gone && node.URL != "" {
			targets = append(targets, balance.Target{Name: node.Name, URL: node.URL, Admin: node.AdminURL})
		}
	}
	if err := c.balancer.Set(targets); err != nil {
		c.log.Error("balancer", "error", err)
	}
}

// booked lists the CPF of every appointment.
func (c *Cluster) booked(ctx context.Context) ([]string, error) {
	appointments, err := c.scheduling.API().Appointments(ctx)
	var owners []string
	for _, a := range appointments {
		owners = append(owners, a.CPF)
	}
	return owners, err
}

// hardened is a server for browsers and gateways, with the bounds of the agent's own receiver.
func (o ClusterOptions) hardened(handler http.Handler, part string) *http.Server {
	return webhook.Harden(&http.Server{
		Handler:  handler,
		ErrorLog: slog.NewLogLogger(o.Log.With("part", part).Handler(), slog.LevelWarn),
	})
}

// watch closes ended when the first part ends that nobody is meant to end.
func (c *Cluster) watch() {
	defer close(c.ended)
	select {
	case <-c.scheduling.Ended():
	case <-c.gateway.Ended():
	case <-c.front.Ended():
	case <-c.page.Ended():
	}
}

// Ended is closed when a part of the demo runs no more.  The nodes are meant to be killed and do not
// count.
func (c *Cluster) Ended() <-chan struct{} { return c.ended }

// Err says which parts ended by themselves, and why; valid once Stop returned.
func (c *Cluster) Err() error {
	return errors.Join(c.scheduling.Err(), c.gateway.Err(), c.front.Err(), c.page.Err())
}

// Stop ends the demo in the order in which messages flow: the patients leave, what they wrote is
// delivered, the nodes answer what they have in hand, and then all others go.
func (c *Cluster) Stop(ctx context.Context) error {
	c.crowd.Close()
	limited, cancel := context.WithTimeout(ctx, deliverLimit)
	defer cancel()
	if err := c.gateway.Simulator().Drain(limited); err != nil {
		c.log.Warn("messages that no node took are gone", "error", err)
	}
	return c.close(ctx)
}

// BoardURL is the address of the cluster page, without a slash at the end.
func (c *Cluster) BoardURL() string { return c.page.URL() }

// PageURL is the address of the chat page, likewise.
func (c *Cluster) PageURL() string { return c.gateway.URL() }

// SchedulingURL is {base_url} of the scheduling API.
func (c *Cluster) SchedulingURL() string { return c.scheduling.URL() }

// WebhookURL is where the nodes take webhooks, whichever is ready.
func (c *Cluster) WebhookURL() string { return c.front.URL() }

// Nodes are the processes of the cluster.
func (c *Cluster) Nodes() []fleet.Node { return c.fleet.Nodes() }

// Traffic is what the simulated patients do.
func (c *Cluster) Traffic() *crowd.Crowd { return c.crowd }

// Gateway is the simulated gateway.
func (c *Cluster) Gateway() *simulator.Simulator { return c.gateway.Simulator() }
