package router

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/anthdm/hollywood/actor"

	"atende/actors/session"
)

// spawn makes the actor of a session.  An inbox of two is 0.7 kB an actor instead of 28.
func (r *Router) spawn(sessionID string) *actor.PID {
	return r.engine.Spawn(r.producer, session.Kind, actor.WithID(sessionID),
		actor.WithInboxSize(maxInflight), actor.WithMaxRestarts(-1), actor.WithMiddleware(guard(r.Log)))
}

// guard keeps panics away from the library, which would log their values, drop the message, and
// after some of them end the process.  Actors recover by themselves; what comes here is a mistake
// in that.
func guard(log *slog.Logger) actor.MiddlewareFunc {
	return func(next actor.ReceiveFunc) actor.ReceiveFunc {
		return func(c *actor.Context) {
			defer func() {
				if value := recover(); value != nil {
					log.Error("actor panicked", "actor", c.PID().ID,
						"panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
				}
			}()
			next(c)
		}
	}
}

// watch logs what the library otherwise does silently or with the values of messages and panics:
// lost messages and restarts, neither of which should ever happen.  The subscriber lives as long as
// the process; one that stops without unsubscribing would be an endless loop.
func (r *Router) watch() {
	pid := r.engine.SpawnFunc(func(c *actor.Context) {
		switch event := c.Message().(type) {
		case actor.DeadLetterEvent:
			r.Log.Error("message to an actor lost", "actor", event.Target.GetID(), "message", fmt.Sprintf("%T", event.Message))
		case actor.ActorRestartedEvent:
			r.Log.Error("actor restarted", "actor", event.PID.GetID(), "panic", fmt.Sprintf("%T", event.Reason))
		}
	}, "watch", actor.WithInboxSize(16), actor.WithMaxRestarts(-1))
	r.engine.Subscribe(pid)
}
