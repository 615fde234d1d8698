package outbound_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"atende/integrations/outbound"
)

// What failed says whether it may have been done, and only what cannot hurt is repeated: here a read, of which the
// second try succeeds, and a send, which is left alone.
func ExamplePeer_Do() {
	tries := 0
	party := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tries++
		if tries == 1 || r.Method == http.MethodPost {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		fmt.Fprint(w, `{"ok":true}`)
	}))
	defer party.Close()
	peer := outbound.NewPeer(outbound.Config{
		Client: "gateway", BaseURL: party.URL, Timeout: 5 * time.Second, Retry: outbound.Retry{Pause: time.Millisecond},
	})
	defer peer.Close()

	answer, err := peer.Do(context.Background(), outbound.Call{
		Operation: "get_session", Method: http.MethodGet, Path: "/sessions/" + outbound.Segment("7c1d"), Repeatable: true,
	})
	fmt.Println(answer.Status, string(answer.Body), err, tries)

	_, err = peer.Do(context.Background(), outbound.Call{
		Operation: "send_in_session", Method: http.MethodPost, Path: "/messages", Body: map[string]string{"text": "oi"},
	})
	fmt.Println(outbound.KindOf(err), outbound.StatusOf(err), tries)
	// Output:
	// 200 {"ok":true} <nil> 2
	// unknown 502 3
}
