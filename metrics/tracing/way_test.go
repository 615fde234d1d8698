package tracing

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The status in the log is of the last answer, and of none when there was none.
func TestStatusOfTheLastAnswer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	w := newWay()
	defer w.CloseIdleConnections()
	ask := func() error {
		answer, err := (&http.Client{Transport: w}).Get(server.URL)
		if err != nil {
			return err
		}
		return answer.Body.Close()
	}
	if err := ask(); err != nil || w.status != http.StatusTeapot {
		t.Errorf("status %d, %v", w.status, err)
	}
	server.Close()
	if err := ask(); err == nil || w.status != 0 {
		t.Errorf("status %d, %v", w.status, err)
	}
}
