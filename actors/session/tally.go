package session

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session/outbox"
	"atende/metrics"
)

// count counts what a turn reached, once the commit that says so stands.
func (s *session) count(t *turn) {
	for _, r := range t.stages {
		s.Metrics.Funnel.WithLabelValues(string(r.stage)).Inc()
		s.Conversion.VariantReached(s.Canary, string(r.stage))
		s.Conversion.ReceptionReached(s.Clinic.Away(s.Now()), string(r.stage))
	}
	s.countConversion(t)
	for _, outcome := range t.outcomes {
		s.Metrics.Outcomes.WithLabelValues(string(outcome)).Inc()
		s.Conversion.VariantEnded(s.Canary, string(outcome))
	}
	t.counted, t.reached = append(t.counted, t.outcomes...), append(t.reached, t.stages...)
	t.stages, t.outcomes = nil, nil
	s.countModel(t)
}

// finish ends a turn: its one log line, its numbers.
func (s *session) finish(ctx context.Context, t *turn) {
	s.turn = nil
	result := t.result
	switch {
	case result != "":
	case outbox.HasTransfer(t.items):
		result = "handed_over"
	case outbox.HasPart(t.items):
		result = "replied"
	default:
		result = "silent"
	}
	now, trace := s.Now(), s.trace(t)
	if outbox.HasPart(t.items) && t.result == "" {
		waited := min(now.Sub(t.since), now.Sub(s.resumedAt))
		metrics.Observe(s.Metrics.ReplyLatency, max(0, waited).Seconds(), trace) // since may be of a clock that is ahead
	}
	metrics.Observe(s.Metrics.Duration, now.Sub(t.started).Seconds(), trace)
	t.span.Set("result", result)
	t.span.End()
	line := []slog.Attr{
		slog.String("session", s.id), slog.Int("turn", t.number), slog.String("result", result),
		slog.Float64("seconds", now.Sub(t.started).Seconds()),
	}
	if ends := slices.Concat(t.before, t.counted); len(ends) > 0 {
		var outcomes []string
		for _, outcome := range ends {
			outcomes = append(outcomes, string(outcome))
		}
		line = append(line, slog.String("outcome", strings.Join(outcomes, ",")))
	}
	line = append(line, t.led...)
	if trace != "" {
		line = append(line, slog.String("trace", trace))
	}
	s.Log.LogAttrs(ctx, slog.LevelInfo, "turn ended", line...)
	s.tell(result)
	if t.made != nil {
		s.probe(*t.made)
	}
}

// ended notes a pass that came to nothing; the rows are still there.  That another node has the session is
// nothing that anybody must look at: a lease that ends tells so by itself, once.
func (s *session) ended(ctx context.Context, result string, err error) {
	level := slog.LevelWarn
	switch {
	case errors.Is(err, errLost):
		level = slog.LevelInfo
	case errors.Is(err, newcomer.ErrCrowded): // as often as strangers want; the sessions are counted (atende_unconfirmed_sessions)
		level = slog.LevelDebug
	}
	s.logPutOff(ctx, level, result, err)
	s.tell(result)
}

// logPutOff logs a pass that came to nothing.  Sessions that the gateway never confirmed may be as many as strangers want.
func (s *session) logPutOff(ctx context.Context, level slog.Level, result string, err error) {
	line := []slog.Attr{
		slog.String("session", s.id), slog.String("result", result), slog.Int("tries", s.tries), slog.Any("error", err),
	}
	if !s.confirmed && err != nil {
		leftOut, stands := s.seldom.Take("put off: " + err.Error())
		if !stands {
			return
		}
		line = append(line, leftOut)
	}
	s.Log.LogAttrs(ctx, level, "turn put off", line...)
}

func (s *session) tell(result string) {
	s.Metrics.Total.WithLabelValues(result).Inc()
	if s.Hooks.TurnEnded != nil {
		s.Hooks.TurnEnded(s.id, result)
	}
}

func isFenced(err error) bool { return errors.Is(err, journal.ErrFenced) }

// booked reports whether the turn made an appointment.
func (t *turn) booked() bool {
	return slices.Contains(t.outcomes, conversation.OutcomeBooked) || slices.Contains(t.counted, conversation.OutcomeBooked)
}
