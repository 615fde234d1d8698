package admin

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"atende/actors/language"
)

// columns are the names that a field may have in the header of a CSV file, folded.
var columns = map[string][]string{
	fieldKey:       {"key", "id", "chave", "codigo", "agendamento"},
	fieldPhone:     {"phone", "telefone", "celular", "whatsapp", "fone"},
	fieldName:      {"name", "patient", "nome", "paciente"},
	fieldDoctor:    {"doctor", "medico", "medica", "profissional", "agenda"}, //nolint:misspell // Portuguese
	fieldProcedure: {"procedure", "specialty", "procedimento", "especialidade", "servico"},
	fieldDate:      {"date", "data", "dia"},
	fieldTime:      {"time", "hour", "hora", "horario"},
	fieldState:     {"state", "status", "estado", "situacao"},
}

// optional are the fields that a file may do without.
var optional = []string{fieldProcedure, fieldTime, fieldState}

// maxColumns is how many columns a file may have.
const maxColumns = 500

// headerRow is the row of the header, as a spreadsheet counts.
const headerRow = 1

// readCSV reads a file with a header, its columns parted by ";" or ",", in UTF-8 or, as spreadsheets write it, in
// Windows-1252.  Columns that are none of an appointment are left alone.
func readCSV(body []byte) ([]Appointment, error) {
	if body = bytes.TrimPrefix(body, []byte("\ufeff")); !utf8.Valid(body) {
		body, _ = charmap.Windows1252.NewDecoder().Bytes(body) // reads any bytes
	}
	head, _, _ := bytes.Cut(body, []byte("\n"))
	reader := csv.NewReader(bytes.NewReader(body))
	reader.FieldsPerRecord, reader.ReuseRecord = -1, true
	if bytes.Count(head, []byte(";")) > bytes.Count(head, []byte(",")) {
		reader.Comma = ';'
	}
	header, err := reader.Read()
	if err != nil || len(header) > maxColumns {
		return nil, errFormat
	}
	places, wrong := placesOf(header)
	if wrong != nil {
		return nil, wrong
	}
	width, sheet := len(header), newSheet()
	for len(sheet.list) <= MaxAppointments {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errFormat
		}
		sheet.record(reader, record, places, width)
	}
	return sheet.done()
}

// record reads one record of a file; one without any value is the end of a spreadsheet.
func (s *sheet) record(reader *csv.Reader, record []string, places map[string]int, width int) {
	if !slices.ContainsFunc(record, func(value string) bool { return strings.TrimSpace(value) != "" }) {
		return
	}
	row, _ := reader.FieldPos(0)
	if len(record) != width {
		s.wrong(row, "row", "not as many columns as the header")
		return
	}
	f := fields{}
	for field, at := range places {
		f[field] = record[at]
	}
	s.add(row, f)
}

// placesOf is where each field stands.
func placesOf(header []string) (places map[string]int, wrong error) {
	places = map[string]int{}
	var problems RowsError
	for field, names := range columns {
		for at, name := range header {
			if !slices.Contains(names, language.Fold(name)) {
				continue
			}
			if _, twice := places[field]; twice {
				problems = append(problems, RowProblem{headerRow, field, "two columns of it"})
			}
			places[field] = at
		}
		if _, found := places[field]; !found && !slices.Contains(optional, field) {
			problems = append(problems, RowProblem{headerRow, field, "no column of it"})
		}
	}
	if len(problems) > 0 {
		slices.SortFunc(problems, func(a, b RowProblem) int { return strings.Compare(a.Field, b.Field) })
		return nil, problems
	}
	return places, nil
}
