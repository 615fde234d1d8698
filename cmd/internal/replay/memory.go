package replay

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/history"
)

// memory is what the recording tells of the scheduling API's answers.
type memory struct {
	recorded Conversation
	a2, a3   []string // results in their order; an A2 that follows an A3 tells nothing new
	a4       []string // results that were final
	known    map[string]int
	offers   map[int]*offered // by agenda
	ids      translation
}

// The calls as a recording names them.
const (
	callTimes    = "A1"
	callFind     = "A2"
	callRegister = "A3"
	callBook     = "A4"
)

// Results of a recording that matter here.
const (
	resultNone      = "none"      // A1: no time
	resultFound     = "found"     // A2
	resultDiffers   = "differs:"  // A2, and in what
	resultRefused   = "refused"   // A4
	resultPending   = "pending"   // A4: another result follows
	resultUncertain = "uncertain" // A4: nobody will ever know
	resultLeft      = "left to a person"
	resultTextless  = "made, texts lost"
	resultFailed    = "failed" // any call
)

func remember(recorded Conversation, ids translation) *memory {
	m := &memory{recorded: recorded, known: map[string]int{}, offers: offersOf(recorded), ids: ids}
	after := ""
	for _, turn := range recorded.Turns {
		for _, step := range turn.Steps {
			switch step.Name {
			case callFind:
				if after != callRegister {
					m.a2 = append(m.a2, step.Result)
				}
			case callRegister:
				m.a3 = append(m.a3, step.Result)
			case callBook:
				if step.Result != resultPending {
					m.a4 = append(m.a4, step.Result)
				}
			}
			after = step.Name
		}
	}
	return m
}

// take is the next of some recorded results, "" when there is none left: the replay came further.
func take(results *[]string) string {
	if len(*results) == 0 {
		return ""
	}
	next := (*results)[0]
	*results = (*results)[1:]
	return next
}

// firstID is a paciente_id that no clinic of the present has.
const firstID = 900_000

func (m *memory) findPatient(cpf string) (conversation.Event, error) {
	if id := m.known[cpf]; id != 0 {
		return conversation.PatientFound{ID: id}, nil
	}
	result := take(&m.a2)
	differs, ok := strings.CutPrefix(result, resultDiffers)
	switch {
	case result == resultFailed:
		return nil, errAPI
	case result == resultFound:
		m.known[cpf] = firstID + len(m.known)
		return conversation.PatientFound{ID: m.known[cpf]}, nil
	case ok:
		found := conversation.PatientFound{ID: firstID + len(m.known)}
		for q := range strings.FieldsSeq(differs) {
			found.Differs = append(found.Differs, conversation.Question(q))
		}
		return found, nil
	default:
		return conversation.PatientMissing{}, nil
	}
}

func (m *memory) register(cpf string) (conversation.Event, error) {
	if take(&m.a3) == resultFailed {
		return nil, errAPI
	}
	m.known[cpf] = firstID + len(m.known)
	return conversation.Registered{}, nil
}

// book is what became of an appointment in the end; one that took its time is known at once.
func (m *memory) book() conversation.Event {
	switch take(&m.a4) {
	case resultRefused:
		return conversation.AppointmentRefused{}
	case resultUncertain, resultLeft:
		return conversation.AppointmentUncertain{}
	case resultTextless:
		return conversation.AppointmentMadeTextless{}
	default:
		return conversation.AppointmentMade{Description: "Consulta marcada (descrição).", Preparation: "(preparo)"}
	}
}

// findSlots is A1 at a turn of the recording.
func (m *memory) findSlots(place int, q conversation.FindSlots, now time.Time) ([]conversation.Slot, error) {
	var all []conversation.Slot
	var failed error
	for _, request := range q.Requests() {
		want := m.ids.back(request)
		switch m.times(place, want) {
		case noTimes:
		case failing:
			failed = errAPI
		default:
			all = append(all, timetable(request.AgendaID, q, m.offers[want.AgendaID], now)...)
		}
	}
	if len(all) > 0 || q.Optional {
		failed = nil
	}
	return all, failed
}

// answer is what the API had.
type answer int

const (
	someTimes answer = iota
	noTimes
	failing
)

// times is what A1 answered last to this request, in ids of the recording, up to a turn; one that was never made
// has times.
func (m *memory) times(place int, want conversation.Request) answer {
	for i := place; i >= 0; i-- {
		steps := m.recorded.Turns[i].Steps
		for k := len(steps) - 1; k >= 0; k-- {
			if steps[k].Name != callTimes || !asks(steps[k], want) {
				continue
			}
			switch steps[k].Result {
			case resultNone:
				return noTimes
			case resultFailed:
				return failing
			default:
				return someTimes
			}
		}
	}
	return someTimes
}

// asks reports that a recorded A1 was for this request.
func asks(step history.Step, want conversation.Request) bool {
	is := func(key string, id int) bool { return step.With[key] == strconv.Itoa(id) }
	among := slices.Contains(strings.Split(step.With["agendas"], ","), strconv.Itoa(want.AgendaID))
	return (among || step.With["agendas"] == "" && is("agenda", want.AgendaID)) && is("procedure", want.ProcedureID) && is("plan", want.PlanID)
}
