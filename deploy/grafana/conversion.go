package main

// conversion is the dashboard for the manager of a clinic.
func conversion() board {
	return board{
		uid: "atende-conversion", title: "atende: marcação de consultas",
		description: "Contagens do período escolhido acima; aproximadas se um processo do atende reiniciou nele.",
		timezone:    "America/Sao_Paulo", from: "now/d", refresh: "1m",
		variables: []variable{
			{name: "job", label: "Instalação", all: "Todas", query: jobs.query, description: "A instalação do atende (o job do Prometheus)."},
			{name: "clinic", label: "Clínica", all: "Todas", query: clinics.query, description: "Clínicas de um atende que serve várias (ATENDE_CLINICS)."},
			{name: "specialty", label: "Especialidade", all: "Todas", query: `label_values(atende_unmet_demand_total{job=~"$job"}, specialty)`,
				description: "Vale para os quadros por médico, por especialidade e de procura não atendida."},
			{name: "doctor", label: "Médico", all: "Todos", query: `label_values(atende_funnel_by_doctor_total{job=~"$job"}, doctor)`,
				description: "Vale para os quadros por médico."},
			{name: "plan", label: "Convênio", all: "Todos", query: `label_values(atende_funnel_by_plan_total{job=~"$job"}, plan)`,
				description: "Vale para os quadros por convênio."},
		},
		links: []link{
			{title: "Serviço", tooltip: "Tempos de resposta, erros, gateway, memória", uid: "atende-service"},
			{title: "Cluster", tooltip: "Nós, partições, passagens", uid: "atende-cluster"},
		},
		rows: []row{
			{title: "Resumo do período", panels: summary()},
			{title: "Funil", panels: funnel()},
			{title: "Os últimos 30 dias, seja qual for o período acima", panels: byDay()},
			{title: "Com quem e por qual convênio", panels: bySubject()},
			{title: "Como terminam as conversas", panels: ends()},
			{title: "O que foi pedido e não havia", panels: unmet()},
			{title: "Agente principal e agente em teste (ATENDE_CANARY)", panels: compared(), closed: true},
		},
	}
}

// stages are those of the funnel, in order, as people read them.
var stages = []struct{ stage, name string }{
	{"started", "1. Escreveram"},
	{"wished", "2. Fizeram um pedido"},
	{"identified", "3. Pedido completo"},
	{"offered", "4. Viram horários"},
	{"chosen", "5. Escolheram"},
	{"patient", "6. Deram os dados"},
	{"booked", "7. Marcaram"},
}

// reached counts conversations that came to a stage.
func reached(w window, stage string) string {
	return counted(w, `atende_funnel_total{job=~"$job",stage="`+stage+`"}`)
}

// took is how long it took to book, at a quantile.
func took(quantile string) string {
	return "histogram_quantile(" + quantile + ", " + counted(shown, `atende_booking_duration_seconds_bucket{job=~"$job"}`, "le") + ")"
}

// rates are the colours of a share of conversations that book.
var rates = []step{{-1, plain}, {0, bad}, {.2, warm}, {.4, good}}

func summary() []panel {
	one := func(title, description, unit, expr string, steps ...step) panel {
		return panel{kind: number, title: title, description: description, w: 4, h: 3, unit: unit, steps: steps,
			queries: []query{{expr: expr, legend: title}}, empty: "–"}
	}
	return []panel{
		one("Conversas", "Conversas que começaram no período: pacientes que escreveram e passaram pelos filtros da clínica.",
			"locale", reached(shown, "started")),
		one("Consultas marcadas", "Consultas que a agenda confirmou no período.", "locale", reached(shown, "booked")),
		one("Taxa de marcação", "Consultas marcadas divididas pelas conversas que começaram. Uma conversa que começou antes "+
			"do período e marcou dentro dele conta só como consulta.",
			"percentunit", share(reached(shown, "booked"), reached(shown, "started")), rates...),
		one("Tempo até marcar", "Metade dos que marcaram levou no máximo este tempo, da primeira mensagem à consulta. "+
			"Vem de faixas de tempo; é uma aproximação.", "s", took("0.5")),
		one("Tempo até marcar, 90%", "Nove em cada dez dos que marcaram levaram no máximo este tempo. Vem de faixas de "+
			"tempo; é uma aproximação.", "s", took("0.9")),
		one("Passadas à equipe", "Conversas que foram para uma pessoa da clínica, por qualquer motivo.",
			"locale", counted(shown, `atende_handovers_total{job=~"$job"}`)),
	}
}

func funnel() []panel {
	count := panel{kind: bars, title: "Até onde chegaram", w: 12, h: barsOf(len(stages)), unit: "locale",
		description: "Conversas que chegaram a cada etapa no período. Um pedido é um médico, um convênio, um dia; está completo " +
			"com médico, procedimento e convênio. Quem já diz tudo na primeira mensagem passa por várias etapas de uma vez."}
	next := panel{kind: bars, title: "De cada etapa para a seguinte", w: 12, h: barsOf(len(stages)), unit: "percentunit", ceiling: 1, empty: "–",
		description: "De quem chegou a uma etapa, quantos chegaram à seguinte. A barra mais curta mostra onde a clínica perde " +
			"mais pacientes.", steps: []step{{-1, plain}, {0, bad}, {.5, warm}, {.7, good}}}
	for i, s := range stages {
		count.queries = append(count.queries, query{expr: reached(shown, s.stage), legend: s.name})
		if i > 0 {
			next.queries = append(next.queries, query{
				expr: share(reached(shown, s.stage), reached(shown, stages[i-1].stage)), legend: s.name,
			})
		}
	}
	return []panel{count, next}
}

// byDay are 30 days, beside the 30 before: what a manager compares in the morning, when the day is young.
func byDay() []panel {
	// outside is the share of conversations that began while nobody of the clinic answered.
	outside := func(w window) string {
		return share(counted(w, `atende_funnel_by_reception_total{job=~"$job",stage="started",reception="closed"}`), reached(w, "started"))
	}
	beside := func(title, description, unit string, expr func(window) string) panel {
		return panel{kind: number, title: title, description: description, w: 6, h: 4, unit: unit, steps: []step{{0, plain}}, empty: "–",
			queries: []query{{expr: expr(month), legend: "últimos 30 dias"}, {expr: expr(monthBefore), legend: "30 dias antes"}}}
	}
	return []panel{
		beside("Conversas em 30 dias", "Conversas que começaram nos últimos 30 dias, e nos 30 antes.", "locale",
			func(w window) string { return reached(w, "started") }),
		beside("Marcadas em 30 dias", "Consultas que a agenda confirmou nos últimos 30 dias, e nos 30 antes.", "locale",
			func(w window) string { return reached(w, "booked") }),
		beside("Taxa em 30 dias", "Consultas marcadas divididas pelas conversas que começaram.", "percentunit",
			func(w window) string { return share(reached(w, "booked"), reached(w, "started")) }),
		beside("Fora do horário", "A parte das conversas que começou quando ninguém da clínica atendia, pelos horários de atendimento do cadastro.",
			"percentunit", outside),
		{kind: days, title: "Conversas e consultas por dia", w: 12, h: 7, unit: "locale", since: "30d",
			description: "Uma coluna por dia do calendário de São Paulo.",
			queries: []query{
				{expr: reached(thatDay, "started"), legend: "conversas"},
				{expr: reached(thatDay, "booked"), legend: "consultas marcadas"},
			}},
		{kind: days, title: "Taxa de marcação por dia", w: 12, h: 7, unit: "percentunit", ceiling: 1, since: "30d",
			description: "Consultas marcadas divididas pelas conversas que começaram, dia a dia.",
			queries:     []query{{expr: share(reached(thatDay, "booked"), reached(thatDay, "started")), legend: "taxa de marcação"}}},
	}
}

// subjects is a table of the stages by labels, whose titles are those of the first columns.
func subjects(title, description, series string, labels ...column) panel {
	p := panel{kind: listing, title: title, description: description, w: 12, h: 7, unit: "locale",
		names: map[string]string{"other": "outros"}, columns: labels, sorted: "Marcadas"}
	var by []string
	for _, l := range labels {
		by = append(by, l.field)
	}
	for _, s := range []struct {
		stage, name string
		width       float64
	}{{"offered", "Com horários", 125}, {"chosen", "Escolheram", 110}, {"booked", "Marcadas", 100}} {
		p.columns = append(p.columns, column{"Value #" + refID(len(p.queries)), s.name, "", s.width})
		p.queries = append(p.queries, query{expr: counted(shown, series+`,stage="`+s.stage+`"}`, by...), legend: s.name})
	}
	booked, offered := p.queries[2].expr, p.queries[0].expr
	p.columns = append(p.columns, column{"Value #" + refID(len(p.queries)), "Taxa", "percentunit", 70})
	p.queries = append(p.queries, query{expr: share(booked, offered), legend: "Taxa"})
	return p
}

func bySubject() []panel {
	doctors := `atende_funnel_by_doctor_total{job=~"$job",doctor=~"$doctor",specialty=~"$specialty"`
	byDoctor := subjects("Por médico", "Conversas em que um médico teve horários oferecidos, escolhidos e marcados; a taxa é marcadas por com horários. "+
		"\"outros\" é quem já saiu do catálogo, ou conversas em que ainda não se sabia o médico.", doctors,
		column{field: "doctor", title: "Médico"}, column{field: "specialty", title: "Especialidade"})
	byDoctor.w, byDoctor.h = columns, 8
	return []panel{
		byDoctor,
		subjects("Por convênio", "O mesmo, por convênio ou particular.",
			`atende_funnel_by_plan_total{job=~"$job",plan=~"$plan"`, column{field: "plan", title: "Convênio"}),
		subjects("Por especialidade", "O mesmo, por especialidade.", doctors, column{field: "specialty", title: "Especialidade"}),
	}
}

// outcomes, filters and reasons as people read them.
var (
	outcomes = map[string]string{
		"AGENDADO": "marcaram", "FALHA_CONSULTA": "não havia horário", "TRANSFERIDO": "foram à equipe",
		"SEM_INTERESSE": "não continuaram", "ERRO": "sem resposta (erro)",
	}
	filters = map[string]string{
		"IGNORADO_PLATAFORMA": "não é WhatsApp", "IGNORADO_INSTANCIA": "outro número",
		"IGNORADO_EQUIPE": "outra equipe", "IGNORADO_STATUS": "já com uma pessoa",
	}
	reasons = map[string]string{
		"pediu_atendente": "pediu uma pessoa", "sem_horarios": "não havia horário", "horarios_recusados": "horários já ocupados",
		"nao_entendido": "não foi entendido", "cancelar": "quer cancelar", "remarcar": "quer remarcar",
		"consulta_existente": "tem consulta marcada", "resultado_exame": "quer o resultado do exame",
		"documento": "quer receita, atestado ou nota", "dados_pessoais": "quer saber, corrigir ou apagar os seus dados",
		"sem_dados": "não quis dar os dados", "outro_idioma": "outro idioma",
		"reclamacao": "reclamação", "retorno": "quer um retorno", "outro_assunto": "outro assunto",
		"emergencia": "emergência", "erro": "erro do sistema",
		"transferencia_pendente": "transferência pendente", "agendamento_sem_textos": "marcado, sem os textos da agenda",
		"agendamento_incerto": "marcação incerta", "muitos_cpfs": "CPFs demais", "muitas_marcacoes": "marcações demais", "muitas_mensagens": "mensagens demais", "cadastro_diverge": "cadastro não confere", "webhook": "pedido de outro sistema",
		"operator": "decisão da clínica", "other": "outros",
	}
)

// unfinished are the ends of one outcome, by the last stage before them.
func unfinished(title, description, outcome string) panel {
	p := panel{kind: bars, title: title, description: description, w: 8, h: barsOf(len(stages) + 1), unit: "locale"}
	for _, s := range append([]struct{ stage, name string }{{"none", "0. Antes de tudo"}}, stages...) {
		p.queries = append(p.queries, query{legend: s.name, expr: counted(shown,
			`atende_unfinished_total{job=~"$job",outcome="`+outcome+`",stage="`+s.stage+`"}`)})
	}
	return p
}

func ends() []panel {
	return []panel{
		{kind: bars, title: "Como terminaram", w: 12, h: 6, unit: "locale", names: outcomes,
			description: "O fim de cada conversa. \"não havia horário\" não é um fim: a conversa segue com outra opção e pode terminar " +
				"de outro jeito também.",
			queries: []query{{legend: "{{outcome}}", expr: counted(shown, `atende_outcomes_total{job=~"$job",outcome!~"IGNORADO_.*"}`, "outcome")}}},
		{kind: bars, title: "Por que foram para a equipe", w: 12, h: 6, unit: "locale", names: reasons, empty: "nenhuma",
			description: "Os motivos das conversas que foram para uma pessoa; só os que aconteceram no período.",
			queries: []query{{legend: "{{reason}}",
				expr: "sort_desc(" + counted(shown, `atende_handovers_total{job=~"$job"}`, "reason") + " > 0)"}}},
		unfinished("Onde desistem", "A última etapa antes de o paciente desistir ou parar de responder.", "SEM_INTERESSE"),
		unfinished("De onde vão para a equipe", "A última etapa antes de a conversa ir para uma pessoa.", "TRANSFERIDO"),
		{kind: bars, title: "Mensagens ignoradas", w: 8, h: barsOf(len(stages) + 1), unit: "locale", names: filters,
			description: "Mensagens que o atende não responde, pelo motivo; não são conversas. Mensagens que chegam juntas contam uma vez, e " +
				"quem escreve de novo conta de novo.",
			queries: []query{{legend: "{{outcome}}", expr: counted(shown, `atende_outcomes_total{job=~"$job",outcome=~"IGNORADO_.*"}`, "outcome")}}},
	}
}

// compared are the agent and the second one that gets a share of the conversations.
func compared() []panel {
	names := map[string]string{"main": "principal", "canary": "em teste"}
	series := `atende_variant_funnel_total{job=~"$job"`
	of := func(stage string) string { return counted(shown, series+`,stage="`+stage+`"}`, "variant") }
	reach := subjects("Até onde chegaram, por agente", "As conversas do agente principal e as do agente em teste; a taxa é marcadas por com horários.",
		series, column{field: "variant", title: "Agente"})
	reach.h, reach.names = 4, names
	return []panel{
		reach,
		{kind: bars, title: "Taxa de marcação por agente", w: 6, h: 4, unit: "percentunit", ceiling: 1, empty: "–", steps: rates,
			description: "Consultas marcadas divididas pelas conversas que começaram, por agente. Com poucas conversas a diferença pode ser acaso.",
			queries:     []query{{legend: "{{variant}}", expr: share(of("booked"), of("started"))}}, names: names},
		{kind: bars, title: "Para a equipe, por agente", w: 6, h: 4, unit: "percentunit", ceiling: 1, empty: "–",
			description: "Conversas que foram para uma pessoa, divididas pelas que começaram, por agente.",
			queries: []query{{legend: "{{variant}}", expr: share(
				counted(shown, `atende_variant_outcomes_total{job=~"$job",outcome="TRANSFERIDO"}`, "variant"), of("started"))}}, names: names},
	}
}

// wanted counts wishes that could not be offered.
func wanted(matchers string, by ...string) string {
	return counted(shown, `atende_unmet_demand_total{job=~"$job",specialty=~"$specialty"`+matchers+`}`, by...)
}

func unmet() []panel {
	week := panel{kind: bars, title: "Sem horário, por dia", w: 8, h: 8, unit: "locale",
		description: "Dias em que pacientes queriam vir e não havia horário. Um pedido de vários dias conta em cada um."}
	for _, d := range []struct{ value, name string }{
		{"mon", "segunda"}, {"tue", "terça"}, {"wed", "quarta"}, {"thu", "quinta"}, {"fri", "sexta"},
		{"sat", "sábado"}, {"sun", "domingo"}, {"any", "qualquer dia"},
	} {
		week.queries = append(week.queries, query{expr: wanted(`,weekday="` + d.value + `"`), legend: d.name})
	}
	period := panel{kind: bars, title: "Sem horário, por período", w: 12, h: 5, unit: "locale",
		description: "Períodos em que pacientes queriam vir e não havia horário."}
	for _, d := range []struct{ value, name string }{
		{"morning", "manhã"}, {"afternoon", "tarde"}, {"evening", "noite"}, {"any", "qualquer hora"},
	} {
		period.queries = append(period.queries, query{expr: wanted(`,period="` + d.value + `"`), legend: d.name})
	}
	catalog := func(title, description, label string) panel {
		return panel{kind: bars, title: title, description: description, w: 8, h: 5, unit: "locale", empty: "nenhum",
			names: map[string]string{"other": "outros"},
			queries: []query{{legend: "{{" + label + "}}", expr: "sort_desc(" + counted(shown,
				`atende_unmet_demand_by_catalog_total{job=~"$job",`+label+`!="",`+label+`=~"$`+label+`"}`, label) + " > 0)"}}}
	}
	return []panel{
		{kind: bars, title: "Sem horário, por especialidade", w: 8, h: 5, unit: "locale", empty: "nenhum",
			description: "Pedidos sem horário, por especialidade; só as que tiveram algum no período.",
			names:       map[string]string{"other": "outros"},
			queries:     []query{{legend: "{{specialty}}", expr: "sort_desc(" + wanted("", "specialty") + " > 0)"}}},
		catalog("Sem horário, por médico", "Pedidos sem horário em que se queria um médico; só os que tiveram algum no período.", "doctor"),
		catalog("Sem horário, por convênio", "Pedidos sem horário, pelo convênio de quem pediu; só os que tiveram algum no período.", "plan"),
		week,
		{kind: listing, title: "Onde faltam horários", w: 16, h: 8, unit: "locale", sorted: "Pedidos", empty: "nada faltou",
			description: "Especialidade, dia e período juntos, o mais pedido em cima: onde um horário a mais encontraria pacientes.",
			columns: []column{{field: "specialty", title: "Especialidade"}, {field: "weekday", title: "Dia"}, {field: "period", title: "Período"},
				{field: "Value", title: "Pedidos", width: 90}},
			names: map[string]string{"mon": "segunda", "tue": "terça", "wed": "quarta", "thu": "quinta", "fri": "sexta", "sat": "sábado", "sun": "domingo",
				"morning": "manhã", "afternoon": "tarde", "evening": "noite", "any": "qualquer", "other": "outros"},
			queries: []query{{legend: "", expr: "sort_desc(" + wanted("", "specialty", "weekday", "period") + " > 0)"}}},
		period,
		{kind: bars, title: "O que mais faltou", w: 12, h: 5, unit: "locale",
			names:       map[string]string{"plan": "convênio não aceito", "person": "atendente, fora do horário"},
			description: "Conversas em que se quis um convênio que a clínica não aceita, ou uma pessoa quando ninguém atendia.",
			queries:     []query{{legend: "{{cause}}", expr: counted(shown, `atende_unmet_other_total{job=~"$job"}`, "cause")}}},
	}
}
