package scheduling

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/outbound"
)

const cpf = "05299822472"

// S-A2-1, S-A2-2: the CPF stands in the path, bare, with the zero in front; there is no body.
func TestFindPatientRequest(t *testing.T) {
	c, a := setup(t, answer(200, `{"data":"O CPF informado não foi encontrado."}`))
	for _, written := range []string{cpf, "052.998.224-72", " 052 998 224 72 "} {
		if _, _, err := c.FindPatient(t.Context(), written); err != nil {
			t.Fatal(err)
		}
	}
	for _, got := range a.seen() {
		if got.method != http.MethodPost || got.uri != "/base/api/v1/cadastros/pacientes/cpf/05299822472" || got.body != "" {
			t.Errorf("sent %s %s %q", got.method, got.uri, got.body)
		}
	}
}

func TestMalformedCPFDoesNotLeave(t *testing.T) {
	c, a := setup(t, answer(200, `{"data":"x"}`))
	for _, written := range []string{"", "1234567890", "123456789012", "../../x", "cpf"} {
		if _, _, err := c.FindPatient(t.Context(), written); outbound.KindOf(err) != outbound.Refused {
			t.Errorf("%q: %v", written, err)
		}
	}
	if len(a.seen()) != 0 {
		t.Error("something was called")
	}
}

func TestFindPatientAnswer(t *testing.T) {
	maria := Patient{ID: 42, Name: "Maria da Silva", CPF: cpf, BirthDate: "1990-05-17", Phone: "5511987654321"}
	only := func(id int) Patient { return Patient{ID: id, CPF: cpf} }
	cases := []struct {
		name, body string
		want       Patient
		found      bool
	}{
		{"S-A2-3 S-2-7 a patient", `{"data":{"id":42,"paciente_id":42,"nome":"Maria da Silva","cpf":"05299822472","dataNascimento":"17-05-1990","celular":"5511987654321"}}`, maria, true},
		{"S-2-6 paciente_id is read", `{"data":{"id":0,"paciente_id":42}}`, only(42), true},
		{"a name is told without what nobody sees", `{"data":{"paciente_id":42,"nome":"Ana\u202e\u0000 Lima\ufeff"}}`, Patient{ID: 42, Name: "Ana Lima", CPF: cpf}, true},
		{"S-2-6 id where paciente_id is missing", `{"data":{"id":42}}`, only(42), true},
		{"id where paciente_id is null", `{"data":{"id":42,"paciente_id":null}}`, only(42), true},
		{"an identifier as text", `{"data":{"paciente_id":"42"}}`, only(42), true},
		{"S-A2-4 not found, as the spec writes it", `{"data":"O CPF informado não foi encontrado."}`, Patient{}, false},
		{"S-A2-5 any other text", `{"data":"CPF not found"}`, Patient{}, false},
		{"S-A2-5 an empty text", `{"data":""}`, Patient{}, false},
		{"null", `{"data":null}`, Patient{}, false},
		{"odd fields are left out", `{"data":{"paciente_id":42,"nome":null,"dataNascimento":"1990","celular":{},"extra":[1]}}`, only(42), true},
		{"signs are stripped", `{"data":{"paciente_id":42,"cpf":"052.998.224-72","celular":"+55|11987654321"}}`, Patient{ID: 42, CPF: cpf, Phone: "5511987654321"}, true},
		{"a CPF as number has lost its zero", `{"data":{"paciente_id":42,"cpf":5299822472}}`, only(42), true},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, _ := setup(t, answer(200, tc.body))
			got, found, err := c.FindPatient(t.Context(), cpf)
			if err != nil || found != tc.found {
				t.Fatalf("found %v, %v", found, err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// S-2-1: what is neither object nor text is no answer, and above all not "not found".
func TestFindPatientFailures(t *testing.T) {
	found := answer(200, `{"data":{"paciente_id":42}}`)
	cases := []struct {
		name    string
		answers []http.HandlerFunc
		kind    outbound.Kind
		good    bool
		tries   int
	}{
		{"404", []http.HandlerFunc{answer(404, `{"data":"x"}`), found}, outbound.Refused, false, 1},
		{"503 once", []http.HandlerFunc{answer(503, ``), found}, 0, true, 2},
		{"reset once", []http.HandlerFunc{drop(true), found}, 0, true, 2},
		{"a list", []http.HandlerFunc{answer(200, `{"data":[]}`)}, outbound.Unknown, false, 3},
		{"a number", []http.HandlerFunc{answer(200, `{"data":7}`)}, outbound.Unknown, false, 3},
		{"no identifier", []http.HandlerFunc{answer(200, `{"data":{"nome":"Maria"}}`)}, outbound.Unknown, false, 3},
		{"two identifiers", []http.HandlerFunc{answer(200, `{"data":{"id":41,"paciente_id":42}}`)}, outbound.Unknown, false, 3},
		{"identifier zero", []http.HandlerFunc{answer(200, `{"data":{"paciente_id":0}}`)}, outbound.Unknown, false, 3},
		{"somebody else", []http.HandlerFunc{answer(200, `{"data":{"paciente_id":42,"cpf":"11144477735"}}`)}, outbound.Unknown, false, 3},
		{"not JSON", []http.HandlerFunc{answer(200, `CPF não encontrado`)}, outbound.Unknown, false, 3},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c, a := setup(t, tc.answers...)
			_, ok, err := c.FindPatient(t.Context(), cpf)
			if ok != tc.good || (err == nil) != tc.good || err != nil && outbound.KindOf(err) != tc.kind || len(a.seen()) != tc.tries {
				t.Errorf("got %v, %v after %d tries", ok, err, len(a.seen()))
			}
		})
	}
}

// A record that cannot be read is about one patient: it shuts nobody else out. An answer that cannot be read is about the API.
func TestUnreadableRecordsOpenNoBreaker(t *testing.T) {
	t.Parallel()
	records := map[string]string{
		"somebody else": `{"data":{"paciente_id":42,"cpf":"11144477735"}}`, "two identifiers": `{"data":{"id":41,"paciente_id":42}}`,
		"no identifier": `{"data":{"nome":"Maria"}}`, "odd identifier": `{"data":{"paciente_id":{}}}`,
	}
	for name, body := range records {
		if after(t, 12, body) != 0 {
			t.Errorf("%s: the breaker is open", name)
		}
	}
	for name, body := range map[string]string{"not JSON": `<html>`, "a list": `{"data":[]}`} {
		if after(t, 4, body) != outbound.NotSent {
			t.Errorf("%s: the breaker is closed", name)
		}
	}
}

// after is how a lookup that would be answered well ends behind n that were answered a text; 0: well.
func after(t *testing.T, n int, text string) (kind outbound.Kind) {
	synctest.Test(t, func(t *testing.T) {
		body := text
		c := New(Config{URL: "http://api.test", Now: time.Now, Location: time.UTC, Transport: roundTrip(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
		})})
		defer c.Close()
		for range n {
			if _, _, err := c.FindPatient(t.Context(), cpf); err == nil {
				t.Fatal("the answer was taken")
			}
		}
		body = `{"data":{"paciente_id":42}}`
		if _, _, err := c.FindPatient(t.Context(), cpf); err != nil {
			kind = outbound.KindOf(err)
		}
	})
	return kind
}

var maria = NewPatient{Name: "Maria da Silva", CPF: "052.998.224-72", BirthDate: "1990-05-17", Phone: "+55|11987654321"}

// S-2-8, S-2-9: no id, the birth date with the year first, and bare digits.
func TestRegisterRequest(t *testing.T) {
	c, a := setup(t, answer(200, ``))
	if err := c.Register(t.Context(), maria); err != nil {
		t.Fatal(err)
	}
	got := a.seen()[0]
	want := `{"pacientes":[{"nome":"Maria da Silva","dataNascimento":"1990-05-17","cpf":"05299822472","celular":"5511987654321"}]}`
	if got.method != http.MethodPost || got.uri != "/base/api/v1/paciente/multiplos" || got.body != want {
		t.Errorf("sent %s %s %s", got.method, got.uri, got.body)
	}
}

func TestRegisterAnswer(t *testing.T) {
	ok := answer(200, ``)
	cases := []struct {
		name    string
		answers []http.HandlerFunc
		kind    outbound.Kind
		good    bool
		tries   int
	}{
		{"S-A3-2 JSON", []http.HandlerFunc{answer(200, `{"data":[{"id":1}]}`)}, 0, true, 1},
		{"S-A3-2 empty", []http.HandlerFunc{answer(200, ``)}, 0, true, 1},
		{"S-A3-2 no content", []http.HandlerFunc{answer(204, ``)}, 0, true, 1},
		{"S-A3-2 a page of HTML", []http.HandlerFunc{answer(201, `<html>`)}, 0, true, 1},
		{"S-A3-2 breaks off", []http.HandlerFunc{breakOff(`{"da`)}, 0, true, 1},
		{"400", []http.HandlerFunc{answer(400, ``), ok}, outbound.Refused, false, 1},
		{"a lost answer is not asked for again: A2 tells", []http.HandlerFunc{drop(false), ok}, outbound.Unknown, false, 1},
		{"nor after a 500", []http.HandlerFunc{answer(500, ``), ok}, outbound.Unknown, false, 1},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c, a := setup(t, tc.answers...)
			err := c.Register(t.Context(), maria)
			if (err == nil) != tc.good || err != nil && outbound.KindOf(err) != tc.kind || len(a.seen()) != tc.tries {
				t.Errorf("got %v after %d tries", err, len(a.seen()))
			}
		})
	}
}

func FuzzDecodePatient(f *testing.F) {
	f.Add([]byte(`{"data":{"paciente_id":"42","cpf":5299822472,"celular":null}}`))
	f.Add([]byte(`{"data":"O CPF informado não foi encontrado."}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, found, err := decodePatient(body, cpf)
		if found != (p.ID > 0) || found && (err != nil || p.CPF != cpf) {
			t.Errorf("%+v, %v, %v", p, found, err)
		}
	})
}
