package session

import (
	"log/slog"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/metrics"
)

// account notes who led a turn and what it cost.  What was spent is counted at once, whatever
// becomes of the turn; the rest once its commit stands.
func (s *session) account(t *turn, dialogue decide.Dialogue) {
	accountant, ok := dialogue.(decide.Accountant)
	if !ok {
		return
	}
	t.account = accountant.Account()
	t.led = accountOf(t.account)
	t.stamp = t.account.Stamp(s.Clinic.Version)
	s.rec.Led = t.stamp
	used := t.account.Usage
	if used == (conversation.Usage{}) {
		return
	}
	s.Model.Spent(used.Prompt, used.Completion, used.Micros)
	total := used
	if s.rec.State.Usage != nil {
		total = s.rec.State.Usage.Plus(used)
	}
	s.rec.State.Usage = &total
}

// countModel counts what a model did in a turn that stands.
func (s *session) countModel(t *turn) {
	a := t.account
	if a.Model == "" {
		return
	}
	led := metrics.LedByModel
	switch {
	case a.Why != "":
		led = metrics.LedByBoth
	case a.Agent == "rules":
		led = metrics.LedByRules
	}
	s.Model.Turn(led, a.Why, a.Usage.Calls, a.Usage.Prompt+a.Usage.Completion, a.Refused, a.Replaced)
	if u := s.rec.State.Usage; u != nil && slices.Contains(t.counted, conversation.OutcomeBooked) {
		s.Model.Booking(u.Prompt+u.Completion, u.Micros)
	}
	t.account = decide.Account{}
}

// accountOf is what the log line of a turn says of who led it.
func accountOf(a decide.Account) []slog.Attr {
	if a.Model == "" {
		return nil
	}
	line := []slog.Attr{slog.String("agent", a.Agent), slog.String("model", a.Model), slog.String("prompt", a.Prompt), slog.Int("calls", a.Usage.Calls), slog.Int("tokens", a.Usage.Prompt+a.Usage.Completion)}
	if a.Why != "" {
		line = append(line, slog.String("takeover", a.Why))
	}
	if len(a.Refused) > 0 {
		line = append(line, slog.String("refused", strings.Join(a.Refused, ",")))
	}
	if len(a.Replaced) > 0 {
		line = append(line, slog.String("replaced", strings.Join(a.Replaced, ",")))
	}
	return line
}
