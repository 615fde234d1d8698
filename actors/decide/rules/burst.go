package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/language"
	"atende/actors/understand"
)

// gather makes of the messages of a turn what they say together, before any of them is read: a name in pieces is one,
// what the next one takes back was never said, and who thinks aloud before an answer has answered.
func (d *dialogue) gather(s *conversation.State) {
	d.turn.Messages = each(d.turn.Messages, func(m decide.Message) decide.Message {
		m.Text = d.withKnown(s, spelledKin(withSaidSigns(m.Text)))
		return m
	})
	if len(d.turn.Messages) < 2 {
		return
	}
	list := d.joinName(s, d.turn.Messages)
	list = d.joinData(s, list)
	list = d.dropTakenBack(s, list)
	d.turn.Messages = d.dropFillers(list)
}

// plain reports a message that is words and nothing else.
func plain(m decide.Message) bool {
	kind := strings.ToUpper(m.Type)
	return m.Text != "" && (kind == "" || kind == "TEXT") && m.Document == "" && m.Image == nil
}

// joinName writes a name that was sent in pieces as one, where the patient's data are asked for.
func (d *dialogue) joinName(s *conversation.State, list []decide.Message) []decide.Message {
	if s.Closed != "" || !asksIdentity(s.Asked) || s.Patient.Name != "" && s.Asked != conversation.AskName {
		return list
	}
	var joined []decide.Message
	for _, m := range list {
		if n := len(joined) - 1; n >= 0 && pieceOfName(joined[n]) && pieceOfName(m) {
			joined[n].Text, joined[n].At = joined[n].Text+" "+m.Text, m.At
			continue
		}
		joined = append(joined, m)
	}
	return joined
}

// joinData writes a CPF or a birth date that was sent in pieces as one, where the patient's data are asked for: "529.982",
// "247-25".
func (d *dialogue) joinData(s *conversation.State, list []decide.Message) []decide.Message {
	if s.Closed != "" || !asksIdentity(s.Asked) {
		return list
	}
	var joined []decide.Message
	for i := 0; i < len(list); i++ {
		m := list[i]
		for n := 2; n <= min(maxDataPieces, len(list)-i); n++ {
			if whole, ok := d.wholeOf(list[i : i+n]); ok {
				m, i = whole, i+n-1
				break
			}
		}
		joined = append(joined, m)
	}
	return joined
}

// maxDataPieces is of how many messages a CPF or a birth date is put together, maxPieceWords how many words each has.
const maxDataPieces, maxPieceWords = 4, 4

// wholeOf is the message that some say together: a CPF or a birth date that none of them has.
func (d *dialogue) wholeOf(pieces []decide.Message) (decide.Message, bool) {
	whole := pieces[len(pieces)-1]
	var texts []string
	for _, m := range pieces {
		f := d.facts(m.Text)
		if !plain(m) || len(strings.Fields(m.Text)) > maxPieceWords || f.CPF+f.BirthDate != "" || len(f.InvalidCPF) == cpfDigits {
			return whole, false
		}
		texts = append(texts, strings.TrimSpace(m.Text))
	}
	if !hasDigit(texts[0]) || !hasDigit(texts[len(texts)-1]) {
		return whole, false
	}
	for _, seam := range []string{"", " ", "/"} { // "12/03", "1985"
		whole.Text = strings.Join(texts, seam)
		if f := d.facts(whole.Text); f.CPF+f.BirthDate != "" {
			return whole, true
		}
	}
	return whole, false
}

// pieceOfName reports a message of nothing but names.
func pieceOfName(m decide.Message) bool {
	words := strings.Fields(m.Text)
	return plain(m) && len(words) <= maxNameWords && nameLike(words) && !slices.ContainsFunc(words, func(word string) bool {
		folded := language.Fold(word)
		return !understand.PersonName(folded) && !say.NameParticle.Has(folded)
	})
}

// maxNameWords is how many words a name has that is put together of pieces.
const maxNameWords = 5

// dropTakenBack drops a short message that the next one takes back, and that one, too, where something else follows:
// "quinta", "não, pera", "sexta de manhã".
func (d *dialogue) dropTakenBack(s *conversation.State, list []decide.Message) []decide.Message {
	var kept []decide.Message
	for i, m := range list {
		n := len(kept) - 1
		if n < 0 || !plain(m) || !plain(kept[n]) || !d.said(m.Text, say.TakesAllBack) || !d.canBeTakenBack(s, kept[n].Text) {
			kept = append(kept, m)
			continue
		}
		kept = kept[:n]
		if i+1 == len(list) || !plain(list[i+1]) {
			kept = append(kept, m)
		}
	}
	return kept
}

// canBeTakenBack reports a short answer.
func (d *dialogue) canBeTakenBack(s *conversation.State, text string) bool {
	r := d.reading(s, text)
	answers := r.data() || r.Intent == understand.Confirm || r.Intent == understand.Book
	return answers && len(strings.Fields(text)) <= maxTakenBack
}

// maxTakenBack is how many words a bare "não" behind them takes back.
const maxTakenBack = 5

// dropFillers drops what is only thought aloud, where something follows.
func (d *dialogue) dropFillers(list []decide.Message) []decide.Message {
	var kept []decide.Message
	for i, m := range list {
		if i+1 < len(list) && plain(m) && d.said(m.Text, say.Filler) {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// wholeTurn settles what one message of a turn said with what a later one does: nobody who goes on says goodbye, and a
// yes books only where nothing behind it wants something else.
func (d *dialogue) wholeTurn(h *heard, agreed bool) {
	switch {
	case d.leaving && d.goesOn(h):
		d.leaving = false // what was dropped a moment before is read back
	case d.agreed && !agreed && d.doubtsYes(h):
		d.agreed = false
		d.askWhetherSure(h.s)
		return
	case !agreed || d.standsByYes(h):
		return
	}
	d.agreed = false
	if len(d.moves) == 0 && d.ask == nil && h.s.Choice != nil && h.s.Identified() {
		d.askInstead(question{text: d.readBackText(h.s, 1), asks: conversation.AskConfirm})
		d.rejected = true // what was meant is not clear
	}
}

// doubtsYes reports a yes that may be none: with a condition, or the begin of another talk.
func (d *dialogue) doubtsYes(h *heard) bool {
	r := h.whole
	if h.apart {
		r = h.reading // the rest is of the next one
	}
	return d.maybe || r.saysAny(say.YesIf, say.Anew) || d.otherThanRead(h.s, r) || d.besideIs == "" && !d.soundsYes(h.s, r.text)
}

// goesOn reports words of who wants to go on after all: "vou pensar", "na real marca logo".
func (d *dialogue) goesOn(h *heard) bool {
	switch h.whole.Intent {
	case understand.Book, understand.Human, understand.Question:
		return true
	default:
		return h.whole.data() || h.whole.says(say.SecondThoughts)
	}
}

// standsByYes reports words behind a yes that leave it one: thanks, another yes, the same again, a question, somebody who
// comes next.
func (d *dialogue) standsByYes(h *heard) bool {
	same := !h.whole.data() || repeats(h.s, h.whole)
	switch h.whole.Intent {
	case understand.Thanks, understand.Greet, understand.Confirm:
		return same
	default:
		return h.asked.only() || len(d.kept) > 0 || d.wholeYes(h.s, h.whole.text)
	}
}

// postponeClose waits with a goodbye for what else the turn says.
func (d *dialogue) postponeClose() {
	if n := len(d.moves) - 1; n >= 0 && d.read < len(d.turn.Messages) {
		if _, closes := d.moves[n].(conversation.Close); closes {
			d.moves, d.leaving = d.moves[:n], true
		}
	}
}
