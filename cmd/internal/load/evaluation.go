package load

import "atende/cmd/internal/persona"

// Evaluation is how a language model did that led the conversations of a Treatment, as its agent counted.  Turns
// and calls that were under way when the first patient came or when the last one went are in it in part.
type Evaluation struct {
	// RightShare is how many of 100 visits reached an end that is right for them; the four behind it say which
	// ends were reached: an appointment, a person, let go, none.
	RightShare float64 `json:"right_share"`
	Booked     int     `json:"booked"`
	HandedOver int     `json:"handed_over"`
	Closed     int     `json:"closed"`
	Unended    int     `json:"unended"`
	// FalseConfirmations and WrongBookings are what must not happen.
	FalseConfirmations int `json:"false_confirmations"`
	WrongBookings      int `json:"wrong_bookings"`

	Turns     map[string]int `json:"turns"`     // by who led them, metrics.ModelLeaders
	Takeovers map[string]int `json:"takeovers"` // turns that the rules took over, by why
	Refused   map[string]int `json:"refused"`   // tool calls, by tool
	Replaced  map[string]int `json:"replaced"`  // texts that were not said, by what they claimed
	Calls     map[string]int `json:"calls"`     // of the model, by result

	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	TokensATurn      float64 `json:"tokens_per_turn"` // that asked the model
	TokensABooking   float64 `json:"tokens_per_booking"`
	// Costs are in the currency of the configured prices.
	Cost         float64 `json:"cost"`
	CostATurn    float64 `json:"cost_per_turn"`
	CostABooking float64 `json:"cost_per_booking"`
	// Seconds of a turn, from the waiting messages to the last part, and of a call of the model.
	Turn Seconds `json:"turn_seconds"`
	Call Seconds `json:"call_seconds"`
}

// Seconds are quantiles, as far as the buckets of a histogram tell.
type Seconds struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

// The names of what is read.
const (
	metricTurns    = "atende_model_turns_total"
	metricCalls    = "atende_client_requests_total"
	metricCallTime = "atende_client_duration_seconds"
	metricTurnTime = "atende_turn_duration_seconds"
)

// evaluate reads what an agent counted meanwhile; nil if no model led it.
func (t *Treatment) evaluate(s samples) *Evaluation {
	turns := s.counts(metricTurns, "led")
	if len(turns) == 0 {
		return nil
	}
	of := []string{"client", "model", "operation", "complete"}
	tokens := s.by("atende_model_tokens_total", "direction")
	e := &Evaluation{
		RightShare: 100 * ratio(float64(t.Right), float64(t.Visits)),
		Booked:     t.Ends[persona.Booked.String()], Closed: t.Ends[persona.Gone.String()], Unended: t.Ends["nothing"],
		FalseConfirmations: t.Broken[persona.FalseConfirmation], WrongBookings: t.Broken[persona.WrongBooking] + t.Strays,
		Turns:     turns,
		Takeovers: s.counts("atende_model_takeovers_total", "reason"),
		Refused:   s.counts("atende_model_refused_total", "tool"),
		Replaced:  s.counts("atende_model_replaced_total", "reason"),
		Calls:     s.counts(metricCalls, "result", of...),

		PromptTokens: int(tokens["prompt"]), CompletionTokens: int(tokens["completion"]),
		TokensATurn:    ratio(s["atende_model_turn_tokens_sum"], s["atende_model_turn_tokens_count"]),
		TokensABooking: ratio(s["atende_model_booking_tokens_sum"], s["atende_model_booking_tokens_count"]),
		Cost:           s["atende_model_cost_total"],
		CostATurn:      ratio(s["atende_model_cost_total"], s["atende_model_turn_tokens_count"]),
		CostABooking:   ratio(s["atende_model_booking_cost_sum"], s["atende_model_booking_cost_count"]),
		Turn:           Seconds{s.quantile(metricTurnTime, .5), s.quantile(metricTurnTime, .95)},
		Call:           Seconds{s.quantile(metricCallTime, .5, of...), s.quantile(metricCallTime, .95, of...)},
	}
	e.HandedOver = t.Visits - e.Booked - e.Closed - e.Unended
	return e
}

// OK reports whether the model led anything, and nothing happened that must not.
func (e *Evaluation) OK() bool {
	return e.Turns["model"] > 0 && e.FalseConfirmations+e.WrongBookings == 0
}

// write shows it to people.
func (e *Evaluation) write(page *page) {
	page.line("")
	page.line("right ends %.1f %%: booked %d, handed over %d, closed %d, without an end %d", e.RightShare, e.Booked, e.HandedOver, e.Closed, e.Unended)
	page.line("turns led by the model %d, by the model and then the rules %d, by the rules alone %d",
		e.Turns["model"], e.Turns["model_then_rules"], e.Turns["rules"])
	page.line("takeovers by the rules: %s", counts(e.Takeovers))
	page.line("tool calls refused: %s", counts(e.Refused))
	page.line("texts replaced: %s", counts(e.Replaced))
	page.line("calls of the model: %s", counts(e.Calls))
	page.line("tokens %d in, %d out; %.0f a turn, %.0f a booking", e.PromptTokens, e.CompletionTokens, e.TokensATurn, e.TokensABooking)
	page.line("cost %.4f; %.4f a turn, %.4f a booking", e.Cost, e.CostATurn, e.CostABooking)
	page.line("seconds a turn: median %.1f, p95 %.1f; a call: median %.1f, p95 %.1f", e.Turn.Median, e.Turn.P95, e.Call.Median, e.Call.P95)
	if e.Turns["model"] == 0 {
		page.line("THE MODEL LED NO TURN")
	}
}
