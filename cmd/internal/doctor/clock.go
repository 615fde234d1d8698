package doctor

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// tolerance is how far a clock may be from ours.  A Date header has whole seconds, and machines that keep their time agree
// within one; from here on times would be offered that have passed, and at five minutes signed webhooks are refused.
const tolerance = 30 * time.Second

// west and east are the time zones of Brazil that are farthest from each other, as what they are off UTC.
const west, east = -5 * time.Hour, -2 * time.Hour

// timeZone tells the clinic's.
func (d *doctor) timeZone(context.Context) []Finding {
	if d.Clinic == nil {
		return nil
	}
	here := d.Now().In(d.Clinic.Location)
	_, seconds := here.Zone()
	behind := time.Duration(seconds) * time.Second
	if behind < west || behind > east {
		return one(Warn, "time zone", "%s is no time zone of Brazil: is timezone of the clinic file right? It is %s there",
			d.Clinic.Location, here.Format("15:04"))
	}
	return one(OK, "time zone", "%s, where it is %s", d.Clinic.Location, here.Format("15:04"))
}

// witnesses are the parties that told their time.
type witnesses struct {
	mu   sync.Mutex
	list []witness
}

type witness struct {
	who   string
	ahead time.Duration // of our clock; below zero: behind it
}

// hear notes what a party said its time is; the middle of the call is when it said so.
func (w *witnesses) hear(who string, said, before, after time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if slices.ContainsFunc(w.list, func(known witness) bool { return known.who == who }) {
		return
	}
	w.list = append(w.list, witness{who, said.Sub(before.Add(after.Sub(before) / 2))})
}

// listening is a transport that notes the Date of each answer.
type listening struct {
	http.RoundTripper
	who  string
	now  func() time.Time
	seen *witnesses
}

// RoundTrip makes the call.
func (l listening) RoundTrip(r *http.Request) (*http.Response, error) {
	before := l.now()
	response, err := l.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if said, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		l.seen.hear(l.who, said.Add(time.Second/2), before, l.now())
	}
	return response, nil
}

// hearing is a transport of our own for calls to a party.
func (d *doctor) hearing(who string) http.RoundTripper {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true // a visit leaves nothing open
	return listening{transport, who, d.Now, &d.seen}
}

// clocks compares ours with those of the parties that answered.
func (d *doctor) clocks() []Finding {
	d.seen.mu.Lock()
	defer d.seen.mu.Unlock()
	if len(d.seen.list) == 0 {
		return nil // nobody answered, which is told
	}
	slices.SortFunc(d.seen.list, func(a, b witness) int { return strings.Compare(a.who, b.who) })
	var off, names []string
	for _, w := range d.seen.list {
		names = append(names, w.who)
		if w.ahead.Abs() <= tolerance {
			continue
		}
		side := "ahead of"
		if w.ahead < 0 {
			side = "behind"
		}
		off = append(off, fmt.Sprintf("that of the %s is %s %s ours", w.who, w.ahead.Abs().Round(time.Second), side))
	}
	switch {
	case len(off) == 0:
		return one(OK, "clock", "agrees with the %s, within %s", strings.Join(names, ", the "), tolerance)
	case len(off) < len(names):
		return one(Warn, "clock", "%s, the others agree with ours: tell who runs it", strings.Join(off, ", "))
	default:
		return one(Fail, "clock", "%s: set this machine's clock (timedatectl set-ntp true), unless it is theirs that is wrong", strings.Join(off, ", "))
	}
}
