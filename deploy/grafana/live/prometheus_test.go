package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// scrapeEvery is a thirtieth of what operators set, so that the day takes a minute.
const scrapeEvery = 500 * time.Millisecond

// server is a running Prometheus.
type server struct{ url string }

// openPrometheus starts one with our rules, which scrapes all nodes, and waits until it has scraped them twice.
func (w *world) openPrometheus() error {
	path, err := need("prometheus")
	if err != nil {
		return err
	}
	config, err := w.configuration()
	if err != nil {
		return err
	}
	address, err := freePort()
	if err != nil {
		return err
	}
	p, _, err := w.launch(path, "--config.file="+config, "--web.listen-address="+address,
		"--storage.tsdb.path="+filepath.Join(w.folder, "tsdb"), "--enable-feature=exemplar-storage")
	if err != nil {
		return err
	}
	w.prometheus = server{url: "http://" + address}
	err = eventually(func() error {
		found, err := w.prometheus.instant("count_over_time(up[1m]) >= 2 and up == 1", time.Now())
		if nodes := len(w.admins[clinic]) + len(w.admins[lab]); err == nil && len(found) != nodes {
			err = fmt.Errorf("%d of %d nodes are scraped", len(found), nodes)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%w\n%s", err, p.output)
	}
	return nil
}

// configuration writes the file that Prometheus is started with.
func (w *world) configuration() (string, error) {
	rules, err := filepath.Abs("../../prometheus/rules/*.yml")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "global: {scrape_interval: %s, evaluation_interval: 1s}\nrule_files: [%q]\nscrape_configs:\n", scrapeEvery, rules)
	for _, job := range []string{clinic, lab} {
		var targets []string
		for _, admin := range w.admins[job] {
			targets = append(targets, strconv.Quote(strings.TrimPrefix(admin, "http://")))
		}
		fmt.Fprintf(&text, "  - {job_name: %s, static_configs: [{targets: [%s]}]}\n", job, strings.Join(targets, ", "))
	}
	path := filepath.Join(w.folder, "prometheus.yml")
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}

// freePort is an address that nobody listens on at this moment.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// eventually tries until it works or patience is over, and then says why not.
func eventually(try func() error) error { return within(patience, try) }

func within(wait time.Duration, try func() error) error {
	deadline := time.Now().Add(wait)
	for {
		err := try()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(scrapeEvery / 2) // other processes do it: nothing to wait on but the clock
	}
}

// point is one series of a result.
type point struct {
	labels map[string]string
	value  float64 // the sum of its values, which is the value where it has one
	points int     // how many values that are numbers it has
}

// get asks the API and decodes the data of the answer.
func (s server) get(path string, form url.Values, data any) error {
	answer, err := http.Get(s.url + path + "?" + form.Encode())
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	envelope := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(answer.Body).Decode(&envelope); err != nil {
		return fmt.Errorf("%s: %s: %w", path, answer.Status, err)
	}
	if envelope.Status != "success" {
		return errors.New(envelope.Error)
	}
	return nil
}

// sample is a time and a value as the API writes them.
type sample [2]any

func (s sample) number() float64 {
	text, _ := s[1].(string)
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// instant asks an expression at one moment.
func (s server) instant(expr string, at time.Time) ([]point, error) {
	form := url.Values{"query": {expr}, "time": {seconds(at)}}
	return s.ask("/api/v1/query", form)
}

// span asks an expression from one moment to another, every step seconds.
func (s server) span(expr string, from, to time.Time, step time.Duration) ([]point, error) {
	form := url.Values{"query": {expr}, "start": {seconds(from)}, "end": {seconds(to)}, "step": {seconds(time.Unix(0, int64(step)))}}
	return s.ask("/api/v1/query_range", form)
}

func seconds(t time.Time) string { return strconv.FormatFloat(float64(t.UnixMilli())/1000, 'f', 3, 64) }

func (s server) ask(path string, form url.Values) ([]point, error) {
	var data struct {
		Result []struct {
			Metric map[string]string
			Value  sample
			Values []sample
		}
	}
	if err := s.get(path, form, &data); err != nil {
		return nil, fmt.Errorf("%s: %w", form.Get("query"), err)
	}
	var found []point
	for _, r := range data.Result {
		values := r.Values
		if len(values) == 0 {
			values = []sample{r.Value}
		}
		p := point{labels: r.Metric}
		for _, v := range values {
			p.value += v.number()
			if !math.IsNaN(v.number()) {
				p.points++
			}
		}
		found = append(found, p)
	}
	return found, nil
}

// series lists what a selector matches.
func (s server) series(selector string) ([]map[string]string, error) {
	var found []map[string]string
	err := s.get("/api/v1/series", url.Values{"match[]": {selector}}, &found)
	return found, err
}
