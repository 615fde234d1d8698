package emergency

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atende/actors/language"
)

// Every example beside a phrase holds it, no counter-example any phrase of its group.
func TestPhraseFile(t *testing.T) {
	t.Parallel()
	for _, err := range rules.book.Check(func(text string) []language.Word {
		words, _ := rules.split(text)
		return words
	}) {
		t.Error(err)
	}
	countered := map[string]bool{}
	for _, line := range phraseLines(t) {
		switch {
		case strings.HasPrefix(line.text, "\t- "):
			countered[line.group] = true
		case line.text != "" && line.text[0] == '[' && !countered[line.group]:
			countered[line.group] = false
		default:
		}
	}
	for group, has := range countered {
		if !has {
			t.Errorf("[%s] has no counter-example", group)
		}
	}
}

// phraseLine is a line of the phrase file and the group that it stands in.
type phraseLine struct{ text, group string }

func phraseLines(t *testing.T) []phraseLine {
	t.Helper()
	text, err := language.Builtin("emergency")
	if err != nil {
		t.Fatal(err)
	}
	var lines []phraseLine
	group := ""
	for line := range strings.SplitSeq(text, "\n") {
		if inner, found := strings.CutPrefix(line, "["); found {
			group, _, _ = strings.Cut(strings.TrimSuffix(inner, "]"), ":")
		}
		lines = append(lines, phraseLine{line, group})
	}
	return lines
}

// Whoever drops a phrase is told so by the example that stood below it, unless the phrase above holds that, too.
func TestADroppedPhraseIsMissed(t *testing.T) {
	t.Parallel()
	lines := phraseLines(t)
	dropped := 0
	for i := len(lines) / droppedPhrases; i+1 < len(lines) && dropped < droppedPhrases; i++ {
		if !isPhrase(lines[i].text) || !strings.HasPrefix(lines[i+1].text, "\t+ ") {
			continue
		}
		var text strings.Builder
		for j, line := range lines {
			if j != i {
				text.WriteString(line.text + "\n")
			}
		}
		at := fmt.Sprintf("test.phrases:%d: ", i+1)
		if problems := problemsOf(text.String()); !strings.Contains(problems, at) {
			t.Errorf("%q of [%s] is missing, but nothing is wrong with its example (%s):\n%s", lines[i].text, lines[i].group, at, problems)
		}
		dropped++
		i += len(lines) / droppedPhrases
	}
	if dropped < droppedPhrases/2 {
		t.Errorf("only %d phrases were dropped", dropped)
	}
}

// droppedPhrases is the number of phrases that the test drops, spread over the file.
const droppedPhrases = 16

// For nearly all phrases: the few others say what the phrase above says, too, at the length that counts.
func TestNearlyEveryPhraseIsMissed(t *testing.T) {
	t.Parallel()
	lines := phraseLines(t)
	above := map[string]int{} // by group, the last phrase
	var unnoticed []string
	for i, line := range lines {
		if !isPhrase(line.text) || !strings.HasPrefix(lines[i+1].text, "\t+ ") {
			continue
		}
		words, _ := rules.split(strings.TrimPrefix(lines[i+1].text, "\t+ "))
		for _, m := range rules.book.All(words) {
			if _, at := rules.book.Why(m); at.Line == above[line.group] && !slices.Contains(unnoticed, line.text) {
				unnoticed = append(unnoticed, line.text)
			}
		}
		above[line.group] = i + 1
	}
	if len(unnoticed) > 8 {
		t.Errorf("%d phrases may be dropped unnoticed: give them examples that the phrase above does not hold\n%s", len(unnoticed), strings.Join(unnoticed, "\n"))
	}
}

// isPhrase reports a line that is neither a group, a class, an example nor a comment.
func isPhrase(line string) bool {
	return line != "" && !strings.ContainsAny(line[:1], "[\t/") && !strings.Contains(line, ":")
}

// problemsOf is all that is wrong with a phrase file.
func problemsOf(text string) string {
	tables, err := newTables(language.Options{More: map[string]string{"test.phrases": text}}, language.New)
	if err != nil {
		return err.Error()
	}
	problems := errors.Join(tables.book.Check(func(text string) []language.Word {
		words, _ := tables.split(text)
		return words
	})...)
	if problems == nil {
		return ""
	}
	return problems.Error()
}

// What the code cannot read is an error of the line.
func TestMistakesNameTheirLine(t *testing.T) {
	t.Parallel()
	builtin, err := language.Builtin("emergency")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"[x: weak sudden]\nx":       `more.phrases:1: [x] has a trait "sudden", which nothing reads`,
		"\n[x: weak +nothing]\nx":   `more.phrases:2: [x] has a trait "+nothing", which nothing reads`,
		"[x.unless]\nx":             "more.phrases:1: [x.unless] is of no sign and no setting",
		"[setting.soon]\nx":         "more.phrases:1: [setting.soon] is of no sign and no setting",
		"#number: @x=many\n[x]\n@x": `"many" of #number`,
	} {
		_, err := newTables(language.Options{More: map[string]string{"emergency.phrases": builtin, "more.phrases": text}}, language.New)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := newTables(language.Options{}, language.New); err == nil {
		t.Error("a book without the classes that code asks for is none")
	}
}
