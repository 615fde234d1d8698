package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// refusal is why a call was not done, in words that the model can act on.
type refusal struct {
	reason  string
	options []string
}

// decode reads the arguments of a call as strictly as the schema: one JSON object, known keys, right types.
// Servers leave out arguments that are null, so an absent key counts as null.
func decode(arguments string, target any) *refusal {
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	reader := json.NewDecoder(bytes.NewReader([]byte(arguments)))
	reader.DisallowUnknownFields()
	if err := reader.Decode(target); err != nil {
		return &refusal{reason: "os argumentos não seguem o esquema da ferramenta" + where(err)}
	}
	if _, err := reader.Token(); err != io.EOF {
		return &refusal{reason: "os argumentos devem ser um só objeto JSON"}
	}
	return nil
}

// where names the argument that is wrong, if that can be told.
func where(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return ": " + kind.Field + " tem o tipo errado"
	}
	if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok && len(name) < maxField {
		return ": não existe o argumento " + name
	}
	return ""
}

// maxField is the longest name of an argument that is repeated.
const maxField = 40

// number is a whole number, also as small models write it: "2", 2.0.
type number int

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(data []byte) error {
	value, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err != nil || value != math.Trunc(value) || math.Abs(value) > math.MaxInt32 {
		return &json.UnmarshalTypeError{Value: "number", Field: "numero"}
	}
	*n = number(value)
	return nil
}

// yesNo is true or false, also as small models write it: "true".
type yesNo bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *yesNo) UnmarshalJSON(data []byte) error {
	value, err := strconv.ParseBool(strings.Trim(string(data), `"`))
	if err != nil && string(data) != "null" {
		return &json.UnmarshalTypeError{Value: "bool", Field: "mais, outra_pessoa"}
	}
	*f = yesNo(value)
	return nil
}

type searchArguments struct {
	Specialty string      `json:"especialidade"`
	Doctor    string      `json:"medico"`
	Procedure string      `json:"procedimento"`
	Plan      string      `json:"convenio"`
	Dates     []dateRange `json:"datas"`
	Weekdays  []string    `json:"dias_semana"`
	Period    string      `json:"periodo"`
	From      string      `json:"hora_de"`
	To        string      `json:"hora_ate"`
	More      yesNo       `json:"mais"`
}

// empty reports a call that asks for nothing.
func (a searchArguments) empty() bool {
	words := []string{a.Specialty, a.Doctor, a.Procedure, a.Plan, a.Period, a.From, a.To}
	return !slices.ContainsFunc(words, given) && len(a.Dates)+len(a.Weekdays) == 0
}

type dateRange struct {
	From string `json:"de"`
	To   string `json:"ate"`
}

// Bounds of a wish.
const (
	maxRanges   = 8
	maxWeekdays = 7
)

// periodNames are the parts of a day.
func periodNames() []string { return []string{"manha", "tarde", "noite"} }

// wish is when the patient would like to come.
func (a searchArguments) wish(now time.Time, w *conversation.Wish) *refusal {
	if len(a.Dates) > maxRanges || len(a.Weekdays) > maxWeekdays {
		return &refusal{reason: "dias demais"}
	}
	today, last := now.Format(time.DateOnly), now.AddDate(1, 0, 0).Format(time.DateOnly)
	for _, d := range a.Dates {
		switch {
		case !isDay(d.From) || !isDay(d.To) || d.To < d.From:
			return &refusal{reason: "datas devem ser AAAA-MM-DD, de antes de até"}
		case d.To < today:
			return &refusal{reason: "esse dia já passou; hoje é " + today}
		case d.From > last:
			return &refusal{reason: "esse dia fica longe demais; a agenda vai até " + last}
		}
		w.Dates = append(w.Dates, conversation.Span{From: d.From, To: d.To})
	}
	for _, name := range a.Weekdays {
		day, ok := weekdayOf(name)
		if !ok {
			return &refusal{reason: "dia da semana desconhecido", options: weekdayNames()}
		}
		w.Weekdays = append(w.Weekdays, day)
	}
	if given(a.Period) {
		periods := map[string]understand.Period{"manha": understand.Morning, "tarde": understand.Afternoon, "noite": understand.Evening}
		if w.Period = periods[folded(a.Period)]; w.Period == "" {
			return &refusal{reason: "período desconhecido", options: periodNames()}
		}
	}
	if given(a.From) || given(a.To) {
		span := conversation.Span{From: hourOf(a.From, "00:00"), To: hourOf(a.To, "23:59")}
		if span.From == "" || span.To == "" || span.To < span.From {
			return &refusal{reason: "horas devem ser HH:MM, hora_de antes de hora_ate"}
		}
		w.Times = []conversation.Span{span}
	}
	return nil
}

type chooseArguments struct {
	Number *number `json:"numero"`
}

type identifyArguments struct {
	Name  string `json:"nome"`
	CPF   string `json:"cpf"`
	Birth string `json:"nascimento"`
	Other yesNo  `json:"outra_pessoa"`
}

type transferArguments struct {
	Reason string `json:"motivo"`
}

type clinicArguments struct {
	Topic string `json:"assunto"`
}

// given reports an argument that says something; "null" is what some models write for null.
func given(value string) bool {
	value = strings.TrimSpace(value)
	return value != "" && !strings.EqualFold(value, "null")
}

func isDay(value string) bool {
	_, err := time.Parse(time.DateOnly, value)
	return err == nil
}

// hourOf is an hour as HH:MM, also of "8:00", "8h" and "8h30"; "" for what is none.
func hourOf(value, notGiven string) string {
	if !given(value) {
		return notGiven
	}
	value = strings.TrimSuffix(strings.Replace(strings.ToLower(strings.TrimSpace(value)), "h", ":", 1), ":")
	for _, layout := range []string{"15:04", "15"} {
		if at, err := time.Parse(layout, value); err == nil {
			return at.Format("15:04")
		}
	}
	return ""
}

// weekdayNames are the days of the week from Sunday on.
func weekdayNames() []string {
	return []string{"domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"}
}

func weekdayOf(name string) (time.Weekday, bool) {
	name = strings.TrimSuffix(strings.NewReplacer("ç", "c", "á", "a").Replace(strings.ToLower(strings.TrimSpace(name))), "-feira")
	i := slices.Index(weekdayNames(), name)
	return time.Weekday(max(i, 0)), i >= 0
}
