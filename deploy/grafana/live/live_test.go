package live

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The moments of the day, once it is over.
var (
	noon, evening time.Time
	dayIsOver     = sync.OnceValue(liveTheDay)
)

// liveTheDay leads all conversations.  At noon and in the evening it waits until the dashboard shows what it has
// to: the last turns count a moment after their last words.
func liveTheDay() error {
	w := &shared
	inLab := make(chan error, 1)
	go func() { inLab <- w.live(lab, bookings) }()
	if err := w.live(clinic, morning); err != nil {
		return err
	}
	if err := w.scraped(); err != nil {
		return err
	}
	noon = time.Now()
	if err := w.scraped(); err != nil { // what comes now must not be in the first scrape after noon
		return err
	}
	if err := w.live(clinic, afternoon); err != nil {
		return err
	}
	if err := <-inLab; err != nil {
		return err
	}
	if err := w.scraped(); err != nil {
		return err
	}
	err := eventually(func() error { // a busy machine misses a scrape, and then for a while nothing is known
		found, err := w.prometheus.instant(`sum(atende_model_booking_tokens_count) > 0`, time.Now())
		if err == nil && len(found) == 0 {
			err = errors.New("nobody booked with the model")
		}
		return err
	})
	evening = time.Now()
	return err
}

// scraped waits until no message waits anywhere, and Prometheus and its rules have seen that twice.
func (w *world) scraped() error {
	idle := time.Time{}
	return eventually(func() error {
		found, err := w.prometheus.instant(`sum(atende_journal_pending + atende_journal_oldest_seconds)`, time.Now())
		if err != nil {
			return err
		}
		if len(found) != 1 || found[0].value != 0 {
			idle = time.Time{}
			return fmt.Errorf("messages wait: %v", found)
		}
		if idle.IsZero() {
			idle = time.Now()
		}
		if time.Since(idle) < 6*scrapeEvery {
			return fmt.Errorf("idle since %s", idle)
		}
		return nil
	})
}

// day is the world after the day.
func day(t *testing.T) *world {
	t.Helper()
	w := running(t)
	if err := dayIsOver(); err != nil {
		t.Fatal(err)
	}
	return w
}

// The day appears on the conversion dashboard exactly: bookings, failures, hand-overs and patients who gave up,
// by day, doctor, plan and specialty, in all of it and in its afternoon, when the processes were old.
func TestTheDayIsOnTheDashboard(t *testing.T) {
	w := day(t)
	for name, c := range map[string]struct {
		from time.Time
		want map[string]shown
	}{
		"whole day": {w.begun, plus(expectedMorning, expectedAfternoon)},
		"afternoon": {noon, expectedAfternoon},
	} {
		for _, panel := range slices.Sorted(maps.Keys(c.want)) {
			got, err := w.shows(t, panel, frame{job: clinic, from: c.from, to: evening})
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(panel, "por dia") && c.from == noon {
				continue // its columns are whole days
			}
			maps.DeleteFunc(got, func(name string, _ float64) bool { return isRate(name) })
			if want := c.want[panel]; !maps.Equal(shown(got), want) {
				t.Errorf("%s, %s: got %v, want %v", name, panel, got, want)
			}
		}
	}
}

// isRate tells the column of a table that is a share.
func isRate(name string) bool { return strings.HasSuffix(name, ", Taxa") }

// Shares are those of the same numbers.
func TestRates(t *testing.T) {
	w := day(t)
	f := frame{job: clinic, from: w.begun, to: evening}
	for panel, want := range map[string]shown{
		"Taxa de marcação":         {"Taxa de marcação": 3. / 10},
		"Taxa de marcação por dia": {"taxa de marcação": 3. / 10},
		"De cada etapa para a seguinte": {
			"2. Fizeram um pedido": 8. / 10, "3. Pedido completo": 7. / 8, "4. Viram horários": 5. / 7, "5. Escolheram": 3. / 5,
			"6. Deram os dados": 1, "7. Marcaram": 1,
		},
		"Por médico":        {"Dra. Ana Souza, Cardiologia, Taxa": 3. / 5},
		"Por convênio":      {"Unimed, Taxa": 2. / 4, "Particular, Taxa": 1},
		"Por especialidade": {"Cardiologia, Taxa": 3. / 5},
	} {
		if panel == "Taxa de marcação por dia" && w.begun.In(sao(t)).Day() != evening.In(sao(t)).Day() {
			continue // midnight came: two columns, each with a share of its own
		}
		got, err := w.shows(t, panel, f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(panel, "Por ") { // a table, whose other columns are counts
			maps.DeleteFunc(got, func(name string, _ float64) bool { return !isRate(name) })
		}
		if !maps.Equal(shown(got), want) {
			t.Errorf("%s: got %v, want %v", panel, got, want)
		}
	}
}

// Thirty days stand beside the thirty before them, and what is now in the first will be in the second.
func TestMonths(t *testing.T) {
	w := day(t)
	for after, legend := range map[time.Duration]string{0: "últimos 30 dias", 30 * 24 * time.Hour: monthAgo} {
		f := frame{job: clinic, from: w.begun, to: evening.Add(after)}
		for panel, value := range map[string]float64{
			"Conversas em 30 dias": 10, "Marcadas em 30 dias": 3, "Taxa em 30 dias": 3. / 10,
		} {
			got, err := w.shows(t, panel, f)
			if want := (shown{legend: value}); err != nil || !maps.Equal(shown(got), want) {
				t.Errorf("%s after %v: got %v, want %v (%v)", panel, after, got, want, err)
			}
		}
	}
}

// monthAgo is what the second value of a month is called.
const monthAgo = "30 dias antes"

// rightlyEmpty are the questions without an answer on such a day, with the reason.  They are asked without their
// comparisons instead.
var rightlyEmpty = map[string]string{
	"Gateway budget": "the demo sets no limit of calls",
}

// Every expression of every panel and rule has an answer, with numbers in it; what an alert compares exists, too.
func TestEveryExpressionHasData(t *testing.T) {
	w := day(t)
	f := frame{job: ".*", from: w.begun, to: evening}
	for _, q := range questions(t) {
		f := f
		if q.legend == monthAgo {
			f.to = evening.Add(30 * 24 * time.Hour)
		}
		happened := strings.Contains(q.expr, "@ end()") // only what did has a line
		if q.alert != "" || rightlyEmpty[q.panel] != "" || happened {
			if rightlyEmpty[q.panel] != "" && w.numbers(t, q, f) {
				t.Errorf("%s has an answer, although %s", q.where, rightlyEmpty[q.panel])
			}
			q.expr = loosened(t, f.fill(q.expr))
		}
		if !w.numbers(t, q, f) {
			t.Errorf("%s: no data: %s", q.where, f.fill(q.expr))
		}
	}
}

// numbers says whether an answer has any.
func (w *world) numbers(t *testing.T, q question, f frame) bool {
	t.Helper()
	found, err := w.answer(t, q, f)
	if err != nil {
		t.Errorf("%s: %v", q.where, err)
	}
	return slices.ContainsFunc(found, func(p point) bool { return p.points > 0 })
}

// A day on which all goes well wakes nobody.
func TestNoAlertPages(t *testing.T) {
	w := day(t)
	found, err := w.prometheus.instant(`ALERTS{severity="page",alertstate="firing"}`, evening)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found {
		t.Errorf("fires: %v", p.labels)
	}
}

// The dots on the latency panels lead to traces: the histograms of the panels that ask for exemplars carry them.
func TestPanelsHaveExemplars(t *testing.T) {
	w := day(t)
	asked := 0
	for _, q := range dashboards(t) {
		if !q.exemplars || strings.HasPrefix(q.where, "atende-service") && q.panel == "Held back, p95" {
			continue // nothing is held back on such a day
		}
		asked++
		var found []struct {
			Exemplars []struct{ Labels map[string]string }
		}
		err := w.prometheus.get("/api/v1/query_exemplars", url.Values{
			"query": {frame{job: ".*", from: w.begun, to: evening}.fill(q.expr)}, "start": {seconds(w.begun)}, "end": {seconds(evening)},
		}, &found)
		if err != nil || len(found) == 0 || len(found[0].Exemplars) == 0 || len(found[0].Exemplars[0].Labels["trace_id"]) != 32 {
			t.Errorf("%s has no exemplars with a trace: %v, %v", q.where, found, err)
		}
	}
	if asked < 8 {
		t.Errorf("only %d queries ask for exemplars", asked)
	}
}
