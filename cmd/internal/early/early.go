// Package early hears the signals that ask this process to stop before anything else of it begins.
//
// What other packages prepare when the program starts takes some 130 ms, and a signal that comes meanwhile would end the
// process with what the system does, not with exit code 0.  Go begins packages in the order of their dependencies and
// then of their paths, so that this one, which needs nothing, is among the first: what it imports is all that goes before.
package early

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// asked gets the first signal, however early it comes.
var asked = listen()

func listen() chan os.Signal {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	if !signal.Ignored(syscall.SIGHUP) { // nohup: who goes away wants this process to stay
		signal.Notify(signals, syscall.SIGHUP)
	}
	return signals
}

// Context ends with the first SIGTERM, SIGINT or SIGHUP since the process began; the second one then ends the process at
// once.  A process that was started to ignore SIGHUP, by nohup, goes on ignoring it.  It is made once.
func Context() (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-asked:
			cancel()
		case <-ctx.Done():
		}
		signal.Stop(asked)
	}()
	return ctx, cancel
}
