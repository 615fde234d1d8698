package sim

// reminderMutations are the safeguards of those who stay silent.
var reminderMutations = []mutation{
	{
		name: "a reminder that became a row stays set (R4)",
		file: "actors/journal/memory/ring.go",
		old:  "\t\ts.due = time.Time{}\n",
		new:  "",
	},
	{
		name: "a reminder is unset without a row (R4)",
		file: "actors/journal/memory/ring.go",
		old:  "m.enqueue(journal.Incoming{SessionID: id, MessageID: journal.RingID(s.due), Kind: journal.Timer}, received)",
		new:  "_ = received",
	},
	{
		name: "a commit does not carry its reminder (R3)",
		file: "actors/session/commit.go",
		old:  "Due: s.dueAfter(t), Entry: entry",
		new:  "Entry: entry",
	},
	{
		name: "the journal drops the reminder of a commit (R4)",
		file: "actors/journal/memory/commit.go",
		old:  "s.remind(c.Due)\n",
		new:  "\n",
	},
	{
		name: "nobody looks for reminders (R4)",
		file: "actors/router/remind.go",
		old:  "for r.remindSome() {",
		new:  "for false {",
	},
	{
		name: "a reminder is said without looking whether it is time (R2)",
		file: "actors/session/remind.go",
		old:  "return rung && !due.IsZero() && !due.After(s.Now())",
		new:  "return rung && !due.IsZero()",
		also: &mutation{
			file: "actors/conversation/idle.go",
			old:  "if due.IsZero() || due.After(now) {",
			new:  "if due.IsZero() {",
		},
	},
	{
		name: "a person at the gateway keeps nobody from reminding (R2)",
		file: "actors/session/stages.go",
		old:  `if outcome := s.Filters.check(w.chat); outcome != "" {`,
		new:  `if outcome := s.Filters.check(w.chat); outcome != "" && !w.reminded {`,
	},
	{
		name: "a reminder comes before the message beside it (R2)",
		file: "actors/session/stages.go",
		old:  "reminded := len(messages) == 0 && s.overdue(w.waiting)",
		new:  "reminded := s.overdue(w.waiting)",
	},
	{
		name: "nobody remembers that the patient was reminded (R1)",
		file: "actors/conversation/idle.go",
		old:  "!at.IsZero() && !s.Nudged {",
		new:  "!at.IsZero() {",
	},
	{
		name: "the night is a day like any other (R2)",
		file: "actors/conversation/idle.go",
		old:  "sayable := c.byDay(now).Equal(now) && now",
		new:  "sayable := now",
	},
}

// clusterReminderMutations are those of several nodes.
var clusterReminderMutations = []mutation{
	{
		name: "reminders of all shards are rung (R4)",
		file: "actors/journal/memory/ring.go",
		old:  "&& owned[journal.ShardOf(id)] {",
		new:  "&& (owned[journal.ShardOf(id)] || limit > 0) {",
	},
	{
		name: "a reminder between two milliseconds rings too early (R3)",
		file: "actors/session/remind.go",
		old:  "return journalTime(s.Clinic.Due(s.rec.State))",
		new:  "return s.Clinic.Due(s.rec.State)",
	},
}
