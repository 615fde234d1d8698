package admin

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

const (
	// MaxAppointments is how many appointments one upload may hold.
	MaxAppointments = 5000
	// MaxUpload is how many bytes it may have.
	MaxUpload = 2 << 20
	// maxProblems is how many problems of an upload are named.
	maxProblems = 20
	// maxField is how long a field may be, in characters.
	maxField = 120
	// uploadLimit bounds an upload, which looks at every phone that is asked about appointments.
	uploadLimit = 5 * time.Minute
)

// Appointment is one of the clinic's own, as its system tells of it.
type Appointment struct {
	// Row is where it stands: the line of a CSV file, of which the header is 1, or the place in a JSON list, from 1.
	Row int
	// Key is the clinic's name of it.
	Key string
	// Phone is that of who is asked, as digits with country code.
	Phone string
	// Name is the patient's first name, "" where what stands there is none.
	Name string
	// Doctor is a name or an alias of the catalogue, or the id of an agenda.
	Doctor string
	// At is when it begins; Local says that only the numbers of At count, in the clinic's time zone.
	At    time.Time
	Local bool
	// Cancelled says that it does not take place.
	Cancelled bool
}

// Uploaded is what became of the appointments of an upload.
type Uploaded struct {
	Accepted  int `json:"accepted"`  // new ones, which the phone will be asked about
	Changed   int `json:"changed"`   // known ones, at another time, with another doctor, phone or patient
	Unchanged int `json:"unchanged"` // known so
	Cancelled int `json:"cancelled"` // nobody is asked about them any more
	Skipped   int `json:"skipped"`   // there is no moment by day to ask about them, or the phone wants no reminders
}

// RowProblem is what is wrong with one row of an upload.  It repeats nothing of the row.
type RowProblem struct {
	Row    int    `json:"row"`
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// RowsError says what is wrong with an upload, of which nothing was taken; at least one, at most 20 problems.
type RowsError []RowProblem

func (e RowsError) Error() string { return "admin: an upload with unusable rows" }

// ErrNoReminders says that no patient is asked about appointments (ATENDE_CONFIRM_BEFORE is 0).
var ErrNoReminders = errors.New("admin: nobody is asked about appointments")

// Errors of an upload as a whole.
var (
	errRows   = errors.New("more rows than one upload may hold")
	errFormat = errors.New("neither the CSV nor the JSON that is expected")
)

// refusedRows is the answer to an upload with unusable rows.
type refusedRows struct {
	verdict
	Problems RowsError `json:"problems"`
}

// appointments answers POST /admin/appointments, a list of the clinic's own appointments as CSV (text/csv) or JSON: 200 with
// what became of them.  A row that cannot be used refuses all of them: 400 invalid_rows, with its number, field and reason.
func (d desk) appointments(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxUpload))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, "body_too_large")
		return
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	read, known := map[string]func([]byte) ([]Appointment, error){"text/csv": readCSV, "application/json": readList}[kind]
	if !known {
		refuse(w, http.StatusUnsupportedMediaType, "not_csv_or_json")
		return
	}
	ctx, cancel := patiently(w, r, uploadLimit)
	defer cancel()
	list, err := read(body)
	var done Uploaded
	if err == nil {
		done, err = d.Operator.Appointments(ctx, operatorOf(r), list)
	}
	rows := RowsError(nil)
	switch {
	case err == nil:
		answer(w, http.StatusOK, done)
	case errors.As(err, &rows):
		answer(w, http.StatusBadRequest, refusedRows{verdict{Status: "error", Reason: "invalid_rows"}, rows[:min(len(rows), maxProblems)]})
	case errors.Is(err, errRows):
		refuse(w, http.StatusRequestEntityTooLarge, "too_many_rows")
	case errors.Is(err, errFormat):
		refuse(w, http.StatusBadRequest, "invalid_"+strings.TrimPrefix(kind[strings.IndexByte(kind, '/'):], "/"))
	case errors.Is(err, ErrNoReminders):
		refuse(w, http.StatusConflict, "no_reminders")
	default:
		d.fail(w, r, err)
	}
}

// The fields of an appointment, as JSON and problems call them.
const (
	fieldKey, fieldPhone, fieldName, fieldDoctor = "key", "phone", "name", "doctor"
	fieldProcedure, fieldDate, fieldTime         = "procedure", "date", "time"
	fieldState                                   = "state"
)

// fields are the values of a row by field.
type fields map[string]string

// listed is an appointment of a JSON list.
type listed struct {
	Key       text `json:"key"`
	Phone     text `json:"phone"`
	Name      text `json:"name"`
	Doctor    text `json:"doctor"`
	Procedure text `json:"procedure"`
	Date      text `json:"date"`
	Time      text `json:"time"`
	State     text `json:"state"`
}

// list is a JSON list of appointments that ends, with errRows, before it takes more memory than it may.
type list []listed

func (l *list) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if begin, err := decoder.Token(); err != nil || begin != json.Delim('[') || *l != nil { // a second list is one too many
		return errFormat
	}
	*l = list{}
	for decoder.More() {
		if len(*l) == MaxAppointments {
			return errRows
		}
		var a listed
		if err := decoder.Decode(&a); err != nil {
			return errFormat
		}
		*l = append(*l, a)
	}
	return nil
}

// text is a string, or a number, which systems write for keys and ids.
type text string

func (t *text) UnmarshalJSON(data []byte) error {
	var number json.Number
	if err := json.Unmarshal(data, (*string)(t)); err == nil {
		return nil
	}
	if err := json.Unmarshal(data, &number); err != nil {
		return errFormat
	}
	*t = text(number)
	return nil
}

// readList reads {"appointments":[…]}.  An unknown field is an error: a mistyped "state" would cancel nothing.
func readList(body []byte) ([]Appointment, error) {
	var sent struct {
		Appointments list `json:"appointments"`
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	switch err := decoder.Decode(&sent); {
	case errors.Is(err, errRows):
		return nil, errRows
	case err != nil || sent.Appointments == nil || len(bytes.TrimSpace(body[decoder.InputOffset():])) > 0:
		return nil, errFormat
	}
	sheet := newSheet()
	for i, a := range sent.Appointments {
		sheet.add(i+1, fields{
			fieldKey: string(a.Key), fieldPhone: string(a.Phone), fieldName: string(a.Name), fieldDoctor: string(a.Doctor),
			fieldProcedure: string(a.Procedure), fieldDate: string(a.Date), fieldTime: string(a.Time), fieldState: string(a.State),
		})
	}
	return sheet.done()
}

// sheet collects the appointments of an upload and what is wrong with them.
type sheet struct {
	list     []Appointment
	problems RowsError
	rows     map[string]bool // keys
}

func newSheet() *sheet { return &sheet{rows: map[string]bool{}} }

func (s *sheet) done() ([]Appointment, error) {
	switch {
	case len(s.list) > MaxAppointments:
		return nil, errRows
	case len(s.problems) > 0:
		return nil, s.problems
	default:
		return s.list, nil
	}
}

// wrong notes a problem.
func (s *sheet) wrong(row int, field, reason string) {
	if len(s.problems) < maxProblems {
		s.problems = append(s.problems, RowProblem{row, field, reason})
	}
}

// add reads one row.
func (s *sheet) add(row int, f fields) {
	a := Appointment{Row: row, Key: f.plain(fieldKey), Doctor: f.plain(fieldDoctor), Name: firstName(f.plain(fieldName))}
	for _, field := range []string{fieldKey, fieldPhone, fieldName, fieldDoctor, fieldDate} {
		if f.plain(field) == "" {
			s.wrong(row, field, "missing")
		}
	}
	for field := range f {
		if odd(f[field]) {
			s.wrong(row, field, "longer than 120 characters, or with characters that are none")
		}
	}
	if s.rows[a.Key] && a.Key != "" {
		s.wrong(row, fieldKey, "stands in an earlier row, too")
	}
	s.rows[a.Key] = true
	who, err := Person{Phone: f.plain(fieldPhone)}.Checked()
	if err != nil && f.plain(fieldPhone) != "" {
		s.wrong(row, fieldPhone, "not a phone with area code")
	}
	a.Phone = who.Phone
	var known bool
	if a.Cancelled, known = states[language.Fold(f.plain(fieldState))]; !known {
		s.wrong(row, fieldState, "neither booked nor cancelled")
	}
	if f.plain(fieldDate) != "" {
		var field string
		if a.At, a.Local, field = moment(f.plain(fieldDate), f.plain(fieldTime)); field != "" {
			s.wrong(row, field, "not a date (2026-11-24, 24/11/2026) and a time (14:30)")
		}
	}
	s.list = append(s.list, a)
}

// plain is a field without the spaces around it.
func (f fields) plain(field string) string { return strings.TrimSpace(f[field]) }

// odd reports a value that nobody writes.
func odd(value string) bool {
	return utf8.RuneCountInString(value) > maxField || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl)
}

// states are the words for what becomes of an appointment, true where it does not take place.
var states = map[string]bool{
	"": false, "booked": false, "confirmed": false, "agendado": false, "agendada": false, "marcado": false, "marcada": false, "confirmado": false, "confirmada": false,
	"cancelled": true, "canceled": true, "cancelado": true, "cancelada": true, "desmarcado": true, "desmarcada": true,
}

// maxFirstName is how long a first name may be, in characters.
const maxFirstName = 30

// firstName is the first word of a name, as people write it; "" for what is none.  Patients write their names into many
// systems themselves, and this one is said to whoever has the phone: an address, a sentence or a sign of WhatsApp is not.
func firstName(name string) string {
	first, _, _ := strings.Cut(strings.Join(strings.Fields(name), " "), " ")
	first = strings.TrimSuffix(first, ".")
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("'’-", r)
	}
	if strings.ContainsFunc(first, strange) || utf8.RuneCountInString(first) > maxFirstName {
		return ""
	}
	if first == "" || first != strings.ToUpper(first) && first != strings.ToLower(first) {
		return first
	}
	_, size := utf8.DecodeRuneInString(first)
	return strings.ToUpper(first[:size]) + strings.ToLower(first[size:])
}

// moment reads a date and a time, or both in the date; local says that the clinic's time zone is meant.  field is the one
// that cannot be read, "" for none.
func moment(date, hour string) (at time.Time, local bool, field string) {
	if at, err := time.Parse(time.RFC3339, date); err == nil && hour == "" {
		return at, false, ""
	}
	zoned := strings.TrimSuffix(date+"T"+hour, "T")
	for _, layout := range []string{"2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z07:00"} {
		if at, err := time.Parse(layout, zoned); err == nil {
			return at, false, ""
		}
	}
	day, rest, _ := strings.Cut(strings.Replace(date, "T", " ", 1), " ")
	if rest = strings.TrimSpace(rest); rest != "" && hour != "" && strings.Trim(rest, "0:") != "" { // midnight is how spreadsheets write a date
		return at, false, fieldTime
	}
	if hour == "" {
		hour = rest
	}
	on, err := parsed(day, "2006-01-02", "02/01/2006", "2/1/2006")
	if err != nil {
		return at, false, fieldDate
	}
	clock, err := parsed(strings.Replace(hour, "h", ":", 1), "15:04", "15:04:05")
	if err != nil {
		return at, false, fieldTime
	}
	return time.Date(on.Year(), on.Month(), on.Day(), clock.Hour(), clock.Minute(), 0, 0, time.UTC), true, ""
}

// parsed is a time in the first layout that it has.
func parsed(value string, layouts ...string) (at time.Time, err error) {
	for _, layout := range layouts {
		if at, err = time.Parse(layout, value); err == nil {
			return at, nil
		}
	}
	return at, err
}
