package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"atende/integrations/catalog"
	"atende/integrations/scheduling"
	"atende/integrations/scheduling/server"
)

// clinicFile is right: what the API serves.
const clinicFile = `clinic: Clínica
specialties:
  - {id: 7, name: Cardiologia}
  - {id: 9, name: Dermatologia}
  - {id: 11, name: Ortopedia}
doctors:
  - {agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}
  - {agenda_id: 102, name: Dr. Bruno Lima, specialty_id: 7}
  - {agenda_id: 201, name: Dra. Clara Reis, specialty_id: 9}
  - {agenda_id: 202, name: Dr. Davi Prado, specialty_id: 9}
  - {agenda_id: 301, name: Dr. Enzo Dias, specialty_id: 11}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7}
  - {id: 502, name: Eletro, specialty_id: 7}
  - {id: 511, name: Consulta, specialty_id: 9}
  - {id: 521, name: Consulta, specialty_id: 11}
plans:
  - {id: 1, name: Particular}
  - {id: 2, name: Unimed}
`

// now is a Monday morning.
var now = time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("BRT", -3*3600))

func parse(t *testing.T, file string) *catalog.Clinic {
	t.Helper()
	clinic, err := catalog.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return clinic
}

// api serves the right file; quirks are habits of it.
func api(t *testing.T, quirks server.Quirks) *scheduling.Client {
	t.Helper()
	s, err := server.New(t.Context(), server.Config{
		DatabaseURL: "memory:", Clinic: parse(t, clinicFile), Now: func() time.Time { return now }, Quirks: quirks,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return client(t, s.Handler())
}

func client(t *testing.T, handler http.Handler) *scheduling.Client {
	t.Helper()
	listening := httptest.NewServer(handler)
	t.Cleanup(listening.Close)
	c := scheduling.New(scheduling.Config{URL: listening.URL, Now: func() time.Time { return now }, Location: now.Location()})
	t.Cleanup(c.Close)
	return c
}

func probed(t *testing.T, file string, api API) Report {
	t.Helper()
	report, err := Run(t.Context(), Config{Clinic: parse(t, file), API: api, Today: now, Days: 90})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// line is the number of the line of the file that contains text.
func line(t *testing.T, file, text string) int {
	t.Helper()
	before, _, found := strings.Cut(file, text)
	if !found {
		t.Fatalf("%q is not in the file", text)
	}
	return 1 + strings.Count(before, "\n")
}

// Idea 2, S-A1-8, S-A1-10: one mistake in the file is one finding, on its line, with its reason.
func TestOneMistake(t *testing.T) {
	apis := map[server.Quirks]API{}
	for _, quirks := range []server.Quirks{{}, {OtherAgendas: true}} {
		apis[quirks] = api(t, quirks)
	}
	for name, tc := range map[string]struct {
		right, wrong string // in the clinic file
		quirks       server.Quirks
		kind         Kind
		likely       string
		says         string
	}{
		"an agenda": {right: "agenda_id: 101", wrong: "agenda_id: 199", kind: Agenda, likely: LikelyID, says: "later days, when others have some"},
		"the agenda of the only doctor of a specialty": {
			right: "agenda_id: 301", wrong: "agenda_id: 399", kind: Agenda, likely: LikelyID, says: "id 521) on line 16",
		},
		"an agenda, where the API adds colleagues": {
			right: "agenda_id: 101", wrong: "agenda_id: 199", quirks: server.Quirks{OtherAgendas: true},
			kind: Agenda, likely: LikelyID, says: "no time at all",
		},
		"a procedure": {right: "id: 502", wrong: "id: 599", kind: Procedure, likely: LikelyID, says: "have for others"},
		"the only procedure of several doctors": {
			right: "{id: 9, name: Dermatologia}", wrong: "{id: 9, name: Dermatologia}", kind: Specialty, likely: LikelyID, says: "id 599), stands on line 15",
		},
		"a plan":          {right: "id: 2, name: Unimed", wrong: "id: 22, name: Unimed", kind: Plan, likely: LikelyID, says: "have with others"},
		"a doctor's name": {right: "Dr. Bruno Lima", wrong: "Dr. Breno Lima", kind: Name, likely: LikelyName, says: `"Dr. Bruno Lima", which is another first name`},
		"a doctor's other name": {
			right: "Dr. Bruno Lima", wrong: "Dr. Bruno Matos", kind: Name, likely: LikelyName, says: "is it the same person?",
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := strings.Replace(clinicFile, tc.right, tc.wrong, 1)
			if name == "the only procedure of several doctors" {
				file = strings.Replace(file, "{id: 511", "{id: 599", 1)
			}
			report := probed(t, file, apis[tc.quirks])
			if len(report.Findings) != 1 {
				t.Fatalf("got %+v", report.Findings)
			}
			f := report.Findings[0]
			if f.Line != line(t, file, tc.wrong) || f.Kind != tc.kind || f.Likely != tc.likely || f.Note || !strings.Contains(f.Reason, tc.says) {
				t.Errorf("got %+v, want line %d, %s, %s: %s", f, line(t, file, tc.wrong), tc.kind, tc.likely, tc.says)
			}
		})
	}
}

func TestNothingWrong(t *testing.T) {
	for name, quirks := range map[string]server.Quirks{
		"": {}, "habits of servers": {OtherAgendas: true, PastDays: true, PassedHours: true},
	} {
		t.Run(name, func(t *testing.T) {
			report := probed(t, clinicFile, api(t, quirks))
			if len(report.Findings) != 0 || report.Questions != 14 || report.Answered != 14 || report.From != "2026-11-23" || report.To != "2027-02-21" {
				t.Errorf("%+v", report)
			}
		})
	}
}

// Mistakes beside each other are told apart.
func TestManyMistakes(t *testing.T) {
	file := strings.NewReplacer("agenda_id: 102", "agenda_id: 199", "id: 502", "id: 599", "id: 1,", "id: 33,", "Davi", "Dário").Replace(clinicFile)
	report := probed(t, file, api(t, server.Quirks{}))
	var got []string
	for _, f := range report.Findings {
		got = append(got, fmt.Sprintf("%d %s", f.Line, f.Kind))
	}
	if want := []string{"8 agenda", "10 name", "14 procedure", "18 plan"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Two agenda_ids that were swapped answer with each other's times alone.
func TestSwappedAgendas(t *testing.T) {
	file := strings.NewReplacer("agenda_id: 101", "agenda_id: 102", "agenda_id: 102", "agenda_id: 101").Replace(clinicFile)
	report := probed(t, file, api(t, server.Quirks{}))
	if len(report.Findings) != 2 {
		t.Fatalf("%+v", report.Findings)
	}
	for i, says := range []string{`"Dr. Bruno Lima" alone, who is line 8`, `"Dra. Ana Souza" alone, who is line 7`} {
		if f := report.Findings[i]; f.Line != 7+i || f.Kind != Agenda || !strings.Contains(f.Reason, says) {
			t.Errorf("%+v, want %s", f, says)
		}
	}
}

// answers is an API as a function.
type answers func(q scheduling.Query) (scheduling.Sight, error)

func (a answers) Look(_ context.Context, q scheduling.Query) (scheduling.Sight, error) { return a(q) }

// times are those of a doctor from a day on.
func times(q scheduling.Query, first string) scheduling.Sight {
	if q.To < first {
		return scheduling.Sight{}
	}
	return scheduling.Sight{
		Slots: []scheduling.Slot{{Date: max(first, q.From), Hour: "09:00"}}, Agendas: []scheduling.Agenda{{Name: q.Doctor, Times: 1}},
	}
}

func TestFullIsNotWrong(t *testing.T) {
	report := probed(t, clinicFile, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		if q.AgendaID == 202 {
			return times(q, "2027-05-01"), nil
		}
		return times(q, "2026-11-24"), nil
	}))
	if len(report.Findings) != 1 || report.Findings[0].Line != 10 || report.Findings[0].Likely != LikelyFull {
		t.Errorf("%+v", report.Findings)
	}
}

// Later days are asked for once of who has none and once of who has some, from behind the probe's to a year from now;
// an API that does not answer so far ahead tells nothing; and nobody is asked beyond the year.
func TestWhichLaterDays(t *testing.T) {
	for days, want := range map[int][]string{
		90: {"101 2027-02-22..2027-11-23", "202 2027-02-22..2027-11-23"}, farthest: nil,
	} {
		var far []string
		report, err := Run(t.Context(), Config{Clinic: parse(t, clinicFile), Today: now, Days: days, API: answers(func(q scheduling.Query) (scheduling.Sight, error) {
			if q.From != "2026-11-23" {
				far = append(far, fmt.Sprintf("%d %s..%s", q.AgendaID, q.From, q.To))
				if q.AgendaID == 202 {
					return scheduling.Sight{}, errors.New("it said 400")
				}
			}
			if q.AgendaID == 202 {
				return scheduling.Sight{}, nil
			}
			return times(q, "2026-11-24"), nil
		})})
		if err != nil || !slices.Equal(far, want) || len(report.Findings) != 1 || !strings.Contains(report.Findings[0].Reason, "do not tell more") {
			t.Errorf("%v, asked %q, %+v", err, far, report.Findings)
		}
	}
}

// Where nobody has times beyond the period, later days do not tell a full agenda from a wrong id.
func TestLaterDaysDoNotTell(t *testing.T) {
	report := probed(t, clinicFile, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		if q.AgendaID == 202 || q.From > "2027-02-21" {
			return scheduling.Sight{}, nil
		}
		return times(q, "2026-11-24"), nil
	}))
	if len(report.Findings) != 1 || !strings.Contains(report.Findings[0].Reason, "do not tell more") {
		t.Errorf("%+v", report.Findings)
	}
}

func TestCombinations(t *testing.T) {
	report := probed(t, clinicFile, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		switch {
		case q.AgendaID == 101 && q.ProcedureID == 502, q.AgendaID == 201 && q.PlanID == 2, q.AgendaID == 102 && q.ProcedureID == 502 && q.PlanID == 1:
			return scheduling.Sight{}, nil
		}
		return times(q, "2026-11-24"), nil
	}))
	says := []string{"none for Eletro (procedure id 502) on line 14", "Eletro (procedure id 502) with Particular (plan id 1) on lines 14 and 18", "none for Unimed (plan id 2) on line 19"}
	if len(report.Findings) != len(says) {
		t.Fatalf("%+v", report.Findings)
	}
	for i, f := range report.Findings {
		if f.Line != 7+i || f.Kind != Combination || !strings.Contains(f.Reason, says[i]) {
			t.Errorf("%+v, want line %d: %s", f, 7+i, says[i])
		}
	}
}

// Times that are discarded by name say that their plan is known, whoever else works with it; and that a plan is
// wrong is only said where others have times.
func TestDiscardedTimesSpeakForTheirPlan(t *testing.T) {
	discarded := scheduling.Sight{Agendas: []scheduling.Agenda{{Name: "Dr. Zeno", Times: 3, Discarded: true}}}
	for name, c := range map[string]struct {
		look answers
		want []string
	}{
		"of the only doctor with the plan": {func(q scheduling.Query) (scheduling.Sight, error) {
			switch {
			case q.AgendaID == 102:
				return discarded, nil
			case q.PlanID == 2:
				return scheduling.Sight{}, nil
			}
			return times(q, "2026-11-24"), nil
		}, []string{"7 combination", "8 name", "9 combination", "10 combination", "11 combination"}},
		"of everybody": {func(q scheduling.Query) (scheduling.Sight, error) {
			if q.PlanID == 2 {
				return scheduling.Sight{}, nil
			}
			return discarded, nil
		}, []string{"7 name", "8 name", "9 name", "10 name", "11 name"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range probed(t, clinicFile, c.look).Findings {
				got = append(got, fmt.Sprintf("%d %s", f.Line, f.Kind))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestNothingAtAll(t *testing.T) {
	report := probed(t, clinicFile, answers(func(scheduling.Query) (scheduling.Sight, error) { return scheduling.Sight{}, nil }))
	if len(report.Findings) != 1 || report.Findings[0].Kind != Everything {
		t.Errorf("%+v", report.Findings)
	}
}

// S-A1-10: first names that collide are worth knowing, and a mistake only where nothing else tells the doctors apart.
func TestFirstNames(t *testing.T) {
	apart := probed(t, strings.Replace(clinicFile, "Dra. Clara Reis", "Dra. Ana Reis", 1), api(t, server.Quirks{}))
	i := slices.IndexFunc(apart.Findings, func(f Finding) bool { return f.Kind == FirstName })
	if i < 0 || apart.Findings[i].Line != 9 || !apart.Findings[i].Note || !strings.Contains(apart.Findings[i].Reason, "Dra. Ana Souza (agenda_id 101) on line 7") {
		t.Errorf("%+v", apart.Findings)
	}
	same := probed(t, strings.Replace(clinicFile, "Dra. Clara Reis", "Dra. Ana", 1), answers(func(q scheduling.Query) (scheduling.Sight, error) {
		return times(q, "2026-11-24"), nil
	}))
	if len(same.Findings) != 1 || same.Findings[0].Note || same.Findings[0].Line != 9 {
		t.Errorf("%+v", same.Findings)
	}
}

// A namesake whom the file knows is the worst case: one doctor's patients are booked with the other.
func TestTimesOfANamesake(t *testing.T) {
	file := strings.Replace(clinicFile, "Dra. Clara Reis", "Dra. Ana Reis", 1)
	report := probed(t, file, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		sight := times(q, "2026-11-24")
		if q.AgendaID == 201 {
			sight.Agendas = []scheduling.Agenda{{Name: "Ana Souza", Times: 1, Namesake: true}}
		}
		return sight, nil
	}))
	if len(report.Findings) != 2 || !strings.Contains(report.Findings[0].Reason, `"Ana Souza", who is line 7`) {
		t.Errorf("%+v", report.Findings)
	}
}

// One refusal is told, and the line is not called dead for it.
func TestRefusals(t *testing.T) {
	report := probed(t, clinicFile, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		if q.AgendaID == 301 && q.PlanID == 2 {
			return scheduling.Sight{}, errors.New("it said 422")
		}
		return times(q, "2026-11-24"), nil
	}))
	if len(report.Findings) != 1 || report.Findings[0].Kind != Failure || !strings.Contains(report.Findings[0].Reason, "it said 422") || report.Failed != 1 {
		t.Errorf("%+v", report)
	}
}

func TestAFailingAPIIsLeftAlone(t *testing.T) {
	calls := 0
	_, err := Run(t.Context(), Config{Clinic: parse(t, clinicFile), Today: now, Days: 90, API: answers(func(scheduling.Query) (scheduling.Sight, error) {
		calls++
		return scheduling.Sight{}, fmt.Errorf("failure %d", calls)
	})})
	if !errors.Is(err, ErrFailing) || !strings.Contains(err.Error(), "failure 1") || calls != maxFailures {
		t.Errorf("%v after %d calls", err, calls)
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Run(ctx, Config{Clinic: parse(t, clinicFile), Today: now, Days: 90, Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}, API: answers(func(q scheduling.Query) (scheduling.Sight, error) { return times(q, "2026-11-24"), nil })})
	if !errors.Is(err, context.Canceled) || report.Answered != 3 || len(report.Findings) != 0 {
		t.Errorf("%v %+v", err, report)
	}
}

// A probe that is stopped while it looks at later days has come to no judgement.
func TestStoppedAtLaterDays(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	report, err := Run(ctx, Config{Clinic: parse(t, clinicFile), Today: now, Days: 90, API: answers(func(q scheduling.Query) (scheduling.Sight, error) {
		if q.From > "2026-11-23" {
			cancel()
			return scheduling.Sight{}, ctx.Err()
		}
		if q.AgendaID == 202 {
			return scheduling.Sight{}, nil
		}
		return times(q, "2026-11-24"), nil
	})})
	if !errors.Is(err, context.Canceled) || report.Answered != 14 || report.Findings == nil || len(report.Findings) != 0 {
		t.Errorf("%v %+v", err, report)
	}
}

// Failures that do not follow each other are told, and do not end the probe.
func TestFailuresNowAndThen(t *testing.T) {
	calls := 0
	report := probed(t, clinicFile, answers(func(q scheduling.Query) (scheduling.Sight, error) {
		if calls++; calls%2 == 0 {
			return scheduling.Sight{}, fmt.Errorf("failure %d", calls)
		}
		return times(q, "2026-11-24"), nil
	}))
	if report.Failed != 7 || report.Answered != 7 || len(report.Findings) != 1 || !strings.Contains(report.Findings[0].Reason, "failure 2") {
		t.Errorf("%+v", report)
	}
}

// One person with two agendas is no collision of names.
func TestOnePersonTwice(t *testing.T) {
	report := probed(t, strings.Replace(clinicFile, "Dra. Clara Reis", "Dra. Ana Souza", 1), answers(func(q scheduling.Query) (scheduling.Sight, error) {
		return times(q, "2026-11-24"), nil
	}))
	if len(report.Findings) != 0 {
		t.Errorf("%+v", report.Findings)
	}
}

// The probe asks A1 and nothing else, with the spec's filter and not faster than it was told.
func TestOnlyAsks(t *testing.T) {
	var mu sync.Mutex
	var paths []string
	var at []time.Time
	c := client(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		paths, at = append(paths, r.URL.Path), append(at, time.Now())
		fmt.Fprint(w, `{"data":[]}`)
	}))
	const pause = 20 * time.Millisecond
	if _, err := Run(t.Context(), Config{Clinic: parse(t, clinicFile), API: c, Today: now, Days: 90, Pause: pause}); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for i, path := range paths {
		if path != "/api/v1/agendamento/horarios" {
			t.Errorf("asked %s", path)
		}
		if i > 0 && at[i].Sub(at[i-1]) < pause {
			t.Errorf("%v between two questions", at[i].Sub(at[i-1]))
		}
	}
	if len(paths) != 14 {
		t.Errorf("%d questions", len(paths))
	}
}

func TestWrite(t *testing.T) {
	var out bytes.Buffer
	report := probed(t, strings.Replace(clinicFile, "Dr. Bruno Lima", "Dr. Breno Lima", 1), api(t, server.Quirks{}))
	report.Write(&out, "clinica.yaml")
	report.Findings = append(report.Findings, Finding{Line: 9, Kind: FirstName, Note: true})
	report.Write(&out, "clinica.yaml")
	for _, want := range []string{"first_name (note)", "Clínica: 14 of 14 combinations", "clinica.yaml:8", "name", "Dr. Breno Lima (agenda_id 102)", `"Dr. Bruno Lima"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// What the API calls its agendas cannot drive the operator's terminal.
func TestNamesAreCleaned(t *testing.T) {
	if got := quoted("\x1b[31mAna\n" + strings.Repeat("a", 100)); strings.ContainsAny(got, "\x1b\n") || len(got) > 70 {
		t.Errorf("%q", got)
	}
}
