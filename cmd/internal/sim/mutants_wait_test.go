package sim

// waitMutations are the safeguards of the waiting list, for seeds of one process and of several.
var waitMutations = []mutation{
	{
		name: "a time is offered before anybody knows for whom it is kept (W1)",
		file: "actors/session/line.go",
		old:  "if err := s.commit(ctx, journal.Commit{Sent: s.sent, State: s.rec.Encode()}); err != nil {",
		new:  "if err := ctx.Err(); err != nil {",
	},
	{
		name: "who came last is first in line (W2)",
		file: "actors/conversation/line.go",
		old:  "\tline = append(line, Place{Session: note.Session, Wait: wait, Beside: note.Beside})\n",
		new:  "\tline = append([]Place{{Session: note.Session, Wait: wait, Beside: note.Beside}}, line...)\n",
	},
	{
		name: "times are given from the end of the line (W2)",
		file: "actors/conversation/line.go",
		old:  "\tfor i := range s.Line {\n\t\tp := &s.Line[i]\n\t\tif p.Held != nil {",
		new:  "\tfor i := range s.Line {\n\t\tp := &s.Line[len(s.Line)-1-i]\n\t\tif p.Held != nil {",
	},
	{
		name: "a time is kept for nobody (W1)",
		file: "actors/conversation/line.go",
		old:  "!slices.Contains(p.Had, slot) && !s.holds(slot)",
		new:  "!slices.Contains(p.Had, slot)",
	},
	{
		name: "who was offered a time is offered it again (W1)",
		file: "actors/conversation/line.go",
		old:  "\tp.Had = append(slices.Clone(p.Had[max(0, len(p.Had)+1-maxHad):]), p.Held.Slot)\n",
		new:  "",
	},
	{
		name: "a time goes on before its offer is over (W1)",
		file: "actors/conversation/line.go",
		old:  "if p := &line[i]; p.Held != nil && now.After(p.Held.Until.Add(lineGrace)) {",
		new:  "if p := &line[i]; p.Held != nil && now.After(p.Held.Until.Add(-3*lineGrace)) {",
	},
	{
		name: "nobody looks whether the time is still free (W3)",
		file: "actors/conversation/wait.go",
		old:  "if !slices.Contains(e.Slots, o.Slot) || o.Slot.Passed(now) {",
		new:  "if o.Slot.Passed(now) {",
	},
	{
		name: "a late yes counts (W4)",
		file: "actors/conversation/wait.go",
		old:  "\tif o == nil || !now.After(o.Until) || s.Pending != nil {\n",
		new:  "\tif o == nil || !now.IsZero() || s.Pending != nil {\n",
		also: &mutation{
			file: "actors/conversation/wait.go",
			old:  "*s.Choice == o.Slot && now.After(o.Until)\n",
			new:  "*s.Choice == o.Slot && now.IsZero()\n",
		},
	},
	{
		name: "what an A4 in doubt may have taken goes to the next one (W4)",
		file: "actors/conversation/wait.go",
		old:  "\tif doubtful(e) {\n",
		new:  "\tif doubtful(e) && now.IsZero() {\n",
	},
	{
		name: "claims are told behind the commit (W6)",
		file: "actors/session/line.go",
		old:  "\treturn n.note.What == conversation.TellJoin || n.note.What == conversation.TellTaken || n.freed()\n",
		new:  "\treturn n.note.What == \"\"\n",
	},
	{
		name: "who waits for either doctor is told to one line before it is stored (W6)",
		file: "actors/conversation/wait.go",
		old:  "s.waitNotes(TellJoin, e.Room...)",
		new:  "s.waitNotes(TellJoin, e.Room[:1]...)",
	},
	{
		name: "what another line offers takes the place of what was offered (W7)",
		file: "actors/conversation/wait.go",
		old:  "\tcase known != nil:\n\t\treturn TellPass\n",
		new:  "",
	},
	{
		name: "a line does not hear of a cancellation (W8)",
		file: "actors/conversation/line.go",
		old:  "\tcase note.What == TellFreed && len(s.Line) > 0:\n",
		new:  "\tcase note.What == TellFreed && now.IsZero():\n",
	},
	{
		name: "a line looks once after a cancellation (W8)",
		file: "actors/conversation/line.go",
		old:  "\tif now.Sub(s.FreedAt) < freedFor {\n",
		new:  "\tif now.IsZero() {\n",
	},
	{
		name: "nobody looks again (W5)",
		file: "actors/session/remind.go",
		old:  "soonest(s.dueVisit(), s.dueLine())",
		new:  "s.dueVisit()",
	},
}
