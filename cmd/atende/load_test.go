package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"atende/cmd/internal/load"
)

// Agents on PostgreSQL, alone and as clusters, are measured beside the one on SQLite: nothing is lost
// or comes twice, every conversation is in the memory of one node, and the CPU of the database is
// counted apart.
func TestLoadOfClusters(t *testing.T) {
	t.Parallel()
	const sessions = 30
	targets := []string{"agent-sqlite", "agent-postgres", "cluster-1", "cluster-2", "cluster-3"}
	command := exec.Command("atende", "load", "--targets", strings.Join(targets, ","), "--sessions", strconv.Itoa(sessions),
		"--script", "ask", "--burst", "2", "--duplicate", "0.2", "--rounds", "4", "--duration", "0s", "--warmup", "0s", "--repeats", "1", "--json")
	command.Env, command.Dir = variables(t, nil), t.TempDir()
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	var table load.Table
	if err != nil || json.Unmarshal(out, &table) != nil || len(table.Rows) != len(targets) {
		t.Fatalf("%v: %s\n%s", err, out, &problems)
	}
	for i, row := range table.Rows {
		r, shares := row.Runs[0], row.Target != "agent-sqlite"
		if row.Target != targets[i] || !r.OK() || r.Answered != r.Accepted || r.Refused+r.Extra+r.Unread+r.OtherStatus != 0 {
			t.Errorf("%s: %+v", row.Target, r)
		}
		if r.Resident != sessions {
			t.Errorf("%s: %d conversations in memory, want %d", row.Target, r.Resident, sessions)
		}
		if r.MessagesPerSecond == 0 || r.CPUPer1000Turns == 0 || r.Accept.P99 == 0 || r.Reply.P99 == 0 {
			t.Errorf("%s is not measured: %+v", row.Target, r)
		}
		if shares != (r.DatabaseCPUPer1000Turns > 0) || shares != (r.TurnsPerWholeCPUSecond < r.TurnsPerCPUSecond) {
			t.Errorf("%s: its database took %v s of CPU for 1,000 turns; %v turns a CPU second, %v with it", row.Target,
				r.DatabaseCPUPer1000Turns, r.TurnsPerCPUSecond, r.TurnsPerWholeCPUSecond)
		}
	}
	if len(table.Ratios) != 7 {
		t.Errorf("ratios %+v", table.Ratios)
	}
}

// Personas are told apart although some have a comma in their name, whatever stands between them.
func TestPersonasOfAFlag(t *testing.T) {
	t.Parallel()
	for given, want := range map[string][]string{
		"plain":                            {"plain"},
		"insists, then takes one":          {"insists, then takes one"},
		"for a child,plain":                {"for a child", "plain"},
		"For a child,own cpf first, plain": {"for a child, own CPF first", "plain"},
		"angry, wants a person; angry":     {"angry, wants a person", "angry"},
		"paraphrase":                       {"paraphrase"},
		"furious":                          nil,
		"plain,,terse":                     nil,
	} {
		var got []string
		err := personas(&got)(given)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %q, %v", given, got, err)
		}
	}
	var got []string
	if err := personas(&got)("terze"); err == nil || !strings.Contains(err.Error(), `the nearest is "terse"`) {
		t.Error(err)
	}
	if err := personas(&got)(strings.Join(load.Personas(), "; ")); err != nil || !slices.Equal(got, load.Personas()) {
		t.Errorf("as the help lists them: %v", err)
	}
}
