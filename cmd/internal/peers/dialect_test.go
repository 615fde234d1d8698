package peers

import (
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
)

// The client's dialects and the simulator's are written apart, and there is one of each for every name.
func TestDialectsOfBothSides(t *testing.T) {
	var names []string
	for _, d := range chat.Dialects {
		names = append(names, d.Name)
	}
	if !slices.Equal(names, simulator.Dialects()) {
		t.Errorf("the client speaks %v, the simulator %v", names, simulator.Dialects())
	}
}

// In each dialect the client and the simulated gateway understand each other: all five operations do what they are for.
// Across dialects they do not: what one writes the other refuses, so that a test in two dialects tests two things.
func TestDialectsOnTheWire(t *testing.T) {
	for _, spoken := range chat.Dialects {
		for _, name := range simulator.Dialects() {
			t.Run(spoken.Name+" to "+name, func(t *testing.T) {
				gateway := simulator.New(simulator.Config{Dialect: name, Token: "t", ChannelID: "5511", DepartmentID: "people"})
				server := httptest.NewServer(gateway.Handler())
				c := chat.New(chat.Config{URL: server.URL, Token: "t", ChannelID: "5511", DepartmentID: "people", Dialect: spoken, Template: chat.Template{ID: "b7d1", Parameter: "consulta"}})
				t.Cleanup(func() {
					c.Close()
					server.Close()
					gateway.Close()
				})
				id, err := gateway.Open(simulator.Patient{Phone: "5511987654321", Name: "Maria"})
				if err != nil {
					t.Fatal(err)
				}
				_, inSession := c.SendInSession(t.Context(), id, "um")
				menu := &chat.Menu{Open: "Ver", Options: []chat.Option{{ID: "offer-1", Title: "Ter 24/11", Detail: "Dra. Ana"}}}
				_, tapped := c.SendMenu(t.Context(), id, "um e meio", menu)
				_, byPhone := c.SendByPhone(t.Context(), "5511987654321", "dois")
				_, tagged := c.Tag(t.Context(), "5511987654321", "agendado")
				if spoken.Name != name {
					for what, err := range map[string]error{"in session": inSession, "menu": tapped, "by phone": byPhone, "tag": tagged} {
						if err == nil {
							t.Errorf("%s: taken in another dialect", what)
						}
					}
					return
				}
				if _, err := c.SendTemplate(t.Context(), "5511987654321", "três"); (err == nil) != spoken.HasTemplates() {
					t.Errorf("a template: %v", err)
				}
				record, read := c.Session(t.Context(), id)
				_, transferred := c.Transfer(t.Context(), id)
				for what, err := range map[string]error{
					"in session": inSession, "menu": tapped, "by phone": byPhone, "tag": tagged, "session": read, "transfer": transferred,
				} {
					if err != nil {
						t.Errorf("%s: %v", what, err)
					}
				}
				defaults := gateway.Defaults()
				want := chat.Session{
					Platform: defaults.Platform, Instance: defaults.InstanceNumber, Team: defaults.TeamName, Status: defaults.Status,
					Phone: "5511987654321", Raw: record.Raw,
				}
				if diff := cmp.Diff(want, record); diff != "" {
					t.Errorf("session (-want +got):\n%s", diff)
				}
				if !slices.Contains(spoken.OpenStatuses, record.Status) {
					t.Errorf("a new session has the status %s, which is none that is answered", record.Status)
				}
				shot, _ := gateway.Session(id)
				said := map[bool]int{false: 3, true: 4}[spoken.HasTemplates()]
				if len(shot.Messages) != said || !slices.Equal(shot.Tags(), []string{"agendado"}) || shot.Record["robot"] != false ||
					shot.Record["v1TransferUsed"] != false {
					t.Errorf("the gateway has %+v", shot.Record)
				}
				taken := shot.Messages[1].Menu
				if taken == nil || taken.Open != menu.Open || len(taken.Options) != 1 || chat.Option(taken.Options[0]) != menu.Options[0] {
					t.Errorf("the gateway shows %+v", taken)
				}
				if moved, err := c.Session(t.Context(), id); err != nil || moved.Team == record.Team {
					t.Errorf("after the transfer: %+v, %v", moved, err)
				}
			})
		}
	}
}
