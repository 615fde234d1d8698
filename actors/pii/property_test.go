package pii

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"atende/actors/conversation"
)

var (
	anything  = rapid.StringMatching(`[a-zA-Zà-ÿ ,.!?:;()\n0-9/*-]{0,40}`)
	questions = rapid.SampledFrom([]conversation.Question{
		conversation.AskNothing, conversation.AskSlot, conversation.AskName, conversation.AskCPF, conversation.AskBirthDate, conversation.AskPlan,
	})
	// people are names beside each other, of which some are common words, too, with what joins and parts them.
	people = rapid.Custom(func(t *rapid.T) string {
		words := rapid.SampledFrom(strings.Fields("maria Clara rosa José vitória souza Natal março e e de da dos sou para é nome filha dra , ."))
		return strings.Join(rapid.SliceOfN(words, 1, 10).Draw(t, "words"), " ")
	})
	manyTexts      = rapid.OneOf(rapid.String(), anything, rapid.StringMatching(`(cpf|nasci|me chamo|maria|joão|souza|11|[0-9]{1,4}|[ .,/:-]|\[CPF 1\]|tel|@|com|dia|de|março){0,12}`))
	textsAndPeople = rapid.OneOf(manyTexts, people)
)

// validCPF draws a CPF whose check digits are right.
func validCPF(t *rapid.T) string {
	digits := rapid.SliceOfN(rapid.IntRange(0, 9), 9, 9).
		Filter(func(d []int) bool { return slices.Max(d) > slices.Min(d) }).Draw(t, "digits")
	for range 2 {
		sum := 0
		for i, d := range digits {
			sum += d * (len(digits) + 1 - i)
		}
		check := 0
		if rest := sum % 11; rest >= 2 {
			check = 11 - rest
		}
		digits = append(digits, check)
	}
	var b strings.Builder
	for _, d := range digits {
		b.WriteByte(byte('0' + d))
	}
	return b.String()
}

// asWritten draws a way to write a CPF.
func asWritten(t *rapid.T, cpf string) string {
	a, b, c, d := cpf[:3], cpf[3:6], cpf[6:9], cpf[9:]
	sign := rapid.SampledFrom([]string{".", " ", "-", "\n", "/", " . ", "\u200b", " - ", "x", " e "}).Draw(t, "sign")
	return rapid.SampledFrom([]string{
		cpf, a + "." + b + "." + c + "-" + d, a + sign + b + sign + c + sign + d, a + b + c + sign + d, strings.Join(strings.Split(cpf, ""), " "),
		strings.Join(strings.Split(cpf, ""), "."), a + b + sign + c + d, "cpf " + cpf[:7] + " " + cpf[7:], a + "." + b + "." + c + " traço " + d,
	}).Draw(t, "written")
}

func TestNoCPFSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cpf := validCPF(t)
		before := rapid.OneOf(rapid.Just(""), anything, manyTexts).Draw(t, "before")
		after := rapid.OneOf(rapid.Just(""), anything, manyTexts).Draw(t, "after")
		text := before + asWritten(t, cpf) + after
		masked, _ := Hide(text, nil, Options{Asked: questions.Draw(t, "asked"), Keep: clinic, Now: now})
		if leaks(masked, []string{cpf}) {
			t.Fatalf("%q became %q", text, masked)
		}
	})
}

func TestEvenAWrongCPFIsHiddenWhereItStandsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`[0-9]{11}`).Draw(t, "digits")
		before := rapid.SampledFrom([]string{"", "cpf ", "oi, ", "meu cpf é ", "Maria\n", "dia 24/11 às 14h, "}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", ".", ", obrigada", "\n05/03/1980", " quero dia 24/11"}).Draw(t, "after")
		text := before + rapid.SampledFrom([]string{digits, digits[:3] + "." + digits[3:6] + "." + digits[6:9] + "-" + digits[9:]}).Draw(t, "written") + after
		masked, _ := Hide(text, nil, Options{Now: now})
		if leaks(masked, []string{digits}) || strings.Contains(masked, digits[6:]) {
			t.Fatalf("%q became %q", text, masked)
		}
	})
}

func TestHidingAgainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := manyTexts.Draw(t, "text")
		o := Options{Asked: questions.Draw(t, "asked"), Keep: clinic, Now: now}
		masked, fresh := Hide(text, nil, o)
		if same, more := Hide(text, fresh, o); same != masked || more != nil {
			t.Fatalf("%q became %q, then %q with %v", text, masked, same, more)
		}
		if !utf8.ValidString(masked) {
			t.Fatalf("%q is no text", masked)
		}
	})
}

func TestAMaskedTextHidesNothingMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := manyTexts.Draw(t, "text")
		o := Options{Asked: questions.Draw(t, "asked"), Keep: clinic, Now: now}
		masked, fresh := Hide(text, nil, o)
		twice, more := Hide(masked, fresh, o)
		if len(more) > 0 || twice != roundBrackets(masked) {
			t.Fatalf("%q became %q, then %q with %v", text, masked, twice, more)
		}
	})
}

func TestWhatIsRevealedIsWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textsAndPeople.Draw(t, "text")
		masked, fresh := Hide(text, nil, Options{Asked: questions.Draw(t, "asked"), Now: now})
		if len(fresh) == maxFresh {
			return
		}
		revealed, unknown := Reveal(masked, fresh)
		if unknown {
			t.Fatalf("%q holds what is not known", masked)
		}
		kept := strings.FieldsFunc(placeholderFormat.ReplaceAllString(masked, " "), func(r rune) bool { return r == ' ' })
		for _, piece := range kept {
			if !strings.Contains(revealed, piece) {
				t.Fatalf("%q became %q and lost %q", masked, revealed, piece)
			}
		}
		for _, m := range fresh {
			if k, _ := nameOf(m); k == person && !strings.Contains(revealed, m.Value) || k == cpf && len(m.Value) == cpfLength && !strings.Contains(revealed, "-"+m.Value[9:]) {
				t.Fatalf("%q became %q without %q", masked, revealed, m.Value)
			}
		}
	})
}

func TestEveryPlaceholderIsKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		masked, fresh := Hide(textsAndPeople.Draw(t, "text"), maria, Options{Asked: questions.Draw(t, "asked"), Now: now})
		known := slices.Concat(maria, fresh)
		for _, found := range placeholderFormat.FindAllString(masked, -1) {
			if m, ok := Resolve(found, known); !ok || m.Name != found {
				t.Fatalf("%q in %q is %v", found, masked, m)
			}
		}
	})
}

func FuzzMask(f *testing.F) {
	for _, text := range []string{"", "cpf 529.982.247-25 de Maria Souza, nascida em 5 de março de 1980", "[CPF 1] joao@x.com (11) 98765-4321", "\xff\xfe[", "1 2 3 4 5 6 7 8 9 0 1"} {
		f.Add(text, "name")
		f.Add(text, "cpf")
		f.Add(text, "birth_date")
	}
	f.Fuzz(func(t *testing.T, text, asked string) {
		o := Options{Asked: conversation.Question(asked), Keep: clinic, Now: now}
		masked, fresh := Hide(text, maria, o)
		if same, more := Hide(text, slices.Concat(maria, fresh), o); same != masked || more != nil && len(fresh) < maxFresh {
			t.Errorf("%q, then %q with %v", masked, same, more)
		}
		if leaks(masked, []string{"52998224725"}) {
			t.Errorf("%q leaks", masked)
		}
		Again(text, slices.Concat(maria, fresh))
		Reveal(text, maria)
		Resolve(text, maria)
	})
}
