package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// practice is `atende scheduling` as a program, with a clinic that works from 08:00 to 12:00, every day but one.
type practice struct {
	t        *testing.T
	url      string
	location *time.Location
	now      time.Time // when it began: a test may run past midnight
}

// practiceFile has two procedures that do not take as long as a step of the agenda.
const practiceFile = `clinic: Clínica Boa Vida
specialties:
  - {id: 7, name: Cardiologia}
  - {id: 9, name: Dermatologia}
doctors:
  - {agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}
  - {agenda_id: 201, name: Dr. Rui Lima, specialty_id: 9}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7}
  - {id: 502, name: Teste ergométrico, specialty_id: 7}
  - {id: 503, name: Medida da pressão, specialty_id: 7}
  - {id: 511, name: Consulta, specialty_id: 9}
plans:
  - {id: 1, name: Particular}
hours:
  - {agenda_id: 101, weekdays: [mon, tue, wed, thu, fri, sat, sun], from: "08:00", to: "12:00", every: 30m}
preparations:
  - {procedure_id: 502, text: "Venha de tênis."}
`

// durations is the optional key.
const durations = `durations:
  - {procedure_id: 502, takes: 1h15m}
  - {procedure_id: 503, takes: 10m}
`

// newPractice starts one with further keys of the clinic file.
func newPractice(t *testing.T, keys string) practice {
	t.Helper()
	location, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	p := practice{t: t, location: location, now: time.Now().In(location)}
	folder := t.TempDir()
	clinic := filepath.Join(folder, "clinic.yaml")
	file := practiceFile + fmt.Sprintf("closed: [%q]\n", p.day(8, time.DateOnly)) + keys
	if err := os.WriteFile(clinic, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	p.url = start(t, map[string]string{
		"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_CLINIC": clinic,
		"ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + filepath.Join(folder, "scheduling.db"),
	}, "scheduling").url()
	return p
}

// day is so many days from now, in a layout.
func (p practice) day(ahead int, layout string) string {
	return p.now.AddDate(0, 0, ahead).Format(layout)
}

// The formats of days: A1 and A3 ask in the first one, A1, A2 and A4 write the second one.
const (
	isoLayout  = "2006-01-02"
	wireLayout = "02-01-2006"
)

// fields is a JSON object; with copies it with one more.
type fields map[string]any

func (f fields) with(key string, value any) fields {
	copied := fields{key: value}
	for k, v := range f {
		if k != key {
			copied[k] = v
		}
	}
	return copied
}

// post makes a call and returns the status and what stands in data, the only key of every answer (spec 2.1).
func (p practice) post(path string, body any) (int, any) {
	p.t.Helper()
	status, data, err := p.try(path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	return status, data
}

// try is post for goroutines.
func (p practice) try(path string, body any) (status int, data any, err error) {
	raw, isText := body.(string)
	if !isText && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		raw = string(encoded)
	}
	response, err := http.Post(p.url+path, "application/json", strings.NewReader(raw))
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil, err
	}
	var document map[string]any
	if json.Unmarshal(text, &document) != nil || len(document) != 1 {
		return 0, nil, fmt.Errorf("%s: %d %s is no envelope", path, response.StatusCode, text)
	}
	return response.StatusCode, document["data"], nil
}

// The paths of spec A1 to A4.
const (
	timesPath       = "/api/v1/agendamento/horarios"
	patientPath     = "/api/v1/cadastros/pacientes/cpf/"
	registerPath    = "/api/v1/paciente/multiplos"
	appointmentPath = "/api/v1/agendamento/agendamento"
)

// filter is a valid one for a procedure, over the recommended 90 days.
func (p practice) filter(procedure int) fields {
	return fields{
		"agendas": []fields{{"id": 101, "tipo": "cs"}}, "convenio_id": 1, "data": p.day(0, isoLayout), "endDate": p.day(90, isoLayout),
		"suceder": 0, "especialidade_id": 7, "limit": 100, "ordenacao": "asc", "procedimentos": []int{procedure},
	}
}

// hours are the times that A1 lists for a procedure, so many days from now.
func (p practice) hours(procedure, ahead int) []string {
	p.t.Helper()
	day := p.day(ahead, isoLayout)
	status, data := p.post(timesPath, fields{"filter": p.filter(procedure).with("data", day).with("endDate", day)})
	if status != http.StatusOK {
		p.t.Fatalf("%d %v", status, data)
	}
	var list []string
	for _, day := range data.([]any) {
		for _, agenda := range day.(map[string]any)["agendas"].([]any) {
			for _, time := range agenda.(map[string]any)["horarios"].([]any) {
				list = append(list, time.(map[string]any)["hora"].(string))
			}
		}
	}
	return list
}

// patient registers somebody and returns the paciente_id of A2.
func (p practice) patient(cpf string) int {
	p.t.Helper()
	body := fields{"pacientes": []fields{{"nome": "Maria da Silva", "dataNascimento": "1990-05-17", "cpf": cpf, "celular": "5511987654321"}}}
	if status, data := p.post(registerPath, body); status != http.StatusOK {
		p.t.Fatalf("%d %v", status, data)
	}
	_, data := p.post(patientPath+cpf, nil)
	return int(data.(map[string]any)["paciente_id"].(float64))
}

// appointment is a valid one, so many days from now.
func (p practice) appointment(id int, cpf string, procedure, ahead int, hour string) fields {
	return fields{
		"paciente_id": id, "cpf": cpf, "convenio_id": 1, "data": p.day(ahead, wireLayout), "hora": hour,
		"agenda_id": 101, "agenda_tipo": "cs", "status": "ativo", "servicos": []fields{{"id": procedure}},
	}
}

// A procedure that takes longer than a step of the agenda occupies all that it needs.  A1 lists only times
// at which it fits, A4 refuses what does not, and a closed day is closed for both.
func TestDurationsOfProcedures(t *testing.T) {
	t.Parallel()
	p := newPractice(t, durations)
	const cpf = "52998224725"
	id := p.patient(cpf)
	lists := func(procedure, ahead int, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, p.hours(procedure, ahead)); diff != "" {
			t.Errorf("A1 for procedure %d: %s", procedure, diff)
		}
	}
	books := func(procedure, ahead int, hour string, want int) {
		t.Helper()
		if status, data := p.post(appointmentPath, p.appointment(id, cpf, procedure, ahead, hour)); status != want {
			t.Errorf("A4 for procedure %d at %s: %d %v, want %d", procedure, hour, status, data, want)
		}
	}
	lists(501, 7, "08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30")
	lists(503, 7, "08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30") // a step, not ten minutes
	lists(502, 7, "08:00", "08:30", "09:00", "09:30", "10:00", "10:30")                   // 10:30 to 11:45
	books(502, 7, "11:00", http.StatusUnprocessableEntity)                                // to 12:15
	books(502, 7, "10:00", http.StatusOK)                                                 // to 11:15
	books(502, 7, "10:00", http.StatusOK)                                                 // the same call again
	lists(501, 7, "08:00", "08:30", "09:00", "09:30", "11:30")
	lists(502, 7, "08:00", "08:30")
	books(501, 7, "11:00", http.StatusConflict) // in the middle of it
	books(502, 7, "09:00", http.StatusConflict) // would last until 10:15
	books(501, 7, "09:30", http.StatusOK)       // ends when it begins
	books(502, 7, "08:30", http.StatusConflict)
	lists(502, 7, "08:00")

	lists(501, 8) // the clinic is closed
	books(501, 8, "10:00", http.StatusUnprocessableEntity)
	books(501, -1, "10:00", http.StatusUnprocessableEntity)
	books(501, 9, "12:00", http.StatusUnprocessableEntity)
	books(501, 9, "10:15", http.StatusUnprocessableEntity)
}

// Of calls for times that overlap one wins, however many come at once.
func TestOverlappingAppointments(t *testing.T) {
	t.Parallel()
	p := newPractice(t, durations)
	const calls = 12
	hours := []string{"08:00", "08:30", "09:00"} // each lasts into the next two
	statuses := make([]int, calls)
	var all sync.WaitGroup
	for i := range calls {
		cpf := fmt.Sprintf("%011d", i+1)
		body := p.appointment(p.patient(cpf), cpf, 502, 7, hours[i%len(hours)])
		all.Go(func() {
			var err error
			if statuses[i], _, err = p.try(appointmentPath, body); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[http.StatusOK] != 1 || count[http.StatusConflict] != calls-1 {
		t.Errorf("statuses %v, want one 200 and %d 409", statuses, calls-1)
	}
}

// The CPF of three people.
const firstCPF, secondCPF, unknownCPF = "52998224725", "11144477735", "39053344705"

// Spec A2 and A3 and the contract's "Scheduling API server", row by row: several patients in one call, and each format.
func TestPatientsRowByRow(t *testing.T) {
	t.Parallel()
	p := newPractice(t, "")
	person := fields{"nome": "João Lima", "dataNascimento": "1980-03-05", "cpf": firstCPF, "celular": "5511987654321"}
	other := person.with("cpf", secondCPF).with("nome", "Rita Lima").with("id", nil)
	for name, wrong := range map[string]fields{
		"birth date of A2":  other.with("dataNascimento", "05-03-1980"),
		"no birth date":     other.with("dataNascimento", ""),
		"birth date to be":  other.with("dataNascimento", p.day(2, isoLayout)),
		"CPF with signs":    other.with("cpf", "111.444.777-35"),
		"CPF as a number":   other.with("cpf", 11144477735),
		"no phone":          other.with("celular", ""),
		"phone with signs":  other.with("celular", "+55 11 98765-4321"),
		"phone as a number": other.with("celular", 5511987654321),
		"no name":           other.with("nome", " "),
	} {
		p.refuses(t, name, registerPath, fields{"pacientes": []fields{person, wrong}}, http.StatusBadRequest)
	}
	p.refuses(t, "nobody", registerPath, fields{"pacientes": []fields{}}, http.StatusBadRequest)
	if _, data := p.post(patientPath+firstCPF, nil); data != "O CPF informado não foi encontrado." {
		t.Errorf("a batch that was refused registered %v", data)
	}
	if status, _ := p.post(registerPath, fields{"pacientes": []fields{person.with("id", 99), other}}); status != http.StatusOK {
		t.Errorf("A3: %d", status)
	}
	for _, body := range []any{nil, fields{}} {
		status, data := p.post(patientPath+firstCPF, body)
		found, ok := data.(map[string]any)
		if !ok || status != http.StatusOK || found["id"] != found["paciente_id"] || found["id"] == float64(99) {
			t.Fatalf("A2: %d %v", status, data)
		}
		delete(found, "id")
		delete(found, "paciente_id")
		want := map[string]any{"nome": "João Lima", "cpf": firstCPF, "dataNascimento": "05-03-1980", "celular": "5511987654321"}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Error(diff)
		}
	}
	if status, data := p.post(patientPath+secondCPF, nil); status != http.StatusOK || data.(map[string]any)["nome"] != "Rita Lima" {
		t.Errorf("the second one: %d %v", status, data)
	}
	if status, data := p.post(patientPath+unknownCPF, nil); status != http.StatusOK || data != "O CPF informado não foi encontrado." {
		t.Errorf("unknown: %d %v", status, data)
	}
	p.refuses(t, "CPF with signs", patientPath+"529.982.247-25", nil, http.StatusBadRequest)
	p.refuses(t, "short CPF", patientPath+"5299822472", nil, http.StatusBadRequest)
	p.refuses(t, "a list as body", patientPath+firstCPF, "[]", http.StatusBadRequest)
}

// Spec A1 and the contract's rows for it: formats, ninety days, what is over, unknown ids, wrong types.
func TestTimesRowByRow(t *testing.T) {
	t.Parallel()
	p := newPractice(t, "")
	now := time.Now().In(p.location)
	status, data := p.post(timesPath, fields{"filter": p.filter(501)})
	days, ok := data.([]any)
	if status != http.StatusOK || !ok || len(days) < 89 { // ninety days and today, but the closed one; today may be over
		t.Fatalf("%d, %d days", status, len(days))
	}
	date, hour := regexp.MustCompile(`^\d\d-\d\d-\d{4}$`), regexp.MustCompile(`^\d\d:\d\d$`)
	for _, entry := range days {
		day := entry.(map[string]any)
		text, _ := day["data"].(string)
		if !date.MatchString(text) || text == p.day(8, wireLayout) || len(day) != 2 {
			t.Errorf("day %v", day["data"])
		}
		agenda := day["agendas"].([]any)[0].(map[string]any)
		if agenda["agendaNome"] != "Dra. Ana Souza" || len(agenda) != 2 {
			t.Errorf("agenda %v", agenda)
		}
		for _, entry := range agenda["horarios"].([]any) {
			time := entry.(map[string]any)
			at, _ := time["hora"].(string)
			if _, isText := time["dataconsulta"].(string); !isText || !hour.MatchString(at) || len(time) != 2 {
				t.Errorf("time %v", time)
			}
			if text == now.Format(wireLayout) && at <= now.Format("15:04") {
				t.Errorf("%s of today is over at %s", at, now.Format("15:04"))
			}
		}
	}
	for name, wrong := range map[string]fields{
		"unknown agenda":                p.filter(501).with("agendas", []fields{{"id": 999, "tipo": "cs"}}),
		"unknown plan":                  p.filter(501).with("convenio_id", 999),
		"unknown procedure":             p.filter(999),
		"unknown specialty":             p.filter(501).with("especialidade_id", 999),
		"a procedure of another doctor": p.filter(511),
		"past days":                     p.filter(501).with("data", p.day(-9, isoLayout)).with("endDate", p.day(-2, isoLayout)),
	} {
		if status, data := p.post(timesPath, fields{"filter": wrong}); status != http.StatusOK || cmp.Diff([]any{}, data) != "" {
			t.Errorf("%s: %d %v, want an empty list", name, status, data)
		}
	}
	for name, wrong := range map[string]fields{
		"date of A4":         p.filter(501).with("data", p.day(0, wireLayout)),
		"end date of A4":     p.filter(501).with("endDate", p.day(9, wireLayout)),
		"no such day":        p.filter(501).with("endDate", "2027-02-30"),
		"end before begin":   p.filter(501).with("endDate", p.day(-1, isoLayout)),
		"another kind":       p.filter(501).with("agendas", []fields{{"id": 101, "tipo": "ex"}}),
		"agenda as a text":   p.filter(501).with("agendas", []fields{{"id": "101", "tipo": "cs"}}),
		"no agenda":          p.filter(501).with("agendas", []fields{}),
		"plan as a text":     p.filter(501).with("convenio_id", "1"),
		"half a plan":        p.filter(501).with("convenio_id", 1.5),
		"procedure, no list": p.filter(501).with("procedimentos", 501),
		"suceder":            p.filter(501).with("suceder", 1),
		"order":              p.filter(501).with("ordenacao", "random"),
		"limit":              p.filter(501).with("limit", 0),
	} {
		p.refuses(t, name, timesPath, fields{"filter": wrong}, http.StatusBadRequest)
	}
	p.refuses(t, "no filter", timesPath, fields{}, http.StatusBadRequest)
	p.refuses(t, "no JSON", timesPath, "oi", http.StatusBadRequest)
	_, data = p.post(timesPath, fields{"filter": p.filter(501).with("ordenacao", "desc").with("limit", 2)})
	if days := data.([]any); len(days) != 2 || days[0].(map[string]any)["data"] != p.day(90, wireLayout) {
		t.Errorf("the last two days: %v", days)
	}
}

// Spec A4 and the contract's rows for it.
func TestAppointmentsRowByRow(t *testing.T) {
	t.Parallel()
	p := newPractice(t, "")
	id, other := p.patient(firstCPF), p.patient(secondCPF)
	valid := p.appointment(id, firstCPF, 502, 7, "10:00")
	for name, wrong := range map[string]struct {
		body   fields
		status int
	}{
		"date of A1":              {valid.with("data", p.day(7, isoLayout)), 400},
		"hour of one digit":       {valid.with("hora", "9:00"), 400},
		"hour with seconds":       {valid.with("hora", "10:00:00"), 400},
		"hour as a number":        {valid.with("hora", 10), 400},
		"CPF with signs":          {valid.with("cpf", "529.982.247-25"), 400},
		"patient as a text":       {valid.with("paciente_id", "1"), 400},
		"another kind":            {valid.with("agenda_tipo", "ex"), 400},
		"another status":          {valid.with("status", "cancelado"), 400},
		"no service":              {valid.with("servicos", []fields{}), 400},
		"services are numbers":    {valid.with("servicos", []int{502}), 400},
		"service id as a text":    {valid.with("servicos", []fields{{"id": "502"}}), 400},
		"unknown patient":         {valid.with("paciente_id", 999), 422},
		"patient of another CPF":  {valid.with("paciente_id", other), 422},
		"unknown plan":            {valid.with("convenio_id", 999), 422},
		"unknown procedure":       {valid.with("servicos", []fields{{"id": 999}}), 422},
		"another one's procedure": {valid.with("servicos", []fields{{"id": 511}}), 422},
		"unknown agenda":          {valid.with("agenda_id", 999), 422},
		"past day":                {valid.with("data", p.day(-1, wireLayout)), 422},
		"closed day":              {valid.with("data", p.day(8, wireLayout)), 422},
		"unknown time":            {valid.with("hora", "10:10"), 422},
	} {
		p.refuses(t, name, appointmentPath, wrong.body, wrong.status)
	}
	status, data := p.post(appointmentPath, valid)
	texts, _ := data.(map[string]any)
	description, _ := texts["description"].(string)
	if status != http.StatusOK || len(texts) != 2 || !strings.Contains(description, "Dra. Ana Souza") || texts["preparo"] != "Venha de tênis." {
		t.Errorf("%d %v", status, data)
	}
	p.refuses(t, "taken", appointmentPath, valid.with("paciente_id", other).with("cpf", secondCPF), http.StatusConflict)
	if status, again := p.post(appointmentPath, valid); status != http.StatusOK || cmp.Diff(data, again) != "" {
		t.Errorf("the same again: %d %v", status, again)
	}
	for _, path := range []string{timesPath, patientPath + firstCPF, registerPath, appointmentPath} {
		response, err := http.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		if response.Body.Close(); response.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %d", path, response.StatusCode)
		}
	}
}

// refuses makes a call that must be refused with a sentence in data.
func (p practice) refuses(t *testing.T, name, path string, body any, want int) {
	t.Helper()
	status, data := p.post(path, body)
	if sentence, ok := data.(string); status != want || !ok || !strings.HasSuffix(sentence, ".") {
		t.Errorf("%s %s: %d %v, want %d and a sentence", path, name, status, data, want)
	}
}
