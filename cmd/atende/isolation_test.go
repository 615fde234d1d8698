package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// isolationRate is how many patients a second begin to write to the clinic that is measured, and isolationFlood how many
	// times as many write to the other one.
	isolationRate, isolationFlood = 10, 50
	// isolationRound is how long each measurement takes; measurements alone and beside the flood take turns, so that what
	// else the machine does falls on both.
	isolationRound  = 15 * time.Second
	isolationRounds = 3
)

// isolationJournal is where the journals are, with the name of the clinic in the place of NAME; "" for files of their own.
var isolationJournal = flag.String("isolation.journal", "", "journal of BenchmarkIsolation, with NAME for the clinic's; empty: sqlite files")

// journalOf is the journal of a clinic of the benchmark.
func journalOf(folder, name string) string {
	if *isolationJournal == "" {
		return "sqlite:" + filepath.Join(folder, name+".db")
	}
	return strings.ReplaceAll(*isolationJournal, "NAME", name)
}

// BenchmarkIsolation tells how long patients of a clinic wait for the first word of their answer, alone, and while the gateway
// of another clinic of the same process answers nothing and gets 50 times as many messages (make isolation).
func BenchmarkIsolation(b *testing.B) {
	program, err := shipped()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var alone, beside []time.Duration
		for range isolationRounds {
			alone = append(alone, isolated(b, program, 0)...)
			beside = append(beside, isolated(b, program, isolationFlood)...)
		}
		for name, times := range map[string][]time.Duration{"alone": alone, "beside": beside} {
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms-"+name)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms-"+name)
			b.ReportMetric(float64(len(times)), "patients-"+name)
		}
		b.ReportMetric(float64(beside[len(beside)*99/100])/float64(alone[len(alone)*99/100]), "p99-ratio")
	}
}

// isolated is a round beside so many times as many messages to a clinic whose gateway hangs: how long patients waited.
func isolated(b *testing.B, program string, flood int) []time.Duration {
	b.Helper()
	var times sync.Map // of sessions: when they wrote, and then how long they waited
	waited := make(chan time.Duration, 10_000)
	prompt := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		parts := strings.Split(r.URL.Path, "/")
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprint(w, `{"platform":"WHATSAPP","instanceNumber":"1","teamName":"x","status":"Pendente"}`)
			return
		}
		if began, first := times.LoadAndDelete(parts[len(parts)-3]); first {
			waited <- time.Since(began.(time.Time))
		}
		_, _ = fmt.Fprint(w, `{}`)
	}))
	defer prompt.Close()
	closing := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-closing:
		case <-r.Context().Done():
		}
	}))
	defer func() { hanging.CloseClientConnections(); hanging.Close() }()
	folder := b.TempDir()
	catalogue, err := filepath.Abs(filepath.Join("..", "..", "integrations", "catalog", "sample.yaml"))
	if err != nil {
		b.Fatal(err)
	}
	for _, clinic := range []struct{ name, gateway, instance string }{{"measured", prompt.URL, "1"}, {"flooded", hanging.URL, "2"}} {
		lines := strings.Join([]string{
			"ATENDE_GATEWAY_URL=" + clinic.gateway, "ATENDE_GATEWAY_TOKEN=" + clinic.name, "ATENDE_WEBHOOK_TOKEN=" + clinic.name, "ATENDE_CHANNEL_ID=c",
			"ATENDE_HUMAN_DEPARTMENT_ID=d", "ATENDE_ALLOWED_INSTANCES=" + clinic.instance, "ATENDE_ALLOWED_TEAM=x", "ATENDE_CATALOG=" + catalogue,
			"ATENDE_SCHEDULING_URL=" + clinic.gateway, "ATENDE_DATABASE_URL=" + journalOf(folder, clinic.name),
		}, "\n")
		if err := os.WriteFile(filepath.Join(folder, clinic.name+".env"), []byte(lines), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	agent := startProgram(b, program, map[string]string{
		"ATENDE_CLINICS": folder, "ATENDE_LISTEN": "127.0.0.1:0", "ATENDE_ADMIN_LISTEN": "127.0.0.1:0", "ATENDE_QUIET_WINDOW": "0",
	}, "serve")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var refused atomic.Int64
	write := func(clinic, session string) {
		body := fmt.Appendf(nil, `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m-%s","sessionId":"%s","direction":"FROM_HUB","type":"TEXT","text":"oi","details":{"from":"5511988887777"}}}`, session, session)
		request, err := http.NewRequest(http.MethodPost, agent.url()+"/webhook/message", bytes.NewReader(body))
		if err != nil {
			b.Error(err)
			return
		}
		request.Header.Set("Authorization", "Bearer "+clinic)
		response, err := client.Do(request)
		if err != nil {
			b.Error(err)
			return
		}
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusAccepted {
			refused.Add(1)
			times.Delete(session)
		}
	}
	var writers sync.WaitGroup
	every := func(rate int, do func(n int)) {
		if rate == 0 {
			return
		}
		tick := time.NewTicker(time.Second / time.Duration(rate))
		defer tick.Stop()
		for n := range rate * int(isolationRound/time.Second) {
			<-tick.C
			writers.Go(func() { do(n) })
		}
	}
	var both sync.WaitGroup
	both.Go(func() { every(isolationRate*flood, func(n int) { write("flooded", fmt.Sprint("f-", n)) }) })
	both.Go(func() {
		every(isolationRate, func(n int) {
			session := fmt.Sprint("s-", n)
			times.Store(session, time.Now())
			write("measured", session)
		})
	})
	both.Wait()
	writers.Wait()
	var all []time.Duration
	for range isolationRate * int(isolationRound/time.Second) {
		select {
		case d := <-waited:
			all = append(all, d)
		case <-time.After(time.Minute):
			b.Fatalf("%d patients were answered, %d calls refused", len(all), refused.Load())
		}
	}
	agent.kill()
	close(closing)
	b.Logf("flood %d: %d patients, %d webhooks refused", flood, len(all), refused.Load())
	return all
}
