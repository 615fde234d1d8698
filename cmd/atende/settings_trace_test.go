package main

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/cmd/internal/node"
)

func TestTraceSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env  environment
		args []string
		want node.Trace
	}{
		"nothing is traced unless it is asked for": {want: node.Trace{Service: "atende", Ratio: 1}},
		"our settings": {
			env:  environment{"ATENDE_TRACE_URL": "http://collector:4318", "ATENDE_TRACE_HEADERS": "X-Tenant: boa; X-Key: 1", "ATENDE_TRACE_RATIO": "0.1"},
			want: node.Trace{URL: "http://collector:4318/v1/traces", Headers: http.Header{"X-Tenant": {"boa"}, "X-Key": {"1"}}, Service: "atende", Ratio: 0.1},
		},
		"as flags": {
			args: []string{"--trace-url=https://collector/otlp/v1/traces", "--trace-ratio=0"},
			want: node.Trace{URL: "https://collector/otlp/v1/traces", Service: "atende"},
		},
		"ours go first, and are all there is": {
			env: environment{
				"ATENDE_TRACE_URL": "http://ours:4318", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://theirs:4318", "OTEL_EXPORTER_OTLP_HEADERS": "X-Key=theirs",
				"OTEL_SDK_DISABLED": "true", "OTEL_SERVICE_NAME": "recepcao",
			},
			want: node.Trace{URL: "http://ours:4318/v1/traces", Service: "recepcao", Ratio: 1},
		},
		"the usual variables": {
			env:  environment{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://theirs:4318/", "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b, x-other=c=d;e"},
			want: node.Trace{URL: "http://theirs:4318/v1/traces", Headers: http.Header{"X-Key": {"a b"}, "X-Other": {"c=d;e"}}, Service: "atende", Ratio: 1},
		},
		"those of traces before those of all": {
			env: environment{
				"OTEL_EXPORTER_OTLP_ENDPOINT": "http://all:4318", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://traces:4318/in",
				"OTEL_EXPORTER_OTLP_HEADERS": "x-key=all", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "x-key=traces", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
				"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf", "OTEL_RESOURCE_ATTRIBUTES": "a=b,service.name=clinica",
			},
			want: node.Trace{URL: "http://traces:4318/in", Headers: http.Header{"X-Key": {"traces"}}, Ratio: 1},
		},
		"switched off": {
			env:  environment{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://theirs:4318", "OTEL_SDK_DISABLED": "TRUE"},
			want: node.Trace{Service: "atende", Ratio: 1},
		},
		"no exporter": {
			env:  environment{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://theirs:4318", "OTEL_TRACES_EXPORTER": "none"},
			want: node.Trace{Service: "atende", Ratio: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			env := complete(t)
			maps.Copy(env, c.env)
			s, err := readServe(env, c.args...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, s.trace.Trace); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Each mistake is one line with the variable that it is in, and never with its value.
func TestBadTraceSettings(t *testing.T) {
	t.Parallel()
	const theirs = "OTEL_EXPORTER_OTLP_ENDPOINT"
	for _, c := range []struct {
		env  environment
		want string
	}{
		{environment{"ATENDE_TRACE_URL": "collector:4318"}, "ATENDE_TRACE_URL: must be an http:// or https:// URL"},
		{environment{"ATENDE_TRACE_URL": "http://collector/?key=segredo"}, "ATENDE_TRACE_URL: must not have a query or a fragment"},
		{environment{"ATENDE_TRACE_URL": "collector", theirs: "nowhere"}, "ATENDE_TRACE_URL: must be an http:// or https:// URL"},
		{environment{"ATENDE_TRACE_HEADERS": "segredo"}, `ATENDE_TRACE_HEADERS: header 1 is not "Name: value"`},
		{environment{"ATENDE_TRACE_RATIO": "NaN"}, "ATENDE_TRACE_RATIO: must be a number from 0 to 1"},
		{environment{"ATENDE_TRACE_RATIO": "1.5"}, "ATENDE_TRACE_RATIO: must be a number from 0 to 1"},
		{environment{theirs: "collector:4317"}, theirs + ": must be an http:// or https:// URL"},
		{environment{theirs: "http://c:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "OTEL_EXPORTER_OTLP_PROTOCOL: sends http/protobuf and not grpc; OTEL_SDK_DISABLED=true turns tracing off"},
		{environment{theirs: "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "segredo"}, "OTEL_EXPORTER_OTLP_HEADERS: must be headers as Name=value, with commas"},
		{environment{theirs: "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "a=%zz"}, "OTEL_EXPORTER_OTLP_HEADERS: must be headers as Name=value, with commas"},
		{environment{theirs: "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "a b=1"}, "OTEL_EXPORTER_OTLP_HEADERS: must be headers as Name=value, with commas"},
		{environment{theirs: "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "a=1%0a"}, "OTEL_EXPORTER_OTLP_HEADERS: must be headers as Name=value, with commas"},
	} {
		env := complete(t)
		maps.Copy(env, c.env)
		_, err := readServe(env)
		if err == nil || err.Error() != c.want || strings.Contains(err.Error(), "segredo") {
			t.Errorf("%v: %v, want %s", c.env, err, c.want)
		}
	}
}
