package load

import (
	"context"
	"sync"
	"time"
)

// Drive lets patients write to the agent and hears through peers how it answers.  It ends when the
// patients are through with their rounds, or the duration is over or ctx ends, and everything that
// was accepted is answered or has waited for Patience.  The error is about the options or the probe;
// what the agent did wrong stands in the Report.
//
// The agent must send what it has to say to peers, which serve one Drive at a time.
func Drive(ctx context.Context, peers *Peers, o Options) (Report, error) {
	o = o.withDefaults()
	if err := o.Check(); err != nil {
		return Report{}, err
	}
	r, err := newRun(o)
	if err != nil {
		return Report{}, err
	}
	if err := peers.attach(r); err != nil {
		return Report{}, err
	}
	defer peers.detach()
	watch, err := newWatch(o.Probes)
	if err != nil {
		return Report{}, err
	}
	r.begin = time.Now()
	r.write(ctx, watch)
	measured, err := watch.end(r)
	if err != nil {
		return Report{}, err
	}
	r.drain()
	resting, err := o.Probes.look(true)
	if err != nil {
		return Report{}, err
	}
	return r.report(peers, measured, watch.before, resting), nil
}

// write runs the part of a run in which patients write.
func (r *run) write(ctx context.Context, watch *watch) {
	writing, stop := context.WithCancel(ctx)
	defer stop()
	if r.options.Duration > 0 {
		timer := time.AfterFunc(r.options.Duration, stop)
		defer timer.Stop()
	}
	var end sync.WaitGroup
	end.Go(func() { r.untilDone(writing); stop() })
	defer end.Wait()
	if r.warm > 0 {
		timer := time.AfterFunc(r.warm, watch.begin(r))
		defer timer.Stop()
	} else {
		watch.begin(r)()
	}
	due := r.pace(writing)
	var workers sync.WaitGroup
	for n := range r.options.Connections {
		workers.Go(func() { r.work(writing, ctx, due, n) })
	}
	workers.Wait()
	r.stopped.Store(true)
}

// untilDone waits until all patients are through with their rounds, or ctx ends.  Where nothing else
// ends the run it also ends when nothing moved for Patience: a patient whose message was lost would
// wait for ever.
func (r *run) untilDone(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	moved, since := int64(0), time.Now()
	for {
		select {
		case <-r.done:
			return
		case <-ctx.Done():
			return
		case <-look.C:
		}
		now := r.count.accepted.Load() + r.count.answered.Load() + r.count.redelivered.Load()
		if now != moved {
			moved, since = now, time.Now()
		}
		if r.options.Duration == 0 && time.Since(since) > r.options.Patience+r.options.Think {
			r.stuck.Store(true)
			return
		}
	}
}

// pace yields the moments at which messages are due in an open loop; nil in a closed one.  The
// channel has no room, and needs none: a moment is computed, not taken from the clock.
func (r *run) pace(ctx context.Context) <-chan time.Duration {
	if r.options.Rate <= 0 {
		return nil
	}
	due := make(chan time.Duration)
	go func() {
		defer close(due)
		for n := int64(0); ; n++ {
			at := time.Duration(float64(n) / r.options.Rate * float64(time.Second))
			if wait := at - r.now(); wait > 0 && !rest(ctx, wait) {
				return
			}
			select {
			case due <- at:
			case <-ctx.Done():
				return
			}
		}
	}()
	return due
}

// work delivers what patients write, one message at a time; number tells one worker from the others.
func (r *run) work(writing, delivering context.Context, due <-chan time.Duration, number int) {
	d := r.newDeliverer(number)
	defer d.close()
	send := func(d *deliverer, id messageID, text string) bool { return d.deliver(delivering, id, text) }
	for {
		at, ok := r.turn(writing, due)
		if !ok {
			return
		}
		select {
		case p := <-r.ready:
			if due == nil {
				at = r.now()
			}
			r.speak(d, p, at, send)
		case <-writing.Done():
			return
		}
	}
}

// turn waits until something is due; false when patients are to write no more.
func (r *run) turn(ctx context.Context, due <-chan time.Duration) (time.Duration, bool) {
	if due == nil {
		return 0, ctx.Err() == nil
	}
	select {
	case at, ok := <-due:
		return at, ok
	case <-ctx.Done():
		return 0, false
	}
}

const (
	// lookEvery is how often the end of a run is looked for.
	lookEvery = 10 * time.Millisecond
	// linger is how long a repeated part is waited for after everything was answered.
	linger = 300 * time.Millisecond
)

// drain waits for the answers to what was accepted, and then for those that nobody wants.
func (r *run) drain() {
	limit := time.Now().Add(r.options.Patience)
	for r.open.Load() > 0 && time.Now().Before(limit) && !r.stuck.Load() {
		time.Sleep(lookEvery)
	}
	time.Sleep(linger)
}
