package tracing

import (
	"context"
	"log/slog"
	"sync"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"atende/metrics"
)

const (
	// maxWaiting spans wait to be sent, at most, some 2 KiB each; further ones are dropped and counted.
	maxWaiting = 8192
	// maxBatch spans are sent together, and those that come within batchPause.
	maxBatch   = 512
	batchPause = time.Second
)

// queue takes spans that end and sends them from a goroutine of its own, so that a collector that is slow or gone
// costs traces and nothing else.  The library's own batches drop spans, too, but do not say how many.
type queue struct {
	exporter sdktrace.SpanExporter
	way      *way
	metrics  metrics.Tracing
	log      *slog.Logger

	spans   chan sdktrace.ReadOnlySpan
	sending context.Context // ends what is being sent
	cut     context.CancelFunc
	closed  chan struct{} // send the rest
	done    chan struct{} // and that was it
	close   sync.Once
	failing bool // of the goroutine that sends: the log knows
}

func newQueue(exporter sdktrace.SpanExporter, way *way, counts metrics.Tracing, log *slog.Logger) *queue {
	q := &queue{
		exporter: exporter, way: way, metrics: counts, log: log,
		spans: make(chan sdktrace.ReadOnlySpan, maxWaiting), closed: make(chan struct{}), done: make(chan struct{}),
	}
	q.sending, q.cut = context.WithCancel(context.Background())
	go q.run()
	return q
}

// OnStart implements sdktrace.SpanProcessor.
func (q *queue) OnStart(context.Context, sdktrace.ReadWriteSpan) {}

// OnEnd implements sdktrace.SpanProcessor; it never waits.
func (q *queue) OnEnd(s sdktrace.ReadOnlySpan) {
	select {
	case <-q.closed:
		q.count("failed", 1)
		return
	default:
	}
	select {
	case q.spans <- s:
	default:
		q.count("crowded_out", 1)
	}
}

// ForceFlush implements sdktrace.SpanProcessor.  Nothing asks for it.
func (q *queue) ForceFlush(context.Context) error { return nil }

// Shutdown implements sdktrace.SpanProcessor: it sends what waits, at most until ctx ends.  Spans that end later are
// lost.
func (q *queue) Shutdown(ctx context.Context) error {
	q.close.Do(func() { close(q.closed) })
	defer q.way.CloseIdleConnections()
	defer q.cut()
	select {
	case <-q.done:
		return nil
	case <-ctx.Done():
		q.cut()
		<-q.done // soon: what is left fails at once
		return ctx.Err()
	}
}

// run sends batches until the queue is closed and empty.
func (q *queue) run() {
	defer close(q.done)
	for {
		batch := q.gather()
		if len(batch) == 0 {
			return
		}
		q.send(batch)
	}
}

// gather waits for a span, and then a little for others; none means that the queue is closed and empty.
func (q *queue) gather() []sdktrace.ReadOnlySpan {
	var batch []sdktrace.ReadOnlySpan
	select {
	case s := <-q.spans:
		batch = append(batch, s)
	case <-q.closed:
		return q.rest(batch)
	}
	pause := time.NewTimer(batchPause)
	defer pause.Stop()
	for len(batch) < maxBatch {
		select {
		case s := <-q.spans:
			batch = append(batch, s)
		case <-pause.C:
			return batch
		case <-q.closed:
			return q.rest(batch)
		}
	}
	return batch
}

// rest adds what is there already.
func (q *queue) rest(batch []sdktrace.ReadOnlySpan) []sdktrace.ReadOnlySpan {
	for len(batch) < maxBatch {
		select {
		case s := <-q.spans:
			batch = append(batch, s)
		default:
			return batch
		}
	}
	return batch
}

// send sends a batch, or counts it as lost.  The log gets what changed, and no word of the collector.
func (q *queue) send(batch []sdktrace.ReadOnlySpan) {
	ctx, cancel := context.WithTimeout(q.sending, sendTimeout)
	defer cancel()
	if err := q.exporter.ExportSpans(ctx, batch); err != nil {
		q.count("failed", len(batch))
		if !q.failing {
			q.log.Warn("traces cannot be sent, until further notice", "status", q.way.status)
		}
		q.failing = true
		return
	}
	q.count("exported", len(batch))
	if q.failing {
		q.log.Info("traces are sent again")
	}
	q.failing = false
}

func (q *queue) count(result string, n int) {
	q.metrics.Spans.WithLabelValues(result).Add(float64(n))
}
