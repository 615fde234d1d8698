package node

import (
	"context"
	"net/http"
	"time"

	"atende/integrations/catalog"
	"atende/metrics"
	"atende/metrics/tracing"
)

// Trace is where spans go; without a URL there are none.
type Trace struct {
	// URL is where a collector takes them (tracing.Endpoint).
	URL     string
	Headers http.Header // sent with every request
	// Service is the agent's name among others; "" leaves it to OTEL_RESOURCE_ATTRIBUTES.
	Service string
	Ratio   float64 // of the traces, 0 to 1
}

// flushLimit is how long Stop waits for the last spans; a collector that is gone must not hold up a node.
const flushLimit = 3 * time.Second

// newTracer is nil without a collector.
func newTracer(o Options, measured *metrics.Metrics) (*tracing.Tracer, error) {
	if o.Trace.URL == "" {
		return nil, nil
	}
	return tracing.New(tracing.Config{
		URL: o.Trace.URL, Headers: o.Trace.Headers, Service: o.Trace.Service, Version: o.Version, Node: o.Cluster.Name,
		Ratio: o.Trace.Ratio, Metrics: measured.Tracing, Log: o.Log,
	})
}

// flush sends the last spans, at most until ctx ends.
func flush(ctx context.Context, tracer *tracing.Tracer) error {
	ctx, cancel := context.WithTimeout(ctx, flushLimit)
	defer cancel()
	return tracer.Close(ctx)
}

// export exports what the engine knows of itself.
func (e *engine) export(o Options, measured *metrics.Metrics) {
	measured.Build(o.Version, o.Cluster.Release)
	measured.Ready(e.ready)
	measured.Reception(func() bool { return o.Clinic.Reception == nil || o.Clinic.Reception.Open(o.Now()) })
	measured.Engine.Pending(e.journal.Pending)
	measured.Engine.Limit(maxPending)
	measured.Engine.Oldest(e.oldest, o.Now)
}

// oldest is when the message that waits longest was accepted, zero when none waits.
func (e *engine) oldest(ctx context.Context) (time.Time, error) {
	waiting, err := e.journal.Sweep(ctx, 1)
	if err != nil || len(waiting) == 0 {
		return time.Time{}, err
	}
	return waiting[0].Oldest, nil
}

// labels are the names of the clinic's file that metrics are told apart by.
func labels(clinic *catalog.Clinic) metrics.Catalog {
	var known metrics.Catalog
	specialty := map[int]string{}
	for _, s := range clinic.Specialties {
		specialty[s.ID] = s.Name
		known.Specialties = append(known.Specialties, s.Name)
	}
	for _, d := range clinic.Doctors {
		known.Doctors = append(known.Doctors, metrics.Doctor{Name: d.Name, Specialty: specialty[d.SpecialtyID]})
	}
	for _, p := range clinic.Plans {
		known.Plans = append(known.Plans, p.Name)
	}
	return known
}
