package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// wiretap stands between the agent and the scheduling API, and notes the last body of each call.  bare takes the
// envelope off the answer of A4, as the sample of the spec shows it.
type wiretap struct {
	url  string
	mu   sync.Mutex
	said map[string]map[string]any // by path
}

func newWiretap(t *testing.T, api string, bare bool) *wiretap {
	t.Helper()
	target, err := url.Parse(api)
	if err != nil {
		t.Fatal(err)
	}
	w := &wiretap{said: map[string]map[string]any{}}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: func(r *http.Response) error {
			if !bare || r.Request.URL.Path != appointmentPath {
				return nil
			}
			var document struct{ Data json.RawMessage }
			if err := json.NewDecoder(r.Body).Decode(&document); err != nil {
				return err
			}
			r.Body = io.NopCloser(bytes.NewReader(document.Data))
			r.ContentLength = int64(len(document.Data))
			r.Header.Del("Content-Length")
			return nil
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var document map[string]any
		_ = json.Unmarshal(body, &document) // A2 has none
		w.mu.Lock()
		w.said[r.URL.Path] = document
		w.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(out, r)
	}))
	t.Cleanup(server.Close)
	w.url = server.URL
	return w
}

// S-A1-1, S-A2-1, S-A3-1, S-A4-1, S-A4-6: what the agent sends holds exactly the fields of the spec, each in the format
// of its call, and description and preparo are read inside of data and without it.
func TestAgentOnTheWire(t *testing.T) {
	t.Parallel()
	for name, bare := range map[string]bool{"in the envelope": false, "without it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			tap := newWiretap(t, h.scheduling.url(), bare)
			h.agent.stop()
			h.env["ATENDE_SCHEDULING_URL"] = tap.url
			h.agent = start(t, h.env, "serve")
			h.says("s-1", "m1", "oi, quero marcar com a dra. Ana, particular")
			h.gateway.hears("s-1", "*1*")
			h.says("s-1", "m2", "1")
			h.gateway.hears("s-1", "nome")
			h.says("s-1", "m3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
			h.gateway.hears("s-1", "Posso marcar?")
			h.says("s-1", "m4", "sim")
			h.gateway.hears("s-1", "Ana Souza", "15 minutos") // description and preparo
			rows := appointments(t, h.database)
			if len(rows) != 1 {
				t.Fatalf("appointments %q", rows)
			}
			booked := strings.Split(rows[0], "|")
			day, err := time.Parse(isoLayout, booked[4])
			if err != nil {
				t.Fatal(err)
			}
			tap.mu.Lock()
			defer tap.mu.Unlock()
			filter, _ := tap.said[timesPath]["filter"].(map[string]any)
			for _, key := range []string{"data", "endDate"} {
				if text, _ := filter[key].(string); len(text) != len(isoLayout) || text[4] != '-' {
					t.Errorf("filter.%s is %v", key, filter[key])
				}
				delete(filter, key)
			}
			want := map[string]map[string]any{
				timesPath: {"filter": map[string]any{
					"agendas": []any{map[string]any{"id": 101.0, "tipo": "cs"}}, "convenio_id": 1.0, "suceder": 0.0,
					"especialidade_id": 7.0, "limit": 100.0, "ordenacao": "asc", "procedimentos": []any{501.0},
				}},
				patientPath + "52998224725": nil,
				registerPath: {"pacientes": []any{map[string]any{
					"nome": "Maria Aparecida da Silva", "dataNascimento": "1980-03-05", "cpf": "52998224725", "celular": "5511988887777",
				}}},
				appointmentPath: {
					"paciente_id": 1.0, "cpf": "52998224725", "convenio_id": 1.0, "data": day.Format(wireLayout), "hora": booked[5],
					"agenda_id": 101.0, "agenda_tipo": "cs", "status": "ativo", "servicos": []any{map[string]any{"id": 501.0}},
				},
			}
			if diff := cmp.Diff(want, tap.said); diff != "" {
				t.Errorf("the agent sent (-want +got):\n%s", diff)
			}
		})
	}
}
