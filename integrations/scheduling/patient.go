package scheduling

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"atende/integrations/outbound"
)

// Patients are found by A2 and registered by A3.

// cpfDigits is the length of a CPF (spec 8).
const cpfDigits = 11

// FindPatient looks a patient up by CPF (A2), whose signs are stripped; false when there is none.
// Any string in the answer means that, and so does null.  A CPF without eleven digits is refused
// without a call; the check digits are the caller's business.
func (c *Client) FindPatient(ctx context.Context, cpf string) (Patient, bool, error) {
	const operation = "find_patient"
	cpf = digits(cpf)
	if len(cpf) != cpfDigits {
		return Patient{}, false, malformed(operation, "malformed CPF")
	}
	var patient Patient
	var found bool
	_, err := c.do(ctx, outbound.Call{
		Operation: operation, Method: http.MethodPost, Path: patientPath(cpf), Repeatable: true,
		Read: func(r outbound.Response) (err error) {
			patient, found, err = decodePatient(r.Body, cpf)
			return err
		},
	})
	if err != nil {
		return Patient{}, false, err
	}
	return patient, found, nil
}

// patientRecord is a patient on the wire (spec 2.3).  paciente_id and id are the same.
type patientRecord struct {
	PatientID json.Number `json:"paciente_id"`
	ID        json.Number `json:"id"`
	Name      text        `json:"nome"`
	CPF       text        `json:"cpf"`
	BirthDate text        `json:"dataNascimento"`
	Phone     text        `json:"celular"`
}

// text is a string, or the literal of a number (a CPF, a phone); anything else counts as missing.
type text string

// UnmarshalJSON never fails.
func (t *text) UnmarshalJSON(raw []byte) error {
	*t = ""
	switch first := raw[0]; {
	case first == '"':
		var s string
		_ = json.Unmarshal(raw, &s) // the decoder has checked it already
		*t = text(s)
	case '0' <= first && first <= '9':
		*t = text(raw)
	}
	return nil
}

var errNoPatient = errors.New("data is neither patient nor text")

// decodePatient reads an answer of A2.  What is wrong with the one record, and not with the answer, is an outbound.Record.
func decodePatient(body []byte, cpf string) (Patient, bool, error) {
	data, err := dataOf(body)
	if err != nil {
		return Patient{}, false, err
	}
	switch shape(data) {
	case '"', 'n':
		return Patient{}, false, nil
	case '{':
	default:
		return Patient{}, false, errNoPatient
	}
	var r patientRecord
	if err := json.Unmarshal(data, &r); err != nil {
		return Patient{}, false, outbound.Record()
	}
	known := digits(string(r.CPF))
	id, same := positive(r.PatientID), positive(r.ID)
	another := known != "" && !sameNumber(known, cpf) // booking for somebody else would be worse than not booking
	two := id != 0 && same != 0 && id != same         // spec 2.3: they are the same; which one is the patient's nobody knows
	if id = max(id, same); another || two || id == 0 {
		return Patient{}, false, outbound.Record()
	}
	birth, _ := rewrite(string(r.BirthDate), wireDay, isoDay) // "" when unknown: nothing depends on it
	return Patient{ID: id, Name: legible(string(r.Name)), CPF: cpf, BirthDate: birth, Phone: digits(string(r.Phone))}, true, nil
}

// sameNumber compares digits; a CPF that was a number on its way has lost the zeros in front.
func sameNumber(a, b string) bool { return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0") }

// positive is an identifier, 0 when there is none.
func positive(n json.Number) int {
	id, err := strconv.Atoi(n.String())
	if err != nil || id < 0 {
		return 0
	}
	return id
}

// patientInput is a patient to be registered (spec 2.4); the server gives it an id of its own.
type patientInput struct {
	Name      string `json:"nome"`
	BirthDate string `json:"dataNascimento"`
	CPF       string `json:"cpf"`
	Phone     string `json:"celular"`
}

// Register registers one patient (A3).  Its answer is worth nothing beyond its status: look the CPF
// up afterwards.  A patient without a phone is refused without a call (spec 2.4).  It is not repeated when it may have been done (kind Unknown).
func (c *Client) Register(ctx context.Context, p NewPatient) error {
	if digits(p.Phone) == "" {
		return malformed("register_patient", "no phone")
	}
	type request struct {
		Patients []patientInput `json:"pacientes"`
	}
	_, err := c.do(ctx, outbound.Call{
		Operation: "register_patient", Method: http.MethodPost, Path: registerPath, Answer: outbound.NoBody,
		Body: request{[]patientInput{{p.Name, p.BirthDate, digits(p.CPF), digits(p.Phone)}}},
	})
	return err
}

// malformed is the error of a call that cannot be made with what it was given.
func malformed(operation, cause string) error {
	return &outbound.Error{Client: "scheduling", Operation: operation, Kind: outbound.Refused, Cause: cause}
}

// digits strips everything else.
func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
