package demo

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/node"
	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
	"atende/webhook"
)

// MaxClinics is how many clinics a demo has room for on its page.
const MaxClinics = 4

// invented are the clinics of the demo: what is put in the place of the sample's names.
var invented = [MaxClinics]struct{ name, clinic, surname string }{
	{"boa-vida", "Clínica Boa Vida", "Souza"}, {"jatoba", "Clínica Jatobá", "Prado"},
	{"ipe", "Clínica Ipê", "Barros"}, {"aroeira", "Clínica Aroeira", "Rocha"},
}

// Clinics is a running demo of several clinics: one agent, and for each clinic a scheduling API and a gateway that know only
// theirs.
type Clinics struct {
	agent *node.Several
	parts []*part
	page  *endpoint.Endpoint
	ended chan struct{}
}

// part is a clinic of it.
type part struct {
	Options
	name, instance string
	scheduling     *peers.Scheduling
	listening      *endpoint.Endpoint // of the gateway
	gateway        *peers.Gateway     // nil: it does not answer yet
}

// StartClinics runs a demo of so many clinics.  The first is that of the options.  Stop ends it.
func StartClinics(ctx context.Context, o Options, count int) (*Clinics, error) {
	o = o.withDefaults()
	c := &Clinics{ended: make(chan struct{})}
	if err := c.start(ctx, o, count); err != nil {
		return nil, errors.Join(err, c.Stop(context.WithoutCancel(ctx)))
	}
	go c.watch()
	return c, nil
}

func (c *Clinics) start(ctx context.Context, o Options, count int) (err error) {
	if c.page, err = endpoint.Listen(ctx, o.Listen); err != nil {
		return err
	}
	for i := range count {
		p, err := o.part(ctx, i)
		if p != nil {
			c.parts = append(c.parts, p)
		}
		if err != nil {
			return err
		}
	}
	common := node.Options{Listen: anyPort, AdminListen: anyPort, Now: o.Now, Log: o.Log.With("part", "agent")}
	c.agent, err = node.StartSeveral(ctx, common, func(context.Context) ([]node.Clinic, error) { return c.clinics(), nil })
	if err != nil {
		return err
	}
	_, port, _ := net.SplitHostPort(c.page.Addr())
	for _, p := range c.parts {
		config := p.simulator(c.agent.PublicURL(), p.listening.URL(), p.scheduling.API())
		config.Token, config.Defaults.InstanceNumber, config.Frames = token+"-"+p.name, p.instance, "http://*:"+port
		p.gateway = peers.StartGateway(p.listening, config)
	}
	c.page.Start(webhook.Harden(&http.Server{
		Handler: http.HandlerFunc(c.servePage), ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}))
	return nil
}

// part starts the parties of a clinic.
func (o Options) part(ctx context.Context, i int) (*part, error) {
	who := invented[i]
	p := &part{Options: o, name: who.name, instance: fmt.Sprint(551133330000 + i)}
	if i > 0 {
		text := strings.NewReplacer(invented[0].clinic, who.clinic, "Ana Souza", "Ana "+who.surname, "Menezes", who.surname).Replace(string(catalog.Sample().Source))
		clinic, err := catalog.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("clinic %s: %w", who.name, err)
		}
		p.Clinic = clinic
	}
	p.WebhookToken = o.WebhookToken + "-" + who.name
	p.Log = o.Log.With("clinic", who.name)
	var err error
	p.scheduling, err = peers.StartScheduling(ctx, anyPort, server.Config{
		DatabaseURL: o.database(who.name + "-scheduling.db"), Clinic: p.Clinic, Now: o.Now, Quirks: o.Quirks, Log: p.Log.With("part", "scheduling"),
	})
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(o.Listen)
	p.listening, err = endpoint.Listen(ctx, net.JoinHostPort(host, "0"))
	return p, err
}

// clinics are those that the agent serves.
func (c *Clinics) clinics() (list []node.Clinic) {
	for _, p := range c.parts {
		o := p.agent(p.listening.URL(), p.scheduling.URL())
		o.Gateway.Token, o.Filters.Instances = token+"-"+p.name, []string{p.instance}
		o.DatabaseURL = p.database(p.name + ".db")
		list = append(list, node.Clinic{Name: p.name, Options: o, Print: p.name})
	}
	return list
}

//go:embed page
var clinicsFiles embed.FS

var clinicsTemplate = template.Must(template.ParseFS(clinicsFiles, "page/clinics.html"))

// servePage shows the chat pages of all clinics beside each other, at the host that the browser has for this one.
func (c *Clinics) servePage(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
	case "/clinics.css":
		http.ServeFileFS(w, r, clinicsFiles, "page/clinics.css")
		return
	default:
		http.NotFound(w, r)
		return
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil { // without a port
		host = r.Host
	}
	type frame struct{ Name, URL string }
	var frames []frame
	sources := ""
	for _, p := range c.parts {
		_, port, _ := net.SplitHostPort(p.listening.Addr())
		address := "http://" + net.JoinHostPort(host, port)
		frames = append(frames, frame{p.Clinic.Name, address + "/"})
		sources += " http://*:" + port
	}
	var page bytes.Buffer
	if err := clinicsTemplate.Execute(&page, frames); err != nil {
		http.Error(w, "the page does not render", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src"+sources)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes()) // a browser that is gone asks again
}

// watchEvery is how often it is looked whether a part of the demo ended by itself.
const watchEvery = time.Second

// watch closes ended when the first part ends; all of them do when the demo is stopped.
func (c *Clinics) watch() {
	defer close(c.ended)
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	for !slices.ContainsFunc(c.endings(), isClosed) {
		<-look.C
	}
}

// endings are closed when a part ends.
func (c *Clinics) endings() []<-chan struct{} {
	all := []<-chan struct{}{c.agent.Ended(), c.page.Ended()}
	for _, p := range c.parts {
		all = append(all, p.scheduling.Ended(), p.gateway.Ended())
	}
	return all
}

func isClosed(channel <-chan struct{}) bool {
	select {
	case <-channel:
		return true
	default:
		return false
	}
}

// Ended is closed when a part of the demo runs no more.
func (c *Clinics) Ended() <-chan struct{} { return c.ended }

// Err says which parts ended by themselves, and why; valid once Stop returned.
func (c *Clinics) Err() error {
	problems := []error{c.agent.Err(), c.page.Err()}
	for _, p := range c.parts {
		problems = append(problems, p.scheduling.Err(), p.gateway.Err())
	}
	return errors.Join(problems...)
}

// Stop ends the demo in the order in which messages flow (Demo.Stop), also one that began in part only.
func (c *Clinics) Stop(ctx context.Context) error {
	var problems []error
	for _, p := range c.parts {
		if p.gateway != nil {
			problems = append(problems, p.gateway.Simulator().Drain(ctx))
		}
	}
	if c.agent != nil {
		problems = append(problems, c.agent.Stop(ctx))
	}
	for _, p := range c.parts {
		switch {
		case p.gateway != nil:
			problems = append(problems, p.gateway.Stop(ctx))
		case p.listening != nil:
			problems = append(problems, p.listening.Stop(ctx))
		}
		problems = append(problems, p.scheduling.Stop(ctx))
	}
	if c.page != nil {
		problems = append(problems, c.page.Stop(ctx))
	}
	return errors.Join(problems...)
}

// PageURL is the address of the page with all clinics, without a slash at the end.
func (c *Clinics) PageURL() string { return c.page.URL() }

// AgentURL is where the agent takes webhooks.
func (c *Clinics) AgentURL() string { return c.agent.PublicURL() }

// AdminURL is where the agent lists its clinics.
func (c *Clinics) AdminURL() string { return c.agent.AdminURL() }

// Gateways are the simulated gateways, one a clinic.
func (c *Clinics) Gateways() (list []*simulator.Simulator) {
	for _, p := range c.parts {
		list = append(list, p.gateway.Simulator())
	}
	return list
}
