package emergency

import (
	"fmt"
	"strings"
	"testing"
)

// Who asks why hears of the signs, with what was taken for a reason to keep still, or of none.
func TestWhyNamesSigns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Tô com DOR no peito, meu filho": "true: chest dor no peito, chest-trouble dor no peito",
		"tive infarto em 2019":           "false: heart infarto, heart-or-brain-disease infarto, setting.past 2019",
		"quero marcar em 2019":           "false: ",
	} {
		alarm, reasons := Why(text)
		var got []string
		for _, r := range reasons {
			got = append(got, r.Group+" "+r.Words)
		}
		if s := fmt.Sprintf("%v: %s", alarm, strings.Join(got, ", ")); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

// "," and "." before a word stand for what pauses and what ends a sentence, "?" behind it for a question.
func TestSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Olá, dói! Muito?":           "ola ,doi .muito?",
		"39,5 e 52.998. 3":           "39 5 e 52 998 .3",
		"dra. Ana. Sra Bia":          "dra ana .sra bia",
		"5.² ok":                     "5 .2 ok",
		"meu pai 😂\u200dapagou 🚑🚑":   "meu pai k apagou sos sos",
		"ai…\u200d dor – no (peito)": "ai .dor ,no ,peito",
		"socorrooo 1100":             "socoro 1100",
		"... , oi":                   "oi",
		"a.\u200d5":                  "a .5",
		"":                           "",
	} {
		words, notes := rules.split(text)
		var got []string
		for i, n := range notes {
			before, behind := "", ""
			switch {
			case words[i].Breaks:
				before = "."
			case words[i].Pause:
				before = ","
			}
			if n.asked {
				behind = "?"
			}
			got = append(got, before+n.text+behind)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q is %q, want %q", text, s, want)
		}
	}
}
