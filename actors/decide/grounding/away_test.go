package grounding

import (
	"slices"
	"testing"
)

// Nobody is sent elsewhere, told that the clinic is no more, or how it is paid in words that are not the clinic's.
func TestNobodyIsSentAway(t *testing.T) {
	t.Parallel()
	refused := func(text string) bool {
		reasons := found(text, situations["start"])
		return slices.Contains(reasons, "catalog") || slices.Contains(reasons, "payment")
	}
	for _, text := range []string{
		"A clínica fechou, procure outra.", "A clínica fechou.", "Infelizmente encerramos as atividades.", "Não estamos aceitando pacientes novos.", "Recomendo procurar outro lugar.",
		"A clínica mudou de endereço.", "É melhor procurar outra clínica para isso.", "Consulta só à vista, antes.", "A consulta só pode ser paga em dinheiro.", "Só aceitamos pix.", "Não aceitamos cartão.",
	} {
		if !refused(text) {
			t.Errorf("%q goes out", text)
		}
	}
	for _, text := range []string{
		"Se preferir, procure outra data.", "Quer procurar outro horário?", "Quer tentar outro dia?", "Isso é melhor ver com a outra unidade.", "Procuro outro horário para você?", "Só faltam o nome e a data de nascimento.",
		"Pode marcar com outro médico, se preferir.", "Vamos procurar outro dia?",
	} {
		if refused(text) {
			t.Errorf("%q is refused", text)
		}
	}
}
