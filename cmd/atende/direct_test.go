package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// eavesdropper counts the requests that come to somebody for whom they are not meant.
func eavesdropper(t *testing.T) (address string, heard *atomic.Int64) {
	t.Helper()
	heard = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard.Add(1) }))
	t.Cleanup(server.Close)
	return server.URL, heard
}

var sampleCatalog = filepath.Join("..", "..", "integrations", "catalog", "sample.yaml")

// nodeVerbs ask a node: each sends the token, some a CPF.
var nodeVerbs = [][]string{
	{"erase", "--yes", "--cpf", "52998224725"}, {"export", "--cpf", "52998224725"}, {"conversation", "s"},
	{"conversation", "pause", "s"}, {"demand"}, {"report"}, {"appointments", "direct_test.go"}, {"cluster"}, {"replay", "--against", sampleCatalog, "--catalog", sampleCatalog},
}

// What operators ask goes to the node itself, whatever proxy the environment names for others.
func TestOperatorsAskNoProxy(t *testing.T) {
	t.Parallel()
	proxy, heard := eavesdropper(t)
	for _, args := range nodeVerbs {
		command := exec.Command("atende", args...) // a process reads the environment for its proxy only once
		command.Env = variables(t, map[string]string{
			// No name below .invalid exists (RFC 6761), and only a proxy would be asked for it.
			"ATENDE_ADMIN_LISTEN": "node.invalid:8081", "ATENDE_ADMIN_TOKEN": "s3cret", "HTTP_PROXY": proxy, "http_proxy": proxy,
		})
		output, err := command.CombinedOutput()
		if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) || failed.ExitCode() != exitFailure {
			t.Errorf("%q: %v: %s", args, err, output)
		}
	}
	if n := heard.Load(); n != 0 {
		t.Errorf("a proxy was asked %d times", n)
	}
}

// An answer that points elsewhere is not followed: the body would go along.
func TestOperatorsFollowNobody(t *testing.T) {
	t.Parallel()
	elsewhere, heard := eavesdropper(t)
	server := httptest.NewServer(http.RedirectHandler(elsewhere, http.StatusTemporaryRedirect))
	defer server.Close()
	defer direct.CloseIdleConnections()
	for _, args := range nodeVerbs {
		if code, _, problems := ask(t, server.URL, "", args...); code != exitFailure || !strings.Contains(problems, "307") {
			t.Errorf("%q: exit code %d, %s", args, code, problems)
		}
	}
	if n := heard.Load(); n != 0 {
		t.Errorf("somebody else was asked %d times", n)
	}
}
