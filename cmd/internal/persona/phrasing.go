package persona

import (
	_ "embed" // for paraphrase.txt
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed paraphrase.txt
var phrasingFile string

// phrase is a kind of answer, or of what is put around one: a section of paraphrase.txt.
type phrase string

const (
	sayWant       phrase = "want"
	saySpecialty  phrase = "specialty"
	sayProcedure  phrase = "procedure"
	sayDoctor     phrase = "doctor"
	sayPlan       phrase = "plan"
	sayPrivate    phrase = "private"
	sayWish       phrase = "wish"
	sayAnyTime    phrase = "anytime"
	sayTime       phrase = "time"
	sayAccept     phrase = "accept"
	sayNumber     phrase = "number"
	sayName       phrase = "name"
	sayCPF        phrase = "cpf"
	sayBirth      phrase = "birth"
	saySelf       phrase = "self"
	sayYes        phrase = "yes"
	sayCorrection phrase = "correction"

	sayOops     phrase = "ops"
	sayFiller   phrase = "filler"
	sayRemark   phrase = "remark"
	sayQuestion phrase = "question"
	sayBefore   phrase = "before"
	sayAfter    phrase = "after"

	swapRegional phrase = "swap regional"
	swapMisspelt phrase = "swap misspelt"
)

// phrasing is paraphrase.txt: the lines of each section, and of those of words what some write instead.
type phrasing struct {
	ways  map[phrase][]string
	swaps map[phrase]map[string][]string
}

var phrasings = sync.OnceValue(func() phrasing { return readPhrasing(phrasingFile) })

func readPhrasing(file string) phrasing {
	list := phrasing{ways: map[phrase][]string{}, swaps: map[phrase]map[string][]string{}}
	var section phrase
	for _, line := range strings.Split(file, "\n") {
		word, others, swaps := strings.Cut(line, " = ")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = phrase(strings.Trim(line, "[]"))
			list.swaps[section] = map[string][]string{}
		case swaps:
			list.swaps[section][word] = strings.Split(others, " | ")
		default:
			list.ways[section] = append(list.ways[section], line)
		}
	}
	return list
}

// drawn is one of the ways to say something whose placeholders all have values, "" if there is none.
func (p *Patient) drawn(says phrase, values map[string]string) string {
	fit := slices.DeleteFunc(slices.Clone(phrasings().ways[says]), func(way string) bool {
		return strings.Contains(filled(way, values), "{")
	})
	if len(fit) == 0 {
		return ""
	}
	return pick(p.dice, fit)
}

// filled puts values in the places of their names.
func filled(way string, values map[string]string) string {
	for name, value := range values {
		way = strings.ReplaceAll(way, "{"+name+"}", value)
	}
	return way
}

// inWords is how the answer to a question with a list is called.
func (p *Patient) inWords(asks topic) phrase {
	switch asks {
	case askDoctor:
		return sayDoctor
	case askProcedure:
		return sayProcedure
	case askPlan:
		if p.private(p.goal().PlanID) {
			return sayPrivate
		}
		return sayPlan
	default:
		return saySpecialty
	}
}

// private is the plan of those who have none.
func (p *Patient) private(plan int) bool { return fold(p.plan(plan)) == "particular" }

// valuesOf writes what belongs to a goal and a time as this patient would, now one way and now another.
func (p *Patient) valuesOf(g Goal, slot *Slot) map[string]string {
	doctor := either(p.dice, p.doctor(g.AgendaID), lower(p.doctor(g.AgendaID)), titled.Replace(p.doctor(g.AgendaID)))
	values := map[string]string{
		"specialty": lower(p.specialty(g.SpecialtyID)), "procedure": lower(p.procedure(g.ProcedureID)),
		"doctor": doctor, "thedoctor": withArticle(doctor),
		"name": either(p.dice, g.For.Name, g.For.Name, lower(g.For.Name), bare.Replace(g.For.Name), strings.ToUpper(g.For.Name)),
		"cpf":  p.spelledCPF(g.For.CPF), "birth": p.spelledBirth(g.For),
	}
	for _, s := range p.clinic.Specialties {
		for _, alias := range s.Aliases {
			if s.ID == g.SpecialtyID && strings.HasSuffix(alias, "ista") {
				values["specialist"] = alias
			}
		}
	}
	if !p.private(g.PlanID) {
		values["plan"] = either(p.dice, p.plan(g.PlanID), lower(p.plan(g.PlanID)), bare.Replace(p.plan(g.PlanID)))
	}
	if wish := g.Wish.words(); wish != "" {
		values["wish"] = wish
	}
	if slot != nil {
		p.timeOf(*slot, values)
	}
	return values
}

// titled are other ways to write a doctor's title.
var titled = strings.NewReplacer("Dra.", "doutora", "Dr.", "doutor")

// withArticle is "a dra. Ana", "o dr. Rafael"; a doctor without a title stays.
func withArticle(doctor string) string {
	switch {
	case strings.HasPrefix(lower(doctor), "dra") || strings.HasPrefix(doctor, "doutora"):
		return "a " + doctor
	case strings.HasPrefix(lower(doctor), "dr") || strings.HasPrefix(doctor, "doutor"):
		return "o " + doctor
	}
	return doctor
}

// spelledCPF has the usual signs, none, or some.
func (p *Patient) spelledCPF(cpf string) string {
	return either(p.dice, cpf, dotted(cpf), cpf[:9]+"-"+cpf[9:], cpf[:3]+" "+cpf[3:6]+" "+cpf[6:9]+" "+cpf[9:], cpf[:3]+"."+cpf[3:6]+"."+cpf[6:9]+" "+cpf[9:])
}

var monthNames = [...]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}

// spelledBirth is a birth date as people write it; without a century only where that leaves one year.
func (p *Patient) spelledBirth(who Person) string {
	day, err := time.Parse(time.DateOnly, who.BirthDate)
	if err != nil {
		return who.BirthDate
	}
	words := fmt.Sprintf("%d de %s de %d", day.Day(), monthNames[day.Month()-1], day.Year())
	return either(p.dice, day.Format("02/01/2006"), day.Format("2/1/2006"), day.Format("02-01-2006"), day.Format("02.01.2006"), day.Format("02/01/06"),
		day.Format("02 01 2006"), words, "dia "+words)
}

// timeOf adds a time of the newest list.  A weekday or an hour alone has a value only where it means that time.
func (p *Patient) timeOf(slot Slot, values map[string]string) {
	day, err := time.Parse(time.DateOnly, slot.Date)
	if err != nil {
		return
	}
	values["date"] = either(p.dice, day.Format("02/01"), day.Format("2/1"), fmt.Sprint("dia ", day.Day()), fmt.Sprintf("dia %d de %s", day.Day(), monthNames[day.Month()-1]),
		weekdayNames[day.Weekday()]+" dia "+fmt.Sprint(day.Day()))
	values["hour"] = p.spelledHour(slot.Hour)
	hours, days := alike(p.shown, slot)
	if days <= 1 {
		values["weekday"] = weekdayNames[day.Weekday()]
	}
	if hours <= 1 {
		values["onlyhour"] = values["hour"]
	}
}

var numerals = [...]string{"zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"}

// spelledHour is "14h30", "14:30", "2 e meia da tarde", "duas e meia da tarde".
func (p *Patient) spelledHour(hour string) string {
	at, err := time.Parse("15:04", hour)
	if err != nil {
		return hour
	}
	part, clock := "da manhã", (at.Hour()+11)%12+1
	if at.Hour() >= 12 {
		part = "da tarde"
	}
	digits, words := fmt.Sprint(clock), feminine.Replace(numerals[clock])
	switch at.Minute() {
	case 0:
	case 30:
		digits, words = digits+" e meia", words+" e meia"
	default:
		return either(p.dice, spoken(hour), hour, strings.TrimPrefix(hour, "0"))
	}
	return either(p.dice, spoken(hour), hour, strings.TrimPrefix(hour, "0"), digits+" "+part, words+" "+part)
}

// feminine is how hours are counted.
var feminine = strings.NewReplacer("um", "uma", "dois", "duas")

var ordinals = [...]string{"", "primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo"}

// counted is the number of a list in words, as far as people use them.
func counted(number int) map[string]string {
	values := map[string]string{"number": fmt.Sprint(number)}
	if number < len(numerals) {
		values["numeral"] = numerals[number]
	}
	if number < len(ordinals) {
		values["ordinal"] = ordinals[number]
	}
	return values
}
