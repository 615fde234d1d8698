package main

import (
	"flag"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// flw is the dialect of flw.chat as these tests' own gateway writes it (docs/gateways.md); "spec" is that of the spec.
const flw = "flw"

// eachDialect runs a test of a whole path once for each dialect that the agent speaks: nothing of what a patient reads, or of
// what is booked, may depend on how the gateway writes.
func eachDialect(t *testing.T, test func(t *testing.T, dialect string)) {
	t.Parallel()
	for _, dialect := range dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			test(t, dialect)
		})
	}
}

// houseDialect is the dialect of every house whose test does not choose one: `go test ./cmd/atende -dialect flw` runs all tests
// that have a house in the other one.
var houseDialect = flag.String("dialect", "spec", "the dialect in which gateway and agent talk where a test does not choose")

// houseIn is newHouse, all of it in a dialect.
func houseIn(t *testing.T, dialect string, settings ...string) *house {
	t.Helper()
	return newHouse(t, append(settings, "ATENDE_GATEWAY_DIALECT", dialect)...)
}

// flwRecord is a session's record in the other dialect, with the details that the call asks for.
func flwRecord(record map[string]any, r *http.Request) map[string]any {
	status := record["status"]
	if status == "Pendente" {
		status = "PENDING"
	}
	shown := map[string]any{
		"ChannelDetails":     map[string]any{"platform": record["platform"], "humanId": record["instanceNumber"]},
		"DepartmentsDetails": map[string]any{"name": record["teamName"]},
		"ContactDetails":     record["contactDetails"],
	}
	answer := map[string]any{"id": record["id"], "status": status, "type": "INDIVIDUAL", "channelType": "CLOUDAPI_WHATSAPP"}
	for query, member := range map[string]string{
		"ChannelDetails": "channelDetails", "DepartmentsDetails": "departmentDetails", "ContactDetails": "contactDetails",
	} {
		if slices.Contains(r.URL.Query()["includeDetails"], query) {
			answer[member] = shown[query]
		}
	}
	return answer
}

// A dialect that is none is one line with the nearest, for the agent and for the simulated gateway alike, and does not
// repeat what was written.
func TestUnknownDialect(t *testing.T) {
	t.Parallel()
	for value, near := range map[string]string{"flwchat": flw, "Spec": "spec", "fl": flw} {
		_, err := readServe(complete(t).with("ATENDE_GATEWAY_DIALECT", value))
		want := "ATENDE_GATEWAY_DIALECT: must be one of " + strings.Join(dialects(), ", ") + "; the nearest is " + near
		if err == nil || err.Error() != want {
			t.Errorf("serve: %v, want %s", err, want)
		}
		var out, problems strings.Builder
		env := environment{"ATENDE_WEBHOOK_URL": "http://127.0.0.1:1", "ATENDE_GATEWAY_DIALECT": value}
		code := gatewayVerb(t.Context(), world{in: strings.NewReader(""), out: io.Writer(&out), err: &problems, env: env.get}, nil)
		if code != exitUsage || problems.String() != "atende gateway: "+want+"\n" {
			t.Errorf("gateway: %d, %s", code, &problems)
		}
	}
}

// Where no statuses are named, those that are answered are what the dialect calls an open session.
func TestStatusesOfADialect(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ dialect, given, want string }{
		{"", "", "Pendente|IN_PROGRESS"}, {"spec", "", "Pendente|IN_PROGRESS"}, {flw, "", "PENDING|IN_PROGRESS"}, {flw, "STARTED", "STARTED"},
	} {
		s, err := readServe(complete(t).with("ATENDE_GATEWAY_DIALECT", test.dialect, "ATENDE_OPEN_STATUSES", test.given))
		if got := strings.Join(s.node.Filters.Statuses, "|"); err != nil || got != test.want {
			t.Errorf("%+v: %s, %v", test, got, err)
		}
	}
}
