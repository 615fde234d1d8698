package understand

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// shortForms are the spellings of chats, and the word meant.
var shortForms = map[string]string{
	"vc": "voce", "vcs": "voces", "ce": "voce", "tb": "tambem", "tbm": "tambem", "tmb": "tambem",
	"pq": "porque", "pra": "para", "pro": "para", "p": "para", "c": "com", "s": "sim",
	"q": "que", "qe": "que", "hj": "hoje", "hoj": "hoje", "oje": "hoje", "amn": "amanha", "amnh": "amanha",
	"dps": "depois", "dpois": "depois", "dpos": "depois", "obg": "obrigado", "obgd": "obrigado",
	"obgda": "obrigada", "obga": "obrigada", "brigado": "obrigado", "brigada": "obrigada",
	"brigadao": "obrigado", "brigadinha": "obrigada", "obrigadao": "obrigado", "obrigadinha": "obrigada",
	"obrg": "obrigado", "vlw": "valeu", "vlws": "valeu", "flw": "falou", "tmj": "valeu", "blz": "beleza", "blza": "beleza",
	"ctz": "certeza", "msm": "mesmo", "mt": "muito", "mto": "muito", "mta": "muito", "muita": "muito",
	"n": "nao", "nn": "nao", "naum": "nao", "num": "nao", "nop": "nao", "nope": "nao",
	"ss": "sim", "sm": "sim", "eh": "e", "tah": "ta", "to": "estou", "tou": "estou",
	"agr": "agora", "qdo": "quando", "qnd": "quando", "qto": "quanto", "qnt": "quanto", "qt": "quanto",
	"qm": "quem", "cmg": "comigo", "pfv": "favor", "pf": "favor", "pls": "favor", "fvr": "favor",
	"prox": "proxima", "proxm": "proxima", "sla": "sei", "vdd": "verdade", "dsclp": "desculpa",
	"desculpem": "desculpa", "aki": "aqui", "daki": "daqui", "inte": "ate",
	"dr": "doutor", "dra": "doutora", "sr": "senhor", "sra": "senhora", "tel": "telefone",
	"end": "endereco", "cnv": "convenio", "conv": "convenio", "info": "informacao", "infos": "informacao",
	"kd": "cade", "bjs": "beijos", "bj": "beijos", "qlqr": "qualquer", "qq": "qualquer",
	"okay": "ok", "oks": "ok", "okey": "ok", "oki": "ok", "okk": "ok", "apartir": "partir",
	"td": "tudo", "fone": "telefone", "zap": "whatsapp", "whats": "whatsapp",
	"wpp": "whatsapp", "zapp": "whatsapp", "watts": "whatsapp", "nasc": "nascimento",
	"marka": "marca", "tds": "todos", "ngm": "ninguem", "alg": "alguem",
	"oioi": "oi", "bd": "bomdia", "iae": "iai", "eae": "eai", "atend": "atendente", "hrario": "horario", "seman": "semana", "finde": "findi",
	"ontm": "ontem", "consul": "consulta", "agnd": "agenda",
}

// lexis is what mend knows: the key words of all stages.
type lexis struct {
	known map[string]int // words that stay as they are, the more important first
	typos typoIndex      // key words that are known in spite of a typo
	lemma map[string]string
}

var vocabulary = newLexis()

// newLexis collects the words of all stages.
func newLexis() *lexis {
	x := &lexis{known: map[string]int{}, typos: typoIndex{}, lemma: verbForms()}
	add := func(word string) {
		if _, ok := x.known[word]; !ok {
			x.known[word] = len(x.known)
			x.typos.add(word)
		}
	}
	for _, word := range sorted(temporalWords) {
		add(word)
	}
	for _, form := range slices.Sorted(maps.Keys(x.lemma)) {
		if keyVerbs.has(x.lemma[form]) {
			add(form)
		}
	}
	for _, word := range phraseWords() {
		add(word)
	}
	for _, list := range []set{commonWords, givenNames, familyNames, functionWords, greetings, thanksFill, politeWords} {
		for _, word := range sorted(list) {
			x.keep(word)
		}
	}
	for form := range x.lemma {
		x.keep(form)
	}
	for _, word := range shortForms {
		x.keep(word)
	}
	return x
}

// keep makes a word one that stays as it is.
func (x *lexis) keep(word string) {
	if _, ok := x.known[word]; !ok {
		x.known[word] = len(x.known)
	}
}

// keyVerbs are the verbs whose forms are known in spite of a typo.
var keyVerbs = words(`marcar remarcar desmarcar agendar reagendar desagendar cancelar mudar trocar
	antecipar confirmar precisar comparecer transferir conseguir aceitar parcelar alterar adiantar modificar
	postergar prorrogar desistir excluir retornar funcionar trabalhar atender reservar encaixar consultar`)

// mend fills keys and lemmas, and takes away the slash of "p/" and "c/".
func mend(toks []token) []token {
	kept := toks[:0]
	for i, t := range toks {
		switch t.kind {
		case kindWord:
			t.key = vocabulary.key(t.text)
			if t.text == "num" && i+1 < len(toks) && !deniable(toks[i+1]) {
				t.key = "em"
			}
			t.lemma = vocabulary.lemma[t.key]
		default:
			t.key = t.text
		}
		if t.text == "no" && strings.HasSuffix(t.raw, "º") { // nº
			t.text, t.key = "numero", "numero"
		}
		if n := acronym(kept, t); n > 0 {
			kept[len(kept)-n].join(t, acronyms[spell(kept[len(kept)-n:], t)])
			kept = kept[:len(kept)-n+1]
			continue
		}
		slash := t.key == "/" && t.glued && len(kept) > 0 && (kept[len(kept)-1].text == "p" || kept[len(kept)-1].text == "c")
		if !slash {
			kept = append(kept, t)
		}
	}
	return kept
}

// afterNot are words without a verb of their own that follow a colloquial "num" for "não".
var afterNot = words("me te se lhe o a os as e eu mais muito bem so precisa")

// deniable tells whether "num" before t is "não", as in "num posso", and not "em um", as in "num sábado".
func deniable(t token) bool {
	if t.kind != kindWord {
		return true
	}
	key := vocabulary.key(t.text)
	return afterNot.has(key) || vocabulary.lemma[key] != ""
}

// key returns the word meant by a folded one.
func (x *lexis) key(word string) string {
	if meant, ok := shortForms[word]; ok {
		return meant
	}
	if x.knows(word) {
		return word
	}
	plain := squeeze(word, 3)
	for _, w := range []string{plain, squeeze(word, 2)} {
		if meant, ok := shortForms[w]; ok {
			return meant
		}
		if x.knows(w) {
			return w
		}
	}
	return x.nearest(plain)
}

// nearest returns the key word one typo away: of several the one with the likeliest slip, of these
// the most important; the word itself without any.
func (x *lexis) nearest(word string) string {
	best := ""
	for _, w := range x.typos.find(word) {
		if best == "" || cmp.Or(slip(word, w)-slip(word, best), x.known[w]-x.known[best]) < 0 {
			best = w
		}
	}
	return cmp.Or(best, word)
}

func (x *lexis) knows(word string) bool {
	_, ok := x.known[word]
	return ok
}

// squeeze makes one letter of any run of at least n equal ones.
func squeeze(word string, n int) string {
	var b strings.Builder
	letters := []rune(word)
	for i := 0; i < len(letters); {
		j := i
		for j < len(letters) && letters[j] == letters[i] {
			j++
		}
		keep := j - i
		if keep >= n {
			keep = 1
		}
		b.WriteString(string(letters[i : i+keep]))
		i = j
	}
	return b.String()
}

// acronyms are letters that people also write with dots, and the word meant.
var acronyms = map[string]string{"cpf": "cpf", "dn": "dn", "am": "am", "pm": "pm"}

// acronym returns how many of the last tokens make an acronym with t: "C.P.F"; 0 for none.
func acronym(kept []token, t token) int {
	if t.kind != kindWord || len(t.text) != 1 || !t.glued {
		return 0
	}
	for _, n := range []int{4, 2} {
		if len(kept) >= n && acronyms[spell(kept[len(kept)-n:], t)] != "" {
			return n
		}
	}
	return 0
}

// spell joins letters with dots between them; "" when the tokens are anything else.
func spell(dotted []token, last token) string {
	var b strings.Builder
	for n, t := range dotted {
		letter := n%2 == 0
		if letter && (t.kind != kindWord || len(t.text) != 1) || !letter && t.text != "." || n > 0 && !t.glued {
			return ""
		}
		if letter {
			b.WriteString(t.text)
		}
	}
	return b.String() + last.text
}

// join makes one word of t and the tokens up to last.
func (t *token) join(last token, word string) {
	t.kind, t.text, t.key, t.end, t.lemma = kindWord, word, word, last.end, ""
	t.raw = word
}
