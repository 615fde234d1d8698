package guard

import (
	"slices"
	"strconv"
	"strings"
)

// entry is a phrase in the index: what its match says.
type entry struct {
	phrase  phrase
	sign    int     // index of tables.signs, or -1
	unless  bool    // the sign is not meant here
	setting setting // for sign -1
}

// tables are all rules, compiled.  They are built once, before main, and then only read.
type tables struct {
	lexicon *lexicon
	signs   []sign
	pairs   [][2]int
	entries []entry
	byFirst [][]int32 // entries by the atoms that they can begin with
	alarms  []bool    // by atom, whether a sign can begin with it
	atoms   knownAtoms
}

// knownAtoms are the classes that the code itself asks for.
type knownAtoms struct {
	no, not, with, present, have, wish, light, glue, ill, such, subject, kin, known                            atom
	topic, after, having, weakly, between, whenWord, conj, body, polite, since                                 atom
	num, sat, fever, fever38, fever40, bpHigh, bpRaised, bpLow, sugarLow, sugarHigh, pills, few3, bpm, bpUsual atom
	year, nowWord, but, eh                                                                                     atom
}

var rules = newTables()

func newTables() *tables {
	t := &tables{lexicon: newLexicon(), signs: slices.Concat(heartSigns, brainSigns, bodySigns, birthSigns, injurySigns, poisonSigns, mindSigns)}
	for line := range strings.Lines(classTable + contextClassTable + codeClassTable) {
		t.class(strings.Fields(line))
	}
	t.nameAtoms()
	for i, s := range t.signs {
		t.add(s.phrases, entry{sign: i})
		t.add(s.unless, entry{sign: i, unless: true})
	}
	for _, c := range settingTables {
		t.add(c.phrases, entry{sign: -1, setting: c.setting})
	}
	for _, p := range pairs {
		t.pairs = append(t.pairs, [2]int{t.find(p[0]), t.find(p[1])})
	}
	t.index()
	return t
}

// codeClassTable holds the words that only the code asks for.
const codeClassTable = `
#nowword  agora hoje agorinha
#but      mas porem contudo entretanto
#conj     e ai dai
#eh       e eh
`

// class reads one line of a class table: the name of the class and its words.
func (t *tables) class(fields []string) {
	if len(fields) < 2 {
		return
	}
	a := t.lexicon.name(fields[0])
	for _, w := range fields[1:] {
		t.lexicon.add(w, a)
	}
}

func (t *tables) add(phrases string, e entry) {
	for line := range strings.Lines(phrases) {
		if strings.TrimSpace(line) != "" {
			e.phrase = parsePhrase(t.lexicon, line)
			t.entries = append(t.entries, e)
		}
	}
}

func (t *tables) find(name string) int {
	i := slices.IndexFunc(t.signs, func(s sign) bool { return s.name == name })
	if i < 0 {
		panic("guard: no sign " + name) // of our own tables, at start-up
	}
	return i
}

func (t *tables) index() {
	t.byFirst = make([][]int32, len(t.lexicon.names))
	t.alarms = make([]bool, len(t.lexicon.names))
	for i, e := range t.entries {
		for _, a := range e.phrase.first() {
			t.byFirst[a] = append(t.byFirst[a], int32(i))
			t.alarms[a] = t.alarms[a] || e.sign >= 0 && !e.unless
		}
	}
}

func (t *tables) nameAtoms() {
	n, k := t.lexicon.name, &t.atoms
	k.no, k.not, k.with, k.present, k.have = n("#no"), n("#not"), n("#with"), n("#present"), n("#have")
	k.wish, k.light, k.glue, k.ill, k.such = n("#wish"), n("#light"), n("#glue"), n("#ill"), n("#such")
	k.subject, k.kin, k.known, k.topic, k.after = n("#subject"), n("#kin"), n("#known"), n("#topic"), n("#after")
	k.having, k.weakly, k.between, k.whenWord = n("#having"), n("#weakly"), n("#between"), n("#whenword")
	k.conj, k.nowWord, k.but, k.eh, k.body = n("#conj"), n("#nowword"), n("#but"), n("#eh"), n("#body")
	k.polite, k.since = n("#polite"), n("#since")
	k.num, k.sat, k.fever, k.fever38, k.fever40, k.year = n("#num"), n("#sat"), n("#fever"), n("#fever38"), n("#fever40"), n("#year")
	k.bpHigh, k.bpRaised, k.bpLow = n("#bphigh"), n("#bpraised"), n("#bplow")
	k.sugarLow, k.sugarHigh, k.pills, k.few3, k.bpm, k.bpUsual = n("#sugarlow"), n("#sugarhigh"), n("#pills"), n("#upto3"), n("#bpm"), n("#bpusual")
}

// number appends what a number can be: a blood pressure, a fever, a year, …
func (t *tables) number(list []atom, text string) []atom {
	k := &t.atoms
	list = append(list, k.num)
	n, err := strconv.Atoi(text)
	if err != nil || len(text) > 4 {
		return list
	}
	for _, r := range []struct {
		from, to int
		a        atom
	}{
		{50, 92, k.sat}, {39, 42, k.fever}, {38, 42, k.fever38}, {40, 42, k.fever40}, {18, 30, k.bpHigh}, {180, 300, k.bpHigh},
		{15, 17, k.bpRaised}, {150, 179, k.bpRaised}, {4, 8, k.bpLow}, {10, 55, k.sugarLow}, {400, 999, k.sugarHigh},
		{6, 999, k.pills}, {130, 250, k.bpm}, {9, 17, k.bpUsual}, {1, 3, k.few3}, {1930, 2099, k.year},
	} {
		if r.from <= n && n <= r.to {
			list = append(list, r.a)
		}
	}
	return list
}
