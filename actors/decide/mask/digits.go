package mask

import (
	"slices"
	"strings"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/understand"
)

const (
	cpfLength = 11
	// minNumber is how many digits make a number that may be somebody's.
	minNumber = 7
	// maxGap is how many characters may part the groups of one number.
	maxGap = 6
	// maxWindow bounds the groups of one number.
	maxWindow = 16
)

// group is a run of digits, one token.
type group struct {
	tok    int
	digits string
}

// saidMarks are signs of a number said in words.
var saidMarks = words("traco ponto hifen barra digito")

// numbers goes over the chains of groups that nothing but signs parts.
func (h *hider) numbers() {
	var chain []group
	for i, t := range h.toks {
		if len(chain) > 0 && !h.joined(chain[len(chain)-1].tok, i) {
			h.chain(chain)
			chain = chain[:0]
		}
		if t.number && !h.taken[i] {
			chain = append(chain, group{i, t.text})
		}
	}
	h.chain(chain)
}

// joined tells whether the token at j may belong to the number that the token at i is of.
func (h *hider) joined(i, j int) bool {
	for k := i + 1; k <= j; k++ {
		if h.taken[k] || !h.toks[k].number && !saidMarks.has(h.toks[k].text) ||
			utf8.RuneCountInString(plainGap(h.text[h.toks[k-1].to:h.toks[k].from])) > maxGap {
			return false
		}
	}
	return j-i <= 2
}

// gap is the signs between two groups.
func (h *hider) gap(a, b group) string { return plainGap(h.text[h.toks[a.tok].to:h.toks[b.tok].from]) }

// gapBefore is the signs before a token.
func (h *hider) gapBefore(tok int) string { return plainGap(h.text[h.toks[tok-1].to:h.toks[tok].from]) }

// tight tells whether no space stands between two groups, only a sign or nothing.
func (h *hider) tight(a, b group) bool {
	between := h.text[h.toks[a.tok].to:h.toks[b.tok].from]
	return len(between) <= 3 && !strings.ContainsAny(between, " \n\t,;") && between == plainGap(between)
}

// chain hides what is to hide among groups, the surest first.
func (h *hider) chain(g []group) {
	h.pick(g, h.alignedCPF)
	h.pick(g, h.numericDate)
	for _, run := range h.left(g) {
		h.pick(run, h.phoneOrCPF)
	}
	for _, run := range h.left(g) {
		h.longNumbers(run)
	}
}

// finding is what a reader of groups found: how many groups, of what kind.  Count 0 is nothing; kind passed says
// that the groups are no number of a person and stay.
type finding struct {
	count int
	kind  kind
	value string
}

// pick calls a reader at every group that is left.
func (h *hider) pick(g []group, reader func(g []group, i int) finding) {
	for i := 0; i < len(g); {
		f := finding{}
		if !h.taken[g[i].tok] {
			f = reader(g, i)
		}
		if f.count == 0 {
			i++
			continue
		}
		if f.kind == passed {
			for _, one := range g[i : i+f.count] {
				h.taken[one.tok] = true
			}
		} else {
			h.take(g[i].tok, g[i+f.count-1].tok+1, f.kind, f.value)
			h.withSign(g[i].tok)
		}
		i += f.count
	}
}

// withSign lets the span that was taken last begin with the sign that belongs to its number.
func (h *hider) withSign(tok int) {
	s := &h.spans[len(h.spans)-1]
	if before := h.text[:h.toks[tok].from]; s.kind == phone && (strings.HasSuffix(before, "+") || strings.HasSuffix(before, "(")) {
		s.from--
	}
}

// left are the runs of groups that nothing was found in.
func (h *hider) left(g []group) [][]group {
	var runs [][]group
	for i := 0; i < len(g); {
		j := i
		for j < len(g) && !h.taken[g[j].tok] {
			j++
		}
		if j > i {
			runs = append(runs, g[i:j])
		}
		i = j + 1
	}
	return runs
}

// join is the digits of groups.
func join(g []group) string {
	var b strings.Builder
	for _, one := range g {
		b.WriteString(one.digits)
	}
	return b.String()
}

// alignedCPF reads eleven digits cut as a CPF is: after three, six and nine, or not at all.
func (h *hider) alignedCPF(g []group, i int) finding {
	count := 0
	for j := i; j < len(g) && j-i < 5; j++ {
		if j > i && h.taken[g[j].tok] {
			break
		}
		count += len(g[j].digits)
		switch {
		case count == cpfLength:
			return h.cpfIf(g, i, j+1)
		case count != 3 && count != 6 && count != 9 && count != 10:
			return finding{}
		}
	}
	return finding{}
}

// cpfIf takes groups that have the shape of a CPF for one, unless they are rather something else.
func (h *hider) cpfIf(g []group, i, j int) finding {
	number := join(g[i:j])
	f := finding{j - i, cpf, number}
	if understand.ValidCPF(number) {
		if national(number) != "" && j-i == 1 && (h.announced(g[i].tok, phoneWords) || h.plus(g[i].tok)) {
			return finding{}
		}
		return f
	}
	if h.announced(g[i].tok, documentWords) {
		f.kind = document
		return f
	}
	before, after := i > 0 && h.tight(g[i-1], g[i]), j < len(g) && h.tight(g[j-1], g[j])
	switch {
	case h.announced(g[i].tok, cpfWords):
		return f
	case before, after:
		return finding{}
	case national(number) != "" && j-i <= 2 && !h.answersCPF(g[i].tok):
		return finding{}
	}
	return f
}

// answersCPF tells whether a number at a token answers the question for a CPF.
func (h *hider) answersCPF(tok int) bool {
	return h.o.Asked == conversation.AskCPF && !h.announced(tok, phoneWords) && !h.plus(tok)
}

// phoneOrCPF reads a phone, or eleven digits in any groups that pass the check, or whatever is called a CPF.
func (h *hider) phoneOrCPF(g []group, i int) finding {
	dialled := finding{}
	if !h.announced(g[i].tok, documentWords) {
		dialled = h.phone(g, i)
	}
	if dialled.count > 0 && (h.plus(g[i].tok) || h.announced(g[i].tok, phoneWords)) {
		return dialled
	}
	if f := h.validCPF(g, i); f.count > 0 {
		return f
	}
	if f := h.calledCPF(g, i); f.count > 0 {
		return f
	}
	return dialled
}

// validCPF reads eleven digits in any groups that pass the check.
func (h *hider) validCPF(g []group, i int) finding {
	count, small := 0, true
	for j := i; j < len(g) && count < cpfLength; j++ {
		count += len(g[j].digits)
		small = small && len(g[j].digits) <= 2
		if count != cpfLength || !understand.ValidCPF(join(g[i:j+1])) {
			continue
		}
		if small && rising(g[i:j+1]) && !h.announced(g[i].tok, cpfWords) {
			return finding{}
		}
		return finding{j + 1 - i, cpf, join(g[i : j+1])}
	}
	return finding{}
}

// rising tells whether every group is more than the one before, as in a list of days or options.
func rising(g []group) bool {
	for i := 1; i < len(g); i++ {
		if len(g[i-1].digits) > len(g[i].digits) || len(g[i-1].digits) == len(g[i].digits) && g[i-1].digits >= g[i].digits {
			return false
		}
	}
	return true
}

// listed tells whether signs of a list or of an hour part most of the groups.
func (h *hider) listed(g []group) bool {
	count := 0
	for i := 1; i < len(g); i++ {
		if strings.ContainsAny(h.gap(g[i-1], g[i]), ",;:/)") {
			count++
		}
	}
	return 2*count >= len(g)-1
}

// minCalled is how many digits after the word CPF are an attempt at one.
const minCalled = 4

// calledCPF reads what stands behind the word CPF.
func (h *hider) calledCPF(g []group, i int) finding {
	if !h.announced(g[i].tok, cpfWords) {
		return finding{}
	}
	j, count := i, 0
	for j < len(g) && count < cpfLength {
		count += len(g[j].digits)
		j++
	}
	if count < minCalled {
		return finding{}
	}
	return finding{j - i, cpf, join(g[i:j])}
}

var (
	cpfWords      = words("cpf cic cpfs")
	phoneWords    = words("telefone celular whatsapp whats wpp zap zapzap contato cel tel fone telefones ligar liga fixo recado")
	documentWords = words("rg cnh carteirinha carteira cartao cns sus protocolo matricula identidade passaporte pis crm guia pedido senha")
	leadsTo       = words("e eh meu minha o a numero n do da de dele dela ele ela dos paciente titular responsavel mae pai filho filha",
		"esposa marido que esta cadastrado aqui ta vai segue esse este no novo certo correto seria completo tambem")
)

// announced tells whether one of the words leads to the number at a token.
func (h *hider) announced(tok int, s wordSet) bool {
	for k := tok - 1; k >= max(0, tok-8); k-- {
		t := h.toks[k]
		if s.has(t.text) {
			return true
		}
		if gap := h.text[t.to:h.toks[k+1].from]; strings.ContainsAny(gap, ".;!?") && k+1 != tok {
			return false
		}
		if !leadsTo.has(t.text) && t.text != "55" {
			return false
		}
	}
	return false
}

// plus tells whether a plus sign or an opened bracket stands before the number at a token.
func (h *hider) plus(tok int) bool {
	before := strings.TrimRight(h.text[:h.toks[tok].from], " ")
	return strings.HasSuffix(before, "+") || strings.HasSuffix(before, "(")
}

// longNumbers hides what is left and long: RG, card of a plan, an attempt at a CPF.
func (h *hider) longNumbers(g []group) {
	for len(g) > 0 {
		n := 1
		for n < len(g) && (len(g[n-1].digits) < minNumber || len(g[n].digits) < minNumber) {
			n++
		}
		h.longNumber(g[:n])
		g = g[n:]
	}
}

// longNumber hides groups of which at most one is a number by itself.
func (h *hider) longNumber(g []group) {
	whole := slices.ContainsFunc(g, func(one group) bool { return len(one.digits) >= minNumber })
	if whole && !h.answersCPF(g[0].tok) {
		g = h.trimmed(g)
	}
	if whole || len(join(g)) >= minNumber && !h.small(g) && !h.clockLike(g) {
		h.hideLong(g)
	}
}

// trimmed leaves a choice or a day before or behind a long number to itself.
func (h *hider) trimmed(g []group) []group {
	for len(g) > 1 && len(g[0].digits) <= 2 && !h.tight(g[0], g[1]) {
		g = g[1:]
	}
	for n := len(g) - 1; n > 0 && len(g[n].digits) <= 2 && !h.tight(g[n-1], g[n]); n-- {
		g = g[:n]
	}
	return g
}

// small tells whether groups of one or two digits are nobody's number.
func (h *hider) small(g []group) bool {
	single := true
	for _, one := range g {
		if len(one.digits) > 2 {
			return false
		}
		single = single && len(one.digits) == 1
	}
	return h.listed(g) || rising(g) || !single && len(join(g)) < cpfLength
}

// clockLike tells whether all groups are years or hours in four digits, with a short one among them.
func (h *hider) clockLike(g []group) bool {
	whole := 0
	for i, one := range g {
		switch {
		case len(one.digits) == 4 && one.digits <= lastClock:
			whole++
		case len(one.digits) != 1 && len(one.digits) != 2:
			return false
		}
		if i > 0 && h.tight(g[i-1], one) && len(g[i-1].digits) == 4 && !strings.ContainsAny(h.gap(g[i-1], one), ":/") {
			return false
		}
	}
	return whole == len(g) || whole > 0 && len(join(g)) < cpfLength
}

// lastClock is the last of the hours that four digits write; years are below it, too.
const lastClock = "2359"

func (h *hider) hideLong(g []group) {
	k := document
	if count := len(join(g)); h.answersCPF(g[0].tok) && count < 15 {
		k = cpf
	}
	end := g[len(g)-1].tok + 1
	if end < len(h.toks) && h.toks[end].text == "x" && len(plainGap(h.text[h.toks[end-1].to:h.toks[end].from])) <= 1 {
		end++ // an RG may end with X
	}
	h.take(g[0].tok, end, k, join(g))
}
