package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"atende/cmd/internal/load"
)

// Agents on PostgreSQL, alone and as clusters, are measured beside the one on SQLite: nothing is lost
// or comes twice, every conversation is in the memory of one node, and the CPU of the database is
// counted apart.
func TestLoadOfClusters(t *testing.T) {
	const sessions = 30
	targets := []string{"agent-sqlite", "agent-postgres", "cluster-1", "cluster-2", "cluster-3"}
	command := exec.Command("atende", "load", "--targets", strings.Join(targets, ","), "--sessions", strconv.Itoa(sessions),
		"--script", "ask", "--burst", "2", "--duplicate", "0.2", "--duration", "3s", "--warmup", "200ms", "--repeats", "1", "--json")
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
