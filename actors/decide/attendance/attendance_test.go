package attendance

import (
	"context"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
)

var now = time.Date(2026, 11, 23, 15, 0, 0, 0, time.FixedZone("BRT", -3*3600))

// Texts of the writer of the examples that are none of them: what they are for.
var texts = map[conversation.Attendance][]string{
	conversation.Comes: {
		"Sim!", "vou sim, obrigada por avisar", "Confirmo sim", "tô indo", "pode confirmar, estaremos lá", "sim 😊", "SIM", "claro", "eu vou",
		"vou sim moça", "ele vai comigo", "Sim, confirmado. Bom dia!", "opa vou sim", "com ctz", "estarei lá às 14h", "Boa tarde, confirmo presença",
		"vou chegar umas 13:50", "já estou indo", "positivo, até amanhã", "não se preocupe, eu vou", "sim sim", "ok!", "👍🏽", "Sim, qual o andar?",
	},
	conversation.ComesNot: {
		"Não", "não vou poder comparecer", "infelizmente não vou", "nao vou conseguir amanha", "pode cancelar por favor", "desmarca", "não poderei ir, desculpe",
		"Não vou, já estou melhor", "não dá amanhã", "tive que viajar, não vou", "minha filha tá doente, não vamos conseguir", "n vou", "eu já cancelei essa consulta",
		"Boa tarde, não poderei comparecer amanhã", "ela não vai mais", "não vou mais precisar", "não vou conseguir, surgiu um problema no trabalho",
	},
	conversation.ComesAnother: {
		"queria remarcar", "tem como passar pra sexta?", "não vou conseguir, dá pra remarcar?", "pode ser quinta?", "preciso trocar o dia", "eu já remarquei essa consulta",
		"tem outro horário mais tarde?", "gostaria de reagendar", "quero mudar pra outro dia", "não consigo às 14h, tem às 16h?",
	},
	conversation.AskNoMore: {
		"não me mande mais lembretes", "pare de mandar mensagem", "Não quero mais receber essas mensagens", "para de me mandar mensagem por favor", "não quero lembrete",
		"chega de mensagem", "não precisa ficar me avisando", "me descadastra", "tira meu número dessa lista",
	},
	"": {
		"qual o endereço?", "quero marcar outra consulta", "quem é?", "ainda não sei", "vou ver e te falo", "bom dia", "precisa de jejum?", "quero falar com atendente",
		"que horas é mesmo?", "aceita Bradesco?", "", "preciso de um atestado", "quero marcar pediatra pro meu filho", "talvez", "é com qual médica?",
		"meu marido desmaiou", "hmm", "vocês são de onde?",
	},
}

// What is read: a wrong yes is the worst, because nobody looks at it.
func TestRead(t *testing.T) {
	all, right := 0, 0
	for want, list := range texts {
		for _, text := range list {
			all++
			got, _ := learned().read(text, now)
			switch {
			case got == want:
				right++
			case got == conversation.Comes, got == conversation.AskNoMore, want == conversation.AskNoMore:
				t.Errorf("%q is taken for %q, want %q", text, got, want)
			default:
				t.Logf("%q is taken for %q, want %q", text, got, want)
			}
		}
	}
	if t.Logf("%d of %d", right, all); right < all*95/100 {
		t.Errorf("only %d of %d are taken for what they are", right, all)
	}
	if _, more := learned().read("Sim, qual o andar?", now); !more {
		t.Error("a question beside a yes is not noticed")
	}
}

// The phrases find what they say they do.
func TestPhrases(t *testing.T) {
	for _, err := range learned().book.Check(learned().words) {
		t.Error(err)
	}
}

// driver replies always the same.
type driver struct{}

func (driver) Start(decide.Turn) decide.Dialogue { return driver{} }

func (driver) Next(context.Context, *conversation.State, *conversation.Refusal) (conversation.Event, error) {
	return conversation.Reply{Text: "do driver"}, nil
}

func isReply(e conversation.Event) bool {
	_, is := e.(conversation.Reply)
	return is
}

// Only what answers the question is taken from the driver, only while it is the last question, and once a turn.
func TestTurn(t *testing.T) {
	asked := func() *conversation.State {
		return &conversation.State{Ahead: conversation.Ahead{Visits: []conversation.Visit{{
			Slot: conversation.Slot{AgendaID: 101, Date: "2026-11-24", Hour: "14:00"}, Times: 1, AskedAt: now.Add(-time.Hour),
		}}}}
	}
	busy := asked()
	busy.Asked, busy.AskedAt = conversation.AskPlan, now.Add(-time.Minute)
	said := asked()
	said.Visits[0].Answer, said.HeardAt = conversation.Comes, now.Add(-time.Minute)
	clinic := conversation.NewClinic(conversation.Clinic{Location: now.Location(), Patience: conversation.Patience{Before: 24 * time.Hour}})
	for name, test := range map[string]struct {
		state *conversation.State
		texts []string
		want  conversation.Attend
	}{
		"a yes":                       {asked(), []string{"sim"}, conversation.Attend{Answer: conversation.Comes}},
		"a greeting ahead":            {asked(), []string{"boa tarde", "vou sim"}, conversation.Attend{Answer: conversation.Comes}},
		"a question behind":           {asked(), []string{"sim", "qual o endereço?"}, conversation.Attend{Answer: conversation.Comes, More: true}},
		"a no with a question":        {asked(), []string{"não vou poder", "qual o telefone daí?"}, conversation.Attend{Answer: conversation.ComesNot}},
		"a change of mind":            {asked(), []string{"sim", "opa, não vou poder"}, conversation.Attend{Answer: conversation.ComesNot}},
		"a question":                  {asked(), []string{"qual o endereço?"}, conversation.Attend{}},
		"a newer question is open":    {busy, []string{"sim"}, conversation.Attend{}},
		"nothing was asked":           {&conversation.State{}, []string{"sim"}, conversation.Attend{}},
		"thanks behind a yes":         {said, []string{"obrigada!", "até lá"}, conversation.Attend{Answer: conversation.Comes}},
		"no more behind a yes":        {said, []string{"e não me mande mais lembretes"}, conversation.Attend{Answer: conversation.AskNoMore}},
		"a question behind a yes":     {said, []string{"obrigada", "qual o endereço?"}, conversation.Attend{}},
		"no more, and nothing asked":  {&conversation.State{}, []string{"pare de mandar mensagem"}, conversation.Attend{Answer: conversation.AskNoMore}},
		"no more, and another answer": {asked(), []string{"sim", "e não me mande mais lembretes"}, conversation.Attend{Answer: conversation.AskNoMore}},
	} {
		turn := decide.Turn{Now: now}
		for _, text := range test.texts {
			turn.Messages = append(turn.Messages, decide.Message{Text: text, At: now})
		}
		d := New(driver{}, clinic).Start(turn)
		event, err := d.Next(t.Context(), test.state, nil)
		got, _ := event.(conversation.Attend)
		if got.Heard = (time.Time{}); got != test.want || err != nil {
			t.Errorf("%s: %+v, want %+v", name, event, test.want)
		}
		if event, _ := d.Next(t.Context(), test.state, &conversation.Refusal{Reason: conversation.ReasonUnexpected}); event.(conversation.Reply).Text != "do driver" {
			t.Errorf("%s: then %+v", name, event)
		}
	}
	tapped := decide.Turn{Now: now, Messages: []decide.Message{{Text: "sim", At: now, Tapped: true}}} // the yes to something else
	for name, state := range map[string]*conversation.State{"asked": asked(), "answered": said} {
		if event, err := New(driver{}, clinic).Start(tapped).Next(t.Context(), state, nil); err != nil || !isReply(event) {
			t.Errorf("%s, and something else is tapped: %+v, %v", name, event, err)
		}
	}
	if _, same := New(driver{}, conversation.NewClinic(conversation.Clinic{Location: now.Location()})).(driver); !same {
		t.Error("a clinic that asks nobody has a reader all the same")
	}
}
