package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"atende/cmd/internal/node"
	"atende/integrations/scheduling"
	"atende/metrics/tracing"
)

// The variables of OpenTelemetry that are heeded where ATENDE_TRACE_URL is not set, as many machines set them for
// all programs.
const (
	otelDisabled       = "OTEL_SDK_DISABLED"
	otelExporter       = "OTEL_TRACES_EXPORTER"
	otelEndpoint       = "OTEL_EXPORTER_OTLP_ENDPOINT"
	otelTracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	otelHeaders        = "OTEL_EXPORTER_OTLP_HEADERS"
	otelTracesHeaders  = "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
	otelProtocol       = "OTEL_EXPORTER_OTLP_PROTOCOL"
	otelTracesProtocol = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
	otelService        = "OTEL_SERVICE_NAME"
	otelResource       = "OTEL_RESOURCE_ATTRIBUTES"
)

// traceSettings are where spans go.
type traceSettings struct {
	node.Trace
	given bool // a URL was there, right or wrong: a wrong one has its line already
}

func (s *traceSettings) table() []setting {
	return []setting{
		{variable: "ATENDE_TRACE_URL", help: "base URL of a collector of traces (OTLP over HTTP): http://collector:4318; without one the variables of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT, …) say it, or nothing is traced",
			seen: &s.given, set: collector(&s.URL)},
		{variable: "ATENDE_TRACE_HEADERS", help: "request headers for it, Name: value, one per line or with semicolons",
			set: headers(&s.Headers)},
		{variable: "ATENDE_TRACE_RATIO", def: "1", help: "how much of the traces is made, from 0 to 1; the same on all nodes",
			set: ratio(&s.Ratio)},
	}
}

// collector takes the address of a collector.
func collector(target *string) func(string) error {
	return func(value string) error {
		endpoint, err := tracing.Endpoint(value)
		if err != nil {
			return err
		}
		*target = endpoint
		return nil
	}
}

// ratio takes a part of the whole.
func ratio(target *float64) func(string) error {
	return func(value string) error {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !(n >= 0 && n <= 1) { // NaN is refused too
			return errors.New("must be a number from 0 to 1")
		}
		*target = n
		return nil
	}
}

// settle fills in what OpenTelemetry's own variables say.
func (s *traceSettings) settle(env func(string) string) error {
	s.Service = env(otelService)
	if s.Service == "" && !strings.Contains(env(otelResource), "service.name=") {
		s.Service = "atende"
	}
	if s.given || strings.EqualFold(env(otelDisabled), "true") || strings.EqualFold(env(otelExporter), "none") {
		return nil
	}
	variable, address := otelTracesEndpoint, env(otelTracesEndpoint)
	if base := env(otelEndpoint); address == "" && base != "" {
		variable, address = otelEndpoint, strings.TrimSuffix(base, "/")+"/v1/traces"
	}
	if address == "" {
		return nil
	}
	if protocol := cmp.Or(env(otelTracesProtocol), env(otelProtocol)); protocol == "grpc" {
		return fmt.Errorf("%s: sends http/protobuf and not grpc; %s=true turns tracing off", otelProtocol, otelDisabled)
	}
	if err := collector(&s.URL)(address); err != nil {
		return fmt.Errorf("%s: %w", variable, err)
	}
	if len(s.Headers) > 0 {
		return nil
	}
	variable = otelTracesHeaders
	if env(variable) == "" {
		variable = otelHeaders
	}
	var err error
	if s.Headers, err = otelHeaderList(env(variable)); err != nil {
		return fmt.Errorf("%s: %w", variable, err)
	}
	return nil
}

// otelHeaderList reads Name=value pairs with commas, the values as in a URL.
func otelHeaderList(list string) (http.Header, error) {
	all := http.Header{}
	for pair := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, escaped, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(escaped))
		if name = strings.TrimSpace(name); !ok || err != nil || !sendable(name, value) {
			return nil, errors.New("must be headers as Name=value, with commas")
		}
		all.Add(name, value)
	}
	return all, nil
}

// sendable reports a header that HTTP allows.
func sendable(name, value string) bool {
	_, err := scheduling.ParseHeaders(name + ":")
	return err == nil && name != "" && text(&value)(value) == nil
}
