package main

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/journal/sealed"
	"atende/webhook/admin"
)

// The verb goes on from what each step answers, to the end, and says what is still needed.
func TestRekeyVerb(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		end           sealed.Progress // of the last step
		err           error           // of the second
		code          int
		out, problems string
	}{
		"done":            {sealed.Progress{Looked: 9, Rewritten: 4}, nil, exitOK, "9 values looked at, 4 encrypted anew\nno other key is needed any more\n", ""},
		"a key in use":    {sealed.Progress{Looked: 9, InUse: []string{"a1", "b2"}}, nil, exitFailure, "9 values looked at, 0 encrypted anew\n", "atende rekey: still needed: a1, b2; written with not long ago, so run this again in a minute\n"},
		"unreadable":      {sealed.Progress{Looked: 9, Unreadable: 1, InUse: []string{"a1"}}, nil, exitFailure, "9 values looked at, 0 encrypted anew\n", "atende rekey: 1 value cannot be read with the keys that the node has: keep all keys\n"},
		"no key":          {sealed.Progress{}, sealed.ErrNoKeys, exitFailure, "", "atende rekey: the node has no data key: set ATENDE_DATA_KEY_FILE and start it again\n"},
		"a journal fails": {sealed.Progress{}, errors.New("disk"), exitFailure, "", ": unavailable\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			rekey := func(_ context.Context, by string, from sealed.Progress) (sealed.Progress, error) {
				asked = append(asked, by+" "+string(from.Stage)+" "+string(from.SessionID))
				switch from.Stage {
				case sealed.StageBegin:
					return sealed.Progress{Stage: sealed.StageSessions, SessionID: []byte("\xff \x00")}, nil
				case sealed.StageSessions:
					return sealed.Progress{Stage: sealed.StageHistory, SessionID: []byte("b"), Seq: 1 << 60}, test.err
				default:
					if from.Seq != 1<<60 {
						t.Errorf("it goes on from %d", from.Seq)
					}
					test.end.Stage = sealed.StageDone
					return test.end, nil
				}
			}
			server := httptest.NewServer(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: &counter{}, Token: "s3cret", Rekey: rekey}))
			defer server.Close()
			defer direct.CloseIdleConnections()
			code, out, problems := ask(t, server.URL, "", "rekey")
			if code != test.code || out != test.out || !strings.HasSuffix(problems, test.problems) || strings.Count(problems, "\n") > 1 {
				t.Errorf("exit code %d, %q, %q", code, out, problems)
			}
			want := "joana  |joana sessions \xff \x00|joana history b"
			if test.err != nil {
				want = "joana  |joana sessions \xff \x00"
			}
			if got := strings.Join(asked, "|"); got != want {
				t.Errorf("asked %q", got)
			}
		})
	}
	c := &counter{}
	if code, _, problems := c.asks(t, "", "rekey"); code != exitFailure || !strings.Contains(problems, "the node has no data key") {
		t.Errorf("a node that cannot: exit code %d, %s", code, problems)
	}
	if code, _, problems := c.asks(t, "", "rekey", "now"); code != exitUsage || strings.Count(problems, "\n") != 1 {
		t.Errorf("an argument: exit code %d, %s", code, problems)
	}
}
