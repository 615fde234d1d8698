package persona

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// mood is what somebody who paraphrases does beside that: how likely each of it is in an answer, words apart,
// where it is how likely it is in a word.
type mood struct {
	regional, misspelt                                float64
	pieces, fillers, remarks, asks, corrects, flowery float64
}

// Paraphrasers are patients who do not know our phrases, in a fixed order.  They are no part of Cast.
func Paraphrasers() []Persona {
	var list []Persona
	for _, one := range []struct {
		name string
		mood mood
	}{
		{"paraphrase plainly", mood{}},
		{"paraphrase regional", mood{regional: 0.9}},
		{"paraphrase misspelt", mood{misspelt: 0.5}},
		{"paraphrase in pieces", mood{pieces: 0.8}},
		{"paraphrase with fillers", mood{fillers: 0.6}},
		{"paraphrase with remarks", mood{remarks: 0.4}},
		{"paraphrase with questions", mood{asks: 0.3}},
		{"paraphrase with corrections", mood{corrects: 0.4}},
		{"paraphrase at length", mood{flowery: 0.7}},
		{"paraphrase all ways", mood{regional: 0.3, misspelt: 0.2, pieces: 0.2, fillers: 0.2, remarks: 0.15, asks: 0.1, corrects: 0.15, flowery: 0.15}},
	} {
		list = append(list, Persona{Name: one.name, Paraphrases: true, play: func(p *Patient) {
			p.mood = one.mood
			p.style = style{noMarks: chance(p.dice, 0.25), words: chance(p.dice, 0.7)}
			if chance(p.dice, 0.3) {
				p.goal().Wish.Fixed, p.goal().Wish.Weekday = true, pick(p.dice, workingDays)
			}
		}})
	}
	return list
}

// paraphrase puts each of the answers among some messages in other words.
func (p *Patient) paraphrase(messages []message) []message {
	var list []message
	for _, m := range messages {
		list = append(list, p.paraphrased(m)...)
	}
	return list
}

// paraphrased is an answer in other words, in one message or several; what is no answer stays.
func (p *Patient) paraphrased(m message) []message {
	values := p.valuesOf(*p.goal(), p.agreed)
	maps.Copy(values, m.values)
	way := p.drawn(m.says, values)
	if way == "" {
		return []message{m}
	}
	way = p.reworded(way)
	if wrong, right := p.mistaken(m.says, values); wrong != nil {
		maps.Copy(wrong, m.values)
		oops := message{text: filled(p.drawn(sayOops, map[string]string{"value": right}), map[string]string{"value": right}), exact: true}
		if oops.soon = chance(p.dice, 0.5); !oops.soon {
			oops.after = time.Duration(p.dice.IntN(4)) * time.Second
		}
		return append(p.parted(way, wrong), oops)
	}
	return p.around(p.parted(way, values))
}

// reworded exchanges words as people of a region or in a hurry do; what is to be filled in stays.
func (p *Patient) reworded(way string) string {
	words := strings.Fields(way)
	for i, word := range words {
		if strings.Contains(word, "{") {
			continue
		}
		core := strings.Trim(word, ",.!?:*")
		for _, swap := range []struct {
			table  phrase
			chance float64
		}{{swapRegional, p.mood.regional}, {swapMisspelt, p.mood.misspelt}} {
			if others := phrasings().swaps[swap.table][lower(core)]; len(others) > 0 && chance(p.dice, swap.chance) {
				words[i] = strings.Replace(word, core, pick(p.dice, others), 1)
			}
		}
		if words[i] == word && chance(p.dice, p.mood.misspelt/2) {
			words[i] = style{typos: 1}.misspelled(p.dice, word)
		}
	}
	return strings.Join(words, " ")
}

// slips are what some first write wrongly, and how it is put right.
var slips = map[phrase]string{
	sayName: "{name}", sayCPF: "{cpf}", sayBirth: "{birth}", sayPlan: "{plan}", sayTime: "{date} às {hour}",
}

// mistaken are values with another one for what is said, and the right one; none if no mistake is made.
func (p *Patient) mistaken(says phrase, values map[string]string) (wrong map[string]string, right string) {
	if slips[says] == "" || !chance(p.dice, p.mood.corrects) {
		return nil, ""
	}
	g, slot := *p.goal(), p.agreed
	switch says {
	case sayName:
		g.For.Name = g.For.firstName() + " " + pick(p.dice, surnames)
	case sayCPF:
		g.For.CPF = mistyped(p.dice, g.For.CPF)
	case sayBirth:
		g.For.BirthDate = fmt.Sprint(1950+p.dice.IntN(50), g.For.BirthDate[4:])
	case sayPlan:
		plans := slices.DeleteFunc(others(p.plans(), g.PlanID), p.private)
		if len(plans) == 0 {
			return nil, ""
		}
		g.PlanID = pick(p.dice, plans)
	default:
		other := pick(p.dice, p.shown).Slot
		slot = &other
	}
	return p.valuesOf(g, slot), filled(slips[says], values)
}

// parted fills a way and sends it in one message, or in up to three: parted at marks, and before what is filled in.
func (p *Patient) parted(way string, values map[string]string) []message {
	list := []message{{exact: true}}
	for _, word := range strings.Fields(way) {
		last := &list[len(list)-1]
		pause := strings.HasPrefix(word, "{") || strings.ContainsAny(last.text[max(0, len(last.text)-1):], ",.!?:")
		if pause && last.text != "" && len(list) < 3 && chance(p.dice, p.mood.pieces) {
			list = append(list, message{exact: true, soon: chance(p.dice, 0.7)})
			last = &list[len(list)-1]
		}
		last.text = strings.TrimSpace(last.text + " " + word)
	}
	for i := range list {
		list[i].text = filled(list[i].text, values)
	}
	return list
}

// around puts before and behind an answer what does not belong to it; the first message answers nothing.
func (p *Patient) around(list []message) []message {
	if p.written == 0 {
		return list
	}
	first, last := &list[0], &list[len(list)-1]
	if chance(p.dice, p.mood.flowery) {
		first.text = p.drawn(sayBefore, nil) + first.text
		last.text += p.drawn(sayAfter, nil)
	}
	for _, aside := range []struct {
		says   phrase
		chance float64
	}{{sayRemark, p.mood.remarks}, {sayQuestion, p.mood.asks}} {
		if !chance(p.dice, aside.chance) {
			continue
		}
		text := p.reworded(p.drawn(aside.says, nil))
		switch p.dice.IntN(3) {
		case 0:
			last.text += ". " + text
		case 1:
			list = append(list, message{text: text, exact: true, soon: chance(p.dice, 0.5)})
		default:
			list = slices.Insert(list, 0, message{text: text, exact: true})
			list[1].soon = chance(p.dice, 0.5)
		}
		first, last = &list[0], &list[len(list)-1]
	}
	if !chance(p.dice, p.mood.fillers) {
		return list
	}
	filler := p.drawn(sayFiller, nil)
	if chance(p.dice, 0.5) {
		first.text = fmt.Sprint(filler, either(p.dice, ", ", " ", "... "), first.text)
		return list
	}
	first.soon = chance(p.dice, 0.5)
	return slices.Insert(list, 0, message{text: filler, exact: true})
}
