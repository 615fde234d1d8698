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
	"sync/atomic"
	"syscall"
)

// asked gets the first signal, however early it comes.
var asked = listen()

// hungUp: SIGHUP is for who called WhenHungUp.
var hungUp atomic.Bool

func listen() chan os.Signal {
	signals := make(chan os.Signal, 8) // so that no SIGTERM is lost behind others
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	if !signal.Ignored(syscall.SIGHUP) { // nohup: who goes away wants this process to stay
		signal.Notify(signals, syscall.SIGHUP)
	}
	return signals
}

// WhenHungUp lets SIGHUP call do, one call at a time, in the place of ending the process; what comes meanwhile is one more call.
// end ends that.  A process that was started to ignore SIGHUP goes on ignoring it.
func WhenHungUp(do func()) (end func()) {
	if signal.Ignored(syscall.SIGHUP) {
		return func() {}
	}
	calls, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(calls, syscall.SIGHUP)
	hungUp.Store(true)
	go func() {
		defer close(done)
		for range calls {
			do()
		}
	}()
	return func() {
		signal.Stop(calls)
		close(calls)
		<-done
	}
}

// Context ends with the first SIGTERM, SIGINT or SIGHUP since the process began; the second one then ends the process at
// once.  A process that was started to ignore SIGHUP, by nohup, goes on ignoring it.  It is made once.
func Context() (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer signal.Stop(asked)
		defer cancel()
		for {
			select {
			case s := <-asked:
				if s != syscall.SIGHUP || !hungUp.Load() {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}
