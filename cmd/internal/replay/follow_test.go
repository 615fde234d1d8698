package replay

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"atende/actors/conversation"
)

// answering are conversations in which everything is answered by its number, or by as little as will do.
func answering() []Conversation {
	booked := func(id string, texts ...string) Conversation {
		c := recorded(id, append(texts, "[NOME 1], [CPF 1], [NASCIMENTO 1]", "sim", "obrigada!")...)
		c.Turns[len(texts)+1].Outcomes = []string{"AGENDADO"}
		return c
	}
	mind := recorded("changes-their-mind", "oi", "dermatologia", "2", "quero um atendente")
	mind.Turns[3].Outcomes = []string{"TRANSFERIDO"}
	return []Conversation{
		booked("by-number", "oi", "1", "2", "3", "1"),
		booked("in-words", "boa tarde, queria um cardiologista", "dra ana", "2", "2"),
		booked("dermatologia", "oi", "dermatologia por favor", "2", "1"),
		mind,
		recorded("silent", "oi", "cardiologista", "1"),
	}
}

// Who is asked one question more, or by a list with other numbers, answers from what they said then and ends as then; and who
// wanted what is gone still does not.
func TestFollowed(t *testing.T) {
	more := func(c *conversation.Clinic) { // a question more, and other numbers
		c.Procedures = append([]conversation.Procedure{{ID: 502, Name: "Eletrocardiograma", SpecialtyID: 7}, {ID: 512, Name: "Peeling", SpecialtyID: 9}}, c.Procedures...)
		c.Plans = append([]conversation.Service{{ID: 9, Name: "Porto Seguro"}, {ID: 8, Name: "Bradesco"}}, c.Plans...)
		c.Doctors = append([]conversation.Doctor{{AgendaID: 103, Name: "Dr. Davi Torres", SpecialtyID: 7}, {AgendaID: 202, Name: "Dra. Elisa Prates", SpecialtyID: 9}}, c.Doctors...)
	}
	report := run(t, clinic(nil), clinic(more), answering()...)
	if report.Faithful != 5 || report.Changed != 0 || report.Followed != 4 {
		t.Errorf("%+v", report)
	}
	var out bytes.Buffer
	report.Write(&out)
	if !strings.Contains(out.String(), "\n4 end as before after other questions") {
		t.Error(out.String())
	}
	for name, c := range map[string]struct {
		less func(*conversation.Clinic)
		want string
	}{
		"plan": {func(c *conversation.Clinic) {
			c.Plans = slices.DeleteFunc(c.Plans, func(p conversation.Service) bool { return p.Name == "Amil" })
		}, "by-number: AGENDADO [Dr. Bruno Lima, Consulta, Amil]"},
		"doctor": {func(c *conversation.Clinic) {
			c.Doctors = slices.DeleteFunc(c.Doctors, func(d conversation.Doctor) bool { return d.Name == "Dra. Ana Souza" })
		}, "in-words: AGENDADO [Dra. Ana Souza, Consulta, Unimed]"},
		"procedure": {func(c *conversation.Clinic) {
			c.Procedures = slices.DeleteFunc(c.Procedures, func(p conversation.Procedure) bool { return p.ID == 511 })
		}, "dermatologia: AGENDADO [Dra. Clara Reis, Consulta, Unimed]"},
	} {
		report := run(t, clinic(nil), clinic(func(c2 *conversation.Clinic) { more(c2); c.less(c2) }), answering()...)
		var changed []string
		for _, change := range report.Changes {
			changed = append(changed, change.Session+": "+change.Before.last()+" ["+strings.Join(change.Before.Booked, "; ")+"]")
			if change.After.last() == "AGENDADO" {
				t.Errorf("without a %s: %s", name, change.After)
			}
		}
		if strings.Join(changed, ", ") != c.want {
			t.Errorf("without a %s: %q, want %q", name, changed, c.want)
		}
	}
}

// The same number in a list that is another one is another choice: the patient is not taken to want that.
func TestSameNumberOfAnotherList(t *testing.T) {
	turned := func(c *conversation.Clinic) { slices.Reverse(c.Plans); slices.Reverse(c.Doctors) }
	report := run(t, clinic(nil), clinic(turned), answering()...)
	if report.Changed != 0 || report.Followed != 1 {
		t.Errorf("%+v", report)
	}
}
