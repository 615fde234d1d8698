package load

import (
	"testing"

	"go.uber.org/goleak"
)

// The engine of the actors' library has no stop: what it keeps waits on nothing of ours.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/anthdm/hollywood/actor.(*Inbox).process"))
}
