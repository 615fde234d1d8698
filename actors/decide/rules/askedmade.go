package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withoutAskedOfMade is a text without a sentence that asks after appointments which this talk made, whatever is being booked or offered
// meanwhile: "ah e o Kauã, mas isso a gente vê depois. a da Emilly é 13:30 mesmo?"  It is answered; "" where nothing else is said that
// wants anything.
func (d *dialogue) withoutAskedOfMade(s *conversation.State, text string) string {
	all := s.Appointments()
	if d.literal || len(all) == 0 {
		return text
	}
	var left []string
	var asked []conversation.Booked
	for _, sentence := range wholeSentences(d.parse(text)) {
		made := d.askedOfMade(s, all, sentence)
		if len(made) == 0 && d.asksWithWhom(s, d.parse(sentence)) {
			made = d.meantOnes(s, sentence)
		}
		if len(made) == 0 {
			left = append(left, sentence)
		}
		for _, b := range made {
			if !slices.Contains(asked, b) {
				asked = append(asked, b)
			}
		}
	}
	rest := strings.TrimSpace(strings.Join(left, ""))
	goesOn := rest != "" && d.bringsMore(s, rest) && !d.recounts(s, all, left)
	whole := s.Closed != "" && s.Asked != conversation.AskNext || readingBack(s) // is read, and a yes beside a doubt books nothing
	if len(asked) == 0 || goesOn && whole {
		return text
	}
	d.wantsRepeat = true // who asks twice is told twice
	told := wording.Lines(each(asked, func(b conversation.Booked) wording.Words { return d.clinic.AppointmentText(b, d.now()) })...)
	switch {
	case goesOn:
		d.answerAside(told)
		return rest
	case s.Closed != "":
		d.note(told)
	case d.parse(text).saysAny(say.SeesLater, say.AlreadyBooked, say.WantsNoTime, say.OnlyToKnow): // the open question would be one too many
		d.askInstead(question{text: told, asks: s.Asked, options: s.Options})
		d.learned, d.told, d.paused = true, true, true
	default:
		d.answerAside(told)
	}
	return ""
}

// recounts reports sentences beside a question after some appointments that only tell whose is when: "os dois tão certinhos né? Davi quinta
// e Laura hoje".
func (d *dialogue) recounts(s *conversation.State, all []conversation.Booked, left []string) bool {
	return !slices.ContainsFunc(left, func(sentence string) bool {
		return d.bringsMore(s, sentence) && !d.recountsOne(s, all, sentence)
	})
}

// recountsOne reports one such sentence.
func (d *dialogue) recountsOne(s *conversation.State, all []conversation.Booked, rest string) bool {
	r := d.readAgain(s, rest)
	small := []understand.Intent{understand.Thanks, understand.Confirm, understand.Greet, understand.Other}
	if strings.Contains(rest, "?") || r.identifies() || !slices.Contains(small, r.Intent) || !r.Mentions.Empty() {
		return false
	}
	if r.saysAny(say.Also, say.Instead, say.Exchanges, say.MovesIt, say.ToMove, say.NotComing, say.CannotCome, say.CallsOff, say.ToBook) {
		return false
	}
	r.scan()
	return slices.ContainsFunc(all, func(b conversation.Booked) bool { return calledIn(r.parsed, b) || d.namesKin(r.parsed, b) })
}

// withoutAskedWithin is a text, after a booking, without the sentences that ask whether an exam is made in the visit that was booked,
// "e o eletro faz aí na hora?": they are answered, and wish for none.
func (d *dialogue) withoutAskedWithin(s *conversation.State, text string) string {
	if d.literal || !afterBooking(s) || s.Asked == conversation.AskNext {
		return text
	}
	var left []string
	list := wholeSentences(d.parse(text))
	for _, sentence := range list {
		asked := d.inquire(s, sentence)
		if !strings.Contains(sentence, "?") || !slices.Contains(asked.about, wording.AboutWithin) || d.parse(sentence).saysAny(say.ToBook, say.AsksToBook) {
			left = append(left, sentence)
			continue
		}
		d.giveAnswers(asked)
	}
	if len(left) == len(list) {
		return text
	}
	return strings.TrimSpace(strings.Join(left, ""))
}

// withoutFreeQuestions is what stands beside a yes without the sentences that only ask what the yes does not depend on: when it is that
// was made here for somebody else, "pode. e a da Lívia ficou quinta né?", and what to do if it gets worse.
func (d *dialogue) withoutFreeQuestions(s *conversation.State, beside string) string {
	left := slices.DeleteFunc(wholeSentences(d.parse(beside)), func(sentence string) bool {
		return d.asksOfOthers(s, sentence) || d.said(sentence, say.Worsens) && strings.HasSuffix(strings.TrimSpace(sentence), "?") && !d.said(sentence, say.Provided)
	})
	return strings.TrimSpace(strings.Join(left, ""))
}

// asksOfOthers reports a sentence that asks after appointments which were made here for others than who is being booked.
func (d *dialogue) asksOfOthers(s *conversation.State, sentence string) bool {
	others := slices.DeleteFunc(s.Appointments(), func(b conversation.Booked) bool { return isPatient(s, b) })
	ofPatient := conversation.Booked{Name: s.Patient.Name, For: s.For}
	p := d.parse(sentence)
	if calledIn(p, ofPatient) || d.namesKin(p, ofPatient) || p.saysAny(say.MineToo, say.Objects, say.PutsRight) { // which may be what was read back
		return false
	}
	made := d.askedOfMade(s, others, sentence)
	return len(made) > 0 && d.noOtherTimes(made, sentence) // who has another time in mind may want another one here
}

// bringsMore reports what is left beside a question that brings or wants something.
func (d *dialogue) bringsMore(s *conversation.State, rest string) bool {
	r := d.readAgain(s, rest)
	if r.saysAny(say.SeesLater, say.AlreadyBooked, say.NoMoreWishes, say.WantsNoTime) {
		return false
	}
	small := []understand.Intent{understand.Thanks, understand.Deny, understand.Decline, understand.Greet, understand.Other}
	return r.data() || strings.Contains(rest, "?") || !slices.Contains(small, r.Intent)
}

// askedOfMade are those of some appointments that a sentence asks after.
func (d *dialogue) askedOfMade(s *conversation.State, all []conversation.Booked, sentence string) []conversation.Booked {
	p := d.parse(sentence)
	p.scan()
	named := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return !calledIn(p, b) && !d.namesKin(p, b) })
	p = d.parse(p.withStandIns(func(word string) bool {
		return slices.ContainsFunc(named, func(b conversation.Booked) bool { return firstName(b.Name) == word })
	}))
	asks := strings.HasSuffix(strings.TrimSpace(sentence), "?") || p.saysAny(say.TagNe, say.OnlyToKnow, say.TagMesmo)
	offered := s.Closed == "" && len(s.Offer) > 0
	mine := slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return b.For != "" })
	switch {
	case asks && len(named) > 0 && p.says(say.AsksOfOne):
		if p.says(say.MineToo) {
			named = append(minus(named, mine), mine...)
		}
		return named
	case asks && afterBooking(s) && p.says(say.CameOut) && d.onlyTimesOf(all, d.withoutPhrase(sentence, say.Both)): // whoever is named: Cida is Maria Aparecida
		return all
	case asks && (s.Closed != "" || s.For != "") && p.says(say.AsksOfMine): // else it may be the one being booked
		return mine
	case p.says(say.AsksOfAll), d.recaps(s, p), p.says(say.AsksAllTimes) && !offered && len(all) > 1:
		return all
	case asks:
		return d.stillStanding(s, all, p, sentence)
	default:
		return nil
	}
}

// stillStanding are those of some appointments of which a question asks whether they stand, or when they are; asked has stand-ins for the
// names of the sentence.
func (d *dialogue) stillStanding(s *conversation.State, all []conversation.Booked, asked *parsed, sentence string) []conversation.Booked {
	one := len(all) == 1 && s.Closed != "" // "e a minha?" may be another one than that
	if one || !asked.says(say.Stands) || !d.noOtherTimes(all, sentence) {
		return nil
	}
	return d.askedOnes(s, all, sentence)
}

// askedOnes are those of some appointments that a question is about: those of whom it names, none where one of these has none, and else
// the ones whose time, doctor or service it names.
func (d *dialogue) askedOnes(s *conversation.State, all []conversation.Booked, text string) []conversation.Booked {
	r := d.readAgain(s, text)
	whose := d.patientsIn(s, r)
	lacks := slices.ContainsFunc(whose, func(call string) bool {
		return !slices.ContainsFunc(all, func(b conversation.Booked) bool { return b.For == call })
	})
	switch ofSomebody := r.saysAny(say.MineOfSeveral, say.TheirsOfSeveral) || len(d.kinIn(r.parsed)) > 0; {
	case lacks, len(whose) == 0 && ofSomebody:
		return nil
	case len(whose) > 0:
		all = slices.DeleteFunc(slices.Clone(all), func(b conversation.Booked) bool { return !slices.Contains(whose, b.For) })
		if best := d.mostAlike(all, text, wishOf(r.Facts)); len(whose) == 1 && len(best) > 0 {
			return best
		}
		return all
	default:
		return d.mostAlike(all, text, wishOf(r.Facts))
	}
}

// recaps reports a sentence that only wants to read again what was booked: "me manda os dois horários juntos pra eu anotar pra filha dela?"
// Whoever is named behind it is to be told, and wants nothing.
func (d *dialogue) recaps(s *conversation.State, p *parsed) bool {
	offered := s.Closed == "" && len(s.Offer) > 0
	if offered || !p.says(say.Recaps) || !wishOf(d.facts(p.text)).Empty() {
		return false
	}
	rest := d.readAgain(s, strings.TrimRight(d.withoutPhrase(p.text, say.Recaps), " ?!.")) // the sign of a question is no wish
	return rest.Intent != understand.Book && !rest.saysAny(say.ToBook, say.Wishing, say.AndOne, say.OneMore, say.WantsMore)
}

// asksWithWhom reports a sentence that asks with whom an appointment is, or whether it is with a doctor whom it names: "com o Carlos né".
func (d *dialogue) asksWithWhom(s *conversation.State, p *parsed) bool {
	if !afterBooking(s) || !strings.HasSuffix(strings.TrimSpace(p.text), "?") && !p.says(say.TagNe) {
		return false
	}
	if len(strings.Fields(p.text)) > maxConfirmed || p.saysAny(say.AnotherNow, say.Also, say.Instead, say.Exchanges, say.MovesIt, say.ForRelative) {
		return false
	}
	return p.says(say.AsksWhichDoctor) || p.says(say.IsWith) && len(d.find(p.text).Doctors) > 0
}

// onlyTimesOf reports that a sentence names times, and none that is not of one of some appointments.
func (d *dialogue) onlyTimesOf(all []conversation.Booked, sentence string) bool {
	return len(d.mentioned(sentence)) > 0 && d.noOtherTimes(all, sentence)
}

// noOtherTimes reports that a sentence names no time that is not of one of some appointments.
func (d *dialogue) noOtherTimes(all []conversation.Booked, sentence string) bool {
	return !slices.ContainsFunc(d.mentioned(sentence), func(m understand.Moment) bool {
		at := wishOfMoments([]understand.Moment{m})
		return !slices.ContainsFunc(all, func(b conversation.Booked) bool { return at.Allows(b.Slot) })
	})
}

// calledIn reports the first name of the patient of an appointment.
func calledIn(p *parsed, b conversation.Booked) bool { return hasWord(p.tokens, firstName(b.Name)) }

// namesKin reports the word for the relative whose appointment it is.
func (d *dialogue) namesKin(p *parsed, b conversation.Booked) bool {
	return b.For != "" && slices.ContainsFunc(d.kinIn(p), func(kin kinWord) bool { return kin.call == b.For })
}

// wholeSentences are the sentences of a text with the signs that end them.
func wholeSentences(p *parsed) []string {
	var list []string
	from := 0
	p.scan()
	for i, t := range p.tokens {
		if p.pauses(i) && t.Text != "," && t.Kind == language.Mark && strings.ContainsAny(t.Text, ".!?\n") && !titled(p, i) {
			list, from = append(list, p.text[from:t.End]), t.End
		}
	}
	if from < len(p.text) {
		list = append(list, p.text[from:])
	}
	return list
}
