package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"atende/cmd/internal/logging"
)

// drainLimit bounds an orderly stop.  Orchestrators usually give 30 s before they kill; what is not
// finished by then is durable.
const drainLimit = defaultDrain + drainRest

const (
	// defaultDrain is how long work goes on after a signal (contract, ATENDE_DRAIN_TIMEOUT).
	defaultDrain = 25 * time.Second
	// drainRest is what is left then for work that was cut to end, and for the databases to close.
	drainRest = 3 * time.Second
)

// service runs until it is stopped or fails.
type service interface {
	// Ended is closed when the service runs no more.
	Ended() <-chan struct{}
	// Err says why it ended by itself; valid once Ended is closed.
	Err() error
	// Stop drains, at most until ctx ends.
	Stop(ctx context.Context) error
}

// untilStopped waits until ctx ends (a signal) or the service does, and then drains, for limit at most.  The error is
// what ended the service by itself.  A drain that took too long is only logged: everything that was
// accepted is durable, and the next start goes on with it.
func untilStopped(ctx context.Context, s service, limit time.Duration, log *slog.Logger) error {
	select {
	case <-ctx.Done():
		log.Info("stopping")
	case <-s.Ended():
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	err := s.Stop(limited)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		log.Warn("stopped before everything was done", "error", err)
		err = nil
	case err == nil && s.Err() == nil:
		log.Info("stopped")
	}
	return errors.Join(s.Err(), err)
}

// logger makes the process's logger and installs it for libraries that log by themselves.
func logger(w world, o logging.Options) (*slog.Logger, error) {
	log, err := logging.New(w.err, o)
	if err != nil {
		return nil, err
	}
	slog.SetDefault(log)
	w.exposed.warn(log)
	return log, nil
}
