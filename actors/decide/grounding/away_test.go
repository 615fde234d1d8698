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
	const saying = "Só aceitamos Pix e dinheiro. A clínica mudou de endereço em maio."
	own := Facts{Clinic: clinic, Now: monday, Sayings: []string{saying}}
	if list := Check("Só aceitamos Pix e dinheiro.", own); len(list) > 0 {
		t.Errorf("the clinic's own words are refused: %v", list)
	}
	if list := Check("Só aceitamos dinheiro.", own); len(list) == 0 {
		t.Error("what the clinic does not say goes out")
	}
}
