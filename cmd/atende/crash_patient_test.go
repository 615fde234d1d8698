package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// stage is how far a patient's talk has come: what they heard last that was new.
type stage int

const (
	begun       stage = iota // nothing heard yet
	asked                    // for something that a burst tells in its next message
	greeted                  // the end of a talk that is only a greeting
	offered                  // times to choose from
	named                    // asked for the name: the choice was understood
	checked                  // all of it was read back
	booked                   // description
	prepared                 // preparo
	thanked                  // the end of a talk that books
	held                     // "one moment" while an A4 is open
	leaving                  // the sentence before a transfer
	transferred              // the end of a talk that a person takes over
	strange                  // none of these
)

var stageNames = []string{"begun", "asked", "greeted", "offered", "named", "checked", "booked", "prepared", "thanked", "held", "leaving", "transferred", "strange"}

func (s stage) String() string { return stageNames[s] }

var option = regexp.MustCompile(`\*(\d+)\* (\d\d:\d\d)`)

// signs tell the stages by words that only they have, the first that fits counts.
var signs = []struct {
	word  string
	stage stage
}{
	{"nossa equipe", leaving}, {"confirmando", held}, {"Qual fica melhor", offered}, {"nome completo", named}, {"osso marcar?", checked},
	{"seu horário está marcado", booked}, {"Chegue 15 minutos", prepared}, {"Por nada", thanked},
}

func stageOf(h heard) stage {
	if h.transfer {
		return transferred
	}
	for _, s := range signs {
		if strings.Contains(h.text, s.word) {
			return s.stage
		}
	}
	if strings.Contains(h.text, "Com quem você prefere") || strings.Contains(h.text, "especialidade") {
		return asked
	}
	return strange
}

// follows lists what may be heard after what.  A time that somebody else took is a new offer.
var follows = map[stage][]stage{
	begun:    {greeted, asked, offered},
	asked:    {asked, offered},
	offered:  {named, checked, offered},
	named:    {checked, offered},
	checked:  {checked, booked, offered, held},
	held:     {held, booked, offered},
	booked:   {prepared},
	prepared: {thanked},
	leaving:  {transferred},
}

// patient is one session from its first message to its end.
type patient struct {
	r       *trial
	session string
	cpf     string
	opening []string // what they write first, without waiting in between
	talks   bool     // until they are booked; else they only greet
	period  string   // HH:MM before which they want nothing in the end
	random  *rand.Rand

	log      *chatLog
	read     int // entries of log
	at       stage
	last     heard
	hour     string // that they chose
	refused  int    // times that somebody else took before them
	messages int
	said     []heard // by them, for those who read what went wrong
	born     time.Time
	asking   time.Time // since when they wait
	taken    time.Time // when what they asked was accepted
	answered bool      // they do not
	agreed   bool      // they said yes, and wait for the appointment
	replies  []reply
	over     bool

	repeats []repetition
	lost    bool        // gave up waiting
	cut     atomic.Bool // see mayBeCut
	gone    atomic.Bool // is through, or gave up
}

// reply is what a patient heard first after a message.
type reply struct {
	session             string
	asked, taken, heard time.Time // taken: when the message was answered 202
	stage               stage
	booking             bool // it tells what became of an A4
}

func (r reply) wait() time.Duration { return r.heard.Sub(r.asked) }

// repetition is a part that came twice.
type repetition struct{ first, second heard }

// live goes through the whole talk, and gives up when ctx ends.
func (p *patient) live(ctx context.Context) {
	for _, text := range p.opening {
		if !p.say(ctx, text) {
			return
		}
	}
	for !p.over {
		h, ok := p.next(ctx)
		if !ok {
			p.lost = true
			return
		}
		if text := p.hear(h); text != "" && !p.say(ctx, text) {
			return
		}
	}
}

// next waits for the next thing to notice.
func (p *patient) next(ctx context.Context) (heard, bool) {
	for {
		p.cut.Store(p.mayBeCut())
		if h, ok := p.r.gateway.entry(p.log, p.read); ok {
			p.read++
			return h, true
		}
		select {
		case <-p.log.news:
		case <-ctx.Done():
			return heard{}, false
		}
	}
}

// hear judges what was noticed, and returns what the patient says to it, "" for nothing.
func (p *patient) hear(h heard) string {
	if p.repeated(h) {
		return ""
	}
	now := stageOf(h)
	if now == asked && !p.talks {
		now = greeted
	}
	if now != leaving && now != transferred && !slices.Contains(follows[p.at], now) {
		p.disorder("%s after %s: %q after %q", now, p.at, h.text, p.last.text)
	}
	if now == booked && !strings.Contains(h.text, p.hour) {
		p.disorder("chose %s and was told %q", p.hour, h.text)
	}
	if !p.answered {
		p.answered = true
		p.replies = append(p.replies, reply{session: p.session, asked: p.asking, taken: p.taken, heard: h.at, stage: now, booking: p.agreed})
	}
	p.at, p.last = now, h
	return p.reply(h.text)
}

// reply is what the patient says next, "" while there is nothing to say.
func (p *patient) reply(text string) string {
	switch p.at {
	case greeted, thanked, transferred:
		p.over = true
	case offered:
		return p.choose(text)
	case named:
		return "Maria Aparecida da Silva, CPF " + p.cpf + ", nascida em 05/03/1980"
	case checked:
		p.agreed = true
		return "sim, pode marcar"
	case prepared:
		return "obrigada"
	case begun, asked, booked, held, leaving, strange:
	}
	return ""
}

// repeated takes note of a part that came before; see trial.excuse.
func (p *patient) repeated(h heard) bool {
	if h.transfer != p.last.transfer || h.text != p.last.text || p.last.at.IsZero() {
		return false
	}
	if !h.transfer { // nobody hears a second transfer
		p.repeats = append(p.repeats, repetition{first: p.last, second: h})
		p.last.life, p.last.at = h.life, h.at
	}
	return true
}

// choose picks any of the times that are offered; a patient who wants the afternoon waits for an offer
// of it.
func (p *patient) choose(offer string) string {
	if strings.HasPrefix(offer, "Não consegui confirmar esse horário") {
		p.refused++
	}
	options := option.FindAllStringSubmatch(offer, -1)
	if len(options) == 0 {
		p.complain("no options in %q", offer)
		return ""
	}
	if options[0][2] < p.period {
		return ""
	}
	picked := options[p.random.IntN(len(options))]
	p.hour = picked[2]
	return picked[1]
}

// say delivers a message the way gateways do: again after a failure, with the same id, until it is
// accepted, and now and then once more after that.
func (p *patient) say(ctx context.Context, text string) bool {
	time.Sleep(time.Duration(p.random.IntN(300)) * time.Millisecond) // patients read and type
	p.messages++
	body := event(p.session, p.session+"-"+strconv.Itoa(p.messages), text)
	p.asking, p.answered = time.Now(), false
	p.said = append(p.said, heard{text: text, at: p.asking})
	for ctx.Err() == nil {
		switch p.r.deliver(ctx, p.session, body) {
		case http.StatusAccepted:
			p.taken = time.Now()
			if p.random.IntN(10) == 0 {
				p.r.deliver(ctx, p.session, body)
			}
			return true
		case http.StatusServiceUnavailable:
			time.Sleep(100 * time.Millisecond)
		default:
			time.Sleep(20 * time.Millisecond)
		}
	}
	p.lost = true
	return false
}

// mayBeCut reports whether a kill may have hit this patient's A4: with an API that says nothing the
// agent then waits a minute before it looks what became of it.
func (p *patient) mayBeCut() bool {
	return p.r.desk.silent && p.hour != "" && (p.at == checked || p.at == offered || p.at == held) &&
		p.r.blowsTo(p.session, p.born, time.Now(), false) > 0
}

// cpfOf makes the n-th valid CPF.
func cpfOf(n int) string {
	digits := fmt.Sprintf("%09d", 100_000_007+n*11)
	for length := 9; length < 11; length++ {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (length + 1 - i)
		}
		digits += strconv.Itoa(sum * 10 % 11 % 10)
	}
	return digits
}
