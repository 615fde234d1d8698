package metrics

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Other is the label value for everything that is not on its closed list: a doctor who left the catalogue, a
// reason of a newer release.
const Other = "other"

// Any is the label value of a wish that left something open.
const Any = "any"

var (
	// BookingStages are the stages of the funnel at which doctor, specialty and plan are known.
	BookingStages = []string{"identified", "offered", "chosen", "patient", "booked"}
	// HandOverReasons is why a session went to a person, in the words of conversation.HandOver; "webhook" is
	// POST /webhook/transfer, "operator" the admin page.
	HandOverReasons = []string{
		"pediu_atendente", "sem_horarios", "horarios_recusados", "nao_entendido", "cancelar", "remarcar", "consulta_existente",
		"resultado_exame", "documento", "reclamacao", "retorno", "dados_pessoais", "sem_dados", "outro_idioma", "outro_assunto",
		"emergencia", "erro", "transferencia_pendente", "agendamento_incerto", "agendamento_sem_textos", "muitos_cpfs", "muitas_marcacoes", "muitas_mensagens", "cadastro_diverge", "webhook", "operator", Other,
	}
	// VisitEvents is what becomes of the question whether a patient comes to an appointment (conversation.VisitNoted).
	VisitEvents = []string{"asked", "asked_again", "confirmado", "cancelar", "remarcar", "no_reminders", "silent", "missed", "refused"}
	// AppointmentResults is what became of the appointments that a clinic sent (conversation.Announce).
	AppointmentResults = []string{"accepted", "changed", "unchanged", "cancelled", "skipped"}
	// WaitingEvents is what becomes of wishes on the waiting list, and of the times that it offers (conversation.WaitNoted).
	WaitingEvents = []string{"joined", "full", "offered", "booked", "declined", "passed", "ended", "lapsed"}
	// DataRequests are what patients want of the data that are stored of them (conversation.DataRequest).
	DataRequests = []string{"see", "correct", "erase", "responsible", "other"}
	// UnfinishedOutcomes are ends without an appointment.
	UnfinishedOutcomes = []string{"TRANSFERIDO", "SEM_INTERESSE", "ERRO"}
	// Variants are who leads a conversation: the agent, or the second one that gets a share of them (ATENDE_CANARY).
	Variants = []string{"main", "canary"}
	// VariantOutcomes are the ends of conversations, and that there was no time.
	VariantOutcomes = []string{"AGENDADO", "FALHA_CONSULTA", "TRANSFERIDO", "SEM_INTERESSE", "ERRO"}
	// Reception is whether people of the clinic answer (atende_reception_open).
	Reception = []string{"open", "closed"}
	// Lacking is what else than a time was wished for in vain (conversation.Unmet.Cause): a plan that the clinic does not
	// take, a person while nobody answers.
	Lacking = []string{"plan", "person"}
	// Weekdays of a wish.
	Weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun", Any}
	// Periods of a wish.
	Periods = []string{"morning", "afternoon", "evening", Any}

	// bookingBuckets fit from a conversation of one message to one that goes on the next day, in seconds.
	bookingBuckets = []float64{10, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600, 7200, 4 * 3600, 12 * 3600, 24 * 3600, 72 * 3600}
)

// Conversion measures what a clinic manager asks for: who is booked, how fast, and what could not be offered.
// Doctors, specialties and plans are those of the catalogue, by name; nothing that a
// patient or a gateway sends can make a new label value.
type Conversion struct {
	byDoctor    *prometheus.CounterVec // stage, doctor, specialty
	byPlan      *prometheus.CounterVec // stage, plan
	unfinished  *prometheus.CounterVec // outcome, stage
	handOvers   *prometheus.CounterVec // reason
	asked       *prometheus.CounterVec // kind
	unmet       *prometheus.CounterVec // specialty, weekday, period
	unmetBy     *prometheus.CounterVec // doctor, plan: one of them, the other ""
	duration    prometheus.Histogram
	lacking     *prometheus.CounterVec // cause
	byReception *prometheus.CounterVec // stage, reception
	variants    *prometheus.CounterVec // variant, stage
	outcomes    *prometheus.CounterVec // variant, outcome
	catalog     *Catalog

	// Visits counts questions about appointments, by one of VisitEvents; nil: nowhere.
	Visits *prometheus.CounterVec
	// Waiting counts what becomes of the waiting list, by one of WaitingEvents; nil: nowhere.
	Waiting *prometheus.CounterVec
	// Appointments counts those that the clinic sent, by one of AppointmentResults; nil: nowhere.
	Appointments *prometheus.CounterVec
}

// Catalog lists the label values that come from the clinic's file.
type Catalog struct {
	Doctors     []Doctor
	Specialties []string
	Plans       []string
}

// Doctor is one with the name of the specialty.
type Doctor struct{ Name, Specialty string }

// Subject is what a conversation is about: names of the catalogue, "" where nothing is known.
type Subject struct{ Doctor, Specialty, Plan string }

// Wish is when somebody wanted to come; "" for any time.
type Wish struct{ Weekday, Period string }

func newConversion(reg prometheus.Registerer) Conversion {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		reg.MustRegister(v)
		return v
	}
	c := Conversion{
		byDoctor:     counter("atende_funnel_by_doctor_total", "Conversations that reached a stage of the booking, by doctor.", "stage", "doctor", "specialty"),
		byPlan:       counter("atende_funnel_by_plan_total", "Conversations that reached a stage of the booking, by plan.", "stage", "plan"),
		unfinished:   counter("atende_unfinished_total", "Conversations that ended without an appointment, by the last stage they had reached.", "outcome", "stage"),
		handOvers:    counter("atende_handovers_total", "Sessions that went to a person, by reason.", "reason"),
		asked:        counter("atende_data_requests_total", "Requests of patients for the data that are stored of them, by what they want.", "kind"),
		Visits:       counter("atende_visits_total", "Appointments whose patient is asked the day before whether they come, by what became of that.", "event"),
		Waiting:      counter("atende_waiting_list_total", "Wishes on the waiting list, and the times that were offered to them, by what became of them.", "event"),
		Appointments: counter("atende_appointments_total", "Appointments that the clinic sent, by what became of them.", "result"),
		unmet:        counter("atende_unmet_demand_total", "Wishes for a time that could not be offered.", "specialty", "weekday", "period"),
		unmetBy:      counter("atende_unmet_demand_by_catalog_total", "Wishes for a time that could not be offered, by doctor or by plan.", "doctor", "plan"),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "atende_booking_duration_seconds", Help: "Time from the first message of a conversation to its appointment.", Buckets: bookingBuckets,
		}),
		lacking:     counter("atende_unmet_other_total", "Conversations in which something else than a time was wished for in vain, by what.", "cause"),
		byReception: counter("atende_funnel_by_reception_total", "Conversations that reached a stage of the booking, by whether people of the clinic answered then.", "stage", "reception"),
		variants:    counter("atende_variant_funnel_total", "Conversations that reached a stage of the booking, by which agent leads them.", "variant", "stage"),
		outcomes:    counter("atende_variant_outcomes_total", "Outcomes of conversations, by which agent led them.", "variant", "outcome"),
		catalog:     &Catalog{},
	}
	reg.MustRegister(c.duration)
	zero(c.handOvers, HandOverReasons)
	zero(c.asked, DataRequests)
	zero(c.Visits, VisitEvents)
	zero(c.Waiting, WaitingEvents)
	zero(c.lacking, Lacking)
	for _, stage := range Stages {
		for _, reception := range Reception {
			c.byReception.WithLabelValues(stage, reception)
		}
	}
	zero(c.Appointments, AppointmentResults)
	for _, variant := range Variants {
		for _, stage := range Stages {
			c.variants.WithLabelValues(variant, stage)
		}
		for _, outcome := range VariantOutcomes {
			c.outcomes.WithLabelValues(variant, outcome)
		}
	}
	for _, outcome := range UnfinishedOutcomes {
		for _, stage := range append([]string{"none"}, Stages...) {
			c.unfinished.WithLabelValues(outcome, stage)
		}
	}
	return c
}

// Know takes the label values of the clinic's file and sets them to zero.  It is called once, before anything
// is counted.
func (c Conversion) Know(catalog Catalog) {
	*c.catalog = catalog
	for _, d := range append(slices.Clone(catalog.Doctors), Doctor{Other, Other}) {
		for _, stage := range BookingStages {
			c.byDoctor.WithLabelValues(stage, d.Name, d.Specialty)
		}
		c.unmetBy.WithLabelValues(d.Name, "")
	}
	for _, plan := range append(slices.Clone(catalog.Plans), Other) {
		for _, stage := range BookingStages {
			c.byPlan.WithLabelValues(stage, plan)
		}
		c.unmetBy.WithLabelValues("", plan)
	}
	for _, specialty := range append(slices.Clone(catalog.Specialties), Other) {
		for _, weekday := range Weekdays {
			for _, period := range Periods {
				c.unmet.WithLabelValues(specialty, weekday, period)
			}
		}
	}
}

// Reached counts a stage of a conversation; stages before "identified" have no subject and are not counted here.
func (c Conversion) Reached(stage string, s Subject) {
	if c.byDoctor == nil || !slices.Contains(BookingStages, stage) {
		return
	}
	s = c.known(s)
	if s.Doctor == Other {
		s.Specialty = Other // one series, not one a specialty
	}
	c.byDoctor.WithLabelValues(stage, s.Doctor, s.Specialty).Inc()
	c.byPlan.WithLabelValues(stage, s.Plan).Inc()
}

// VariantReached counts a stage of a conversation by which agent leads it.
func (c Conversion) VariantReached(canary bool, stage string) {
	if c.variants != nil && slices.Contains(Stages, stage) {
		c.variants.WithLabelValues(variantOf(canary), stage).Inc()
	}
}

// VariantEnded counts an outcome by which agent led to it; what a filter kept out is nobody's.
func (c Conversion) VariantEnded(canary bool, outcome string) {
	if c.outcomes != nil && slices.Contains(VariantOutcomes, outcome) {
		c.outcomes.WithLabelValues(variantOf(canary), outcome).Inc()
	}
}

func variantOf(canary bool) string {
	if canary {
		return Variants[1]
	}
	return Variants[0]
}

// Unfinished counts an end without an appointment, by the last stage that was reached ("" for none).
func (c Conversion) Unfinished(outcome, stage string) {
	if c.unfinished == nil || !slices.Contains(UnfinishedOutcomes, outcome) {
		return
	}
	if !slices.Contains(Stages, stage) {
		stage = "none"
	}
	c.unfinished.WithLabelValues(outcome, stage).Inc()
}

// HandOver counts a session that went to a person.
func (c Conversion) HandOver(reason string) {
	if c.handOvers == nil {
		return
	}
	c.handOvers.WithLabelValues(oneOf(HandOverReasons, reason)).Inc()
}

// DataAsked counts a request for the data that are stored of a patient.
func (c Conversion) DataAsked(kind string) {
	if c.asked == nil {
		return
	}
	c.asked.WithLabelValues(oneOf(DataRequests, kind)).Inc()
}

// Visit counts what became of the question about an appointment.
func (c Conversion) Visit(event string) {
	if c.Visits != nil && slices.Contains(VisitEvents, event) {
		c.Visits.WithLabelValues(event).Inc()
	}
}

// Wait counts what became of a wish on the waiting list, or of a time that it offered.
func (c Conversion) Wait(event string) {
	if c.Waiting != nil && slices.Contains(WaitingEvents, event) {
		c.Waiting.WithLabelValues(event).Inc()
	}
}

// Appointment counts what became of n appointments that the clinic sent.
func (c Conversion) Appointment(result string, n int) {
	if c.Appointments != nil && slices.Contains(AppointmentResults, result) {
		c.Appointments.WithLabelValues(result).Add(float64(n))
	}
}

// Unmet counts a wish that could not be offered; each of wishes is a time that would have done, none stands for
// any time.
func (c Conversion) Unmet(s Subject, wishes ...Wish) {
	if c.unmet == nil {
		return
	}
	s = c.known(s)
	c.unmetBy.WithLabelValues(s.Doctor, "").Inc()
	c.unmetBy.WithLabelValues("", s.Plan).Inc()
	if len(wishes) == 0 {
		wishes = []Wish{{}}
	}
	for _, w := range wishes {
		c.unmet.WithLabelValues(s.Specialty, orAny(Weekdays, w.Weekday), orAny(Periods, w.Period)).Inc()
	}
}

// Lack counts something else than a time that was wished for in vain: one of Lacking.
func (c Conversion) Lack(cause string) {
	if c.lacking != nil && slices.Contains(Lacking, cause) {
		c.lacking.WithLabelValues(cause).Inc()
	}
}

// ReceptionReached counts a stage of a conversation by whether people of the clinic answer.
func (c Conversion) ReceptionReached(away bool, stage string) {
	if c.byReception == nil || !slices.Contains(Stages, stage) {
		return
	}
	reception := Reception[0]
	if away {
		reception = Reception[1]
	}
	c.byReception.WithLabelValues(stage, reception).Inc()
}

// Booked takes how long a conversation took to its appointment.
func (c Conversion) Booked(took time.Duration) {
	if c.duration != nil {
		c.duration.Observe(max(0, took).Seconds())
	}
}

// known keeps names of the catalogue and replaces all others.
func (c Conversion) known(s Subject) Subject {
	if !slices.Contains(c.catalog.Doctors, Doctor{s.Doctor, s.Specialty}) {
		s.Doctor = Other
	}
	s.Specialty, s.Plan = oneOf(c.catalog.Specialties, s.Specialty), oneOf(c.catalog.Plans, s.Plan)
	return s
}

func oneOf(list []string, value string) string {
	if slices.Contains(list, value) {
		return value
	}
	return Other
}

func orAny(list []string, value string) string {
	if slices.Contains(list, value) {
		return value
	}
	return Any
}
