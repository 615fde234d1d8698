package rules

import (
	"regexp"
	"strings"
	"testing"
)

const sampleWorld = `clinic sample
answers
reception
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 102 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 201 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 202 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 301 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 302 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 401 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
`

// askedAt are the places at which the texts of testdata/asked come: a service is asked for, the patient's data are, times
// are offered, one was read back, the appointment is made.
var askedAt = map[string]string{
	"S": "> bom dia\n\n",
	"D": "> consulta com a dra ana souza, unimed\n\n> quarta às 8h\n\n",
	"O": "> consulta com a dra ana souza, unimed, " + somebodysData + "\n\n",
	"R": "> consulta com a dra ana souza, unimed, " + somebodysData + "\n\n> quarta às 8h\n\n",
	"B": "> consulta com a dra ana souza, unimed, " + somebodysData + "\n\n> quarta às 8h\n\n> sim\n\n",
}

const (
	somebodysData = "Maria Oliveira, 529.982.247-25, 05/03/1980"
	// notKnown is what is said where nothing here answers.
	notKnown = `Essa informação eu não tenho|Isso eu também não sei dizer|quem responde é a nossa equipe|só a nossa equipe sabe`
)

// answeredWith is what the answer to each kind of question has: what the clinic's file says, or else that nobody here knows.
var answeredWith = map[string]string{
	"address": `Rua das Flores, 120`, "hours": `egunda a sexta`, "prices": `R\$ 250|preço`, "payment": `Pix`, "plans": `tendemos`,
	"preparation": `prepar`, "documents": `documento`, "referral": `pedido|` + notKnown, "parking": `estacionamento`,
	"accessibility": `acesso`, "duration": `duração`, "punctuality": `pontualidade|` + notKnown, "tolerance": `tolerância|minutos antes|` + notKnown,
	"invoice": `nota fiscal|` + notKnown, "refund": `reembolso|` + notKnown, "companion": `acompanhante|` + notKnown, "children": `crianças|` + notKnown,
	"waitlist": `encaixe|` + notKnown, "discomfort": `desconforto|` + notKnown, "opinion": `opinar|` + notKnown,
	"have": `Temos, sim|Fazemos, sim|nossa lista|Não encontrei|Nossa equipe|tendemos|\* .*Dra?\.`, "doctors": `Nossa equipe|atende em|Dra?\. |Temos`,
	"results": `resultado|` + notKnown, "cancel": `mudar ou desmarcar|handed over: (cancel|remarc)|` + notKnown, "reminder": `lembrete|` + notKnown,
	"return": `etorno|` + notKnown, "human": `assistente virtual`, "privacy": `CPF|dados`, "online": `a distância|` + notKnown,
	"clinical": `equipe médica|Sobre saúde|só o médico|192|` + notKnown, "own": `marcad|marcou|Por aqui marquei|handed over: consulta`, "other": notKnown + `|Sobre `,
}

// saysSomething is any such answer; [none] wants none.
var saysSomething = regexp.MustCompile(`Rua das Flores, 120|De segunda a sexta|R\$ 250|Pix, cartão|tendemos (Unimed|\*)|não precisa de preparo|documento com foto|conveniado ao lado|` + notKnown +
	`|opinar|Temos, sim|Fazemos, sim|nossa lista\. Para|Não encontrei|Nossa equipe:|mudar ou desmarcar|assistente virtual|são para achar o cadastro|equipe médica|Sobre saúde|só o médico`)

// besides is what becomes of what stands beside the question.
var besides = map[string]string{
	"yes": "A4 #|posso marcar", "pick": "escolher_horario", "wish": "consultar_horarios|escolher_horario", "data": "identificar_paciente", "what": "consultar_horarios",
}

// books tells what chooses or books something, which what is none of these must not do.
var books = regexp.MustCompile(`A4 #|escolher_horario`)

// rightlyAnswered reports that a reply answers all that a line of testdata/asked asks, and takes what stands beside it.
func rightlyAnswered(t *testing.T, topics, beside, reply string) bool {
	right := beside == "other" || !books.MatchString(reply)
	if want := besides[beside]; want != "" {
		right = regexp.MustCompile(want).MatchString(reply)
	}
	for topic := range strings.SplitSeq(topics, ",") {
		if topic == "none" {
			right = right && !saysSomething.MatchString(reply)
			continue
		}
		want, ok := answeredWith[topic]
		if !ok {
			t.Fatalf("unknown topic %q", topic)
		}
		right = right && regexp.MustCompile(want).MatchString(reply)
	}
	return right
}

// Questions beside the booking, by somebody who knew neither examples nor code: of 360, 183 were answered, and what stood
// beside them taken, by phrases and the few examples there were; now it is leastAsked and more.
func TestQuestions(t *testing.T) {
	t.Parallel()
	all, right := 0, 0
	for _, f := range heldOut(t, "asked", 4) {
		told := tell(t, sampleWorld+askedAt[f[0]]+"> "+f[3]+"\n")
		_, reply, _ := strings.Cut(told[strings.LastIndex(told, "\n> ")+1:], "\n")
		if all++; rightlyAnswered(t, f[1], f[2], reply) {
			right++
		}
	}
	t.Logf("%d of %d", right, all)
	if everyText == 1 && (all != 360 || right < leastAsked) {
		t.Errorf("%d of %d are answered, want %d", right, all, leastAsked)
	}
}

// leastAsked is how many of these are answered at least.
const leastAsked = 258
