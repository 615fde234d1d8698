package server

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// patientNotFound is the text of spec A2, word for word.
const patientNotFound = "O CPF informado não foi encontrado."

// patient is a row of the patients.
type patient struct {
	id        int
	cpf       string
	name      string
	birthDate string // YYYY-MM-DD
	phone     string
}

// patientObject is a patient on the wire (spec 2.3).
type patientObject struct {
	ID             int    `json:"id"`
	PacienteID     int    `json:"paciente_id"`
	Nome           string `json:"nome"`
	CPF            string `json:"cpf"`
	DataNascimento string `json:"dataNascimento"` // DD-MM-YYYY, unlike the request of A3
	Celular        string `json:"celular"`
}

func (p patient) object() patientObject {
	birth := p.birthDate
	if t, err := time.Parse(time.DateOnly, birth); err == nil {
		birth = t.Format(layoutWireDay)
	}
	return patientObject{ID: p.id, PacienteID: p.id, Nome: p.name, CPF: p.cpf, DataNascimento: birth, Celular: p.phone}
}

// How many look-ups of one address may find nobody: so many at once, which is more than the patients of a large clinic
// that an agent has asked for and not registered yet, and then one in so long, which is 30 years for all CPFs.
const (
	unknownBurst = 20_000
	unknownEvery = time.Second
)

// findPatient is A2.  Not found is a 200 with a string where the object would be (S-A2-4).
func (s *Server) findPatient(ctx context.Context, c call) (any, error) {
	var valid checks
	valid.cpf(c.path["cpf"])
	if valid.err != nil {
		return nil, valid.err
	}
	if len(bytes.TrimSpace(c.body)) > 0 { // none, or an empty object (S-A2-2)
		if err := decode(c.body, &struct{}{}); err != nil {
			return nil, err
		}
	}
	if s.unknown.Take(c.caller) > 0 {
		return nil, &refusal{http.StatusTooManyRequests, "CPFs desconhecidos demais. Tente novamente em instantes."}
	}
	found, exists, err := findByCPF(ctx, s.database.reader, c.path["cpf"])
	if err == nil && !exists {
		return envelope{patientNotFound}, nil
	}
	s.unknown.Refund(c.caller)
	if err != nil {
		return nil, err
	}
	return envelope{found.object()}, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func findByCPF(ctx context.Context, db querier, cpf string) (patient, bool, error) {
	return scanPatient(db.QueryRowContext(ctx,
		`select id, cpf, name, birth_date, phone from patients where cpf = ?`, cpf))
}

func findByID(ctx context.Context, db querier, id int) (patient, bool, error) {
	return scanPatient(db.QueryRowContext(ctx,
		`select id, cpf, name, birth_date, phone from patients where id = ?`, id))
}

func scanPatient(row *sql.Row) (patient, bool, error) {
	var p patient
	err := row.Scan(&p.id, &p.cpf, &p.name, &p.birthDate, &p.phone)
	if errors.Is(err, sql.ErrNoRows) {
		return patient{}, false, nil
	}
	if err != nil {
		return patient{}, false, fmt.Errorf("find patient: %w", err)
	}
	return p, true, nil
}
