package grounding

import (
	"slices"
	"strings"
)

// maxClause bounds how far back a clause is followed, in tokens.
const maxClause = 14

var (
	adversative = words("mas porem contudo entretanto portanto pois")
	negations   = words("nao nem nunca nenhum nenhuma nada sem jamais not ninguem")
	// soothing behind a negation make it no negation of what follows: "não se preocupe", "sem problema".
	soothing = words(`preocupe preocupa esqueca esquece esquecer falte faltar perca perder precisa precisam preciso demore demora duvide so somente apenas deixe atrase
		hesite duvida duvidas problema problemas custo stress estresse erro pressa falta tenha fique demora faltas medo mais esquenta`)
	// adverbs negate the verb that they stand before, other negations the whole clause.
	adverbs = words("nao nem nunca jamais sem not nada")
	passing = words("que e") // begin another clause behind a negation
	// meaning let a negation reach behind "que": "não quer dizer que esteja marcado".
	meaning = words("dizer significa garante garantir afirmar confirmar quer disse falei posso consigo prometer informar acho vi sei consta")
)

// clauseStart is where the clause of token i begins, at most maxClause tokens before it.
func (c *checker) clauseStart(i int, s sentence) int {
	k := i
	for k > s.from && i-k < maxClause {
		if c.isMark(k-1, ",", ";", ":", "(", ")") || c.isMark(k-1, "-") && !c.glued(k-1) || c.in(k-1, adversative) {
			break
		}
		k--
	}
	return k
}

// negated reports whether a negation takes back what stands at token i; start is where its clause begins and
// verb the token of its verb, i itself where it has none.
func (c *checker) negated(i, verb, start int) bool {
	const far = 6 // "nenhuma consulta sua está marcada"
	near := 3     // "não foi ainda marcada"
	if f := c.toks[i].claim; f != nil && f.mood != participle {
		near = 2 // "não a marquei"
	}
	meant := false // "não quer dizer que está marcado"
	for k := i - 1; k >= start; k-- {
		if c.in(k, negations) && !c.soothes(k) && (meant || verb-k <= near || verb-k <= far && !c.in(k, adverbs)) {
			return true
		}
		if c.in(k, passing) {
			if meant = c.word(k) == "que" && c.meant(k, start); !meant {
				break
			}
		}
	}
	return c.word(i+1) == "ainda" && c.word(i+2) == "nao"
}

// meant reports whether the words before a "que" make it part of what is negated.
func (c *checker) meant(que, start int) bool {
	for k := que - 1; k >= start && k >= que-3; k-- {
		if c.in(k, meaning) {
			return true
		}
	}
	return false
}

// soothes reports whether a negation only calms or thanks: "não se preocupe", "de nada".
func (c *checker) soothes(k int) bool {
	next := k + 1
	if w := c.word(next); w == "se" || w == "tem" || w == "ha" || w == "vai" || w == "te" {
		next++
	}
	return c.in(next, soothing) || c.word(k) == "nada" && c.word(k-1) == "de" || c.word(k) == "nao" && c.word(next) == "e" && c.isMark(next+1, "?")
}

var (
	// tags behind a statement make a question of the sentence, not of the statement.
	tags = words(`ok okay certo viu ta combinado beleza blz ne entendeu certinho fechou sim posso podemos quer precisa deseja algo mais alguma gostaria ajudar
		ajudo pode serve correto right duvida duvidas entendido legal tudo ajuda consegue`)
	agreeing = words("pode posso serve certo quer confirma concorda prefere gostaria")
)

// asked reports whether what stands at token i is asked and not said: the sentence is a question, and no further
// one hangs behind the statement ("está marcado, ok?").
func (c *checker) asked(i int, s sentence, firm bool) bool {
	if s.tone&asks == 0 {
		return false
	}
	if c.reported(i, s) {
		return true
	}
	for k := i + 1; k < s.to && k < i+4*maxClause; k++ {
		if c.in(k, tags) && c.word(k-1) != "ou" && (firm || !c.in(k, agreeing)) {
			return false
		}
	}
	return true
}

// instructing are words before something that the patient is to write.
var instructing = words("responda responder escreva escrever digite digitar diga dizer mande envie enviar respondendo escrevendo digitando palavra com reply")

// instructed reports whether token i is a word that the patient is to write: "responda *confirmado*".
func (c *checker) instructed(i int) bool {
	if !c.toks[i].quoted {
		return c.oneOf(i-1, "responda", "digite", "escreva")
	}
	return c.in(i-1, instructing) || c.in(i-2, instructing) && !c.oneOf(i-1, "que")
}

var (
	conditions = words("se caso quando assim logo depois antes apos enquanto mediante uma if once after")
	ifs        = words("se caso if")
	whenever   = words("somente apenas so assim quando mediante")
	reflexive  = words("nao preocupe")
)

// conditioned reports whether a condition governs token i: it stands before it in its clause, or right behind the
// statement.  Of what is over only an "if" is a condition: "quando reservei" says that it was done.
func (c *checker) conditioned(i, start int, how tense) bool {
	reach := reaches[how]
	for k := max(start, i-reach[0]); k < i; k++ {
		if c.in(k, conditions) && c.isCondition(k) && (c.in(k, ifs) || i-k <= reach[1]) {
			return true
		}
	}
	for k := i + 1; k <= i+2; k++ {
		if c.in(k, whenever) && (c.oneOf(k+1, "apos", "depois", "quando", "com", "se", "que", "mediante") || c.word(k) == "mediante") && c.word(k+2) != "o" {
			return true
		}
	}
	return false
}

// tense is when a statement holds, which tells how far before it a condition may stand.
type tense uint8

const (
	holds tense = iota // "está marcada"
	over               // "foi marcada", "reservei"
	bare               // "marcada", without a verb
)

// reaches are how many tokens an "if" and another condition may stand before a statement.
var reaches = map[tense][2]int{holds: {7, 5}, over: {7, 0}, bare: {3, 3}}

// isCondition reports whether the word at token k begins a condition and is no part of something else.
func (c *checker) isCondition(k int) bool {
	switch c.word(k) {
	case "se":
		return !c.glued(k) && !c.in(k-1, reflexive) && !c.oneOf(k+1, "precisar", "precise", "atrase", "deus", "preocupe")
	case "caso":
		return !c.oneOf(k-1, "seu", "nesse", "neste", "no", "esse", "este", "qualquer")
	case "assim", "logo":
		return c.word(k+1) == "que"
	case "uma":
		return c.word(k+1) == "vez"
	case "enquanto":
		return c.word(k+1) != "isso"
	case "depois", "antes":
		return !(c.oneOf(k-1, "minutos", "min") && c.near(k, possessive)) && c.oneOf(k+1, "que", "de", "da", "do", "disso") && !c.oneOf(k+2, "amanha", "almoco")
	}
	return true
}

var (
	lacking  = words("falta faltam faltando preciso precisamos basta seguida dai posteriormente necessario precisarei precisaremos")
	sending  = words("informe envie mande passe responda confirme manda passa envia informa informar")
	onceDone = words("confirmando enviando mandando respondendo informando passando recebendo tendo")
	needed   = words("cpf nome nascimento dados confirmacao resposta numero opcao escolha ok sim")
)

// prospect reports whether a sentence makes what it announces depend on something: "assim que eu tiver o CPF, fica
// marcado".
func (c *checker) prospect(i int, s sentence) bool {
	const reach = 30
	comma := false
	for k := max(s.from, i-reach); k < s.to && k < i+reach; k++ {
		comma = comma || k > i && c.isMark(k, ",", ";", ":")
		switch {
		case c.in(k, lacking), c.in(k, sending) && k < i:
			return true
		case c.in(k, conditions) && c.isCondition(k) && !(comma && c.in(k, ifs)):
			return true
		case c.word(k) == "com" && (c.in(k+1, needed) || c.in(k+2, needed) || c.in(k+3, needed)):
			return true
		case k == s.from && c.in(k, onceDone), c.word(k) == "ao" && strings.HasSuffix(c.word(k+1), "r"):
			return true
		case (c.word(k) == "so" || c.word(k) == "somente") && k < i && i-k < 3:
			return true
		}
	}
	return false
}

var (
	// dataNouns are what may be confirmed without an appointment.
	dataNouns = words(`cpf dados dado nome nomes nascimento convenio plano cadastro identidade telefone escolha email endereco informacao informacoes
		especialidade pagamento carteirinha sigilo privacidade seguranca qualidade identificacao preferencia particular celular contato idade`)
	bookingNouns = words(`consulta consultas agendamento reserva marcacao horario horarios vaga encaixe exame atendimento retorno sessao avaliacao appointment procedimento
		visita presenca opcao`)
)

// ofData reports whether it is data that is confirmed: the nearest noun before or behind token i.
func (c *checker) ofData(i int, s sentence) bool {
	const before, behindIt = 7, 5
	for k := i - 1; k >= s.from && k >= i-before; k-- {
		if c.in(k, bookingNouns) {
			return false
		}
		if c.in(k, dataNouns) {
			return !c.oneOf(k-1, "no", "pelo", "em", "para") && !c.oneOf(k-2, "no", "pelo", "em")
		}
	}
	for k := i + 1; k < s.to && k <= i+behindIt; k++ {
		if c.in(k, bookingNouns) || c.refAtToken(k) >= 0 {
			return false
		}
		if c.in(k, dataNouns) && c.word(k-1) != "no" && c.word(k-1) != "em" {
			return true
		}
	}
	return false
}

// whenIn reports whether a sentence names a day or an hour.
func (c *checker) whenIn(s sentence) bool {
	at := c.firstRef(s.from)
	return at < len(c.refs) && c.refs[at].from < s.to && c.refs[at].sort != aPeriod
}

// firstRef is the first ref that begins at token i or behind it.
func (c *checker) firstRef(i int) int {
	at, _ := slices.BinarySearchFunc(c.refs, i, func(one ref, from int) int { return one.from - from })
	return at
}
