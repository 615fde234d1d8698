package load

import (
	"fmt"
	"hash/maphash"
	"strings"

	"atende/integrations/catalog"
)

// Script names what patients say.
type Script string

// All scripts there are.
const (
	// Greet: "oi", twice in a session, for who says nothing else goes to a person.  The cheapest turn there is: the
	// message in, the chat session read, one reply out.  Every part answers what was written before it.
	Greet Script = "greet"
	// Ask: whether the clinic takes a plan, each time another one.  The answer names it, so that
	// each message is matched with its own answer, also in a burst that is answered at once.
	Ask Script = "ask"
	// Talk: seven different questions in a session, one part each.  What a turn costs in which there is something to
	// understand and to remember.
	Talk Script = "talk"
	// Book: a whole appointment in a session of its own, reading what is asked.
	Book Script = "book"
)

// Scripts lists them for a help text.
func Scripts() []string { return []string{string(Greet), string(Ask), string(Talk), string(Book)} }

// hearing is what a part of the agent was, for its patient.
type hearing struct {
	// answered are the messages that the part answers, as positions in patient.waiting.
	answered []int
	// over: the round ends with this part.
	over bool
	// repeated: the part says what was said already.  extra: it answers nothing and is new.
	repeated, extra bool
	// disordered: it says what something else should have been said before.
	disordered bool
	// unread: a patient who follows a script does not know what to reply.
	unread bool
}

// talk is a script as a patient follows it.  Both calls hold the patient's lock.
type talk interface {
	// say is what the patient writes next: one text, or a burst.
	say(p *patient) []string
	// hear takes one part of the agent.
	hear(p *patient, part string) hearing
}

// newTalk prepares a script; burst is that of Options.
func newTalk(script Script, clinic *catalog.Clinic, burst int) (talk, error) {
	switch script {
	case Greet:
		return greeting, nil
	case Talk:
		return questions, nil
	case Ask:
		return newAsk(clinic, burst), nil
	case Book:
		return newBook(clinic), nil
	default:
		return nil, fmt.Errorf("there is no script %q, only %s", script, strings.Join(Scripts(), ", "))
	}
}

// digest stands for a part that was heard: the text itself would make a million resting patients
// large.
func digest(part string) uint64 { return maphash.String(digestSeed, part) }

var digestSeed = maphash.MakeSeed()

// lines is a script that says the same in each session, one message after the other.
type lines []string

var (
	greeting  = lines{"oi", "oi"}
	questions = lines{
		"bom dia, vocês atendem Unimed?", "onde fica a clínica?", "qual o horário de funcionamento?", "quanto custa a consulta?",
		"aceita cartão?", "tem estacionamento?", "o que preciso levar no dia?",
	}
)

func (l lines) say(p *patient) []string { return l[p.said : p.said+1] }

func (lines) hear(p *patient, part string) hearing {
	same := digest(part) == p.heard
	switch open := p.open(); {
	case len(open) > 0:
		return hearing{answered: open, over: true}
	default:
		return hearing{repeated: same, extra: !same}
	}
}

// through reports that a session has nothing more to say.
func (l lines) through(p *patient) bool { return int(p.said) >= len(l) }

// ask is the script Ask.
type ask struct {
	burst     int
	plans     []string // as the catalogue, and so the answer, writes them
	questions []string
}

func newAsk(clinic *catalog.Clinic, burst int) *ask {
	a := &ask{burst: burst}
	for _, plan := range clinic.Plans {
		a.plans = append(a.plans, strings.ToLower(plan.Name))
		a.questions = append(a.questions, "vocês atendem "+plan.Name+"?")
	}
	return a
}

func (a *ask) say(p *patient) []string {
	texts := make([]string, a.burst)
	for i := range texts {
		texts[i] = a.questions[(int(p.said)+i)%len(a.questions)]
	}
	return texts
}

// hear finds the plans that a part names, in the order in which it names them, and takes each for
// the answer to the message that asked for it.
func (a *ask) hear(p *patient, part string) hearing {
	var h hearing
	first := int(p.said) - len(p.waiting) // number of the oldest message that waits
	last := -1
	for _, plan := range a.named(part) {
		at := (plan - first%len(a.plans) + len(a.plans)) % len(a.plans)
		switch {
		case at >= len(p.waiting) || p.waiting[at].answered:
			h.repeated = true
			continue
		case at < last || p.anyOpenBefore(at, h.answered):
			h.disordered = true
		}
		last = max(last, at)
		p.waiting[at].answered = true
		h.answered = append(h.answered, at)
	}
	if len(h.answered) == 0 && !h.repeated {
		h.repeated = digest(part) == p.heard
		h.extra = !h.repeated
	}
	h.over = len(h.answered) > 0 && len(p.open()) == 0
	return h
}

// named lists the plans of a part by where they stand.
func (a *ask) named(part string) []int {
	part = strings.ToLower(part)
	var plans []int
	for len(part) > 0 {
		best, end := -1, len(part)
		for i, name := range a.plans {
			if at := strings.Index(part, name); at >= 0 && at < end {
				best, end = i, at
			}
		}
		if best < 0 {
			break
		}
		plans = append(plans, best)
		part = part[end+len(a.plans[best]):]
	}
	return plans
}
