package understand

import (
	"strings"

	"atende/actors/language"
)

// maxGroups bounds the groups of digits one number is written in: digit by digit, as some voices are written down.
const maxGroups = 16

// digitRun is the groups of digits from one token on that may belong to one number.
type digitRun struct {
	start  int
	groups []int // tokens
}

// runAt collects the groups of digits at i that only signs and spaces part.
func (r *reader) runAt(i int) digitRun {
	run := digitRun{start: i}
	for k := i; len(run.groups) < maxGroups; {
		if r.at(k).Kind != language.Digits || r.taken[k] {
			return run
		}
		run.groups = append(run.groups, k)
		k++
		k = r.skip(k, 3, pt.NumberSigns)
	}
	return run
}

// digits joins the first n groups.
func (r *reader) join(run digitRun, n int) string {
	var b strings.Builder
	for _, k := range run.groups[:n] {
		b.WriteString(r.at(k).Text)
	}
	return b.String()
}

// endOf returns the index after the n-th group.
func (run digitRun) endOf(n int) int { return run.groups[n-1] + 1 }

// documents is what the digits of a text say about the patient.
type documents struct {
	cpf, invalid, phone string
	places              []place
}

// place is where something stands, in tokens.
type place struct{ start, end int }

// documents reads CPFs and phones and takes their tokens.  The first good one of each wins.
func (r *reader) documents() documents {
	var d documents
	for i := 0; i < len(r.toks); i++ {
		if r.at(i).Kind != language.Digits || r.at(i).Keycap || r.money(i) || r.tail(i) {
			continue
		}
		if end := r.document(i, &d); end > i {
			r.take(i, end)
			i = end - 1
		}
	}
	if d.cpf != "" {
		d.invalid = ""
	}
	return d
}

// tail tells whether the digits at i go on from others that were no number of a patient.
func (r *reader) tail(i int) bool {
	return r.at(i).Glued && r.at(i-1).Glued && r.isAny(i-1, ".", "/", "-") && r.at(i-2).Kind == language.Digits && !r.taken[i-2]
}

// document reads the number at i into d and returns the index after it; i when it is neither a CPF nor a phone.
func (r *reader) document(i int, d *documents) int {
	run := r.runAt(i)
	said := r.announced(i, pt.CpfWords)
	number, end := r.cpfDigits(run, said)
	switch {
	case number != "" && validCPF(number) && (said || !r.announced(i, pt.PhoneWords) && !r.keys(i-1, "+")):
		d.put(&d.cpf, number, i, end)
		return end
	case said && number != "":
		d.put(&d.invalid, number, i, end)
		return end
	case said:
		return r.brokenCPF(run, d)
	}
	if phone, phoneEnd := r.phoneDigits(run); phone != "" {
		if d.phone != "" && r.afterMarker(i) {
			d.phone = ""
		}
		d.put(&d.phone, phone, i, phoneEnd)
		return phoneEnd
	}
	if number == "" || r.is(i-1, pt.NotDates) || r.is(i-2, pt.NotDates) {
		return i
	}
	d.put(&d.invalid, number, i, end)
	return end
}

// put keeps the first number of a kind.
func (d *documents) put(field *string, number string, start, end int) {
	if *field == "" {
		*field = number
	}
	if field != &d.phone {
		d.places = append(d.places, place{start, end})
	}
}

// announced tells whether one of the words leads to the number at i.
func (r *reader) announced(i int, s *language.Class) bool {
	k := i - 1
	for steps := 0; steps < 7 && (r.is(k, pt.BetweenDoc) || r.isAny(k, "+", "(", "55")); steps++ {
		k--
	}
	return r.is(k, s)
}
