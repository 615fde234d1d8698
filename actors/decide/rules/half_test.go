package rules

import (
	"testing"

	"atende/actors/conversation"
)

// Only what cannot be a CPF or a birth date by itself is put behind the beginning that came before.
func TestWithHalf(t *testing.T) {
	t.Parallel()
	d := reader(storyClinic(""))
	for _, c := range []struct {
		asked            conversation.Question
		half, text, want string
	}{
		{conversation.AskCPF, "529", "982", "529982"},
		{conversation.AskCPF, "529982", "247-25", "52998224725"},
		{conversation.AskCPF, "5299822472", "5", "52998224725"},
		{conversation.AskCPF, "529982247", "o resto é 25", "52998224725"},
		{conversation.AskCPF, "529", "2", "2"}, // of a list
		{conversation.AskCPF, "529982", "529.982.247-25", "529.982.247-25"},
		{conversation.AskCPF, "529982", "eu não sei bem se é 247 25", "eu não sei bem se é 247 25"},
		{conversation.AskCPF, "529982", "já mando", "já mando"},
		{conversation.AskCPF, "", "247-25", "247-25"},
		{conversation.AskSlot, "529982", "24725", "24725"},
		{conversation.AskBirthDate, "10/05", "1980", "10/05/1980"},
		{conversation.AskBirthDate, "10/05", "de 1980", "10/05/1980"},
		{conversation.AskBirthDate, "10/05", "80", "10/05/80"},
		{conversation.AskBirthDate, "10/05", "10/05/1981", "10/05/1981"},
		{conversation.AskBirthDate, "10/05", "maio 1980", "maio 1980"},
		{conversation.AskBirthDate, "10/05", "1880", "1880"},
		{conversation.AskBirthDate, "12", "08", "12/08"},
		{conversation.AskBirthDate, "12", "mês 8", "12/08"},
		{conversation.AskBirthDate, "12", "08/2006", "12/08/2006"},
		{conversation.AskBirthDate, "12", "agosto de 2006", "12 de agosto de 2006"},
		{conversation.AskBirthDate, "12", "12/08/2006", "12/08/2006"},
		{conversation.AskBirthDate, "12", "12/08", "12/08"},
		{conversation.AskBirthDate, "12", "1208", "1208"},
		{conversation.AskBirthDate, "12", "13", "13"},
	} {
		s := &conversation.State{}
		s.Asked, s.Half = c.asked, c.half
		if got := d.withHalf(s, c.text); got != c.want {
			t.Errorf("%s behind %q: %q, want %q", c.text, c.half, got, c.want)
		}
	}
}

// A beginning is kept where it is more than was known, and nothing else.
func TestHalf(t *testing.T) {
	t.Parallel()
	cpf := func(s *conversation.State) { s.Asked = conversation.AskCPF }
	birth := func(s *conversation.State) { s.Asked = conversation.AskBirthDate }
	for _, c := range []struct {
		state      func(*conversation.State)
		text, want string
	}{
		{cpf, "529", "529"},
		{cpf, "é 529982", "529982"},
		{cpf, "52", ""},
		{cpf, "meu pai falou que começa com 529", ""},
		{cpf, "52998224726", ""},
		{func(s *conversation.State) { cpf(s); s.Half = "529982" }, "529982", ""},
		{func(s *conversation.State) { cpf(s); s.Patient.CPF = "39053344705" }, "529982", ""}, // which of two is asked
		{birth, "10 de maio", "10/05"},
		{birth, "12", "12"},
		{birth, "dia 7", "07"},
		{birth, "32", ""},
		{birth, "amanhã", ""},
		{birth, "de 10 a 12 de maio", ""},
		{birth, "10/12/2026", ""},
		{birth, "10/05/1980", ""},
		{func(s *conversation.State) { birth(s); s.Half = "10/05" }, "10/05", ""},
		{func(s *conversation.State) { birth(s); s.Half = "12" }, "dia 12", ""},
		{func(s *conversation.State) { birth(s); s.Options = []int{1, 2, 3} }, "2", ""}, // of these
		{func(s *conversation.State) { s.Asked = conversation.AskSlot }, "529", ""},
	} {
		d, s := reader(storyClinic("")), &conversation.State{}
		c.state(s)
		half, ok := d.half(s, d.readAgain(s, c.text))
		if !ok {
			half = ""
		}
		if half != c.want {
			t.Errorf("%q begins %q, want %q", c.text, half, c.want)
		}
	}
}

// Where something else is asked in the same turn, or the data were found wrong, nothing is asked of a beginning.
func TestHalfGivesWay(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*dialogue){
		"asked":    func(d *dialogue) { d.ask = &question{asks: conversation.AskPlan} },
		"rejected": func(d *dialogue) { d.rejected = true },
	} {
		d, s := reader(storyClinic("")), &conversation.State{}
		s.Asked = conversation.AskCPF
		set(d)
		if half, ok := d.half(s, d.readAgain(s, "529")); ok {
			t.Errorf("%s: %q", name, half)
		}
	}
}

// Of what is said beside a yes only what changes nothing is left out; what is left is judged like any answer.
func TestWithoutHarmless(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"confirma. Chego 15h55, ok?":                      "confirma. ,",
		"sim, chego uns 10 min antes ta":                  "sim,",
		"isso mesmo, pode. se ele der pra trás eu aviso":  "isso mesmo, pode.",
		"sim, chego 16h30":                                "",
		"sim, chego 14h":                                  "",
		"sim, chego amanhã uns 10 min antes":              "",
		"sim, chego de manhã uns 10 min antes":            "",
		"não, chego uns 10 min antes":                     "",
		"sim, é a primeira vez dela, unimed":              "sim, , unimed",
		"sim, primeira vez pela unimed":                   "",
		"sim, desde que possa chegar 10 min antes":        "",
		"sim, chego 10 min antes na dra ana lima":         "",
		"sim, chego cedo":                                 "sim,",
		"sim, nunca fui aí, 17h":                          "sim, , 17h",
		"sim, mas o nome é Julia, chego uns 10 min antes": "sim, mas o nome é Julia,",
		"chego uns 10 min antes":                          "",
		"sim, nunca fui aí depende do preço":              "",
		"sim, vou chegar atrasada":                        "",
		"talvez, chego uns 10 min antes":                  "",
	} {
		d, s := reader(storyClinic("")), &conversation.State{}
		s.Asked, s.Choice = conversation.AskConfirm, &conversation.Slot{AgendaID: 101, Date: "2026-11-26", Hour: "16:00"}
		if want == "" {
			want = text
		}
		if got := d.withoutHarmless(s, text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// An hour alone is one of the chosen day where it corrects that choice, just taken or read back.
func TestOfChosenDay(t *testing.T) {
	t.Parallel()
	taken := conversation.Slot{AgendaID: 101, Date: "2026-11-25", Hour: "09:00"}
	for name, c := range map[string]struct {
		asked    conversation.Question
		choice   *conversation.Slot
		from, to string
		want     bool
	}{
		"corrected":         {conversation.AskName, &taken, "15:00", "15:00", true},
		"the same":          {conversation.AskName, &taken, "09:00", "09:00", false},
		"from then on":      {conversation.AskName, &taken, "15:00", "23:59", false},
		"nothing is chosen": {conversation.AskName, nil, "15:00", "15:00", false},
		"a list is open":    {conversation.AskSlot, &taken, "15:00", "15:00", false},
		"read back":         {conversation.AskConfirm, &taken, "15:00", "15:00", true},
	} {
		s := &conversation.State{}
		s.Asked, s.Choice = c.asked, c.choice
		if got := ofChosenDay(s, conversation.Span{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
