// Package metrics declares every metric of atende once and hands them out in small structs, one
// per part.  Names are the contract's; all begin with atende_.  Label values are closed lists and
// exist at zero from the start, so that a rate over a thing that has not happened yet is 0 and not
// "no data".  No label ever carries patient data.
package metrics

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics is the set of one running agent.
type Metrics struct {
	Webhook    Webhook
	Turns      Turns
	Clients    Clients
	Engine     Engine
	Model      Model
	Media      Media
	Conversion Conversion
	Admin      Admin
	// Unconfirmed measures sessions that the gateway has not confirmed.
	Unconfirmed Unconfirmed
	Tracing     Tracing
	reg         prometheus.Registerer
}

// Webhook measures the receiver.
type Webhook struct {
	// Requests counts answers of /webhook/message and /webhook/transfer by result, one of
	// WebhookResults.
	Requests *prometheus.CounterVec
	// Ignored counts those of result "ignored" by reason, one of WebhookIgnored.
	Ignored *prometheus.CounterVec
	// Duration is the time from the first byte to the answer, in seconds.
	Duration prometheus.Histogram
	// Open is 1 while neither token nor signature is asked of callers, else 0.
	Open prometheus.Gauge
}

// Admin measures the operators' listener.
type Admin struct {
	// Refused counts calls that were refused for who makes them, by reason, one of AdminRefusals.
	Refused *prometheus.CounterVec
	// Open is 1 while other machines are let in without a token, else 0.
	Open prometheus.Gauge
}

// Turns measures conversations.
type Turns struct {
	Total        *prometheus.CounterVec // by result, one of TurnResults
	Duration     prometheus.Histogram   // seconds
	ReplyLatency prometheus.Histogram   // accepted → last part sent, seconds
	Outcomes     *prometheus.CounterVec // by outcome, one of Outcomes
	Funnel       *prometheus.CounterVec // by stage, one of Stages
}

// Clients measures calls to other parties.
type Clients struct {
	Requests *prometheus.CounterVec   // by client, operation, result
	Duration *prometheus.HistogramVec // by client, operation; seconds
	// Wait is how long calls are held back, for the rate, for a place, or because the other side asked for a
	// pause; by client; seconds.  Calls that nothing can hold back are not observed.
	Wait *prometheus.HistogramVec
	// Rate is the limit in calls a second, by client; 0 for none.
	Rate *prometheus.GaugeVec
	// timings are those of Duration by client and operation.
	timings  map[[2]string]*timing
	breakers map[string]*breaker // by client
}

// Model measures the language model, where one leads.
type Model struct {
	Turns    *prometheus.CounterVec // by who led, one of ModelLeaders
	Takeover *prometheus.CounterVec // turns that the rules took over, by why, one of ModelTakeovers
	Tokens   *prometheus.CounterVec // by direction, one of ModelTokens
	Cost     prometheus.Counter     // in the currency of the configured price
	Replaced *prometheus.CounterVec // texts that were not said, by why, one of ModelGuards
	Refused  *prometheus.CounterVec // tool calls that were refused, by tool, one of ModelTools

	TurnCalls     prometheus.Histogram // calls of the model a turn
	TurnTokens    prometheus.Histogram // tokens a turn, both directions
	BookingTokens prometheus.Histogram // tokens a booking, all its turns
	BookingCost   prometheus.Histogram // cost a booking
}

// ModelLeaders by name.
const (
	LedByModel = "model"
	LedByBoth  = "model_then_rules"
	LedByRules = "rules"
)

// micros is how many parts a unit of the configured price has.
const micros = 1e6

// Spent counts the tokens of a turn, and their cost in millionths.
func (m Model) Spent(prompt, completion int, cost int64) {
	if m.Tokens == nil {
		return
	}
	m.Tokens.WithLabelValues("prompt").Add(float64(max(0, prompt)))
	m.Tokens.WithLabelValues("completion").Add(float64(max(0, completion)))
	m.Cost.Add(float64(max(0, cost)) / micros)
}

// Turn counts a turn of a conversation that a model may lead.
func (m Model) Turn(led, takeover string, calls, tokens int, refused, replaced []string) {
	if m.Turns == nil {
		return
	}
	m.Turns.WithLabelValues(led).Inc()
	if takeover != "" {
		m.Takeover.WithLabelValues(takeover).Inc()
	}
	for _, tool := range refused {
		m.Refused.WithLabelValues(tool).Inc()
	}
	for _, reason := range replaced {
		m.Replaced.WithLabelValues(reason).Inc()
	}
	if calls > 0 {
		m.TurnCalls.Observe(float64(calls))
		m.TurnTokens.Observe(float64(tokens))
	}
}

// Booking takes what an appointment cost, over all turns of its conversation.
func (m Model) Booking(tokens int, cost int64) {
	if m.BookingTokens == nil {
		return
	}
	m.BookingTokens.Observe(float64(tokens))
	m.BookingCost.Observe(float64(cost) / micros)
}

// Media measures what is done with attachments.
type Media struct {
	Total *prometheus.CounterVec // by kind, one of MediaKinds, and result, one of MediaResults
}

// Tracing measures what becomes of spans, where traces are sent anywhere.
type Tracing struct {
	Spans *prometheus.CounterVec // by result, one of SpanResults
}

// Engine measures actors, journal and cluster.
type Engine struct {
	SessionsActive prometheus.Gauge
	ClusterMembers prometheus.Gauge
	ShardsOwned    prometheus.Gauge
	HandoffsTotal  prometheus.Counter
	Takeovers      prometheus.Counter     // shards that came from a node that died
	Hints          *prometheus.CounterVec // between nodes, by result, one of HintResults
	TurnPanics     prometheus.Counter
	SweepWakes     prometheus.Counter // sessions the periodic pass found waiting without a wake-up
	reg            prometheus.Registerer
}

// Unconfirmed counts what becomes of sessions that the gateway has not confirmed (package newcomer).
type Unconfirmed struct {
	Sessions prometheus.Gauge       // that it does not know, or that are like those, with waiting messages
	Messages *prometheus.CounterVec // of those, by result, one of UnconfirmedResults
}

// NoUnconfirmed counts nowhere.
func NoUnconfirmed() Unconfirmed { return newUnconfirmed(prometheus.NewRegistry()) }

func newUnconfirmed(reg prometheus.Registerer) Unconfirmed {
	u := Unconfirmed{
		Sessions: prometheus.NewGauge(prometheus.GaugeOpts{Name: "atende_unconfirmed_sessions", Help: "Chat sessions with waiting messages that the gateway does not know, or that are like those it does not."}),
		Messages: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "atende_unconfirmed_messages_total", Help: "Messages of chat sessions that the gateway does not know, by what became of them."}, []string{"result"}),
	}
	reg.MustRegister(u.Sessions, u.Messages)
	zero(u.Messages, UnconfirmedResults)
	return u
}

// The closed lists of label values (contract, "Outcomes" and "Metrics").
var (
	WebhookResults = []string{"accepted", "ignored", "invalid", "too_large", "unauthorized", "forbidden", "unavailable", "transferred", "gateway_failure"}
	WebhookIgnored = []string{"not_message_received", "not_from_hub"}
	TurnResults    = []string{"replied", "silent", "ignored", "handed_over", "held", "failed", "fenced"}
	Outcomes       = []string{"AGENDADO", "FALHA_CONSULTA", "TRANSFERIDO", "SEM_INTERESSE", "ERRO", "IGNORADO_PLATAFORMA", "IGNORADO_INSTANCIA", "IGNORADO_EQUIPE", "IGNORADO_STATUS"}
	HintResults    = []string{"sent", "dropped", "received"}
	// UnconfirmedResults: given up after minutes in which the gateway did not know the session, dropped because others
	// were likelier, or refused at the door (503).
	UnconfirmedResults = []string{"given_up", "dropped", "refused"}
	Stages             = []string{"started", "wished", "identified", "offered", "chosen", "patient", "booked"}
	// SpanResults: a span was taken by the collector, did not find a place in the queue, or could not be sent.
	SpanResults   = []string{"exported", "crowded_out", "failed"}
	ClientResults = []string{"ok", "refused", "failed", "timeout", "open", "canceled"}
	// Operations are the calls of each client.
	Operations = map[string][]string{
		"gateway":       {"get_session", "send_in_session", "send_by_phone", "transfer", "tag"},
		"scheduling":    {"slots", "find_patient", "register_patient", "book"},
		"model":         {"complete"},
		"transcription": {"transcribe"},
	}

	// ModelLeaders: the model alone, the rules after it, or the rules where it was not asked at all.
	ModelLeaders = []string{LedByModel, LedByBoth, LedByRules}
	// ModelTakeovers is why the rules took a turn over: no answer, one without a meaning, a bound of the turn,
	// or turns that did not get on.
	ModelTakeovers = []string{"failed", "nonsense", "steps", "seconds", "tokens", "idle"}
	// ModelTokens are the two directions.
	ModelTokens = []string{"prompt", "completion"}
	// ModelGuards are what an outgoing text claimed without a tool result that covers it, or did that none may.
	ModelGuards = []string{"booking", "date", "hour", "slot", "number", "doctor", "person", "price", "link", "identity", "empty", "language", "catalog", "health", "payment", "human"}
	// ModelTools are the tools; "unknown" stands for every name that is none.
	ModelTools = []string{
		"consultar_horarios", "escolher_horario", "identificar_paciente", "confirmar_agendamento", "encerrar_atendimento",
		"transferir_atendimento", "consultar_clinica", "unknown",
	}
	// MediaKinds and MediaResults: what came, and what became of it.
	MediaKinds   = []string{"audio", "image", "document", "other"}
	MediaResults = []string{"transcribed", "read", "seen", "acknowledged", "refused", "failed"}

	// AdminRefusals: no token, a wrong one, one that was not looked at after too many wrong ones, a host that may be a
	// stranger's, and what another web site sends.
	AdminRefusals = []string{"missing", "wrong", "slowed", "host", "origin"}
)

var (
	callBuckets  = []float64{1, 2, 3, 4, 6, 8, 12}
	tokenBuckets = []float64{250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000}
	costBuckets  = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}
)

// buckets have the thresholds of the alerts, 30 and 45 seconds, among their boundaries: a quantile is a guess between two.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30, 45, 60, 120, 300}

// NewDoors declares on reg what measures the two listeners alone, for a process with several clinics: calls that are no clinic's.
func NewDoors(reg prometheus.Registerer) (Webhook, Admin) {
	counter := func(name, help, label string, values []string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
		reg.MustRegister(v)
		zero(v, values)
		return v
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		reg.MustRegister(g)
		return g
	}
	duration := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atende_webhook_duration_seconds", Help: "Time to answer a webhook call.", Buckets: buckets})
	reg.MustRegister(duration)
	return Webhook{
			Requests: counter("atende_webhook_requests_total", "Webhook calls by answer.", "result", WebhookResults),
			Ignored:  counter("atende_webhook_ignored_total", "Webhook calls that do not matter, by reason.", "reason", WebhookIgnored),
			Duration: newTiming(duration),
			Open:     gauge("atende_webhook_open", "1 while webhooks are taken from anybody, without token and signature, else 0."),
		}, Admin{
			Refused: counter("atende_admin_refused_total", "Calls of the operators' listener that were refused for who makes them, by reason.", "reason", AdminRefusals),
			Open:    gauge("atende_admin_open", "1 while the operators' listener lets other machines in without a token, else 0."),
		}
}

// New declares all metrics on reg.
func New(reg prometheus.Registerer) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		reg.MustRegister(v)
		return v
	}
	histogram := func(name, help string) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
		reg.MustRegister(h)
		return newTiming(h)
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
		reg.MustRegister(g)
		return g
	}
	single := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
		reg.MustRegister(c)
		return c
	}
	m := &Metrics{
		Turns: Turns{
			Total:        counter("atende_turns_total", "Turns by how they ended.", "result"),
			Duration:     histogram("atende_turn_duration_seconds", "Time of a turn, from reading the waiting messages to the last part."),
			ReplyLatency: histogram("atende_reply_latency_seconds", "Time from a message accepted to the last part of its answer sent."),
			Outcomes:     counter("atende_outcomes_total", "Workflow outcomes.", "outcome"),
			Funnel:       counter("atende_funnel_total", "Conversations that reached a stage of the booking.", "stage"),
		},
		Engine: Engine{
			SessionsActive: gauge("atende_sessions_active", "Chat sessions with a resident actor."),
			ClusterMembers: gauge("atende_cluster_members", "Live nodes of the cluster, this one included."),
			ShardsOwned:    gauge("atende_cluster_shards_owned", "Shards this node owns."),
			HandoffsTotal:  single("atende_cluster_handoffs_total", "Shards handed to another node."),
			Takeovers:      single("atende_cluster_takeovers_total", "Shards taken over from nodes that died."),
			Hints:          counter("atende_cluster_hints_total", "Hints between nodes by what became of them.", "result"),
			TurnPanics:     single("atende_turn_panics_total", "Panics recovered in turns."),
			SweepWakes:     single("atende_sweep_wakes_total", "Sessions the periodic pass woke."),
			reg:            reg,
		},
		Tracing: Tracing{Spans: counter("atende_trace_spans_total", "Spans of traces by what became of them.", "result")},
		reg:     reg,
	}
	m.Webhook, m.Admin = NewDoors(reg)
	m.Clients = newClients(reg)
	m.Model = newModel(reg)
	m.Media = newMedia(reg)
	m.Unconfirmed = newUnconfirmed(reg)
	m.Conversion = newConversion(reg)
	zero(m.Tracing.Spans, SpanResults)
	zero(m.Turns.Total, TurnResults)
	zero(m.Turns.Outcomes, Outcomes)
	zero(m.Turns.Funnel, Stages)
	zero(m.Engine.Hints, HintResults)
	return m
}

func newModel(reg prometheus.Registerer) Model {
	counter := func(name, help, label string, values []string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
		reg.MustRegister(v)
		zero(v, values)
		return v
	}
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
		reg.MustRegister(h)
		return h
	}
	m := Model{
		Turns:    counter("atende_model_turns_total", "Turns by who led them.", "led", ModelLeaders),
		Takeover: counter("atende_model_takeovers_total", "Turns that the rules took over from the model.", "reason", ModelTakeovers),
		Tokens:   counter("atende_model_tokens_total", "Tokens of the model.", "direction", ModelTokens),
		Cost: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "atende_model_cost_total", Help: "What the model cost, in the currency of the configured price.",
		}),
		Replaced: counter("atende_model_replaced_total", "Texts of the model that were not said because nothing covered them.", "reason", ModelGuards),
		Refused:  counter("atende_model_refused_total", "Tool calls of the model that were refused.", "tool", ModelTools),

		TurnCalls:     histogram("atende_model_turn_calls", "Calls of the model in a turn.", callBuckets),
		TurnTokens:    histogram("atende_model_turn_tokens", "Tokens of the model in a turn.", tokenBuckets),
		BookingTokens: histogram("atende_model_booking_tokens", "Tokens of the model for a booking.", tokenBuckets),
		BookingCost:   histogram("atende_model_booking_cost", "Cost of the model for a booking.", costBuckets),
	}
	reg.MustRegister(m.Cost)
	return m
}

func newMedia(reg prometheus.Registerer) Media {
	m := Media{Total: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "atende_media_total", Help: "Attachments by what became of them.",
	}, []string{"kind", "result"})}
	reg.MustRegister(m.Total)
	for _, kind := range MediaKinds {
		for _, result := range MediaResults {
			m.Total.WithLabelValues(kind, result)
		}
	}
	return m
}

func newClients(reg prometheus.Registerer) Clients {
	c := Clients{
		Requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "atende_client_requests_total", Help: "Calls to other parties by result."}, []string{"client", "operation", "result"}),
		Duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "atende_client_duration_seconds", Help: "Time of a call to another party.", Buckets: buckets}, []string{"client", "operation"}),
		Wait:     prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "atende_client_wait_seconds", Help: "Time that a call was held back: for the rate, for a place, or for a pause that the other side asked for.", Buckets: buckets}, []string{"client"}),
		Rate:     prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "atende_client_rate_limit", Help: "Calls a second that may go to another party; 0: any number."}, []string{"client"}),
		timings:  map[[2]string]*timing{},
		breakers: map[string]*breaker{},
	}
	reg.MustRegister(c.Requests, c.Duration, c.Wait, c.Rate)
	for client, operations := range Operations {
		c.breakers[client] = newBreaker(reg, client)
		c.Wait.WithLabelValues(client)
		c.Rate.WithLabelValues(client)
		for _, operation := range operations {
			if h, ok := c.Duration.WithLabelValues(client, operation).(prometheus.Histogram); ok {
				c.timings[[2]string{client, operation}] = newTiming(h)
			}
			for _, result := range ClientResults {
				c.Requests.WithLabelValues(client, operation, result)
			}
		}
	}
	return c
}

// Took measures a call under the trace that it belongs to; see Observe.
func (c Clients) Took(client, operation string, seconds float64, trace string) {
	if t, ok := c.timings[[2]string{client, operation}]; ok {
		Observe(t, seconds, trace)
		return
	}
	c.Duration.WithLabelValues(client, operation).Observe(seconds)
}

// Breaker exports atende_breaker_state{client} for one of the clients of Operations: 0 closed, 1 half-open, 2 open.
// state is asked at every scrape, because a breaker turns half-open only when somebody looks; of several the last one
// counts.  A client that nobody uses is closed.
func (c Clients) Breaker(client string, state func() float64) {
	b, known := c.breakers[client]
	if !known {
		panic("metrics: no client is called " + client)
	}
	b.state.Store(&state)
}

// breaker is the gauge of one client.
type breaker struct {
	state atomic.Pointer[func() float64] // nil: nobody uses the client
}

func newBreaker(reg prometheus.Registerer, client string) *breaker {
	b := &breaker{}
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_breaker_state", Help: "0 closed, 1 half-open, 2 open.", ConstLabels: prometheus.Labels{"client": client},
	}, b.value))
	return b
}

func (b *breaker) value() float64 {
	if state := b.state.Load(); state != nil {
		return (*state)()
	}
	return 0
}

// Pending exports atende_journal_pending, asked at every scrape; 0 when idle.
func (e Engine) Pending(count func() int) {
	e.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_journal_pending", Help: "Accepted messages that are not answered yet.",
	}, func() float64 { return float64(count()) }))
}

// Lease exports atende_cluster_lease_seconds, asked at every scrape.
func (e Engine) Lease(left func() time.Duration) {
	e.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_cluster_lease_seconds", Help: "How long this node may still act for its shards without renewing its lease; 0: it may not.",
	}, func() float64 { return left().Seconds() }))
}

func zero(v *prometheus.CounterVec, values []string) {
	for _, value := range values {
		v.WithLabelValues(value)
	}
}
