package phone

import "strings"

// What follows the country code of a Brazilian phone: an area code, and the number behind it.
const (
	areaCode  = 2
	landline  = areaCode + 8 // or a mobile phone that is written without its ninth digit
	mobile    = areaCode + 9
	ninth     = '9' // begins every mobile phone
	leastCell = '6' // begins what is left of an old one: 2 to 5 are land lines
)

// Subscriber names whose phone a number is, which Number wrote: two numbers with one subscriber ring the same phone.  A
// mobile phone of Brazil is the same with and without the ninth digit, which gateways leave out of old ones.  It is
// known by the number without it, as before there was this function, so that what was kept about it is still found.
//
// Everybody else is known by the whole number: a land line of eight digits is not the mobile phone with a 9 before
// them, and the number of another country is none of Brazil whose digits it happens to have.
func Subscriber(number string) string {
	local, ours := strings.CutPrefix(number, brazil)
	switch {
	case ours && len(local) == mobile && local[areaCode] == ninth:
		return local[:areaCode] + local[areaCode+1:]
	case ours && len(local) == landline && local[areaCode] >= leastCell:
		return local
	case len(number) == landline: // with its country code: as long as a mobile phone's name
		return "+" + number
	default:
		return number
	}
}

// Same reports whether two numbers, which Number wrote, are one phone.  No number is none.
func Same(a, b string) bool { return a != "" && b != "" && Subscriber(a) == Subscriber(b) }

// Spellings are the ways in which Number may have written a number before: that of a mobile phone of Brazil with and
// without the ninth digit, where it may have been left out.
func Spellings(number string) []string {
	name := Subscriber(number)
	if len(name) != landline { // of a mobile phone alone it is that
		return []string{number}
	}
	with := brazil + name[:areaCode] + string(ninth) + name[areaCode:]
	if name[areaCode] < leastCell {
		return []string{with}
	}
	return []string{with, brazil + name}
}

// Former is the subscriber as releases before this one named it, who took a land line for a mobile phone and the number of
// some countries for one of Brazil; the same as Subscriber for who has kept the name.
func Former(number string) string {
	local := number
	if len(local) > mobile {
		local = strings.TrimPrefix(local, brazil)
	}
	switch {
	case len(local) == landline:
		return local
	case len(local) == mobile && local[areaCode] == ninth:
		return local[:areaCode] + local[areaCode+1:]
	default:
		return number
	}
}
