package booking

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// input is one thing that can be known, with its values as DESIGN.md calls them.
type input struct {
	name   string
	values []string
	set    func(k *Known, value string)
}

func yesNo(name string, set func(k *Known, yes bool)) input {
	return input{name, []string{"yes", "no"}, func(k *Known, value string) { set(k, value == "yes") }}
}

func words[T ~string](name string, set func(k *Known, value T), values ...T) input {
	in := input{name: name, set: func(k *Known, value string) { set(k, T(value)) }}
	for _, v := range values {
		in.values = append(in.values, string(v))
	}
	return in
}

// verdicts and waits are the values whose names on the page are not those of the code.
var (
	verdicts = map[string]Known{
		"open": {}, "executed": {Verdict: Executed, Readable: true}, "executed without words": {Verdict: Executed},
		"refused": {Verdict: Refused}, "not sent": {Verdict: NotSent},
	}
	waits = map[string]time.Duration{
		"under 60 s": Quarantine - 1, "under 120 s": Quarantine, "longer": Quarantine + LookFor,
	}
)

var inputs = []input{
	words("call", func(k *Known, v Source) { k.Source = v }, ThisAttempt, ThisRepeat, EarlierTurn, Elsewhere),
	yesNo("under way", func(k *Known, yes bool) { k.UnderWay = yes }),
	{"verdict", []string{"open", "executed", "executed without words", "refused", "not sent"}, func(k *Known, value string) {
		k.Verdict, k.Readable = verdicts[value].Verdict, verdicts[value].Readable
	}},
	{"attempt", []string{"1", "2"}, func(k *Known, value string) { k.Attempt = int(value[0] - '0') }},
	yesNo("doubt", func(k *Known, yes bool) { k.Doubt = yes }),
	words("calls", func(k *Known, v Calls) { k.Calls = v }, CalledOnce, CalledMore, CalledOut),
	words("unsent", func(k *Known, v Unsent) { k.Unsent = v }, NotUnsent, UnsentJustNow, UnsentBefore),
	yesNo("replayable", func(k *Known, yes bool) { k.Replayable = yes }),
	words("server", func(k *Known, v Server) { k.Server = v }, ServerUnasked, ServerAsked, ServerKnows, ServerDoesNot),
	{"waited", []string{"under 60 s", "under 120 s", "longer"}, func(k *Known, value string) { k.Waited = waits[value] }},
	words("person", func(k *Known, v Reply) { k.Person = v }, Unasked, Yes, No),
	yesNo("failing", func(k *Known, yes bool) { k.Failing = yes }),
	words("listed", func(k *Known, v Reply) { k.Listed = v }, Unasked, Yes, No, Silence),
	words("exclusive", func(k *Known, v Reply) { k.Exclusive = v }, Unasked, Yes, No),
}

// combination is the number of a value for each input.
type combination [14]uint8

// every calls f with every combination of what can be known.
func every(f func(c combination, k Known)) (n int) {
	var c combination
	var k Known
	var choose func(i int)
	choose = func(i int) {
		if i == len(inputs) {
			n++
			f(c, k)
			return
		}
		for v, value := range inputs[i].values {
			c[i] = uint8(v)
			inputs[i].set(&k, value)
			choose(i + 1)
		}
	}
	choose(0)
	return n
}

// rule is a row of the page.
type rule struct {
	row    string
	fits   [14]uint8 // the values that fit, as bits
	then   string
	counts int
}

func (r *rule) match(c combination) bool {
	for i, v := range c {
		if r.fits[i]&(1<<v) == 0 {
			return false
		}
	}
	return true
}

// page reads the rules of DESIGN.md.
func page(t *testing.T) []*rule {
	t.Helper()
	text, err := os.ReadFile("DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	var rules []*rule
	for _, table := range strings.Split(string(text), "| known | then |\n|---|---|\n")[1:] {
		table, _, _ = strings.Cut(table, "\n\n")
		for row := range strings.SplitSeq(table, "\n") {
			known, then, _ := strings.Cut(strings.Trim(row, "| "), " | ")
			r := &rule{row: row, then: then, fits: [14]uint8(slices.Repeat([]uint8{0xff}, 14))}
			for condition := range strings.SplitSeq(known, "; ") {
				name, values, _ := strings.Cut(condition, ": ")
				i := slices.IndexFunc(inputs, func(in input) bool { return in.name == name })
				if i < 0 {
					t.Fatalf("no input is called %q: %s", name, row)
				}
				r.fits[i] = 0
				for value := range strings.SplitSeq(values, ", ") {
					v := slices.Index(inputs[i].values, value)
					if v < 0 {
						t.Fatalf("%q is no value of %s: %s", value, name, row)
					}
					r.fits[i] |= 1 << v
				}
			}
			rules = append(rules, r)
		}
	}
	return rules
}

func (a Action) String() string {
	if a.Why != "" {
		return fmt.Sprintf("%s: %s", a.Do, a.Why)
	}
	return string(a.Do)
}

// The tables of DESIGN.md are what Next does, for every combination of what can be known.
func TestPage(t *testing.T) {
	rules := page(t)
	wrong := 0
	n := every(func(c combination, k Known) {
		i := slices.IndexFunc(rules, func(r *rule) bool { return r.match(c) })
		switch got := Next(k).String(); {
		case wrong > 5:
		case i < 0:
			wrong++
			t.Errorf("no row for %+v: %s", k, got)
		case rules[i].then != got:
			wrong++
			t.Errorf("%+v: %s, but the page says\n%s", k, got, rules[i].row)
		default:
			rules[i].counts++
		}
	})
	for _, r := range rules {
		if r.counts == 0 {
			t.Errorf("a row that never counts: %s", r.row)
		}
	}
	t.Logf("%d rows, %d combinations", len(rules), n)
}

// The page names all inputs with their values.
func TestPageInputs(t *testing.T) {
	text, err := os.ReadFile("DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		if row := fmt.Sprintf("\n| %s | %s | ", in.name, strings.Join(in.values, ", ")); !strings.Contains(string(text), row) {
			t.Errorf("not on the page: %s", row)
		}
	}
}

// promises are what holds whatever is known.
var promises = []struct {
	name string
	kept func(k Known, a Action) bool
}{
	{"nothing is called while a call is under way", func(k Known, a Action) bool { return !calls(a) || !k.UnderWay }},
	{"nothing is called beside a person", func(k Known, a Action) bool {
		return !calls(a) || k.Person == No || a.Do == RetryLater // within seconds of the first attempt
	}},
	{"no third attempt (B7)", func(k Known, a Action) bool { return !calls(a) || a.Do == Repeat || k.Attempt < MaxAttempts }},
	{"an attempt at once follows only one that was not sent (B4)", func(k Known, a Action) bool {
		return a.Do != Retry && a.Do != RetryLater || k.Verdict == NotSent && !k.Doubt
	}},
	{"an attempt in doubt follows only proof (B5, B6, B7)", func(k Known, a Action) bool {
		proof := k.Waited >= Quarantine && k.Listed == Yes && k.Exclusive == Yes
		return a.Do != RetryInDoubt || k.Verdict == Open && proof
	}},
	{"a repeat only where the server knows intents (B8)", func(k Known, a Action) bool {
		knows := k.Server == ServerKnows && (k.Replayable || k.Source != Elsewhere)
		return a.Do != Repeat || knows || k.Unsent == UnsentBefore // it knew before the repeat that did not leave
	}},
	{"a repeat only of what may have been executed (B8)", func(k Known, a Action) bool {
		return a.Do != Repeat || k.Verdict == Open || k.Verdict == Executed
	}},
	{"an appointment is told only with its words", func(k Known, a Action) bool {
		return a.Do != TellMade || k.Verdict == Executed && k.Readable && k.Source != Elsewhere
	}},
	{"a refusal only where nothing was booked", func(k Known, a Action) bool {
		return a.Do != TellRefused || (k.Verdict == Refused || k.Verdict == NotSent) && !k.Doubt
	}},
	{"an end within 120 s, but for what was asked a moment ago (B10)", func(k Known, a Action) bool {
		moment := k.Source == ThisAttempt || k.Source == ThisRepeat || k.Server == ServerAsked
		return a.Do != Wait || k.MayLook() || moment
	}},
	{"what is known is not asked", func(k Known, a Action) bool {
		switch a.Do {
		case AskPerson:
			return k.Person == Unasked
		case AskAgenda:
			return k.Listed == Unasked
		case AskExclusive:
			return k.Exclusive == Unasked
		case AskServer:
			return k.Server == ServerUnasked
		default:
			return true
		}
	}},
	{"a person is called for a reason", func(_ Known, a Action) bool { return (a.Do == CallPerson) == (a.Why != "") }},
}

func calls(a Action) bool {
	return slices.Contains([]Step{Repeat, Retry, RetryLater, RetryInDoubt}, a.Do)
}

// Whatever is known, the rules of a booking hold (B1 to B10 of ../journal/DESIGN.md).
func TestPromises(t *testing.T) {
	broken := map[string]bool{}
	every(func(_ combination, k Known) {
		a := Next(k)
		for _, p := range promises {
			if !broken[p.name] && !p.kept(k, a) {
				broken[p.name] = true
				t.Errorf("%s: %s after %+v", p.name, a, k)
			}
		}
	})
}

// B4, B8: what a repeat was told holds for the call before it only where somebody looked for that.
func TestAsRepeat(t *testing.T) {
	for _, test := range []struct {
		answer Answer
		want   Verdict
	}{
		{Answer{Verdict: Executed, Status: 200}, Executed},
		{Answer{Verdict: Refused, Status: 400}, Refused},
		{Answer{Verdict: Refused, Status: 409}, Refused},
		{Answer{Verdict: Refused, Status: 422}, Refused},
		{Answer{Verdict: Refused, Status: 401}, Open},
		{Answer{Verdict: Refused, Status: 404}, Open},
		{Answer{Verdict: NotSent}, Open},
		{Answer{Status: 503}, Open},
	} {
		if got := test.answer.AsRepeat(); got.Verdict != test.want || got.Status != test.answer.Status {
			t.Errorf("%+v as a repeat is %+v", test.answer, got)
		}
	}
}

// An end that tells nothing becomes an appointment without texts where the journal knows of one.
func TestKnowing(t *testing.T) {
	made := Answer{Verdict: Executed, Status: 200, Readable: true}
	for _, end := range []Action{{Do: TellRefused}, {Do: LeaveToPerson}, {Do: CallPerson, Why: TimeGone}} {
		if !end.TellsNothing() || end.Knowing(made) != (Action{CallPerson, TextsLost}) {
			t.Errorf("%s: %s", end, end.Knowing(made))
		}
		for _, other := range []Answer{{}, {Verdict: Executed, Status: 200}, {Verdict: Refused, Status: 409}, {Verdict: NotSent}} {
			if end.Knowing(other) != end {
				t.Errorf("%s, %+v: %s", end, other, end.Knowing(other))
			}
		}
	}
	if (Action{Do: TellMade}).TellsNothing() || (Action{Do: Wait}).TellsNothing() {
		t.Error("an appointment, or a wait, is no end without one")
	}
}
