package load

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"atende/cmd/internal/node"
)

// startAgent runs a whole agent, with its journal in memory, whose parties are peers.
func startAgent(t *testing.T, peers *Peers) *node.Node {
	t.Helper()
	agent, err := node.Start(t.Context(), node.Options{
		Listen: childListen, AdminListen: childListen,
		Gateway:     node.Gateway{URL: peers.URL(), Token: childToken, ChannelID: childChannel, DepartmentID: childDepartment},
		Scheduling:  node.Scheduling{URL: peers.URL()},
		Filters:     node.Filters{Instances: []string{DefaultInstance}, Team: DefaultTeam, Statuses: []string{"IN_PROGRESS"}},
		Clinic:      Sample(),
		DatabaseURL: "memory:",
		Log:         slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := agent.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return agent
}

// The patients of every script understand the agent, in both loops, and nothing goes wrong.
func TestScriptsWithTheAgent(t *testing.T) {
	const sessions = 50
	for _, c := range []struct {
		name     string
		options  Options
		answered int64
		booked   int
	}{
		{"greet, closed loop", Options{Script: Greet, Rounds: 3}, 3 * sessions, 0},
		{"greet, open loop", Options{Script: Greet, Rounds: 2, Rate: 2000}, 2 * sessions, 0},
		{"greet, everything is delivered twice", Options{Script: Greet, Rounds: 2, Duplicate: 1}, 2 * sessions, 0},
		{"ask, closed loop", Options{Script: Ask, Rounds: 3}, 3 * sessions, 0},
		{"ask, bursts", Options{Script: Ask, Rounds: 2, Burst: 5}, 10 * sessions, 0},
		{"ask, open loop", Options{Script: Ask, Rounds: 2, Rate: 2000}, 2 * sessions, 0},
		{"talk, two sessions", Options{Script: Talk, Rounds: 2 * len(questions)}, int64(2*len(questions)) * sessions, 0},
		{"book, closed loop", Options{Script: Book, Rounds: 2}, 12 * sessions, 2 * sessions},
		{"book, open loop", Options{Script: Book, Rounds: 1, Rate: 2000}, 6 * sessions, sessions},
	} {
		t.Run(c.name, func(t *testing.T) {
			peers := startPeers(t, PeersConfig{Clinic: Sample()})
			agent := startAgent(t, peers)
			o := c.options
			o.Sessions, o.Clinic, o.Patience = sessions, Sample(), time.Minute
			o.Probes.Agents = []Probe{{AdminURL: agent.AdminURL()}}
			report := drive(t, peers, agent.PublicURL(), o)
			if !report.OK() || report.Answered != c.answered || report.Accepted != c.answered || report.Booked != c.booked {
				t.Errorf("%+v, answered %d of %d, want %d; booked %d, want %d",
					report.Verdict, report.Answered, report.Accepted, c.answered, report.Booked, c.booked)
			}
			if report.Unread+report.Extra+report.Transfers+report.Foreign+report.Refused != 0 {
				t.Errorf("something is odd: %+v", report)
			}
			if report.Total.Count == 0 || report.Total.Max < report.Total.P50 || report.RSS == 0 || report.Resident == 0 || report.Pending != 0 {
				t.Errorf("not measured: %+v", report)
			}
		})
	}
}

// A gateway that is slow and fails now and then costs time and loses nothing.
func TestSlowAndFailingGateway(t *testing.T) {
	peers := startPeers(t, PeersConfig{Clinic: Sample(), GatewayDelay: 50 * time.Millisecond, Failures: .05})
	agent := startAgent(t, peers)
	report := drive(t, peers, agent.PublicURL(), Options{
		Script: Ask, Sessions: 30, Rounds: 2, Clinic: Sample(), Patience: time.Minute,
	})
	if report.Lost+report.OutOfOrder != 0 || report.Answered != 60 || report.Total.P50 < 100*time.Millisecond {
		t.Errorf("%+v, answered %d, latency %+v", report.Verdict, report.Answered, report.Total)
	}
}
