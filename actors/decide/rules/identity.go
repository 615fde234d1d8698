package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// identity proposes what the text says of the patient, and says what is wrong with what was asked
// for but cannot be used.
func (d *dialogue) identity(s *conversation.State, r reading) {
	if s.Closed != "" && len(d.moves) == 0 {
		return
	}
	if s.Asked == conversation.AskPhone && hasDigit(r.text) {
		if s.LacksPhone() {
			d.askDataAgain(conversation.AskPhone)
		}
		d.learned = true
		return
	}
	r.CPF = d.oneCPF(s, r)
	if twoPeople(r.Name) {
		d.note(d.text(wording.TalkOneByOne))
		r.Name, d.rejected = "", s.Asked == conversation.AskName
	}
	if s.Asked == conversation.AskName {
		r.Name = d.wholeName(s, r.Name)
		if first, _, _ := strings.Cut(r.Name, " "); say.NameParticle.Has(language.Fold(first)) { // "e a da Manu?"
			r.Name, d.rejected = "", true
		}
	}
	if d.tookReturning || r.CPF == "" && nameOfReturning(s, r.Name) {
		r.Name = "" // which says whom it is for
	}
	other := d.otherAge(s, &r)
	if r.Name = d.keepsName(s, r); r.identifies() {
		d.propose(conversation.Identify{Identity: r.patient(), For: d.ownName(s, r), Half: halfOfBirth(s, r)})
	}
	d.explainMissingName(s, r)
	switch {
	case other, !r.wish().Empty(): // another time was meant
	case r.ownBirth && s.Asked == conversation.AskBirthDate:
		d.reject(conversation.AskBirthDate, d.about(s, wording.BadBirthDateOwn))
	case r.ownCPF && !r.ownBirth && cpfDue(s, r):
		d.reject(conversation.AskCPF, d.cpfNotTheirs(s, r))
	case r.turned, r.ownBirth, r.ownCPF: // the patient's data are known, or are asked in their turn
		d.learned = true
	case d.rejectsBirth(s, r):
	default:
		d.badData(s, r)
	}
}

// ownName is conversation.ForWriter where a text tells the name as the writer's own, "meu nome é Rosa Prado"; "" where it does not.
func (d *dialogue) ownName(s *conversation.State, r reading) string {
	if s.For == "" && r.NameStated && r.Name != "" && r.says(say.NamesSelf) && r.Name == d.facts(r.text).Name {
		return conversation.ForWriter
	}
	return ""
}

// ofAnother is a move with the data of who is told to be the patient instead of the one who is known, with another first name:
// "esses são os meus dados, a paciente é a minha filha Ana Prado", "não, é pro meu marido, Caio Leal".  What was given before
// is not theirs.
func (d *dialogue) ofAnother(m conversation.Identify) conversation.Identify {
	known, first := firstName(cmp.Or(d.given.Name, d.before.Patient.Name)), firstName(m.Name)
	same := first == "" || known == "" || first == known || language.OneTypo(first, known)
	if same || d.before.Closed != "" || d.read == 0 {
		return m
	}
	p := d.parse(d.turn.Messages[d.read-1].Text)
	whose := relativeCalled(p, m.Name)
	if whose != "" {
		m.Other, m.For = true, whose
	}
	if p.saysAny(say.Myself, say.ItsMine) && !p.saysAny(say.NotMyself, say.WriterIs) { // "não é o Adilson, é pra mim, Rosa Prado"
		m.Other, m.For = true, conversation.ForWriter
	} else if p.saysAny(say.PatientIs, say.ForSomebody, say.WriterIs) {
		m.Other, m.For = true, cmp.Or(m.For, d.namedPatient(p), d.onlyKin(p), d.before.For)
	}
	return m
}

// relativeCalled is whose name a text says it is: "o nome é do meu pai, Joaquim Lima", "é Joaquim Lima, que é meu pai"; "" for
// nobody's.
func relativeCalled(p *parsed, name string) string {
	p.scan()
	words := strings.Fields(name)
	for i := 0; i+len(words) <= len(p.tokens); i++ {
		if !slices.EqualFunc(p.tokens[i:i+len(words)], words, func(t language.Token, word string) bool { return t.Text == language.Fold(word) }) {
			continue
		}
		at := run{from: i, to: i + len(words)}
		if call := calledSo(p, at); call != "" {
			return call
		}
		for k := i - 1; k > 0 && k >= i-maxJoining; k-- { // "o nome é da minha patroa, Vera Lins"
			if call := spaced(say.NoKin.Value(p.tokens[k].Text)); call != "" && say.Our.Has(p.tokens[k-1].Text) {
				return call
			}
		}
		if call := relativeBehind(p, at.to); call != "" {
			return call
		}
	}
	return ""
}

// relativeBehind is who the name is that ends before a token, where that is told behind it: "Joaquim, que é meu pai"; "" for nobody.
func relativeBehind(p *parsed, behind int) string {
	for behind < len(p.tokens) && say.JoinsName.Has(strings.ToLower(p.tokens[behind].Raw)) {
		behind++
	}
	if behind+1 < len(p.tokens) && say.Our.Has(p.tokens[behind].Text) {
		return spaced(say.ToldBack.Value(p.tokens[behind+1].Text))
	}
	return ""
}

// namedPatient is the relative behind the last words that say who the patient is; "" for none.
func (d *dialogue) namedPatient(p *parsed) string {
	list := p.matches(say.PatientIs)
	if len(list) == 0 {
		return ""
	}
	last := list[len(list)-1]
	for _, kin := range d.kinIn(p) {
		if kin.at >= last.To && kin.at < last.To+nearKin && !p.onlyNamed(kin) {
			return kin.call
		}
	}
	return ""
}

// cpfDue reports that the patient's CPF is what a text should give: it was asked for, or follows the name.
func cpfDue(s *conversation.State, r reading) bool {
	return (s.Asked == conversation.AskCPF || r.Name != "") && s.Patient.CPF == "" && s.Choice != nil
}

// reject asks again, and says what is the matter with the answer.
func (d *dialogue) reject(asks conversation.Question, text wording.Words) {
	d.askInstead(question{text: text, asks: asks})
	d.rejected = true
}

// badData says what is wrong with a CPF or a birth date, or that there is no way without a CPF.
func (d *dialogue) badData(s *conversation.State, r reading) {
	if d.cpfEndingIn(&d.before, r) != 0 {
		return
	}
	digits, asksCPF := len(digitsOf(r.text)), s.Asked == conversation.AskCPF
	if d.keepsHalf(s, r) {
		return
	}
	switch {
	case asksCPF && !r.identifies() && digits == 0 && r.saysAny(say.NoCPF, say.NeverHadCPF):
		d.withoutCPF(s, r)
	case !asksCPF && s.Patient.CPF+r.CPF == "" && r.says(say.WithoutCPF):
		d.tellsNoCPF(s, r)
	case d.cpfInPart(s, r):
		d.reject(conversation.AskCPF, d.text(wording.BadCPFCount, "n", strconv.Itoa(digits)))
	case r.CPF == "" && (r.InvalidCPF != "" || asksCPF && digits >= 3 && r.BirthDate == ""):
		if asksCPF || s.Patient.CPF == "" {
			d.askDataAgain(conversation.AskCPF)
		} else { // the other one counts
			d.answerAside(d.text(wording.BadCPFKept, "last", lastOfCPF(s.Patient.CPF)))
		}
	case s.Asked == conversation.AskBirthDate && !r.identifies() && digits > 0:
		d.askDataAgain(conversation.AskBirthDate)
	}
}

// rejectsBirth says that no calendar has a birth date, and asks for it again, at once or in its turn.
func (d *dialogue) rejectsBirth(s *conversation.State, r reading) bool {
	day := noSuchDay(d.parse(cpfFormat.ReplaceAllLiteralString(r.text, " ")), d.now().Year())
	if day == "" || r.BirthDate != "" || !strings.Contains(r.text, "/") && !r.says(say.BornThen) {
		return false
	}
	if s.Asked != conversation.AskBirthDate || r.identifies() { // beside other data, before it is asked for
		d.note(d.text(wording.BadBirthDateNoDay, "birth", day))
		return true
	}
	d.reject(conversation.AskBirthDate, d.text(wording.BadBirthDateNone, "birth", day))
	return true
}

// cpfInPart reports a number that has too few or too many digits to be the CPF that is asked for: "335 688 767".
func (d *dialogue) cpfInPart(s *conversation.State, r reading) bool {
	asked := s.Patient.CPF == "" && (s.Asked == conversation.AskCPF || s.Asked == conversation.AskName)
	phone := strings.Contains(r.text, "+")
	if !asked || r.data() || r.InvalidCPF != "" || phone {
		return false
	}
	digits := len(digitsOf(r.text))
	return digits >= minCPFPart && digits <= maxCPFPart && digits != lenCPF && fewWords(r.text)
}

// A number of so many digits is a CPF that was not written in full, or has a digit too many.
const minCPFPart, maxCPFPart, lenCPF = 7, 14, 11

// withoutCPF says that there is no way without a CPF here; a person takes over the second time, and at once for who has none
// at all, a newborn or a foreigner.
func (d *dialogue) withoutCPF(s *conversation.State, r reading) {
	if s.Misses+s.Excuses > 0 || r.says(say.NeverHadCPF) {
		d.propose(d.transferNoData(s))
		return
	}
	text := d.text(wording.NoCPF)
	if r.says(say.AsksOwnCPF) { // "ela não tem, pode ser o meu?"
		text = d.text(wording.AnswerOwnCPF)
	}
	d.reject(conversation.AskCPF, text)
}

// tellsNoCPF says that there is no way without a CPF here, to who says before it was asked that there is none.  Where it is asked
// next, who says so again is helped by a person.
func (d *dialogue) tellsNoCPF(s *conversation.State, r reading) {
	if d.sendsLater && cmp.Or(s.Patient.Name, r.Name) != "" { // which the question for it says
		return
	}
	d.answerAside(d.text(wording.NoCPF))
	d.unanswered = d.unanswered || asksIdentity(s.Asked)
}

// wholeName puts a first name that came alone before the surnames that were asked for then, "Cavalcanti de Lima"; a name that begins
// with a first name is another one.
func (d *dialogue) wholeName(s *conversation.State, name string) string {
	words := strings.Fields(name)
	if s.FirstName == "" || len(words) == 0 || sameWord(words, firstName(s.FirstName)) {
		return name
	}
	if second := say.SecondName.Has(language.Fold(words[0])); understand.GivenName(words[0]) && !second {
		return name
	}
	return s.FirstName + " " + name
}

// twoPeople reports two names in one: "Enzo Ribeiro e Lara Ribeiro", and not "Ana da Costa e Silva".
func twoPeople(name string) bool {
	first, second, ok := strings.Cut(name, " e ")
	return ok && len(strings.Fields(first)) >= 2 && len(strings.Fields(second)) >= 2 && !slices.ContainsFunc(language.Tokenize(second), func(t language.Token) bool { return say.NameSuffix.Has(t.Text) })
}

// askDataAgain asks for the same thing again, saying what is the matter with it.
func (d *dialogue) askDataAgain(q conversation.Question) {
	if d.ask != nil && d.ask.asks != q { // something else is asked at the same time
		d.note(d.variant(textsOf[q].bad, 1))
		return
	}
	if d.ask == nil {
		d.reject(q, d.text(textsOf[q].bad))
	}
	d.rejected = true
}

// writtenCPFs are the different ones in a text.
func writtenCPFs(text string) []string {
	var list []string
	for _, written := range cpfFormat.FindAllString(text, -1) {
		cpf := digitsOf(written)
		if understand.ValidCPF(cpf) && !slices.Contains(list, cpf) {
			list = append(list, cpf)
		}
	}
	return list
}

// oneCPF is the CPF of a text: of several the last, where words say that it puts the first one right, or none: it is asked.
func (d *dialogue) oneCPF(s *conversation.State, r reading) string {
	several := writtenCPFs(r.text)
	if len(several) < 2 {
		return r.CPF
	}
	if last, ok := d.putRight(r.text); ok {
		return last
	}
	d.moves = append(d.moves, conversation.Identify{Beside: several})
	if s.Choice != nil {
		d.whichCPF(several)
	}
	return ""
}

// putRight is the last of two CPFs of a text between which words take the first one back: "794.402.176-69... desculpe,
// 589.809.054-16".
func (d *dialogue) putRight(text string) (cpf string, ok bool) {
	at := cpfFormat.FindAllStringIndex(text, -1)
	if len(at) != 2 || !d.said(text[at[0][1]:at[1][0]], say.PutRightBehind) {
		return "", false
	}
	cpf = digitsOf(text[at[1][0]:at[1][1]])
	return cpf, understand.ValidCPF(cpf)
}

// whichCPF asks which of several numbers is the patient's.
func (d *dialogue) whichCPF(several []string) {
	q := question{text: d.text(wording.CPFWhich), asks: conversation.AskCPF}
	for _, cpf := range several {
		if number, err := strconv.Atoi(cpf); err == nil {
			q.add(number, d.text(wording.CPFLast, "last", lastOfCPF(cpf)))
		}
	}
	d.askInstead(q)
}

// lastOfCPF is as much of a CPF as is said back: "47-25".
func lastOfCPF(cpf string) string {
	if len(cpf) != 11 {
		return ""
	}
	return cpf[7:9] + "-" + cpf[9:]
}

// looseName reads an answer to the question for the name, which may be less usual than a name in
// passing: "Marcos Sim" is one there, and so is "Joelma Coração Pires".
func (d *dialogue) looseName(r reading) string {
	answer := d.nameAhead(r.parsed)
	if name := d.nameOfKin(r.parsed); name != "" {
		return name
	}
	if name := d.nameInPart(r.parsed); name != "" && !r.says(say.NamesSelf) {
		return name
	}
	named, p := d.facts(answer).Name, d.parse(answer)
	words := strings.Fields(answer)
	talks := r.Intent != understand.Other && r.Intent != understand.Confirm && !r.says(say.Corrects)
	long := len(words) >= 3 && len(r.Plans) == 0
	switch {
	case named != "" && !p.says(say.Family):
		return named
	case talks || !r.Mentions.Empty() && !long:
	case answer != r.text && p.says(say.Family):
	case len(words) > 1 && len(words) <= maxName && nameLike(words) && !p.says(say.Plain) && !mostlyTalk(words):
		return capitalisedName(answer)
	}
	return ""
}

// nameAhead is the part of an answer in which the name is looked for: what stands before a comma if that has one, "Rosa
// Alves de Souza, é minha mãe", else all of it without the words around a name.
func (d *dialogue) nameAhead(p *parsed) string {
	answer := d.onlyName(d.withoutIntroduction(p))
	for _, text := range []string{p.text, d.withoutIntroduction(p)} {
		if head, _, ok := strings.Cut(text, ","); ok && d.facts(head).Name != "" {
			return head
		}
	}
	return answer
}

// nameOfKin is the name that stands behind a relative; "" for none.
func (d *dialogue) nameOfKin(p *parsed) string {
	for _, kin := range []language.Group{say.KinAhead, say.KinOf} {
		if at, ok := p.place(kin); ok && d.facts(p.text[at.end:]).Name != "" {
			return d.facts(p.text[at.end:]).Name
		}
	}
	return ""
}

// nameInPart is the full name that is all of one part of an answer: "sou eu quem vai, Jucilene Reis", "é o João Prado, meu
// filho"; "" for none, or several.
func (d *dialogue) nameInPart(p *parsed) string {
	found := ""
	for _, part := range strings.FieldsFunc(p.text, func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		rest := strings.TrimSpace(d.withoutIntroduction(d.parse(strings.TrimSpace(part))))
		if article, name, ok := strings.Cut(rest, " "); ok && slices.Contains([]string{"o", "a"}, strings.ToLower(article)) {
			rest = name
		}
		name := d.facts(rest).Name
		if !strings.Contains(name, " ") || language.Fold(name) != language.Fold(rest) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// nameAmong is the name in one of several sentences, "Maria Lima Prado. meu celular está sem bateria": the first that
// has one for sure, else the first that may be one.
func (d *dialogue) nameAmong(sentences []string) string {
	for _, sentence := range sentences {
		if name := d.facts(sentence).Name; strings.Contains(name, " ") {
			return d.looseName(d.readAgain(&conversation.State{}, sentence))
		}
	}
	for _, sentence := range sentences {
		if name := d.looseName(d.readAgain(&conversation.State{}, sentence)); name != "" {
			return name
		}
	}
	return ""
}

// sentences are the sentences of a text without their marks; what stands behind a letter or two ends none: "Maria F. Lima".
func sentences(p *parsed) []string {
	var list []string
	from := 0
	for i, t := range p.tokens {
		ends := t.Kind == language.Mark && (t.Text == "." || t.Text == "!" || t.Text == "?" || t.Text == "\n")
		if short := i > 0 && p.tokens[i-1].Kind == language.Letters && t.Start-p.tokens[i-1].Start < 3; !ends || short {
			continue
		}
		if sentence := strings.TrimSpace(p.text[from:t.Start]); sentence != "" {
			list = append(list, sentence)
		}
		from = t.End
	}
	if last := strings.TrimSpace(p.text[from:]); last != "" {
		list = append(list, last)
	}
	return list
}

// onlyName is an answer without the words that people put around a name: "escreve aí … viu".  What has fewer than two
// words then is left as it was.
func (d *dialogue) onlyName(answer string) string {
	p := d.parse(answer)
	words := slices.DeleteFunc(slices.Clone(p.tokens), func(t language.Token) bool { return t.Kind == language.Mark })
	from, to := 0, len(words)
	for from < to && beforeName(words[from].Text) {
		from++
	}
	for to > from && say.AfterName.Has(words[to-1].Text) {
		to--
	}
	if to-from < 2 || from == 0 && to == len(words) {
		return answer
	}
	return answer[words[from].Start:words[to-1].End]
}

// beforeName reports a word that stands before a name, also mistyped: "podi pôr".
func beforeName(word string) bool {
	mistyped := func(w string) bool { return len(w) >= minMistyped && language.OneTypo(w, word) }
	return say.BeforeName.Has(word) || !understand.PersonName(word) && slices.ContainsFunc(say.BeforeName.Words(), mistyped)
}

// minMistyped is how long a word is that is known though it is mistyped.
const minMistyped = 4

// maxName is how many words a name has.
const maxName = 7

// withoutIntroduction is a text without what stands before a name on its first line: "na verdade é a Maria".
func (d *dialogue) withoutIntroduction(p *parsed) string {
	rest := p.text
	for _, m := range p.matches(say.Is) {
		at := p.placeOf(m)
		if strings.Contains(p.text[:at.start], "\n") {
			break
		}
		if m.To < len(p.tokens) && p.apart(m.From) && !p.tokens[m.From].Glued {
			rest = p.text[at.end:]
		}
	}
	before, end := d.parse(rest), 0
	for _, m := range before.matches(say.Introduces) { // "sou eu mesma" goes further than "sou"
		end = max(end, before.placeOf(m).end)
	}
	return rest[end:]
}

// capitalisedName writes a name as one writes names: "Vitória Sim de Souza".
func capitalisedName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if say.NameParticle.Has(language.Fold(word)) {
			words[i] = strings.ToLower(word)
		} else {
			if len(word) > 2 && word == strings.ToUpper(word) { // typed in capitals
				word = strings.ToLower(word)
			}
			words[i] = capitalised(word)
		}
	}
	return strings.Join(words, " ")
}

// explainMissingName helps when the name was asked for and did not come.
func (d *dialogue) explainMissingName(s *conversation.State, r reading) {
	words := strings.Fields(strings.TrimRight(r.text, " .!"))
	switch {
	case s.Asked != conversation.AskName || r.Name != "", !r.wish().Empty() && !r.says(say.NotMyself):
	case s.Disputed.Name != "" && (r.CPF != "" || r.BirthDate != ""): // which leaves the name as it was said
	case r.writer != "":
		of := d.ofPatient(s)
		d.askInstead(question{text: d.text(wording.BadNameOwn, "name", r.writer, "of", of.Text).With(of), asks: conversation.AskName})
	case r.says(say.NotMyself):
		d.askInstead(question{text: d.text(wording.AskTheirName), asks: conversation.AskName})
	case r.says(say.Myself) && s.Aside.Name != "": // which was given before
	case r.says(say.Myself):
		d.askInstead(question{text: d.text(wording.AskOwnName), asks: conversation.AskName})
	case d.patientOf(r) != "": // asked for by name in the next question
		d.learned = true
	case r.says(say.Family):
		d.askInstead(question{text: d.text(wording.AskTheirName), asks: conversation.AskName})
	case len(r.Plans) > 0 || slices.Contains(d.doubts, conversation.AskPlan): // "particular"
	case r.Intent == understand.Other && len(words) == 1 && nameLike(words):
		d.propose(conversation.Identify{Identity: conversation.Identity{Name: d.wholeName(s, capitalisedName(strings.Trim(r.text, " .!")))}})
	}
}

// takesDataBack forgets data that the patient takes back: "esse cpf é do meu marido", "errei o nome".  They are
// asked again.
func (d *dialogue) takesDataBack(s *conversation.State, r reading) bool {
	if s.Closed != "" || r.identifies() || !r.says(say.WrongData) {
		return false
	}
	return d.forgetsData(s, r, r.says(say.AboutBirth) && s.Asked != conversation.AskSlot)
}

// slipsDatum forgets at once, whatever is asked, what was somebody else's, "desculpa, mandei o do meu irmão", and a year of birth
// that is wrong, where no right one is told.
func (d *dialogue) slipsDatum(h *heard) bool {
	s, r := h.s, h.whole
	if s.Closed != "" || len(h.beside) > 0 || r.identifies() || hasDigit(r.text) || strings.Contains(r.text, "?") {
		return false
	}
	theirs := d.gaveTheirs(s, r.parsed)
	year := r.says(say.YearWrong) && !r.says(say.AboutCPF)
	return (theirs || year) && d.forgetsData(s, r, year || r.says(say.AboutBirth))
}

// gaveTheirs reports that a text says of data that were given that they are those of somebody who is not the patient.
func (d *dialogue) gaveTheirs(s *conversation.State, p *parsed) bool {
	m, ok := p.match(say.GaveTheirs)
	return ok && !d.callsPatient(p, m, cmp.Or(s.For, conversation.ForWriter))
}

// forgetsData forgets the data that a text names, or what they can only be where it names none.
func (d *dialogue) forgetsData(s *conversation.State, r reading, birth bool) bool {
	kept := s.Patient
	if s.Disputed != (conversation.Identity{}) {
		kept = s.Disputed
	}
	name, cpf := r.says(say.AboutName), r.says(say.AboutCPF)
	if !name && !cpf && !birth && r.says(say.GaveTheirs) {
		all := r.says(say.GaveAll)
		name, birth = all, all || kept.CPF == "" || r.says(say.GaveDate)
		cpf = all || !birth
	}
	if name {
		kept.Name = ""
	}
	if cpf {
		kept.CPF = ""
	}
	if birth {
		kept.BirthDate = ""
	}
	if kept == s.Patient {
		return false
	}
	d.note(d.text(wording.TalkNoProblem))
	d.propose(conversation.Identify{Identity: kept, Other: true})
	d.given, d.agreed, d.objected = conversation.Identity{}, false, true
	return true
}

// asksIdentity reports questions for the patient's data.
func asksIdentity(q conversation.Question) bool {
	switch q {
	case conversation.AskName, conversation.AskCPF, conversation.AskBirthDate, conversation.AskPhone:
		return true // those with a text for what cannot be right
	default:
		return false
	}
}
