package understand

import "strings"

// classes are the kinds of words that phrases name with "#".
var classes = map[string]set{
	// person: who answers instead of the agent.
	"person": words(`atendente atendentes recepcao recepcionista operador operadora supervisor supervisora
		humano humana humanos gerente secretaria secretario telefonista funcionario funcionaria consultor consultora`),
	// anyone: persons only in "falar com …".
	"anyone": words(`pessoa pessoas alguem responsavel gente medico medica doutor doutora dentista dono dona
		equipe setor departamento financeiro administracao`),
	"machine": words("robo robos maquina bot bots ia inteligencia computador chatbot"),
	// visit: what is booked.
	"visit": words(`consulta consultas agendamento agendamentos atendimento exame exames sessao retorno encaixe
		avaliacao procedimento visita compromisso marcacao checkup consultinha`),
	// slot: what is free or not.
	"slot": words(`horario horarios vaga vagas vaguinha horarinho encaixe agenda espaco disponibilidade brecha
		data datas hr hrs hora horas janela`),
	// free: what is booked of what is free.
	"free": words(`horario horarios vaga vagas encaixe disponibilidade disponivel disponiveis agenda`),
	// kin: for whom a visit may be.
	"kin": words(`mae pai filho filha filhos filhas marido esposa esposo namorado namorada avo avos irmao irma sogra
		sogro tia tio neto neta sobrinho sobrinha bebe menino menina mulher`),
	"weekday": words("segunda terca quarta quinta sexta sabado domingo segundas tercas quartas quintas sextas sabados domingos"),
	// care: what is done to patients.
	"care": words(`limpeza clareamento canal ultrassom ultrassonografia ressonancia tomografia eletrocardiograma
		ecocardiograma eletro raio hemograma botox tratamento cirurgia aparelho restauracao extracao
		implante mamografia endoscopia colonoscopia preventivo papanicolau fisioterapia terapia 
		acupuntura check mapa holter ergometrico vacina profilaxia raiox preenchimento peeling depilacao massagem
		drenagem ecografia densitometria espirometria audiometria biopsia polimento faceta facetas protese`),
	"spec": words(`@spec medico medica doutor doutora dentista medicos dentistas especialista otorrino clinico
		nutricionista fisioterapeuta pediatra psiquiatra geriatra ortopedista cardio gineco dermato
		gastro endocrino neuro oftalmo uro cirurgiao dr fono fonoaudiologa cardiologista dermatologista ginecologista oftalmologista neurologista urologista
		endocrinologista gastroenterologista pneumologista reumatologista otorrinolaringologista psicologo psicologa
		cardiologia dermatologia ginecologia oftalmologia neurologia urologia ortopedia pediatria psicologia
		nutricao odontologia psiquiatria mastologista proctologista nefrologista hematologista oncologista
		alergista angiologista obstetra infectologista ortodontista endodontista periodontista`),
	"plan": words(`plano planos convenio convenios particular unimed amil bradesco sulamerica hapvida cassi
		geap ipsemg ipasgo notredame intermedica seguro sus assim golden cross porto prevent carteirinha
		odontoprev uniodonto saude`),
	// lead: words between a wish and its object.
	"lead": words(`um uma de do da fazer passar por pelo pela em com ver ir ao a o no na para mim meu minha nova novo
		iniciar comecar urgente mais alguma algum me ser realizar ter tirar so primeira outra outro estou e aqui consultar
		logo nessa dessa essa esse filho filha mae pai marido esposa eu atendida atendido`),
	"want": words(`quero queria preciso precisava gostaria gostava desejo precisando desejava necessito queremos
		precisamos qro kero quer querendo quiser procuro`),
	"ack": words(`ok certo beleza bom show perfeito otimo otima entendi joia legal certinho blz tranquilo
		maravilha excelente ta tudo bem entao okay`),
	"yes": words(`sim isso confirmo confirmado confirmada fechado fechou correto exato exatamente positivo aham
		uhum combinado concordo aceito claro certeza perfeito beleza ok certo show top joia otimo otima
		maravilha excelente bora simm sim sis yes certinho confirma tranquilo topo obvio logico afirmativo massa bacana ahan arram aran yep yeah certissimo confirmadissimo
		legal maravilhoso`),
	"thank": words(`obrigado obrigada obrigados valeu agradeco agradecida agradecido agradecemos grato grata
		gratidao tchau thanks falou abraco abracos beijos tchauzinho xau agradecer tks thx ty adeus bye fui gracias obrigadissima obrigadissimo valeuzao 🙏 🙌 🤝`),
	"outros": words("outro outra outros outras"),
	"these":  words("esse essa esses essas este esta isso desse dessa desses dessas aquele aquela deles delas"),
	"when":   words("@when"),
	"go":     words("ir comparecer vir aparecer chegar estar"),
	"able":   words("posso consigo poderei conseguirei podemos conseguimos poder conseguir vou irei pude"),
	"topic": words(`preco precos valor valores custo custos orcamento desconto parcelamento reembolso
		endereco localizacao estacionamento funcionamento documento documentos documentacao jejum preparo
		preparacao anestesia pagamento pagamentos parcelas tabela acessibilidade tolerancia`),
	"asked": words("qual quais que quando quanto quantos quantas onde como quem cade"),
	"later": words("depois amanha outro outra"),
}

// specialistEnds are the ends of the names of medical professions.
var specialistEnds = []string{"logista", "ologo", "ologa", "iatra", "pedista", "dontista", "terapeuta", "logia", "iatria"}

// specialist tells whether a word names a medical profession or its field.
func specialist(w string) bool {
	for _, end := range specialistEnds {
		if len(w) > len(end)+1 && strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}
