package chat_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// A reply of two paragraphs is two messages of a session.
func ExampleClient_SendInSession() {
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.URL.Path, string(body))
		fmt.Fprint(w, `{"status":"SENT"}`)
	}))
	defer gateway.Close()
	client := chat.New(chat.Config{URL: gateway.URL, Token: "secret", ChannelID: "whatsapp", DepartmentID: "recepcao"})
	defer client.Close()
	for _, part := range chat.Split("Bom dia!\n\nQual é o seu CPF?") {
		if _, err := client.SendInSession(context.Background(), "7c1d", part); err != nil {
			fmt.Println(outbound.KindOf(err))
		}
	}
	// Output:
	// POST /chat/v1/session/7c1d/message/sync {"message":"Bom dia!"}
	// POST /chat/v1/session/7c1d/message/sync {"message":"Qual é o seu CPF?"}
}
