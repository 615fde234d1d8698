package understand

import "slices"

// rule gives an intent to texts with one of the phrases and none of the vetoes.
type rule struct {
	intent Intent
	says   phrases
	unless phrases
	also   phrases // when set, one of these must be said too
}

// rules are asked in this order; the first that applies wins.
var rules = []rule{
	{intent: Human, says: compile(humanText), unless: compile(humanVetoText)},
	{intent: Reschedule, says: compile(rescheduleText), unless: compile(rescheduleVetoText)},
	{intent: Reschedule, says: compile(cannotComeText), also: compile(elsewhereText)},
	{intent: Cancel, says: compile(cancelText), unless: compile(cancelVetoText)},
	{intent: Decline, says: compile(declineText)},
	{intent: Book, says: compile(strongBookText)},
	{intent: Book, says: compile(bookText), unless: compile(bookVetoText)},
	{intent: Question, says: compile(questionText), unless: compile(questionVetoText)},
	{intent: Book, says: compile(bareVisitText)},
	{intent: Deny, says: compile(denyText)},
}

var (
	confirmed = compile(confirmText)
	doubted   = compile(doubtText)
	farewells = compile(farewellText)
	moreSaid  = compile(moreText)

	aboutClinic = compile(clinicText)
	aboutBot    = compile(questionVetoText)
)

// intent tells what the patient wants, and whether it is other options than those offered.
func (r *reader) intent(f *Facts) (Intent, bool) {
	stream := r.stream()
	intent := r.intentOf(stream, f)
	return intent, intent != Decline && moreSaid.find(stream)
}

func (r *reader) intentOf(whole []word, f *Facts) Intent {
	stream := r.ungreeted(whole)
	core := trim(stream)
	thanks, others := r.thanks(core)
	if thanks && others == 0 && !data(f) {
		return Thanks // "obrigado pela informação" asks for none
	}
	for _, rule := range rules {
		if rule.applies(stream) {
			return rule.intent
		}
	}
	switch {
	case refuses(core):
		return Deny
	case thanks && r.onlyThanks(core, others, f):
		return Thanks
	case r.onlyGreets(whole) && !(len(stream) < len(whole) && agrees.has(stream[0].key)):
		return Greet
	case r.asksClinic(core) && !beginsYes(core):
		return Question
	case confirmed.find(stream) && !doubted.find(stream) && !r.suggests(core, f):
		return Confirm
	case r.asksClinic(core):
		return Question
	}
	return Other
}

// beginsYes tells whether a text begins with a yes, which the question behind it does not take back.
func beginsYes(core []word) bool {
	return len(core) > 0 && yesWords.has(core[0].key)
}

func (rule rule) applies(stream []word) bool {
	return rule.says.find(stream) && !rule.unless.find(stream) && (rule.also.empty() || rule.also.find(stream))
}

// asksClinic tells whether a text with a question mark speaks of the clinic at all.
func (r *reader) asksClinic(core []word) bool {
	return r.asked(core) && aboutClinic.find(core) && !aboutBot.find(core)
}

var yesWords = words("sim isso ok pode claro exato exatamente perfeito confirmo")

// asked tells whether a question mark stands in or behind these words.
func (r *reader) asked(core []word) bool {
	if len(core) == 0 {
		return false
	}
	for _, t := range r.toks[core[0].token:] {
		if t.key == "?" {
			return true
		}
	}
	return false
}

// data tells whether the text gives anything but an intent.
func data(f *Facts) bool {
	return len(f.Dates)+len(f.Times)+f.Choice > 0 || f.Period != "" || f.CPF+f.InvalidCPF+f.BirthDate+f.Name+f.Phone != ""
}

// suggests tells whether "pode ser" or "tá bom" only carries a day, a time or an option.
func (r *reader) suggests(core []word, f *Facts) bool {
	if !data(f) || len(core) == 0 {
		return false
	}
	yes := classes["yes"].has(core[0].key) && core[0].key != "certo" || len(core) > 1 && core[0].key == "pode" && core[1].lemma == "confirmar"
	return !yes && (core[0].key == "pode" || f.Choice > 0)
}

// refusable are words after "não" at the begin of a sentence that do not make it a refusal.
var noRefusal = words(`sei entendi tenho lembro conheco recebi consegui achei ainda sou uso possuo estou entendo
	sabia vi li tem temos faco fiz consta lembrava recordo apareceu chegou ouvi compreendi seria custa`)

// refuses tells whether the sentence begins with a "não" of its own.
func refuses(core []word) bool {
	for i, w := range core {
		if w.key != "nao" || !w.first && i > 0 && !core[i].breaks {
			continue
		}
		if i+1 == len(core) || core[i+1].comma || core[i+1].breaks || !noRefusal.has(core[i+1].key) {
			return true
		}
	}
	return false
}

// thanksFill are the words around thanks that ask for nothing.
var thanksFill = words(`muito muita pela pelo ajuda atencao de nada voce voces tudo por todos a o as os informacao e
	viu mesmo mais logo ate breve amanha um uma otimo otima bom boa dia tarde noite semana deus abencoe fique
	com tenha te lhe desde ja tambem pra para eu bem gentileza fim final sua seu paciencia retorno demais
	imensamente entao ta so era isso hoje momento pague lhe enquanto final mundo forca fico aguardo aguardando igualmente otimo`)

// confirming makes "obrigada, pode confirmar" a yes.
const confirming = 3

// onlyThanks tells whether the thanks, or the goodbye, that were said are all that is left, or nearly all.
func (r *reader) onlyThanks(core []word, others int, f *Facts) bool {
	return (others == 0 || others <= 2 && !r.asked(core)) && (!data(f) || farewells.find(r.asTyped(core)))
}

// thanks tells whether thanks or a goodbye are said, and counts the words of other things.
func (r *reader) thanks(core []word) (said bool, others int) {
	goodbye := farewells.find(r.asTyped(core))
	said = goodbye
	for _, w := range core {
		switch {
		case w.lemma == "confirmar":
			others += confirming
		case classes["thank"].has(w.key):
			said = true
		case classes["ack"].has(w.key), thanksFill.has(w.key), goodbye && w.key == whenKey:
		default:
			others++
		}
	}
	return said, others
}

// asTyped gives the words of days their own spelling back.
func (r *reader) asTyped(stream []word) []word {
	typed := slices.Clone(stream)
	for i := range typed {
		typed[i].key = r.at(typed[i].token).key
	}
	return typed
}

// greetings are the words a greeting is made of.
var greetings = words(`oi oie ola hola opa aopa oba epa ei hey hei hello hi alo salve eai iai coe bao bom boa bons boas
	bomdia boatarde boanoite dia dias tarde tardes noite noites tudo bem ai por em na no cima paz numa boa joia
	suave tranquilo certo beleza e a o as os como vai vao coisas voce voces contigo esta estao ta td ne com todos
	pessoal gente doutor doutora doutores menina moca moco amigo amiga querido querida cara mano brother flor linda
	meu minha senhor senhora prezados prezado prezada bot robo saudacoes fala buenas sumido sumida`)

var greetHeads = words(`hola coe iai bomdia boatarde boanoite bao beleza joia oi oie ola opa aopa epa ei hey hei hello hi alo salve eai iae saudacoes buenas bom boa boas bons tudo fala como e
	ai prezados prezado prezada menina moca moco`)

// onlyGreets tells whether the text is nothing but a greeting.
func (r *reader) onlyGreets(stream []word) bool {
	if len(stream) == 0 || !greetHeads.has(stream[0].key) {
		return false
	}
	for _, w := range stream {
		if !greetings.has(w.key) && !givenNames.has(w.key) {
			return false
		}
	}
	head := stream[0].key
	switch {
	case len(stream) == 1:
		asked := r.asked(stream)
		return !halfGreetings.has(head) && (asked || head != "beleza" && head != "joia")
	case head == "bom" || head == "boa" || head == "bons" || head == "boas":
		return partsOrDays.has(stream[1].key)
	case head == "e":
		return stream[1].key == "ai"
	}
	return head != "tudo" || stream[1].key != "certo" || r.asked(stream)
}

// agrees are the words that answer even behind a greeting: "oi, tá certo".
var agrees = words("ta esta ok isso sim claro confirmo")

// halfGreetings greet with another word only.
var halfGreetings = words("bom boa bons boas tudo como e ai")

var partsOrDays = words("dia dias tarde tardes noite noites")
