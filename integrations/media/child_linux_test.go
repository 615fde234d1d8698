package media

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

const confineNicer = "confine-at-nice-15"

func init() {
	if len(os.Args) == 2 && os.Args[1] == confineNicer {
		if syscall.Setpriority(syscall.PRIO_PROCESS, 0, 15) != nil || syscall.Setuid(65534) != nil && os.Getuid() == 0 || confine() != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// An agent that runs at a low priority as an ordinary user reads documents, too.
func TestConfineAtALowPriority(t *testing.T) {
	child := exec.CommandContext(t.Context(), program, confineNicer)
	child.Env = append(os.Environ(), quick...)
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// Why a child said nothing tells a document that cannot be read from a machine on which none can.
func TestCauseOfExit(t *testing.T) {
	for script, want := range map[string]Reason{
		"exit 10": Encrypted, "exit 11": Unreadable, "exit 12": NoReader, "exit 2": Unreadable, "kill -9 $$": Unreadable,
	} {
		err := exec.CommandContext(t.Context(), "sh", "-c", script).Run()
		if got := causeOfExit(err); err == nil || got != want {
			t.Errorf("%s: %s, %v, want %s", script, got, err, want)
		}
	}
}
