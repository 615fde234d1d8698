package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/session/record"
	"atende/integrations/chat/event"
	"atende/webhook/admin"
)

// asCSV are the headers of a program with a CSV file.
var asCSV = []string{"Content-Type", "text/csv; charset=utf-8", "Atende-Operator", "cron"}

// at is a time of the clinic, local.
func local(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// The same appointments are read from every form that spreadsheets and programs write.
func TestAppointmentsAreRead(t *testing.T) {
	want := []admin.Appointment{
		{Row: 2, Key: "8812", Phone: "5511988887777", Name: "Conceição", Doctor: "Dra. Ana Souza", At: local(24, 14, 30), Local: true},
		{Row: 3, Key: "8813", Phone: "5511988886666", Name: "João", Doctor: "101", At: local(25, 9, 0), Local: true, Cancelled: true},
	}
	portuguese := "Chave;Telefone;Paciente;Médico;Data;Horário;Situação;Convênio\n" +
		"8812;(11) 98888-7777;CONCEIÇÃO LIMA;Dra. Ana Souza;24/11/2026;14:30;Agendado;Unimed\n" +
		"8813;5511988886666;João Lima;101;25/11/2026;9:00;CANCELADA;\n;;;;;;;\n"
	latin := []byte{}
	for _, r := range portuguese {
		latin = append(latin, byte(r))
	}
	for name, body := range map[string]string{
		"Portuguese": portuguese,
		"Latin-1":    string(latin),
		"of Windows": "\ufeff" + strings.ReplaceAll(portuguese, "\n", "\r\n"),
		"English": "doctor,key,phone,name,date,state\n" +
			"Dra. Ana Souza,8812,11988887777,Conceição Lima,2026-11-24 14:30,\n" +
			"101,8813,+55 11 98888-6666,joão,2026-11-25T09:00,cancelled\n",
		"a date of a spreadsheet": "key,phone,name,doctor,date,time,state\n" +
			"8812,11988887777,Conceição Lima,Dra. Ana Souza,2026-11-24 00:00:00,14h30,booked\n" +
			"8813,11988886666,João,101,2026-11-25 00:00,09:00:00,canceled\n",
	} {
		o := &clinicDesk{}
		w := send(desk(o, nil), "POST", "/admin/appointments", body, asCSV...)
		if diff := cmp.Diff(want, o.taken); w.Code != http.StatusOK || diff != "" {
			t.Errorf("%s: %d %s\n%s", name, w.Code, w.Body, diff)
		}
	}
	o := &clinicDesk{}
	w := send(desk(o, nil), "POST", "/admin/appointments", `{"appointments":[
		{"key":8812,"phone":"11988887777","name":"Conceição Lima","doctor":"Dra. Ana Souza","date":"2026-11-24","time":"14:30","procedure":"Consulta"},
		{"key":"8813","phone":5511988886666,"name":"João Lima","doctor":101,"date":"25/11/2026 09:00","state":"cancelled"},
		{"key":"8814","phone":"11988886666","name":"João","doctor":101,"date":"2026-11-25T12:00:00Z"},
		{"key":"8815","phone":"11988886666","name":"João","doctor":101,"date":"2026-11-25","time":"09:00-03:00"}]}`, asJSON...)
	for i := range want {
		want[i].Row--
	}
	want = append(want,
		admin.Appointment{Row: 3, Key: "8814", Phone: "5511988886666", Name: "João", Doctor: "101", At: local(25, 12, 0)},
		admin.Appointment{Row: 4, Key: "8815", Phone: "5511988886666", Name: "João", Doctor: "101", At: local(25, 12, 0)})
	if diff := cmp.Diff(want, o.taken); w.Code != http.StatusOK || diff != "" {
		t.Errorf("JSON: %d %s\n%s", w.Code, w.Body, diff)
	}
	if w.Body.String() != `{"accepted":4,"changed":0,"unchanged":0,"cancelled":0,"skipped":0}`+"\n" {
		t.Errorf("answered %s", w.Body)
	}
}

// A first name is said to whoever has the phone, and patients write theirs into many systems themselves: what is no name is
// not said, and keeps nobody else's appointment out.
func TestNamesThatAreNone(t *testing.T) {
	for written, want := range map[string]string{
		"https://evil.example/x Silva": "", "www.evil.example": "", "evil.com.br": "", "*Pague* aqui": "", "\u202eMaria": "", "Maria\u200b": "",
		"ligue:08001234 já": "", "Ana2": "", strings.Repeat("clique", 6): "", "clique\u00a0aqui\u2003agora": "Clique", "@everyone": "",
		"D'Ávila Souza": "D'Ávila", "ana-maria lima": "Ana-maria", "Ma. Rita": "Ma", "Zoë": "Zoë", "JOA\u0303O": "Joa\u0303o",
	} {
		o := &clinicDesk{}
		w := send(desk(o, nil), "POST", "/admin/appointments", "key,phone,name,doctor,date,time\n1,11988887777,"+written+",101,2026-11-24,14:30\n", asCSV...)
		if w.Code != http.StatusOK || o.taken[0].Name != want {
			t.Errorf("%q: %d %s, %+v", written, w.Code, w.Body, o.taken)
		}
	}
}

// What cannot be used is refused as a whole, by row and field, and nothing of it comes back.
func TestAppointmentsAreRefused(t *testing.T) {
	head := "key,phone,name,doctor,date,time,state\n"
	good := "1,11988887777,Rosa,101,2026-11-24,14:30,\n"
	for name, test := range map[string]struct {
		body, kind string
		status     int
		want       string // reason, and problems as row.field
	}{
		"a bad phone":         {body: head + good + "2,98888,Rosa,101,2026-11-24,14:30,\n", want: "invalid_rows 3.phone"},
		"a bad date":          {body: head + "1,11988887777,Rosa,101,31/02/2026,14:30,\n", want: "invalid_rows 2.date"},
		"no time":             {body: head + "1,11988887777,Rosa,101,2026-11-24,,\n", want: "invalid_rows 2.time"},
		"two times":           {body: head + "1,11988887777,Rosa,101,2026-11-24 10:00,14:30,\n", want: "invalid_rows 2.time"},
		"an unknown state":    {body: head + "1,11988887777,Rosa,101,2026-11-24,14:30,faltou\n", want: "invalid_rows 2.state"},
		"nothing in it":       {body: head + ",,,,,,x\n", want: "invalid_rows 2.date 2.doctor 2.key 2.name 2.phone 2.state"},
		"the same key":        {body: head + good + good, want: "invalid_rows 3.key"},
		"too few columns":     {body: head + "1,2\n", want: "invalid_rows 2.row"},
		"a long name":         {body: head + "1,11988887777," + strings.Repeat("a", 121) + ",101,2026-11-24,14:30,\n", want: "invalid_rows 2.name"},
		"a control character": {body: head + "1\x01,11988887777,Rosa,101,2026-11-24,14:30,\n", want: "invalid_rows 2.key"},
		"no header":           {body: good, want: "invalid_rows 1.date 1.doctor 1.key 1.name 1.phone"},
		"two of a column":     {body: "key,id,phone,name,doctor,date\n", want: "invalid_rows 1.key"},
		"empty":               {body: "", want: "invalid_csv"},
		"too many columns":    {body: strings.Repeat("key,", 500) + "key\n", want: "invalid_csv"},
		"a lone quote":        {body: head + "\"1,2\n", want: "invalid_csv"},
		"no list":             {body: `{}`, kind: "application/json", want: "invalid_json"},
		"an unknown field":    {body: `{"appointments":[{"stat":"cancelled"}]}`, kind: "application/json", want: "invalid_json"},
		"a list in a field":   {body: `{"appointments":[{"key":[1]}]}`, kind: "application/json", want: "invalid_json"},
		"two lists":           {body: `{"appointments":[],"appointments":[]}`, kind: "application/json", want: "invalid_json"},
		"no list but null":    {body: `{"appointments":null}`, kind: "application/json", want: "invalid_json"},
		"something behind it": {body: `{"appointments":[]}]`, kind: "application/json", want: "invalid_json"},
		"too many in JSON":    {body: `{"appointments":[{}` + strings.Repeat(",{}", admin.MaxAppointments) + `]}`, kind: "application/json", status: 413, want: "too_many_rows"},
		"a form":              {body: head, kind: "application/x-www-form-urlencoded", status: 415, want: "not_csv_or_json"},
		"too many":            {body: head + many(admin.MaxAppointments+1), status: 413, want: "too_many_rows"},
		"too large":           {body: strings.Repeat("a", admin.MaxUpload+1), status: 413, want: "body_too_large"},
	} {
		o := &clinicDesk{}
		kind := test.kind
		if kind == "" {
			kind = "text/csv"
		}
		w := send(desk(o, nil), "POST", "/admin/appointments", test.body, "Content-Type", kind)
		var got struct {
			Reason   string
			Problems []admin.RowProblem
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Errorf("%s: %s", name, w.Body)
		}
		var places []string
		for _, p := range got.Problems {
			places = append(places, fmt.Sprintf("%d.%s", p.Row, p.Field))
		}
		said := strings.Join(append([]string{got.Reason}, sortedOf(places)...), " ")
		if test.status == 0 {
			test.status = http.StatusBadRequest
		}
		if w.Code != test.status || said != test.want || o.taken != nil {
			t.Errorf("%s: %d %q, want %d %q; taken %v", name, w.Code, said, test.status, test.want, o.taken)
		}
		if strings.Contains(w.Body.String(), "Rosa") || strings.Contains(w.Body.String(), "98888") {
			t.Errorf("%s: answered %s", name, w.Body)
		}
	}
}

func sortedOf(list []string) []string {
	slices.Sort(list)
	return list
}

// many are rows of a file.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,11988887777,Rosa,101,2026-11-24,14:30,\n", i)
	}
	return b.String()
}

// The node's own refusals have answers.
func TestAppointmentsOfANodeThatAsksNobody(t *testing.T) {
	for reason, test := range map[string]struct {
		err    error
		status int
	}{
		"no_reminders": {admin.ErrNoReminders, http.StatusConflict},
		"invalid_rows": {admin.RowsError{{Row: 2, Field: "doctor", Reason: "not in the catalogue"}}, http.StatusBadRequest},
	} {
		w := send(desk(&clinicDesk{err: test.err}, nil), "POST", "/admin/appointments", `{"appointments":[]}`, asJSON...)
		if w.Code != test.status || !strings.Contains(w.Body.String(), reason) {
			t.Errorf("%s: %d %s", reason, w.Code, w.Body)
		}
	}
}

// No gateway can have a session of a phone, and no page shows one.
func TestPhoneSessionsAreOurs(t *testing.T) {
	id := record.PhoneSession("5511988887777")
	if event.Usable(id) {
		t.Error("a gateway could have the session of a phone")
	}
	if w := send(desk(&clinicDesk{known: id}, nil), "GET", "/admin/conversations/"+id, ""); w.Code != http.StatusNotFound {
		t.Errorf("its page: %d", w.Code)
	}
}
