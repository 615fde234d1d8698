package server

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// S-A2-1 … S-A2-4, S-2-6, S-2-7: find a patient by CPF.
func TestFindPatient(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := float64(b.enroll(anaCPF))
	want := map[string]any{
		"id": id, "paciente_id": id, "nome": "Maria da Silva", "cpf": anaCPF,
		"dataNascimento": "17-05-1990", "celular": "5511987654321",
	}
	for _, body := range []string{"", "{}", " {} \n", "null"} {
		t.Run("S-A2-2 S-A2-3 S-2-6 S-2-7 found with body "+body, func(t *testing.T) {
			got := b.post(pathPatient+anaCPF, body)
			if diff := cmp.Diff(any(want), got.data); got.status != http.StatusOK || diff != "" {
				t.Errorf("%d\n%s", got.status, diff)
			}
		})
	}
	t.Run("S-A2-4 not found is 200 with the exact text", func(t *testing.T) {
		got := b.post(pathPatient+brunoCPF, nil)
		if got.status != http.StatusOK || got.raw != "{\"data\":\"O CPF informado não foi encontrado.\"}\n" {
			t.Errorf("%d %q", got.status, got.raw)
		}
	})
	t.Run("S-A2-1 leading zeros count", func(t *testing.T) {
		b.enroll("00000000191")
		if got := b.post(pathPatient+"00000000191", nil); !isObject(got.data) {
			t.Errorf("%s", got.raw)
		}
	})
	for _, cpf := range []string{"191", "529982247250", "529.982.247-25", "5299822472x", "٥٢٩٩٨٢٢٤٧٢٥", "%20" + anaCPF, "cpf"} {
		t.Run("S-A2-1 a path that is not 11 digits: "+cpf, func(t *testing.T) {
			wantRefusal(t, b.post(pathPatient+cpf, nil), http.StatusBadRequest)
		})
	}
}

// S-A3-1, S-2-8, S-2-9: register patients.
func TestRegister(t *testing.T) {
	t.Parallel()
	t.Run("S-A3-1 one or more in a call", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		got := b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF), patientBody(brunoCPF)}})
		if got.status != http.StatusOK || got.data == nil {
			t.Fatalf("%d %s", got.status, got.raw)
		}
		for _, cpf := range []string{anaCPF, brunoCPF} {
			if found := b.post(pathPatient+cpf, nil); !isObject(found.data) {
				t.Errorf("%s", found.raw)
			}
		}
	})
	for name, id := range map[string]any{"omitted": absent, "0": 0, "null": nil, "a number": 77, "a text": "77"} {
		t.Run("S-2-8 the server makes its own id when the given one is "+name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			if got := b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF).with("id", id)}}); got.status != http.StatusOK {
				t.Fatalf("%d %s", got.status, got.raw)
			}
			found := b.post(pathPatient+anaCPF, nil).data.(map[string]any)
			if made := found["paciente_id"].(float64); made <= 0 || made == 77 {
				t.Errorf("paciente_id %v", made)
			}
		})
	}
	t.Run("a CPF that exists keeps its patient", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		id := b.enroll(anaCPF)
		again := patientBody(anaCPF).with("nome", "Outro Nome").with("celular", "5521999990000")
		got := b.post(pathRegister, object{"pacientes": []object{again, again}})
		if got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.raw)
		}
		found := b.post(pathPatient+anaCPF, nil).data.(map[string]any)
		if found["nome"] != "Maria da Silva" || found["paciente_id"] != float64(id) {
			t.Errorf("%v", found)
		}
	})
	t.Run("a batch with one invalid patient registers nobody", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		batch := []object{patientBody(anaCPF), patientBody("123")}
		wantRefusal(t, b.post(pathRegister, object{"pacientes": batch}), http.StatusBadRequest)
		if got := b.post(pathPatient+anaCPF, nil); got.data != patientNotFound {
			t.Errorf("%s", got.raw)
		}
	})
	t.Run("born today is possible", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.setClock(time.Date(2026, 11, 24, 0, 30, 0, 0, time.UTC)) // still the 23rd in São Paulo
		wantRefusal(t, b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF).with("dataNascimento", "2026-11-24")}}), http.StatusBadRequest)
		if got := b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF).with("dataNascimento", "2026-11-23")}}); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.raw)
		}
	})
}

// S-2-9, S-A3-1: patients of a wrong type or format are 400.
func TestRegisterValidation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	fields := []struct {
		name  string
		field string
		value any
	}{
		{"S-2-9 birth date as answers write it", "dataNascimento", "17-05-1990"},
		{"S-2-9 birth date as patients write it", "dataNascimento", "17/05/1990"},
		{"S-2-9 birth date that does not exist", "dataNascimento", "1990-02-30"},
		{"S-2-9 birth date in the future", "dataNascimento", "2026-11-24"},
		{"S-2-9 birth date of nobody alive", "dataNascimento", "1790-05-17"},
		{"S-2-9 birth date missing", "dataNascimento", absent},
		{"S-2-9 CPF with signs", "cpf", "529.982.247-25"},
		{"S-2-9 CPF a number", "cpf", 52998224725},
		{"S-2-9 CPF too short", "cpf", "5299822472"},
		{"S-2-9 CPF missing", "cpf", absent},
		{"S-2-9 phone with signs", "celular", "+55|11987654321"},
		{"S-2-9 phone too short", "celular", "1234567"},
		{"S-2-9 phone too long", "celular", "5511987654321000"},
		{"S-2-9 phone a number", "celular", 5511987654321},
		{"S-2-9 phone missing", "celular", absent},
		{"name missing", "nome", absent},
		{"name blank", "nome", "  "},
		{"name null", "nome", nil},
		{"name with a control character", "nome", "Maria\u0000"},
		{"name too long", "nome", strings.Repeat("á", 201)},
	}
	for _, tt := range fields {
		t.Run(tt.name, func(t *testing.T) {
			body := object{"pacientes": []object{patientBody(anaCPF).with(tt.field, tt.value)}}
			wantRefusal(t, b.post(pathRegister, body), http.StatusBadRequest)
		})
	}
	bodies := []struct {
		name string
		body any
	}{
		{"no list", object{}},
		{"empty list", object{"pacientes": []object{}}},
		{"an object for the list", object{"pacientes": patientBody(anaCPF)}},
		{"a patient without the list", patientBody(anaCPF)},
		{"a list of texts", object{"pacientes": []string{"Maria"}}},
		{"a list with null", object{"pacientes": []any{nil}}},
		{"too many", object{"pacientes": slices.Repeat([]object{patientBody(anaCPF)}, maxBatch+1)}},
	}
	for _, tt := range bodies {
		t.Run("S-A3-1 "+tt.name, func(t *testing.T) {
			wantRefusal(t, b.post(pathRegister, tt.body), http.StatusBadRequest)
		})
	}
	if got := b.post(pathPatient+anaCPF, nil); got.data != patientNotFound {
		t.Errorf("an invalid call registered somebody: %s", got.raw)
	}
}
