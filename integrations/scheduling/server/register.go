package server

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// Bounds of one A3 call; the spec leaves them open.
const (
	maxBatch      = 100
	maxNameLength = 200
	// A phone with its country code; 15 is the limit of E.164.
	minPhoneDigits, maxPhoneDigits = 8, 15
	oldestBirthYear                = 1880
)

// registerRequest is the body of A3.  An id in it is not even looked at: the server makes its own
// (spec 2.4).
type registerRequest struct {
	Pacientes []patientInput `json:"pacientes"`
}

type patientInput struct {
	Nome           string `json:"nome"`
	DataNascimento string `json:"dataNascimento"` // YYYY-MM-DD
	CPF            string `json:"cpf"`
	Celular        string `json:"celular"`
}

// oddRegisterPage is what the quirk OddRegister answers.
const oddRegisterPage page = "<!doctype html><title>OK</title><p>Cadastro recebido.</p>"

// register is A3: all patients of the batch or, when one is invalid, none.  A CPF that is already
// registered keeps its patient as it is, so that a repeated call changes nothing; the answer repeats what was sent, and
// tells nothing of that patient.
func (s *Server) register(ctx context.Context, c call) (any, error) {
	now := s.now()
	batch, err := decodeBatch(c.body, s.calendar.today(now))
	if err != nil {
		return nil, err
	}
	registered := make([]patientObject, len(batch))
	added := 0
	err = s.database.write(ctx, func(tx *sql.Tx) error {
		for i, input := range batch {
			id, isNew, err := insertOnce(ctx, tx, input, now)
			if err != nil {
				return err
			}
			if isNew {
				added++
			}
			registered[i] = patient{id, input.CPF, input.Nome, input.DataNascimento, input.Celular}.object()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for range added { // A2 asked for these before
		s.unknown.Refund(c.caller)
	}
	if s.quirks.OddRegister {
		return oddRegisterPage, nil
	}
	return envelope{registered}, nil
}

func decodeBatch(body []byte, today time.Time) ([]patientInput, error) {
	var request registerRequest
	if err := decode(body, &request); err != nil {
		return nil, err
	}
	var c checks
	c.that(len(request.Pacientes) > 0 && len(request.Pacientes) <= maxBatch,
		fmt.Sprintf("O campo pacientes deve ter de 1 a %d pacientes.", maxBatch))
	for i := range request.Pacientes {
		p := &request.Pacientes[i]
		p.Nome = strings.TrimSpace(p.Nome)
		c.line(p.Nome, maxNameLength, "nome")
		birth := c.exactTime(time.DateOnly, p.DataNascimento, "dataNascimento", "AAAA-MM-DD")
		c.that(!birth.After(today) && birth.Year() >= oldestBirthYear, "O campo dataNascimento deve ser uma data de nascimento possível.")
		c.cpf(p.CPF)
		c.digits(p.Celular, minPhoneDigits, maxPhoneDigits, "O campo celular deve ter só dígitos, com o código do país.")
	}
	return request.Pacientes, c.err
}

// insertOnce registers a patient unless the CPF is known, and returns the id of who has it now.
func insertOnce(ctx context.Context, tx *sql.Tx, p patientInput, now time.Time) (id int, isNew bool, err error) {
	done, err := tx.ExecContext(ctx,
		`insert into patients (cpf, name, birth_date, phone, created_at) values (?, ?, ?, ?, ?) on conflict (cpf) do nothing`,
		p.CPF, p.Nome, p.DataNascimento, p.Celular, now.UnixMilli())
	if err != nil {
		return 0, false, fmt.Errorf("register patient: %w", err)
	}
	rows, err := done.RowsAffected()
	if err != nil {
		return 0, false, fmt.Errorf("register patient: %w", err)
	}
	found, exists, err := findByCPF(ctx, tx, p.CPF)
	if err == nil && !exists {
		err = fmt.Errorf("register patient: not there after the insert")
	}
	return found.id, rows == 1, err
}
