package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// namePutRight reads a name that corrects the one that is known: "não é Luiza, é Luisa Prado", "Luisa com s", "faltou o
// Souza".  It has something of the known one, or names the part that is missing.
func (d *dialogue) namePutRight(s *conversation.State, r *reading) {
	known := strings.Fields(cmp.Or(s.Patient.Name, d.before.Patient.Name)) // which may just have been taken back
	open := readingBack(s) || asksIdentity(s.Asked) && s.Asked != conversation.AskName
	if len(known) == 0 || !open || s.Closed != "" || r.Intent == understand.Question {
		return
	}
	if words := strings.Fields(r.Name); len(words) > 1 {
		if given := givenNames(known); len(given) > 0 && len(givenNames(words)) == 0 {
			r.Name = strings.Join(append(given, words...), " ") // "o nome é Fontes Ferreira"
		}
		return
	}
	if whole := fullFirstName(s, known, r); len(strings.Fields(r.Name)) == 1 && whole != "" {
		if !d.ofOtherPatient(s, *r) {
			r.Name = whole
		}
		return
	}
	if m, ok := r.match(say.NameLacks); ok {
		lacking := r.tokens[m.To-1]
		if !sameWord(known, lacking.Raw) && understand.PersonName(lacking.Text) {
			r.Name, r.NameStated = s.Patient.Name+" "+capitalised(strings.ToLower(lacking.Raw)), true
		}
		return
	}
	for i, clause := range d.clauses(r.text) {
		if i%2 == 1 { // what is between them
			continue
		}
		if name := d.likeName(known, clause, r.says(say.AboutName)); name != "" {
			r.Name, r.NameStated = name, true
		}
	}
}

// surnamesBehind reads surnames that come alone where other data are asked for as the end of the name that came before.
func surnamesBehind(s *conversation.State, r *reading) {
	open := s.Closed == "" && s.Patient.Name != "" && (readingBack(s) || asksIdentity(s.Asked) && s.Asked != conversation.AskName)
	if !open {
		return
	}
	rest := surnamesAlone(r)
	if has := strings.Contains(" "+language.Fold(s.Patient.Name)+" ", " "+language.Fold(rest)+" "); rest != "" && !has {
		r.Name, r.NameStated = s.Patient.Name+" "+rest, true
	}
}

// surnamesAlone are the surnames that are all of a text and begin with a particle, as the end of a name that came before: "de
// Albuquerque"; "" for anything else.
func surnamesAlone(r *reading) string {
	words := strings.Fields(strings.TrimRight(r.text, " .!"))
	if len(words) < 2 || len(words) > maxName || !say.NameParticle.Has(language.Fold(words[0])) || !r.Mentions.Empty() {
		return ""
	}
	family := func(word string) bool { return understand.Surname(word) || say.NameParticle.Has(language.Fold(word)) }
	if !understand.Surname(words[len(words)-1]) || slices.ContainsFunc(words, func(word string) bool { return !family(word) }) {
		return ""
	}
	return capitalisedName(strings.Join(words, " "))
}

// ofOtherPatient reports a name that comes with whom the appointment is for instead: "não, é pro meu filho Pedro".  Nobody has
// the writer's surnames for that.
func (d *dialogue) ofOtherPatient(s *conversation.State, r reading) bool {
	who := d.patientOf(r)
	return who != "" && who != conversation.ForWriter && who != s.For
}

// nameInDocument reads the name that a document has where the writer is called otherwise, "me chamo Luna, no documento está
// Lucas Prado": the clinic's records are by that.
func (d *dialogue) nameInDocument(r *reading) {
	at, ok := r.place(say.DocumentName)
	if !ok {
		return
	}
	if name := d.facts("nome: " + strings.TrimSpace(r.text[at.end:])).Name; name != "" {
		r.Name, r.NameStated = name, true
	}
}

// withoutOwnTitle is the answer to the question for the name without the title that the patient puts before it, "Dr. Otávio
// Lins Bastos"; with the name of one of the clinic's doctors it is the doctor.
func (d *dialogue) withoutOwnTitle(s *conversation.State, text string) string {
	p := d.parse(text)
	if s.Closed != "" || s.Asked != conversation.AskName && !p.saysAny(say.NamesSelf, say.AboutName) {
		return text
	}
	m, ok := p.match(say.OwnTitle)
	if !ok || len(d.hits(text).Doctors) > 0 {
		return text
	}
	name := p.tokens[m.To-1].Start
	if !strings.Contains(d.facts("nome: "+text[name:]).Name, " ") {
		return text
	}
	title := slices.IndexFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return say.DoctorTitle.Has(t.Text) })
	return text[:p.tokens[m.From+title].Start] + text[name:]
}

// asksOfDoctor takes the name of a doctor who is asked about for none of the patient's: "o Rafael Teixeira?"
func (d *dialogue) asksOfDoctor(r *reading) {
	if doctors := d.find(r.Name).Doctors; endsAsking(*r) && d.firstNameOf(doctors, r.Name) {
		r.Name, r.Doctors = "", doctors
	}
}

// givenNames are the words of a name before its first family name.
func givenNames(name []string) []string {
	at := slices.IndexFunc(name, understand.Surname)
	if at < 0 {
		return name
	}
	for at > 0 && say.NameParticle.Has(language.Fold(name[at-1])) { // "de Oliveira" is the family name
		at--
	}
	return name[:at:at]
}

// likeName is a name in a clause that is like the known one, or of which is said that it is the name, and not the same;
// "" for none.
func (d *dialogue) likeName(known []string, clause string, told bool) string {
	p := d.parse(clause)
	from, is := nameBegins(p)
	if from < 0 || p.says(say.AboutName) && !p.says(say.Is) {
		return ""
	}
	words := strings.Fields(d.facts("nome: " + clause[p.tokens[from].Start:]).Name)
	noFirst := func(word string) bool { return understand.Surname(word) || !understand.PersonName(language.Fold(word)) }
	for len(words) > 0 && !sameWord(known, words[0]) && noFirst(words[0]) { // "vale Maria Clara"
		words = words[1:]
	}
	shares := told && is || slices.ContainsFunc(words, func(word string) bool { return sameWord(known, word) })
	if len(words) > 1 && !slices.Equal(words, known) && shares {
		return strings.Join(words, " ")
	}
	return mistypedName(known, p, from)
}

// nameBegins is the word of a clause at which a name may begin, -1 for none, and whether "é" stands before it.
func nameBegins(p *parsed) (from int, is bool) {
	list := p.matches(say.NameIs)
	denied := slices.IndexFunc(p.tokens, func(t language.Token) bool { return t.Text == "nao" })
	switch {
	case len(list) > 0 && denied >= 0 && list[len(list)-1].From == denied+1: // "não é Luiza"
		return -1, false
	case len(list) > 0:
		from, is = list[len(list)-1].To, true
	case denied == 0:
		from = 1 // "não kkk Maria Luiza Fontes"
	}
	if from >= len(p.tokens) {
		return -1, false
	}
	return from, is
}

// mistypedName is the known name with one word put right that a clause spells: "Luisa com s"; "" for none.
func mistypedName(known []string, p *parsed, from int) string {
	word := p.tokens[from]
	if word.Kind != language.Letters || len(word.Text) < minMistyped || sameWord(known, word.Raw) {
		return ""
	}
	at := slices.IndexFunc(known, func(of string) bool { return language.OneTypo(language.Fold(of), word.Text) })
	alone := from+1 == len(p.tokens) && understand.PersonName(word.Text) || p.says(say.Spells)
	if at < 0 || !alone {
		return ""
	}
	right := slices.Clone(known)
	right[at] = capitalised(strings.ToLower(word.Raw))
	return strings.Join(right, " ")
}

// sameWord reports a word of a name.
func sameWord(name []string, word string) bool {
	return slices.ContainsFunc(name, func(of string) bool { return strings.EqualFold(of, word) })
}

// namedAnywhere is the longest run of names in the answer to the question for the name, whatever stands around it: "eu,
// camila vieira", "Camila Vieira é como consta no RG"; "" for none.  It begins with a given name.
func (d *dialogue) namedAnywhere(s *conversation.State, p *parsed) string {
	best, most := "", 1
	for i := 0; i < len(p.tokens); i++ {
		from, words := i, 0
		for i < len(p.tokens) && words < maxName && (partOfName(p.tokens[i]) || words > 0 && p.joinsNames(i)) {
			if partOfName(p.tokens[i]) {
				words++
			}
			i++
		}
		if words <= most || understand.Surname(p.tokens[from].Raw) {
			continue
		}
		name := p.text[p.tokens[from].Start:p.tokens[i-1].End]
		if !d.notPerson(s, name) && len(d.find(name).Doctors) == 0 && !d.calledDoctor(p.text, name) {
			best, most = capitalisedName(name), words
		}
	}
	return best
}

// joinsNames reports a particle with another name behind it: "de" in "Maria de Souza".
func (p *parsed) joinsNames(i int) bool {
	return say.NameParticle.Has(p.tokens[i].Text) && i+1 < len(p.tokens) && partOfName(p.tokens[i+1])
}

// ratherName reports a name in an answer that counts before the one that was found in it: "Rosa Lima Prado, sou a Bia, filha dela".
func ratherName(loose, found string) bool {
	longer := loose != "" && strings.HasPrefix(found, loose+" e ") || fullName(loose) && !fullName(found)
	return longer || strings.HasPrefix(loose, found+" ")
}

// partOfName reports a word that is a common name.
func partOfName(t language.Token) bool {
	return t.Kind == language.Letters && understand.PersonName(t.Text)
}
