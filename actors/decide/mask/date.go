package mask

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

var (
	birthWords = words("nasci nascida nascido nasceu nascimento nasc dn nascemos nascer aniversario")
	months     = words("janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
		"jan fev mar abr mai jun jul ago set out nov dez")
	ofMonth = words("de do d da")
)

// bornReach is how many words a word of birth reaches forward.
const bornReach = 8

// bornAt tells whether a date at a token is said, or was asked for, as one of birth.
func (h *hider) bornAt(tok int) bool {
	if h.o.Asked == conversation.AskBirthDate && !h.visited(tok) {
		return true
	}
	for k := tok - 1; k >= max(0, tok-bornReach); k-- {
		if birthWords.has(h.toks[k].text) {
			return true
		}
	}
	return false
}

var visits = words("consulta consultas exame exames cirurgia ultima ultimo passei fui fomos vim atendido atendida internado internada",
	"retorno desde operei operada operado consultei marquei agendei remarquei cancelei tive tinha estive protocolo")

// visited tells whether a date at a token is said as that of an earlier visit.
func (h *hider) visited(tok int) bool {
	for k := tok - 1; k >= max(0, tok-bornReach); k-- {
		if visits.has(h.toks[k].text) {
			return true
		}
	}
	return false
}

// birthOf reads a date as one of birth; "" when it is rather an appointment's.
func (h *hider) birthOf(text string, born bool) string {
	prefix := ""
	if born {
		prefix = "nascimento "
	}
	return understand.Read(prefix+strings.Join(strings.Fields(text), " "), h.o.Now).BirthDate
}

// numericDate reads a date of three groups, or of eight digits; a date that is none of birth is passed.
func (h *hider) numericDate(g []group, i int) finding {
	switch {
	case i+2 < len(g) && h.free(g[i].tok, g[i+2].tok+1) && h.dateSigns(g[i:i+3], len(g) == 3):
		if y, m, d, ok := dayOf(g[i : i+3]); ok {
			return h.dated(g, i, 3, y, m, d)
		}
	case len(g[i].digits) == 8 && !h.answersCPF(g[i].tok):
		s := g[i].digits
		if y, m, d, ok := dayOf([]group{{0, s[:2]}, {0, s[2:4]}, {0, s[4:]}}); ok {
			return h.dated(g, i, 1, y, m, d)
		}
	case len(g[i].digits) == 6 && h.bornAt(g[i].tok) && len(g) == 1:
		s := g[i].digits
		if y, m, d, ok := dayOf([]group{{0, s[:2]}, {0, s[2:4]}, {0, s[4:]}}); ok {
			return h.dated(g, i, 1, y, m, d)
		}
	}
	return h.clockOrDay(g, i)
}

// clockOrDay passes an hour (14:00) and a day without a year (24/11).
func (h *hider) clockOrDay(g []group, i int) finding {
	if i+1 >= len(g) || h.taken[g[i+1].tok] || len(g[i].digits) > 2 || len(g[i+1].digits) > 2 {
		return finding{}
	}
	if gap := h.gap(g[i], g[i+1]); gap == ":" && len(g[i+1].digits) == 2 || gap == "/" {
		return finding{2, passed, ""}
	}
	return finding{}
}

// dateSigns tells whether the signs between three groups are those of a date: / - . or, with a whole year, spaces.
// Alone and as a birth date the year may be short.
func (h *hider) dateSigns(g []group, alone bool) bool {
	first, second := h.gap(g[0], g[1]), h.gap(g[1], g[2])
	if first != second {
		return false
	}
	whole := len(g[0].digits) == 4 || len(g[2].digits) == 4
	switch first {
	case "/":
		return true
	case "-", ".", "–":
		return whole || h.bornAt(g[0].tok)
	case "", "|", "\\", "_", ",":
		return whole || alone && h.bornAt(g[0].tok)
	}
	return false
}

// dayOf reads day, month and year of groups, in either order; only their ranges are checked.
func dayOf(g []group) (y, m, d int, ok bool) {
	if len(g[0].digits) == 4 {
		g = []group{g[2], g[1], g[0]}
	}
	if len(g[0].digits) > 2 || len(g[1].digits) > 2 || len(g[2].digits) != 2 && len(g[2].digits) != 4 {
		return 0, 0, 0, false
	}
	d, _ = strconv.Atoi(g[0].digits)
	m, _ = strconv.Atoi(g[1].digits)
	y, _ = strconv.Atoi(g[2].digits)
	whole := len(g[2].digits) == 4
	swapped := whole && m > 12 && m <= 31 && d <= 12 // no date here, and still somebody's
	return y, m, d, 1 <= d && d <= 31 && 1 <= m && (m <= 12 || swapped) && (!whole || 1900 <= y && y <= 2100)
}

// longAgo is after how many years a date is nobody's visit any more, whatever stands beside it.
const longAgo = 5

// dated tells a birth date from the date of an appointment.
func (h *hider) dated(g []group, i, count, y, m, d int) finding {
	born := h.bornAt(g[i].tok)
	if !born && h.visited(g[i].tok) && y > h.o.Now.Year()-longAgo {
		return finding{count, passed, ""}
	}
	if h.o.Now.Year() < y && m > 12 {
		return finding{}
	}
	if day := h.birthOf(fmt.Sprintf("%02d/%02d/%0*d", d, m, len(strconv.Itoa(y)), y), born); day != "" {
		return finding{count, birth, day}
	}
	if y < 100 {
		y = century(y, h.o.Now)
	}
	day := fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	if day < h.o.Now.Format(time.DateOnly) || born && count == len(h.toks) {
		return finding{count, birth, day}
	}
	return finding{count, passed, ""}
}

// century completes a year of two digits: not more than two years ahead.
func century(y int, now time.Time) int {
	y += now.Year() / 100 * 100
	if y > now.Year()+2 {
		y -= 100
	}
	return y
}

// wordedDates hides birth dates with a month in words: "5 de março de 1980".
func (h *hider) wordedDates() {
	for i, t := range h.toks {
		if !t.number || len(t.text) > 2 || h.taken[i] {
			continue
		}
		j, ok := h.wordedEnd(i)
		if !ok || !h.free(i, j) || h.visited(i) && !h.bornAt(i) {
			continue
		}
		text := h.text[t.from:h.toks[j-1].to]
		if h.toks[i+1].number {
			text = t.text + "/" + h.toks[i+1].text + "/" + h.toks[j-1].text
		}
		if day := h.birthOf(text, h.bornAt(i)); day != "" {
			h.take(i, j, birth, day)
		}
	}
}

// wordedEnd is the index after the year of a date whose day is at i: "5 de março de 1980", "05/03 de 1980".
func (h *hider) wordedEnd(i int) (int, bool) {
	k := h.skip(i+1, 1, ofMonth)
	if k >= len(h.toks) {
		return i, false
	}
	if t := h.toks[k]; t.number && k == i+1 && len(t.text) <= 2 && h.gapBefore(k) == "/" {
		if end := h.skip(k+1, 1, ofMonth); end == k+2 && end < len(h.toks) && h.toks[end].number && len(h.toks[end].text) == 4 {
			return end + 1, true
		}
	}
	if !months.has(h.toks[k].text) {
		return i, false
	}
	k = h.skip(k+1, 1, ofMonth)
	if k >= len(h.toks) || !h.toks[k].number || len(h.toks[k].text) != 2 && len(h.toks[k].text) != 4 {
		return i, false
	}
	return k + 1, true
}

// skip goes over at most n words of a set.
func (h *hider) skip(i, n int, s wordSet) int {
	for ; n > 0 && i < len(h.toks) && s.has(h.toks[i].text); n-- {
		i++
	}
	return i
}
