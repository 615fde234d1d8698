package scheduling

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"atende/integrations/outbound"
)

// intentHeader names the right to book on the way there; on the way back, in the answer to any call,
// intentKnown announces that repeating an A4 is safe (contract, "A4").
const (
	intentHeader = "Atende-Intent"
	intentKnown  = "1"
)

// appointmentRequest is the body of A4.
type appointmentRequest struct {
	PatientID  int       `json:"paciente_id"`
	CPF        string    `json:"cpf"`
	PlanID     int       `json:"convenio_id"`
	Date       string    `json:"data"` // DD-MM-YYYY, unlike A1
	Hour       string    `json:"hora"`
	AgendaID   int       `json:"agenda_id"`
	AgendaKind string    `json:"agenda_tipo"`
	Status     string    `json:"status"`
	Services   []service `json:"servicos"`
}

type service struct {
	ID int `json:"id"`
}

// bookOperation is A4 in metrics and errors.
const bookOperation = "book"

// active is the only status of an appointment that is known.
const active = "ativo"

// Book creates an appointment (A4): one request over a connection of its own, never repeated.  What
// became of it stands in the Verdict, with and without an error; the error is nil exactly for
// Executed.
func (c *Client) Book(ctx context.Context, a Appointment) (Booking, error) {
	date, ok := rewrite(a.Date, isoDay, wireDay)
	if !ok || !isHour(a.Hour) {
		return Booking{Verdict: NotExecuted}, malformed(bookOperation, "malformed date or hour")
	}
	header := http.Header{}
	if a.Intent != "" {
		header.Set(intentHeader, a.Intent)
	}
	response, err := c.do(ctx, outbound.Call{
		Operation: bookOperation, Method: http.MethodPost, Path: appointmentPath, Header: header,
		Once: true, Guard: a.Guard, Answer: outbound.WantBody,
		Body: appointmentRequest{
			PatientID: a.PatientID, CPF: digits(a.CPF), PlanID: a.PlanID, Date: date, Hour: a.Hour,
			AgendaID: a.AgendaID, AgendaKind: consultation, Status: active, Services: []service{{a.ProcedureID}},
		},
	})
	booking := Booking{
		Verdict: VerdictOf(response.Status, err == nil || outbound.KindOf(err) != outbound.NotSent),
		Status:  response.Status, Replayable: response.Header.Get(intentHeader) == intentKnown,
	}
	if err != nil {
		return booking, err
	}
	booking.Description, booking.Preparation = decodeBooking(response.Body)
	booking.Readable = strings.TrimSpace(booking.Description) != "" // which says that it is booked
	return booking, nil
}

// refusals are the statuses with which an A4 certainly was not executed (contract, "A4").
var refusals = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
	http.StatusMethodNotAllowed, http.StatusConflict, http.StatusRequestEntityTooLarge,
	http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
}

// VerdictOf says what became of an A4 by the status of its answer, 0 for none, and by whether it left: only what
// certainly did not happen is NotExecuted (contract, "A4"; docs/decisions.md).
func VerdictOf(status int, left bool) Verdict {
	switch {
	case !left || slices.Contains(refusals, status):
		return NotExecuted
	case status/100 == 2:
		return Executed
	default:
		return Open
	}
}

// confirmation is the answer of A4.  Each field is decoded for itself, so that an odd one does not
// hide the other.
type confirmation struct {
	Description json.RawMessage `json:"description"`
	Preparation json.RawMessage `json:"preparo"`
}

// decodeBooking reads the two texts, which stand in data or at the top (spec A4); "" for what is
// missing or no text.
func decodeBooking(body []byte) (description, preparation string) {
	var answer struct {
		confirmation
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return "", ""
	}
	var inner confirmation
	_ = json.Unmarshal(answer.Data, &inner) // a text or nothing: then only the top counts
	return firstText(inner.Description, answer.Description), firstText(inner.Preparation, answer.Preparation)
}

// firstText is the first value that is a text and shows something, without what nobody sees (legible), in paragraphs of
// which there are not too many.
func firstText(values ...json.RawMessage) string {
	for _, value := range values {
		var text string
		if json.Unmarshal(value, &text) != nil {
			continue
		}
		if text = legible(text); strings.TrimSpace(text) != "" {
			return paragraphed(text)
		}
	}
	return ""
}
