package conversation

import (
	"slices"
	"strings"
	"time"

	"atende/actors/wording"
)

var weekdays = [...]string{"domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"}

// Weekday is how a day of the week is called: "segunda".
func Weekday(day time.Weekday) string { return weekdays[day] }

// Workdays are the days from Monday to Friday. Nobody may change them.
var Workdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}

// OnWeekdays is on which days of the week something is: "aos sábados", "às terças", "de segunda a sexta".
func OnWeekdays(days []time.Weekday) string {
	if slices.Equal(days, Workdays) {
		return "de segunda a sexta"
	}
	var list []string
	for _, day := range days {
		at := "às "
		if day == time.Sunday || day == time.Saturday {
			at = "aos "
		}
		list = append(list, at+Weekday(day)+"s")
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " e " + list[n-1]
	}
	return strings.Join(list, "")
}

// ShortDay is Day as a line of an offer begins: "Seg 23/11".
func ShortDay(date string, now time.Time) string {
	day, number, ok := strings.Cut(Day(date, now), ", ")
	if !ok {
		return date
	}
	short := []rune(day)[:3] // "sáb"
	return strings.ToUpper(string(short[:1])) + string(short[1:]) + " " + number
}

// Day is "segunda, 23/11" for 2026-11-23; the year stands with it where it is another than now's.
func Day(date string, now time.Time) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	layout := "02/01"
	if d.Year() != now.Year() {
		layout = "02/01/2006"
	}
	return weekdays[d.Weekday()] + ", " + d.Format(layout)
}

// NearDay is "hoje", "amanhã", or else Day.
func NearDay(date string, now time.Time) string {
	switch date {
	case now.Format(time.DateOnly):
		return "hoje"
	case now.AddDate(0, 0, 1).Format(time.DateOnly):
		return "amanhã"
	default:
		return Day(date, now)
	}
}

// WithWhom is whom a booking is with: "com a Dra. Ana Souza", or "em Cardiologia" while any of several will do.
func (c *Clinic) WithWhom(r Request) string {
	specialty, ok := c.Specialty(r.SpecialtyID)
	if r.AgendaID != 0 || !ok {
		return c.With(r.AgendaID)
	}
	return "em " + specialty.Name
}

// With is "com a Dra. Ana Souza" for a doctor's agenda, "" for none.
func (c *Clinic) With(agendaID int) string {
	doctor, ok := c.Doctor(agendaID)
	if !ok {
		return ""
	}
	title, _, _ := strings.Cut(doctor.Name, " ")
	switch strings.ToLower(strings.TrimSuffix(title, ".")) {
	case "dra", "doutora":
		return "com a " + doctor.Name
	case "dr", "doutor":
		return "com o " + doctor.Name
	default: // "Drauzio Varella"
		return "com " + doctor.Name
	}
}

// BookedText is the appointment that was made last, in one line that names the patient.
func (c *Clinic) BookedText(s *State, now time.Time) wording.Words {
	all := s.Appointments()
	return c.AppointmentText(all[len(all)-1], now)
}

// AppointmentText is an appointment that was made, in such a line.
func (c *Clinic) AppointmentText(b Booked, now time.Time) wording.Words {
	fill := []string{"name", b.Name, "procedure", c.ProcedureCalled(b.ProcedureID), "with", c.With(b.Slot.AgendaID), "day", Day(b.Slot.Date, now), "hour", b.Slot.Hour}
	if plan := c.PlanText(b.PlanID, wording.BackPlan, wording.BackPrivate); plan.Text != "" {
		return c.words(wording.BookedToldPlan, append(fill, "plan", plan.Text)...).With(plan)
	}
	return c.words(wording.BookedTold, fill...)
}

// ProcedureCalled is a procedure as a patient is told of it: a consultation with its specialty, "Consulta (Cardiologia)", as in
// A4's text, so that a wrong one is noticed.
func (c *Clinic) ProcedureCalled(id int) string {
	procedure, _ := c.Procedure(id)
	specialty, known := c.Specialty(procedure.SpecialtyID)
	if !known || !strings.EqualFold(procedure.Name, "consulta") {
		return procedure.Name
	}
	return procedure.Name + " (" + specialty.Name + ")"
}

// PlanText is a text about a plan, "pelo convênio Unimed", or the one for none; nothing while that is open.
func (c *Clinic) PlanText(id int, ofPlan, private wording.ID) wording.Words {
	plan, ok := c.Plan(id)
	switch {
	case !ok:
		return wording.Words{}
	case IsPrivate(plan.Name):
		return c.words(private)
	default:
		return c.words(ofPlan, "plan", plan.Name)
	}
}

// IsPrivate reports the name of a plan that is none: the patient pays.
func IsPrivate(plan string) bool { return strings.EqualFold(plan, "particular") }

// Away reports that no person of the clinic answers at the moment.
func (c *Clinic) Away(now time.Time) bool { return c.Reception != nil && !c.Reception.Open(now) }

// BackText says when people answer again, nothing while they do or where that is not known.
func (c *Clinic) BackText(now time.Time) wording.Words {
	when := c.Back(now)
	if when == "" {
		return wording.Words{}
	}
	if holiday := c.Reception.Holiday(now); holiday != "" {
		return c.words(wording.AwayHoliday, "holiday", holiday, "when", when)
	}
	return c.words(wording.AwayBack, "when", when)
}

// words are one of the clinic's texts.
func (c *Clinic) words(id wording.ID, fill ...string) wording.Words {
	return c.Texts.Words(id, 0, fill...)
}

// Back is when people answer again, as one says it ("segunda, às 8h"); "" while they do, or where that is not
// known.
func (c *Clinic) Back(now time.Time) string {
	if !c.Away(now) {
		return ""
	}
	next, ok := c.Reception.Next(now)
	if !ok {
		return ""
	}
	return c.moment(next.In(c.Location), now.In(c.Location))
}

// moment is a time of the next days in words: "hoje, às 8h", "amanhã, às 8h30", "segunda, às 8h".
func (c *Clinic) moment(at, now time.Time) string {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, c.Location)
	date := at.Format(time.DateOnly)
	day := weekdays[at.Weekday()]
	switch {
	case date == now.Format(time.DateOnly):
		day = "hoje"
	case date == midnight.AddDate(0, 0, 1).Format(time.DateOnly):
		day = "amanhã"
	case !at.Before(midnight.AddDate(0, 0, 7)):
		day = Day(date, now)
	}
	return day + ", às " + clockHour(at)
}

// clockHour is an hour as one says it: "8h", "14h30".
func clockHour(at time.Time) string {
	return strings.TrimPrefix(strings.TrimSuffix(at.Format("15h04"), "00"), "0")
}
