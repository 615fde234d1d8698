package catalog

import (
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/br"
)

// national has the holidays of the whole country, with Carnival Tuesday and Corpus Christi, on which
// clinics are closed though the law leaves them to the cities.  Carnival Monday and Ash Wednesday are
// each clinic's own choice.  It keeps no cache, so that it is only ever read.
var national = &cal.Calendar{Holidays: br.Holidays}

// spoken are the names that patients use where the library has another.
var spoken = map[*cal.Holiday]string{
	br.AnoNovo:          "Ano-Novo",
	br.Trabalhador:      "Dia do Trabalho",
	br.Independencia:    "Independência",
	br.ConscienciaNegra: "Consciência Negra",
}

// nationalHoliday is the name of the holiday that a day is, in the zone of day; "" on all others.
func nationalHoliday(day time.Time) string {
	is, _, holiday := national.IsHoliday(day)
	if !is {
		return ""
	}
	if name, ok := spoken[holiday]; ok {
		return name
	}
	return holiday.Name
}
