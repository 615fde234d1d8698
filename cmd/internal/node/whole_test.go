package node

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
)

// clinicDay is a whole node between its two parties, which are real ones.
type clinicDay struct {
	t         *testing.T
	node      *Node
	simulator *simulator.Simulator
	stopped   bool
}

// eachDialect runs a test with a day in each dialect of gateways.
func eachDialect(t *testing.T, test func(t *testing.T, dialect *chat.Dialect)) {
	for _, dialect := range chat.Dialects {
		t.Run(dialect.Name, func(t *testing.T) { test(t, dialect) })
	}
}

// newDay starts it; change may alter the node's options, between may stand between the node and a party.
func newDay(t *testing.T, dialect *chat.Dialect, change func(*Options), between func(http.Handler) http.Handler) *clinicDay {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	scheduling, err := peers.StartScheduling(t.Context(), "127.0.0.1:0", server.Config{
		DatabaseURL: "memory:", Clinic: catalog.Sample(), Now: time.Now, Log: quiet,
	})
	if err != nil {
		t.Fatal(err)
	}
	listening, err := endpoint.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, through(t, listening.URL(), between))
	o.Scheduling.URL = through(t, scheduling.URL(), between)
	o.Filters = Filters{Instances: []string{"551133330000"}, Team: "Agendamento", Statuses: dialect.OpenStatuses}
	o.Gateway.Dialect = dialect
	o.Media.Allow, o.Tags = []string{"127.0.0.0/8"}, true
	change(&o)
	day := &clinicDay{t: t, node: begin(t, o)}
	gateway := peers.StartGateway(listening, simulator.Config{
		Dialect:    dialect.Name,
		WebhookURL: day.node.PublicURL(), PublicURL: listening.URL(), WebhookToken: o.Webhook.Token, Log: quiet,
	})
	day.simulator = gateway.Simulator()
	t.Cleanup(func() {
		day.stop()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		_, _ = gateway.Stop(ctx), scheduling.Stop(ctx)
	})
	return day
}

// through is the address of target behind between; nil: target itself.
func through(t *testing.T, target string, between func(http.Handler) http.Handler) string {
	if between == nil {
		return target
	}
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(between(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(u) }, Transport: &http.Transport{DisableKeepAlives: true},
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo),
	}))
	t.Cleanup(func() { proxy.CloseClientConnections(); proxy.Close() })
	return proxy.URL
}

// stop drains the node, once.
func (d *clinicDay) stop() {
	if !d.stopped {
		d.stopped = true
		finish(d.t, d.node)
	}
}

// patient is somebody who writes to the clinic.
type patient struct {
	day     *clinicDay
	session string
	events  <-chan simulator.Event
	sent    []string // ids of messages
	heard   string
}

func (d *clinicDay) patient(phone, name string) *patient {
	d.t.Helper()
	id, err := d.simulator.Open(simulator.Patient{Phone: phone, Name: name})
	if err != nil {
		d.t.Fatal(err)
	}
	events, cancel, err := d.simulator.Subscribe(id)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(cancel)
	return &patient{day: d, session: id, events: events}
}

// says sends a message and waits for an answer that holds hears.
func (p *patient) says(in simulator.Incoming, hears string) {
	p.day.t.Helper()
	id, err := p.day.simulator.Send(p.session, in)
	if err != nil {
		p.day.t.Fatal(err)
	}
	p.sent = append(p.sent, id)
	late := time.After(time.Minute) // of a test that hangs otherwise
	for {
		select {
		case e, open := <-p.events:
			if !open {
				p.day.t.Fatal("the gateway ended")
			}
			if e.Message == nil || e.Message.Direction != "out" {
				continue
			}
			p.heard += e.Message.Text + "\n"
			if strings.Contains(e.Message.Text, hears) {
				return
			}
		case <-late:
			p.day.t.Fatalf("after %q no %q was heard in:\n%s", in.Text, hears, p.heard)
		}
	}
}

// books leads a conversation to its appointment.
func (p *patient) books(name, cpf, birth string) {
	p.day.t.Helper()
	p.says(simulator.Incoming{Text: "bom dia, quero uma consulta com a dra Ana Souza, vou pagar particular"}, "*1*")
	p.says(simulator.Incoming{Text: "1"}, "nome")
	p.says(simulator.Incoming{Text: name + ", " + cpf + ", " + birth}, "Posso marcar?")
	p.says(simulator.Incoming{Text: "sim"}, "15 minutos")
}
