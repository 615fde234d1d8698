package admin

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

//go:embed pages.html
var pagesHTML string

//go:embed style.css
var styleCSS []byte

// pagesIn are the HTML of what a browser asks for, by name, with times of a zone, nil is UTC, and links below base.
func pagesIn(zone *time.Location, base string) *template.Template {
	if zone == nil {
		zone = time.UTC
	}
	return template.Must(template.New("").Funcs(template.FuncMap{
		"at":    func(t time.Time) string { return t.In(zone).Format("02/01/2006 15:04:05") },
		"zone":  func() string { return strings.ReplaceAll(zone.String(), "_", " ") },
		"base":  func() string { return base },
		"path":  func(id string) string { return base + pathOf(id) },
		"word":  func(code string) string { return cmp.Or(inPortuguese[code], strings.ReplaceAll(code, "_", " ")) },
		"words": portuguese,
		"codes": func(codes map[string]string) string {
			var list []string
			for _, key := range slices.Sorted(maps.Keys(codes)) {
				list = append(list, key+"="+codes[key])
			}
			return strings.Join(list, " ")
		},
	}).Parse(pagesHTML))
}

// portuguese is a list of codes in words.
func portuguese(codes []string) string {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = cmp.Or(inPortuguese[code], code)
	}
	return strings.Join(words, ", ")
}

// inPortuguese are codes of the pages in the words of who works at the clinic; reasons of hand-overs are in Portuguese already.
var inPortuguese = map[string]string{
	StandingAgent: "o assistente responde", StandingPerson: "com uma pessoa", StandingPaused: "em pausa", StandingEnded: "encerrada",
	"service": "especialidade", "doctor": "médico", "procedure": "procedimento", "plan": "convênio", "slot": "horário", "name": "nome", "cpf": "CPF",
	"birth_date": "data de nascimento", "confirm": "confirmação", "booking": "resultado da marcação", "next": "mais um pedido",
	"mon": "segunda", "tue": "terça", "wed": "quarta", "thu": "quinta", "fri": "sexta", "sat": "sábado", "sun": "domingo", "any": "qualquer",
	"morning": "manhã", "afternoon": "tarde", "evening": "noite", "unknown": "não se sabe", "webhook": "pelo gateway", "operator": "pela recepção",
	"list": "listou", "timeline": "viu", "export": "exportou", "erase": "apagou", "pause": "pausou", "resume": "retomou", "hand_over": "passou a uma pessoa",
	"hand_back": "devolveu ao assistente", "history": "leu os históricos", "rekey": "cifrou de novo",
	"asked_see": "pediu para ver", "asked_correct": "pediu correção", "asked_erase": "pediu para apagar", "asked_responsible": "perguntou pelo responsável", "asked_other": "perguntou sobre os dados",
	"started": "começou", "wished": "fez um pedido", "identified": "disse o que quer", "offered": "recebeu horários", "chosen": "escolheu", "patient": "deu os dados", "booked": "marcou", "none": "nenhuma",
	"cause none": "nenhum horário", "cause wished": "nenhum como pedido", "cause plan": "convênio não atendido", "cause person": "ninguém atendia",
}

// policy lets a page load its style and send its forms, and nothing else.
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// accessLine is a line of the access log.
type accessLine struct {
	At       time.Time `json:"at"`
	Operator string    `json:"operator"` // "" unknown
	Action   string    `json:"action"`
	Subject  string    `json:"subject"` // a session; "" for a request by CPF or phone as a whole
	Sessions int       `json:"sessions"`
}

// accessPage is the access log.
type accessPage struct {
	Accesses []accessLine `json:"accesses"`
}

func accessLog(lines []journal.Access) accessPage {
	log := accessPage{Accesses: []accessLine{}}
	for _, line := range lines {
		log.Accesses = append(log.Accesses, accessLine(line))
	}
	return log
}

// style answers GET /admin/style.css.
func style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(styleCSS) // a caller that is gone asks again
}

// asksForPage reports a browser.
func asksForPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// show answers a document as JSON, or as the page of that name for a browser.
func (d desk) show(w http.ResponseWriter, r *http.Request, name string, document any) {
	header := w.Header()
	header.Set("Vary", "Accept")
	if !asksForPage(r) {
		answer(w, http.StatusOK, document)
		return
	}
	var page bytes.Buffer
	if err := d.pages.ExecuteTemplate(&page, name, document); err != nil {
		panic(fmt.Sprintf("admin: page %s: %v", name, err)) // the templates are ours
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer") // the address names a session
	header.Set("Cache-Control", "no-store")
	_, _ = w.Write(page.Bytes()) // a caller that is gone asks again
}
