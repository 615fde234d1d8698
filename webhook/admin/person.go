package admin

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"atende/actors/understand"
	"atende/integrations/chat/phone"
)

// personLimit bounds an erasure or an export: each looks at every session that is stored.
const personLimit = 10 * time.Minute

// Errors of Person.Checked; none repeats what was given.
var (
	errOneOf = errors.New("name a person by either a CPF or a phone")
	errCPF   = errors.New("not a CPF: eleven digits, the last two check the others")
	errPhone = errors.New("not a phone: digits with area code, of another country with + and its code")
)

// Digits of a phone with country code (ITU-T E.164): of a Brazilian one, which may be written without, and of one of
// another country, which begins with a plus sign.
const (
	leastPhone, mostPhone         = 12, 15
	leastAbroad                   = 8
	leastDomestic, mostDomestic   = 10, 11
	brazil                        = "55"
	punctuationOfCPF, punctuation = ".- ", "+-.() |"
)

// Checked is the person in the form in which it is looked for: the CPF as 11 digits that check, or the phone as
// digits with country code.  How people write them is understood: 529.982.247-25, +55 (11) 98888-7777.
func (p Person) Checked() (Person, error) {
	switch {
	case (p.CPF == "") == (p.Phone == ""):
		return Person{}, errOneOf
	case p.CPF != "":
		cpf := without(punctuationOfCPF, p.CPF)
		if !understand.ValidCPF(cpf) {
			return Person{}, errCPF
		}
		return Person{CPF: cpf}, nil
	}
	number, least := phone.Number(p.Phone), leastPhone
	if strings.HasPrefix(strings.TrimSpace(p.Phone), "+") && !strings.HasPrefix(number, brazil) {
		least = leastAbroad
	}
	const nowhere = "11" // after a plus it is São Paulo's, without its country: no number of country 1 goes on so
	if strings.HasPrefix(number, nowhere) || len(number) < least || len(number) > mostPhone || strings.Trim(without(punctuation, p.Phone), "0123456789") != "" {
		return Person{}, errPhone
	}
	return Person{Phone: number}, nil
}

// without drops the characters of set.
func without(set, s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(set, r) {
			return -1
		}
		return r
	}, s)
}

// erase answers POST /admin/erase {"cpf":"…"} or {"phone":"…"}: 200 with how many sessions were forgotten, and
// how many are left because something is under way in them; the status is then "busy", and it is to be asked again.
func (d desk) erase(w http.ResponseWriter, r *http.Request) {
	who, ok := personOf(w, r)
	if !ok {
		return
	}
	ctx, cancel := patiently(w, r, personLimit)
	defer cancel()
	done, err := d.Operator.Erase(ctx, operatorOf(r), who)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	status := "erased"
	if done.Busy > 0 {
		status = "busy"
	}
	answer(w, http.StatusOK, struct {
		Status string `json:"status"`
		Erasure
	}{status, done})
}

// export answers POST /admin/export {"cpf":"…"} or {"phone":"…"} with all that is stored about the person, in
// the clear (LGPD, art. 18), as JSON, or as a page that the person can read where text/html is asked for.  Sessions are sent as they are found; when one cannot be
// read the connection is cut, so that what is not whole does not look so.
func (d desk) export(w http.ResponseWriter, r *http.Request) {
	who, ok := personOf(w, r)
	if !ok {
		return
	}
	ctx, cancel := patiently(w, r, personLimit)
	defer cancel()
	export := d.writerOf(w, r)
	err := d.Operator.Export(ctx, operatorOf(r), who, export.add)
	switch {
	case err == nil:
		export.end()
	case !export.begun():
		d.fail(w, r, err)
	default:
		d.Log.WarnContext(r.Context(), "operator", slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
}

// personOf reads whom a request is about, from the body because a URL ends up in logs; what is wrong is answered.
func personOf(w http.ResponseWriter, r *http.Request) (who Person, ok bool) {
	if status, reason := readJSON(w, r, &who); status != 0 {
		refuse(w, status, reason)
		return Person{}, false
	}
	who, err := who.Checked()
	if err != nil {
		refuse(w, http.StatusBadRequest, reasonOfPerson(err))
	}
	return who, err == nil
}

func reasonOfPerson(err error) string {
	switch {
	case errors.Is(err, errCPF):
		return "invalid_cpf"
	case errors.Is(err, errPhone):
		return "invalid_phone"
	default:
		return "cpf_or_phone"
	}
}
