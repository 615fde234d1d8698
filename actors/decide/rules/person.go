package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// patientOf is who the text says the appointment is for; "" if it does not say.
func (d *dialogue) patientOf(r reading) string {
	if call := d.namedPatient(r.parsed); call != "" && r.Name != "" { // "esse sou eu, o paciente é a minha esposa Ana"
		return call
	}
	if d.joinsWriter(r) {
		return d.before.For
	}
	if d.said(d.withoutPhrase(d.withoutPhrase(r.text, say.NotMyself), say.WriterIs), say.Myself) || d.withNamed(r) { // "pra mim e pro meu marido": one after the other
		return conversation.ForWriter
	}
	if m, ok := r.match(say.KinOf); ok && !r.says(say.ForRelative) {
		return relativeOf(r, m)
	}
	m, ok := r.match(say.ForRelative)
	if !ok && r.says(say.ForThem) {
		if call := d.onlyKin(r.parsed); call != "" { // "minha mãe mandou eu marcar pra ela"
			return call
		}
	}
	if !ok {
		return cmp.Or(d.namedThenKin(r.parsed), d.likelyPatient(r), d.calledPatient(r))
	}
	call := cmp.Or(d.toldBack(r.parsed, m), siblingOf(r, m))
	if r.turned && say.ForPerson.Has(r.tokens[m.From].Text) { // whatever is told beside: "na vdd é pra minha esposa, eu tenho audiência"
		return call
	}
	if r.says(say.Telling) || r.Intent == understand.Thanks || d.onlyInPassing(r) || moreOf(r, m) == nil && d.onlyTold(r, call) {
		return ""
	}
	return call
}

// namedThenKin is the relative behind the first name of who the appointment is for, "é pra Julia, minha filha"; "" for none.
func (d *dialogue) namedThenKin(p *parsed) string {
	for _, kin := range d.kinIn(p) {
		at := kin.at - 1
		if at < 2 || !say.Our.Has(p.tokens[at].Text) {
			continue
		}
		if at--; p.tokens[at].Text == "," {
			at--
		}
		last := at
		for at > 0 && (partOfName(p.tokens[at]) || say.Honour.Has(p.tokens[at].Text)) { // "pro seu Anselmo, meu vizinho"
			at--
		}
		if at < last && say.ForPerson.Has(p.tokens[at].Text) {
			return kin.call
		}
	}
	return ""
}

// joinsWriter reports that the writer wants an appointment, too, beside the patient who is somebody else: "e pra mim tb".
func (d *dialogue) joinsWriter(r reading) bool {
	begun := d.before.Closed == "" && d.before.For != "" && len(d.turn.Messages) > 0 && !d.literal
	return begun && r.says(say.MeToo) && !r.saysAny(say.NotMyself, say.Amends, say.ForRelative)
}

// saysForWhom reports words for whom an appointment is.
func (d *dialogue) saysForWhom(r reading) bool {
	return r.saysAny(say.ForRelative, say.NotMyself, say.Others) || d.namedThenKin(r.parsed) != ""
}

// relativeOf is for whom somebody writes who says whose relative they are, "aqui é a filha do seu Antônio"; "" where that
// leaves it open.
func relativeOf(r reading, m language.Match) string {
	if m.To < 2 || m.To-m.From < 2 {
		return ""
	}
	kin := r.tokens[m.To-2].Text
	switch r.tokens[m.To-1].Text {
	case "do", "dele":
		return spaced(say.RelativeOfHim.Value(kin))
	case "da", "dela":
		return spaced(say.RelativeOfHer.Value(kin))
	}
	return ""
}

// onlyKin is the one relative whom a text names; "" for none or several.
func (d *dialogue) onlyKin(p *parsed) string {
	return only(each(slices.DeleteFunc(d.kinIn(p), p.onlyNamed), callOf))
}

// callOf is how the writer is told back who a relative is.
func callOf(kin kinWord) string { return kin.call }

// relatives are all of the family that the text says an appointment is for.
func (d *dialogue) relatives(r reading) []string {
	var list []string
	if d.onlyInPassing(r) {
		return nil
	}
	if d.joinsWriter(r) {
		return []string{conversation.ForWriter}
	}
	for _, m := range r.matches(say.ForRelative) {
		more := moreOf(r, m)
		listed := d.listedWith(r.parsed, m)
		for _, call := range slices.Concat(listed, []string{cmp.Or(d.toldBack(r.parsed, m), siblingOf(r, m))}, more) {
			wants := len(listed)+len(more) > 0 || !d.onlyTold(r, call) || r.counts(m)
			if call != "" && wants && !slices.Contains(list, call) {
				list = append(list, call)
			}
		}
	}
	if len(list) > 0 {
		return append(list, d.namedToo(r)...)
	}
	of := r.says(say.KinOf) && len(d.turn.Messages) > 0                          // "aqui é a filha do seu Raimundo"
	if of || d.callsRelative() || slices.ContainsFunc(d.before.Next, nameless) { // whose name that may be
		return list
	}
	return d.calledPatients(r)
}

// counts reports one of several appointments right before for whom it is: "uma pro meu marido e uma pra minha filha".
func (p *parsed) counts(m language.Match) bool {
	if !p.quietly(say.BeginsShare) {
		return false
	}
	return slices.ContainsFunc(book.AllOf(say.BeginsShare, p.words), func(of language.Match) bool { return of.From == m.From-1 && of.To > m.From })
}

// nameless reports somebody of whom no name is known.
func nameless(next conversation.Next) bool {
	return next.For != "" && next.For != conversation.ForWriter && cmp.Or(next.Called, next.Patient.Name) == "" && !byName(next.For)
}

// listedWith are the relatives who stand in one list with that of a phrase: "pra mim, minha mãe e minha vó", "minha filha e meu
// filho precisam".
func (d *dialogue) listedWith(p *parsed, m language.Match) (calls []string) {
	all := d.kinIn(p)
	at := slices.IndexFunc(all, func(kin kinWord) bool { return kin.at >= m.From && kin.at < m.To })
	if at < 0 || p.doesKin(all[at].at) {
		return nil
	}
	from, to := at, at
	for from > 0 && p.listsKin(all[from-1].at, all[from].at) {
		from--
	}
	for to+1 < len(all) && p.listsKin(all[to].at, all[to+1].at) && !p.doesKin(all[to+1].at) {
		to++
	}
	if from == to {
		return nil
	}
	return each(all[from:to+1], callOf)
}

// listsKin reports that two words for relatives stand in one list: only words that join, and names, are between them.
func (p *parsed) listsKin(one, two int) bool {
	joined := false
	for _, t := range p.tokens[one+1 : two] {
		if !say.JoinsKin.Has(t.Text) && !capital(t) {
			return false
		}
		joined = joined || t.Text == "," || t.Text == "e"
	}
	return joined && two-one <= maxListed
}

// doesKin reports a word for a relative of whom something else is told than that they want an appointment: "meu pai vai junto".
func (p *parsed) doesKin(at int) bool {
	if at++; at+1 < len(p.tokens) && slices.Contains([]string{"que", "q", "quem"}, p.tokens[at].Text) {
		at++
	}
	return at < len(p.tokens) && say.KinDoes.Has(p.tokens[at].Text)
}

// maxListed is how far two relatives of a list stand apart, in words: "meu filho Pedro Souza e a minha".
const maxListed = 8

// onlyInPassing reports a text in which a relative is only told of: "10h, porque o meu namorado quer ir junto".
func (d *dialogue) onlyInPassing(r reading) bool {
	return r.says(say.InPassing) && !d.said(d.withoutPhrase(r.text, say.InPassing), say.ForRelative)
}

// moreOf are the others of several relatives who are called with one word: "meus três filhos".
func moreOf(r reading, m language.Match) []string {
	inGeneral := r.Intent == understand.Question && m.To-m.From == 2 // "vocês atendem para crianças?"
	second, third := "", ""
	for _, t := range r.tokens[m.From:m.To] {
		second = cmp.Or(second, spaced(say.ToldBackSecond.Value(t.Text)))
		third = cmp.Or(third, spaced(say.ToldBackThird.Value(t.Text)))
	}
	switch {
	case second == "", inGeneral:
		return nil
	case slices.ContainsFunc(r.tokens[m.From:m.To], func(t language.Token) bool { return say.Three.Has(t.Text) }):
		return []string{second, third}
	}
	return []string{second}
}

// siblingOf is the first of brothers or sisters who are called with one word: "minhas duas irmãs"; "" for none.
func siblingOf(r reading, m language.Match) string {
	for _, t := range r.tokens[m.From:m.To] {
		if call := spaced(say.Siblings.Value(t.Text)); call != "" {
			return call
		}
	}
	return ""
}

// spaced writes the spaces in a value of a class.
func spaced(value string) string { return strings.ReplaceAll(value, "_", " ") }

// toldBack is how the relative of a phrase is called to the writer: "a sua mãe".
func (d *dialogue) toldBack(p *parsed, m language.Match) string {
	for i, t := range p.tokens[m.From:m.To] {
		call := cmp.Or(d.lookedAfter(p, m.From+i), say.ToldBack.Value(strings.ToLower(t.Raw)), say.ToldBack.Value(t.Text), d.noKin(p, m.From+i))
		if call != "" && !d.ofDoctor(p, m.From+i) {
			call = spaced(call)
			to := m.To
			for to+1 < len(p.tokens) && say.Twin.Has(p.tokens[to].Text) {
				to++
			}
			if to < len(p.tokens) && say.ThirdPersons.Has(p.tokens[to].Text) { // "o irmão dela", "a irmã gêmea dela"
				call = strings.NewReplacer(" seu ", " ", " sua ", " ").Replace(call) + " " + p.tokens[to].Text
			}
			return call
		}
	}
	return ""
}

// noKin is how somebody is called to the writer who is no kin, "minha funcionária também"; "" for nobody, and for the learned readers,
// whose examples know none.
func (d *dialogue) noKin(p *parsed, at int) string {
	call := say.NoKin.Value(p.tokens[at].Text)
	if call == "" || len(d.turn.Messages) == 0 || at == 0 {
		return ""
	}
	switch before := p.tokens[at-1].Text; {
	case before == "minha":
		return strings.Replace(call, "o_seu_", "a_sua_", 1) // "minha colega"
	case before == "meu", say.Boss.Has(p.tokens[at].Text) && say.ForPerson.Has(before), say.Boss.Has(p.tokens[at].Text) && (before == "da" || before == "do"):
		return call
	default:
		return ""
	}
}

// ofPatient is "da sua mãe", or words that fit anybody.
func (d *dialogue) ofPatient(s *conversation.State) wording.Words {
	if s.For == "" {
		return d.text(wording.ShortOf)
	}
	return wording.Words{Text: "d" + s.For}
}

// recordPatientRelation records for whom the appointment is.  Data that were given before somebody else was named are
// the writer's: they are not mixed.
func (d *dialogue) recordPatientRelation(s *conversation.State, r reading) {
	who := d.patientOf(r)
	others := minus(d.relatives(r), []string{who})
	who, others = d.together(s, r, who, others)
	who, others = inTurn(s, r, who, others)
	who = d.unlessWaiting(s, r, who)
	switch {
	case who == conversation.ForWriter || who != "" && len(others) > 0:
		d.keepOthers(s, others)
	case r.says(say.Both) && !d.knowsBoth(s, r) && !(s.Asked == conversation.AskSlot && slices.Contains(r.Times, just(twoOClock)[0])):
		d.note(d.text(wording.TalkOneByOne))
		return
	}
	if next := d.somebodyElse(r); who == "" && d.asksFor(s, r, next) {
		d.keep(d.nextFor(s, r, next.For))
	}
	switch {
	case who == "":
		return
	case who == conversation.ForWriter && mayBeWriter(s):
		d.moves, d.learned = append(d.moves, conversation.Identify{For: who, Half: s.Half}), true
		return
	case who == s.For, who == conversation.ForWriter && s.For == "":
		d.learned = true
		return
	}
	known := d.knowsAnother(s, who)
	d.propose(conversation.Identify{For: who, Other: known && (r.Name == "" || r.CPF == "")}) // else nothing of it was the writer's
}

// knowsAnother reports that what is known is not that of who turns out to be the patient, but for one who is called as in it.
func (d *dialogue) knowsAnother(s *conversation.State, who string) bool {
	if s.Closed != "" {
		return who == conversation.ForWriter // the booking before was for another
	}
	called := byName(who) && language.Fold(lastWord(who)) == firstName(s.Patient.Name)
	return !called && (s.Patient != (conversation.Identity{}) || d.given != (conversation.Identity{}))
}

// unlessWaiting is the patient by a text, "" for whose turn comes and who is only told of: "minha tia prefere a dra Ana".
func (d *dialogue) unlessWaiting(s *conversation.State, r reading, who string) string {
	if s.Closed == "" && waits(s.Next, who) && !d.saysForWhom(r) {
		return ""
	}
	return who
}

// keepOthers keeps in mind those of some people whose turn is not known yet.
func (d *dialogue) keepOthers(s *conversation.State, others []string) {
	for _, other := range others {
		if !waits(d.queue(s), other) {
			d.keep(conversation.Next{For: other})
		}
	}
}

// mayBeWriter reports a patient of whom nobody said who that is to the writer.
func mayBeWriter(s *conversation.State) bool {
	return s.For == "" && !s.Own && s.Closed == "" && s.Asked != conversation.AskSame
}

// deniesKnown notes that the next one is not for the patient of the booking before: "não, é pra outra pessoa".
func (d *dialogue) deniesKnown(s *conversation.State, r reading) bool {
	if s.Known == nil || r.Intent != understand.Deny || !r.says(say.Others) || d.patientOf(r) != "" {
		return false
	}
	d.propose(conversation.Identify{Other: true})
	d.learned = true
	return true
}

// inTurn puts the other one first where a text says so: "primeiro pro meu pai, depois pra mim".
func inTurn(s *conversation.State, r reading, who string, others []string) (patient string, next []string) {
	if who == conversation.ForWriter && slices.Equal(others, []string{s.For}) && waits(s.Next, who) {
		return "", nil // "pra mim e pra ela", whose turns are known
	}
	switch theyFirst := s.Choice == nil && r.says(say.TheyFirst); {
	case theyFirst && who == conversation.ForWriter && len(others) == 1:
		return others[0], []string{who}
	case theyFirst && who != "" && who != conversation.ForWriter && len(others) == 0: // "pro meu filho, depois vejo o meu"
		return who, []string{conversation.ForWriter}
	}
	return who, others
}

// together are the patient and those who come afterwards, where a text has them by little words alone: "pra mim e pra
// ela", "e depois um eletro também pra minha mãe".
func (d *dialogue) together(s *conversation.State, r reading, who string, others []string) (patient string, next []string) {
	if len(others) > 0 || who == "" {
		return who, others
	}
	if who == conversation.ForWriter {
		if r.says(say.AndThem) {
			others = []string{d.themNamed(s, r)}
		}
		return who, others
	}
	also := d.before.Closed == "" && who != s.For && s.Request.SpecialtyID != 0 && r.saysAny(say.Also, say.AnotherNow)
	if also && !r.says(say.NotMyself) {
		return patientNow(s), []string{who}
	}
	return who, others
}

// themNamed is whom "e pra ela" means: the relative whom the text names, or somebody.
func (d *dialogue) themNamed(s *conversation.State, r reading) string {
	m, _ := r.match(say.AndThem)
	if r.tokens[m.To-1].Text == "pessoa" {
		return d.text(wording.NextOther).Text
	}
	if call := d.toldBack(r.parsed, language.Match{To: m.From}); strings.HasPrefix(call, r.pronoun(m)) {
		return call
	}
	before := append(each(d.queue(s), forOf), s.For)
	return cmp.Or(onlyOne(before, r.pronoun(m)), d.text(wording.NextOther).Text)
}

// asksFor reports that somebody is asked about whose turn comes, "mas e o meu filho?", while it is known what is booked.
func (d *dialogue) asksFor(s *conversation.State, r reading, next conversation.Next) bool {
	if s.Request.SpecialtyID == 0 || next.For == s.For || next.For == "" || next.For == d.text(wording.NextOther).Text || r.identifies() {
		return false
	}
	return !waits(d.queue(s), next.For) && r.says(say.AnotherNow) && !r.saysAny(say.AsksCompanion, say.InPassing, say.Objects, say.Amends)
}

// nextFor is what somebody else is to be booked for: the one thing that is named beside what is being booked, "e o do meu pai com
// ortopedista?", or nothing that is known.
func (d *dialogue) nextFor(s *conversation.State, r reading, call string) conversation.Next {
	next := conversation.Next{For: call}
	if more := d.moreThings(s, r); len(more) == 1 {
		next.ProcedureID = more[0].ProcedureID
	}
	return next
}

// asksOfAnother keeps in mind who is asked about at the read-back, "e a da minha filha?": it is no other patient for what was
// read back.
func (d *dialogue) asksOfAnother(h *heard) bool {
	if d.literal || h.s.Closed != "" || !readingBack(h.s) || !endsAsking(h.whole) {
		return false
	}
	next := d.nextFor(h.s, h.whole, d.onlyKin(h.whole.parsed))
	if d.inClauses(h.s, h.whole.parsed).agrees() || !d.asksFor(h.s, h.whole, next) {
		return false
	}
	d.keepAsked(next)
	d.answeredAside = true
	return true
}

// holdsWithAnother keeps in mind who is named beside a yes that something is held against, "sim e a Lara, mas espera um pouco",
// and books nothing yet.
func (d *dialogue) holdsWithAnother(h *heard) bool {
	at, held := h.whole.place(say.Postpones)
	open := h.s.Closed == "" && h.s.Asked == conversation.AskConfirm && !h.apart && !d.literal
	if !open || !held || h.whole.identifies() || h.whole.Intent == understand.Deny || !h.wish().Empty() {
		return false
	}
	before := d.readAgain(h.s, h.whole.text[:at.start]) // behind it may stand whom they ask: "mas vou ver com ela"
	_, named := d.somebodyIn(alone(h.s, before))
	next := d.meant(h, before)
	if !named || !d.isAnother(h.s, next) {
		return false
	}
	d.keepNew(h.s, next)
	if d.giveAnswers(h.asked); !h.asked.asks() && h.whole.says(say.Waiting) {
		d.waitsWith(h)
		return true
	}
	d.askInstead(question{text: d.readBackText(h.s, 0), asks: conversation.AskConfirm})
	d.learned, d.told = true, true
	return true
}

// separateWriter drops the writer's own name and CPF where the appointment is for somebody else:
// "aqui é a Rosa, quero marcar pro meu filho".  What is missing is asked.
func (d *dialogue) separateWriter(s *conversation.State, r *reading) {
	d.separateSelf(s, r)
	if name := cmp.Or(d.theirName(s, r.parsed), d.nameBeforeOwn(s, r.parsed)); name != "" {
		r.Name, r.NameStated = name, true
		return
	}
	relative, named := r.place(say.ForRelative)
	if named && d.turnsOutOther(s, r, relative.start) {
		d.forgetBefore(r, relative.start)
		return
	}
	if named && d.patientOf(*r) == conversation.ForWriter && r.Name != "" && r.Name == d.namedBehind(s, r.text) {
		r.Name, r.NameStated = "", false // "pra mim e pro meu filho Enzo Prado": the writer comes first
	}
	if dropLentCPF(r, s.For != "" || named) || writesNow(s, *r) {
		return
	}
	if s.For != "" && r.BirthDate != "" && r.says(say.Born) {
		r.BirthDate, r.ownBirth = "", true
	}
	other := s.For != "" || r.says(say.Others) || named
	swapped := s.For == "" && r.says(say.NotMine) // "esse é do meu marido, o meu é …"
	if other && !swapped && r.says(say.Own) && !r.says(say.Myself) {
		d.dropWriter(s, r)
	}
}

// turnsOutOther reports that a relative, who is named at a place in the text, turns out to be the patient after data
// were asked for: "10/10/1975, mas a consulta é da minha esposa".
func (d *dialogue) turnsOutOther(s *conversation.State, r *reading, at int) bool {
	return asksIdentity(s.Asked) && s.For == "" && d.said(r.text[:at], say.ButThen) && !r.says(say.NotMyself)
}

// dropLentCPF drops a CPF of the writer's, who says that they do not have the patient's: "o dela não sei, aí vai o meu".
func dropLentCPF(r *reading, other bool) bool {
	if !other || !r.says(say.LendsCPF) {
		return false
	}
	r.CPF, r.ownCPF = "", r.CPF != ""
	return true
}

// nameBeforeOwn is the name of somebody else before the writer's own: "Osvaldo Bastos, o cpf dele é …, o meu nome é
// Iracema"; "" for none.
func (d *dialogue) nameBeforeOwn(s *conversation.State, p *parsed) string {
	at, ok := p.place(say.NamesSelf)
	if !ok || s.For == "" {
		return ""
	}
	return d.facts(p.text[:at.start]).Name
}

// dropWriter takes what was said of the writer for nobody's: all that stands before somebody else is named.
func (d *dialogue) dropWriter(s *conversation.State, r *reading) {
	relative, named := r.place(say.ForRelative)
	if r.Name != "" {
		r.writer, _, _ = strings.Cut(r.Name, " ")
	}
	r.Name, r.NameStated = d.namedBehind(s, r.text), false
	mine := r.text // of the writer is what was said before somebody else was named
	if named && r.writer != "" {
		mine = r.text[:relative.start]
	}
	apart := mine != r.text
	if at, ok := d.presentsSelf(r); ok {
		r.writer, mine, apart = cmp.Or(r.writer, firstName(d.facts(r.text[at:]).Name)), r.text[at:], true
	}
	facts := d.facts(mine)
	ahead := r.writer != "" && apart && facts.CPF == r.CPF
	if r.CPF != "" && !r.says(say.TheirDatum) && (r.says(say.OwnCPF) || ahead) && !d.toldPatients(s, r.parsed) {
		r.CPF, r.ownCPF = "", true
	}
	if r.BirthDate != "" && (d.said(mine, say.Born) || apart && facts.BirthDate == r.BirthDate) {
		r.BirthDate = ""
	}
}

// presentsSelf is where the writer says their own name, behind the patient if somebody is named, with data behind it that nobody
// else's are said to be: "consulta pro meu marido. Meu nome é Rosa Prado, cpf …".
func (d *dialogue) presentsSelf(r *reading) (at int, ok bool) {
	self, ok := r.place(say.NamesSelf)
	relative, named := r.place(say.ForRelative)
	if !ok || named && self.start < relative.end || r.says(say.TheirDatum) || d.said(r.text[self.start:], say.ThirdPerson) {
		return 0, false
	}
	return self.start, true
}

// forgetBefore drops what was answered before somebody else turned out to be the patient: "10/10/1975, mas a
// consulta é da minha esposa".
func (d *dialogue) forgetBefore(r *reading, at int) {
	facts := d.facts(r.text[:at])
	r.turned = true
	if r.BirthDate == facts.BirthDate {
		r.BirthDate = ""
	}
	if r.CPF == facts.CPF {
		r.CPF = ""
	}
	if r.Name == facts.Name {
		r.Name, r.NameStated = "", false
	}
}

// namedBehind is the name that stands right behind a relative: "é pra minha mãe Rosa Prado Lima".
func (d *dialogue) namedBehind(s *conversation.State, text string) string {
	at, ok := d.parse(text).place(say.ForRelative)
	behind := text[at.end:]
	if self, says := d.parse(behind).place(say.NamesSelf); says { // "pro meu marido. Meu nome é Rosa Prado"
		behind = behind[:self.start]
	}
	name := d.facts(behind).Name
	if !ok || d.calledDoctor(text, name) || d.notPerson(s, name) {
		return ""
	}
	return name
}

// theirName is the name behind "o nome dela é", "" for none.
func (d *dialogue) theirName(s *conversation.State, p *parsed) string {
	at, ok := p.place(say.Theirs)
	if !ok && asksIdentity(s.Asked) {
		at, ok = p.place(say.TheirsShort)
	}
	if !ok {
		return ""
	}
	rest := p.text[at.end:]
	if is, ok := d.parse(rest).place(say.AfterIs); ok {
		rest = rest[is.end:]
	}
	return d.facts("nome: " + strings.TrimSpace(rest)).Name
}
