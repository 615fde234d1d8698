package pii

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/wording"
)

var (
	zone = time.FixedZone("BRT", -3*3600)
	boa  = NewRedactor(conversation.NewClinic(conversation.Clinic{
		Name: "Clínica Boa Vida", Location: zone,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"coração"}}},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7},
			{AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7},
			{AgendaID: 103, Name: "Dr. Carlos Lima", SpecialtyID: 7},
		},
		Procedures: []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 502, Name: "Ecocardiograma", SpecialtyID: 7}},
		Plans:      []conversation.Service{{ID: 2, Name: "Unimed"}, {ID: 3, Name: "São Francisco Saúde"}},
		Answers:    []conversation.Answer{{Text: "Ficamos na Rua Maria Quitéria, 120, perto da farmácia."}},
	}))
	rosa = conversation.Identity{Name: "Rosa Maria Dias Krupski", CPF: "52998224725", BirthDate: "1980-03-05"}
)

// heard masks one text of a patient.
func heard(p *Redaction, text string, asked conversation.Question) string {
	return p.Heard(p.Find(text, asked))
}

func TestHeard(t *testing.T) {
	for _, test := range []struct {
		asked      conversation.Question
		text, want string
	}{
		{"", "Oi, bom dia! Quero marcar com a Dra. Ana, pela Unimed", "Oi, bom dia! Quero marcar com a Dra. Ana, pela Unimed"},
		{"", "pode ser dia 24/11 às 14h30, ou sexta de manhã?", "pode ser dia 24/11 às 14h30, ou sexta de manhã?"},
		{"", "2", "2"},
		{"", "a segunda opção, das 09:00", "a segunda opção, das 09:00"},
		{"", "é pelo convênio São Francisco Saúde", "é pelo convênio São Francisco Saúde"},
		{"", "cpf 529.982.247-25, nasci em 05/03/1980, meu nome é Rosa Maria Dias Krupski", "cpf [CPF 1], nasci em [NASCIMENTO 1], meu nome é [NOME 1]"},
		{conversation.AskCPF, "529 982 247 25", "[CPF 1]"},
		{conversation.AskCPF, "52 99 82", "…"},
		{conversation.AskName, "wanderleia zkrabbe", "[NOME 2]"},
		{"", "dias 24 e 25, tenho dores", "[NOME 1] 24 e 25, tenho …"}, // her own surname goes wherever it stands
		{"", "manda pro zkrabbe@example.org", "manda pro [EMAIL 1]"},
		{"", "moro na rua xpto, 1234", "moro na rua …, …"},
		// Doctors' names are those of patients and their people, too.
		{"", "aqui é a ana souza", "aqui é a …"},
		{"", "carlos lima 12/03/1980 cpf 111.444.777-35", "… [NASCIMENTO 2] cpf [CPF 2]"},
		{"", "souza lima", "…"},
		{"", "meu marido carlos vai junto", "meu marido … vai junto"},
		{conversation.AskService, "ana souza", "…"},
		{"", "quero com a ana souza, ou com carlos lima", "quero com a ana souza, ou com carlos lima"},
		{"", "com a Ana Lima", "com a Ana …"},
		{"", "com o bruno, o marido da souza", "com o bruno, o marido da …"},
		{"", "dr carlos lima", "dr carlos lima"},
		{conversation.AskDoctor, "ana souza", "ana souza"},
		{conversation.AskDoctor, "pode ser o Bruno ou a Ana", "pode ser o Bruno ou a Ana"},
		{conversation.AskDoctor, "com a lima, diz a rosa", "com a lima, diz a [NOME 1]"},
		{"", "a rosa vai", "a [NOME 1] vai"},
		// Half a birth date, and an age beside it, are one.
		{"", "tenho 43 anos, faço aniversário dia 10 de maio", "tenho … anos, faço aniversário dia … de …"},
		{"", "nasci no dia 10 de maio, faço 44 em 2026", "nasci no dia … de …, faço … em …"},
		{"", "minha mãe nasceu em três de março", "minha mãe nasceu em … de …"},
		{"", "aniversário 10/05", "aniversário …/…"},
		{"", "minha filha tem 5 anos, pode ser dia 24 de novembro?", "minha filha tem 5 anos, pode ser dia 24 de novembro?"},
		{"", "[CPF 1] e 【NOME 1】", "(CPF 1) e (NOME 1)"},
		{"", "５２９９８２２４７２５", "[CPF 1]"},
		{"", "5 e 2 e 9 e 9 e 8 e 2 e 2 e 4 e 7 e 2 e 5", "[CPF 1]"},
		{"", "Ж ☎ 🅰 ①②③④⑤", "…   …"},
		{"", "obrigada 🤝 ⓐⓑ 1ª 🙂", "obrigada   1 🙂"}, // signs on no list go
	} {
		p := boa.Begin("s", nil, now)
		p.Know(rosa)
		if got := heard(p, test.text, test.asked); got != test.want {
			t.Errorf("%q after %q is shown as %q, want %q", test.text, test.asked, got, test.want)
		}
	}
}

func TestSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Para *Rosa Maria Dias Krupski* (CPF com final *47-25*, nascimento *05/03/1980*)?":            "Para *[NOME 1]* (CPF com final *…-…*, nascimento *[NASCIMENTO 1]*)?",
		"*1* - 10:00\n*2* - 10:30\n*3* - 11:00\n*4* - 14:00\n*5* - 14:30\n*10* - 16:00\n*11* - 17:00": "*1* - 10:00\n*2* - 10:30\n*3* - 11:00\n*4* - 14:00\n*5* - 14:30\n*10* - 16:00\n*11* - 17:00",
		"Consulta com a Dra. Ana Souza na terça, 24/11/2026, às 09:00, pela Unimed.":                  "Consulta com a Dra. Ana Souza na terça, 24/11/2026, às 09:00, pela Unimed.",
		"Paciente: ANA KRUPSKI. Chegue 15 minutos antes.":                                             "Paciente: … [NOME 1]. Chegue 15 minutos antes.",
		"52, 99, 82, 24, 72, 5":                            "…", // small numbers that are her CPF together
		"Ligue *192* (SAMU) agora.":                        "Ligue *192* (SAMU) agora.",
		"Agendado para ANA (CPF 111.444.777-35) às 09:00.": "Agendado para … (CPF ….….…-…) às 09:00.",
		"Ligue (11) 98765-4321, sala 12":                   "Ligue (…) …-…, sala 12",
	} {
		p := boa.Begin("s", nil, now)
		p.Know(rosa)
		if got := p.Said(text, true); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// What the scheduling API says of a birth goes, in whatever words.
func TestForeignBirthDates(t *testing.T) {
	for text, want := range map[string]string{
		"Agendado para 10 de dezembro às 09:00. Paciente de 10 de maio de 1980.": "Agendado para 10 de dezembro às 09:00. Paciente de … de … de ….",
		"Sua data de nascimento: 10 de maio de 1980":                             "Sua data de nascimento: … de … de …",
	} {
		if got := boa.Begin("s", nil, now).Said(text, false); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// All that atende says by itself can be read in the history.
func TestOwnTextsStay(t *testing.T) {
	for line := range strings.Lines(wording.Default().Listing()) {
		line = strings.TrimSpace(line)
		p := boa.Begin("s", nil, now)
		if got := p.Said(line, true); strings.Count(got, cut) > strings.Count(line, cut) && !sampled(line) {
			t.Errorf("%q is shown as %q", line, got)
		}
	}
}

// sampled reports a line with the name or the number of the sample patient in it, or with the clinic's phone, which is
// masked like any other.
func sampled(line string) bool {
	return strings.Contains(line, "Lourdes") || strings.Contains(line, "47-25") || strings.Contains(line, "1980") || strings.Contains(line, "Pedro") ||
		strings.Contains(line, "3333-4444")
}

// The same person has the same number over the turns of a session, and another one another.
func TestNumbersStay(t *testing.T) {
	var marks []Mark
	turn := func(text string, asked conversation.Question) string {
		p := boa.Begin("s", marks, now)
		got := heard(p, text, asked)
		marks = p.Marks()
		return got
	}
	for _, step := range []struct{ text, want string }{
		{"meu nome é Wanda Krupski, cpf 529.982.247-25", "meu nome é [NOME 1], cpf [CPF 1]"},
		{"meu nome é Olga Tavares, cpf 111.444.777-35", "meu nome é [NOME 2], cpf [CPF 2]"},
		{"meu nome é Wanda Krupski, cpf 529.982.247-25", "meu nome é [NOME 1], cpf [CPF 1]"},
	} {
		if got := turn(step.text, ""); got != step.want {
			t.Errorf("%q is shown as %q, want %q", step.text, got, step.want)
		}
	}
	marks = nil
	if first, whole := turn("meu nome é Olga", conversation.AskName), turn("meu nome é Olga Tavares", conversation.AskName); first != "meu nome é [NOME 1]" || whole != first {
		t.Errorf("%q and %q", first, whole)
	}
	for i := range 3 * maxMarks {
		turn(fmt.Sprintf("meu nome é Olga Kr%s", strings.Repeat("u", i%40+1)), "")
	}
	if len(marks) > maxMarks {
		t.Errorf("%d marks", len(marks))
	}
}

// Marks tell of whom they are as long as the session is, whatever it forgot since.
func TestMarked(t *testing.T) {
	p := boa.Begin("s", nil, now)
	heard(p, "meu cpf é 529.982.247-25, ligue (11) 98765-4321", "")
	for _, test := range []struct {
		session, cpf, phone string
		want                bool
	}{
		{"s", "52998224725", "", true},
		{"s", "", "5511987654321", true},
		{"s", "11144477735", "5511987654322", false},
		{"s", "5511987654321", "52998224725", false},
		{"s", "", "", false},
		{"another", "52998224725", "5511987654321", false},
	} {
		if got := Marked(test.session, p.Marks(), test.cpf, "", test.phone); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// spellings are ways to write a CPF, a phone and a birth date.
var spellings = []string{
	"529.982.247-25", "52998224725", "529 982 247 25", "529-982-247/25", "5 2 9 9 8 2 2 4 7 2 5", "５２９．９８２．２４７－２５",
	"5️⃣2️⃣9️⃣9️⃣8️⃣2️⃣2️⃣4️⃣7️⃣2️⃣5️⃣", "529,982,247,25", "529\n982\n247\n25", "cinco dois nove nove oito dois dois quatro sete dois cinco",
	"529 depois 982 depois 247 e no fim 25", "52-99-82-24-72-5", "52 e 99 e 82 e 24 e 72 e 5", "①52998224725", "5299.8224.725", "٥٢٩٩٨٢٢٤٧٢٥",
	"(11) 98765-4321", "+55 11 98765 4321", "11987654321", "98765-4321", "5511987654321", "onze nove oito sete meia cinco quatro três dois um",
	"05/03/1980", "5 de março de 1980", "05-03-80", "05.03.1980", "1980-03-05", "05031980", "cinco do três de oitenta",
}

// Whatever a patient writes about the own data, and however, nothing of it is in the history.
func TestHostileTexts(t *testing.T) {
	frames := []string{"%s", "oi %s", "meu cpf é %s e quero terça", "%s%s", "x%sx", "é %s, tá?", "[%s]", "*%s*", "anota aí:\n%s", "quero dia 24/11 às 9h, %s", "a%sb"}
	questions := []conversation.Question{"", conversation.AskCPF, conversation.AskName, conversation.AskBirthDate, conversation.AskSlot, conversation.AskPlan}
	for _, known := range []bool{false, true} {
		for _, spelling := range spellings {
			for _, frame := range frames {
				for _, asked := range questions {
					p := boa.Begin("s", nil, now)
					if known {
						p.Know(conversation.Identity{Name: rosa.Name, CPF: "52998224725", BirthDate: "1980-03-05"})
						p.KnowPhone("5511987654321")
					}
					text := strings.ReplaceAll(frame, "%s", spelling)
					got := heard(p, text, asked)
					if all := shownDigits(got); strings.Contains(all, "52998224") || strings.Contains(all, "98224725") || strings.Contains(all, "87654321") || strings.Contains(all, "1980") {
						t.Errorf("%q after %q is shown as %q", text, asked, got)
					}
					if strings.Contains(got, "nove nove oito") || strings.Contains(got, "quatro três dois") {
						t.Errorf("%q after %q is shown as %q", text, asked, got)
					}
				}
			}
		}
	}
}

func shownDigits(text string) string {
	var b strings.Builder
	for _, a := range tokenizeShown(placeholderFormat.ReplaceAllString(text, " ")) {
		if a.number {
			b.WriteString(a.text)
		}
	}
	return b.String()
}

// Names that are made up, or common, or a doctor's, go as soon as they are the patient's; made-up ones also before.
func TestNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	syllables := []string{"kra", "vu", "zil", "bor", "que", "nho", "tra", "xi", "gue", "lom", "fre", "dy"}
	first := []string{"Rosa", "Ana", "Clara", "Domingos", "Socorro", "Luz", "Bruno", "Marco", "Vitória", "José", "Sol", "Lia"}
	frames := []string{"oi, sou %s", "%s aqui", "meu nome é %s", "%s", "para %s por favor", "a consulta é pra %s, minha mãe", "ass: %s", "paciente %s, unimed", "é a %s de novo"}
	for range 2000 {
		surname := ""
		for range 3 {
			surname += syllables[rng.IntN(len(syllables))]
		}
		surname = strings.ToUpper(surname[:1]) + surname[1:]
		name := first[rng.IntN(len(first))] + " " + surname
		text := strings.ReplaceAll(frames[rng.IntN(len(frames))], "%s", name)
		asked := []conversation.Question{"", conversation.AskName}[rng.IntN(2)]
		p := boa.Begin("s", nil, now)
		if got := heard(p, text, asked); strings.Contains(got, surname) {
			t.Errorf("%q is shown as %q", text, got)
		}
		p = boa.Begin("s", nil, now)
		p.Know(conversation.Identity{Name: name})
		for _, text := range []string{text, strings.ToLower(text), strings.ToUpper(text)} {
			got := strings.ToLower(heard(p, text, asked))
			for part := range strings.FieldsSeq(strings.ToLower(name)) {
				if strings.Contains(" "+got+" ", " "+part+" ") {
					t.Errorf("%q is shown as %q", text, got)
				}
			}
		}
		if got := p.Said("Pronto, "+name+"! Consulta com a Dra. Ana Souza para "+strings.ToUpper(name)+".", false); strings.Contains(strings.ToLower(got), strings.ToLower(surname)) || !strings.Contains(got, "Dra. Ana Souza") {
			t.Errorf("%s is shown as %q", name, got)
		}
	}
}

// Long texts are cut, and cost what they are long.
func TestBounds(t *testing.T) {
	p := boa.Begin("s", nil, now)
	long := strings.Repeat("quero marcar uma consulta ", 4000)
	if got := heard(p, long, ""); len([]rune(got)) > maxRunes+1+len(ended) || !strings.HasPrefix(got, "quero marcar uma consulta quero") || !strings.HasSuffix(got, " "+ended) {
		t.Errorf("%d characters are shown: %.60q", len([]rune(got)), got)
	}
	if got := p.Said(long, true); len([]rune(got)) > maxRunes+1+len(ended) || !strings.HasSuffix(got, " "+ended) {
		t.Errorf("%d characters of ours are shown: %.60q", len([]rune(got)), got)
	}
	// What is shorter once it is masked ended all the same, and a masked word at the end does not.
	if got := heard(p, strings.Repeat("xpto zyx ", 4000), ""); got != cut+" "+ended {
		t.Errorf("unknown words are shown as %q", got)
	}
	if got := heard(p, "quero marcar xpto", ""); got != "quero marcar "+cut {
		t.Errorf("a masked word is shown as %q", got)
	}
	for _, text := range []string{"", " ", "\n", "\xff\xfe", "\x00", "[", "]", "[NOME 1", strings.Repeat("[", 5000), strings.Repeat("9", 100_000)} {
		if got := heard(p, text, ""); len([]rune(got)) > maxRunes+1+len(ended) {
			t.Errorf("%.20q is shown as %q", text, got)
		}
	}
}

// An answer that says what is known by now, and nothing else, is shown as the reader would have it, without its
// reading the text.
func TestAnswersAreAsMasked(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	for range 500 {
		document := randomCPF(rng)
		born := time.Date(1930+rng.IntN(90), time.Month(1+rng.IntN(12)), 1+rng.IntN(28), 0, 0, 0, 0, zone)
		who := conversation.Identity{
			Name: pick("Wanda", "José", "Maria Clara", "Ana") + pick(" ", " da ", " das ") + pick("Vuzilbor", "Zilbordy Quenho", "Souza"),
			CPF:  document, BirthDate: born.Format(time.DateOnly),
		}
		for _, test := range []struct {
			asked conversation.Question
			text  string
		}{
			{conversation.AskName, who.Name},
			{conversation.AskName, strings.ToLower(who.Name)},
			{conversation.AskName, strings.ToUpper(who.Name)},
			{conversation.AskCPF, document},
			{conversation.AskCPF, document[:3] + "." + document[3:6] + "." + document[6:9] + "-" + document[9:]},
			{conversation.AskBirthDate, born.Format("02/01/2006")},
		} {
			p := boa.Begin("s", nil, now)
			p.Know(rosa)
			p.Know(who)
			known := len(p.known)
			want := p.Heard(Message{p.named(read(test.text, p.known, Options{Asked: test.asked, Keep: p.keep, Now: now})), test.asked})
			if got := answerOf(p, test.text, test.asked); got != want || len(p.known) > known {
				t.Errorf("%q after %q is %q, want %q and not %v besides", test.text, test.asked, got, want, p.known[known:])
			}
			for _, asked := range []conversation.Question{"", conversation.AskPlan} {
				if got := answerOf(p, test.text, asked); got != "" {
					t.Errorf("%q after %q is %q", test.text, asked, got)
				}
			}
			if got := answerOf(p, test.text+" x", test.asked); got != "" {
				t.Errorf("more than %q is %q", test.text, got)
			}
		}
	}
}

// answerOf is the placeholder of what a text says and nothing else, "" for none.
func answerOf(t *Redaction, text string, asked conversation.Question) string {
	for _, m := range t.known {
		if answers(m, text, asked) {
			return m.Name
		}
	}
	return ""
}

// randomCPF is a CPF whose check digits are right.
func randomCPF(rng *rand.Rand) string {
	digits := fmt.Sprintf("%09d", rng.IntN(1e9))
	for len(digits) < 11 {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (len(digits) + 1 - i)
		}
		digits += strconv.Itoa(sum * 10 % 11 % 10)
	}
	return digits
}

func FuzzHeard(f *testing.F) {
	for _, s := range spellings {
		f.Add("meu cpf é "+s, false)
	}
	f.Fuzz(func(t *testing.T, text string, asked bool) {
		p := boa.Begin("s", nil, now)
		p.Know(rosa)
		question := conversation.AskNothing
		if asked {
			question = conversation.AskCPF
		}
		got := heard(p, text, question)
		if strings.Contains(shownDigits(got), "98224725") || strings.Contains(strings.ToLower(got), "krupski") {
			t.Errorf("%q is shown as %q", text, got)
		}
	})
}

func BenchmarkHeard(b *testing.B) {
	for name, text := range map[string]string{
		"greeting": "oi, bom dia", "booking": "quero dia 24/11 às 14h com a dra ana, unimed",
		"identity": "me chamo Maria Souza, cpf 529.982.247-25, nasci em 5 de março de 1980",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := boa.Begin("s", nil, now)
				p.Know(rosa)
				heard(p, text, "")
			}
		})
	}
}
