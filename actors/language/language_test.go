package language

import (
	"slices"
	"strings"
	"testing"
)

func book(t *testing.T, text string) *Book {
	t.Helper()
	b, err := New(Options{More: map[string]string{"test.phrases": text}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const signs = `
#person: atendente pessoa recep*
#fill: o a com uma
#month: janeiro=1 jan=1
	fevereiro=2
~falar
~querer: quero quer queria
`

func TestEachSignHasOneMeaning(t *testing.T) {
	t.Parallel()
	for phrase, texts := range map[string]struct{ yes, no []string }{
		"quero":               {[]string{"quero", "eu QUÉRO isso"}, []string{"queria", "queroo"}},
		"é isso":              {[]string{"é isso"}, []string{"e isso"}},
		"e isso":              {[]string{"é isso", "e isso"}, []string{"isso"}},
		"#person":             {[]string{"uma pessoa", "a recepcionista", "recep"}, []string{"rece", "gente"}},
		"~falar":              {[]string{"fala", "falaria com ela"}, []string{"falta"}},
		"desmai*":             {[]string{"desmaiou", "desmai"}, []string{"desma"}},
		"quero|~falar já":     {[]string{"quero já", "falei já"}, []string{"quero ja", "falei ontem"}},
		"quero uma? pessoa":   {[]string{"quero pessoa", "quero uma pessoa"}, []string{"quero uma boa pessoa"}},
		"quero .. pessoa":     {[]string{"quero pessoa", "quero a b c d pessoa"}, []string{"quero a b c d e pessoa", "quero. uma pessoa"}},
		"quero ..1 pessoa":    {[]string{"quero a pessoa"}, []string{"quero a b pessoa"}},
		"~falar #fill.. voce": {[]string{"fala com a voce", "fala voce"}, []string{"fala para voce"}},
		"^ quero":             {[]string{"quero", "oi. quero"}, []string{"oi quero"}},
		"quero $":             {[]string{"eu quero", "quero. oi"}, []string{"quero oi"}},
		"quero $|na":          {[]string{"quero", "quero na"}, []string{"quero oi"}},
		"^^ quero $$":         {[]string{"quero"}, []string{"oi. quero", "quero. oi"}},
		`"e" isso`:            {[]string{"e isso"}, []string{"é isso", "isso"}},
		"quero * ja":          {[]string{"quero tudo já", "quero pessoa já"}, []string{"quero já", "quero 2 já", "quero , já"}},
		"quero *..2 ja":       {[]string{"quero já", "quero isso tudo já"}, []string{"quero 2 já", "quero a b c já"}},
		"quero , pessoa":      {[]string{"quero, pessoa"}, []string{"quero pessoa"}},
	} {
		b := book(t, signs+"[g]\n"+phrase)
		for _, text := range texts.yes {
			if words := b.Plain(text); !b.Occurs(b.Group("g"), words) {
				t.Errorf("%q does not hold %q", text, phrase)
			}
		}
		for _, text := range texts.no {
			if words := b.Plain(text); b.Occurs(b.Group("g"), words) {
				t.Errorf("%q holds %q", text, phrase)
			}
		}
	}
}

func TestScanTellsTheFirstMatchOfEachGroup(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"[a]\nquero\n~falar #person\n[b]\n#person\n[c]\nnada")
	words := b.Plain("eu queria falar recepcionista, quero pessoa")
	f := b.Scan(words)
	if f.Has(b.Group("c")) || f.Has(None) || !f.Has(b.Group("b")) {
		t.Errorf("the groups are wrong: %v", f.Matches())
	}
	m, ok := f.First(b.Group("a"))
	if text, at := b.Why(m); !ok || m.From != 2 || m.To != 4 || text != "~falar #person" || at.String() != "test.phrases:10" {
		t.Errorf("the first match of a is %v, %q at %s", m, text, at)
	}
	if all := b.All(words); len(all) != 4 {
		t.Errorf("all matches are %v", all)
	}
}

func TestTrailingRunIsLong(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"[g]\nquero #fill..2")
	if all := b.All(b.Plain("quero o com uma")); len(all) != 1 || all[0].To != 3 {
		t.Errorf("matches: %v", all)
	}
}

// A token typed with accents is what its plain spelling is, too.
func TestTypedIsBothReadings(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"[a]\nesta\n[b]\nestá\n[c]\nest*\n[d]\n\"esta\"\n[e]\nmed*\n[f]\nmédico")
	for text, want := range map[string]string{"está": "abc", "ESTÁ": "abc", "esta": "acd", "Esta": "acd", "estação": "c", "médico": "ef", "medico": "e"} {
		var got string
		f := b.Scan(b.Plain(text))
		for _, name := range b.Groups() {
			if f.Has(b.Group(name)) {
				got += name
			}
		}
		if got != want {
			t.Errorf("%q is in groups %q, want %q", text, got, want)
		}
	}
}

func TestClassesHaveValues(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"#all: #month depois \\n =")
	if c := b.Class("month"); c.Value("fevereiro") != "2" || c.Value("marco") != "" || c.Has("marco") {
		t.Errorf("#month is %v", c.Words())
	}
	if got := b.Class("all").Words(); !slices.Equal(got, []string{"\n", "=", "depois", "fevereiro", "jan", "janeiro"}) {
		t.Errorf("#all is %q", got)
	}
	if b.Class("none").Has("x") || b.Verbs()["queria"] != "querer" || b.Verbs()["falei"] != "falar" {
		t.Error("a class that is not there, or a verb, is wrong")
	}
}

func TestABookTellsItsWords(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"#unit: % km%\n[g]\n^ quero|~falar #person? @when\nquero já")
	if got := b.Written(); !slices.Equal(got, []string{"quero", "@when", "quero", "já"}) {
		t.Errorf("phrases write out %q", got)
	}
	if got := b.Classes(); !slices.Equal(got, []string{"fill", "month", "person", "unit"}) {
		t.Errorf("the classes are %q", got)
	}
	if unit := b.Class("unit"); !unit.Has("%") || !unit.Has("km") {
		t.Errorf("#unit is %q", unit.Words())
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"quero":                      "test.phrases:1: \"quero\" stands in no group",
		"[g\nx":                      "test.phrases:1:",
		"[g]\n#none":                 "test.phrases:2: there is no class #none",
		"[g]\nx ~andar":              "test.phrases:2: there is no verb ~andar",
		"[g]\nx ..y":                 "test.phrases:2:",
		"[g]\na||b":                  "test.phrases:2:",
		"[g]\na?|b":                  "test.phrases:2:",
		"~ver":                       "test.phrases:1: ~ver is no regular verb",
		"[g]\n  + ola":               "test.phrases:2: an example stands below no phrase",
		"#a: #b\n#b: #a\n":           "test.phrases:1: the class #a takes itself in",
		"[g]\n..99 ..99 ..99 ..99 x": "test.phrases:2: ",
		"#a: x\n#b: y\n#a: z\n":      "test.phrases:3: #a is defined twice",
		"[g]\na|\u200d":              "test.phrases:2: ",
	} {
		_, err := New(Options{More: map[string]string{"test.phrases": text}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A class may take in others in any way, and as often as it likes: each is read once.
func TestClassesOfClassesAreReadOnce(t *testing.T) {
	t.Parallel()
	text := "#a: x\n"
	for _, class := range []string{"b", "c", "d", "e", "f", "g", "h", "i"} {
		text += "#" + class + ":" + strings.Repeat(" #"+string(class[0]-1), 100) + "\n"
	}
	if words := book(t, text).Class("i").Words(); !slices.Equal(words, []string{"x"}) {
		t.Errorf("#i is %q", words)
	}
}

// A clinic's file may use classes and verbs of ours, not its phrases, and accents and case of its words do not count.
func TestAFileOfOthersIsForgiven(t *testing.T) {
	t.Parallel()
	_, err := New(Options{Vocabulary: []string{"lay"}, Forgiving: true, More: map[string]string{"x.yaml": "\n#sé: Sé\n[g]\n#doctor #OF coração|#sé"}})
	if err == nil || !strings.Contains(err.Error(), "x.yaml:4: there is no class #OF") {
		t.Errorf("%v", err)
	}
	b, err := New(Options{Vocabulary: []string{"lay"}, Forgiving: true, More: map[string]string{"x.yaml": "#sé: Sé\n[g]\n#doctor #of Coração|#sé"}})
	if err != nil || b.Phrases() != 1 {
		t.Fatalf("%d phrases, %v", b.Phrases(), err)
	}
	for _, text := range []string{"medico do coracao", "Médica do Coração", "doutor da Sé"} {
		if !b.Occurs(0, b.Plain(text)) {
			t.Errorf("%q is not heard", text)
		}
	}
}

// What a clinic writes is an error at worst.
func FuzzNew(f *testing.F) {
	f.Add("#a: #a b%\n~x: y\n[g: h]\n\t+ z\n#a.. ~x \"e\" * desmai*? ..7 ^ $|na , @when\n\t- \u200d")
	f.Add(signs + "[g]\nquero|~querer #person\n  + quero pessoa")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := New(Options{Vocabulary: []string{"lay"}, Forgiving: true, More: map[string]string{"x": text}})
		if err == nil {
			b.Check(b.Plain)
		}
		b.All(b.Plain(text))
	})
}

func TestCheckTriesExamples(t *testing.T) {
	t.Parallel()
	b := book(t, signs+"[g]\nquero uma\n\t+ eu quero uma\n\t- uma quero\nquero #person\n\t+ quero gente\n\t- quero uma pessoa\nquero uma")
	var got []string
	for _, err := range b.Check(b.Plain) {
		got = append(got, err.Error())
	}
	want := []string{
		`test.phrases:13: "quero gente" does not hold "quero #person"`,
		`test.phrases:14: "quero uma pessoa" holds "quero uma" of test.phrases:9`,
		`test.phrases:14: "quero uma pessoa" holds "quero uma" of test.phrases:15`,
		`test.phrases:15: "quero uma" has no example`,
		`test.phrases:15: "quero uma" stands at test.phrases:9, too`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems:\n%s", strings.Join(got, "\n"))
	}
}

func TestBindConnectsCodeAndFiles(t *testing.T) {
	t.Parallel()
	b := book(t, "#month-name: jan\n[no-cpf]\nsem cpf\n[other]\noutro")
	var all struct {
		NoCPF, Other Group
		MonthName    *Class
	}
	if err := b.Bind(&all); err != nil || b.Name(all.NoCPF) != "no-cpf" || !all.MonthName.Has("jan") {
		t.Errorf("bound: %+v, %v", all, err)
	}
	var less struct{ NoCPF, Missing Group }
	if err := b.Bind(&less); err == nil || !strings.Contains(err.Error(), "[missing]") || !strings.Contains(err.Error(), "nobody asks for [other]") {
		t.Errorf("what is missing: %v", err)
	}
}

func TestTokensKnowTheirPlace(t *testing.T) {
	t.Parallel()
	text := "Olá, às 14h30 3️⃣!"
	var got []string
	for _, tok := range Tokenize(text) {
		if text[tok.Start:tok.End] != tok.Raw {
			t.Errorf("%q stands at %d", tok.Raw, tok.Start)
		}
		got = append(got, tok.Text)
	}
	if !slices.Equal(got, []string{"ola", ",", "as", "14", "h", "30", "3", "!"}) {
		t.Errorf("tokens: %q", got)
	}
}

func TestDigitsOfEveryScriptAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"٥٢٩": "529", "५२९": "529", "５２９": "529", "𝟓𝟐𝟗": "529", "5２٩": "529"} {
		if toks := Tokenize(text); len(toks) != 1 || toks[0].Text != want || toks[0].Kind != Digits {
			t.Errorf("%s is read as %v", text, toks)
		}
	}
}
