package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// secret takes a check of text for a value that must be hard to guess: one that is blank, that an example left to be changed, or
// that goes on as it begins is none.
func secret(check func(string) error) func(string) error {
	return func(value string) error {
		switch {
		case strings.TrimSpace(value) == "":
			return errors.New("must not be blank")
		case placeholder(value):
			return errors.New("is what an example says; put a random one in its place, such as: openssl rand -hex 16")
		case pattern(value):
			return errors.New("is easily guessed; put a random one in its place, such as: openssl rand -hex 16")
		}
		return check(value)
	}
}

// settled takes a check of text for a value that an example leaves to be changed.
func settled(check func(string) error) func(string) error {
	return func(value string) error {
		if placeholder(value) {
			return errors.New("is what an example says; put the clinic's own in its place")
		}
		return check(value)
	}
}

// names are what stands in examples and templates for a secret, without the signs around and in it: in capitals, or with
// such signs.  A short word of one's own for a trial ("token") is taken.
var names = []string{"token", "webhooktoken", "atendewebhooktoken", "webhooksecret", "atendewebhooksecret"}

// nothing is what templates write for a value that is not there.
var nothing = []string{"null", "nil", "none", "undefined"}

// placeholder reports a value that says that it is to be changed, or that is what a template wrote for none: TOKEN, $TOKEN,
// <token>, null, or quotes with nothing in them.
func placeholder(value string) bool {
	bare := strings.Trim(value, "\"'`<>${}[]() ")
	lower := strings.ToLower(bare)
	template := bare != value || bare == strings.ToUpper(bare)
	if bare == "" || slices.Contains(nothing, lower) || template && slices.Contains(names, strings.NewReplacer("-", "", "_", "").Replace(lower)) {
		return true
	}
	if stands.MatchString(value) {
		return true
	}
	letters := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.ToLower(value))
	return letters == "changeme" || letters == "changeit" || letters == "pleasechangeme"
}

// stands are words of examples that stand for a value: YOUR_TOKEN, your-secret-here, <seu token>, insert_token_here, REPLACE_ME, change-this-secret.
var stands = regexp.MustCompile(`(?i)^[^a-z0-9]*(?:(?:your|seu|sua|insert|put|paste|replace|enter|example|exemplo|coloque|insira|troque|some|change|altere|mude)[^a-z0-9]*)+` +
	`(?:(?:the|o|a|own|real|random|webhook|atende|admin|gateway|channel|canal|department|departamento|team|equipe|id|api|auth|bearer|token|secret|segredo|key|chave|password|senha|value|valor|here|aqui|me|this|isto|it|with|please|now|agora|before|production)[^a-z0-9]*)+$`)

// leastToken is how long a token must be that strangers can try, in characters.
const leastToken = 16

// guessable are words that tokens are made of which are none.
var guessable = regexp.MustCompile(`change-?_?me|change-?_?it|secret|s3cret|password|passw0rd|senha|token|admin|operator|atende|default|example|test|qwerty|asdfgh|(?:0123456789|1234567890|123456789|12345678|1234567|123456|abcdefghijklmnop|abcdefgh|abcdef)`)

// orders are signs as people type them who want to be done: one after the other, forwards and backwards.
var orders = []string{"01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"}

// leastPattern is from how many signs on a pattern is one; a short secret for webhooks is taken as it is.
const leastPattern = 8

// pattern reports a value that goes on as it begins: one or two signs, a word over and over, or a sequence.  Random ones do not:
// of 8 hexadecimal digits one in 30 000, of more hardly any.
func pattern(value string) bool {
	value = strings.ToLower(value)
	return len(value) >= leastPattern && (distinct(value) < 3 || repeats(value) || mostlyOrdered(value))
}

func distinct(value string) int {
	seen := map[rune]bool{}
	for _, r := range value {
		seen[r] = true
	}
	return len(seen)
}

// repeats reports a value that is one word over and over, the last time perhaps in part.
func repeats(value string) bool {
	for n := 1; n <= len(value)/2; n++ {
		if value[n:] == value[:len(value)-n] {
			return true
		}
	}
	return false
}

// mostlyOrdered reports that four of five signs follow the one before in an order.
func mostlyOrdered(value string) bool { return mostlyIn(orders, value) }

// walks are ways over a keyboard from row to row: up and down between two of them, and one column after the other.
var walks = []string{"1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qawsedrftgyhujikol", "azsxdcfvgbhnjm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp", "1qazxsw23edcvfr45tgbnhy67ujm"}

// mostlyIn reports that four of five signs follow the one before in one of some orders.
func mostlyIn(orders []string, value string) bool {
	follow := 0
	for i := 1; i < len(value); i++ {
		ahead, back := value[i-1:i+1], value[i:i+1]+value[i-1:i]
		if slices.ContainsFunc(orders, func(order string) bool { return strings.Contains(order, ahead) || strings.Contains(order, back) }) {
			follow++
		}
	}
	return 5*follow >= 4*(len(value)-1)
}

// leastRepeated is the shortest word that counts only once where it is repeated at once: of 16 random hexadecimal digits four
// are hardly ever the next four.
const leastRepeated = 4

// once is a value without words that are repeated at once: "clinicaclinica12" is "clinica12".
func once(value string) string {
	for i := range len(value) {
		for n := leastRepeated; i+2*n <= len(value); n++ {
			if value[i:i+n] == value[i+n:i+2*n] {
				return once(value[:i] + value[i+n:])
			}
		}
	}
	return value
}

// leastMixed is how often a token that is shorter than longToken must go over from letters to digits or back, or to a capital,
// signs between words left aside: words with a year behind them hardly do.  Of 16 random hexadecimal digits one in a hundred
// goes over less often, of what we tell people to take none is asked.
const leastMixed, longToken = 3, 32

func mixed(token string) (n int) {
	var last rune
	for _, r := range token {
		digit, capital := unicode.IsDigit(r), unicode.IsUpper(r)
		if !digit && !unicode.IsLetter(r) {
			continue
		}
		if last != 0 && (digit != unicode.IsDigit(last) || capital && unicode.IsLower(last)) {
			n++
		}
		last = r
	}
	return n
}

// weak says what is wrong with a token that strangers can try; nil: it has the length and the signs of a random one.
func weak(token string) error {
	lower := strings.ToLower(token)
	const leastOnce = leastToken - leastRepeated
	walked := mostlyIn(slices.Concat(orders, walks), lower)
	switch {
	case len(token) < leastToken:
		return fmt.Errorf("must have at least %d characters where other machines reach it, such as: openssl rand -hex 16", leastToken)
	case walked, distinct(guessable.ReplaceAllString(lower, "")) < 5, len(once(lower)) < leastOnce, len(token) < longToken && mixed(token) < leastMixed: // of 16 random hexadecimal digits hardly ever (1 of 2 million)
		return errors.New("is easily guessed; where other machines reach it, it must be a random one, such as: openssl rand -hex 16")
	default:
		return nil
	}
}
