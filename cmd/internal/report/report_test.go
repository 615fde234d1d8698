package report

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"atende/cmd/internal/browser"
	"atende/metrics"
	"atende/webhook/admin"
)

var (
	update   = flag.Bool("update", false, "write the report of the week anew")
	pictures = flag.String("pictures", "", "a folder for pictures of the page")
)

// week is a report of a busy week.
func week() admin.Report {
	now, before := admin.NewCounts(), admin.NewCounts()
	set := func(m map[string]int, pairs ...any) {
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1].(int)
		}
	}
	set(now.Stages, "started", 1204, "wished", 1012, "identified", 801, "offered", 780, "chosen", 590, "patient", 544, "booked", 512)
	set(before.Stages, "started", 1100, "wished", 900, "identified", 720, "offered", 700, "chosen", 500, "patient", 470, "booked", 431)
	set(now.StagesAway, "started", 420, "booked", 187)
	set(before.StagesAway, "booked", 150)
	set(now.Outcomes, "AGENDADO", 512, "TRANSFERIDO", 204, "SEM_INTERESSE", 388, "ERRO", 1, "FALHA_CONSULTA", 9, "IGNORADO_STATUS", 40)
	set(before.Outcomes, "AGENDADO", 431, "TRANSFERIDO", 230)
	set(now.HandOvers, "pediu_atendente", 80, "remarcar", 61, "cancelar", 33, "documento", 20, "emergencia", 2, "other", 8)
	set(before.HandOvers, "pediu_atendente", 100, "reclamacao", 1)
	set(now.Doctors, "Dra. Ana Souza", 300, "Dr. Carlos Menezes", 150, "Dr. João Pedro Almeida <b>", 61, "#990", 1)
	set(now.Plans, "Unimed", 400, "Particular", 112)
	set(now.Visits, "asked", 300, "asked_again", 41, "confirmado", 250, "cancelar", 12, "remarcar", 9, "silent", 25, "missed", 3, "refused", 1)
	for i, n := range []int{120, 230, 210, 240, 200, 150, 54} {
		set(now.Begun, fmt.Sprintf("2026-11-%d", 16+i), n)
		set(now.Booked, fmt.Sprintf("2026-11-%d", 16+i), n/3)
	}
	now.Answers, now.Messages = []int{3000, 410, 90, 12, 3, 1}, 4100
	before.Answers = []int{2800, 400, 100, 10, 0, 0}
	set(now.WishedCauses, "none", 3, "wished", 47, "plan", 6, "person", 11)
	set(now.WishedDoctors, "Dra. Ana Souza", 30, "Dermatologia", 15, "any", 5)
	set(now.WishedTimes, "sat morning", 28, "any evening", 12, "mon afternoon", 9, "any any", 1)
	return admin.Report{
		Clinic: "Clínica Boa Vida", From: "2026-11-16", To: "2026-11-22", BeforeFrom: "2026-11-09", BeforeTo: "2026-11-15",
		Made: time.Date(2026, 11, 23, 7, 0, 0, 0, time.FixedZone("", -3*3600)), KeptFrom: "2026-10-25", WishesKeptFrom: "2025-10-20",
		Asks: true, Hours: true, Present: now, Before: before,
	}
}

// written is the sheet as text and as a page.
func written(t *testing.T, s Sheet) (text, page string) {
	t.Helper()
	var a, b bytes.Buffer
	if err := s.Text(&a); err != nil {
		t.Fatal(err)
	}
	if err := s.Page(&b); err != nil {
		t.Fatal(err)
	}
	return a.String(), b.String()
}

// A week as its owner reads it; text and page have the same words and numbers.
func TestWeek(t *testing.T) {
	text, page := written(t, Write(week()))
	for name, got := range map[string]string{"week.txt": text, "week.html": page} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > wide {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	_, body, _ := strings.Cut(page, "<body>")
	words := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")), " ")
	for _, number := range regexp.MustCompile(`\d[\d./:%]*`).FindAllString(text, -1) {
		if number = strings.TrimRight(number, ".:"); !strings.Contains(words, number) {
			t.Errorf("%s is in the text alone", number)
		}
	}
	for _, foreign := range []string{"<script", "http://", "https://", "<img", "url(", "@import", "Almeida <b>"} {
		if strings.Contains(page, foreign) {
			t.Errorf("the page has %s", foreign)
		}
	}
}

// What happened is on the sheet, each count beside its name.
func TestEveryCountIsShown(t *testing.T) {
	r := week()
	rows := map[string]Row{}
	for _, p := range Write(r).Parts {
		for _, row := range p.Rows {
			label, _, _ := strings.Cut(row.Label, " (")
			rows[p.Title+": "+label] = row
		}
	}
	for want, n := range map[string][2]int{
		"Do primeiro \"oi\" à consulta: 7. Marcaram": {512, 431}, "Como terminaram: Foram para a equipe": {204, 230},
		"Por que foram para a equipe: Querem remarcar": {61, 0}, "Por que foram para a equipe: Reclamação": {0, 1},
		"Consultas marcadas, por médico: Fora do catálogo": {1, 0}, "O que faltou: Convênio que a clínica não atende": {6, 0},
		"Com quem faltou horário: Qualquer médico": {5, 0}, "Quem vem e quem falta: Não responderam até a hora": {25, 0},
		"Em quanto tempo a resposta ficou pronta: De 5 a 10 s": {410, 400}, "Dia a dia: Sábado 21/11": {150, 50},
	} {
		got := rows[want]
		if got.Now != number(n[0]) || got.Before != number(n[1]) || (got.Bar > 0) != (n[0] > 0) || (got.Shade > 0) != (n[1] > 0) {
			t.Errorf("%s: %+v, want %d", want, got, n)
		}
	}
	for _, list := range []struct{ known, all []code }{{stages, codesOf(metrics.Stages)}, {visits, codesOf(metrics.VisitEvents)}, {weekdays, codesOf(metrics.Weekdays)}, {periods, codesOf(metrics.Periods)}} {
		for _, c := range list.all {
			if !slices.ContainsFunc(list.known, func(k code) bool { return k.key == c.key && k.label != "" }) {
				t.Errorf("%s has no words", c.key)
			}
		}
	}
	for _, reason := range metrics.HandOverReasons {
		if reasons[reason] == "" {
			t.Errorf("%s has no words", reason)
		}
	}
}

func codesOf(keys []string) (list []code) {
	for _, key := range keys {
		list = append(list, code{key: key})
	}
	return list
}

// What the numbers do not tell is said; a comparison with what is not kept any more is not made.
func TestNotes(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*admin.Report)
		want   string
		beside bool
	}{
		"whole":            {func(*admin.Report) {}, "", true},
		"today":            {func(r *admin.Report) { r.To = "2026-11-23" }, "O último dia ainda não terminou: a conta é até 23/11, 07:00.", true},
		"forgotten":        {func(r *admin.Report) { r.KeptFrom = "2026-11-18" }, "As conversas de antes de 18/11/2026 já foram apagadas", false},
		"half before":      {func(r *admin.Report) { r.KeptFrom = "2026-11-10" }, "por isso não há comparação", false},
		"wishes forgotten": {func(r *admin.Report) { r.WishesKeptFrom = "2026-11-17" }, "O que faltou antes de 17/11/2026", true},
		"new":              {func(r *admin.Report) { r.Before = admin.NewCounts() }, "Do período anterior não há nenhuma conversa", true},
		"torn":             {func(r *admin.Report) { r.Unreadable = 1 }, "1 registro não pôde ser lido e falta nesta conta.", true},
	} {
		t.Run(name, func(t *testing.T) {
			r := week()
			plain := len(Write(r).Notes)
			test.change(&r)
			s := Write(r)
			notes := strings.Join(s.Notes, "\n")
			if !strings.Contains(notes, test.want) || (len(s.Notes) > plain) != (test.want != "") {
				t.Errorf("notes:\n%s", notes)
			}
			if before := s.Key[0].Before; (before != "") != test.beside || (s.Parts[0].Rows[0].Before != "") != test.beside {
				t.Errorf("beside: %q", before)
			}
		})
	}
}

// Of a clinic in which nothing happened every part says so, and nothing is divided by nothing.
func TestEmptyWeek(t *testing.T) {
	r := week()
	r.Present, r.Before, r.Asks, r.Hours = admin.NewCounts(), admin.NewCounts(), false, false
	s := Write(r)
	text, page := written(t, s)
	for _, want := range []string{"Nenhuma consulta marcada.", "Nenhuma conversa foi para a equipe.", "isso está desligado (ATENDE_CONFIRM_BEFORE)"} {
		if flat := strings.Join(strings.Fields(text), " "); !strings.Contains(flat, want) || !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if len(s.Key) != 5 || s.Key[2].Now != nothing {
		t.Errorf("%+v", s.Key)
	}
}

// A long list ends in one line for the rest, and a long period is told by week.
func TestLongReport(t *testing.T) {
	r := week()
	r.From, r.BeforeFrom = "2026-09-01", "2026-06-10"
	for i := range 40 {
		r.Present.Doctors["Dr. "+strconv.Itoa(i)] = 1
	}
	s := Write(r)
	for _, p := range s.Parts {
		if strings.HasSuffix(p.Title, "por médico") {
			last := p.Rows[len(p.Rows)-1]
			if len(p.Rows) != maxRows || last.Label != "Todos os outros" || last.Now != "30" {
				t.Errorf("%d rows, the last is %+v", len(p.Rows), last)
			}
		}
	}
	if days := s.Parts[1]; days.Title != "Semana a semana" || len(days.Rows) != 12 || days.Rows[11].Label != "Desde 17/11" || days.Rows[11].Now != "1.084" {
		t.Errorf("%+v", days)
	}
}

// On a notebook, on a phone and on paper nothing is cut, and the bars are as long as their numbers.
func TestPageInTheBrowser(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := Write(week()).Page(w); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	ctx, cancel := context.WithTimeout(browser.Open(t, 1366, 900), time.Minute)
	t.Cleanup(cancel)
	for _, width := range []int64{1366, 390, 320} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(server.URL)); err != nil {
			t.Fatal(err)
		}
		for expression, want := range map[string]string{
			`String(document.documentElement.scrollWidth <= innerWidth)`:                                                                                                                               "true",
			`String([...document.querySelectorAll("section *")].every((e) => e.scrollWidth <= e.clientWidth + 1 || getComputedStyle(e).display === "inline"))`:                                         "true",
			`String(Math.min(...[...document.querySelectorAll("th, td, p, li")].map((e) => parseFloat(getComputedStyle(e).fontSize))) >= 14)`:                                                          "true",
			`(() => { const b = [...document.querySelectorAll("section:first-of-type .n")].map((e) => e.getBoundingClientRect().width); return String(Math.abs(b[6] / b[0] - 512 / 1204) < 0.02) })()`: "true",
		} {
			got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
			if err != nil || got != want {
				t.Errorf("%d: %s: %q, %v, want %q", width, expression, got, err, want)
			}
		}
		if *pictures != "" {
			picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			if err == nil {
				err = os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("report-%d.png", width)), picture, 0o600)
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
}
