package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"atende/integrations/chat/simulator"
)

// The faults that the help text of the gateway shows are taken as they stand there, and switched off again.
func TestFaultsOfTheHelpText(t *testing.T) {
	t.Parallel()
	gateway := simulator.New(simulator.Config{Open: true}) // httptest calls from nowhere
	t.Cleanup(gateway.Close)
	ask := func(method, body string) int {
		answer := httptest.NewRecorder()
		gateway.Handler().ServeHTTP(answer, httptest.NewRequest(method, "/sim/faults", strings.NewReader(body)))
		return answer.Code
	}
	shown := 0
	for line := range strings.Lines(gatewayPage.about) {
		end := strings.LastIndex(line, "}")
		if !strings.HasPrefix(strings.TrimSpace(line), "{") || end < 0 {
			continue
		}
		shown++
		if status := ask(http.MethodPost, line[:end+1]); status != http.StatusCreated {
			t.Errorf("%d: %s", status, line)
		}
	}
	if shown != 3 {
		t.Errorf("%d faults are shown", shown)
	}
	for _, operation := range simulator.Operations {
		if !strings.Contains(gatewayPage.about, operation) {
			t.Errorf("%s is not among the operations", operation)
		}
	}
	if status := ask(http.MethodDelete, ""); status != http.StatusOK {
		t.Errorf("switched off: %d", status)
	}
}
