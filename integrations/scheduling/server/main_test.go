package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/integrations/catalog"
	"atende/integrations/openapi/openapitest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(serveUntilKilled); path != "" {
		serveForever(path) // a child of TestConfirmedSurvivesKill9
		return
	}
	// A failure of the database and 512 calls at once have tests of their own, elsewhere.
	code := watch.Tests(m, "500", "503").Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// watch holds what is asked and answered against the document.
var watch = openapitest.New(OpenAPI.JSON())

// bundle is a running server of its own for one test.
type bundle struct {
	t      *testing.T
	server *Server
	url    string
	token  string // sent as a bearer token when set
	clock  *atomic.Int64
}

// monday is Monday, 23 November 2026, 09:00 in São Paulo: agenda 101 works 08:00–12:00.
var monday = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// setup starts a server on the sample clinic in memory; change may alter the configuration.
func setup(t *testing.T, change ...func(*Config)) *bundle {
	t.Helper()
	b := &bundle{t: t, clock: new(atomic.Int64)}
	b.setClock(monday)
	config := Config{
		DatabaseURL: "memory:",
		Clinic:      catalog.Sample(),
		Now:         func() time.Time { return time.UnixMilli(b.clock.Load()) },
	}
	for _, c := range change {
		c(&config)
	}
	server, err := New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	handler := server.Handler()
	if config.Quirks == (Quirks{}) {
		handler = watch.Over(handler)
	}
	web := httptest.NewServer(handler)
	b.server, b.url = server, web.URL
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		web.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bundle) setClock(now time.Time) { b.clock.Store(now.UnixMilli()) }

// answer is what came back.
type answer struct {
	status int
	header http.Header
	raw    string
	data   any // what the envelope holds; nil when the body is no envelope
}

const (
	pathTimes    = "/api/v1/agendamento/horarios"
	pathPatient  = "/api/v1/cadastros/pacientes/cpf/"
	pathRegister = "/api/v1/paciente/multiplos"
	pathBook     = "/api/v1/agendamento/agendamento"
)

// post calls with a body that is a string, nil, or anything JSON can encode.
func (b *bundle) post(path string, body any, headers ...string) answer {
	b.t.Helper()
	return b.do(http.MethodPost, path, body, headers...)
}

func (b *bundle) do(method, path string, body any, headers ...string) answer {
	b.t.Helper()
	got, err := b.try(b.t.Context(), method, path, body, headers...)
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// try is do for goroutines, which must not end the test.
func (b *bundle) try(ctx context.Context, method, path string, body any, headers ...string) (answer, error) {
	content, isText := body.(string)
	if !isText && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		content = string(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, b.url+path, strings.NewReader(content))
	if err != nil {
		return answer{}, err
	}
	if b.token != "" {
		request.Header.Set("Authorization", "Bearer "+b.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	return answer{response.StatusCode, response.Header, string(raw), dataOf(raw)}, nil
}

// dataOf is the value of "data" if raw is an envelope with that key and no other.
func dataOf(raw []byte) any {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if decoder.Decode(&document) != nil || len(document) != 1 {
		return nil
	}
	return document["data"]
}

// object is a JSON object in the making.
type object map[string]any

// with is a copy with one field changed, or removed when value is absent.
func (o object) with(field string, value any) object {
	out := object{}
	for k, v := range o {
		out[k] = v
	}
	if out[field] = value; value == absent {
		delete(out, field)
	}
	return out
}

// absent as a value removes the field.
var absent = new(int)

// filter is a valid A1 filter for Dra. Ana Souza over 90 days.
func filter() object {
	return object{
		"agendas":     []object{{"id": 101, "tipo": "cs"}},
		"convenio_id": 2, "data": "2026-11-23", "endDate": "2027-02-21", "suceder": 0,
		"especialidade_id": 7, "limit": 100, "ordenacao": "asc", "procedimentos": []int{501},
	}
}

const (
	anaCPF   = "52998224725"
	brunoCPF = "11144477735"
)

func patientBody(cpf string) object {
	return object{"nome": "Maria da Silva", "dataNascimento": "1990-05-17", "cpf": cpf, "celular": "5511987654321"}
}

// enroll registers a CPF and returns its paciente_id by A2, as a client must.
func (b *bundle) enroll(cpf string) int {
	b.t.Helper()
	if got := b.post(pathRegister, object{"pacientes": []object{patientBody(cpf)}}); got.status != http.StatusOK {
		b.t.Fatalf("register: %d %s", got.status, got.raw)
	}
	found, ok := b.post(pathPatient+cpf, nil).data.(map[string]any)
	if !ok {
		b.t.Fatal("registered patient not found")
	}
	return int(found["paciente_id"].(float64))
}

// appointment is a valid A4 for Monday 10:00 with Dra. Ana Souza.
func appointment(patientID int, cpf string) object {
	return object{
		"paciente_id": patientID, "cpf": cpf, "convenio_id": 2, "data": "23-11-2026", "hora": "10:00",
		"agenda_id": 101, "agenda_tipo": "cs", "status": "ativo", "servicos": []object{{"id": 501}},
	}
}

// booked is how many appointments there are.
func (b *bundle) booked() int {
	b.t.Helper()
	list, err := b.server.Appointments(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return len(list)
}

// wantRefusal checks a 4xx with a sentence in the envelope.
func wantRefusal(t *testing.T, got answer, status int) {
	t.Helper()
	sentence, ok := got.data.(string)
	if got.status != status || !ok || !strings.HasSuffix(sentence, ".") {
		t.Errorf("got %d %s; want %d and a sentence in data", got.status, got.raw, status)
	}
}
