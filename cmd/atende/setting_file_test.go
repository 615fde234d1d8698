package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// secretFile is a file with that content.
func secretFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A secret may come in a file, as orchestrators hand them over.
func TestSettingFromFile(t *testing.T) {
	t.Parallel()
	env := complete(t).with("ATENDE_GATEWAY_TOKEN", "", "ATENDE_GATEWAY_TOKEN_FILE", secretFile(t, "from-a-file\n"),
		"ATENDE_SCHEDULING_HEADERS_FILE", secretFile(t, "X-Key: a\nX-Other: b\n"))
	s, err := readServe(env)
	if err != nil {
		t.Fatal(err)
	}
	if s.node.Gateway.Token != "from-a-file" || s.node.Scheduling.Headers.Get("X-Other") != "b" {
		t.Errorf("token %q, headers %v", s.node.Gateway.Token, s.node.Scheduling.Headers)
	}
	if s, err = readServe(env, "--gateway-token", "from-a-flag"); err != nil || s.node.Gateway.Token != "from-a-flag" {
		t.Errorf("the flag does not win: %q, %v", s.node.Gateway.Token, err)
	}
}

// Each problem with such a file is one line, with neither its content nor its path: who gave the secret for
// the path must not find it in a log.
func TestSettingFileRefusals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ path, alone, want string }{
		"both":    {secretFile(t, "leak"), "leak", "ATENDE_WEBHOOK_TOKEN and ATENDE_WEBHOOK_TOKEN_FILE are both set"},
		"missing": {"/leak/at/all", "", "ATENDE_WEBHOOK_TOKEN_FILE: no such file"},
		"folder":  {t.TempDir(), "", "ATENDE_WEBHOOK_TOKEN_FILE: is a directory"},
		"empty":   {secretFile(t, "\n"), "", "ATENDE_WEBHOOK_TOKEN_FILE: the file is empty"},
		"large":   {secretFile(t, strings.Repeat("leak", maxSecret)), "", "ATENDE_WEBHOOK_TOKEN_FILE: the file is larger"},
		"wrong":   {secretFile(t, "leak leak"), "", "ATENDE_WEBHOOK_TOKEN: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readServe(complete(t).with("ATENDE_WEBHOOK_TOKEN", test.alone, "ATENDE_WEBHOOK_TOKEN_FILE", test.path))
			if err == nil {
				t.Fatal("accepted")
			}
			if got := err.Error(); !strings.HasPrefix(got, test.want) || strings.Contains(got, "\n") || strings.Contains(got, "leak") {
				t.Errorf("got %q, want one line that begins with %q", got, test.want)
			}
		})
	}
}

// health answers with its exit code, as orchestrators want it.
func TestHealth(t *testing.T) {
	t.Parallel()
	sick := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/health" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer sick.Close()
	_, port, err := net.SplitHostPort(sick.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := closed.Addr().String()
	closed.Close()
	for _, test := range []struct {
		listen, url string
		want        int
	}{
		{":" + port, "", exitOK},
		{"0.0.0.0:" + port, "", exitOK},
		{"127.0.0.1:" + port, "", exitOK},
		{":8080", sick.URL + "/health", exitOK},
		{":8080", "tcp://" + sick.Listener.Addr().String(), exitOK},
		{":8080", sick.URL + "/else", exitFailure},
		{gone, "", exitFailure},
		{":8080", "tcp://" + gone, exitFailure},
		{":8080", "tcp://127.0.0.1", exitUsage},
		{":8080", "file:///etc/passwd", exitUsage},
		{":8080", "http://user:secret@127.0.0.1/", exitUsage},
		{"nowhere", "", exitUsage},
	} {
		var out, problems strings.Builder
		var args []string
		if test.url != "" {
			args = []string{"--url", test.url}
		}
		env := environment{"ATENDE_LISTEN": test.listen}
		if got := healthVerb(t.Context(), world{out: &out, err: &problems, env: env.get}, args); got != test.want {
			t.Errorf("%s %s: exit code %d, want %d: %s", test.listen, test.url, got, test.want, &problems)
		}
	}
}
