package server

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/catalog"
)

// S-A4-1: a valid A4 books and answers description and preparo.
func TestBook(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.enroll(anaCPF)
	got := b.post(pathBook, appointment(id, anaCPF), intentHeader, "sessao/1")
	want := map[string]any{
		"description": "Tudo certo, seu horário está marcado!\nConsulta (Cardiologia) com a Dra. Ana Souza\n" +
			"Segunda-feira, 23/11/2026, às 10:00\nClínica Boa Vida\nEsperamos você!",
		"preparo": "Chegue 15 minutos antes, com documento com foto e, se for pelo convênio, a carteirinha. " +
			"Se tiver exames anteriores do coração e a lista dos remédios que você toma, traga também: ajuda muito na consulta.",
	}
	if diff := cmp.Diff(any(want), got.data); got.status != http.StatusOK || diff != "" {
		t.Fatalf("%d %s\n%s", got.status, got.raw, diff)
	}
	list, err := b.server.Appointments(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("appointments %v, %v", list, err)
	}
	row := Appointment{
		ID: list[0].ID, PatientID: id, PatientName: "Maria da Silva", CPF: anaCPF, PlanID: 2, AgendaID: 101,
		Doctor: anaSouza, ProcedureIDs: []int{501}, Day: "2026-11-23", Hour: "10:00", Intent: "sessao/1",
		Description: want["description"].(string), Preparation: want["preparo"].(string), CreatedAt: monday,
	}
	if diff := cmp.Diff(row, list[0]); diff != "" {
		t.Error(diff)
	}
}

func TestBookPreparation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		clinic   func(*catalog.Clinic)
		services []object
		want     string
	}{
		{"of the procedure", func(*catalog.Clinic) {}, []object{{"id": 502}}, "Não precisa de jejum."},
		{"of each procedure", func(*catalog.Clinic) {}, []object{{"id": 502}, {"id": 503}}, "\nFaça uma refeição leve"},
		{"general without one", func(c *catalog.Clinic) { c.Preparations = nil }, []object{{"id": 502}, {"id": 503}}, generalPreparation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(c *Config) { tt.clinic(c.Clinic) })
			got := b.post(pathBook, appointment(b.enroll(anaCPF), anaCPF).with("servicos", tt.services))
			confirmed, ok := got.data.(map[string]any)
			if !ok || !strings.Contains(confirmed["preparo"].(string), tt.want) {
				t.Errorf("%s", got.raw)
			}
		})
	}
}

// S-A4-1, S-A4-2, S-A4-3, S-A4-4: wrong types and formats are 400.
func TestBookFormats(t *testing.T) {
	t.Parallel()
	b := setup(t)
	valid := appointment(b.enroll(anaCPF), anaCPF)
	tests := []struct {
		name  string
		field string
		value any
	}{
		{"S-A4-1 patient a string", "paciente_id", "1"},
		{"S-A4-1 patient missing", "paciente_id", absent},
		{"S-A4-1 patient zero", "paciente_id", 0},
		{"S-A4-1 patient with a fraction", "paciente_id", 1.5},
		{"S-A4-1 plan a string", "convenio_id", "2"},
		{"S-A4-1 plan missing", "convenio_id", absent},
		{"S-A4-1 agenda a string", "agenda_id", "101"},
		{"S-A4-1 agenda beyond all integers", "agenda_id", 1e30},
		{"S-A4-1 agenda missing", "agenda_id", absent},
		{"S-A4-1 CPF with signs", "cpf", "529.982.247-25"},
		{"S-A4-1 CPF a number", "cpf", 52998224725},
		{"S-A4-1 CPF missing", "cpf", absent},
		{"S-A4-2 date as A1 writes it", "data", "2026-11-23"},
		{"S-A4-2 date with slashes", "data", "23/11/2026"},
		{"S-A4-2 date without zeros", "data", "1-12-2026"},
		{"S-A4-2 date that does not exist", "data", "30-02-2027"},
		{"S-A4-2 date missing", "data", absent},
		{"S-A4-2 hour without a zero", "hora", "9:30"},
		{"S-A4-2 hour with seconds", "hora", "10:00:00"},
		{"S-A4-2 hour that does not exist", "hora", "24:00"},
		{"S-A4-2 hour in words", "hora", "10h"},
		{"S-A4-2 hour missing", "hora", absent},
		{"S-A4-3 type other than cs", "agenda_tipo", "ex"},
		{"S-A4-3 type missing", "agenda_tipo", absent},
		{"S-A4-3 status other than ativo", "status", "ATIVO"},
		{"S-A4-3 status missing", "status", absent},
		{"S-A4-4 services of numbers", "servicos", []int{501}},
		{"S-A4-4 services an object", "servicos", object{"id": 501}},
		{"S-A4-4 service id a string", "servicos", []object{{"id": "501"}}},
		{"S-A4-4 service without id", "servicos", []object{{}}},
		{"S-A4-4 services empty", "servicos", []object{}},
		{"S-A4-4 services missing", "servicos", absent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := b.post(pathBook, valid.with(tt.field, tt.value))
			wantRefusal(t, got, http.StatusBadRequest)
			if got.header.Get(intentHeader) != intentKnown {
				t.Errorf("a refusal must announce %s too", intentHeader)
			}
		})
	}
	for _, intent := range []string{strings.Repeat("x", maxIntentLength+1), "sessão/1"} {
		wantRefusal(t, b.post(pathBook, valid, intentHeader, intent), http.StatusBadRequest)
	}
	if n := b.booked(); n != 0 {
		t.Errorf("%d appointments after refusals", n)
	}
}

// The refusals of the contract, "Scheduling API server, beyond the spec".
func TestBookRefusals(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ana, bruno := b.enroll(anaCPF), b.enroll(brunoCPF)
	valid := appointment(ana, anaCPF)
	tests := []struct {
		name   string
		body   object
		status int
	}{
		{"unknown patient", valid.with("paciente_id", 9999), http.StatusUnprocessableEntity},
		{"patient of another CPF", valid.with("paciente_id", bruno), http.StatusUnprocessableEntity},
		{"CPF nobody has", valid.with("cpf", "12345678909"), http.StatusUnprocessableEntity},
		{"unknown plan", valid.with("convenio_id", 99), http.StatusUnprocessableEntity},
		{"unknown agenda", valid.with("agenda_id", 999), http.StatusUnprocessableEntity},
		{"unknown procedure", valid.with("servicos", []object{{"id": 999}}), http.StatusUnprocessableEntity},
		{"procedure of another specialty", valid.with("servicos", []object{{"id": 511}}), http.StatusUnprocessableEntity},
		{"one procedure of another specialty", valid.with("servicos", []object{{"id": 501}, {"id": 511}}), http.StatusUnprocessableEntity},
		{"hour that is over", valid.with("hora", "08:30"), http.StatusUnprocessableEntity},
		{"hour that is now", valid.with("hora", "09:00"), http.StatusUnprocessableEntity},
		{"day that is over", valid.with("data", "20-11-2026"), http.StatusUnprocessableEntity},
		{"hour between two slots", valid.with("hora", "10:15"), http.StatusUnprocessableEntity},
		{"hour when the appointment would end too late", valid.with("hora", "12:00"), http.StatusUnprocessableEntity},
		{"hour of another weekday", valid.with("hora", "14:00"), http.StatusUnprocessableEntity},
		{"weekday without hours", valid.with("data", "28-11-2026"), http.StatusUnprocessableEntity},
		{"closed day", valid.with("data", "25-12-2026"), http.StatusUnprocessableEntity},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantRefusal(t, b.post(pathBook, tt.body), tt.status)
		})
	}
	if n := b.booked(); n != 0 {
		t.Fatalf("%d appointments after refusals", n)
	}
	t.Run("taken", func(t *testing.T) {
		if got := b.post(pathBook, valid); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.raw)
		}
		wantRefusal(t, b.post(pathBook, appointment(bruno, brunoCPF)), http.StatusConflict)
		if n := b.booked(); n != 1 {
			t.Errorf("%d appointments", n)
		}
	})
}

// One slot has one booking, however many ask at once; the others are told 409.
func TestBookOneSlotConcurrently(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const callers = 50
	bodies := make([]object, callers)
	for i := range bodies {
		cpf := fmt.Sprintf("%011d", i+1)
		bodies[i] = appointment(b.enroll(cpf), cpf)
	}
	statuses := b.together(callers, func(i int) (object, []string) {
		return bodies[i], []string{intentHeader, fmt.Sprintf("sessao-%d/1", i)}
	})
	if statuses[http.StatusOK] != 1 || statuses[http.StatusConflict] != callers-1 {
		t.Errorf("statuses %v", statuses)
	}
	if n := b.booked(); n != 1 {
		t.Errorf("%d appointments", n)
	}
}

// together makes n A4 calls at once and counts their statuses.
func (b *bundle) together(n int, call func(i int) (object, []string)) map[int]int {
	b.t.Helper()
	var (
		group    sync.WaitGroup
		mu       sync.Mutex
		statuses = map[int]int{}
		start    = make(chan struct{})
	)
	for i := range n {
		group.Go(func() {
			body, headers := call(i)
			<-start
			got, err := b.try(b.t.Context(), http.MethodPost, pathBook, body, headers...)
			if err != nil {
				b.t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[got.status]++
		})
	}
	close(start)
	group.Wait()
	return statuses
}

// The constraint of the database stands even where the server's own checks are passed by.
func TestSlotConstraint(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.enroll(anaCPF)
	insert := func(hour, intent string) error {
		_, err := b.server.database.writer.ExecContext(t.Context(), `
			insert into appointments (patient_id, agenda_id, plan_id, day, hour, services, intent, description, preparation, created_at)
			values (1, 101, 1, '2026-11-23', ?, '[501]', ?, 'd', 'p', 0)`, hour, intent)
		return err
	}
	if err := insert("10:00", "a"); err != nil {
		t.Fatal(err)
	}
	if insert("10:00", "b") == nil {
		t.Error("two bookings of one slot")
	}
	if insert("10:30", "a") == nil {
		t.Error("two bookings of one intent")
	}
}

// Atende-Intent: a repeat gets the first answer (contract, "A4").
func TestBookIntent(t *testing.T) {
	t.Parallel()
	t.Run("every answer announces it", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Token = "segredo" })
		if got := b.post(pathBook, "{"); got.header.Get(intentHeader) != intentKnown {
			t.Errorf("401: %v", got.header)
		}
		b.token = "segredo"
		got := b.post(pathBook, appointment(b.enroll(anaCPF), anaCPF))
		if got.status != http.StatusOK || got.header.Get(intentHeader) != intentKnown {
			t.Errorf("%d %v", got.status, got.header)
		}
		if got := b.post(pathTimes, object{"filter": filter()}); got.header.Get(intentHeader) != intentKnown {
			t.Error("A1 does not announce it: a caller would learn it too late")
		}
	})
	t.Run("a repeat gets the first answer, also when the time is over", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF)
		first := b.post(pathBook, body, intentHeader, "s/1")
		b.setClock(monday.Add(48 * time.Hour))
		again := b.post(pathBook, body, intentHeader, "s/1")
		if first.status != http.StatusOK || again.status != http.StatusOK || again.raw != first.raw || b.booked() != 1 {
			t.Errorf("%d %s\n%d %s", first.status, first.raw, again.status, again.raw)
		}
	})
	t.Run("a repeat that asks for something else is refused", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF)
		first := b.post(pathBook, body, intentHeader, "s/1")
		for field, value := range map[string]any{"hora": "11:00", "data": "24-11-2026", "agenda_id": 102} {
			wantRefusal(t, b.post(pathBook, body.with(field, value), intentHeader, "s/1"), http.StatusUnprocessableEntity)
		}
		for field, value := range map[string]any{"convenio_id": 1, "servicos": []object{{"id": 502}}} {
			wantRefusal(t, b.post(pathBook, body.with(field, value), intentHeader, "s/1"), http.StatusConflict)
		}
		if again := b.post(pathBook, body, intentHeader, "s/1"); again.raw != first.raw || b.booked() != 1 {
			t.Errorf("%d %s", again.status, again.raw)
		}
	})
	t.Run("a refused call may be repeated with better data", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF)
		wantRefusal(t, b.post(pathBook, body.with("hora", "08:00"), intentHeader, "s/1"), http.StatusUnprocessableEntity)
		if got := b.post(pathBook, body, intentHeader, "s/1"); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.raw)
		}
	})
	t.Run("another patient's intent tells nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		ana, bruno := b.enroll(anaCPF), b.enroll(brunoCPF)
		b.post(pathBook, appointment(ana, anaCPF), intentHeader, "s/1")
		got := b.post(pathBook, appointment(bruno, brunoCPF).with("hora", "11:00"), intentHeader, "s/1")
		wantRefusal(t, got, http.StatusUnprocessableEntity)
	})
	t.Run("the same intent many times at once books once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF)
		statuses := b.together(20, func(int) (object, []string) { return body, []string{intentHeader, "s/1"} })
		if statuses[http.StatusOK] != 20 || b.booked() != 1 {
			t.Errorf("statuses %v, %d appointments", statuses, b.booked())
		}
	})
	t.Run("the same patient, slot, plan and procedures without an intent are the same success", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF).with("servicos", []object{{"id": 501}, {"id": 502}})
		first := b.post(pathBook, body)
		again := b.post(pathBook, body.with("servicos", []object{{"id": 502}, {"id": 501}, {"id": 502}}))
		other := b.post(pathBook, body, intentHeader, "s/2")
		if again.raw != first.raw || other.raw != first.raw || other.status != http.StatusOK || b.booked() != 1 {
			t.Errorf("%s\n%s\n%s", first.raw, again.raw, other.raw)
		}
	})
	t.Run("the same patient and slot with another plan or procedure is taken", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		body := appointment(b.enroll(anaCPF), anaCPF)
		if got := b.post(pathBook, body); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.raw)
		}
		for _, other := range []object{
			body.with("convenio_id", 1), body.with("servicos", []object{{"id": 502}}),
			body.with("servicos", []object{{"id": 501}, {"id": 502}}),
		} {
			wantRefusal(t, b.post(pathBook, other), http.StatusConflict)
			wantRefusal(t, b.post(pathBook, other, intentHeader, "s/1"), http.StatusConflict)
		}
		if list, err := b.server.Appointments(t.Context()); err != nil || len(list) != 1 || list[0].PlanID != 2 || list[0].Intent != "" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
