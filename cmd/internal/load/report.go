package load

import (
	"encoding/json"
	"fmt"
	"io"
)

// Report is what came of a run.  Rates, latencies and CPU leave the warm-up out; everything that is
// counted begins with the run.
type Report struct {
	Script   Script  `json:"script"`
	Loop     string  `json:"loop"` // "closed" or "open"
	Sessions int     `json:"sessions"`
	Rate     float64 `json:"rate,omitempty"` // messages a second that were due
	// Seconds is how long was measured.
	Seconds float64 `json:"seconds"`

	Accepted int64 `json:"accepted"` // messages answered 202
	Answered int64 `json:"answered"` // of those, answered or with a person
	Turns    int64 `json:"turns"`    // answers; one may be for several messages

	TurnsPerSecond    float64 `json:"turns_per_second"`
	MessagesPerSecond float64 `json:"messages_per_second"`
	// Accept is due → 202, Reply 202 → last part, Total due → last part.  In a closed loop a
	// message is due when it is sent.
	Accept Latency `json:"accept"`
	Reply  Latency `json:"reply"`
	Total  Latency `json:"total"`

	Verdict
	Extra       int64 `json:"extra"`       // parts that answer nothing and say something new
	Unread      int64 `json:"unread"`      // answers a patient of the script could not go on from
	Refused     int64 `json:"refused"`     // messages nobody accepted; not lost, the gateway keeps them
	Redelivered int64 `json:"redelivered"` // deliveries beyond the first of a message
	Unavailable int64 `json:"unavailable"` // deliveries answered 503
	OtherStatus int64 `json:"other_status"`
	Broken      int64 `json:"broken"` // deliveries without an answer
	Transfers   int64 `json:"transfers"`
	ByPhone     int64 `json:"by_phone"`
	Foreign     int64 `json:"foreign"` // calls about sessions of an earlier run
	Booked      int   `json:"booked"`  // appointments made

	Cost
}

// Verdict counts what must not happen.
type Verdict struct {
	// Lost were accepted and neither answered nor handed over.
	Lost int64 `json:"lost"`
	// Repeated are parts that came although what they answer was answered already.
	Repeated int64 `json:"repeated"`
	// OutOfOrder are parts that came before something that belongs before them.
	OutOfOrder int64 `json:"out_of_order"`
	// Doubled are appointments of one patient at one time beyond the first.
	Doubled int `json:"doubled"`
}

// OK reports whether nothing of it happened.
func (v Verdict) OK() bool { return v == Verdict{} }

// OK reports whether the run proves anything: something was answered, and nothing went wrong.
func (r Report) OK() bool { return r.Answered > 0 && r.Verdict.OK() }

// Cost is what the run took, for all nodes of a cluster together.  What nobody could tell is 0.
type Cost struct {
	// CPUPer1000Turns and TurnsPerCPUSecond are about the agent's own processes.
	CPUPer1000Turns   float64 `json:"cpu_seconds_per_1000_turns"`
	TurnsPerCPUSecond float64 `json:"turns_per_cpu_second"`
	// DatabaseCPUPer1000Turns is that of the database server's processes; a journal in a file has
	// none, its work is the agent's.
	DatabaseCPUPer1000Turns float64 `json:"database_cpu_seconds_per_1000_turns"`
	// TurnsPerWholeCPUSecond counts agents and database: it compares journals of both kinds.
	TurnsPerWholeCPUSecond float64 `json:"turns_per_whole_cpu_second"`
	// DriverCPUPer1000Turns is that of patients and peers together.
	DriverCPUPer1000Turns float64 `json:"driver_cpu_seconds_per_1000_turns"`
	RSS                   uint64  `json:"rss_bytes"`        // at the end of the load
	RSSBefore             uint64  `json:"rss_before_bytes"` // before it
	RSSResting            uint64  `json:"rss_resting_bytes"`
	// Resident is how many conversations are in the agent's memory after the run.
	Resident int `json:"resident_sessions"`
	// RSSPerSession and HeapPerSession are what the process has more than before the run, for each
	// of them: pages of the system, and living objects and stacks.
	RSSPerSession  float64 `json:"rss_bytes_per_resident_session"`
	HeapPerSession float64 `json:"heap_bytes_per_resident_session"`
	Pending        int     `json:"journal_pending"` // after the run
}

// report gathers what is known after a run.
func (r *run) report(p *Peers, measured span, before, resting usage) Report {
	c := &r.count
	loop := "closed"
	if r.options.Rate > 0 {
		loop = "open"
	}
	booked, doubled := p.clinic.tally()
	seconds := measured.at.Seconds()
	return Report{
		Script: r.options.Script, Loop: loop, Sessions: r.options.Sessions, Rate: r.options.Rate, Seconds: seconds,
		Accepted: c.accepted.Load(), Answered: c.answered.Load(), Turns: c.turns.Load(),
		TurnsPerSecond: ratio(float64(measured.turns), seconds), MessagesPerSecond: ratio(float64(measured.messages), seconds),
		Accept: r.accept.latency(), Reply: r.reply.latency(), Total: r.total.latency(),
		Verdict: Verdict{Lost: r.lost(), Repeated: c.repeated.Load(), OutOfOrder: c.disordered.Load(), Doubled: doubled},
		Extra:   c.extra.Load(), Unread: c.unread.Load(), Refused: c.refused.Load(),
		Redelivered: c.redelivered.Load(), Unavailable: c.unavailable.Load(), OtherStatus: c.otherStatus.Load(),
		Broken: c.broken.Load(), Transfers: c.transfers.Load(), ByPhone: c.byPhone.Load(),
		Foreign: c.foreign.Load(), Booked: booked,
		Cost: costOf(measured, before, resting),
	}
}

// costOf turns samples into figures.
func costOf(measured span, before, resting usage) Cost {
	turns := float64(measured.turns)
	agents, database := measured.agent.cpu.Seconds(), measured.agent.database.Seconds()
	cost := Cost{
		CPUPer1000Turns: 1000 * ratio(agents, turns), TurnsPerCPUSecond: ratio(turns, agents),
		DatabaseCPUPer1000Turns: 1000 * ratio(database, turns), TurnsPerWholeCPUSecond: ratio(turns, agents+database),
		DriverCPUPer1000Turns: 1000 * ratio(measured.driver.Seconds(), turns),
		RSS:                   measured.last.rss, RSSBefore: before.rss, RSSResting: resting.rss,
		Resident: resting.resident, Pending: resting.pending,
	}
	if more := float64(resting.resident - before.resident); more > 0 {
		cost.RSSPerSession = (float64(resting.rss) - float64(before.rss)) / more
		cost.HeapPerSession = (float64(resting.heap) - float64(before.heap)) / more
	}
	return cost
}

// ratio is a/b, and 0 where there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// lost counts the messages that were accepted and have no answer.
func (r *run) lost() int64 {
	var lost int64
	for i := range r.patients {
		p := &r.patients[i]
		p.mu.Lock()
		for _, m := range p.waiting {
			if m.accepted > 0 && !m.answered {
				lost++
			}
		}
		p.mu.Unlock()
	}
	return lost
}

// WriteJSON writes the report as one JSON object on one line.
func (r Report) WriteJSON(out io.Writer) error { return json.NewEncoder(out).Encode(r) }

// WriteText writes the report for people.
func (r Report) WriteText(out io.Writer) error {
	loop := r.Loop + " loop"
	if r.Rate > 0 {
		loop += fmt.Sprintf(" at %g a second", r.Rate)
	}
	page := &page{out: out}
	page.line("script %s, %s, %d sessions, %.1f s measured", r.Script, loop, r.Sessions, r.Seconds)
	page.line("")
	page.line("%-22s %10.0f        messages/s %10.0f", "turns/s", r.TurnsPerSecond, r.MessagesPerSecond)
	page.latency("202", r.Accept)
	page.latency("accepted → reply", r.Reply)
	page.latency("due → reply", r.Total)
	page.line("")
	if r.TurnsPerCPUSecond > 0 {
		page.line("%-22s %10.3f s      turns/CPU s %9.0f", "CPU per 1,000 turns", r.CPUPer1000Turns, r.TurnsPerCPUSecond)
	}
	if r.DatabaseCPUPer1000Turns > 0 {
		page.line("%-22s %10.3f s      with it           %9.0f", "the database's", r.DatabaseCPUPer1000Turns, r.TurnsPerWholeCPUSecond)
	}
	page.line("%-22s %10.3f s", "the driver's own", r.DriverCPUPer1000Turns)
	if r.RSS > 0 {
		page.line("%-22s %10.1f MiB    before %.1f, at rest %.1f", "RSS", mebibytes(r.RSS), mebibytes(r.RSSBefore), mebibytes(r.RSSResting))
	}
	if r.RSSPerSession != 0 {
		page.line("%-22s %10.2f KiB    heap %.2f KiB, %d resident", "RSS per session", r.RSSPerSession/1024, r.HeapPerSession/1024, r.Resident)
	}
	page.line("")
	page.line("accepted %d, answered %d in %d turns, %d to a person, %d appointments", r.Accepted, r.Answered, r.Turns, r.Transfers, r.Booked)
	page.line("refused %d, redelivered %d, 503 %d, other answers %d, no answer %d", r.Refused, r.Redelivered, r.Unavailable, r.OtherStatus, r.Broken)
	page.line("extra parts %d, not understood by the patient %d, by phone %d, foreign calls %d", r.Extra, r.Unread, r.ByPhone, r.Foreign)
	page.line("LOST %d  REPEATED %d  OUT OF ORDER %d  DOUBLED %d", r.Lost, r.Repeated, r.OutOfOrder, r.Doubled)
	return page.err
}

// page writes lines and keeps the first error.
type page struct {
	out io.Writer
	err error
}

func (p *page) line(format string, args ...any) {
	if _, err := fmt.Fprintf(p.out, format+"\n", args...); p.err == nil {
		p.err = err
	}
}

func (p *page) latency(name string, l Latency) {
	p.line("%-22s p50 %9.2f ms  p99 %9.2f ms  max %9.2f ms", name, milliseconds(l.P50), milliseconds(l.P99), milliseconds(l.Max))
}

func mebibytes(bytes uint64) float64 { return float64(bytes) / (1 << 20) }
