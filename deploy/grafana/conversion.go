package main

// conversion is the dashboard for the manager of a clinic.
func conversion() board {
	return board{
		uid: "atende-conversion", title: "atende: marcação de consultas",
		description: "Quantos pacientes escrevem, quantos marcam, com quem, e o que a clínica não conseguiu oferecer. " +
			"Os números são contagens do período escolhido acima, exatas enquanto nenhum processo do atende reinicia nele; " +
			"com um reinício são aproximadas.",
		timezone: "America/Sao_Paulo", from: "now/d", refresh: "1m",
		variables: []variable{
			{name: "job", label: "Instalação", all: "Todas", query: jobs.query, description: "A instalação do atende (o job do Prometheus)."},
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
			{"Resumo do período", summary()},
			{"Funil", funnel()},
			{"Por dia", byDay()},
			{"Com quem e por qual convênio", bySubject()},
			{"Como terminam as conversas", ends()},
			{"O que foi pedido e não havia", unmet()},
			{"Agente principal e agente em teste (ATENDE_CANARY)", compared()},
		},
	}
}

// stages are those of the funnel, in order, as people read them.
var stages = []struct{ stage, name string }{
	{"started", "1. Escreveram"},
	{"identified", "2. Disseram o que querem"},
	{"offered", "3. Receberam horários"},
	{"chosen", "4. Escolheram um horário"},
	{"patient", "5. Deram seus dados"},
	{"booked", "6. Marcaram"},
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
var rates = []step{{0, bad}, {.2, warm}, {.4, good}}

func summary() []panel {
	one := func(title, description, unit, expr string, steps ...step) panel {
		return panel{kind: number, title: title, description: description, w: 4, h: 4, unit: unit, steps: steps,
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
	count := panel{kind: bars, title: "Até onde chegaram", w: 12, h: 9, unit: "locale",
		description: "Conversas que chegaram a cada etapa no período. Quem já diz tudo na primeira mensagem passa por várias " +
			"etapas de uma vez."}
	next := panel{kind: bars, title: "De cada etapa para a seguinte", w: 12, h: 9, unit: "percentunit", ceiling: 1, empty: "–",
		description: "De quem chegou a uma etapa, quantos chegaram à seguinte. A barra mais curta mostra onde a clínica perde " +
			"mais pacientes.", steps: []step{{0, bad}, {.5, warm}, {.7, good}}}
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

func byDay() []panel {
	return []panel{
		{kind: days, title: "Conversas e consultas por dia", w: 12, h: 9, unit: "locale",
			description: "Uma coluna por dia do calendário de São Paulo. Para ver a semana, escolha os últimos 7 dias acima.",
			queries: []query{
				{expr: reached(thatDay, "started"), legend: "conversas"},
				{expr: reached(thatDay, "booked"), legend: "consultas marcadas"},
			}},
		{kind: days, title: "Taxa de marcação por dia", w: 12, h: 9, unit: "percentunit", ceiling: 1,
			description: "Consultas marcadas divididas pelas conversas que começaram, dia a dia.",
			queries:     []query{{expr: share(reached(thatDay, "booked"), reached(thatDay, "started")), legend: "taxa de marcação"}}},
	}
}

// subjects is a table of the stages by labels.
func subjects(title, description, series string, names map[string]string, by ...string) panel {
	p := panel{kind: listing, title: title, description: description, w: 12, h: 10, unit: "locale",
		names: names, sorted: "Marcadas"}
	names["other"] = "outros"
	for i, s := range []struct{ stage, name string }{
		{"offered", "Com horários"}, {"chosen", "Escolheram"}, {"booked", "Marcadas"},
	} {
		names["Value #"+refID(i)] = s.name
		p.queries = append(p.queries, query{expr: counted(shown, series+`,stage="`+s.stage+`"}`, by...), legend: s.name})
	}
	booked, offered := p.queries[2].expr, p.queries[0].expr
	p.share = "Taxa"
	names["Value #"+refID(len(p.queries))] = p.share
	p.queries = append(p.queries, query{expr: share(booked, offered), legend: p.share})
	return p
}

func bySubject() []panel {
	doctors := `atende_funnel_by_doctor_total{job=~"$job",doctor=~"$doctor",specialty=~"$specialty"`
	specialties := subjects("Por especialidade", "O mesmo, por especialidade.", doctors,
		map[string]string{"specialty": "Especialidade"}, "specialty")
	best := panel{kind: bars, title: "Taxa por médico", w: 12, h: 10, unit: "percentunit", ceiling: 1, empty: "–", steps: rates,
		description: "De quem recebeu horários de um médico, a parte que marcou com ele. Só médicos que tiveram horários oferecidos " +
			"no período.",
		queries: []query{{legend: "{{doctor}}", expr: "sort_desc(" + share(
			counted(shown, doctors+`,stage="booked"}`, "doctor"), counted(shown, doctors+`,stage="offered"}`, "doctor")) + ")"}},
		names: map[string]string{"other": "outros"}}
	return []panel{
		subjects("Por médico", "Conversas em que um médico teve horários oferecidos, escolhidos e marcados; a taxa é marcadas por com horários. \"outros\" é quem já "+
			"saiu do catálogo, ou conversas em que ainda não se sabia o médico.", doctors,
			map[string]string{"doctor": "Médico", "specialty": "Especialidade"}, "doctor", "specialty"),
		subjects("Por convênio", "O mesmo, por convênio ou particular.",
			`atende_funnel_by_plan_total{job=~"$job",plan=~"$plan"`, map[string]string{"plan": "Convênio"}, "plan"),
		specialties, best,
	}
}

// outcomes, filters and reasons as people read them.
var (
	outcomes = map[string]string{
		"AGENDADO": "marcaram", "FALHA_CONSULTA": "não havia horário", "TRANSFERIDO": "foram para a equipe",
		"SEM_INTERESSE": "desistiram ou pararam de responder", "ERRO": "ficaram sem resposta (erro)",
	}
	filters = map[string]string{
		"IGNORADO_PLATAFORMA": "não é WhatsApp", "IGNORADO_INSTANCIA": "outro número",
		"IGNORADO_EQUIPE": "outra equipe", "IGNORADO_STATUS": "já com uma pessoa",
	}
	reasons = map[string]string{
		"pediu_atendente": "pediu uma pessoa", "sem_horarios": "não havia horário", "horarios_recusados": "horários já ocupados",
		"nao_entendido": "não foi entendido", "cancelar": "quer cancelar", "remarcar": "quer remarcar",
		"consulta_existente": "tem consulta marcada", "resultado_exame": "quer o resultado do exame",
		"documento": "quer receita, atestado ou nota", "dados_pessoais": "quer saber ou apagar os seus dados",
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
	p := panel{kind: bars, title: title, description: description, w: 8, h: 9, unit: "locale"}
	for _, s := range append([]struct{ stage, name string }{{"none", "0. Antes de dizer o que querem"}}, stages...) {
		p.queries = append(p.queries, query{legend: s.name, expr: counted(shown,
			`atende_unfinished_total{job=~"$job",outcome="`+outcome+`",stage="`+s.stage+`"}`)})
	}
	return p
}

func ends() []panel {
	return []panel{
		{kind: bars, title: "Como terminaram", w: 12, h: 10, unit: "locale", names: outcomes,
			description: "O fim de cada conversa. \"não havia horário\" não é um fim: a conversa segue com outra opção e pode terminar " +
				"de outro jeito também.",
			queries: []query{{legend: "{{outcome}}", expr: counted(shown, `atende_outcomes_total{job=~"$job",outcome!~"IGNORADO_.*"}`, "outcome")}}},
		{kind: bars, title: "Por que foram para a equipe", w: 12, h: 10, unit: "locale", names: reasons, empty: "nenhuma",
			description: "Os motivos das conversas que foram para uma pessoa; só os que aconteceram no período.",
			queries: []query{{legend: "{{reason}}",
				expr: "sort_desc(" + counted(shown, `atende_handovers_total{job=~"$job"}`, "reason") + " > 0)"}}},
		unfinished("Onde desistem", "A última etapa antes de o paciente desistir ou parar de responder.", "SEM_INTERESSE"),
		unfinished("De onde vão para a equipe", "A última etapa antes de a conversa ir para uma pessoa.", "TRANSFERIDO"),
		{kind: bars, title: "Mensagens ignoradas", w: 8, h: 9, unit: "locale", names: filters,
			description: "Mensagens que o atende não responde, pelo motivo; não são conversas. Mensagens que chegam juntas contam uma vez, e " +
				"quem escreve de novo conta de novo.",
			queries: []query{{legend: "{{outcome}}", expr: counted(shown, `atende_outcomes_total{job=~"$job",outcome=~"IGNORADO_.*"}`, "outcome")}}},
	}
}

// compared are the agent and the second one that gets a share of the conversations.
func compared() []panel {
	names := func() map[string]string {
		return map[string]string{"variant": "Agente", "main": "principal", "canary": "em teste"}
	}
	series := `atende_variant_funnel_total{job=~"$job"`
	of := func(stage string) string { return counted(shown, series+`,stage="`+stage+`"}`, "variant") }
	return []panel{
		subjects("Até onde chegaram, por agente", "As conversas do agente principal e as do agente em teste; a taxa é marcadas por com horários.",
			series, names(), "variant"),
		{kind: bars, title: "Taxa de marcação por agente", w: 6, h: 10, unit: "percentunit", ceiling: 1, empty: "–", steps: rates,
			description: "Consultas marcadas divididas pelas conversas que começaram, por agente. Com poucas conversas a diferença pode ser acaso.",
			queries:     []query{{legend: "{{variant}}", expr: share(of("booked"), of("started"))}}, names: names()},
		{kind: bars, title: "Para a equipe, por agente", w: 6, h: 10, unit: "percentunit", ceiling: 1, empty: "–",
			description: "Conversas que foram para uma pessoa, divididas pelas que começaram, por agente.",
			queries: []query{{legend: "{{variant}}", expr: share(
				counted(shown, `atende_variant_outcomes_total{job=~"$job",outcome="TRANSFERIDO"}`, "variant"), of("started"))}}, names: names()},
	}
}

// wanted counts wishes that could not be offered.
func wanted(matchers string, by ...string) string {
	return counted(shown, `atende_unmet_demand_total{job=~"$job",specialty=~"$specialty"`+matchers+`}`, by...)
}

func unmet() []panel {
	week := panel{kind: bars, title: "Sem horário, por dia", w: 8, h: 9, unit: "locale",
		description: "Dias em que pacientes queriam vir e não havia horário. Um pedido de vários dias conta em cada um."}
	for _, d := range []struct{ value, name string }{
		{"mon", "segunda"}, {"tue", "terça"}, {"wed", "quarta"}, {"thu", "quinta"}, {"fri", "sexta"},
		{"sat", "sábado"}, {"sun", "domingo"}, {"any", "qualquer dia"},
	} {
		week.queries = append(week.queries, query{expr: wanted(`,weekday="` + d.value + `"`), legend: d.name})
	}
	period := panel{kind: bars, title: "Sem horário, por período", w: 8, h: 9, unit: "locale",
		description: "Períodos em que pacientes queriam vir e não havia horário."}
	for _, d := range []struct{ value, name string }{
		{"morning", "manhã"}, {"afternoon", "tarde"}, {"evening", "noite"}, {"any", "qualquer hora"},
	} {
		period.queries = append(period.queries, query{expr: wanted(`,period="` + d.value + `"`), legend: d.name})
	}
	catalog := func(title, description, label string) panel {
		return panel{kind: bars, title: title, description: description, w: 12, h: 9, unit: "locale", empty: "nenhum",
			names: map[string]string{"other": "outros"},
			queries: []query{{legend: "{{" + label + "}}", expr: "sort_desc(" + counted(shown,
				`atende_unmet_demand_by_catalog_total{job=~"$job",`+label+`!="",`+label+`=~"$`+label+`"}`, label) + " > 0)"}}}
	}
	return []panel{
		{kind: bars, title: "Sem horário, por especialidade", w: 8, h: 9, unit: "locale", empty: "nenhum",
			description: "Pedidos sem horário, por especialidade; só as que tiveram algum no período.",
			names:       map[string]string{"other": "outros"},
			queries:     []query{{legend: "{{specialty}}", expr: "sort_desc(" + wanted("", "specialty") + " > 0)"}}},
		week, period,
		{kind: listing, title: "Onde faltam horários", w: 24, h: 9, unit: "locale", sorted: "Pedidos", empty: "nada faltou",
			description: "Especialidade, dia e período juntos, o mais pedido em cima: onde um horário a mais encontraria pacientes.",
			names: map[string]string{"specialty": "Especialidade", "weekday": "Dia", "period": "Período", "Value": "Pedidos",
				"mon": "segunda", "tue": "terça", "wed": "quarta", "thu": "quinta", "fri": "sexta", "sat": "sábado", "sun": "domingo",
				"morning": "manhã", "afternoon": "tarde", "evening": "noite", "any": "qualquer", "other": "outros"},
			queries: []query{{legend: "", expr: "sort_desc(" + wanted("", "specialty", "weekday", "period") + " > 0)"}}},
		catalog("Sem horário, por médico", "Pedidos sem horário em que se queria um médico; só os que tiveram algum no período.", "doctor"),
		catalog("Sem horário, por convênio", "Pedidos sem horário, pelo convênio de quem pediu; só os que tiveram algum no período.", "plan"),
	}
}
