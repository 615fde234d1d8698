package admin

import (
	"cmp"
	"net/http"
	"time"
)

// MaxReportDays is how many days a report may be of; as many before them are looked at, too.
const MaxReportDays = 366

// reportLimit bounds one step of a report.
const reportLimit = time.Minute

// AnswerBounds are the seconds within which answers were ready, as Counts.Answers has them.
var AnswerBounds = []float64{5, 10, 30, 60, 300}

// ReportAsk says what a report is about.
type ReportAsk struct {
	// Since is the first day, YYYY-MM-DD, or how many days it is of, "7d"; "" is "7d".
	Since string
	// Until is the last day, YYYY-MM-DD, or how many days ago that is, "1d"; "" is today at the clinic.
	Until string
	// After is Report.Next of the step before, "" for the first.
	After string
}

// Report is one step of a report: what some of the stored conversations came to, on the days asked for and on as many
// before them.  Whoever adds up the steps (Add) until Next is "" has all of it.  Nothing in it is about one patient.
type Report struct {
	Clinic string `json:"clinic"`
	// From and To are the first and the last day (YYYY-MM-DD in the clinic's time zone), BeforeFrom and BeforeTo those of the
	// period before.
	From       string    `json:"from"`
	To         string    `json:"to"`
	BeforeFrom string    `json:"before_from"`
	BeforeTo   string    `json:"before_to"`
	Made       time.Time `json:"made"` // in the clinic's time zone
	// KeptFrom is the first day of which all turns are still kept, WishesKeptFrom that of wishes.
	KeptFrom       string `json:"kept_from"`
	WishesKeptFrom string `json:"wishes_kept_from"`
	// Asks says that patients are asked whether they come (ATENDE_CONFIRM_BEFORE), Hours that it is known when people answer.
	Asks  bool `json:"asks"`
	Hours bool `json:"hours"`

	Present Counts `json:"present"`
	Before  Counts `json:"before"`

	// Read is how many turns and conversations were looked at, Unreadable how many of them could not be read.
	Read       int `json:"read"`
	Unreadable int `json:"unreadable"`
	// Next is where the next step begins, "" after the last.
	Next string `json:"next,omitempty"`
}

// Counts are what a period came to.  Keys are the label values of the metrics of the same thing, names of the catalogue, or
// days.
type Counts struct {
	Stages     map[string]int `json:"stages"`      // conversations that reached a stage
	StagesAway map[string]int `json:"stages_away"` // those while nobody of the clinic answers
	Outcomes   map[string]int `json:"outcomes"`
	HandOvers  map[string]int `json:"hand_overs"`
	Doctors    map[string]int `json:"doctors"` // appointments that were made
	Plans      map[string]int `json:"plans"`   // the same
	Visits     map[string]int `json:"visits"`  // questions whether patients come
	Begun      map[string]int `json:"begun"`   // conversations by day, YYYY-MM-DD
	Booked     map[string]int `json:"booked"`  // those with an appointment by day
	// Messages are those of patients that were answered, Answers how many answers were ready within each of AnswerBounds and
	// not within the one before, with one more for those that took longer.
	Messages int   `json:"messages"`
	Answers  []int `json:"answers"`
	// WishedDoctors, WishedTimes ("sat morning") and WishedCauses count wishes that could not be offered; one that several
	// times would have met counts for each.  The first two are of times alone (causes none and wished).
	WishedDoctors map[string]int `json:"wished_doctors"`
	WishedTimes   map[string]int `json:"wished_times"`
	WishedCauses  map[string]int `json:"wished_causes"`
}

// NewCounts are counts of nothing.
func NewCounts() Counts {
	c := Counts{Answers: make([]int, len(AnswerBounds)+1)}
	for _, m := range c.maps() {
		*m = map[string]int{}
	}
	return c
}

func (c *Counts) maps() []*map[string]int {
	return []*map[string]int{
		&c.Stages, &c.StagesAway, &c.Outcomes, &c.HandOvers, &c.Doctors, &c.Plans, &c.Visits, &c.Begun, &c.Booked,
		&c.WishedDoctors, &c.WishedTimes, &c.WishedCauses,
	}
}

// Add adds what another step counted.
func (c *Counts) Add(more Counts) {
	others := more.maps()
	for i, m := range c.maps() {
		if *m == nil {
			*m = map[string]int{}
		}
		for key, n := range *others[i] {
			(*m)[key] += n
		}
	}
	for i := range min(len(c.Answers), len(more.Answers)) {
		c.Answers[i] += more.Answers[i]
	}
	c.Messages += more.Messages
}

// Whole reports that a step has days and counts, as those of a node have.
func (r *Report) Whole() bool {
	bounds := len(AnswerBounds) + 1
	return r.From != "" && len(r.Present.Answers) == bounds && len(r.Before.Answers) == bounds
}

// Add adds the next step.
func (r *Report) Add(step Report) {
	r.Present.Add(step.Present)
	r.Before.Add(step.Before)
	r.Read += step.Read
	r.Unreadable += step.Unreadable
	r.Next = step.Next
}

// report answers GET /admin/report?since=7d&until=YYYY-MM-DD&after=…: one step of a report, see Report.  It shows nothing of
// anybody, so that it is no line of the access log.
func (d desk) report(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	ctx, cancel := patiently(w, r, reportLimit)
	defer cancel()
	step, err := d.Operator.Report(ctx, ReportAsk{
		Since: cmp.Or(query.Get("since"), "7d"), Until: query.Get("until"), After: query.Get("after"),
	})
	if err != nil {
		d.fail(w, r, err)
		return
	}
	answer(w, http.StatusOK, step)
}
