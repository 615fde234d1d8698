package fleet

import (
	"context"
	"errors"
	"io"
	"testing"
)

// happened is what a fleet told.
type happened struct {
	name string
	what Happening
}

func newFleet(t *testing.T, role string) (*Fleet, chan happened) {
	t.Helper()
	told := make(chan happened, 100)
	f := New(Config{
		Command: func(name string) (Command, error) { return command(name, role, io.Discard), nil },
		Changed: func() {},
		Told:    func(name string, what Happening, _ error) { told <- happened{name, what} },
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := f.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return f, told
}

// tells waits for the next happening.
func tells(t *testing.T, told <-chan happened, name string, what Happening) {
	t.Helper()
	if got := <-told; got != (happened{name, what}) {
		t.Fatalf("told %v, want %s %s", got, name, what)
	}
}

func add(t *testing.T, f *Fleet) string {
	t.Helper()
	name, err := f.Add()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFleet(t *testing.T) {
	f, told := newFleet(t, "node")
	if name := add(t, f); name != "n1" {
		t.Errorf("name %s", name)
	}
	tells(t, told, "n1", Listens)
	if err := f.Kill("n1"); err != nil {
		t.Fatal(err)
	}
	tells(t, told, "n1", Died)
	if err := f.Kill("n1"); !errors.Is(err, ErrState) {
		t.Errorf("killed twice: %v", err)
	}
	if err := f.Restart("n1"); err != nil {
		t.Fatal(err)
	}
	tells(t, told, "n1", Listens)
	if err := f.Restart("n1"); !errors.Is(err, ErrState) {
		t.Errorf("started twice: %v", err)
	}
	if err := f.Freeze("n1"); err != nil {
		t.Fatal(err)
	}
	if got := f.Nodes(); len(got) != 1 || got[0].State != Frozen || got[0].URL == "" || got[0].PID == 0 {
		t.Errorf("nodes %+v", got)
	}
	if err := f.Thaw("n1"); err != nil {
		t.Fatal(err)
	}
	if err := f.Stop("n1"); err != nil {
		t.Fatal(err)
	}
	tells(t, told, "n1", Left)
	for what, act := range map[string]func(string) error{"kill": f.Kill, "freeze": f.Freeze, "thaw": f.Thaw, "stop": f.Stop, "restart": f.Restart} {
		if err := act("n7"); !errors.Is(err, ErrNoNode) {
			t.Errorf("%s of nobody: %v", what, err)
		}
	}
}

func TestFleetOfNodesThatDoNotStart(t *testing.T) {
	f, told := newFleet(t, "broken")
	for range MaxNodes {
		tells(t, told, add(t, f), Failed)
	}
	if _, err := f.Add(); !errors.Is(err, ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	if err := f.Kill("n1"); !errors.Is(err, ErrState) {
		t.Errorf("killed what never ran: %v", err)
	}
}

// Close drains all, also those that were just being started.
func TestCloseLeavesNobody(t *testing.T) {
	f, told := newFleet(t, "node")
	add(t, f)
	tells(t, told, "n1", Listens)
	add(t, f)
	if err := f.Close(t.Context()); err != nil {
		t.Error(err)
	}
	for _, node := range f.Nodes() {
		if node.State != Gone {
			t.Errorf("%s is %s", node.Name, node.State)
		}
	}
	if _, err := f.Add(); err == nil {
		t.Error("a closed fleet grows")
	}
}
