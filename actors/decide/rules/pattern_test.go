package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// hardest are patterns with all that the others are made of.
var hardest = []*pattern{
	titled, choosing, family, otherDoctor, plainWords, wordsOnly, noneThere, otherPlans, confirming, mistaken, amends, kinOf,
	forSomebody, hypothetical, kinAhead, waiting, sendsLater, withoutCPF, aPerson, dated, onlyPerson, hello, others, own, notThat,
	address, copiedLine, corrects, bareNumber, bareTime, takesBack, leading, keepsSecret, doubtsTime, since, wishing, bareDay,
	latest, cpfShape, notDigit, digit, oneWord, introduces, objects, agrees, clauseEnd, cannot, notBehind, planIs, notPlan,
	notPlanBehind, notDoctor, wrongData, forRelative, theirs, telling, joined, dropsIt, exclaims, calls, asking, clinical,
	privacyAsked, elsewhere, puzzled, otherAudience, oneDay, title, dayOfMonth(5),
}

// A glance never denies what a pattern matches.
func TestGlanceDeniesNoMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(hardest).Draw(t, "pattern")
		text := rapid.StringMatching(p.String()).Draw(t, "text")
		text = rapid.SampledFrom([]string{"", "oi, ", "x\n"}).Draw(t, "before") + text + rapid.SampledFrom([]string{"", " por favor", "?"}).Draw(t, "behind")
		if p.Regexp.MatchString(text) && !p.may(text) {
			t.Fatalf("%q matches %q", p.String(), text)
		}
	})
}

// The same of patterns that nobody wrote yet.
func TestGlanceDeniesNoMatchOfAnyPattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expression := rapid.OneOf(rapid.Just(`(?i)`), rapid.Just("")).Draw(t, "case") + anyExpression(2).Draw(t, "expression")
		p := compile(expression)
		text := rapid.StringMatching(expression).Draw(t, "text")
		if p.Regexp.MatchString(text) && !p.may(text) {
			t.Fatalf("%q matches %q", expression, text)
		}
	})
}

// anyExpression makes a pattern of parts, to a depth.
func anyExpression(depth int) *rapid.Generator[string] {
	leaf := rapid.SampledFrom([]string{"a", "não", "K", "s", "ç", " ", "\\d", "\\s", "\\w", "\\p{L}", "[ãa]", "[^,;]", ".", "\\b", "^", "$", "\\?", "9", "[a-z]", "ſ", "👍", "\\x{20e3}", ""})
	if depth == 0 {
		return leaf
	}
	inner := anyExpression(depth - 1)
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(inner, 1, 3).Draw(t, "parts")
		how := rapid.SampledFrom([]string{"", "?", "*", "+", "{1,2}", "{0,3}", "{2}"}).Draw(t, "how often")
		joint := rapid.SampledFrom([]string{"", "|"}).Draw(t, "joint")
		return "(" + strings.Join(parts, joint) + ")" + how
	})
}

// What patients write in the stories is told at a glance as the patterns say, too.
func TestGlanceOfStories(t *testing.T) {
	for i, text := range storyTexts(t) {
		if i%10 > 0 {
			continue // all of them take a minute
		}
		for _, p := range hardest {
			if got, want := p.MatchString(text), p.Regexp.MatchString(text); got != want {
				t.Errorf("%q in %q: %t", p.String(), text, got)
			}
		}
	}
}

func storyTexts(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	var texts []string
	for _, file := range files {
		story, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(story)) {
			if text, ok := strings.CutPrefix(line, ">"); ok && !slices.Contains(texts, text) {
				texts = append(texts, strings.TrimSpace(text))
			}
		}
	}
	return texts
}

// Characters that a pattern does not tell apart are one letter.
func TestLettersHaveNoCase(t *testing.T) {
	for r := range rune(0x1f000) { // behind all letters with two cases
		if other := unicode.SimpleFold(r); letterOf(r) != letterOf(other) {
			t.Errorf("%c is %d, %c is %d", r, letterOf(r), other, letterOf(other))
		}
	}
}

// A glance spares the pattern most texts.
func TestGlanceDeniesWhatIsFarOff(t *testing.T) {
	for text, p := range map[string]*pattern{
		"oi": keepsSecret, "bom dia, tudo bem": forRelative, "529.982.247-25": clinical,
		"Maria das Dores e Silva": amends, "12/03/1985": bareNo, "queria um horário de manhã": otherPlans,
	} {
		if p.may(text) {
			t.Errorf("%q may be %q", text, p.String())
		}
	}
}

func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"sou a MARIA  das dores, unimed", "Maria das Dores", "sou a  , unimed"},
		{"maria\nsilva e Maria Silva", "Maria Silva", "  e  "},
		{"Mariasilva", "Maria Silva", "Mariasilva"},
		{"maria", "", "maria"},
		{"ÁUREA Conceição", "Áurea Conceição", " "},
		{"Bia Biamar", "Bia", "   mar"},
		{"d'Ávila (neta)", "D'Ávila (Neta)", " "},
		{"a\xff b", "\xff", "a\xff b"},
	} {
		if got := without(c.text, c.name); got != c.want {
			t.Errorf("%q without %q: %q", c.text, c.name, got)
		}
	}
}

func TestCalledDoctor(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"outra pro meu marido, dr Carlos", "Carlos", true},
		{"a Dra.  ANA souza", "Ana Souza", true},
		{"dr.Carlos", "Carlos", false},
		{"Carlos, com o doutor carlos", "Carlos", true},
		{"quadr Carlos", "Carlos", false},
		{"dr", "", false},
	} {
		if got := calledDoctor(c.text, c.name); got != c.want {
			t.Errorf("%q in %q: %t", c.name, c.text, got)
		}
	}
}
