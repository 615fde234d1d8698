package conversation

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// Clinic is what the conversation knows of the clinic: the catalogue, and how to find its entries
// in a text.  It is immutable after NewClinic and safe for concurrent use.
type Clinic struct {
	Name string
	// Phone is what patients call when nobody can be called for them, as they read it; "" for unknown.
	Phone string
	// DPO answers for personal data (LGPD, art. 41); nil for unknown.
	DPO *DPO
	// Version tells one state of the catalogue from another: a short hash, "" for unknown.
	Version     string
	Location    *time.Location
	Specialties []Service
	Doctors     []Doctor
	Procedures  []Procedure
	Plans       []Service
	// Phrases are further ways to name these; CheckPhrases says whether they are right.
	Phrases Phrases
	// Answers are the clinic's own words about itself; a topic occurs at most once.
	Answers []Answer
	// Reception is when people answer; nil: nothing is said about it.
	Reception Reception
	Patience  Patience
	// Recognises is for how long after an appointment its patient is proposed in new chat sessions of the phone; 0: never.
	Recognises time.Duration
	// Interactive says that questions can be answered by a tap, too (Menu).
	Interactive bool
	// Offer bounds what is offered to somebody without a wish; zero: MaxLimits.
	Offer Limits
	// Texts are what the patient reads; nil: those that atende comes with.
	Texts *wording.Texts

	doctors, specialties, procedures, plans, topics *understand.Lexicon

	lay       *layWords
	stems     [][]stemmed // of the aliases of answers
	layTopics []int       // answers, by the groups of topicBook
	own       *ownPhrases

	notice  string // Notice.Version of its texts
	private int    // PrivatePlan
}

// DPO is who answers for personal data, and where, as patients read it.
type DPO struct{ Name, Contact string }

// Service is a thing with a name: a specialty or a plan.
type Service struct {
	ID      int
	Name    string
	Aliases []string
}

// Doctor is one agenda.
type Doctor struct {
	AgendaID    int
	Name        string // with its title
	SpecialtyID int
	Aliases     []string
}

// Procedure belongs to one specialty.
type Procedure struct {
	ID          int
	Name        string
	SpecialtyID int
	Aliases     []string
}

// NewClinic prepares c for use; the caller must not change its lists afterwards.
func NewClinic(c Clinic) *Clinic {
	var doctors, procedures []understand.Term
	for _, d := range c.Doctors {
		doctors = append(doctors, understand.Term{ID: d.AgendaID, Names: names(d.Name, d.Aliases), Person: true})
	}
	for _, p := range c.Procedures {
		procedures = append(procedures, understand.Term{ID: p.ID, Names: names(p.Name, p.Aliases)})
	}
	if c.Offer == (Limits{}) {
		c.Offer = MaxLimits()
	}
	if c.Texts == nil {
		c.Texts = wording.Default()
	}
	c.doctors = understand.NewLexicon(doctors)
	c.procedures = understand.NewLexicon(procedures)
	c.specialties = understand.NewLexicon(terms(c.Specialties)).Misspelt()
	c.plans = understand.NewLexicon(terms(c.Plans)).Misspelt()
	c.topics = understand.NewLexicon(topicTerms(c.Answers))
	c.stems, c.layTopics = newStems(c.Answers), newLayTopics(c.Answers)
	called := newCalledSo(&c)
	c.lay, c.own = newLayWords(called), c.Phrases.read(called)
	c.notice = versionOf(c.Texts.Text(wording.PrivacyNotice))
	if ids := c.Find("particular").Plans; len(ids) == 1 {
		c.private = ids[0]
	}
	return &c
}

func terms(services []Service) []understand.Term {
	var list []understand.Term
	for _, s := range services {
		list = append(list, understand.Term{ID: s.ID, Names: names(s.Name, s.Aliases)})
	}
	return list
}

func names(name string, aliases []string) []string {
	return append([]string{name}, aliases...)
}

// Mentions are the catalogue entries that a text names, the best hits of each list.
type Mentions struct {
	Doctors     []int // agenda ids
	Specialties []int
	Procedures  []int
	Plans       []int
}

// Empty reports whether nothing of the catalogue was named.
func (m Mentions) Empty() bool {
	return len(m.Doctors)+len(m.Specialties)+len(m.Procedures)+len(m.Plans) == 0
}

// Hits are the catalogue entries that a text names, with their places, the best of each list first.
type Hits struct{ Doctors, Specialties, Procedures, Plans []understand.Hit }

// Hits looks for catalogue entries in a text.
func (c *Clinic) Hits(text string) Hits {
	var few [16]language.Token
	words := understand.AppendWords(few[:0], text)
	return c.own.in(text, Hits{
		Doctors: c.doctors.FindIn(words), Specialties: c.specialties.FindIn(words),
		Procedures: c.procedures.FindIn(words), Plans: c.plans.FindIn(words),
	})
}

// Best keeps of each list only the best hits; several mean that the text does not tell them apart (two
// doctors with one first name).
func (h Hits) Best() Mentions {
	return Mentions{
		Doctors: best(h.Doctors), Specialties: best(h.Specialties), Procedures: best(h.Procedures), Plans: best(h.Plans),
	}
}

// Find returns the best hits of a text.
func (c *Clinic) Find(text string) Mentions { return c.Hits(text).Best() }

func best(hits []understand.Hit) []int {
	top := 0
	for _, h := range hits {
		top = max(top, h.Score)
	}
	var ids []int
	for _, h := range hits {
		if h.Score == top {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// CallsDoctor reports whether a text names a doctor by a name of the catalogue, whatever the clinic's phrases say: no
// phrase of a clinic may take away an alarm.
func (c *Clinic) CallsDoctor(text string) bool { return len(c.doctors.Find(text)) > 0 }

// Doctor returns the doctor of an agenda.
func (c *Clinic) Doctor(agendaID int) (Doctor, bool) {
	for _, d := range c.Doctors {
		if d.AgendaID == agendaID {
			return d, true
		}
	}
	return Doctor{}, false
}

// Specialty returns a specialty by id.
func (c *Clinic) Specialty(id int) (Service, bool) { return service(c.Specialties, id) }

// Plan returns a plan by id.
func (c *Clinic) Plan(id int) (Service, bool) { return service(c.Plans, id) }

func service(list []Service, id int) (Service, bool) {
	for _, s := range list {
		if s.ID == id {
			return s, true
		}
	}
	return Service{}, false
}

// PrivatePlan is the plan of patients without one, 0 if the clinic takes none.
func (c *Clinic) PrivatePlan() int { return c.private }

// Procedure returns a procedure by id.
func (c *Clinic) Procedure(id int) (Procedure, bool) {
	for _, p := range c.Procedures {
		if p.ID == id {
			return p, true
		}
	}
	return Procedure{}, false
}

// DoctorsOf lists the doctors of a specialty, in the order of the catalogue.
func (c *Clinic) DoctorsOf(specialtyID int) []Doctor {
	var list []Doctor
	for _, d := range c.Doctors {
		if d.SpecialtyID == specialtyID {
			list = append(list, d)
		}
	}
	return list
}

// ProceduresOf lists the procedures of a specialty, in the order of the catalogue.
func (c *Clinic) ProceduresOf(specialtyID int) []Procedure {
	var list []Procedure
	for _, p := range c.Procedures {
		if p.SpecialtyID == specialtyID {
			list = append(list, p)
		}
	}
	return list
}

// versionOf is a short hash of some words, by which one state of them is told from another.
func versionOf(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:4])
}
