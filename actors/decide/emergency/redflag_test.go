package emergency

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"atende/actors/language"
)

// sentence is one line of testdata.
type sentence struct {
	section, text string
}

// sentences reads the files of testdata that match: "#" begins a section, every other line is a
// message.
func sentences(t testing.TB, pattern string) []sentence {
	t.Helper()
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/%s: %d files, %v", pattern, len(files), err)
	}
	var list []sentence
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		section := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if header, ok := strings.CutPrefix(line, "#"); ok {
				section = strings.TrimSpace(header)
			} else if line != "" {
				list = append(list, sentence{section: section, text: line})
			}
		}
	}
	return list
}

// Every one of them is caught, and each gets the text of its kind: a missed one may cost a life.
func TestRedFlags(t *testing.T) {
	list := sentences(t, "redflags*.txt")
	if len(list) < 200 {
		t.Fatalf("only %d sentences", len(list))
	}
	for _, s := range list {
		got, inDespair := read(s.text).judge(nil), s.section == "selfharm"
		switch {
		case got == nothing:
			t.Errorf("missed: %s", s.text)
		case (got == despair) != inDespair:
			t.Errorf("despair %v, want %v: %s", got == despair, inDespair, s.text)
		}
		if !RedFlag(s.text) {
			t.Errorf("no red flag: %s", s.text)
		}
	}
}

// At most two in a hundred may be taken for an emergency: a false alarm costs a person's look.
func TestNearMisses(t *testing.T) {
	list := sentences(t, "nearmisses*.txt")
	if len(list) < 200 {
		t.Fatalf("only %d sentences", len(list))
	}
	var alarms []string
	for _, s := range list {
		if RedFlag(s.text) {
			alarms = append(alarms, s.text)
		}
	}
	if 50*len(alarms) > len(list) {
		t.Errorf("%d false alarms among %d:\n%s", len(alarms), len(list), strings.Join(alarms, "\n"))
	} else {
		t.Logf("%d false alarms among %d: %s", len(alarms), len(list), strings.Join(alarms, "; "))
	}
}

// People in a hurry type in capitals, without accents, with stretched letters, and say hello first;
// some keyboards send letters and accents apart.
func TestSpellings(t *testing.T) {
	spellings := map[string]func(string) string{
		"capitals":   strings.ToUpper,
		"no accents": unaccented,
		"decomposed": norm.NFD.String,
		"stretched":  stretched,
		"greeting":   func(s string) string { return "Bom dia, tudo bem? " + s },
		"thanks":     func(s string) string { return s + ", por favor, obrigada 🙏" },
		"lines":      func(s string) string { return "\n\n  " + s + "  \n" },
	}
	for name, spell := range spellings {
		t.Run(name, func(t *testing.T) {
			for _, s := range sentences(t, "redflags*.txt") {
				if !RedFlag(spell(s.text)) {
					t.Errorf("missed: %s", spell(s.text))
				}
			}
		})
	}
}

func unaccented(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func stretched(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		if strings.ContainsRune("aeou", r) {
			b.WriteString(strings.Repeat(string(r), 2))
		}
	}
	return b.String()
}

// What is said of one time does not speak for another.
func TestContexts(t *testing.T) {
	cases := map[string]bool{
		"tive infarto em 2019 e agora estou com dor no peito":    true,
		"tive infarto em 2019 e agora quero um retorno":          false,
		"em 2019, meu pai teve infarto":                          false,
		"ano passado operei o joelho, minha mãe desmaiou":        true,
		"não tá bem não, tá com falta de ar":                     true,
		"to com falta d ar":                                      true,
		"não, dor no peito":                                      true,
		"não estou com febre nem dor no peito":                   false,
		"sem febre mas com dor no peito":                         true,
		"não é infarto?":                                         true,
		"nunca senti uma dor no peito tão forte":                 true,
		"às vezes sinto dor no peito mas hoje está insuportável": true,
		"às vezes sinto dor no peito":                            false,
		"se eu desmaiar no exame?":                               false,
		"meu pai desmaiou de calor":                              true,
		"desmaiei de sono":                                       false,
		"meu celular apagou":                                     false,
		"meu pai apagou":                                         true,
		"laudo da convulsão":                                     false,
		"teve convulsão agora":                                   true,
		"Dra. Socorro":                                           false,
		"Socorro Alves de Lima":                                  false,
		"socorro!":                                               true,
		"falta a carteirinha":                                    false,
		"minha filha tem 3 dias de febre":                        false,
		"tive convulsão agora há pouco":                          true,
		"pressão 12 por 8":                                       false,
		"pressão 22/12":                                          true,
		"bebê de 15 dias com febre":                              true,
		"meu filho de 8 anos com febre":                          false,
		"quero morrer de rir":                                    false,
		"quero morrer":                                           true,
		"🆘":                                                      true,
		"𝐒𝐎𝐂𝐎𝐑𝐑𝐎 𝐦𝐞𝐮 𝐩𝐚𝐢 𝐝𝐞𝐬𝐦𝐚𝐢𝐨𝐮": true,
		"":         false,
		"\xff\xfe": false,
		strings.Repeat("quero marcar consulta. ", 400) + "não respiro": true,
		strings.Repeat("a", 100_000):                                   false,
		strings.Repeat("oi ", 20_000) + "meu pai desmaiou":             true,
	}
	for text, want := range cases {
		if got := RedFlag(text); got != want {
			t.Errorf("RedFlag(%.80q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzRedFlag(f *testing.F) {
	for _, s := range append(sentences(f, "redflags.txt"), sentences(f, "nearmisses.txt")...) {
		f.Add(s.text)
	}
	f.Add("\xff…ﷺ 3️⃣ 39,5 !?")
	f.Fuzz(func(t *testing.T, text string) {
		if RedFlag(text) && !RedFlag("\n"+text) {
			t.Error("a line break before it hides it")
		}
	})
}

func BenchmarkRedFlag(b *testing.B) {
	language.Prepare()
	list := append(sentences(b, "redflags*.txt"), sentences(b, "nearmisses*.txt")...)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		RedFlag(list[i%len(list)].text)
		i++
	}
}

// A fall that was looked at, or was days ago, is no emergency by itself; what is told beside it may make it one.
func TestFallThatIsOver(t *testing.T) {
	t.Parallel()
	for text, alarm := range map[string]bool{
		"meu filho caiu do skate faz 4 dias e o punho ainda tá inchado, já fiz raio x na upa e não quebrou mas pediram ortopedista": false,
		"caí da bicicleta hoje, tirei raio x no hospital e não quebrou nada, preciso de ortopedista":                                false,
		"caí de moto semana passada e o ombro não melhora, tem encaixe hoje?":                                                       false,
		"caí da bike há 3 dias e o joelho dói":                                                                                      false,
		"caí de moto agora, preciso de ortopedista":                                                                                 true,
		"caiu do skate hoje, raio x na upa não quebrou mas agora tá vomitando":                                                      true,
		"caiu da bicicleta há 3 dias, bateu a cabeça e tá tonto":                                                                    true,
		"caiu de bike há 3 dias e acho que quebrou o braço":                                                                         true,
		"caí de bike há 3 dias e o capacete rachou":                                                                                 true,
		"caí de moto há 3 dias e não mexo o braço":                                                                                  true,
	} {
		if RedFlag(text) != alarm {
			t.Errorf("%q: alarm %v", text, !alarm)
		}
	}
}
