package attendance

import (
	"testing"

	"atende/actors/conversation"
)

// Texts that were written when the examples were done, and changed nothing: by the same writer, so they flatter.
var fresh = map[conversation.Attendance][]string{
	conversation.Comes: {
		"sim, pode deixar confirmado", "oi, vou sim viu", "Confirmada a consulta, obrigada", "já tô saindo de casa", "com certeza estarei presente", "SIMM",
		"vou com minha mãe", "pode confirmar o horário do meu filho", "ok, combinado, até terça", "tranquilo, eu apareço", "a gente vai sim, obrigado por lembrar",
		"Boa noite. Sim, irei.", "sim, minha filha leva ele", "eu e meu marido vamos", "nos vemos amanhã então", "sim claro, posso levar meu bebê?", "tá confirmado pra mim",
		"chego às 13h45", "fechou", "vou, só não sei se consigo chegar no horário exato",
	},
	conversation.ComesNot: {
		"não conseguirei ir", "infelizmente tive um contratempo", "Não. Cancela por gentileza", "vou ter que cancelar", "deixa, não vou mais", "amanhã não vai rolar",
		"ela amanheceu com febre, não vai dar", "tô internada, não tenho como ir", "quero desmarcar a consulta de amanhã", "nao poderei", "não vou pq mudei de médico",
		"sem condições de ir amanhã", "pode liberar minha vaga", "meu pai não vai conseguir ir", "não, obrigado",
	},
	conversation.ComesAnother: {
		"posso trocar pra outro horário?", "consigo remarcar pra semana que vem?", "amanhã não, quinta eu consigo", "preciso mudar de horário", "tem como deixar pra depois?",
		"queria passar pra sexta se der", "dá pra ser de manhã?", "minha consulta não é mais amanhã, mudaram", "remarca pra mim pfv", "não dá esse horário, tem às 17?",
	},
	conversation.AskNoMore: {
		"não quero mais receber lembrete", "favor não enviar mais mensagens", "parem de me mandar mensagens", "não me manda mais aviso", "me tira dessa lista de mensagens",
	},
	"": {
		"e se eu atrasar 10 min?", "qual o valor?", "que consulta é essa?", "quero agendar um exame", "vocês atendem sábado?", "posso falar com a recepção?", "boa noite", "hein?",
		"ainda vou confirmar com meu marido", "não lembro de ter marcado", "é na unidade do centro?", "quem é a doutora?", "preciso de receita", "depende do ônibus", "kkkk",
	},
}

func TestFresh(t *testing.T) {
	all, right, wrongly := 0, 0, 0
	for want, list := range fresh {
		for _, text := range list {
			all++
			switch got, _ := learned().read(text, now); {
			case got == want:
				right++
			case got == conversation.Comes, got == conversation.AskNoMore:
				wrongly++
				t.Logf("%q is taken for %q", text, got)
			default:
				t.Logf("%q is taken for %q, want %q", text, got, want)
			}
		}
	}
	if t.Logf("%d of %d, %d wrongly a yes or the end of reminders", right, all, wrongly); right < 59 || wrongly > 0 {
		t.Errorf("only %d of %d are taken for what they are, %d wrongly for a yes or the end of reminders", right, all, wrongly)
	}
}
