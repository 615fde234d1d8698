package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
	"atende/actors/wording"
)

// staysHeld says goodbye to who was told that there is no hurry, and does not ask again: "tá bom, qualquer coisa eu chamo".
func (d *dialogue) staysHeld(h *heard) bool {
	if !h.s.Held || h.s.Closed != "" || !d.leaves(h) {
		return false
	}
	d.askInstead(question{text: d.fresh(h.s, wording.TalkUntilThen), asks: h.s.Asked, options: h.s.Options, brief: true})
	d.paused, d.held = true, true
	return true
}

// goes lets go who says goodbye before times are offered, and does not ask again who only asked something and says thanks.  Later
// somebody may take for booked what is not.
func (d *dialogue) goes(h *heard) bool {
	if h.s.Closed != "" || choosingTime(h.s) || d.literal || h.whole.data() || h.asked.asks() {
		return false
	}
	asked := h.s.Asked == conversation.AskService && h.s.Request == conversation.Request{} && len(h.s.Candidates) == 0
	switch {
	case h.whole.says(say.Farewell), asked && h.whole.says(say.AskedEnough):
		d.propose(conversation.Close{})
	case asked && h.whole.Intent == understand.Thanks:
		d.askInstead(question{text: d.fresh(h.s, wording.TalkWelcome), asks: h.s.Asked, options: h.s.Options})
		d.paused, d.held = true, true
	default:
		return false
	}
	return true
}

// leaves reports words of who goes and wants nothing of what is open: thanks, a goodbye, that they will be back, that
// they have understood.
func (d *dialogue) leaves(h *heard) bool {
	r := h.whole
	if h.goodbye() && !h.s.Held {
		return true
	}
	wants := r.data() || !r.Mentions.Empty() || h.asked.asks() || endsAsking(r) || saysToBook(r)
	if wants || d.literal {
		return false
	}
	if h.s.Held && (h.goodbye() || r.says(say.Understood)) {
		return true
	}
	if len(strings.Fields(r.text)) < minMeant {
		return false
	}
	kind, sure := afterwards().Likeliest(marked(r.text, d.marksOf(conversation.Booked{}, nil, r.text)))
	return kind == meansEnd && sure >= fairly
}

// toldToBook reports a message of the turn that says in so many words that it shall be booked.
func (d *dialogue) toldToBook(s *conversation.State) bool {
	return slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return saysToBook(d.reading(s, m.Text)) })
}

// saysToBook reports words that are a yes to a booking even to who said that there is no hurry: "pode marcar", "agora sim".
func saysToBook(r reading) bool { return r.Intent == understand.Book || r.says(say.Insists) }

// refusesBooking ends with who says at the read-back that nothing shall be booked, or waits if it is not yet: "num marca
// não", "não marca ainda, vou ver".
func (d *dialogue) refusesBooking(h *heard) bool {
	r := h.whole
	if d.literal || h.s.Closed != "" || !readingBack(h.s) || !r.says(say.RefusesBooking) || endsAsking(r) {
		return false
	}
	if r.identifies() || !r.wish().Empty() || !r.Mentions.Empty() || r.Choice > 0 || r.says(say.PutsRight) {
		return false // it says what shall be otherwise
	}
	if r.says(say.HoldsBack) {
		h.meant = meansWait
		return d.takesTime(h)
	}
	h.meant = meansNo
	d.stops(h)
	return true
}

// stops ends the conversation with who wants no appointment.  Who asks something in the same breath is answered, and told that
// there is no hurry: "não vou marcar agora, só me diz o endereço".
func (d *dialogue) stops(h *heard) {
	switch {
	case slices.ContainsFunc(sentences(h.whole.parsed), func(sentence string) bool { return d.facts(sentence).Intent == understand.Human }):
		d.propose(conversation.Transfer{Reason: reasonAsked})
		return
	case d.cancelsBooked(h): // and not what is read back
		d.propose(d.transferBooked(h, reasonCancel))
		return
	}
	if readingBack(h.s) && !h.whole.says(say.RefusesBooking) && d.saysYesFirst(h) { // it may be meant
		d.askWhetherSure(h.s)
		return
	}
	asks := h.whole.soundsAsking()
	if h.s.Closed != "" || !h.asked.asks() && !asks {
		d.propose(conversation.Close{})
		return
	}
	if d.giveAnswers(h.asked); !h.asked.asks() {
		d.sayLikely(h.s, h.whole.text)
	}
	d.waitsWith(h)
}

// saysYesFirst reports an answer to the read-back that begins with a plain yes, and not only "ok", and in whose other sentences nothing
// takes that back: "pode sim. e não esquece o Tião".
func (d *dialogue) saysYesFirst(h *heard) bool {
	begins, behind := d.inClauses(h.s, h.whole.parsed).begins()
	head := h.whole.text[:len(h.whole.text)-len(behind)]
	return begins && d.said(head, say.PlainYes) && !d.parse(behind).saysAny(say.DropsIt, say.TakesBack, say.CallsOff)
}

// cancelsBooked reports words that cancel what was booked before, and not what is being booked now.
func (d *dialogue) cancelsBooked(h *heard) bool {
	b := h.s.Booked
	if b == nil || d.facts(h.whole.text).Intent != understand.Cancel {
		return false
	}
	named := d.find(h.whole.text).Procedures // "consulta" may be either
	return slices.Contains(named, b.ProcedureID) && !slices.Contains(named, h.s.Request.ProcedureID)
}

// waitsWith tells who cannot decide, or not yet, that there is no hurry, and asks nothing.
func (d *dialogue) waitsWith(h *heard) {
	d.askInstead(question{text: d.fresh(h.s, wording.TalkNoHurry), asks: h.s.Asked, options: h.s.Options, brief: readingBack(h.s)})
	d.paused, d.held = true, true
}

// wishesAnew reports a message of which a part is nothing but a time, or says from or until when somebody can come, or names another
// specialty than is being booked: "hoje não que eu tô na feira. segunda q vem, a primeira de tarde", "depois que eu fechar a loja 18h",
// "espera, acho que primeiro quero dermato".
func (d *dialogue) wishesAnew(h *heard) bool {
	parts := d.remarks(h.whole.parsed)
	timed := len(parts) > 1 && slices.ContainsFunc(parts, func(part string) bool {
		return d.parse(part).saysAny(say.BareTime, say.Earliest) && !wishOf(d.facts(part)).Empty()
	})
	timed = timed || slices.ContainsFunc(d.mentioned(h.whole.text), func(m understand.Moment) bool {
		return m.Time.From != m.Time.To && d.said(h.whole.text[:m.Start], say.CanThen)
	})
	return timed || namesOther(h.s.Request, conversation.Mentions{Specialties: h.whole.Specialties}) && h.whole.says(say.Wishing)
}

// soundsAsking reports a sentence with a question mark that wants more than a nod.
func (r reading) soundsAsking() bool {
	for _, sentence := range sentencesIn(r.text) {
		asks := strings.HasSuffix(strings.TrimSpace(sentence), "?") && len(strings.Fields(sentence)) >= minAsked
		if asks && !r.says(say.TagNe) && !asksNobody(sentence) {
			return true
		}
	}
	return false
}
