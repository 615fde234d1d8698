package conversation

import "testing"

// A phone is kept as A3 wants it, and no CPF, date or other number is taken for one.
func TestHearPhone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"11987654321":                           "5511987654321",
		"é (11) 98765-4321, obrigada":           "5511987654321",
		"+55 11 98765-4321":                     "5511987654321",
		"55 11 98765 4321":                      "5511987654321",
		"011 98765.4321":                        "5511987654321",
		"pode anotar: 11 3456-7890":             "551134567890",
		"+351 912 345 678":                      "351912345678",
		"+51 999 888 777":                       "51999888777", // Peru, and with 55 before it Porto Alegre
		"+51999888777":                          "51999888777",
		"(+51) 999 888 777":                     "51999888777",
		"+ 51 999 888 777":                      "51999888777",
		"00 51 999 888 777":                     "51999888777",
		"0051999888777":                         "51999888777",
		"00 55 11 98765-4321":                   "5511987654321",
		"+11 98765-4321":                        "5511987654321", // no country's code
		"+47 9123 4567":                         "4791234567",
		"+51 99988":                             "",
		"98765-4321":                            "", // without area code
		"10 98765-4321":                         "", // no such area code
		"11 88765-43210":                        "",
		"meu CPF é 529.982.247-25":              "",
		"529.982.247-25, celular 11 98765-4321": "5511987654321",
		"nasci em 05/03/1980":                   "",
		"05-03-1980 10-11-1990":                 "",
		"não tenho":                             "",
	} {
		s := &State{Contact: Contact{NoPhone: true}}
		if s.HearPhone(text); s.Phone != want || s.LacksPhone() != (want == "") {
			t.Errorf("%q: %q, want %q", text, s.Phone, want)
		}
		known := &State{}
		if known.HearPhone(text); known.Phone != "" {
			t.Errorf("%q: taken although the channel tells a phone", text)
		}
	}
	asked := &State{Contact: Contact{NoPhone: true}, Talk: Talk{Asked: AskPhone}}
	if asked.HearPhone("11 98765-4374"); asked.Phone != "5511987654374" { // whose digits are those of a CPF, too
		t.Errorf("what was asked for is %q", asked.Phone)
	}
	if asked = (&State{Contact: Contact{NoPhone: true}, Talk: Talk{Asked: AskPhone}, PatientData: PatientData{Patient: Identity{CPF: "11987654374"}}}); true {
		if asked.HearPhone("119.876.543-74"); asked.Phone != "" {
			t.Errorf("the CPF that is known is taken for a phone: %q", asked.Phone)
		}
	}
}

// Nothing is booked for somebody who could not be registered.
func TestConfirmWantsAPhone(t *testing.T) {
	t.Parallel()
	s := &State{Contact: Contact{NoPhone: true}}
	s.Choice = &Slot{AgendaID: 101, Date: "2026-12-01", Hour: "09:00"}
	s.Patient = Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1980-03-05"}
	if s.Phase() != PhaseIdentifying {
		t.Errorf("phase %q", s.Phase())
	}
	if res := confirm(nil, s, s.HeardAt, Confirm{Agreed: true}); res.Refusal == nil || len(res.Refusal.Missing) != 1 || res.Refusal.Missing[0] != AskPhone {
		t.Errorf("%+v", res.Refusal)
	}
}
