package logging

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"atende/metrics/tracing"
)

// logged is a line that holds value under key.
func logged(t *testing.T, secret, key string, value any) string {
	t.Helper()
	var out bytes.Buffer
	log, err := New(&out, Options{Level: "debug", Format: "text", Key: secret})
	if err != nil {
		t.Fatal(err)
	}
	log.Info("x", key, value)
	_, rest, _ := strings.Cut(out.String(), "msg=x ")
	return strings.TrimSpace(rest)
}

// An id that machines make stands for itself, so that operators find what the gateway shows them.
func TestOpaqueSessions(t *testing.T) {
	for _, id := range []string{
		"7e1c2b34-1234-5678-9abc-0a1b2c3d4e5f", "12345678-1234-4678-9abc-1234567890ab", "65f0c3a1b2d4e6f8a9b0c1d2", "s-1", "s1", "chat_12345", "4711",
		"01jd3v8x2q4m5n6p7r8s9t0vwx", "01JD3V8X2Q4M5N6P7R8S9T0VWX", "s",
	} {
		if got := logged(t, "k", "session", id); got != "session="+id {
			t.Errorf("%s: %s", id, got)
		}
	}
}

// An id that may say who the patient is has another name, the same in all lines and on all nodes.
func TestSessionsThatNameSomebody(t *testing.T) {
	for _, id := range []string{
		"5511988887777", "+55 11 98888-7777", "5511988887777@c.us", "529.982.247-25", "52998224725", "Maria Souza", "maria", "ana-52", "Ada", "Rosa1990",
		"joão", "12345678-1234-4678-9abc-052998224725", "mariadasilvasouzadeoliveir", "wamid.HBgMNTUxMTk4ODg4Nzc3Nw==", "64 anos", "01021990", "cpf-1234567", "Ç",
		strings.Repeat("1", 300),
	} {
		got := logged(t, "k", "session", id)
		if !strings.HasPrefix(got, "session=h-") || len(got) != len("session=h-")+16 {
			t.Errorf("%s: %s", id, got)
		}
		if again := logged(t, "k", "session", id); again != got {
			t.Errorf("%s: %s, and then %s", id, got, again)
		}
		if other := logged(t, "other", "session", id); other == got {
			t.Errorf("%s: the name does not depend on the key", id)
		}
		for _, at := range []any{"session/" + id, "10.0.0.7:7000/session/" + id, address("local/session/" + id)} {
			if line := logged(t, "k", "pid", at); strings.Contains(line, "session/"+id) || !strings.Contains(line, strings.TrimPrefix(got, "session=")) {
				t.Errorf("%s: %s", at, line)
			}
		}
	}
}

// address is one in a type of its own, as the library of actors has it.
type address string

func (a address) String() string { return string(a) }

// The trace of a message is never mistaken for a number, and nothing else passes for a trace.
func TestTraces(t *testing.T) {
	masked := 0
	for i := range 1000 {
		id := tracing.ID("s", strings.Repeat("m", i))
		if Mask(id) != id {
			masked++
		}
		if got := logged(t, "", "trace", id); got != "trace="+id {
			t.Fatalf("%s: %s", id, got)
		}
	}
	if masked == 0 {
		t.Error("no trace of a thousand needs the rule")
	}
	for _, value := range []any{"52998224725", "Maria 52998224725 Maria 5299822472", errors.New("52998224725"), slog.GroupValue(slog.String("trace", "52998224725"))} {
		if got := logged(t, "", "trace", value); strings.Contains(got, "52998224725") {
			t.Errorf("%v: %s", value, got)
		}
	}
}

// A stack names the folder of sessions and stays readable.
func TestStackStaysReadable(t *testing.T) {
	const stack = "goroutine 7 [running]:\natende/actors/session.(*session).begin(0x1)\n\t/src/actors/session/turn.go:37"
	if got := logged(t, "", "stack", stack); !strings.Contains(got, "actors/session/turn.go:37") {
		t.Error(got)
	}
}
