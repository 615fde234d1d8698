package phone_test

import (
	"slices"
	"testing"

	"atende/integrations/chat/phone"
)

// Who is the same and who is not; no other reading of a number may make a patient of a stranger.
func TestSame(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       bool
	}{
		{"ninth digit", "+55|11987654321", "+55|1187654321", true},
		{"with and without country code", "(11) 98765-4321", "+55|11987654321", true},
		{"land line", "1133334444", "+55|1133334444", true},
		{"land line and mobile phone", "551133334444", "5511933334444", false},
		{"land line and mobile phone of 5", "551153334444", "5511953334444", false},
		{"mobile phones of newer numbers", "5511933334444", "+55 11 93333-4444", true},
		{"Peru", "+51|987654321", "5551987654321", false},
		{"Norway", "+47|91234567", "5547991234567", false},
		{"Norway without ninth digit", "+47|91234567", "554791234567", false},
		{"Denmark", "+45|98887777", "5545998887777", false},
		{"without an area code", "+55|912345678", "55|1212345678", false},
		{"the same abroad", "+51|987654321", "+51 987 654 321", true},
		{"nobody", "", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := phone.Number(test.a), phone.Number(test.b)
			if got := phone.Same(a, b); got != test.want || phone.Same(b, a) != test.want {
				t.Errorf("Same(%q, %q) = %t", a, b, got)
			}
		})
	}
}

// What was kept of mobile phones is found under the name that they had; others may have a new one.
func TestFormer(t *testing.T) {
	for number, kept := range map[string]bool{
		"5511987654321": true, "551187654321": true, "5511933334444": true, "351912345678": true, "41797776655": true, "14155552671": true,
		"551133334444": false, "51987654321": false, "4791234567": false,
	} {
		if got := phone.Former(number) == phone.Subscriber(number); got != kept {
			t.Errorf("%s was %s and is %s", number, phone.Former(number), phone.Subscriber(number))
		}
	}
}

func TestSpellings(t *testing.T) {
	for number, want := range map[string][]string{
		"5511987654321": {"5511987654321", "551187654321"},
		"551187654321":  {"5511987654321", "551187654321"},
		"5511933334444": {"5511933334444"},
		"551133334444":  {"551133334444"},
		"4791234567":    {"4791234567"},
	} {
		if got := phone.Spellings(number); !slices.Equal(got, want) {
			t.Errorf("Spellings(%s) = %q", number, got)
		}
	}
}
