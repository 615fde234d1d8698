package main

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
)

// A program that finds the usual variables of OpenTelemetry sends what it traced, at the latest when it stops.
func TestTracesOfAProgram(t *testing.T) {
	t.Parallel()
	collector := tracingtest.New(t)
	h := newHouse(t, "OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL, "OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=boa%20vida",
		"OTEL_SERVICE_NAME", "recepcao", "OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=teste", "ATENDE_NODE_ID", "a1")
	const session = "0a1b2c3d-session"
	h.says(session, "m1", "oi, quero marcar com a dra. Ana, particular")
	h.gateway.hears(session, "*1*")
	h.agent.stop()
	names := map[string]bool{}
	for _, s := range collector.Spans() {
		names[s.Name] = true
		if s.Trace != tracing.ID(session, "m1") || s.Resource["service.name"] != "recepcao" || s.Resource["deployment.environment"] != "teste" || s.Resource["service.instance.id"] != "a1" {
			t.Errorf("%+v", s)
		}
	}
	for _, want := range []string{"message accept", "turn", "gateway get_session", "scheduling slots", "gateway send_in_session", "try"} {
		if !names[want] {
			t.Errorf("no span %q, but %v", want, names)
		}
	}
	if headers, _ := collector.Requests(); len(headers) == 0 || headers[0].Get("X-Tenant") != "boa vida" {
		t.Errorf("headers %v", headers)
	}
}

// A collector that is not there costs nobody anything but a line in the log, and three seconds of a stop.
func TestCollectorIsGone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_TRACE_URL", "http://127.0.0.1:1")
	h.says("s-1", "m1", "oi, quero marcar com a dra. Ana, particular")
	h.gateway.hears("s-1", "*1*")
	began := time.Now()
	h.agent.stop()
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopped after %s", took)
	}
	if n := strings.Count(h.agent.log(), "traces cannot be sent, until further notice"); n != 1 {
		t.Errorf("told %d times:\n%s", n, h.agent.log())
	}
}

// What a proxy has to say stays out of the log, too.
func TestProxyIsNotQuoted(t *testing.T) {
	t.Parallel()
	const words = "Rita 529.982.247-25"
	proxy, asked := talker(t, "HTTP/1.1 407 "+words+"\r\nX: "+words+"\r\nContent-Length: 0\r\n\r\n")
	h := newHouse(t, "HTTPS_PROXY", "http://"+proxy, "ATENDE_GATEWAY_URL", "https://gateway.test", "ATENDE_LOG_LEVEL", "debug")
	h.says("s-1", "m1", "oi")
	<-asked
	for deadline := time.Now().Add(patience); !strings.Contains(h.agent.log(), "turn put off"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no failure was logged:\n%s", h.agent.log())
		}
	}
	for _, word := range []string{"Rita", "529.982", "247-25"} {
		if strings.Contains(h.agent.log(), word) {
			t.Errorf("%q stands in the log:\n%s", word, h.agent.log())
		}
	}
}

// talker is a server that answers the same bytes to everybody and hangs up; asked holds one when it did.
func talker(t *testing.T, answer string) (address string, asked <-chan struct{}) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	done := make(chan struct{}, 1)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = connection.Read(make([]byte, 4<<10))
			_, _ = io.WriteString(connection, answer)
			_ = connection.Close()
			select {
			case done <- struct{}{}:
			default:
			}
		}
	}()
	return listener.Addr().String(), done
}
