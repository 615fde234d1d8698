package sim

// mutations are the safeguards whose absence a seed must notice, each with the promise it keeps.
var mutations = []mutation{
	{
		name: "book without a durable intent (B1)",
		file: "actors/session/book.go",
		old:  "err := s.commit(ctx, journal.Commit{State: s.rec.Encode(), Intent: &journal.Intent{",
		new:  "var err error\n\t_ = (journal.Commit{State: s.rec.Encode(), Intent: &journal.Intent{",
	},
	{
		name: "an A4 that broke is repeated by the client (B3)",
		file: "integrations/scheduling/appointment.go",
		old:  "Once: true,",
		new:  "Repeatable: true,",
	},
	{
		name: "an open A4 is repeated towards any server (B7, B8)",
		file: "actors/session/flight.go",
		old:  "|| !f.Scheduling.KnowsIntents() ||",
		new:  "||",
	},
	{
		name: "the window of an intent is not looked at (B2)",
		file: "actors/session/flight.go",
		old:  "if f.Now().Sub(f.started) >= sendWindow {",
		new:  "if f.Now().Sub(f.started) >= 24*time.Hour {",
	},
	{
		name: "the quarantine is a little too short (B5)",
		file: "actors/booking/booking.go",
		old:  "Quarantine = time.Minute",
		new:  "Quarantine = 54 * time.Second",
	},
	{
		name: "a second A4 without a look at the agenda (B6)",
		file: "actors/booking/booking.go",
		old:  "case k.Listed != Yes:",
		new:  "case k.Listed != Yes && k.Waited < 0:",
	},
	{
		name: "a second A4 where a listed time proves nothing (B7)",
		file: "actors/booking/booking.go",
		old:  "case k.Exclusive != Yes:",
		new:  "case k.Exclusive != Yes && k.Waited < 0:",
	},
	{
		name: "the holding sentence again and again",
		file: "actors/session/settle.go",
		old:  "case end.Do == booking.Wait && t.told:",
		new:  "case end.Do == booking.Wait && t.told && t.number < 0:",
	},
	{
		name: "a commit need not be of the newest version (C1)",
		file: "actors/journal/memory/commit.go",
		old:  "if s == nil || s.version != c.Version {",
		new:  "if s == nil {",
	},
	{
		name: "loading does not fence (C1)",
		file: "actors/journal/memory/activate.go",
		old:  "s.version++\n\treturn journal.Activation",
		new:  "return journal.Activation",
	},
	{
		name: "memory is trusted after a failed commit (C9)",
		file: "actors/session/run.go",
		old:  "s.forget()\n\ts.dry = false\n\tvar wait",
		new:  "s.dry = false\n\tvar wait",
	},
	{
		name: "what was sent is not stored (J5)",
		file: "actors/journal/memory/commit.go",
		old:  "s.sent, s.changed = c.Sent, now",
		new:  "s.changed = now",
	},
	{
		name: "the done mark is forgotten: message ids are not remembered (J2)",
		file: "actors/session/commit.go",
		old:  "r.Remember(t.hashes, s.Now())",
		new:  "_ = r",
	},
	{
		name: "repeats are not looked for (J2)",
		file: "actors/session/read.go",
		old:  "!record.Saw(s.rec.Seen, hash) && !record.Saw(here, hash)",
		new:  "true",
	},
	{
		name: "rows go with the thought and not with its delivery (J6)",
		file: "actors/session/commit.go",
		old:  "var done []int64\n",
		new:  "done := t.rows\n",
	},
	{
		name: "no periodic pass (J1)",
		file: "actors/router/sweep.go",
		old:  "waiting, err := r.Journal.Sweep(",
		new:  "return\n\twaiting, err := r.Journal.Sweep(",
	},
	{
		name: "accepted before it is durable (J4)",
		file: "actors/router/accept.go",
		old:  "\tif err != nil {\n\t\treturn fmt.Errorf(\"accept: %w\", err)\n\t}\n",
		new:  "\t_ = err\n",
	},
	{
		name: "a burst is answered backwards (J3)",
		file: "actors/session/read.go",
		old:  "fresh = append(fresh, r)",
		new:  "fresh = append([]row{r}, fresh...)",
	},
	{
		name: "a tap is read in whatever list is open (T1)",
		file: "actors/conversation/menu.go",
		old:  " || fmt.Sprintf(\"%08x\", mark) != parts[2]",
		new:  "",
	},
	{
		name: "a confirmed transfer is not remembered",
		file: "actors/session/deliver.go",
		old:  "s.rec.Give(&record.HandOver{At: s.Now()})\n",
		new:  "_ = record.HandOver{}\n",
	},
	{
		name: "the filters are not asked (B-10)",
		file: "actors/session/stages.go",
		old:  "\tif outcome == \"\" {\n",
		new:  "\tif outcome != \"none\" {\n",
	},
	{
		name: "a turn that panics is tried for ever",
		file: "actors/session/turn.go",
		old:  "case s.failures >= maxFailures || ",
		new:  "case ",
	},
	{
		name: "a person who took the session by webhook is ignored",
		file: "actors/session/turn.go",
		old:  "s.rec.Give(&record.HandOver{At: r.ReceivedAt})",
		new:  "s.rec.Moved = false",
	},
}
