package scheduling

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"atende/integrations/outbound"
)

// searchLimit "has been sufficient" (spec A1).
const searchLimit = 100

// timesRequest is the body of A1.
type timesRequest struct {
	Filter filter `json:"filter"`
}

type filter struct {
	Agendas    []agendaID `json:"agendas"`
	PlanID     int        `json:"convenio_id"`
	From       string     `json:"data"`
	To         string     `json:"endDate"`
	Suceder    int        `json:"suceder"` // always 0; the spec does not say what it means
	Specialty  int        `json:"especialidade_id"`
	Limit      int        `json:"limit"`
	Order      string     `json:"ordenacao"`
	Procedures []int      `json:"procedimentos"`
}

type agendaID struct {
	ID   int    `json:"id"`
	Kind string `json:"tipo"`
}

// day is one entry of A1's answer; its lists are decoded entry by entry, so that one malformed entry
// hides nothing but itself.
type day struct {
	Date    string            `json:"data"`
	Agendas []json.RawMessage `json:"agendas"`
}

type agenda struct {
	Name  string            `json:"agendaNome"`
	Times []json.RawMessage `json:"horarios"`
}

// freeTime has a dataconsulta beside the hour, whose format nobody knows: it is not read.
type freeTime struct {
	Hour string `json:"hora"`
}

// Slots asks for the free times of one doctor (A1) and returns those that can be offered, by day and
// hour: without other doctors', past and malformed ones and those outside of q.From to q.To, none
// twice.  A query without q.From or q.To is refused without a call.
//
// No slot at all is no error: the API answers an empty list for "full" and for "wrong filter" alike.
// An answer that is not a list of days is one, of kind Unknown.
func (c *Client) Slots(ctx context.Context, q Query) ([]Slot, error) {
	days, now, err := c.days(ctx, q)
	if err != nil {
		return nil, err
	}
	return c.doctors.usable(days, q, now), nil
}

// days makes the call of A1; now is when, in the clinic's time zone.
func (c *Client) days(ctx context.Context, q Query) (days []json.RawMessage, now time.Time, err error) {
	const operation = "slots"
	if q.From == "" || q.To == "" {
		return nil, now, malformed(operation, "no range of days")
	}
	now = c.now().In(c.location)
	_, err = c.do(ctx, outbound.Call{
		Operation: operation, Method: http.MethodPost, Path: timesPath, Repeatable: true,
		Body: timesRequest{filter{
			Agendas: []agendaID{{q.AgendaID, consultation}}, PlanID: q.PlanID, From: q.From, To: q.To,
			Specialty: q.SpecialtyID, Limit: searchLimit, Order: "asc", Procedures: []int{q.ProcedureID},
		}},
		Read: func(r outbound.Response) (err error) {
			days, err = decodeDays(r.Body)
			return err
		},
	})
	return days, now, err
}

// errNoDays: A1 answers a list.
var errNoDays = errors.New("data is no list of days")

// decodeDays reads the list of A1; null, which some servers write for an empty list, is one.
func decodeDays(body []byte) ([]json.RawMessage, error) {
	data, err := dataOf(body)
	if err != nil {
		return nil, err
	}
	if first := shape(data); first != '[' && first != 'n' {
		return nil, errNoDays
	}
	var days []json.RawMessage
	err = json.Unmarshal(data, &days)
	return days, err
}
