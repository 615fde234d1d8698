package phone_test

import (
	"strings"
	"testing"

	"atende/integrations/chat/phone"
)

func TestNumber(t *testing.T) {
	tests := []struct{ name, written, want string }{
		{"as the gateway writes it", "+55|11999999999", "5511999999999"},
		{"with signs", "+55 (11) 91234-5678", "5511912345678"},
		{"digits with country code", "5511912345678", "5511912345678"},
		{"eight-digit number with country code", "551133334444", "551133334444"},
		{"mobile without country code", "(11) 91234-5678", "5511912345678"},
		{"land line without country code", "1133334444", "551133334444"},
		{"area code 55 is not the country", "(55) 99123-4567", "5555991234567"},
		{"trunk prefix", "011 91234-5678", "5511912345678"},
		{"trunk prefix of a land line", "(011) 3333-4444", "551133334444"},
		{"trunk prefix behind the country code", "+55 (011) 91234-5678", "5511912345678"},
		{"international prefix", "00 55 11 91234-5678", "5511912345678"},
		{"international prefix of another country", "00351912345678", "351912345678"},
		{"another country", "+1 415 555-2671", "14155552671"},
		{"another country, longer", "351912345678", "351912345678"},
		{"another country whose digits are ours", "+51|987654321", "51987654321"},
		{"another country, without the plus", "51|987654321", "51987654321"},
		{"an area code before a bar", "|11 91234-5678", "5511912345678"},
		{"blanks in front", "  +1 415 555-2671", "14155552671"},
		{"without area code", "91234-5678", "912345678"},
		{"zeros alone", "000", "0"},
		{"a plus alone", "+", ""},
		{"no digits", "sem número", ""},
		{"other scripts", "٣", ""},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := phone.Number(test.written); got != test.want {
				t.Errorf("Number(%q) = %q, want %q", test.written, got, test.want)
			}
		})
	}
}

func TestDigits(t *testing.T) {
	for written, want := range map[string]string{
		"+55|11987654321": "5511987654321", "+55 (11) 98765-4321": "5511987654321", "5511987654321": "5511987654321",
		"(11) 91234-5678": "11912345678", "": "", "sem número": "", "٣": "",
	} {
		if got := phone.Digits(written); got != want {
			t.Errorf("Digits(%q) = %q, want %q", written, got, want)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"+55|11999999999", "0011", "550", "+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		if got := phone.Number(written); strings.Trim(got, "0123456789") != "" || len(got) > len(written)+2 {
			t.Errorf("Number(%q) = %q", written, got)
		}
	})
}

func TestFiller(t *testing.T) {
	for written, want := range map[string]bool{
		"00000000000": true, "99999999999": true, "+55 (00) 00000-0000": true, "55": true, "+55|99999999999": true,
		"+55|11999999999": false, "11 99999-9999": false, "+55 (55) 95555-5555": false, "": false, "+1 222 222 2223": false,
	} {
		if got := phone.Filler(phone.Number(written)); got != want {
			t.Errorf("Filler of %q: %v", written, got)
		}
	}
}
