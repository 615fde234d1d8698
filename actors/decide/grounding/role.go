package grounding

import "atende/actors/conversation"

// roles are what doctors are called without a title.
var roles = words(`cardiologista dermatologista ginecologista obstetra ortopedista traumatologista pediatra psiquiatra psicologo psicologa nutricionista
	nutrologo nutrologa urologista neurologista neurocirurgiao oftalmologista otorrino otorrinolaringologista endocrinologista endocrino
	gastroenterologista gastro reumatologista oncologista mastologista pneumologista nefrologista hematologista geriatra angiologista infectologista
	alergista proctologista coloproctologista hepatologista clinico generalista especialista profissional cirurgiao fisioterapeuta fonoaudiologo
	fonoaudiologa fono dentista ortodontista anestesista radiologista fisiatra homeopata terapeuta professor professora prof profa enfermeiro
	enfermeira biomedico biomedica`)

// things are the words of the catalogue and of the clinic's name that are no doctor's.
func thingsOf(clinic *conversation.Clinic) set {
	s := set{}
	if clinic == nil {
		return s
	}
	learn := func(name string) {
		for _, t := range tokenize(name) {
			s[t.text] = struct{}{}
		}
	}
	learn(clinic.Name)
	for _, list := range [][]conversation.Service{clinic.Specialties, clinic.Plans} {
		for _, one := range list {
			learn(one.Name)
			for _, alias := range one.Aliases {
				learn(alias)
			}
		}
	}
	for _, one := range clinic.Procedures {
		learn(one.Name)
	}
	return s
}

// playing reads the name behind what somebody is: "o cardiologista Marcos Rocha", "clínico geral: Ricardo Alves".
func (c *checker) playing(i, end int, people roster) (mention, bool) {
	at := i + 1
	for at < end && at < i+3 && (c.isMark(at, ".", ":", "(", "-") || c.oneOf(at, "geral", "clinico", "e", "eh")) {
		at++
	}
	if !c.properName(at, people) {
		return mention{}, false
	}
	m, ok := c.titled(at-1, end, people)
	m.from = i
	return m, ok
}

// accompanied reads a name of two words behind "com", in a sentence that names a day or an hour.
func (c *checker) accompanied(i int, s sentence, people roster) (mention, bool) {
	with := c.word(i-1) == "com" || c.oneOf(i-1, "a", "o") && c.word(i-2) == "com"
	if !with || !c.whenIn(s) || !c.named(i) || !c.properName(i, people) || !c.properName(i+1, people) {
		return mention{}, false
	}
	return mention{from: i, name: i, to: i + 2}, true
}

// properName reports whether a word is written as a name and means nothing else.
func (c *checker) properName(i int, people roster) bool {
	if i >= len(c.toks) || c.toks[i].kind != word || !c.toks[i].upper {
		return false
	}
	w := c.toks[i].text
	return len(w) > 1 && !people.things.has(w) && !notNames.has(w) && !inNames.has(w) && !roles.has(w) && !titles.has(w) && toneOf[w] == 0 &&
		c.toks[i].claim == nil && c.refAtToken(i) < 0
}
