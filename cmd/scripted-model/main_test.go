package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// start runs the program until the test ends it; it returns the URL and a function that stops it and gives its
// exit code.
func start(t *testing.T, args ...string) (url string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"-listen", "127.0.0.1:0"}, args...), in, io.Discard)
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), func() int {
		cancel()
		return <-code
	}
}

const request = `{"model":"m","messages":[{"role":"user","content":"oi"}]}`

func complete(ctx context.Context, url string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/chat/completions", strings.NewReader(request))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

func TestAnswersUntilItIsStopped(t *testing.T) {
	url, stop := start(t)
	if answer, err := complete(t.Context(), url); err != nil || !strings.Contains(answer, "Como posso ajudar?") {
		t.Error(answer, err)
	}
	if code := stop(); code != 0 {
		t.Errorf("ended with %d", code)
	}
}

// A call that hangs does not keep it from ending.
func TestStopsWhileACallHangs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "script.jsonl")
	if err := os.WriteFile(file, []byte(`{"text":"primeiro"}`+"\n"+`{"hang":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	url, stop := start(t, "-replay", file)
	if answer, err := complete(t.Context(), url); err != nil || !strings.Contains(answer, "primeiro") {
		t.Error(answer, err)
	}
	hung := make(chan error, 1)
	go func() {
		_, err := complete(context.WithoutCancel(t.Context()), url)
		hung <- err
	}()
	if code := stop(); code != 0 {
		t.Errorf("ended with %d", code)
	}
	if err := <-hung; err == nil {
		t.Error("the call that hangs was answered")
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want int
	}{
		{"help", []string{"-help"}, 0},
		{"an unknown flag", []string{"-x"}, 2},
		{"an unknown fault", []string{"-rate", "0.3", "-faults", "wrong,nice"}, 2},
		{"a rate that is none", []string{"-rate", "3"}, 2},
		{"a script that is not there", []string{"-replay", "nowhere.jsonl"}, 2},
		{"an argument", []string{"serve"}, 2},
		{"an address that is none", []string{"-listen", "nowhere"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			if code := run(t.Context(), c.args, &out, &errs); code != c.want || errs.Len() == 0 {
				t.Errorf("%d, %s", code, errs.String())
			}
		})
	}
}
