package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Who had appointments made from the phone in earlier chat sessions is proposed, by first name and the end of the CPF,
// before a plan or data are asked for (conversation.Returning).

// optionReturning is the code behind the number of the first of them; the others are below it.
const optionReturning = -20

// writer is who is known to write from this phone: the one whose appointments were for themselves.
func writer(list []conversation.Returning) (conversation.Returning, bool) {
	own := slices.DeleteFunc(slices.Clone(list), func(r conversation.Returning) bool { return r.For != "" })
	if len(own) != 1 {
		return conversation.Returning{}, false
	}
	return own[0], true
}

// greetsWriter is the greeting of who is known, unless somebody else was named.
func (d *dialogue) greetsWriter(s *conversation.State) (wording.Words, bool) {
	who, ok := writer(d.before.Returning)
	if !ok || d.isStranger || s.Patient != (conversation.Identity{}) || s.FirstName != "" {
		return wording.Words{}, false
	}
	return d.text(wording.GreetingReturning, "name", who.FirstName(), "clinic", d.clinic.Name), true
}

// returningQuestion asks for whom of them it is.
func (d *dialogue) returningQuestion(s *conversation.State) question {
	q := question{asks: conversation.AskSame}
	if len(s.Returning) == 1 {
		id := wording.AskReturningOf
		if s.Returning[0].For == "" {
			id = wording.AskReturningOwn
		}
		q.text = d.returningText(id, s.Returning[0])
		return q
	}
	q.text = d.text(wording.AskReturningAll)
	for i, r := range s.Returning {
		q.add(optionReturning-i, d.returningText(wording.ReturningOne, r))
	}
	q.add(optionNo, d.text(wording.ReturningNobody))
	return q
}

func (d *dialogue) returningText(id wording.ID, r conversation.Returning) wording.Words {
	return d.text(id, "name", r.FirstName(), "last", r.LastDigits())
}

// returningAgain asks the same once more: in other words, or in short.
func (d *dialogue) returningAgain(s *conversation.State, one, several wording.ID) wording.Words {
	if len(s.Returning) == 1 {
		return d.text(one, "name", s.Returning[0].FirstName())
	}
	return d.text(several)
}

// takeReturning proposes one of them, from 1, as the patient.
func (d *dialogue) takeReturning(number int) {
	d.propose(conversation.SamePatient{Number: number})
}

// namedReturning reads a name or the end of a CPF as one of those who were proposed: "a Maria", "final 42".
func (d *dialogue) namedReturning(s *conversation.State, r reading) bool {
	if !asksReturning(s) || len(d.moves) > 0 || d.answered {
		return false
	}
	at := -1
	for i, who := range s.Returning {
		if !calls(r, who) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if at < 0 {
		return false
	}
	d.takeReturning(at + 1)
	return true
}

// asksReturning reports that it was asked for whom of them it is.
func asksReturning(s *conversation.State) bool {
	return s.Asked == conversation.AskSame && s.Proposes()
}

// calls reports a text that calls somebody by the first name, or by the end of the CPF, and says nothing else: "é pra
// Maria", and not "a Maria mudou de número".
func calls(r reading, who conversation.Returning) bool {
	r.scan()
	name := language.Tokenize(who.Name)
	called := false
	for _, t := range r.tokens {
		switch {
		case t.Text == name[0].Text, t.Text == who.LastDigits():
			called = true
		case t.Text == "?" || t.Kind != language.Mark && !say.BesideWhom.Has(t.Text) && !hasWord(name, t.Text):
			return false
		}
	}
	return called
}

func hasWord(tokens []language.Token, word string) bool {
	return slices.ContainsFunc(tokens, func(t language.Token) bool { return t.Text == word })
}

// nameOfReturning reports a name, or a part of one that begins it, that one of those has who may be proposed: they are
// proposed all the same.
func nameOfReturning(s *conversation.State, name string) bool {
	words := language.Tokenize(name)
	return s.Proposes() && len(words) > 0 && slices.ContainsFunc(s.Returning, func(who conversation.Returning) bool {
		of := language.Tokenize(who.Name)
		return of[0].Text == words[0].Text && !slices.ContainsFunc(words, func(t language.Token) bool { return !hasWord(of, t.Text) })
	})
}

// returning reads any other answer to that.
func (d *dialogue) returning(s *conversation.State, r reading) bool {
	own := slices.IndexFunc(s.Returning, func(who conversation.Returning) bool { return who.For == "" })
	_, one := writer(s.Returning)
	switch {
	case r.CPF != "" || len(d.moves) > 0 || d.answered:
		return false
	case r.Name != "" && !nameOfReturning(s, r.Name):
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: r.Name}, Other: true})
	case r.says(say.Myself) && !r.says(say.NotMyself) && one:
		d.takeReturning(own + 1)
	case r.says(say.Myself), r.says(say.Others), r.Intent == understand.Deny:
		d.propose(conversation.SamePatient{})
	case r.Intent == understand.Confirm && len(s.Returning) == 1:
		d.takeReturning(1)
	default:
		return false
	}
	return r.Mentions.Empty() && r.wish().Empty() // "sim, na quinta de manhã"
}

// notThem forgets who is proposed where the writer is not who they are taken for: "não sou a Maria", "esse número era de
// outra pessoa".
func (d *dialogue) notThem(h *heard) bool {
	known := h.s.Returning
	if h.s.UsualPlan != 0 { // who was proposed, and taken
		known = append(known[:len(known):len(known)], conversation.Returning{Identity: h.s.Patient})
	}
	if len(known) == 0 || h.s.Closed != "" || d.isStranger || !d.said(withStandIns(h.whole, known), say.NotThem) {
		return false
	}
	d.isStranger = true
	d.propose(conversation.SamePatient{Stranger: true})
	d.note(d.text(wording.TalkStranger))
	return !h.whole.data()
}

// withStandIns is a text with a stand-in for the first name of each.
func withStandIns(r reading, list []conversation.Returning) string {
	return r.withStandIns(func(word string) bool {
		return slices.ContainsFunc(list, func(who conversation.Returning) bool { return language.Fold(who.FirstName()) == word })
	})
}
