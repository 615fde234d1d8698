package conversation

import (
	"reflect"
	"strings"
	"testing"
)

// withPhrases is a clinic that says the rest of its phrases.
func withPhrases(text string) *Clinic {
	return NewClinic(Clinic{
		Specialties: []Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"coração"}}, {ID: 9, Name: "Reumatologia"}},
		Doctors:     []Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. João Lima", SpecialtyID: 9}},
		Procedures:  []Procedure{{ID: 503, Name: "Teste Ergométrico", SpecialtyID: 7}},
		Plans:       []Service{{ID: 1, Name: "Particular"}, {ID: 2, Name: "Servidor Municipal"}},
		Phrases:     Phrases{File: "clinic.yaml", Line: 20, Text: text},
	})
}

func TestAClinicsOwnPhrasesCountAsAliasesDo(t *testing.T) {
	t.Parallel()
	c := withPhrases(`[reumatologia]
problema #of coracao de? atleta
	+ é um problema do coração de atleta
[dra. ana souza]
#doctor nova
	+ quero a doutora nova
[Teste  ergométrico]
correr na esteira
	+ preciso correr na esteira
[particular: Servidor-Municipal]
carteirinha
	+ tenho carteirinha
`)
	if n, err := c.CheckPhrases(); n != 4 || err != nil {
		t.Errorf("%d phrases, %v", n, err)
	}
	for text, want := range map[string]Mentions{
		"Tenho um problema de coração de atleta":  {Specialties: []int{9}}, // the longer one
		"é do coração":                            {Specialties: []int{7}},
		"com a Doutora Nova ou o dr. João":        {Doctors: []int{101}},
		"vou correr na esteira, tenho particular": {Procedures: []int{503}, Plans: []int{1}},
		"tenho carteirinha":                       {Plans: []int{1, 2}},
		"problema de pele":                        {},
	} {
		if got := c.Find(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	own, lay := c.Why("problema do coração de atleta")
	if len(own) != 1 || own[0].At.String() != "clinic.yaml:22" || len(lay) != 1 || lay[0].Group != "cardiologia" || lay[0].Words != "problema do coração" {
		t.Errorf("reasons %+v, %+v", own, lay)
	}
	text := "oi, a doutora nova atende?"
	if hits := c.Hits(text).Doctors; len(hits) != 1 || text[hits[0].Start:hits[0].End] != "doutora nova" {
		t.Errorf("hits %+v", hits)
	}
}

func TestWrongPhrasesAreToldAndNotHeard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x":                           "clinic.yaml:21: \"x\" stands in no group",
		"[Pediatria]\nx\n\t+ x":       "clinic.yaml:21: [Pediatria] is no specialty, doctor, procedure or plan of this clinic",
		"[Cardiologia]\nx":            "clinic.yaml:22: \"x\" has no example",
		"[Cardiologia]\n#no\n\t+ x":   "clinic.yaml:22: there is no class #no",
		"[]\n\n\u200d\n%\n*|*\n..256": "clinic.yaml:23: ",
	} {
		c := withPhrases(text)
		if _, err := c.CheckPhrases(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		c.Find("x de coração")
	}
	if n, err := withPhrases(" \n").CheckPhrases(); n != 0 || err != nil {
		t.Errorf("%d phrases, %v", n, err)
	}
}
