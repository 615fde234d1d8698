package main

// cluster is the dashboard for several nodes; with one node it shows one member that has all shards.
func cluster() board {
	return board{
		uid: "atende-cluster", title: "atende: cluster",
		description: "Who is a member, who serves which share of the sessions, and what moves.",
		timezone:    "browser", from: "now-3h", refresh: "30s",
		variables: []variable{jobs, nodes, clinics, runbook},
		links: []link{
			{title: "Booking conversion", tooltip: "What a clinic manager looks at", uid: "atende-conversion"},
			{title: "Service", tooltip: "Latency, errors, breakers, memory", uid: "atende-service"},
			{title: "Runbook", tooltip: "What each alert means and what to do", address: "${runbook}"},
		},
		rows: []row{
			{title: "Now", panels: membership()},
			{title: "Who serves what", panels: sharing()},
			{title: "What moves", panels: movement()},
			{title: "Load of each node", panels: load()},
		},
	}
}

func membership() []panel {
	n := func(title, description, expr string, steps ...step) panel {
		return panel{kind: number, title: title, description: description, w: 4, h: 3, unit: "short", steps: steps,
			queries: []query{{expr: expr, legend: title}}, empty: "–"}
	}
	lease := n("Shortest lease", "How long a node may still act without renewing; 2.5 s is the most, at 0 it must not.",
		"min(atende_cluster_lease_seconds"+one+")", step{-1, plain}, step{0, bad}, step{1, good})
	lease.unit = "s"
	node := "instance, version, commit, goversion"
	return []panel{
		n("Members", "Live nodes as the nodes see it; the lowest count that any of them has.", "min(atende_cluster_members"+one+")",
			step{-1, plain}, step{0, bad}, step{1, plain}),
		n("Scraped", "Nodes that Prometheus reaches.", "count(atende_build_info"+one+")", step{-1, plain}, step{0, bad}, step{1, plain}),
		n("Ready", "Nodes whose /ready says yes.", "sum(atende_ready"+one+")", step{-1, plain}, step{0, bad}, step{1, plain}),
		n("Shards served", "Of 256. Sessions of a shard that nobody owns wait, at most for some seconds after a node died.",
			"sum(atende_cluster_shards_owned"+one+")", step{-1, plain}, step{0, bad}, step{256, good}),
		lease,
		n("Releases", "Different versions that run; 2 during a rolling upgrade.", "count(count by (version, commit) (atende_build_info"+one+"))",
			step{0, good}, step{2, warm}),
		{kind: listing, title: "Nodes", w: 24, h: 5, unit: "short",
			description: "What runs where. Up is the time since the process began.",
			columns: []column{{field: "instance", title: "Node"}, {field: "version", title: "Version"}, {field: "commit", title: "Commit"},
				{field: "goversion", title: "Go"}, {"Value #A", "Ready", "", 80}, {"Value #B", "Up", "dtdurations", 140}, {"Value #C", "Shards", "", 80}},
			sorted: "Up",
			queries: []query{
				{expr: "max by (" + node + ") (atende_build_info" + one + " * on (job, instance, clinic) group_left () atende_ready" + one + ")"},
				{expr: "max by (" + node + ") (atende_build_info" + one + " * on (job, instance) group_left () (time() - process_start_time_seconds" + one + "))"},
				{expr: "max by (" + node + ") (atende_build_info" + one + " * on (job, instance, clinic) group_left () atende_cluster_shards_owned" + one + ")"},
			}},
	}
}

// each is a line a node.
func each(metric string) []query {
	return []query{{expr: "max by (instance) (" + of(metric, "") + ")", legend: "{{instance}}"}}
}

// happened counts things in 5 minutes, a line a node.
func happened(metric string) []query {
	return []query{{expr: "sum by (instance) (increase(" + of(metric, "") + "[5m]))", legend: "{{instance}}"}}
}

func sharing() []panel {
	return []panel{
		{kind: lines, title: "Members, as each node sees it", w: 8, h: 6, unit: "short", queries: each("atende_cluster_members"),
			description: "The lines should lie on each other. Where they part for longer than a few seconds, a node is cut off from the database."},
		{kind: lines, title: "Shards owned", w: 8, h: 6, unit: "short", stacked: true, queries: each("atende_cluster_shards_owned"),
			description: "256 in all, shared out evenly. A dip is a node that died, until its lease of 3 s is over."},
		{kind: lines, title: "Lease", w: 8, h: 6, unit: "s", steps: []step{{0, bad}, {1, "transparent"}}, queries: each("atende_cluster_lease_seconds"),
			description: "How long a node may still act for its shards without renewing its lease. It is renewed four times a second, back to 2.5 s."},
	}
}

func movement() []panel {
	return []panel{
		{kind: lines, title: "Hand-offs", w: 8, h: 6, unit: "short", queries: happened("atende_cluster_handoffs_total"),
			description: "Shards given to another node in 5 minutes: planned, nothing is repeated."},
		{kind: lines, title: "Take-overs", w: 8, h: 6, unit: "short", queries: happened("atende_cluster_takeovers_total"),
			description: "Shards taken from nodes that died, in 5 minutes. A part may be sent twice then."},
		{kind: lines, title: "Hints", w: 8, h: 6, unit: "ops", stacked: true,
			description: "Wake-ups between nodes. dropped ones cost half a second, until the periodic pass.",
			queries:     []query{{expr: rate("atende_cluster_hints_total", "", "result"), legend: "{{result}}"}}},
	}
}

func load() []panel {
	return []panel{
		{kind: lines, title: "Messages that wait", w: 8, h: 6, unit: "short", queries: each("atende_journal_pending"),
			description: "Accepted and not answered, in the shards of each node."},
		{kind: lines, title: "Turns", w: 8, h: 6, unit: "ops",
			description: "Turns a second, by node.",
			queries:     []query{{expr: rate("atende_turns_total", "", "instance"), legend: "{{instance}}"}}},
		{kind: lines, title: "Actors in memory", w: 8, h: 6, unit: "short", queries: each("atende_sessions_active"),
			description: "Chat sessions with an actor, by node."},
		{kind: lines, title: "Webhooks accepted", w: 8, h: 6, unit: "reqps",
			description: "By the node that they came to, which need not be the one that answers.",
			queries:     []query{{expr: rate("atende_webhook_requests_total", `result="accepted"`, "instance"), legend: "{{instance}}"}}},
		{kind: lines, title: "Reply latency, p95", w: 8, h: 6, unit: "s",
			description: "By the node that answered: one that is slower than the others has a problem of its own.",
			queries:     quantiles("atende_reply_latency_seconds", "instance", "95")},
		{kind: lines, title: "Restarts", w: 8, h: 6, unit: "short",
			description: "How often each process began anew in 30 minutes.",
			queries: []query{{expr: "max by (instance) (changes(" + of("process_start_time_seconds", "") + "[30m]))",
				legend: "{{instance}}"}}},
	}
}
