package api_test

import (
	"flag"
	"os"
	"testing"

	"atende/cmd/internal/api"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling/server"
	"atende/webhook"
	"atende/webhook/admin"
)

var update = flag.Bool("update", false, "write docs/api.md anew")

const page = "../../../docs/api.md"

// docs/api.md says what the documents say.
func TestPage(t *testing.T) {
	want, err := api.Page(webhook.OpenAPI.JSON(), server.OpenAPI.JSON(), admin.OpenAPI.JSON(), simulator.OpenAPI.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || string(got) != want {
		t.Errorf("docs/api.md is not what the OpenAPI documents say (%v); make generate", err)
	}
}
