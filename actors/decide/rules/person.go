package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// relatives are who the patient may be to the writer, as the writer is told back.
var relatives = []struct {
	words *pattern
	call  string
}{
	{phrase(`\bm[ãa]e(zinha)?\b|\bmam[ãa]e\b`), "a sua mãe"}, {phrase(`\bpai(zinho)?\b|\bpapai\b`), "o seu pai"},
	{phrase(`\bfilh(inh)?a\b`), "a sua filha"}, {phrase(`\bfilh(inh|ã)?o\b`), "o seu filho"},
	{phrase(`\bmarido\b|\besposo\b`), "o seu marido"}, {phrase(`\besposa\b|\bmulher\b`), "a sua esposa"},
	{phrase(`\birm[ãa]($|[^\p{L}])|\birm[ãa]zinha`), "a sua irmã"}, {phrase(`\birm[ãa]o(zinho)?\b`), "o seu irmão"},
	{phrase(`\bav[óo]|\bv[óo]($|z|[^\p{L}])|\bvov[óo]`), "a sua avó"}, {phrase(`\bavô|\bv[ôu]($|[^\p{L}])|\bvovô`), "o seu avô"},
	{phrase(`\bnetinha\b|\bneta\b`), "a sua neta"}, {phrase(`\bnetinho\b|\bneto\b`), "o seu neto"},
	{phrase(`\bsogra\b`), "a sua sogra"}, {phrase(`\bsogro\b`), "o seu sogro"},
	{phrase(`\bnamorada\b`), "a sua namorada"}, {phrase(`\bnamorado\b`), "o seu namorado"},
	{phrase(`\bsobrinha\b`), "a sua sobrinha"}, {phrase(`\bsobrinho\b`), "o seu sobrinho"},
	{phrase(`\btia\b`), "a sua tia"}, {phrase(`\btio\b`), "o seu tio"},
	{phrase(`\bamiga\b`), "a sua amiga"}, {phrase(`\bamigo\b`), "o seu amigo"},
	{phrase(`\bbeb[êe]|\bnen[ée]m?`), "o seu bebê"},
}

var (
	// forRelative: the appointment is for somebody of the family.
	forRelative = phrase(`\b(pra|para|pro|p/|p)\s+((o|a|um|uma|meu|minha|nosso|nossa)\s+)*(` + kin + `)|` +
		`\b(consulta|exame|retorno|hor[áa]rio|m[ée]dic[oa])\s+d[oae]\s+(meu|minha)\s+(` + kin + `)|` +
		`\b(meu|minha)\s+(` + kin + `)\s+(precisa|quer|t[áa] precisando|est[áa] precisando)|` +
		`\b(consulta|exame|retorno|hor[áa]rio|atendimento) ([ée]|eh|era|vai ser|seria) (pra|para|pro|d[oa]) (o |a )?(meu|minha) (` + kin + `)|` +
		`(^|[\s,])(([ée]|eh|nome d[oa]) )(o |a )?(meu|minha) (` + kin + `)`)
	// theirs introduces the patient's own name, whoever writes: "o nome dela é", "o nome certo é".
	theirs = phrase(`\bnome (completo )?(d(ele|ela)|d[oa] (minha |meu )?(` + kin + `)|certo|correto)\b|\b(ele|ela|(minha|meu) (` + kin + `)) (se )?chama\b`)
	// notMyself: "não é pra mim".
	notMyself = phrase(`\bn[ãa]o (([ée]|eh|seria) )?(pra|para) mim|\bn[ãa]o sou eu\b`)
	// notMine: what was given is somebody else's.
	notMine = phrase(`\b(ess[ea]|est[ea]|aquel[ea]|isso)( (cpf|n[úu]mero|nome|data))? ([ée]|era|eh) (o |a )?d[oa] (meu|minha)\b`)
	// butThen turns away from what was said before.
	butThen = phrase(`\b(mas|por[ée]m|s[óo] que|na verdade|ali[áa]s)\b`)
	// born: the writer's own birth date.
	born = phrase(`\b(eu )?nasci\b|\bminha data\b`)
	// telling: somebody is told of it, not booked for.
	telling = phrase(`\b(avis|fal|pergunt|mand|ped|cont|mostr|pass|lig|ver)\w*\s+(isso |com |tudo )?(pra|para|pro|com|o|a)\b`)
)

const kin = `m[ãa]e|mam[ãa]e|pai|papai|filh\p{L}+|marido|espos[oa]|mulher|irm[ãa]\p{L}*|av[óôo]|v[óôo]|vov[óôo]|net[oa]|netinh[oa]|sogr[oa]|namorad[oa]|sobrinh[oa]|ti[oa]|amig[oa]|beb[êe]|nen[ée]m?`

// patientOf is who the text says the appointment is for; "" if it does not say.
func patientOf(r reading) string {
	mine := myself.MatchString(notMyself.ReplaceAllString(r.text, " "))
	at := ""
	if place := r.place(forRelative); place != nil {
		at = r.text[place[0]:place[1]]
	}
	switch {
	case mine: // "pra mim e pro meu marido": one after the other
		return conversation.ForWriter
	case at == "" || r.says(telling) || r.Intent == understand.Thanks:
		return ""
	}
	for _, relative := range relatives {
		if relative.words.MatchString(at) {
			return relative.call
		}
	}
	return ""
}

// ofPatient is "da sua mãe", or words that fit anybody.
func (d *dialogue) ofPatient(s *conversation.State) wording.Words {
	if s.For == "" {
		return d.text(wording.ShortOf)
	}
	return wording.Words{Text: "d" + s.For}
}

// whoFor records for whom the appointment is.  Data that were given before somebody else was named are
// the writer's: they are not mixed.
func (d *dialogue) whoFor(s *conversation.State, r reading) {
	who := patientOf(r)
	if r.says(both) || who == conversation.ForWriter && r.says(forRelative) {
		d.note(d.text(wording.TalkOneByOne))
		return
	}
	switch {
	case who == "":
		return
	case who == s.For, who == conversation.ForWriter && s.For == "":
		d.learned = true
		return
	}
	known := s.Closed == "" && (s.Patient != (conversation.Identity{}) || d.identified) ||
		s.Closed != "" && who == conversation.ForWriter // the booking before was for another
	d.propose(conversation.Identify{For: who, Other: known && !d.namedNow(r)})
}

// namedNow reports that the text names the patient itself, so that nothing of it was the writer's.
func (d *dialogue) namedNow(r reading) bool { return r.Name != "" && r.CPF != "" }

// tellWriterApart drops the writer's own name and CPF where the appointment is for somebody else:
// "aqui é a Rosa, quero marcar pro meu filho".  What is missing is asked.
func (d *dialogue) tellWriterApart(s *conversation.State, r *reading) {
	if at := r.place(theirs); len(at) > 0 {
		if name := d.facts("nome: " + strings.TrimSpace(afterIs.ReplaceAllString(r.text[at[1]:], ""))).Name; name != "" {
			r.Name, r.NameStated = name, true
			return
		}
	}
	if at := r.place(forRelative); at != nil && asksIdentity(s.Asked) && s.For == "" && butThen.MatchString(r.text[:at[0]]) && !r.says(notMyself) {
		d.forgetBefore(r, at[0])
		return
	}
	if r.says(forRelative) && patientOf(*r) == conversation.ForWriter && r.Name != "" && r.Name == d.namedBehind(s, r.text) {
		r.Name, r.NameStated = "", false // "pra mim e pro meu filho Enzo Prado": the writer comes first
	}
	if s.For != "" && r.BirthDate != "" && r.says(born) {
		r.BirthDate, r.ownBirth = "", true
	}
	other := s.For != "" || r.says(others) || r.says(forRelative)
	swapped := s.For == "" && r.says(notMine) // "esse é do meu marido, o meu é …"
	if !other || swapped || !r.says(own) || r.says(myself) {
		return
	}
	if r.Name != "" {
		r.writer, _, _ = strings.Cut(r.Name, " ")
	}
	r.Name, r.NameStated = d.namedBehind(s, r.text), false
	mine := r.text // of the writer is what was said before somebody else was named
	if at := r.place(forRelative); at != nil && r.writer != "" {
		mine = r.text[:at[0]]
	}
	facts := d.facts(mine)
	if r.CPF != "" && (r.says(ownCPF) || r.writer != "" && mine != r.text && facts.CPF == r.CPF) {
		r.CPF, r.ownCPF = "", true
	}
	if r.BirthDate != "" && (born.MatchString(mine) || mine != r.text && facts.BirthDate == r.BirthDate) {
		r.BirthDate = ""
	}
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
	at := forRelative.FindStringIndex(text)
	if at == nil {
		return ""
	}
	name := d.facts(text[at[1]:]).Name
	if calledDoctor(text, name) || d.notPerson(s, name) {
		return ""
	}
	return name
}

var afterIs = phrase(`^\s*(é|eh|:|-|,|se chama)\s*`)
