// Package report writes what a period came to for the owner of a clinic, in Portuguese: as a page for a browser, a phone or
// the printer, or as text.  It promises that both say the same, that shares are of what they say, and that what the numbers
// do not tell stands below them; it knows sums (admin.Report) and not where they are from.
package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/metrics"
	"atende/webhook/admin"
)

// Sheet is a report as it is read.
type Sheet struct {
	Title  string
	Period string // "16/11/2026 a 22/11/2026 (7 dias)"
	Beside string // what the second column is, "" where there is none
	Made   string
	Key    []Figure // the first that is seen
	Parts  []Part
	Notes  []string // what the numbers do not tell
}

// Figure is one number with its meaning.
type Figure struct{ Label, Now, Before string }

// Part is a table with bars.
type Part struct {
	Title, About string
	Rows         []Row
	// Now and Before head the two columns; "" and "" are those of the sheet.
	Now, Before string
	// Empty is said where there is no row.
	Empty string
	Grid  *Grid
}

// Row is a line of a Part.
type Row struct {
	Label       string
	Now, Before string
	// Bar and Shade are how long the bars of both are, in hundredths of the longest of the Part.
	Bar, Shade int
}

// Grid is a table of days and parts of the day.
type Grid struct {
	Columns []string
	Rows    []GridRow
}

// GridRow is a day of the week.
type GridRow struct {
	Label string
	Cells []Cell
}

// Cell is how often, and how dark that is, 0 to 4.
type Cell struct{ N, Heat int }

// maxRows bounds the lines of a list that grows with the catalogue; the rest is one line.
const maxRows = 15

// nothing stands where there is no number.
const nothing = "–"

// Write makes the sheet of a whole report.
func Write(r admin.Report) Sheet {
	w := writer{Report: r, beside: r.BeforeFrom >= r.KeptFrom, besideWishes: r.BeforeFrom >= r.WishesKeptFrom}
	s := Sheet{
		Title:  "Relatório: " + r.Clinic,
		Period: span(r.From, r.To) + " (" + plural(daysOf(r.From, r.To), "dia", "dias") + ")",
		Made:   r.Made.Format("02/01/2006 15:04"),
		Key:    w.key(),
	}
	if w.beside || w.besideWishes {
		s.Beside = span(r.BeforeFrom, r.BeforeTo)
	}
	s.Parts = slices.Concat([]Part{w.funnel(), w.days()}, w.bookings(), []Part{w.ends(), w.handOvers()}, w.wishes(), []Part{w.visits(), w.answers()})
	s.Notes = w.notes()
	return s
}

// writer makes the parts of a sheet.
type writer struct {
	admin.Report
	beside, besideWishes bool // the period before is known
}

// code is a key of counts and what people call it.
type code struct{ key, label string }

var (
	stages = []code{
		{"started", "1. Escreveram"}, {"wished", "2. Fizeram um pedido"}, {"identified", "3. Pedido completo"}, {"offered", "4. Viram horários"},
		{"chosen", "5. Escolheram"}, {"patient", "6. Deram os dados"}, {"booked", "7. Marcaram"},
	}
	ends = []code{
		{"AGENDADO", "Marcaram"}, {"TRANSFERIDO", "Foram para a equipe"}, {"SEM_INTERESSE", "Não continuaram"}, {"ERRO", "Ficaram sem resposta (erro)"},
	}
	causes = []code{
		{"wished", "Não havia horário como queriam"}, {"none", "Não havia nenhum horário"}, {"plan", "Convênio que a clínica não atende"},
		{"person", "Queriam uma pessoa quando ninguém atendia"},
	}
	visits = []code{
		{"asked", "Consultas em que perguntamos"}, {"confirmado", "Vêm: confirmaram"}, {"cancelar", "Não vêm: foram para a equipe"},
		{"remarcar", "Querem outro horário: foram para a equipe"}, {"silent", "Não responderam até a hora"}, {"asked_again", "Perguntamos de novo na manhã do dia"},
		{"missed", "Não deu tempo de perguntar"}, {"refused", "O WhatsApp não aceitou a pergunta"}, {"no_reminders", "Pediram para não receber lembretes"},
	}
	reasons = map[string]string{
		"pediu_atendente": "Pediram uma pessoa", "sem_horarios": "Não havia horário", "horarios_recusados": "Horários já ocupados",
		"nao_entendido": "Não foram entendidos", "cancelar": "Querem cancelar", "remarcar": "Querem remarcar", "consulta_existente": "Já têm consulta marcada",
		"resultado_exame": "Querem o resultado do exame", "documento": "Querem receita, atestado ou nota", "dados_pessoais": "Querem ver, corrigir ou apagar os seus dados",
		"sem_dados": "Não quiseram dar os dados", "outro_idioma": "Outro idioma", "reclamacao": "Reclamação", "retorno": "Querem um retorno",
		"outro_assunto": "Outro assunto", "emergencia": "Emergência", "erro": "Erro do sistema", "transferencia_pendente": "Transferência pendente",
		"agendamento_sem_textos": "Marcado, sem os textos da agenda", "agendamento_incerto": "Não se sabe se foi marcado", "muitos_cpfs": "CPFs demais",
		"muitas_marcacoes": "Marcações demais", "muitas_mensagens": "Mensagens demais", "cadastro_diverge": "Cadastro não confere",
		"webhook": "Pedido de outro sistema", "operator": "Decisão da clínica", metrics.Other: "Outros",
	}
	weekdays = []code{{"mon", "Segunda"}, {"tue", "Terça"}, {"wed", "Quarta"}, {"thu", "Quinta"}, {"fri", "Sexta"}, {"sat", "Sábado"}, {"sun", "Domingo"}, {metrics.Any, "Qualquer dia"}}
	periods  = []code{{"morning", "manhã"}, {"afternoon", "tarde"}, {"evening", "noite"}, {metrics.Any, "qualquer hora"}}
)

// key are the numbers that an owner wants first.
func (w *writer) key() []Figure {
	figure := func(label string, of func(admin.Counts) string) Figure {
		return Figure{label, of(w.Present), w.old(of(w.Before))}
	}
	list := []Figure{
		figure("conversas", func(c admin.Counts) string { return number(c.Stages["started"]) }),
		figure("consultas marcadas", func(c admin.Counts) string { return number(c.Stages["booked"]) }),
		figure("das conversas marcaram", func(c admin.Counts) string { return share(c.Stages["booked"], c.Stages["started"]) }),
		figure("foram para a equipe", func(c admin.Counts) string { return number(total(c.HandOvers)) }),
		figure("das respostas prontas em 10 s", func(c admin.Counts) string { return share(c.Answers[0]+c.Answers[1], sum(c.Answers)) }),
	}
	if w.Hours {
		list = append(list, figure("marcadas fora do horário da recepção", func(c admin.Counts) string { return number(c.StagesAway["booked"]) }))
	}
	return list
}

// old is a number of the period before, where that is known.
func (w *writer) old(n string) string {
	if !w.beside {
		return ""
	}
	return n
}

func (w *writer) funnel() Part {
	p := w.part("Do primeiro \"oi\" à consulta", "Quantas conversas chegaram a cada passo, e que parte das que escreveram é isso.", stages,
		func(c admin.Counts) map[string]int { return c.Stages })
	for i := range p.Rows {
		n := w.Present.Stages[stages[i].key]
		p.Rows[i].Label += " (" + share(n, w.Present.Stages["started"]) + ")"
	}
	return p
}

// days are those of the period; of a longer one its weeks.
func (w *writer) days() Part {
	p := Part{Title: "Dia a dia", Now: "conversas", Before: "marcadas"}
	first, _ := time.Parse(time.DateOnly, w.From)
	last, _ := time.Parse(time.DateOnly, w.To)
	step, name := 1, func(d time.Time) string { return weekdays[(int(d.Weekday())+6)%7].label + " " + d.Format("02/01") }
	if daysOf(w.From, w.To) > 31 {
		p.Title, step, name = "Semana a semana", 7, func(d time.Time) string { return "Desde " + d.Format("02/01") }
	}
	var begun, booked []int
	for from := first; !from.After(last); from = from.AddDate(0, 0, step) {
		b, m := 0, 0
		for i := range step {
			if d := from.AddDate(0, 0, i); !d.After(last) {
				b, m = b+w.Present.Begun[d.Format(time.DateOnly)], m+w.Present.Booked[d.Format(time.DateOnly)]
			}
		}
		begun, booked = append(begun, b), append(booked, m)
		p.Rows = append(p.Rows, Row{Label: name(from), Now: number(b), Before: number(m)})
	}
	bars(p.Rows, begun, booked)
	return p
}

func (w *writer) bookings() []Part {
	doctors := w.list("Consultas marcadas, por médico", func(c admin.Counts) map[string]int { return c.Doctors }, nil)
	doctors.Empty = "Nenhuma consulta marcada."
	plans := w.list("Consultas marcadas, por convênio", func(c admin.Counts) map[string]int { return c.Plans }, nil)
	plans.Empty = doctors.Empty
	return []Part{doctors, plans}
}

func (w *writer) ends() Part {
	return w.part("Como terminaram", "Uma conversa pode ter mais de um fim, e quem ainda não terminou não está aqui.", ends,
		func(c admin.Counts) map[string]int { return c.Outcomes })
}

func (w *writer) handOvers() Part {
	p := w.list("Por que foram para a equipe", func(c admin.Counts) map[string]int { return c.HandOvers }, func(key string) string { return reasons[key] })
	p.Empty = "Nenhuma conversa foi para a equipe."
	return p
}

// wishes is what could not be offered.
func (w *writer) wishes() []Part {
	kept := w.beside
	w.beside = w.besideWishes
	defer func() { w.beside = kept }()
	what := w.part("O que faltou", "O que os pacientes queriam e a clínica não tinha. Quem aceitaria vários horários conta em cada um.", causes,
		func(c admin.Counts) map[string]int { return c.WishedCauses })
	if total(w.Present.WishedCauses) == 0 {
		return []Part{what}
	}
	who := w.list("Com quem faltou horário", func(c admin.Counts) map[string]int { return c.WishedDoctors }, func(key string) string {
		return map[string]string{metrics.Any: "Qualquer médico"}[key]
	})
	who.Empty = "Não faltou horário."
	when := Part{Title: "Quando faltou horário", Empty: who.Empty}
	if grid := gridOf(w.Present.WishedTimes); grid != nil {
		when.Grid, when.Empty = grid, ""
	}
	return []Part{what, who, when}
}

// gridOf are wishes by day and part of the day, nil for none.
func gridOf(times map[string]int) *Grid {
	most := 0
	for _, n := range times {
		most = max(most, n)
	}
	if most == 0 {
		return nil
	}
	g := &Grid{}
	for _, p := range periods {
		g.Columns = append(g.Columns, p.label)
	}
	for _, d := range weekdays {
		row := GridRow{Label: d.label}
		for _, p := range periods {
			n := times[d.key+" "+p.key]
			row.Cells = append(row.Cells, Cell{n, (4*n + most - 1) / most})
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (w *writer) visits() Part {
	if !w.Asks && total(w.Present.Visits)+total(w.Before.Visits) == 0 {
		return Part{Title: "Quem vem e quem falta", Empty: "O atende não pergunta na véspera se o paciente vem: isso está desligado (ATENDE_CONFIRM_BEFORE)."}
	}
	return w.part("Quem vem e quem falta", "O que os pacientes responderam à pergunta da véspera. Quem faltou de fato só a agenda da clínica sabe.", visits,
		func(c admin.Counts) map[string]int { return c.Visits })
}

func (w *writer) answers() Part {
	p := Part{
		Title: "Em quanto tempo a resposta ficou pronta",
		About: "Desde que a mensagem chegou aqui. O caminho até o celular do paciente não está incluído.",
	}
	var now, before []int
	for i := range w.Present.Answers {
		label := within(i)
		n, b := w.Present.Answers[i], w.Before.Answers[i]
		now, before = append(now, n), append(before, b)
		p.Rows = append(p.Rows, Row{Label: label + " (" + share(n, sum(w.Present.Answers)) + ")", Now: number(n), Before: w.old(number(b))})
	}
	w.bars(p.Rows, now, before)
	return p
}

// within says in words how long the answers of a bucket of admin.AnswerBounds took.
func within(i int) string {
	switch bounds := admin.AnswerBounds; {
	case i == 0:
		return "Até " + seconds(bounds[0])
	case i == len(bounds):
		return "Mais de " + seconds(bounds[i-1])
	default:
		from, to := seconds(bounds[i-1]), seconds(bounds[i])
		if number, unit, _ := strings.Cut(from, " "); strings.HasSuffix(to, " "+unit) {
			from = number
		}
		return "De " + from + " a " + to
	}
}

// seconds is a length of time in words.
func seconds(s float64) string {
	if s >= 60 {
		return strconv.Itoa(int(s/60)) + " min"
	}
	return strconv.Itoa(int(s)) + " s"
}

// part is a Part of a closed list, all of its lines.
func (w *writer) part(title, about string, list []code, of func(admin.Counts) map[string]int) Part {
	p := Part{Title: title, About: about}
	var now, before []int
	for _, c := range list {
		n, b := of(w.Present)[c.key], of(w.Before)[c.key]
		now, before = append(now, n), append(before, b)
		p.Rows = append(p.Rows, Row{Label: c.label, Now: number(n), Before: w.old(number(b))})
	}
	w.bars(p.Rows, now, before)
	return p
}

// list is a Part of what there was, most of it first; names are those of the catalogue unless words has others.
func (w *writer) list(title string, of func(admin.Counts) map[string]int, words func(string) string) Part {
	p := Part{Title: title}
	now, before := of(w.Present), of(w.Before)
	keys := slices.SortedFunc(maps.Keys(merged(now, before)), func(a, b string) int {
		return cmp.Or(cmp.Compare(now[b], now[a]), cmp.Compare(before[b], before[a]), strings.Compare(a, b))
	})
	var ns, bs []int
	for i, key := range keys {
		n, b := now[key], before[key]
		if i >= maxRows {
			ns[maxRows-1], bs[maxRows-1] = ns[maxRows-1]+n, bs[maxRows-1]+b
			p.Rows[maxRows-1] = Row{Label: "Todos os outros", Now: number(ns[maxRows-1]), Before: w.old(number(bs[maxRows-1]))}
			continue
		}
		label := ""
		if words != nil {
			label = words(key)
		}
		ns, bs = append(ns, n), append(bs, b)
		p.Rows = append(p.Rows, Row{Label: cmp.Or(label, nameOf(key)), Now: number(n), Before: w.old(number(b))})
	}
	w.bars(p.Rows, ns, bs)
	return p
}

// nameOf is a name of the catalogue, or what stands in its place.
func nameOf(key string) string {
	if id, left := strings.CutPrefix(key, "#"); left {
		return "Fora do catálogo (nº " + id + ")"
	}
	if key == metrics.Any || key == "unknown" {
		return "Não informado"
	}
	return key
}

// merged has the keys of both.
func merged(a, b map[string]int) map[string]int {
	all := maps.Clone(a)
	for key := range b {
		all[key] += 0
	}
	maps.DeleteFunc(all, func(key string, _ int) bool { return a[key]+b[key] == 0 })
	return all
}

// bars sets the lengths of a part's bars; without a period before there is one.
func (w *writer) bars(rows []Row, now, before []int) {
	if !w.beside {
		before = make([]int, len(now))
	}
	bars(rows, now, before)
}

func bars(rows []Row, now, before []int) {
	most := 1
	for i := range rows {
		most = max(most, now[i], before[i])
	}
	for i := range rows {
		rows[i].Bar, rows[i].Shade = bar(now[i], most), bar(before[i], most)
	}
}

// bar is a length in hundredths; what is there is seen.
func bar(n, most int) int {
	if n == 0 {
		return 0
	}
	return max(1, n*100/most)
}

// notes say what the numbers do not.
func (w *writer) notes() []string {
	var list []string
	note := func(is bool, text string) {
		if is {
			list = append(list, text)
		}
	}
	note(w.To >= w.Made.Format(time.DateOnly), "O último dia ainda não terminou: a conta é até "+w.Made.Format("02/01, 15:04")+".")
	note(w.From < w.KeptFrom, "As conversas de antes de "+date(w.KeptFrom)+" já foram apagadas, como manda o prazo de guarda: o que aconteceu antes falta nesta conta.")
	note(w.From < w.WishesKeptFrom, "O que faltou antes de "+date(w.WishesKeptFrom)+" também já foi apagado.")
	note(!w.beside, "Do período anterior já não está tudo guardado; por isso não há comparação.")
	empty := total(w.Before.Stages)+total(w.Before.Outcomes) == 0
	note(w.beside && empty, "Do período anterior não há nenhuma conversa; pode ser que o atende ainda não funcionasse.")
	note(w.Unreadable > 0, plural(w.Unreadable, "registro não pôde ser lido e falta", "registros não puderam ser lidos e faltam")+" nesta conta.")
	list = append(list,
		"Só entram conversas com o atende. Telefonemas, o balcão e o que a equipe marca não passam por aqui.",
		"Quem pediu para ser esquecido saiu da conta, e de uma conversa muito longa só entram as últimas 500 respostas.",
		"O atende não sabe quem compareceu, nem o que a equipe cancelou ou remarcou depois.",
		"Qual convênio recusado o paciente tinha não é guardado, só que houve um.",
		"Não há dados de pacientes neste relatório, só contagens.",
	)
	return list
}

func span(from, to string) string {
	if from == to {
		return date(from)
	}
	return date(from) + " a " + date(to)
}

// date is YYYY-MM-DD as people write it.
func date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02/01/2006")
}

func daysOf(from, to string) int {
	first, _ := time.Parse(time.DateOnly, from)
	last, _ := time.Parse(time.DateOnly, to)
	return int(last.Sub(first)/(24*time.Hour)) + 1
}

// number writes 1234 as 1.234.
func number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "." + text[i:]
	}
	return text
}

// share is a percentage, rounded; nothing of nothing is none.
func share(n, of int) string {
	if of == 0 {
		return nothing
	}
	return fmt.Sprintf("%d%%", (200*n+of)/(2*of))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

func sum(list []int) (n int) {
	for _, one := range list {
		n += one
	}
	return n
}

func total(counts map[string]int) (n int) {
	for _, one := range counts {
		n += one
	}
	return n
}
