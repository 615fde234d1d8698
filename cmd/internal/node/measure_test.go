package node

import (
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"atende/cmd/internal/logging"
	"atende/integrations/catalog"
)

// jsonLog is the logger of `atende serve`, at its most talkative.
func jsonLog(t *testing.T, out io.Writer) *slog.Logger {
	t.Helper()
	log, err := logging.New(out, logging.Options{Level: "debug", Format: "json", Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// listened is a log that tests wait for.
type listened struct {
	lockedBuffer
	wrote chan struct{} // holds one after a line, until somebody looks
}

func newListened() *listened { return &listened{wrote: make(chan struct{}, 1)} }

func (l *listened) Write(line []byte) (int, error) {
	n, err := l.lockedBuffer.Write(line)
	select {
	case l.wrote <- struct{}{}:
	default:
	}
	return n, err
}

// await waits until the log says something so many times.
func (l *listened) await(t *testing.T, something string, times int) {
	t.Helper()
	late := time.After(time.Minute) // of a test that hangs otherwise
	for strings.Count(l.String(), something) < times {
		select {
		case <-l.wrote:
		case <-late:
			t.Fatalf("not %d times %s in:\n%s", times, something, l.String())
		}
	}
}

// scrape is what Prometheus reads, exemplars included.
func scrape(t *testing.T, n *Node) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.AdminURL()+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d, %v", response.StatusCode, err)
	}
	return string(body)
}

// What alerts need stands in the first scrape: readiness, the backlog and its bound, limits, the release, and every
// name of the clinic's file at zero.
func TestFirstScrape(t *testing.T) {
	o := options(t, party(t, http.NotFound).URL)
	o.Version, o.Cluster.Release, o.Gateway.Rate = "v1.2.3", "0123456789ab", 12.5
	n := begin(t, o)
	defer finish(t, n)
	text := scrape(t, n)
	clinic := catalog.Sample()
	for _, want := range []string{
		`atende_build_info{commit="0123456789ab",goversion="` + runtime.Version() + `",version="v1.2.3"} 1.0`,
		"atende_ready 1.0",
		"atende_journal_limit 50000.0",
		"atende_journal_oldest_seconds 0.0",
		`atende_client_rate_limit{client="gateway"} 12.5`,
		`atende_client_rate_limit{client="scheduling"} 0.0`,
		`atende_client_wait_seconds_count{client="gateway"} 0`,
		`atende_funnel_by_doctor_total{doctor="` + clinic.Doctors[0].Name + `",`,
		`atende_funnel_by_plan_total{plan="` + clinic.Plans[0].Name + `",stage="booked"} 0.0`,
		`atende_unmet_demand_total{period="any",specialty="` + clinic.Specialties[0].Name + `",weekday="sat"} 0.0`,
		`process_start_time_seconds `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "atende_funnel_by_doctor_total") && strings.Contains(line, `specialty=""`) {
			t.Errorf("a doctor without specialty: %s", line)
		}
	}
}

// A node that stops is not ready, and says so in its numbers as in /ready.
func TestReadyInMetrics(t *testing.T) {
	n := begin(t, options(t, party(t, http.NotFound).URL))
	defer finish(t, n)
	n.engine.refuse()
	if text := scrape(t, n); !strings.Contains(text, "atende_ready 0.0\n") {
		t.Error("ready while it stops")
	}
}

// What waits longest is measured from its acceptance, by the clock of the node.
func TestAgeOfTheBacklog(t *testing.T) {
	asked, answer := make(chan struct{}, 100), make(chan struct{})
	hanging := party(t, func(http.ResponseWriter, *http.Request) { asked <- struct{}{}; <-answer })
	o := options(t, hanging.URL)
	accepted := time.Now()
	n := begin(t, o)
	defer finish(t, n)
	defer close(answer)
	event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s","direction":"FROM_HUB","type":"TEXT","text":"oi"}}`
	call(t, http.MethodPost, n.PublicURL()+"/webhook/message", event)
	<-asked
	oldest, err := n.engine.oldest(t.Context())
	if err != nil || oldest.Before(accepted.Truncate(time.Millisecond)) || oldest.After(time.Now()) {
		t.Errorf("waits since %v, %v", oldest, err)
	}
}

// People answer at some hours; without a word about it in the file they always do.
func TestReceptionInMetrics(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 14, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		at    time.Time
		hours bool
		want  string
	}{
		"closed":   {sunday, true, "atende_reception_open 0.0\n"},
		"open":     {sunday.AddDate(0, 0, 1), true, "atende_reception_open 1.0\n"},
		"no hours": {sunday, false, "atende_reception_open 1.0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, party(t, http.NotFound).URL)
			o.Now = func() time.Time { return c.at }
			if !c.hours {
				o.Clinic.Reception = nil
			}
			n := begin(t, o)
			defer finish(t, n)
			if !strings.Contains(scrape(t, n), c.want) {
				t.Errorf("not %s", c.want)
			}
		})
	}
}
