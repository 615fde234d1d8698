package server

import (
	"context"
	"slices"
	"time"

	"atende/integrations/catalog"
)

// Bounds of one A1 call; the spec leaves them open ("100 has been sufficient", "start plus 90 days").
const (
	defaultLimit   = 100
	maxRangeDays   = 366
	maxLimit       = maxRangeDays // a larger limit is served as this one
	maxSlots       = 20_000       // an answer ends with the day that reaches this, some 1.5 MB
	maxFilterItems = 100          // agendas or procedures
)

// timesRequest is the body of A1.  limit, ordenacao and suceder may be absent, nothing else.
type timesRequest struct {
	Filter *struct {
		Agendas []struct {
			ID   int    `json:"id"`
			Tipo string `json:"tipo"`
		} `json:"agendas"`
		ConvenioID      int     `json:"convenio_id"`
		Data            string  `json:"data"`
		EndDate         string  `json:"endDate"`
		Suceder         int     `json:"suceder"`
		EspecialidadeID int     `json:"especialidade_id"`
		Limit           *int    `json:"limit"`
		Ordenacao       *string `json:"ordenacao"`
		Procedimentos   []int   `json:"procedimentos"`
	} `json:"filter"`
}

// The answer of A1 (spec 2.2).
type (
	dayObject struct {
		Data    string         `json:"data"` // DD-MM-YYYY
		Agendas []agendaObject `json:"agendas"`
	}
	agendaObject struct {
		AgendaNome string       `json:"agendaNome"`
		Horarios   []hourObject `json:"horarios"`
	}
	hourObject struct {
		Hora         string `json:"hora"`
		DataConsulta string `json:"dataconsulta"`
	}
)

// timesQuery is what a valid A1 asks.
type timesQuery struct {
	agendas    []int
	plan       int
	specialty  int
	procedures []int
	first      time.Time // inclusive days, midnight UTC
	last       time.Time
	limit      int // days with times left
	descending bool
}

// freeTimes is A1.  A filter that fits nothing is an empty list and no error (S-A1-8).
func (s *Server) freeTimes(ctx context.Context, c call) (any, error) {
	query, err := decodeTimes(c.body)
	if err != nil {
		return nil, err
	}
	doctors := s.clinic.offering(query)
	now := s.now()
	found, err := s.free(ctx, doctors, query, now)
	if err != nil {
		return nil, err
	}
	extra, err := s.oddities(ctx, doctors, query, now)
	if err != nil {
		return nil, err
	}
	if found = append(found, extra...); len(extra) > 0 {
		sortSlots(found, query.descending)
	}
	return envelope{s.days(found)}, nil
}

func decodeTimes(body []byte) (timesQuery, error) {
	var request timesRequest
	if err := decode(body, &request); err != nil {
		return timesQuery{}, err
	}
	f := request.Filter
	if f == nil {
		return timesQuery{}, malformed("Informe o objeto filter.")
	}
	var c checks
	q := timesQuery{plan: f.ConvenioID, specialty: f.EspecialidadeID, limit: defaultLimit}
	c.that(len(f.Agendas) > 0 && len(f.Agendas) <= maxFilterItems, "O campo filter.agendas deve ter de 1 a 100 agendas.")
	for _, agenda := range f.Agendas {
		c.positive(agenda.ID, "filter.agendas.id")
		c.that(agenda.Tipo == "cs", `O campo filter.agendas.tipo deve ser "cs".`)
		q.agendas = appendOnce(q.agendas, agenda.ID)
	}
	c.that(len(f.Procedimentos) > 0 && len(f.Procedimentos) <= maxFilterItems, "O campo filter.procedimentos deve ter de 1 a 100 procedimentos.")
	for _, procedure := range f.Procedimentos {
		c.positive(procedure, "filter.procedimentos")
		q.procedures = appendOnce(q.procedures, procedure)
	}
	c.positive(f.ConvenioID, "filter.convenio_id")
	c.positive(f.EspecialidadeID, "filter.especialidade_id")
	c.that(f.Suceder == 0, "O campo filter.suceder deve ser 0.")
	q.first = c.exactTime(time.DateOnly, f.Data, "filter.data", "AAAA-MM-DD")
	q.last = c.exactTime(time.DateOnly, f.EndDate, "filter.endDate", "AAAA-MM-DD")
	c.that(!q.last.Before(q.first), "O campo filter.endDate não pode ser antes de filter.data.")
	c.that(q.last.Before(q.first.AddDate(0, 0, maxRangeDays)), "O período pode ter no máximo 366 dias.")
	if f.Limit != nil {
		c.positive(*f.Limit, "filter.limit")
		q.limit = min(*f.Limit, maxLimit)
	}
	if f.Ordenacao != nil {
		c.that(*f.Ordenacao == "asc" || *f.Ordenacao == "desc", `O campo filter.ordenacao deve ser "asc" ou "desc".`)
		q.descending = *f.Ordenacao == "desc"
	}
	return q, c.err
}

func appendOnce(list []int, id int) []int {
	if slices.Contains(list, id) {
		return list
	}
	return append(list, id)
}

// offering are the asked doctors who work in the specialty and perform all procedures; none when the
// clinic does not know the plan.
func (d directory) offering(q timesQuery) []catalog.Doctor {
	if _, known := d.plans[q.plan]; !known {
		return nil
	}
	var out []catalog.Doctor
	for _, id := range q.agendas {
		doctor, known := d.doctors[id]
		if known && doctor.SpecialtyID == q.specialty && d.performs(doctor, q.procedures) {
			out = append(out, doctor)
		}
	}
	return out
}

// free are the slots of the doctors that are neither booked nor over, of the first days (the last,
// when descending) that have any.  The limit counts those days, because the answer is a list of days
// (spec 2.1): with 100 "sufficient" for 90 days (spec A1) it can hardly count anything else.  A day is
// never cut.
func (s *Server) free(ctx context.Context, doctors []catalog.Doctor, q timesQuery, now time.Time) ([]slot, error) {
	first := q.first
	if today := s.calendar.today(now); first.Before(today) {
		first = today
	}
	if end := s.calendar.lastDay(now); end.Before(q.last) {
		q.last = end
	}
	if len(doctors) == 0 || q.last.Before(first) {
		return nil, nil
	}
	agendas := make([]int, len(doctors))
	for i, d := range doctors {
		agendas[i] = d.AgendaID
	}
	busy, err := s.busy(ctx, s.database.reader, agendas, first, q.last)
	if err != nil {
		return nil, err
	}
	step, day := 1, first
	if q.descending {
		step, day = -1, q.last
	}
	var out []slot
	for days := 0; days < q.limit && len(out) < maxSlots && !day.Before(first) && !day.After(q.last); day = day.AddDate(0, 0, step) {
		open := s.openings(doctors, day, s.clinic.takes(q.procedures))
		open = slices.DeleteFunc(open, func(o slot) bool { return !o.start.After(now) || busy.meets(o) })
		if len(open) > 0 {
			days++
		}
		sortSlots(open, q.descending)
		out = append(out, open...)
	}
	return out, nil
}

// openings are the slots of several doctors on one day at which something fits that takes so long.
func (s *Server) openings(doctors []catalog.Doctor, day time.Time, takes time.Duration) []slot {
	var out []slot
	for _, d := range doctors {
		out = append(out, s.calendar.openings(d.AgendaID, day, takes)...)
	}
	return out
}

// sortSlots orders by time; slots of the same time stay in the order of the doctors.
func sortSlots(list []slot, descending bool) {
	slices.SortStableFunc(list, func(a, b slot) int {
		if descending {
			a, b = b, a
		}
		return a.start.Compare(b.start)
	})
}

// days groups ordered slots as the wire wants them: one object a day, in it one a doctor.
func (s *Server) days(list []slot) []dayObject {
	out := []dayObject{} // an empty list, never null
	for _, free := range list {
		day := free.start.Format(layoutWireDay)
		if len(out) == 0 || out[len(out)-1].Data != day {
			out = append(out, dayObject{Data: day})
		}
		last := &out[len(out)-1]
		name := s.clinic.doctors[free.agendaID].Name
		i := slices.IndexFunc(last.Agendas, func(a agendaObject) bool { return a.AgendaNome == name })
		if i < 0 {
			i = len(last.Agendas)
			last.Agendas = append(last.Agendas, agendaObject{AgendaNome: name})
		}
		last.Agendas[i].Horarios = append(last.Agendas[i].Horarios, hourObject{
			Hora: free.hour(), DataConsulta: free.start.Format(time.DateTime),
		})
	}
	return out
}
