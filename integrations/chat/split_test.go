package chat

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// S-C-10: split on blank lines, trim, drop what is empty, keep the order.
func TestSplit(t *testing.T) {
	cases := []struct {
		name, text string
		want       []string
	}{
		{"one part", "Olá!", []string{"Olá!"}},
		{"single line ends stay", "Olá!\nTudo bem?", []string{"Olá!\nTudo bem?"}},
		{"a blank line", "um\n\ndois", []string{"um", "dois"}},
		{"several blank lines", "um\n\n\n\n\ndois", []string{"um", "dois"}},
		{"Windows line ends", "um\r\n\r\ndois\r\ntrês", []string{"um", "dois\ntrês"}},
		{"old line ends", "um\r\rdois", []string{"um", "dois"}},
		{"lines of white space are blank", "um\n \t\u00a0\ndois", []string{"um", "dois"}},
		{"parts are trimmed", "\n\n  um  \n\n\tdois\n", []string{"um", "dois"}},
		{"white space inside stays", "um   dois\n   três", []string{"um   dois\n   três"}},
		{"nothing", "", nil},
		{"nothing but white space", " \n\n \r\n\t", nil},
		{"order", "c\n\na\n\nb\n\na", []string{"c", "a", "b", "a"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Split(c.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSplitOfLongParts(t *testing.T) {
	word := func(n int) string { return strings.Repeat("ã", n) }
	cases := []struct {
		name, text string
		want       []string
	}{
		{"just fits", word(4096), []string{word(4096)}},
		{"no place to cut", word(4097), []string{word(4096), "ã"}},
		{"behind the last sentence", word(2500) + ". " + word(1000) + "! b " + word(1000), []string{word(2500) + ". " + word(1000) + "!", "b " + word(1000)}},
		{"an abbreviation far in front is no place", "Sr. " + word(3000) + " " + word(3000), []string{"Sr. " + word(3000), word(3000)}},
		{"a decimal point is no end", word(2100) + " 1.5 " + word(3000), []string{word(2100) + " 1.5", word(3000)}},
		{"else at a line end", word(2100) + "\n" + word(500) + " " + word(3000), []string{word(2100), word(500) + " " + word(3000)}},
		{"else at white space", word(3000) + "  " + word(3000), []string{word(3000), word(3000)}},
		{"white space right behind the limit", word(4096) + " b", []string{word(4096), "b"}},
		{"a sentence that fills the limit", word(4095) + ". b", []string{word(4095) + ".", "b"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Split(c.text); !cmp.Equal(c.want, got) {
				var lengths []int
				for _, part := range got {
					lengths = append(lengths, utf8.RuneCountInString(part))
				}
				t.Errorf("parts of %v characters", lengths)
			}
		})
	}
}

// Whatever the text, the parts hold all of it but white space, each fits and none is empty.
func TestSplitLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(
			rapid.SampledFrom([]string{"\n", "\r\n", "\n\n", " ", ". ", "!\n", "ç", "👩🏽‍⚕️", "\u00a0"}),
			rapid.String(),
			rapid.Custom(func(t *rapid.T) string {
				return strings.Repeat(rapid.SampledFrom([]string{"a", "é", "😀", "ab. ", "ab "}).Draw(t, "unit"), rapid.IntRange(1, 6000).Draw(t, "times"))
			}),
		), 0, 12).Draw(t, "pieces")
		text := strings.Join(pieces, "")
		parts := Split(text)
		for _, part := range parts {
			if part == "" || part != strings.TrimSpace(part) || utf8.RuneCountInString(part) > maxPart || !utf8.ValidString(part) {
				t.Fatalf("part of %d characters", utf8.RuneCountInString(part))
			}
		}
		if got, want := bare(strings.Join(parts, "")), bare(text); got != want {
			t.Fatalf("%q became %q", want, got)
		}
	})
}

// bare is a text without white space.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}
