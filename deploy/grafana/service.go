package main

// one selects the metrics of the nodes that were chosen.
const one = `{job=~"$job",instance=~"$instance"}`

// of selects a metric with further matchers.
func of(metric, matchers string) string {
	if matchers != "" {
		matchers = "," + matchers
	}
	return metric + `{job=~"$job",instance=~"$instance"` + matchers + `}`
}

// rate is how often things happen a second, summed over nodes; what never happened in what is shown has no line.
func rate(metric, matchers, by string) string {
	return "sum by (" + by + ") (rate(" + of(metric, matchers) + "[$__rate_interval])) and on (" + by + ") sum by (" + by +
		") (increase(" + of(metric, matchers) + "[$__range] @ end())) > 0"
}

// grown is how many things happened in what the dashboard shows, over nodes.
func grown(metric, matchers, by string) string {
	if by == "" {
		return counted(shown, of(metric, matchers))
	}
	return counted(shown, of(metric, matchers), by)
}

// quantiles are lines of a histogram; traced ones carry exemplars.
func quantiles(metric, by string, qs ...string) []query {
	grouped, legend := "le", ""
	if by != "" {
		grouped, legend = "le, "+by, "{{"+by+"}} "
	}
	var made []query
	for _, q := range qs {
		made = append(made, query{
			expr:   "histogram_quantile(0." + q + ", sum by (" + grouped + ") (rate(" + of(metric+"_bucket", "") + "[$__rate_interval]))) >= 0", // nothing of nothing is not a number
			legend: legend + "p" + q, exemplars: true,
		})
	}
	return made
}

// service is the dashboard for who keeps atende running.
func service() board {
	return board{
		uid: "atende-service", title: "atende: service",
		description: "Are patients answered, how fast, and if not, whose fault is it. Exemplars on the latency panels carry the trace id.",
		timezone:    "browser", from: "now-3h", refresh: "30s",
		variables: []variable{jobs, nodes, clinics, runbook},
		links: []link{
			{title: "Booking conversion", tooltip: "What a clinic manager looks at", uid: "atende-conversion"},
			{title: "Cluster", tooltip: "Members, shards, hand-offs", uid: "atende-cluster"},
			{title: "Runbook", tooltip: "What each alert means and what to do", address: "${runbook}"},
		},
		rows: []row{
			{title: "Now", panels: now()},
			{title: "Patients", panels: patients()},
			{title: "Other parties", panels: parties()},
			{title: "Journal and actors", panels: backlog()},
			{title: "Process", panels: process()},
			{title: "Language model (ATENDE_AGENT=openai)", panels: model(), closed: true},
		},
	}
}

func now() []panel {
	n := func(title, description, unit, expr string, steps ...step) panel {
		return panel{kind: number, title: title, description: description, w: 3, h: 3, unit: unit, steps: steps,
			queries: []query{{expr: expr, legend: title}}, empty: "–"}
	}
	return []panel{
		n("Nodes ready", "Nodes whose /ready says yes. 0: nobody is served.", "short", "sum(atende_ready"+one+")", step{-1, plain}, step{0, bad}, step{1, plain}),
		n("Alerts", "Alerts of atende that fire now, for a clinic or for the whole process.", "short",
			`count(ALERTS{alertname=~"Atende.*",alertstate="firing",job=~"$job",clinic=~"$clinic|"}) or vector(0)`, step{0, good}, step{1, bad}),
		n("Waiting", "Accepted messages that are not answered yet, all nodes.", "short", "sum(atende_journal_pending"+one+")",
			step{0, good}, step{50, warm}, step{1000, bad}),
		n("Oldest waits", "How long the message has waited that waits longest; AtendeMessageWaits looks at 15 minutes.", "s", "max(atende_journal_oldest_seconds"+one+")",
			step{0, good}, step{60, warm}, step{900, bad}),
		n("Reply, p95", "95 of 100 messages were answered within this time, from acceptance to the last part; the last 5 minutes.", "s",
			`max(job:atende_reply_latency_seconds:p95_5m{job=~"$job"})`, step{0, good}, step{10, warm}, step{30, bad}),
		n("Webhook, p99", "99 of 100 webhooks were answered within this time; the gateway gives up after 10 s. The last 5 minutes.", "s",
			`max(job:atende_webhook_duration_seconds:p99_5m{job=~"$job"})`, step{0, good}, step{.5, warm}, step{1, bad}),
		n("Failed calls", "The share of calls to the worst party that failed, timed out or met an open breaker; the last 5 minutes.", "percentunit",
			`max(job_client:atende_client_errors:ratio_rate5m{job=~"$job"})`, step{0, good}, step{.02, warm}, step{.2, bad}),
		{kind: number, title: "Reception", description: "Whether people of the clinic answer now, by the hours of the catalogue.", w: 3, h: 3,
			unit: "bool_on_off", steps: []step{{0, calm}, {1, good}}, empty: "–",
			queries: []query{{expr: "max(atende_reception_open" + one + ")", legend: "Reception"}}},
	}
}

func patients() []panel {
	return []panel{
		{kind: lines, title: "Reply latency", w: 8, h: 6, unit: "s", steps: []step{{0, "transparent"}, {30, bad}},
			description: "From a message accepted to the last part of its answer sent. It contains the quiet window (1 s) and, with a language " +
				"model, its time to think. AtendeReplySlow looks at 30 s.",
			queries: quantiles("atende_reply_latency_seconds", "", "50", "95", "99")},
		{kind: lines, title: "Webhook latency", w: 8, h: 6, unit: "s", steps: []step{{0, "transparent"}, {1, warm}, {10, bad}},
			description: "Time to answer a webhook: 202 is said once the message is on disk. Target 1 s; the gateway gives up after 10 s and " +
				"delivers again.",
			queries: quantiles("atende_webhook_duration_seconds", "", "50", "99")},
		{kind: lines, title: "Turn duration", w: 8, h: 6, unit: "s", steps: []step{{0, "transparent"}, {45, bad}},
			description: "From reading the waiting messages of a session to the last part. A model may think for ATENDE_MODEL_TURN (45 s).",
			queries:     quantiles("atende_turn_duration_seconds", "", "50", "95", "99")},
		{kind: lines, title: "Webhook answers", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "Calls of the gateway by answer. unavailable is 503: nothing is lost, the gateway delivers again. unauthorized: wrong token " +
				"or signature.",
			queries: []query{{expr: rate("atende_webhook_requests_total", "", "result"), legend: "{{result}}"}}},
		{kind: lines, title: "Ignored webhooks", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "Events that do not matter, by reason: the gateway also reports what the clinic itself sends.",
			queries:     []query{{expr: rate("atende_webhook_ignored_total", "", "reason"), legend: "{{reason}}"}}},
		{kind: lines, title: "Unknown sessions", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "Messages of chat sessions that the gateway does not know: given up after minutes, dropped because likelier ones came, or refused " +
				"(503). More than a few: somebody forges webhooks.",
			queries: []query{{expr: rate("atende_unconfirmed_messages_total", "", "result"), legend: "{{result}}"}}},
		{kind: lines, title: "Turns", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Turns by how they ended. failed: tried once more, then a person. fenced: another node owns the session now. held: an effect " +
				"waits for the gateway or the database.",
			queries: []query{{expr: rate("atende_turns_total", "", "result"), legend: "{{result}}"}}},
		{kind: lines, title: "Outcomes", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Ends of conversations, and turns that a filter kept out (IGNORADO). ERRO: the gateway refused the transfer, or a message got too old; somebody should call that patient.",
			queries:     []query{{expr: rate("atende_outcomes_total", "", "outcome"), legend: "{{outcome}}"}}},
		{kind: lines, title: "Requests for one's data", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Patients who asked in the chat to see, correct or erase what is stored of them, or who is responsible for it. A person has each.",
			queries:     []query{{expr: rate("atende_data_requests_total", "", "kind"), legend: "{{kind}}"}}},
		{kind: lines, title: "Refused operators' calls", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "Calls of the operators' pages without the token, with a wrong one, slowed after too many of these, or under a strange name.",
			queries:     []query{{expr: rate("atende_admin_refused_total", "", "reason"), legend: "{{reason}}"}}},
		{kind: lines, title: "Hand-overs", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Sessions that went to a person, by reason. erro is an uncontrolled error.",
			queries:     []query{{expr: rate("atende_handovers_total", "", "reason"), legend: "{{reason}}"}}},
		{kind: lines, title: "Panics and lost wake-ups", w: 8, h: 6, unit: "short", steps: []step{{0, "transparent"}, {1, bad}},
			description: "Panics recovered in turns in 5 minutes (each is a bug), and sessions that the periodic pass had to wake (a few are normal " +
				"after a restart).",
			queries: []query{
				{expr: "sum(increase(" + of("atende_turn_panics_total", "") + "[5m]))", legend: "panics"},
				{expr: "sum(increase(" + of("atende_sweep_wakes_total", "") + "[5m]))", legend: "wake-ups"},
			}},
		{kind: lines, title: "Attachments", w: 8, h: 6, unit: "ops", stacked: true,
			description: "What patients attached, and what became of it.",
			queries:     []query{{expr: rate("atende_media_total", "", "kind, result"), legend: "{{kind}} {{result}}"}}},
		{kind: lines, title: "Questions before appointments", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Appointments whose patient is asked the day before (ATENDE_CONFIRM_BEFORE), by what became of that. refused: the gateway does " +
				"not take the question, perhaps for want of a template. missed: there was no moment to ask.",
			queries: []query{{expr: rate("atende_visits_total", "", "event"), legend: "{{event}}"}}},
		{kind: lines, title: "Waiting list", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Wishes that wait for a time (ATENDE_WAITING_LIST), and times that were offered to them, by what became of that. lapsed: no " +
				"answer in time. passed: it could not be offered, or was gone. ended: booked another way, with a person, its days are past.",
			queries: []query{{expr: rate("atende_waiting_list_total", "", "event"), legend: "{{event}}"}}},
	}
}

func parties() []panel {
	breaker := panel{kind: states, title: "Breakers", w: 8, h: 6, unit: "short", steps: []step{{0, good}, {1, warm}, {2, bad}},
		description: "Green: closed. Yellow: half-open, a few calls try whether the party is back. Red: open, nobody is called for 10 s.",
		queries:     []query{{expr: "max by (client) (" + of("atende_breaker_state", "") + ")", legend: "{{client}}"}}}
	return []panel{
		{kind: lines, title: "Calls", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "Tries that left, or were held back by a breaker, to each party.",
			queries:     []query{{expr: rate("atende_client_requests_total", "", "client"), legend: "{{client}}"}}},
		{kind: lines, title: "Calls that did not succeed", w: 8, h: 6, unit: "reqps", stacked: true,
			description: "refused: a 4xx, an answer. failed: 5xx or no connection. timeout. open: the breaker let nobody through. canceled: nobody " +
				"waited for it any more.",
			queries: []query{{expr: rate("atende_client_requests_total", `result!="ok"`, "client, result"), legend: "{{client}} {{result}}"}}},
		breaker,
		{kind: lines, title: "Time of a call, p95", w: 8, h: 6, unit: "s",
			description: "By operation; scheduling book is A4, find_patient A2, register_patient A3, slots A1.",
			queries: []query{{expr: "histogram_quantile(0.95, sum by (le, client, operation) (rate(" + of("atende_client_duration_seconds_bucket", "") +
				"[$__rate_interval]))) >= 0", legend: "{{client}} {{operation}}", exemplars: true}}},
		{kind: lines, title: "Gateway budget", w: 8, h: 6, unit: "percentunit", steps: []step{{0, "transparent"}, {.9, bad}},
			description: "Calls a second to the gateway as a share of ATENDE_GATEWAY_RATE, by node; nothing where no limit is set.",
			queries: []query{{legend: "{{instance}}", expr: "sum by (instance) (rate(" + of("atende_client_requests_total", `client="gateway",result!="open"`) +
				"[$__rate_interval])) / (max by (instance) (" + of("atende_client_rate_limit", `client="gateway"`) + ") > 0)"}}},
		{kind: lines, title: "Held back, p95", w: 8, h: 6, unit: "s",
			description: "How long calls wait for the rate or for a place before they leave.",
			queries:     quantiles("atende_client_wait_seconds", "client", "95")},
		{kind: number, title: "Bookings that nobody knows of", w: 8, h: 4, unit: "short", steps: []step{{0, good}, {1, warm}, {3, bad}},
			description: "Calls of A4 without a definite answer in the range shown. Each is settled by looking, or goes to a person.",
			queries:     []query{{expr: grown("atende_client_requests_total", `client="scheduling",operation="book",result=~"failed|timeout"`, ""), legend: "unknown"}}},
		{kind: number, title: "Patients without an answer", w: 8, h: 4, unit: "short", steps: []step{{0, good}, {1, bad}},
			description: "Conversations that ended as ERRO in the range shown.",
			queries:     []query{{expr: grown("atende_outcomes_total", `outcome="ERRO"`, ""), legend: "ERRO"}}},
		{kind: number, title: "Spans of traces", w: 8, h: 4, unit: "short",
			description: "What became of the spans of traces in the range shown; all 0 while tracing is off.",
			queries:     []query{{expr: grown("atende_trace_spans_total", "", "result"), legend: "{{result}}"}}},
	}
}

func backlog() []panel {
	return []panel{
		{kind: lines, title: "Messages that wait", w: 8, h: 6, unit: "short",
			description: "Accepted and not answered, by node. It goes up and down; it should not only go up.",
			queries:     []query{{expr: "sum by (instance) (" + of("atende_journal_pending", "") + ")", legend: "{{instance}}"}}},
		{kind: lines, title: "Oldest message", w: 8, h: 6, unit: "s", steps: []step{{0, "transparent"}, {900, bad}},
			description: "Age of the message that waits longest, by node. A single session that the gateway does not know may wait for a day.",
			queries:     []query{{expr: "max by (instance) (" + of("atende_journal_oldest_seconds", "") + ")", legend: "{{instance}}"}}},
		{kind: lines, title: "Journal fill", w: 8, h: 6, unit: "percentunit", ceiling: 1, steps: []step{{0, "transparent"}, {.8, bad}},
			description: "Waiting messages as a share of the bound. From 80 % only sessions in memory are accepted, from 90 % only those in the middle " +
				"of a booking, at 100 % nobody.",
			queries: []query{{expr: `job:atende_journal_fill:ratio{job=~"$job"}`, legend: "{{job}} {{clinic}}"}}},
		{kind: lines, title: "Actors in memory", w: 12, h: 6, unit: "short",
			description: "Chat sessions with an actor, by node. Idle ones leave memory.",
			queries:     []query{{expr: "sum by (instance) (" + of("atende_sessions_active", "") + ")", legend: "{{instance}}"}}},
		{kind: lines, title: "Goroutines", w: 12, h: 6, unit: "short",
			description: "Go's own threads of work, by node; they follow the turns that run.",
			queries:     []query{{expr: "sum by (instance) (" + of("go_goroutines", "") + ")", legend: "{{instance}}"}}},
	}
}

func model() []panel {
	spread := func(metric string) []query {
		return []query{
			{expr: "histogram_quantile(0.5, " + counted(shown, of(metric+"_bucket", ""), "le") + ")", legend: "p50"},
			{expr: "histogram_quantile(0.95, " + counted(shown, of(metric+"_bucket", ""), "le") + ")", legend: "p95"},
		}
	}
	n := func(title, description string, queries []query) panel {
		return panel{kind: number, title: title, description: description, w: 6, h: 4, unit: "short", queries: queries, empty: "–"}
	}
	return []panel{
		{kind: lines, title: "Who leads", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Turns that the model led alone, that the rules took over from it, and that it was not asked about.",
			queries:     []query{{expr: rate("atende_model_turns_total", "", "led"), legend: "{{led}}"}}},
		{kind: lines, title: "Why the rules took over", w: 8, h: 6, unit: "ops", stacked: true,
			description: "failed: no answer. nonsense: none with a meaning. steps, seconds, tokens: a bound of the turn. idle: three turns that did not " +
				"get on.",
			queries: []query{{expr: rate("atende_model_takeovers_total", "", "reason"), legend: "{{reason}}"}}},
		{kind: lines, title: "What was not said", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Texts of the model that claimed something that no tool result covers; the code answered instead. booking: it said that an " +
				"appointment stands that does not.",
			queries: []query{{expr: rate("atende_model_replaced_total", "", "reason"), legend: "{{reason}}"}}},
		{kind: lines, title: "Refused tool calls", w: 12, h: 6, unit: "ops", stacked: true,
			description: "Calls of tools that the code refused, by tool.",
			queries:     []query{{expr: rate("atende_model_refused_total", "", "tool"), legend: "{{tool}}"}}},
		{kind: lines, title: "Tokens", w: 12, h: 6, unit: "short", stacked: true,
			description: "Tokens a second, by direction.",
			queries:     []query{{expr: rate("atende_model_tokens_total", "", "direction"), legend: "{{direction}}"}}},
		n("Calls a turn", "Calls of the model in a turn, in the range shown.", spread("atende_model_turn_calls")),
		n("Tokens a turn", "Both directions, in the range shown.", spread("atende_model_turn_tokens")),
		n("Tokens a booking", "All turns of a conversation that booked, in the range shown.", spread("atende_model_booking_tokens")),
		n("Cost", "In the currency of ATENDE_MODEL_PRICES: all of it in the range shown, and that of half of the bookings at most.",
			[]query{
				{expr: spent(shown, of("atende_model_cost_total", "")), legend: "all"},
				{expr: spread("atende_model_booking_cost")[0].expr, legend: "p50 a booking"},
			}),
	}
}

func process() []panel {
	return []panel{
		{kind: lines, title: "Memory", w: 8, h: 6, unit: "bytes",
			description: "Resident memory and Go's heap in use, by node.",
			queries: []query{
				{expr: "sum by (instance) (" + of("process_resident_memory_bytes", "") + ")", legend: "{{instance}} resident"},
				{expr: "sum by (instance) (" + of("go_memstats_heap_inuse_bytes", "") + ")", legend: "{{instance}} heap"},
			}},
		{kind: lines, title: "CPU", w: 8, h: 6, unit: "short",
			description: "Cores in use, by node.",
			queries:     []query{{expr: "sum by (instance) (rate(" + of("process_cpu_seconds_total", "") + "[$__rate_interval]))", legend: "{{instance}}"}}},
		{kind: lines, title: "Open files", w: 8, h: 6, unit: "percentunit", ceiling: 1, steps: []step{{0, "transparent"}, {.8, bad}},
			description: "Files and connections as a share of what the system allows the process.",
			queries: []query{{legend: "{{instance}}", expr: "max by (instance) (" + of("process_open_fds", "") + " / " +
				of("process_max_fds", "") + ")"}}},
	}
}
