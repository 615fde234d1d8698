package logging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"time"
)

// handler masks every record before it hands it on.
type handler struct {
	next  slog.Handler
	namer namer
	// flush lets the lines of a Batch go; nil: there is none.
	flush func() error
}

func (h handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h handler) Handle(ctx context.Context, record slog.Record) error {
	clean := slog.NewRecord(record.Time, record.Level, Mask(record.Message), record.PC)
	attrs := make([]slog.Attr, 0, record.NumAttrs())
	record.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, h.namer.maskAttr(a))
		return true
	})
	clean.AddAttrs(attrs...)
	err := h.next.Handle(ctx, clean)
	if h.flush != nil && record.Level >= slog.LevelWarn {
		err = errors.Join(err, h.flush())
	}
	return err
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.next = h.next.WithAttrs(h.namer.maskAttrs(attrs))
	return h
}

func (h handler) WithGroup(name string) slog.Handler {
	h.next = h.next.WithGroup(name)
	return h
}

func (n namer) maskAttrs(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = n.maskAttr(a)
	}
	return clean
}

func (n namer) maskAttr(a slog.Attr) slog.Attr {
	if value, ruled := n.value(a); ruled {
		return slog.Attr{Key: a.Key, Value: value}
	}
	return slog.Attr{Key: Mask(a.Key), Value: n.maskValue(a.Value)}
}

// maskValue keeps times, durations and flags as they are: they cannot hold a patient's data.
func (n namer) maskValue(v slog.Value) slog.Value {
	v = v.Resolve()
	switch v.Kind() {
	case slog.KindBool, slog.KindTime, slog.KindDuration:
		return v
	case slog.KindString:
		return slog.StringValue(n.mask(v.String()))
	case slog.KindGroup:
		return slog.GroupValue(n.maskAttrs(v.Group())...)
	case slog.KindInt64:
		if i := v.Int64(); -shortNumber < i && i < shortNumber {
			return v
		}
		return maskNumber(v, v.String())
	case slog.KindUint64:
		return maskNumber(v, v.String())
	case slog.KindFloat64:
		if math.Abs(v.Float64()) < shortNumber-1 { // it is rounded below
			return v
		}
		return maskNumber(v, strconv.FormatFloat(v.Float64(), 'f', 0, 64))
	default: // any value at all
		return n.maskAny(v.Any())
	}
}

// shortNumber is the smallest with enough digits to identify a person.
const shortNumber = 10_000_000

// maskNumber keeps a number unless its whole part is long enough to be a CPF or a phone number.
func maskNumber(v slog.Value, whole string) slog.Value {
	if masked := Mask(whole); masked != whole {
		return slog.StringValue(masked)
	}
	return v
}

// maskAny turns a value into text, which is all a log needs of it: a handler that would look into
// the value itself (JSON) would look past the mask.
func (n namer) maskAny(value any) slog.Value {
	switch value := value.(type) {
	case nil:
		return slog.AnyValue(nil)
	case *time.Location:
		return slog.StringValue(value.String())
	case error:
		return slog.StringValue(n.mask(value.Error()))
	case []byte:
		return slog.StringValue(n.mask(string(value)))
	}
	return slog.StringValue(n.mask(fmt.Sprintf("%+v", value)))
}
