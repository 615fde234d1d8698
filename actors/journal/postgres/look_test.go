package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// A look makes nothing, sees whether the tables could be made, and whether a node would find its connections, as many as a
// node takes.
func TestLook(t *testing.T) {
	few, err := private.Start(t.Context(), private.Options{TCP: true, Connections: 14})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = few.Stop() })
	ask := func(url string) (postgres.Sight, error) {
		t.Helper()
		return postgres.Look(t.Context(), url)
	}
	seen, err := ask(few.URL())
	if err != nil || seen.Doubt != "" || !strings.Contains(seen.About, "with the first start") || time.Since(seen.At).Abs() > time.Minute {
		t.Errorf("%+v, %v", seen, err)
	}
	conn, err := pgx.Connect(t.Context(), few.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	var made bool
	if err := conn.QueryRow(t.Context(), "select to_regclass('atende_migrations') is not null").Scan(&made); err != nil || made {
		t.Errorf("tables: %v, %v", made, err)
	}

	for _, statement := range []string{"create role guest login password 'g'", "revoke create on schema public from public"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	config, err := pgx.ParseConfig(few.URL())
	if err != nil {
		t.Fatal(err)
	}
	guest := fmt.Sprintf("postgres://guest:g@%s:%d/postgres", config.Host, config.Port)
	if _, err := ask(guest); err == nil || !strings.Contains(err.Error(), "may not make tables") {
		t.Errorf("without rights: %v", err)
	}
	if _, err := ask(strings.Replace(guest, ":g@", ":wrong@", 1)); err == nil || !strings.Contains(err.Error(), "the user and password that the server knows") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("wrong password: %v", err)
	}

	for url, advice := range map[string]string{
		strings.Replace(guest, "/postgres", "/nowhere", 1): "make the database",
		guest + "?sslmode=require":                         "switch TLS on",
		"postgres://guest:g@127.0.0.1:1/postgres":          "is the server up",
	} {
		if _, err := ask(url); err == nil || !strings.Contains(err.Error(), advice) {
			t.Errorf("%s: %v", advice, err)
		}
	}

	j, err := postgres.Open(t.Context(), few.URL(), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := nodes(t, conn); n != postgres.NodeConnections {
		t.Errorf("a node takes %d connections, a look counts on %d", n, postgres.NodeConnections)
	}
	if seen, err = ask(few.URL()); err != nil || seen.Doubt != "" || strings.Contains(seen.About, "first start") {
		t.Errorf("beside a node: %+v, %v", seen, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); nodes(t, conn) > 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond) // the server ends them in its own time
	}
	for range 2 { // with the one above and the look's own four of eleven are taken
		other, err := pgx.Connect(t.Context(), few.URL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = other.Close(context.Background()) })
	}
	if seen, err = ask(few.URL()); err != nil || !strings.Contains(seen.Doubt, "has 7 connections left, and a node takes 8") {
		t.Errorf("without room: %+v, %v", seen, err)
	}
}

// nodes counts the connections of nodes.
func nodes(t *testing.T, conn *pgx.Conn) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "select count(*) from pg_stat_activity where application_name = 'atende'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
