package sim

import (
	"fmt"
	"time"

	"atende/actors/journal"
)

// What the gateway and the agent are configured with.
const (
	department = "humanos"
	instance   = "5511000"
	team       = "Recepção"
	open       = "Pendente"
	withPerson = "Em atendimento"
)

// thread is one patient's chat at the gateway, with what the checks remember of it.
type thread struct {
	id, name, cpf, birth, phone string
	shard                       int
	script                      script
	news                        chan struct{} // something was said to the patient
	status                      string
	heard                       []string // what the patient has on the screen, in order
	done                        bool     // the patient says nothing more
	undelivered                 int      // messages that the webhook has not accepted yet
	messages                    int      // sent by the patient
	steps                       int      // of the process, for the crashes

	rows   []*row
	loaded loading // the newest, and so the one that may commit
	hold   hold    // of the former owner of its shard
	voided int     // holds that ended although their holder had not finished

	said      map[string]int // deliveries of each text
	lastSaid  time.Time      // of the newest part
	transfers int            // effects
	released  bool           // the person's turn is over, the chat is open again
	taken     time.Time      // when a person took it, by webhook or at the gateway; zero: nobody
	noted     time.Time      // when the journal learned of a transfer by webhook
	denied    int            // transfers that the gateway refused
	unheard   map[string]int // sends of each text that arrived and were not answered
	denied5xx int            // sends that arrived and were answered as if they had not
	unknown   int            // commits that did not clearly succeed
	panicked  bool
	stray     bool // an A3 of a process that lost the chat on the way came in

	silence // what is promised to those who say nothing
	asking  // and to those who have an appointment

	shown  []shown  // what can be tapped on the screen, the oldest first
	agreed []string // the read-backs that the patient answered with anything

	appointments []*appointment
	tries        map[string]int  // A4 calls by token
	bookings     map[string]bool // the numbers of the bookings that had an intent
}

// row is a waiting row of the journal.
type row struct {
	seq     int64
	id      string
	at      time.Time
	text    string
	choice  string // that was tapped
	kind    int8
	gone    bool
	thought *thought // the last turn that saw it
}

// thought is what the driver made of a turn.
type thought struct {
	node   *node
	chat   *thread
	at     time.Time
	tag    string // of its words, "" while it has none
	silent bool   // it decided to say nothing
}

// newChat is the i-th chat.  In a cluster the ids are from everywhere among the shards.
func (w *world) newChat(i int, s script) *thread {
	id := fmt.Sprintf("s%d", i)
	if w.plan.fleet.nodes != nil {
		id = fmt.Sprintf("s%d-%d", i, w.dice.roll(i, "id").IntN(1000))
	}
	return &thread{
		id: id, shard: journal.ShardOf(id), name: names[i%len(names)], cpf: cpf(529_982_240 + i*1_117), birth: "12/03/1985",
		phone: fmt.Sprintf("551199900%04d", i), script: s, status: open,
		news: make(chan struct{}, 1), said: map[string]int{}, unheard: map[string]int{}, tries: map[string]int{}, bookings: map[string]bool{},
	}
}

var names = []string{"Maria Silva", "Pedro Alves Rocha", "Julia Costa", "Otávio Mendes"}

// cpf adds the two check digits to nine digits.
func cpf(base int) string {
	digits := fmt.Sprintf("%09d", base)
	for range 2 {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (len(digits) + 1 - i)
		}
		digits += fmt.Sprint(sum * 10 % 11 % 10)
	}
	return digits
}

// firstOf reports whether r is the first row of its message id.
func (c *thread) firstOf(r *row) bool {
	for _, other := range c.rows {
		if other.id == r.id {
			return other == r
		}
	}
	return false
}

// withHuman reports whether a person has, had or should have had the chat.
func (c *thread) withHuman() bool {
	return c.transfers > 0 || c.denied > 0 || !c.taken.IsZero()
}
