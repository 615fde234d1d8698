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
		old:  "\tif outcome == \"\" {\n",
		new:  "\tif outcome == \"\" || w.reminded {\n",
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

// visitMutations are the safeguards of those who have an appointment.
var visitMutations = []mutation{
	{
		name: "nobody remembers when an appointment was asked about (V1)",
		file: "actors/conversation/visit.go",
		old:  "\t\tv.AskedAt = now\n\t\tv.Times++\n\t\tv.Next = c.askAgainAt(*v, now)\n",
		new:  "\t\tv.AskedAt = now\n\t\tv.Times++\n",
	},
	{
		name: "a person keeps nobody from asking about an appointment (R2)",
		file: "actors/session/visit.go",
		old:  "closed := w.gone || s.Filters.closed(w.chat)",
		new:  "closed := w.chat.Status != \"\" || w.gone",
	},
	{
		name: "a person whose chat stays open keeps nobody from asking (silence)",
		file: "actors/session/stages.go",
		old:  "\t\treturn decided, s.remind(ctx, w.turn, conversation.Idle{Taken: true})\n\t}\n\treturn decided, nil\n",
		new:  "\t\treturn onward, nil\n\t}\n\treturn decided, nil\n",
	},
	{
		name: "a turn that is ignored forgets the appointment (V3)",
		file: "actors/session/remind.go",
		old:  "if visit := s.dueVisit(); visit.After(s.Now()) {",
		new:  "if visit := s.dueVisit(); visit.After(s.Now()) && t.asking != nil {",
	},
	{
		name: "the timer knows silences alone (V3)",
		file: "actors/session/remind.go",
		old:  "return journalTime(soonest(s.dueSilence(), soonest(s.dueVisit(), s.dueLine())))",
		new:  "return journalTime(soonest(s.dueSilence(), s.dueLine()))",
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
		old:  "return journalTime(soonest(s.dueSilence(), soonest(s.dueVisit(), s.dueLine())))",
		new:  "return soonest(s.dueSilence(), soonest(s.dueVisit(), s.dueLine()))",
	},
}
