package understand

// rule gives an intent to texts with one of the phrases and none of the vetoes.
type rule struct {
	intent Intent
	says   phrases
	unless phrases
}

// rules are asked in this order; the first that applies wins.
var rules = []rule{
	{Human, compile(humanText), compile(humanVetoText)},
	{Reschedule, compile(rescheduleText), compile(rescheduleVetoText)},
	{Cancel, compile(cancelText), compile(cancelVetoText)},
	{Decline, compile(declineText), phrases{}},
	{Book, compile(strongBookText), phrases{}},
	{Book, compile(bookText), compile(bookVetoText)},
	{Question, compile(questionText), compile(questionVetoText)},
	{Book, bareVisits, phrases{}},
	{Deny, compile(denyText), phrases{}},
}

// bareVisits are the nouns that are an order when nothing is asked about them.
var bareVisits = compile(`
	^ #lead* #visit
	^ #lead* #care #when|$`)

var (
	confirmed = compile(confirmText)
	moreSaid  = compile(moreText)
)

// intent tells what the patient wants, and whether it is other options than those offered.
func (r *reader) intent(f *Facts) (Intent, bool) {
	stream := r.stream()
	intent := r.intentOf(stream, f)
	return intent, intent != Decline && moreSaid.find(stream)
}

func (r *reader) intentOf(stream []word, f *Facts) Intent {
	for _, rule := range rules {
		if rule.says.find(stream) && !rule.unless.find(stream) {
			return rule.intent
		}
	}
	core := trim(stream)
	switch {
	case refuses(core):
		return Deny
	case r.onlyThanks(core, f):
		return Thanks
	case r.onlyGreets(stream):
		return Greet
	case confirmed.find(stream) && !r.suggests(core, f):
		return Confirm
	}
	return Other
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
	yes := classes["yes"].has(core[0].key) && core[0].key != "certo"
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
	imensamente entao ta so era isso por_enquanto mundo forca igualmente otimo`)

// onlyThanks tells whether thanks, or a goodbye, are all that is left.
func (r *reader) onlyThanks(core []word, f *Facts) bool {
	thanks, others := false, 0
	for i, w := range core {
		switch {
		case classes["thank"].has(w.key):
			thanks = true
		case w.key == "mais" && i > 0 && core[i-1].key == "ate", w.key == "logo" && i > 0 && core[i-1].key == "ate",
			w.key == "breve" && i > 0 && core[i-1].key == "ate":
			thanks = true
		case w.key == "🙏", w.key == "🙏🏻":
			thanks = true
		case classes["ack"].has(w.key), thanksFill.has(w.key):
		default:
			others++
		}
	}
	return thanks && others <= 2 && !data(f)
}

// greetings are the words a greeting is made of.
var greetings = words(`oi oie oii ola opa aopa epa ei hey hei hello hi alo salve eai iae bom boa dia tarde noite bons boas dias em
	tardes noites tudo bem bom ai e como vai vao voce voces esta estao certo joia cima beleza tranquilo
	pessoal gente doutor doutora doutores menina moca moco amigo amiga querida querido tarde ne ta td a todos com
	saudacoes fala meu minha flor linda prezados prezado prezada senhor senhora blz`)

var greetHeads = words(`oi oie ola opa aopa epa ei hey hei hello hi alo salve eai iae saudacoes bom boa boas bons tudo fala como e
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
		return head != "bom" && head != "boa" && head != "tudo" && head != "como" && head != "e"
	case head == "bom" || head == "boa" || head == "bons" || head == "boas":
		return partsOrDays.has(stream[1].key)
	case head == "e":
		return stream[1].key == "ai"
	}
	return head != "tudo" || stream[1].key != "certo" || r.at(len(r.toks)-1).key == "?"
}

var partsOrDays = words("dia dias tarde tardes noite noites")
