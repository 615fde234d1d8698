package simulator_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"atende/integrations/chat/simulator"
)

// greeter stands for the program that is tested: it answers each webhook with one message in the session, and tries a
// second time where the gateway refused.
func greeter(gateway string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var event struct {
			Content struct{ SessionID, Direction string }
		}
		if json.NewDecoder(r.Body).Decode(&event) != nil || event.Content.Direction != "FROM_HUB" {
			return
		}
		for range 2 {
			answer, err := http.Post(gateway+"/chat/v1/session/"+event.Content.SessionID+"/message/sync", "application/json",
				strings.NewReader(`{"message":"Bom dia! Em que posso ajudar?"}`))
			if err == nil && answer.Body.Close() == nil && answer.StatusCode < 300 {
				break
			}
		}
		w.WriteHeader(http.StatusAccepted)
	})
}

// start runs a gateway and a greeter that know each other.
func start() (gateway *simulator.Simulator, stop func()) {
	atGateway, bot := httptest.NewUnstartedServer(nil), httptest.NewUnstartedServer(nil)
	gateway = simulator.New(simulator.Config{WebhookURL: "http://" + bot.Listener.Addr().String()})
	atGateway.Config.Handler = gateway.Handler()
	bot.Config.Handler = greeter("http://" + atGateway.Listener.Addr().String())
	atGateway.Start()
	bot.Start()
	return gateway, func() {
		gateway.Close()
		atGateway.Close()
		bot.Close()
	}
}

// until waits for an event that ends it, as a test does instead of sleeping.
func until(events <-chan simulator.Event, end func(simulator.Event) bool) {
	patience := time.After(30 * time.Second)
	for {
		select {
		case e, more := <-events:
			if !more || end(e) {
				return
			}
		case <-patience:
			return
		}
	}
}

// A patient writes, the program under test answers, and the test reads what the patient got.
func Example() {
	gateway, stop := start()
	defer stop()
	session, err := gateway.Open(simulator.Patient{Name: "Maria da Silva", Phone: "5511987654321"})
	if err != nil {
		fmt.Println(err)
	}
	events, cancel, err := gateway.Subscribe(session)
	if err != nil {
		fmt.Println(err)
	}
	defer cancel()
	if _, err := gateway.Say(session, "bom dia"); err != nil {
		fmt.Println(err)
	}
	until(events, func(e simulator.Event) bool { return e.Message != nil && e.Message.Direction == "out" })
	snapshot, _ := gateway.Session(session)
	for _, m := range snapshot.Messages {
		fmt.Println(m.Direction, m.Via, m.Text)
	}
	// Output:
	// in patient bom dia
	// out session Bom dia! Em que posso ajudar?
}

// A gateway that has too much to do refuses one call: what the program makes of it can be seen.
func ExampleSimulator_Fail() {
	gateway, stop := start()
	defer stop()
	session, err := gateway.Open(simulator.Patient{})
	if err != nil {
		fmt.Println(err)
	}
	if err := gateway.Fail(simulator.OpSendInSession, simulator.Fault{Status: http.StatusTooManyRequests}); err != nil {
		fmt.Println(err)
	}
	events, cancel, err := gateway.Subscribe(session)
	if err != nil {
		fmt.Println(err)
	}
	defer cancel()
	if _, err := gateway.Say(session, "oi"); err != nil {
		fmt.Println(err)
	}
	until(events, func(e simulator.Event) bool { return e.Call != nil && e.Call.Status < 300 })
	snapshot, _ := gateway.Session(session)
	for _, call := range snapshot.Calls {
		fmt.Println(call.Operation, call.Status)
	}
	// Output:
	// send_in_session 429
	// send_in_session 200
}
