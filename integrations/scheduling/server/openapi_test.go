package server

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"atende/integrations/openapi/openapitest"
)

// Every path that is served is in the document, and the other way round; who has no token may read it, too.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.Token = "secret" })
	for _, problem := range watch.Paths(openapitest.Served(b.server.routes())) {
		t.Error(problem)
	}
	for method, want := range map[string]int{http.MethodGet: 200, http.MethodPost: 405} {
		request, err := http.NewRequestWithContext(t.Context(), method, b.url+"/openapi.json", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if response.StatusCode != want || err != nil || response.Body.Close() != nil || want == 200 && !bytes.Equal(body, OpenAPI.JSON()) {
			t.Errorf("%s: %d %.100s, %v", method, response.StatusCode, body, err)
		}
	}
}
