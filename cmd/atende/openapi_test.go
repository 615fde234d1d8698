package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"atende/cmd/internal/api"
	"atende/integrations/openapi"
)

// The documents that the programs serve are right in the eyes of a linter that others wrote, and a client that another program
// makes of one, in another language, books at `atende scheduling`.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	tools, err := api.Install(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	gateway := start(t, map[string]string{"ATENDE_GATEWAY_LISTEN": "127.0.0.1:0", "ATENDE_GATEWAY_TOKEN": gatewayToken, "ATENDE_WEBHOOK_URL": "http://127.0.0.1:1/"}, "gateway")
	h := newHouse(t, "ATENDE_ADMIN_TOKEN", "a-token-of-operators")
	sample := start(t, map[string]string{"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "memory:", "ATENDE_SCHEDULING_TOKEN": "clinic"}, "scheduling")
	if status, _ := fetched(t, "http://"+h.agent.admin+openapi.Path, ""); status != http.StatusUnauthorized {
		t.Errorf("without a token the operators' document is answered %d", status)
	}
	documents := map[string][]byte{}
	for name, address := range map[string]string{"scheduling": sample.address, "gateway": gateway.address, "webhook": h.agent.address, "admin": h.agent.admin} {
		token := ""
		if name == "admin" {
			token = "a-token-of-operators"
		}
		status, document := fetched(t, "http://"+address+openapi.Path, token)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %s", name, status, document)
		}
		documents[name] = document
	}
	if err := tools.Lint(t.Context(), documents); err != nil {
		t.Error(err)
	}
	wrong := strings.Replace(string(documents["scheduling"]), `"operationId":"book"`, `"operationId":"freeTimes"`, 1)
	if err := tools.Lint(t.Context(), map[string][]byte{"wrong": []byte(wrong)}); err == nil || !strings.Contains(err.Error(), "operation-operationId-unique") {
		t.Errorf("two operations of one name: %v", err)
	}

	today := time.Now()
	printed, err := tools.Book(t.Context(), documents["scheduling"], sample.url(), "clinic", today.Format(time.DateOnly), today.AddDate(0, 0, 30).Format(time.DateOnly))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Date, Hour, Before, After, Description, Again, Sentence string
		Other, Refused                                          int
	}
	if err := json.Unmarshal(printed, &got); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	booked := strings.Contains(got.Description, got.Hour) && got.Again == got.Description && got.After == "Rita de Cássia Lopes"
	if !booked || got.Before != "O CPF informado não foi encontrado." || got.Other != http.StatusConflict || got.Refused != http.StatusBadRequest || !strings.Contains(got.Sentence, "paciente_id") {
		t.Errorf("%s", printed)
	}
}

// fetched gets a document.
func fetched(t *testing.T, address, token string) (status int, body []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, body
}
