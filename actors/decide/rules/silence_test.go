package rules

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// stories lead a conversation to where its name says; what is behind the last ">" is said there.
var silenceStories = map[string]string{
	"fresh":           ``,
	"greeted":         `> oi`,
	"which doctor":    `> quero cardiologista`,
	"which procedure": `> um exame com a dra ana souza`,
	"which plan":      `> consulta com a dra ana souza`,
	"an offer":        `> consulta com a dra ana souza, unimed`,
	"one time":        `> consulta com a dra ana souza, unimed, dia 24/11 às 8h`,
	"no time":         `> consulta com a dra ana paula, unimed`,
	"the name":        "> consulta com a dra ana souza, unimed\n\n> 1",
	"the CPF":         "> consulta com a dra ana souza, unimed\n\n> 1\n\n> Maria Silva",
	"the birth date":  "> consulta com a dra ana souza, unimed\n\n> 1\n\n> Maria Silva, 529.982.247-25",
	"for a relative":  "> consulta com a dra ana souza, unimed, pra minha mãe\n\n> 1",
	"read back":       "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1",
	"what to change":  "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> não",
	"booking":         "slow 2026-11-24 08:00\n> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim",
	"booked":          "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim",
	"thanked":         "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim\n\n> obrigada",
	"the same person": "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim\n\n> quero outra consulta com a dra ana souza, unimed\n\n> 1",
	"the next":        "> consulta e eletro com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim",
	"declined":        "> quero cardiologista\n\n> deixa pra lá",
	"declined later":  "> consulta com a dra ana souza, unimed, Maria Silva, 529.982.247-25, 12/03/1985\n\n> 1\n\n> sim\n\n> quero dermatologista\n\n> deixa pra lá",
	"lapsed":          "patience\n> consulta com a dra ana souza, unimed\n\nwait 23h",
	"nobody took it":  "> atendente",
	"a person later":  "reception\nclock 2026-11-23 20:00\n> quero falar com atendente",
}

// everywhere says each text of the corpora in every place; else each is said in one of them, the next text in the next.
var everywhere = flag.Bool("everywhere", false, "say every text in every place (minutes)")

// The questions in which a turn can begin; what only a language model asks is none of ours.
var silenceAsked = []conversation.Question{
	conversation.AskNothing, conversation.AskService, conversation.AskDoctor, conversation.AskProcedure, conversation.AskPlan, conversation.AskSlot,
	conversation.AskOther, conversation.AskName, conversation.AskCPF, conversation.AskBirthDate, conversation.AskSame, conversation.AskPerson,
	conversation.AskConfirm, conversation.AskChange, conversation.AskNext,
}

// standing is a conversation that has got somewhere.
type standing struct {
	name   string
	now    time.Time
	clinic *conversation.Clinic
	driver *Driver
	state  []byte
}

func standings(t *testing.T) (list []standing) {
	t.Helper()
	const world = `clock 2026-11-23 09:00
slots 101 2026-11-24..2026-12-04 08:00 09:30 14:00
slots 102 2026-11-24..2026-12-04 10:00 15:00
`
	asked := map[conversation.Question]bool{}
	for _, name := range slices.Sorted(maps.Keys(silenceStories)) {
		story := silenceStories[name]
		w := play(t, world+story+"\n")
		clinic := storyClinic(story)
		state, err := json.Marshal(&w.state)
		if err != nil {
			t.Fatal(err)
		}
		asked[w.state.Asked] = true
		list = append(list, standing{name, w.now.Add(time.Minute), clinic, New(clinic), state})
	}
	for _, q := range silenceAsked {
		if !asked[q] {
			t.Errorf("%q is never asked", q)
		}
	}
	return list
}

// answer is what is said in one turn, and whether it hands over.
func (st standing) answer(t *testing.T, messages ...decide.Message) (said []string) {
	s := &conversation.State{}
	if err := json.Unmarshal(st.state, s); err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, now: st.now, known: map[string]int{}, from: newOrigins(st.clinic)}
	for i := range messages {
		messages[i].At = st.now
	}
	dialogue := st.driver.Start(decide.Turn{Now: st.now, Messages: messages})
	var refused *conversation.Refusal
	for range 40 {
		event, err := dialogue.Next(context.Background(), s, refused)
		if err != nil {
			t.Fatal(err)
		}
		for event != nil {
			res := conversation.Step(st.clinic, s, st.now, event)
			event, refused = nil, res.Refusal
			for _, effect := range res.Effects {
				switch e := effect.(type) {
				case conversation.Say:
					if strings.TrimSpace(e.Text) != "" {
						said = append(said, e.Text)
					}
				case conversation.FindSlots:
					event = conversation.SlotsFound{Slots: []conversation.Slot{{AgendaID: e.Agendas[0], Date: "2026-11-25", Hour: "08:00"}, {AgendaID: e.Agendas[0], Date: "2026-11-25", Hour: "14:00"}}}
				default:
					if result := w.perform(effect); result != nil {
						event = result
					}
				}
			}
			if res.Done {
				return said
			}
		}
	}
	t.Errorf("%s: %+v has no end", st.name, messages)
	return said
}

// corpora are the texts that this repository has: examples of phrases and counter-examples, of purposes, what personas
// and stories say, and those of other tests.
func corpora(t *testing.T) []string {
	t.Helper()
	var all []string
	read := func(pattern string, text func(line string) string) {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				if found := text(strings.TrimRight(line, "\n")); found != "" {
					all = append(all, found)
				}
			}
		}
	}
	example := regexp.MustCompile(`^\s+[+-] (.+)$`)
	read("../../language/data/pt/*.phrases", func(line string) string {
		if m := example.FindStringSubmatch(line); m != nil {
			return m[1]
		}
		return ""
	})
	plain := func(line string) string {
		text, _, _ := strings.Cut(line, " => ")
		if strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "[") {
			return ""
		}
		return strings.ReplaceAll(text, `\n`, "\n")
	}
	for _, pattern := range []string{
		"../../language/data/pt/purposes.examples", "../../../cmd/internal/persona/paraphrase.txt", "../../understand/testdata/*.txt",
		"../emergency/testdata/*.txt", "../../pii/testdata/*.txt", "../grounding/testdata/*.txt",
	} {
		read(pattern, plain)
	}
	read("../../understand/testdata/patients.jsonl", func(line string) string {
		var one struct{ Text string }
		if json.Unmarshal([]byte(line), &one) != nil {
			t.Fatalf("%s", line)
		}
		return one.Text
	})
	read("testdata/*.txt", func(line string) string {
		text, _ := strings.CutPrefix(line, "> ")
		if text == line || strings.HasPrefix(text, "!") {
			return ""
		}
		return text
	})
	slices.Sort(all)
	return slices.Compact(all)
}

// Contract, "No silent turn": whatever is written and wherever a conversation stands, something is answered; and after a
// booking no question is answered with "Por nada!".
func TestNothingIsLeftUnanswered(t *testing.T) {
	places, texts := standings(t), corpora(t)
	welcome := []string{wording.Default().Variant(wording.TalkWelcome, 0), wording.Default().Variant(wording.TalkWelcome, 1)}
	check := func(st standing, text string) {
		said := st.answer(t, decide.Message{Type: "TEXT", Text: text})
		switch {
		case len(said) == 0:
			t.Errorf("%s: nothing to %q", st.name, text)
		case (st.name == "booked" || st.name == "thanked") && strings.HasSuffix(text, "?") && slices.Contains(welcome, strings.Join(said, "\n")) && !courtesy(text):
			t.Errorf("%s: %q to %q", st.name, said, text)
		}
	}
	for i, text := range texts {
		for j, st := range places {
			if *everywhere || i%everyText == 0 && (i/everyText+j)%len(places) == 0 {
				check(st, text)
			}
		}
	}
	t.Logf("%d texts in %d places", len(texts), len(places))
}

// courtesy reports words that end a talk although they ask.
func courtesy(text string) bool {
	return (&dialogue{}).said(text, say.Courtesy) || (&dialogue{}).said(text, say.Parting)
}

// Neither is what has no words: stickers, voice messages in which nobody heard any, pictures, an empty text.
func TestNoMediaIsLeftUnanswered(t *testing.T) {
	for _, st := range standings(t) {
		for _, kind := range []string{"TEXT", "AUDIO", "STICKER", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION", "CONTACT", "REACTION", "BUTTON", "UNKNOWN"} {
			for _, text := range []string{"", " ", "👍"} {
				if said := st.answer(t, decide.Message{Type: kind, Text: text}); len(said) == 0 {
					t.Errorf("%s: nothing to %s %q", st.name, kind, text)
				}
			}
		}
	}
}
