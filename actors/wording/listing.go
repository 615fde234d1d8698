package wording

import (
	"fmt"
	"strings"
)

// samples fill the placeholders of a listing.
var samples = map[string]string{
	"clinic": "Clínica Boa Vida", "greeting": "Bom dia!", "name": "Maria de Lourdes Souza", "number": "1",
	"day": "segunda, 23/11", "hour": "09:00", "hours": "de segunda a sexta, das 8h às 18h", "with": "com a Dra. Ana Souza", "doctor": "Dra. Ana Souza",
	"doctors": "Dra. Ana Souza, Dr. Pedro Lima", "plan": "Unimed", "plans": "Particular, Unimed e Amil",
	"specialty": "Cardiologia", "procedure": "Consulta", "now": "um horário de consulta", "service": "Cardiologia", "part": "o joelho", "what": "*Cardiologia* com a Dra. Ana Souza",
	"of": "da sua mãe", "for": "a sua mãe", "last": "47-25", "n": "9", "until": "15h30", "when": "segunda, às 8h", "days": "Aos sábados", "holiday": "Natal", "birth": "05/03/1980", "said": "5 anos", "gives": "46 anos", "about": "a duração",
	"appointment": "o horário com a Dra. Ana Souza (*segunda, 23/11, às 09:00*)", "wish": "sexta de manhã",
	"from": "08:00", "to": "10:00", "contact": "dados@clinica.example", "phone": "(11) 3333-4444",
	"booking": "Está marcado: *Consulta* com a Dra. Ana Souza, segunda, 23/11, às 09:00.",
}

// Sample is a text with its name, each of its variants filled with samples.
type Sample struct {
	ID       ID       `json:"id"`
	Variants []string `json:"variants"`
}

// Samples is every text, in the order of the file.
func (t *Texts) Samples() (list []Sample) {
	fill := make([]string, 0, 2*len(samples))
	for name, value := range samples {
		fill = append(fill, name, value)
	}
	for _, id := range t.order {
		s := Sample{ID: id}
		for n := range t.Variants(id) {
			s.Variants = append(s.Variants, t.Variant(id, n, fill...))
		}
		list = append(list, s)
	}
	return list
}

// Listing is every text with its name, filled with samples: for reading aloud.
func (t *Texts) Listing() string {
	var b strings.Builder
	group := ""
	for _, s := range t.Samples() {
		if own, _, _ := strings.Cut(string(s.ID), "."); own != group {
			group = own
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", s.ID)
		for _, text := range s.Variants {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(text, "\n", "\n    "))
		}
	}
	return strings.TrimLeft(b.String(), "\n")
}

// File is the file of texts that atende comes with: the one to begin a clinic's own with.
func File() []byte { return append([]byte(nil), defaults...) }
