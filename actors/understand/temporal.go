package understand

import "time"

// The words days and hours are said with.

var weekdays = map[string]int{
	"segunda": 0, "terca": 1, "quarta": 2, "quinta": 3, "sexta": 4, "sabado": 5, "domingo": 6,
	"segundafeira": 0, "tercafeira": 1, "quartafeira": 2, "quintafeira": 3, "sextafeira": 4,
}

// weekdayShort need company: "ter" is a verb, "seg" are seconds, "dom" is a gift.
var weekdayShort = map[string]int{
	"seg": 0, "ter": 1, "qua": 2, "qui": 3, "sex": 4, "sab": 5, "sb": 5, "dom": 6,
}

var months = map[string]time.Month{
	"janeiro": 1, "fevereiro": 2, "marco": 3, "abril": 4, "maio": 5, "junho": 6, "julho": 7,
	"agosto": 8, "setembro": 9, "outubro": 10, "novembro": 11, "dezembro": 12,
}

// monthShort stand next to a day number only.
var monthShort = map[string]time.Month{
	"jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6, "jul": 7, "ago": 8, "set": 9,
	"out": 10, "nov": 11, "dez": 12,
}

// ordinals count in both genders; the last week or Friday of a month is -1.
var ordinals = map[string]int{
	"primeira": 1, "segunda": 2, "terceira": 3, "quarta": 4, "quinta": 5, "sexta": 6, "setima": 7,
	"oitava": 8, "nona": 9, "decima": 10, "ultima": -1,
	"primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4, "quinto": 5, "sexto": 6, "setimo": 7,
	"oitavo": 8, "nono": 9, "decimo": 10, "ultimo": -1,
}

var (
	sentenceEnds = words(". ! ? ;").with("\n")
	commas       = words(", . ; : ! ? ( ) -").with("\n")
	feira        = words("feira feiras f fera fira feia") // with the typos that are words themselves

	these    = words("essa esse esta este nessa nesse nesta neste dessa desse desta deste")
	nextOnes = words("proxima proximo proximas proximos prox")
	ofThe    = words("de da do das dos na no nas nos em")
	article  = words("a o as os")
	past     = words("passada passado passadas passados retrasada retrasado anterior ultima ultimo")
	every    = words("toda todo todas todos cada")

	// nouns after an ordinal: "segunda via" is no Monday.
	counted = words("via vias serie parte partes vez vezes dose doses opiniao etapa fase sessao idade",
		"consulta classe turma filha filho mao andar geracao categoria instancia tentativa semestre ano",
		"avaliacao aplicacao chance gestacao gravidez rua avenida edicao aula chamada prestacao",
		"parcela linha revisao pessoa cirurgia vacina lua divisao guerra dimensao potencia")

	// holidays make a weekday a feast whose date is not said.
	holidays = words("santa cinzas carnaval gorda pascoa ramos aleluia")

	dayUnits   = words("dia dias dd")
	weekUnits  = words("semana semanas")
	monthUnits = words("mes meses")
	yearUnits  = words("ano anos")

	clockUnits = words("h hs hr hrs hora horas")
	minutes    = words("min mins minuto minutos m")
	meridiem   = words("am pm")

	// measures after a number make it a quantity.
	measures = words("min mins minuto minutos seg segundos % reais real conto contos kg kilos quilos g mg ml",
		"km cm mm m metros anos ano meses mes dias dia semanas semana mil milhoes vezes x pessoas pessoa",
		"graus hz gb mb")
)
