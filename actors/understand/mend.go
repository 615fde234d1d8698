package understand

import "strings"

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
	"atend": "atendente", "hrario": "horario", "seman": "semana", "finde": "findi",
	"ontm": "ontem", "consul": "consulta", "agnd": "agenda",
}

// lexis is what mend knows: the key words of all stages.
type lexis struct {
	known map[string]struct{} // words that stay as they are
	typos typoIndex           // key words that are known in spite of a typo
	lemma map[string]string
}

var vocabulary = newLexis()

// newLexis collects the words of all stages.
func newLexis() *lexis {
	x := &lexis{known: map[string]struct{}{}, typos: typoIndex{}, lemma: verbForms()}
	add := func(word string) {
		if _, ok := x.known[word]; !ok {
			x.known[word] = struct{}{}
			x.typos.add(word)
		}
	}
	for word := range temporalWords {
		add(word)
	}
	for _, verb := range keyVerbs {
		for form, infinitive := range x.lemma {
			if infinitive == verb {
				add(form)
			}
		}
	}
	for _, word := range phraseWords() {
		add(word)
	}
	for _, list := range []set{commonWords, givenNames, familyNames, functionWords} {
		for word := range list {
			x.known[word] = struct{}{}
		}
	}
	for form := range x.lemma {
		x.known[form] = struct{}{}
	}
	for _, word := range shortForms {
		x.known[word] = struct{}{}
	}
	return x
}

// keyVerbs are the verbs whose forms are known in spite of a typo.
var keyVerbs = strings.Fields(`marcar remarcar desmarcar agendar reagendar desagendar cancelar mudar trocar
	antecipar confirmar precisar comparecer transferir conseguir aceitar parcelar`)

// mend fills keys and lemmas, and takes away the slash of "p/" and "c/".
func mend(toks []token) []token {
	kept := toks[:0]
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch t.kind {
		case kindWord:
			t.key = vocabulary.key(t.text)
			t.lemma = vocabulary.lemma[t.key]
		default:
			t.key = t.text
		}
		slash := t.key == "/" && t.glued && len(kept) > 0 && (kept[len(kept)-1].text == "p" || kept[len(kept)-1].text == "c")
		if !slash {
			kept = append(kept, t)
		}
	}
	return kept
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
	if near := x.typos.find(plain); len(near) > 0 {
		return near[0]
	}
	return plain
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
