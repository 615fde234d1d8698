package simulator

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"
)

// DeliveryState is where the delivery of a message stands.
type DeliveryState string

// The states of a delivery.
const (
	DeliveryPending DeliveryState = "pending"
	DeliveryDone    DeliveryState = "delivered" // answered with a 2xx
	DeliveryFailed  DeliveryState = "failed"    // given up
)

const (
	maxPause = time.Minute // between two tries, also when Retry-After asks for more
	holdFor  = 2 * time.Second
)

// Delivery is the webhook of one message.
type Delivery struct {
	MessageID string        `json:"messageId"`
	State     DeliveryState `json:"state"`
	Tries     int           `json:"tries"`
	// Status is the last HTTP status, 0 when there was no answer.
	Status int       `json:"status"`
	Millis int64     `json:"ms"` // of the last try
	At     time.Time `json:"at"` // end of the last try; before the first one, when it was queued
}

// parcel is a delivery with the bytes that every try sends alike.
type parcel struct {
	message  *Message
	delivery *Delivery
	body     []byte
	again    bool // deliver once more although it was accepted
	held     bool // was overtaken once already
}

// answer is what a try ended with.
type answer struct {
	status     int // 0: none
	retryAfter time.Duration
	took       time.Duration
}

func (a answer) accepted() bool { return a.status/100 == 2 }

// enqueue puts a message behind the others of its session and sees to it that somebody delivers
// them; s.mu is held.
func (s *Simulator) enqueue(c *session, m *Message) {
	if s.cfg.WebhookURL == "" {
		return
	}
	d := &Delivery{MessageID: m.ID, State: DeliveryPending, At: s.cfg.Now()}
	c.deliveries = trim(append(c.deliveries, d), maxHistory)
	c.queue = append(c.queue, &parcel{message: m, delivery: d, body: s.dialect.payload(c, m)})
	s.delivered(c, d)
	select {
	case c.arrived <- struct{}{}:
	default:
	}
	if !c.working {
		c.working = true
		s.work.Go(func() { s.deliverAll(c) })
	}
}

// deliverAll is the one worker of a session; it ends when nothing is left to deliver.
func (s *Simulator) deliverAll(c *session) {
	for {
		p := s.next(c)
		if p == nil {
			return
		}
		if fault, ok := s.faults.take(OpDeliver, c.id); ok && s.quirk(c, p, fault) {
			continue
		}
		s.deliver(c, p)
	}
}

// next takes the first parcel of the queue; nil ends the worker.
func (s *Simulator) next(c *session) *parcel {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(c.queue) == 0 || s.ctx.Err() != nil {
		c.working = false
		return nil
	}
	p := c.queue[0]
	c.queue = c.queue[1:]
	return p
}

// quirk makes a delivery odd; true when the parcel went back into the queue.
func (s *Simulator) quirk(c *session, p *parcel, fault Fault) bool {
	p.again = fault.Duplicate
	s.sleep(fault.Delay)
	if !fault.Reorder || p.held {
		return false
	}
	p.held = true
	s.awaitFollower(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(c.queue) == 0 || c.queue[0].held { // it would only change back
		return false
	}
	c.queue = append([]*parcel{c.queue[0], p}, c.queue[1:]...)
	return true
}

// awaitFollower waits until another message is queued, for a while.
func (s *Simulator) awaitFollower(c *session) {
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	for {
		s.mu.Lock()
		waiting := len(c.queue)
		s.mu.Unlock()
		if waiting > 0 {
			return
		}
		select {
		case <-c.arrived:
		case <-timer.C:
			return
		case <-s.ctx.Done():
			return
		}
	}
}

// deliver tries until the webhook accepts or the tries are used up.
func (s *Simulator) deliver(c *session, p *parcel) {
	pause := s.cfg.RetryPause
	for try := 1; ; try++ {
		a := s.post(p.body)
		if s.ctx.Err() != nil {
			return
		}
		last := try >= s.cfg.MaxTries
		s.note(c, p, a, last)
		if a.accepted() && p.again {
			p.again = false
			continue
		}
		if a.accepted() || last {
			return
		}
		s.sleep(min(max(pause, a.retryAfter), maxPause))
		pause = min(2*pause, maxPause)
	}
}

// note records the end of a try.
func (s *Simulator) note(c *session, p *parcel, a answer, last bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := p.delivery
	d.Tries++
	d.Status, d.Millis, d.At = a.status, a.took.Milliseconds(), s.cfg.Now()
	switch {
	case a.accepted():
		d.State = DeliveryDone
	case last:
		d.State = DeliveryFailed
		s.cfg.Log.Warn("delivery given up", "session", c.id, "tries", d.Tries, "status", a.status)
	}
	p.message.Delivery = d.State
	s.delivered(c, d)
	if a.accepted() && p.message.Direction == "in" {
		s.setTyping(c, true)
	}
}

// delivered tells the watchers about a delivery; s.mu is held.
func (s *Simulator) delivered(c *session, d *Delivery) {
	shown := *d
	s.emit(c, Event{Kind: KindDelivery, Delivery: &shown})
}

// post sends body once and waits for the answer no longer than Config.RetryAfter.
func (s *Simulator) post(body []byte) (a answer) {
	start := s.cfg.Now()
	defer func() { a.took = s.cfg.Now().Sub(start) }()
	ctx, cancel := context.WithTimeout(s.ctx, s.cfg.RetryAfter)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.cfg.WebhookURL, bytes.NewReader(body))
	if err != nil {
		return answer{}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "atende-gateway")
	if s.cfg.WebhookToken != "" {
		r.Header.Set("Authorization", "Bearer "+s.cfg.WebhookToken)
	}
	if s.cfg.WebhookSecret != "" {
		second := strconv.FormatInt(start.Unix(), 10)
		r.Header.Set("X-Webhook-Signature", sign(s.cfg.WebhookSecret, body))
		r.Header.Set("X-Webhook-Timestamp", second)
		r.Header.Set("X-Webhook-Timed-Signature", signTimed(s.cfg.WebhookSecret, second, r.URL.Path, body))
	}
	response, err := s.client.Do(r)
	if err != nil {
		return answer{}
	}
	defer response.Body.Close()
	// Read to the end, so that the connection can be used again; what it says is not needed.
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return answer{status: response.StatusCode, retryAfter: time.Duration(seconds) * time.Second}
}

// sleep pauses, or less when the simulator is closed.
func (s *Simulator) sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.ctx.Done():
	}
}
