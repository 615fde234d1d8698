package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
)

// readBackWorld has enough free times that another one than the chosen one is found.
const readBackWorld = `clinic hearts
answers
reception
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-12-11 08:00 09:00 10:00 11:00 13:30 14:30 15:30 17:00
slots 102 2026-11-24..2026-12-11 08:00 09:00 10:00 11:00 13:30 14:30 15:30 17:00
slots 103 2026-11-24..2026-12-11 08:00 09:00 10:00 11:00 13:30 14:30 15:30 17:00
slots 104 2026-11-24..2026-12-11 08:00 09:00 10:00 11:00 13:30 14:30 15:30 17:00
`

// toReadBack is what leads to the read-backs to which the texts of testdata/readback answer.
var toReadBack = map[string]string{
	"OWN":   "> consulta com a dra ana souza, unimed, Maria Oliveira, 529.982.247-25, 05/03/1980\n\n> quarta às 8h\n",
	"MAE":   "> consulta pra minha mãe com a dra ana souza, unimed. O nome dela é Lúcia Oliveira, 529.982.247-25, 05/03/1950\n\n> quarta às 8h\n",
	"FILHO": "> consulta pro meu filho com a dra ana souza, particular. O nome dele é Pedro Oliveira Reis, 529.982.247-25, 05/03/2015\n\n> quarta às 8h\n",
}

// What becomes of an answer to the read-back.
const (
	asMeant    = "as meant"
	asksField  = "asks for the field" // instead of taking the value
	wrongBooks = "books what is no yes"
	otherwise  = "otherwise"
)

// afterReadBack judges what became of the answer to a read-back that means that.
func afterReadBack(means, what string, s *conversation.State, reply string) string {
	books := strings.Contains(reply, "A4 #")
	open := !books && s.Closed == "" && s.Choice != nil
	holds := strings.Contains(reply, "Sem pressa") || strings.Contains(reply, "eu espero")
	right := false
	switch means {
	case "yes":
		right = books || what == "more" && strings.Contains(reply, "anotar_proximo")
	case "change":
		missing := slices.DeleteFunc(changes(what), func(c [2]string) bool { return changed(c[0], c[1], s) })
		right = len(missing) == 0
		asks := !slices.ContainsFunc(missing, func(c [2]string) bool { return !asksFor(c[0], s.Asked) })
		if !books && !right && asks && s.Asked != conversation.AskChange {
			return asksField
		}
	case "wrong":
		right = s.Asked == conversation.AskChange || what == "-" && s.Asked != conversation.AskConfirm ||
			slices.ContainsFunc(strings.Split(what, ","), func(field string) bool { return asksFor(field, s.Asked) })
	case "ask":
		right = open && !holds && strings.Count(reply, "    | ") > 1
	case "wait":
		right = open
	case "no":
		right = s.Closed == conversation.OutcomeNoInterest
	}
	switch {
	case books && means != "yes":
		return wrongBooks
	case right:
		return asMeant
	default:
		return otherwise
	}
}

// changes are the fields and values of "name=Maria Moura,birth=1962-03-05".
func changes(what string) (list [][2]string) {
	for one := range strings.SplitSeq(what, ",") {
		field, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		list = append(list, [2]string{field, value})
	}
	return list
}

var (
	doctorsHere  = map[string]int{"anasouza": 101, "carlosmendes": 102, "helenacastro": 103, "paulareis": 104}
	servicesHere = map[string]int{"consulta": 501, "eletrocardiograma": 502, "testeergometrico": 504, "consultadermatologica": 503}
	plansHere    = map[string]int{"particular": 1, "unimed": 2, "amil": 3, "bradesco": 4}
	peopleHere   = map[string]string{
		"mother": "a sua mãe", "father": "o seu pai", "son": "o seu filho", "daughter": "a sua filha", "husband": "o seu marido", "wife": "a sua esposa",
		"sister": "a sua irmã", "brother": "o seu irmão", "grandmother": "a sua avó", "grandfather": "o seu avô", "aunt": "a sua tia", "uncle": "o seu tio",
		"nephew": "o seu sobrinho", "niece": "a sua sobrinha", "grandson": "o seu neto", "granddaughter": "a sua neta", "self": "",
	}
	weekdaysHere = map[string]string{"segunda": "2026-11-30", "terca": "2026-11-24", "quarta": "2026-11-25", "quinta": "2026-11-26", "sexta": "2026-11-27"}
)

// changed reports that a value was taken.
func changed(field, value string, s *conversation.State) bool {
	folded := strings.TrimPrefix(strings.TrimPrefix(language.Fold(value), "dra."), "dr.")
	switch field {
	case "name":
		return nameTaken(value, s.Patient.Name)
	case "birth":
		return s.Patient.BirthDate == value
	case "cpf":
		return s.Patient.CPF == value
	case "plan":
		return s.Request.PlanID == plansHere[folded]
	case "doctor":
		return s.Request.AgendaID == doctorsHere[folded]
	case "service":
		return s.Request.ProcedureID == servicesHere[folded] && (s.Choice == nil || s.Choice.AgendaID == s.Request.AgendaID)
	case "person":
		call, known := peopleHere[folded]
		return known && s.For == call
	case "day":
		day := value
		if of := weekdaysHere[folded]; of != "" {
			day = of
		}
		return timeTaken(s, func(slot conversation.Slot) bool {
			return slot.Date == day || sameWeekday(slot.Date, day) && day != value
		})
	case "hour":
		if after, ok := strings.CutPrefix(value, "after "); ok {
			return timeTaken(s, func(slot conversation.Slot) bool { return slot.Hour >= after })
		}
		return timeTaken(s, func(slot conversation.Slot) bool { return slot.Hour == value }) || wishesHour(s, value)
	case "period":
		return timeTaken(s, func(slot conversation.Slot) bool { return (slot.Hour >= "12:00") == (folded == "tarde") })
	default:
		return false
	}
}

// timeTaken reports that the chosen time is as wanted, or that all are that are offered.
func timeTaken(s *conversation.State, wanted func(conversation.Slot) bool) bool {
	if s.Choice != nil {
		return wanted(*s.Choice)
	}
	return len(s.Offer) > 0 && !slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return !wanted(slot) })
}

// wishesHour reports that an hour was looked for.
func wishesHour(s *conversation.State, hour string) bool {
	return s.Choice == nil && slices.ContainsFunc(s.Wish.Times, func(span conversation.Span) bool { return span.From == hour })
}

func sameWeekday(one, other string) bool {
	a, _ := time.Parse(time.DateOnly, one)
	b, _ := time.Parse(time.DateOnly, other)
	return a.Weekday() == b.Weekday()
}

// nameTaken reports that a name is the wanted one, or has what should be added to it; accents count where nothing else
// tells it from one that was read back.
func nameTaken(want, name string) bool {
	folded := func(text string) []string {
		words := each(strings.Fields(text), language.Fold)
		return slices.DeleteFunc(words, func(word string) bool { return say.NameParticle.Has(word) })
	}
	for _, b := range []string{"Maria Oliveira", "Lúcia Oliveira", "Pedro Oliveira Reis"} {
		if language.Fold(want) == language.Fold(b) {
			return strings.EqualFold(want, name)
		}
	}
	wanted, words := folded(want), folded(name)
	if len(wanted) > 1 {
		return slices.Equal(wanted, words)
	}
	return len(wanted) == 1 && slices.Contains(words, wanted[0]) && len(words) > 1
}

// asksFor reports that a question is for a field.
func asksFor(field string, asked conversation.Question) bool {
	fields := map[conversation.Question]string{
		conversation.AskName: "name person", conversation.AskBirthDate: "birth person", conversation.AskCPF: "cpf person", conversation.AskPlan: "plan",
		conversation.AskSlot: "day hour period", conversation.AskDoctor: "doctor", conversation.AskProcedure: "service", conversation.AskService: "service doctor",
	}
	return slices.Contains(strings.Fields(fields[asked]), field)
}

// tally counts what became of texts, by what they mean.
type tally map[string]map[string]int

func (c tally) add(means, became string) {
	if c[means] == nil {
		c[means] = map[string]int{}
	}
	c[means][became]++
}

// sum is how many became that, of all or of what means that.
func (c tally) sum(became string) (n int) {
	for _, of := range c {
		n += of[became]
	}
	return n
}

func (c tally) String() string {
	var list []string
	for _, means := range slices.Sorted(maps.Keys(c)) {
		all := 0
		for _, n := range c[means] {
			all += n
		}
		list = append(list, fmt.Sprintf("%s %d of %d (%d asked for)", means, c[means][asMeant], all, c[means][asksField]))
	}
	return strings.Join(list, ", ")
}

// answerReadBack says a text to the read-back of a scene.
func answerReadBack(t *testing.T, scene, text string) (s *conversation.State, reply string) {
	t.Helper()
	if toReadBack[scene] == "" {
		t.Fatalf("unknown scene %q", scene)
	}
	w := play(t, readBackWorld+toReadBack[scene]+"\n> "+text+"\n")
	told := w.out.String()
	begins := strings.LastIndex(told, "\n> ")
	if !strings.Contains(told[:begins], "Só para conferir") {
		t.Fatalf("nothing is read back for %s:\n%s", scene, told)
	}
	return &w.state, told[begins+1:]
}

// What becomes of answers to the read-back, by people who knew neither examples nor code: a yes books, whatever stands
// beside it, what is put right is taken and read back anew, and nothing that is no yes books.  Of the first 240 texts 143
// were taken before what is put right was learned, and 3 booked that were no yes; the thresholds of meant.go were chosen with
// these counts in view.  The second file was written when all was done, and nothing was chosen by it: 87 of 160 before, and
// 1 that booked, as now.  195 and 120 with agree.examples.
func TestReadBack(t *testing.T) {
	t.Parallel()
	for _, set := range []struct {
		name         string
		least, wrong int
	}{
		{"readback", 178, 0},
		{"readback2", 110, 1},
	} {
		count, all := tally{}, 0
		for _, f := range heldOut(t, set.name, 4) {
			s, reply := answerReadBack(t, f[0], f[3])
			count.add(f[1], afterReadBack(f[1], f[2], s, reply))
			all++
		}
		t.Logf("%s: %d of %d, %d half, %d wrong bookings: %v", set.name, count.sum(asMeant), all, count.sum(asksField), count.sum(wrongBooks), count)
		if few := count.sum(asMeant) < set.least; everyText == 1 && few || count.sum(wrongBooks) > set.wrong {
			t.Errorf("%s: %d of %d are taken for what they mean, want %d; %d book that are no yes, %d did before", set.name, count.sum(asMeant), all,
				set.least, count.sum(wrongBooks), set.wrong)
		}
	}
}
