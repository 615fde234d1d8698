package rules

import (
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

var weekMorning = time.Date(2026, 11, 23, 9, 0, 0, 0, brasilia)

func reader(clinic *conversation.Clinic) *dialogue {
	return &dialogue{clinic: clinic, turn: decide.Turn{Now: weekMorning}}
}

// What will not do is told from what will.
func TestRefusals(t *testing.T) {
	wed, thu, sat := time.Wednesday, time.Thursday, time.Saturday
	for text, want := range map[string]struct {
		not  conversation.Wish
		wish conversation.Wish
	}{
		"qualquer dia menos quarta":             {not: conversation.Wish{Weekdays: []time.Weekday{wed}}},
		"quarta não posso":                      {not: conversation.Wish{Weekdays: []time.Weekday{wed}}},
		"Quinta não, prefiro sexta às 10h":      {not: conversation.Wish{Weekdays: []time.Weekday{thu}}, wish: conversation.Wish{Times: []conversation.Span{{From: "10:00", To: "10:00"}}}},
		"não consigo de manhã":                  {not: conversation.Wish{Period: understand.Morning}},
		"não posso quarta de manhã":             {not: conversation.Wish{Weekdays: []time.Weekday{wed}, Period: understand.Morning}},
		"não dá antes das 15h":                  {not: conversation.Wish{Times: []conversation.Span{{From: "00:00", To: "14:59"}}}},
		"hoje não posso":                        {not: conversation.Wish{Dates: []conversation.Span{{From: "2026-11-23", To: "2026-11-23"}}}},
		"sem ser sábado":                        {not: conversation.Wish{Weekdays: []time.Weekday{sat}}},
		"de manhã eu trabalho, só à tarde":      {not: conversation.Wish{Period: understand.Morning}, wish: conversation.Wish{Period: understand.Afternoon}},
		"depois do trabalho":                    {},
		"não tenho plano":                       {},
		"não":                                   {},
		"não posso esperar muito":               {},
		"quero na quarta":                       {},
		"não sei, talvez quinta":                {},
		"não entendi, como funciona na quarta?": {},
	} {
		not, rest := reader(sampleClinic()).refusals(text)
		var got conversation.Wish
		if len(not) > 0 {
			got = not[0]
		}
		if !equalWish(got, want.not) || len(not) > 1 {
			t.Errorf("%q refuses %+v, want %+v", text, not, want.not)
		}
		facts := understand.Read(rest, weekMorning)
		if want.not.Empty() {
			continue
		}
		if len(facts.Times) != len(want.wish.Times) || facts.Period != want.wish.Period {
			t.Errorf("%q leaves %q", text, rest)
		}
	}
}

func equalWish(a, b conversation.Wish) bool {
	equal := func(a, b []conversation.Span) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	days := len(a.Weekdays) == len(b.Weekdays) && (len(a.Weekdays) == 0 || a.Weekdays[0] == b.Weekdays[0])
	return days && a.Period == b.Period && equal(a.Dates, b.Dates) && equal(a.Times, b.Times)
}

// Who the patient is, is told from whom the writer only speaks of.
func TestPatientOf(t *testing.T) {
	for text, want := range map[string]string{
		"quero marcar pra minha mãe":                 "a sua mãe",
		"é para o meu filho":                         "o seu filho",
		"consulta da minha avó":                      "a sua avó",
		"preciso de um cardiologista pro meu avô":    "o seu avô",
		"pra minha irmã":                             "a sua irmã",
		"é pro meu irmão":                            "o seu irmão",
		"pra minha bebê":                             "o seu bebê",
		"minha esposa precisa de um dermatologista":  "a sua esposa",
		"na verdade é minha filha":                   "a sua filha",
		"na verdade é pra minha mãe, não pra mim":    "a sua mãe",
		"é pra mim":                                  conversation.ForWriter,
		"pra mim e pro meu marido":                   conversation.ForWriter,
		"vou avisar pro meu marido":                  "",
		"minha mãe me indicou vocês":                 "",
		"vou perguntar pra minha filha":              "",
		"quero marcar uma consulta":                  "",
		"obrigada, vou falar com o meu marido":       "",
		"moro com minha filha":                       "",
		"meu marido é paciente de vocês há dez anos": "",
	} {
		d := reader(sampleClinic())
		if got := d.patientOf(d.reading(&conversation.State{}, text)); got != want {
			t.Errorf("%q is for %q, want %q", text, got, want)
		}
	}
}

// Questions are told from what is said beside them, and each gets its answer.
func TestInquire(t *testing.T) {
	const (
		address, hours, prices = "Rua das Flores, 120, Centro.", "De segunda a sexta, das 8h às 18h.", "A consulta particular custa R$ 250."
		pay, prepare, bring    = "Pix, cartão e dinheiro.", "Para a consulta não precisa de preparo. Chegue 15 minutos antes.", "Traga documento com foto e a carteirinha do convênio."
		parking, none          = "Temos estacionamento conveniado ao lado.", "?"
		worry                  = "Entendo a sua preocupação. Isso só o médico pode dizer, depois de examinar."
	)
	for text, want := range map[string]struct {
		answers []string
		rest    string
	}{
		"onde fica a clínica":                            {answers: []string{address}},
		"qual o endereço?":                               {answers: []string{address}},
		"o endereço":                                     {answers: []string{address}},
		"quanto custa a consulta?":                       {answers: []string{prices}},
		"qual o valor e onde fica?":                      {answers: []string{prices, address}},
		"onde fica? e quanto é?":                         {answers: []string{address, prices}},
		"aceita cartão?":                                 {answers: []string{pay}},
		"que horas vocês abrem?":                         {answers: []string{hours}},
		"abre aos sábados?":                              {answers: []string{hours}},
		"precisa de jejum?":                              {answers: []string{prepare}},
		"posso tomar café antes?":                        {answers: []string{prepare}},
		"o que preciso levar?":                           {answers: []string{bring}},
		"tem onde estacionar?":                           {answers: []string{parking}},
		"quanto custa? quero marcar":                     {answers: []string{prices}, rest: "quero marcar"},
		"o 3! onde fica?":                                {answers: []string{address}, rest: "o 3!"},
		"posso tomar dipirona?":                          {answers: []string{none}},
		"essa dor é grave?":                              {answers: []string{worry}},
		"Maria Silva, 52998224725, qual o endereço?":     {answers: []string{address}, rest: "Maria Silva, 52998224725,"},
		"quero marcar uma consulta":                      {rest: "quero marcar uma consulta"},
		"Maria do Valor Costa":                           {rest: "Maria do Valor Costa"},
		"quinta às 14h":                                  {rest: "quinta às 14h"},
		"meu pai precisa de cardiologista, moro no mapa": {rest: "meu pai precisa de cardiologista, moro no mapa"},
	} {
		got := reader(storyClinic("answers")).inquire(&conversation.State{}, text)
		var answers []string
		for _, answer := range got.answers {
			answers = append(answers, answer.Text)
		}
		if got.noAnswer.Text != "" {
			answers = append(answers, none)
		}
		same := len(answers) == len(want.answers)
		for i := range min(len(answers), len(want.answers)) {
			same = same && answers[i] == want.answers[i]
		}
		if !same || got.rest != want.rest {
			t.Errorf("%q: %q, rest %q", text, answers, got.rest)
		}
	}
}

// A yes to what was read back may be polite, and nothing else.
func TestPoliteYes(t *testing.T) {
	for text, want := range map[string]bool{
		"sim": true, "Sim, por favor. Obrigada.": true, "pode ser, se Deus quiser": true, "isso mesmo, pode marcar": true,
		"ok obrigado": true, "tá certo": true, "pode sim, muito obrigada": true, "confirmo, valeu": true,
		"sim mas à tarde": false, "não, obrigada": false, "pode ser na quinta": false, "sim, e pro meu marido também": false,
		"obrigada": false, "certo, mas o nome é Ana": false, "é": false, "quero marcar com": false, "sim, pode marcar pra": false,
	} {
		d := reader(sampleClinic())
		if got := (reading{parsed: d.parse(text)}).agrees(); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// What was written before the open question was put is no answer to it, unless it means the same anyway.
func TestAnswersThatCrossAQuestion(t *testing.T) {
	d := New(sampleClinic())
	asked := weekMorning.Add(10 * time.Second)
	s := &conversation.State{Talk: conversation.Talk{Asked: conversation.AskPlan, AskedAt: asked}}
	for text, crosses := range map[string]bool{
		"2": true, "sim": true, "opção 11": true, "não": true,
		"pode ser o 2": true, "ah não, é pra minha mãe": false, "sim, mas quero outro médico": false,
		"Unimed": false, "terça às 10h": false, "Maria Lima Santos": false, "529.982.247-25": false, "quero falar com uma pessoa": false,
	} {
		before := decide.Turn{Now: asked.Add(time.Minute), Messages: []decide.Message{{Type: "TEXT", Text: text, At: asked.Add(-time.Second)}}}
		if got := len(d.Fresh(before, s)) == 0; got != crosses {
			t.Errorf("%q before the question: dropped %v, want %v", text, got, crosses)
		}
		after := decide.Turn{Now: asked.Add(time.Minute), Messages: []decide.Message{{Type: "TEXT", Text: text, At: asked.Add(time.Second)}}}
		if len(d.Fresh(after, s)) == 0 {
			t.Errorf("%q after the question: dropped", text)
		}
	}
}
