package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"atende/integrations/catalog"
)

// A call in flight when the server is told to stop is answered before Serve returns.
func TestServeDrains(t *testing.T) {
	t.Parallel()
	server, err := New(t.Context(), Config{DatabaseURL: "memory:", Clinic: catalog.Sample(), Now: func() time.Time { return monday }})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, listener) }()

	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	// Expect: 100-continue, and the go-ahead that follows, tells that the call is being answered.
	fmt.Fprintf(connection, "POST %s%s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n", pathPatient, anaCPF)
	reader := bufio.NewReader(connection)
	if line, err := reader.ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("%q %v", line, err)
	}
	stop()
	fmt.Fprint(connection, "{}")
	if _, err := reader.ReadString('\n'); err != nil { // the blank line behind 100 Continue
		t.Fatal(err)
	}
	response, err := http.ReadResponse(reader, nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", response, err)
	}
	response.Body.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestServeReportsABrokenListener(t *testing.T) {
	t.Parallel()
	b := setup(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.server.Serve(t.Context(), listener); err == nil {
		t.Error("no error")
	}
}
