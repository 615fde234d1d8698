package persona

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"atende/integrations/catalog"
)

// answers are the kinds of answer that patients put in other words.
var answers = []phrase{
	sayWant, saySpecialty, sayProcedure, sayDoctor, sayPlan, sayPrivate, sayWish, sayAnyTime, sayTime, sayAccept, sayNumber, sayName, sayCPF, sayBirth,
	saySelf, sayYes, sayCorrection, sayOops,
}

// Every section is one that is drawn from, and holds enough to tell people apart.
func TestPhrasings(t *testing.T) {
	t.Parallel()
	all := phrasings()
	for _, says := range answers {
		if n := len(all.ways[says]); n < 15 {
			t.Errorf("[%s] has %d ways", says, n)
		}
	}
	known := slices.Concat(answers, []phrase{sayFiller, sayRemark, sayQuestion, sayBefore, sayAfter, swapRegional, swapMisspelt})
	for section := range all.swaps {
		if !slices.Contains(known, section) {
			t.Errorf("nobody draws from [%s]", section)
		}
	}
	for says, ways := range all.ways {
		sorted := slices.Sorted(slices.Values(ways))
		if len(slices.Compact(sorted)) != len(ways) {
			t.Errorf("[%s] says something twice", says)
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// everyValue has a value for each placeholder.
func everyValue(seed uint64) map[string]string {
	p := Paraphrasers()[0].Patient(catalog.Sample(), seed, monday)
	g := p.goal()
	g.PlanID, g.Wish.Fixed = 2, true
	values := p.valuesOf(*g, &Slot{"2026-11-24", "14:30"})
	for name, value := range counted(3) {
		values[name] = value
	}
	values["what"], values["value"] = "o convênio", "Unimed"
	return values
}

// A placeholder that has no value anywhere would keep its line from ever being drawn.
func TestPlaceholdersHaveValues(t *testing.T) {
	t.Parallel()
	values := everyValue(1)
	for says, ways := range phrasings().ways {
		for _, way := range ways {
			if text := filled(way, values); strings.ContainsAny(text, "{}") {
				t.Errorf("[%s] %s", says, text)
			}
		}
	}
}

// Whoever measures a reader by its own examples measures nothing: no way to say something is one of them, and nothing
// of the reader is imported.
func TestPhrasingsAreIndependent(t *testing.T) {
	t.Parallel()
	examples := readersLines(t)
	var some []map[string]string
	for seed := range uint64(10) {
		some = append(some, everyValue(seed))
	}
	for says, ways := range phrasings().ways {
		for _, way := range ways {
			if !strings.ContainsFunc(placeholder.ReplaceAllString(way, ""), unicode.IsLetter) {
				continue // a name is nobody's phrase
			}
			for _, values := range some {
				if text := plainly(filled(way, values)); examples[text] != "" {
					t.Errorf("[%s] %q stands in %s", says, way, examples[text])
					break
				}
			}
		}
	}
	for _, name := range glob(t, "*.go") {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range file.Imports {
			if strings.Contains(one.Path.Value, "atende/actors") {
				t.Errorf("%s imports %s", name, one.Path.Value)
			}
		}
	}
}

// readersLines are the examples of the reader's data, each with its file.
func readersLines(t *testing.T) map[string]string {
	t.Helper()
	lines := map[string]string{}
	for _, name := range glob(t, "../../../actors/language/data/pt/*") {
		if filepath.Base(name) == "replies.examples" {
			continue // no patient wrote these
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			text := strings.TrimSpace(line)
			example := strings.HasPrefix(text, "+ ") || strings.HasPrefix(text, "- ")
			if example || strings.HasSuffix(name, ".examples") {
				lines[plainly(strings.TrimLeft(text, "+- "))] = filepath.Base(name)
			}
		}
	}
	if len(lines) < 1000 {
		t.Fatalf("only %d examples", len(lines))
	}
	return lines
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v, %v", pattern, names, err)
	}
	return names
}

// plainly is a text without what typing changes.
func plainly(text string) string { return strings.Trim(fold(text), " .,!?:") }

// The same seed says the same, and what is said holds what is meant, whatever is around it.
func TestParaphrase(t *testing.T) {
	t.Parallel()
	for _, who := range Paraphrasers() {
		texts := map[string]bool{}
		for seed := range uint64(30) {
			a, b := who.Patient(catalog.Sample(), seed, monday), who.Patient(catalog.Sample(), seed, monday)
			for _, question := range []string{"", "Qual é o nome completo?", "E o CPF?", "Qual é a data de nascimento?"} {
				said, again := a.Next([]string{question}, monday).Say, b.Next([]string{question}, monday).Say
				if !slices.Equal(said, again) {
					t.Errorf("%s: seed %d is two patients", who.Name, seed)
				}
				text := wordsOf(Act{Say: said})
				texts[text] = true
				if question == "Qual é o nome completo?" && !strings.Contains(fold(text), fold(a.goal().For.Name)) {
					t.Errorf("%s seed %d does not say the name: %s", who.Name, seed, text)
				}
			}
		}
		if len(texts) < 90 {
			t.Errorf("%s says only %d things", who.Name, len(texts))
		}
	}
}

// Each of the moods does what it is called after.
func TestMoods(t *testing.T) {
	t.Parallel()
	put := func(m mood, seed uint64) []message {
		p := Paraphrasers()[0].Patient(catalog.Sample(), seed, monday)
		p.mood, p.written = m, 1
		return p.paraphrased(message{text: "52998224725", exact: true, says: sayCPF})
	}
	if got := put(mood{corrects: 1}, 1); len(got) != 2 || digits(got[0].text) == digits(got[1].text) {
		t.Errorf("no correction: %v", got)
	}
	if got := put(mood{flowery: 1}, 1); len(got) != 1 || len(got[0].text) < 60 {
		t.Errorf("not flowery: %v", got)
	}
	split, asked := 0, 0
	for seed := range uint64(40) {
		split += len(put(mood{pieces: 1}, seed)) - 1
		asked += strings.Count(wordsIn(put(mood{asks: 1}, seed)), "?")
	}
	if split < 20 || asked < 40 {
		t.Errorf("%d more pieces, %d questions", split, asked)
	}
	p := Paraphrasers()[0].Patient(catalog.Sample(), 1, monday)
	p.mood = mood{misspelt: 1}
	if got := p.reworded("o número é {cpf}"); !strings.HasSuffix(got, "{cpf}") || strings.Contains(got, "número") {
		t.Errorf("misspelt: %s", got)
	}
}

func wordsIn(list []message) string {
	text := ""
	for _, m := range list {
		text += m.text + "\n"
	}
	return text
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
