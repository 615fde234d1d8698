package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// chatters reports a word of talk in what may be a name: "perai", "dela", "pergunta".
func chatters(word string) bool {
	folded := language.Fold(word)
	return everyday().Has(folded) && !say.NameParticle.Has(folded) && !understand.PersonName(folded)
}

// closing stands for "filha" and the like where it is the last word of a name, so that nobody is a daughter for it.
const closing = "junior"

// closesName reports a word for a relative that is part of a name: it ends a full one, "Lúcia Moura Filha, CPF …", or is
// spoken of as a word, "faltou o Filha", "tem Neto no final".
func closesName(tokens []language.Token, i int) bool {
	if !say.NameSuffix.Has(tokens[i].Text) || i == 0 {
		return false
	}
	at := func(k int) language.Token {
		if k < 0 || k >= len(tokens) {
			return language.Token{Kind: language.Mark}
		}
		return tokens[k]
	}
	next, of := at(i+1), at(i+2).Text
	if masculine := at(i-1).Text == "o" || at(i-1).Text == "um"; masculine && strings.HasSuffix(tokens[i].Text, "a") {
		return true
	}
	if (next.Text == "no" || next.Text == "do") && say.NameEnd.Has(of) {
		return true
	}
	before := at(i - 2).Text
	full := understand.Surname(at(i-1).Raw) && (understand.PersonName(before) || say.NameParticle.Has(before))
	return full && (next.Kind != language.Letters || say.BesideData.Has(next.Text))
}

// mostlyTalk reports words of which more are those of talk than of a name: "Joelma Coração Pires" is a name.
func mostlyTalk(words []string) bool {
	talk := 0
	for _, word := range words {
		if chatters(word) {
			talk++
		}
	}
	return 2*talk > len(words)
}

// onlyNameWords is a name without words that people put before a given name or behind all of it, mistyped too: "Ponha Nicolas
// Prado", "Ana Souza dt".
func onlyNameWords(name string) string {
	words := strings.Fields(name)
	given := slices.IndexFunc(words, func(word string) bool { return understand.PersonName(language.Fold(word)) })
	if given > 0 && !understand.Surname(words[given]) && !slices.ContainsFunc(words[:given], func(word string) bool { return !beforeName(language.Fold(word)) }) {
		words = words[given:]
	}
	for len(words) > 2 {
		last := language.Fold(words[len(words)-1])
		if understand.PersonName(last) || !say.AfterName.Has(last) && !say.BesideData.Has(last) {
			break
		}
		words = words[:len(words)-1]
	}
	if last := len(words) - 1; last > 0 && say.NameParticle.Has(language.Fold(words[last])) { // "Renata de novo"
		words = words[:last]
	}
	return strings.Join(words, " ")
}

// withoutTrade is a name without what its owner works as, or where, which people say behind it: "Marlene costureira do jardim", "o Zé
// da padaria".
func withoutTrade(name string) string {
	words := strings.Fields(name)
	for i := 1; i < len(words); i++ {
		place := say.NameParticle.Has(language.Fold(words[i])) && i+1 < len(words) && placeWord(language.Fold(words[i+1]))
		if place || say.Trade.Has(language.Fold(words[i])) {
			return strings.Join(words[:i], " ")
		}
	}
	return name
}

// placeWord reports a word behind "de" or "da" that says where somebody lives or works, and is no family name: "Neusa da Fazenda",
// "Rose de Betim".
func placeWord(word string) bool {
	return !understand.PersonName(word) && (say.TradePlace.Has(word) || understand.City(word))
}

// keepsName is the name that a text gives; "" where it would take the place of a known one and has words of talk in it.
// What is said to be the name, or to put it right, takes its place in any case.
func (d *dialogue) keepsName(s *conversation.State, r reading) string {
	if slices.ContainsFunc(d.queue(s), func(next conversation.Next) bool { return next.Called != "" && next.Called == r.Name }) {
		return "" // of who comes next
	}
	known := cmp.Or(d.given.Name, s.Patient.Name)
	talk := slices.ContainsFunc(strings.Fields(r.Name), chatters)
	if s.Closed != "" || known == "" || r.NameStated || !talk || r.saysAny(say.Corrects, say.AboutName) {
		return r.Name
	}
	return ""
}

// withoutLaughter is a text without the laughter and the remarks that people put around a name: "Ana Prado kkkk".
func (d *dialogue) withoutLaughter(r reading) reading {
	if text := strings.TrimSpace(d.withoutPhrase(r.text, say.BesideName)); text != "" && text != r.text {
		r.parsed = d.parse(text)
	}
	return r
}

// fullFirstName is the known name with the first name that is said to be the right one: "Rafa é apelido, meu nome é
// Rafaela"; "" where it is not clear which part it is, or the writer is not the patient.
func fullFirstName(s *conversation.State, known []string, r *reading) string {
	given := givenNames(known)
	if !r.NameStated || s.For != "" || len(known) < 2 || understand.Surname(r.Name) || sameWord(known, r.Name) {
		return ""
	}
	short := strings.HasPrefix(language.Fold(r.Name), language.Fold(known[0])) || strings.HasPrefix(language.Fold(known[0]), language.Fold(r.Name))
	if len(given) != 1 && !short {
		return ""
	}
	return strings.Join(append([]string{r.Name}, known[1:]...), " ")
}

// nameApart reads a name that is a sentence of its own in the answer to the offered times: "pode. Wagner Prado Lima. o
// CPF já mando".
func (d *dialogue) nameApart(s *conversation.State, r *reading) {
	told := r.Name != "" && !fullName(r.Name) // "Aqui é a Renata. terça 8h pode ser. Renata Moura Bastos"
	known := s.Patient.Name != "" || r.Name != "" && !told
	if asked := s.Asked == conversation.AskSlot || told && wasAsked(s); known || !asked || s.Closed != "" {
		return
	}
	for _, sentence := range sentences(r.parsed) {
		name := d.facts(sentence).Name
		words := strings.Fields(name)
		if told && firstName(name) != firstName(r.Name) {
			continue
		}
		if len(words) > 1 && language.Fold(name) == language.Fold(sentence) && understand.PersonName(language.Fold(words[0])) && len(d.find(sentence).Doctors) == 0 {
			r.Name = name
			return
		}
	}
}
