package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is a pseudo terminal: what a person sees and types.
type terminal struct {
	person, program *os.File

	mu   sync.Mutex
	seen strings.Builder
	more chan struct{} // something was shown
}

func openTerminal(t *testing.T) *terminal {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	it := &terminal{person: person, program: program, more: make(chan struct{}, 1)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		part := make([]byte, 4096)
		for {
			n, err := person.Read(part)
			if err != nil {
				return // the program's side is closed
			}
			it.mu.Lock()
			it.seen.Write(part[:n])
			it.mu.Unlock()
			select {
			case it.more <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(func() {
		_ = program.Close()
		<-read
		_ = person.Close()
	})
	return it
}

// await waits until the person sees a text, and returns all they have seen.
func (it *terminal) await(t *testing.T, text string) string {
	t.Helper()
	limit := time.After(patience)
	for {
		it.mu.Lock()
		seen := it.seen.String()
		it.mu.Unlock()
		if strings.Contains(seen, text) {
			return seen
		}
		select {
		case <-it.more:
		case <-limit:
			t.Fatalf("nobody sees %q, but %q", text, seen)
		}
	}
}

func (it *terminal) types(t *testing.T, line string) {
	t.Helper()
	if _, err := it.person.WriteString(line + "\n"); err != nil {
		t.Error(err)
	}
}

// A verb that waits says so on a terminal, once it has taken some time, and takes the line away; in a file or a pipe nothing
// of it is found.
func TestVerbsTellThatTheyWork(t *testing.T) {
	t.Parallel()
	for verb, test := range map[string]struct {
		args []string
		says string
	}{
		"erase":  {[]string{"--cpf=52998224725", "--yes"}, "atende erase: looking through all conversations"},
		"export": {[]string{"--cpf=52998224725"}, "atende export: looking through all conversations"},
		"rekey":  {nil, "atende rekey: encrypting"},
		"replay": {[]string{"--save=" + t.TempDir() + "/r.ndjson"}, "atende replay: keeping recordings"},
		"probe":  {[]string{"--catalog=../../integrations/catalog/sample.yaml", "--rate=100000"}, "atende probe: asking"},
	} {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			goOn := make(chan struct{})
			node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				<-goOn
				http.NotFound(w, r)
			}))
			t.Cleanup(node.Close)
			env := environment{"ATENDE_ADMIN_LISTEN": strings.TrimPrefix(node.URL, "http://"), "ATENDE_SCHEDULING_URL": node.URL}
			it := openTerminal(t)
			ended := make(chan int)
			go func() {
				w := world{in: strings.NewReader(""), out: io.Discard, err: it.program, env: env.get, quiet: time.Millisecond}
				ended <- dispatch(t.Context(), w, append([]string{verb}, test.args...))
			}()
			it.await(t, test.says)
			close(goOn)
			if code := <-ended; code != exitFailure {
				t.Errorf("exit code %d", code)
			}
			if seen := it.await(t, "\r  "); strings.Contains(seen, "\x1b") {
				t.Errorf("there is more than text: %q", seen)
			}
			var piped bytes.Buffer
			w := world{in: strings.NewReader(""), out: io.Discard, err: &piped, env: env.get, quiet: 1}
			dispatch(t.Context(), w, append([]string{verb}, test.args...))
			if strings.Contains(piped.String(), test.says) || strings.Contains(piped.String(), "\r") {
				t.Errorf("in a pipe: %q", &piped)
			}
		})
	}
}

// Who types a CPF is asked for it, and it is not shown; afterwards the terminal shows what is typed again.
func TestACPFIsAskedForAndNotShown(t *testing.T) {
	t.Parallel()
	c := &counter{left: 2}
	it := openTerminal(t)
	erase := make(chan int)
	var out bytes.Buffer
	address, stop := c.node(t)
	defer stop()
	env := environment{"ATENDE_ADMIN_LISTEN": address, "ATENDE_ADMIN_TOKEN": "s3cret"}
	go func() {
		erase <- dispatch(t.Context(), world{in: it.program, out: &out, err: it.program, env: env.get}, []string{"erase", "--cpf", "-"})
	}()
	it.await(t, "CPF (not shown): ")
	it.types(t, "529.982.247-25")
	if seen := it.await(t, "Go on? [y/N] "); strings.Contains(seen, "982") {
		t.Errorf("the CPF is shown: %q", seen)
	}
	it.types(t, "sim")
	it.await(t, "sim")
	if code := <-erase; code != exitOK || out.String() != "2 sessions forgotten\n" {
		t.Errorf("exit code %d, %q", code, &out)
	}
	if now, ok := modes(it.program, nil); !ok || now.Lflag&unix.ECHO == 0 {
		t.Error("the terminal goes on hiding what is typed")
	}
}
