package rules

import (
	"regexp/syntax"
	"slices"
)

// gap stands in a spelling for anything, or nothing.
const gap letter = 0xff

// maxSpellings bounds the spellings of one part of a pattern, maxClass the characters of a class that are spelled.
const (
	maxSpellings = 64
	maxClass     = 24
)

// spellings are the ways in which a pattern can be spelled out, in letters with gaps between them.  Whatever
// matches has the letters of one of them, side by side where no gap is.
func spellings(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		return []string{spelled(re.Rune)}
	case syntax.OpCharClass:
		return ofClass(re.Rune)
	case syntax.OpCapture:
		return spellings(re.Sub[0])
	case syntax.OpConcat:
		list := []string{""}
		for _, sub := range re.Sub {
			list = joinedWith(list, spellings(sub))
		}
		return list
	case syntax.OpAlternate:
		return ofAlternatives(re.Sub)
	case syntax.OpPlus:
		return repeated(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return repeated(re.Sub[0])
		}
	default:
	}
	return anything
}

var anything = []string{string([]byte{byte(gap)})}

func spelled(runes []rune) string {
	letters := make([]byte, len(runes))
	for i, r := range runes {
		letters[i] = byte(letterOf(r))
	}
	return string(letters)
}

// ofClass spells a class of few characters, given as pairs of first and last.
func ofClass(ranges []rune) []string {
	var list []string
	size := 0
	for i := 0; i < len(ranges); i += 2 {
		if size += int(ranges[i+1]-ranges[i]) + 1; size > maxClass {
			return anything
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if one := spelled([]rune{r}); !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	return list
}

func ofAlternatives(subs []*syntax.Regexp) []string {
	var list []string
	for _, sub := range subs {
		list = append(list, spellings(sub)...)
	}
	if slices.Contains(list, "") || slices.Contains(list, anything[0]) {
		return anything
	}
	return list
}

// repeated spells what stands there once or several times.
func repeated(sub *syntax.Regexp) []string {
	once := spellings(sub)
	return joinedWith(joinedWith(once, anything), once)
}

// joinedWith puts each of the second spellings behind each of the first.  Where these would be too many, the
// longer list is as good as a gap.
func joinedWith(first, second []string) []string {
	if len(first)*len(second) > maxSpellings {
		if len(first) > len(second) {
			first = anything
		} else {
			second = anything
		}
	}
	list := make([]string, 0, len(first)*len(second))
	for _, a := range first {
		for _, b := range second {
			list = append(list, a+b)
		}
	}
	return list
}
