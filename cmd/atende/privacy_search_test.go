package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// edge says what may stand beside a needle that is found.
type edge int

const (
	anything edge = iota
	noDigit       // a longer number is another number
	noWord        // a part of an identifier is none of a number with signs
	noNumber      // a short number within an identifier, bare in JSON, or behind a point, is something else
	noLetter      // a name that many have is one only as a word
)

// needle is one spelling of something that identifies a patient.
type needle struct {
	text string
	what string
	edge edge
	of   int // the patient's number
}

// Words of the index: a needle is found by its first bytes.
const (
	longKey  = 8
	shortKey = 4
	// The filter before the index: one bit for each hash of a key.
	filterBits = 25
)

// index finds many needles in one pass over a text.
type index struct {
	width   int
	filter  []uint64
	needles map[uint64][]needle
}

func newIndex(width int) *index {
	return &index{width: width, filter: make([]uint64, 1<<filterBits/64), needles: map[uint64][]needle{}}
}

// add takes a needle that is at least as long as a key.
func (x *index) add(n needle) {
	if len(n.text) < x.width {
		panic("a needle is too short: " + n.what)
	}
	key := x.key([]byte(n.text))
	h := hashOf(key)
	x.filter[h/64] |= 1 << (h % 64)
	x.needles[key] = append(x.needles[key], n)
}

func (x *index) key(text []byte) uint64 {
	if x.width == shortKey {
		return uint64(binary.LittleEndian.Uint32(text))
	}
	return binary.LittleEndian.Uint64(text)
}

func hashOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - filterBits) }

// find calls found for each needle in a text, with its place.
func (x *index) find(text []byte, found func(n needle, at int)) {
	for at := 0; at+x.width <= len(text); at++ {
		key := x.key(text[at:])
		if h := hashOf(key); x.filter[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for _, n := range x.needles[key] {
			if len(text)-at >= len(n.text) && string(text[at:at+len(n.text)]) == n.text && n.edge.fits(text, at, at+len(n.text)) {
				found(n, at)
			}
		}
	}
}

// fits reports whether what stands around text[from:to] lets it be what it looks like.
func (e edge) fits(text []byte, from, to int) bool {
	before, after := byte(' '), byte(' ')
	if from > 0 {
		before = text[from-1]
	}
	if to < len(text) {
		after = text[to]
	}
	switch e {
	case noDigit:
		return !isDigit(before) && !isDigit(after)
	case noWord:
		return !isDigit(before) && !isLetter(before) && before != '-' && !isDigit(after) && !isLetter(after) && after != '-'
	case noNumber:
		return noDigit.fits(text, from, to) && !isLetter(before) && !isLetter(after) && !strings.ContainsRune(".:,[-", rune(before))
	case noLetter:
		return !isLetter(before) && !isLetter(after)
	case anything:
	}
	return true
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// leak is a needle that was found.
type leak struct {
	needle
	channel, context string
}

func (l leak) String() string {
	return fmt.Sprintf("%s: %s of patient %d: %q", l.channel, l.what, l.of, l.context)
}

// search reads everything that somebody else than the patient may read, and remembers what it found of patients.  It
// is safe for concurrent use once all needles are there.
type search struct {
	exact  *index // as it stands: base64
	folded *index // without case, accents and escapes
	common *index // names that many have, as words

	mu    sync.Mutex
	leaks []leak
	count int
	bytes map[string]int  // that were read, by channel
	known map[string]bool // controls that were found, by channel and text
}

func newSearch() *search {
	return &search{exact: newIndex(longKey), folded: newIndex(longKey), common: newIndex(shortKey), bytes: map[string]int{}, known: map[string]bool{}}
}

// isControl marks what is to be found.
const isControl = "control"

// control takes a text, folded, that is no leak but shows that a channel is read.
func (s *search) control(text string) {
	s.common.add(needle{text: text, what: isControl})
}

// controlled reports whether such a text was found.
func (s *search) controlled(channel, text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[channel+"\n"+text]
}

// maxLeaks is how many leaks are told.
const maxLeaks = 25

// read searches a text that nothing is cut off from.
func (s *search) read(channel string, text []byte) {
	s.mu.Lock()
	s.bytes[channel] += len(text)
	s.mu.Unlock()
	s.exact.find(text, func(n needle, at int) { s.found(channel, n, text, at) })
	folded := fold(text)
	s.folded.find(folded, func(n needle, at int) { s.found(channel, n, folded, at) })
	s.common.find(folded, func(n needle, at int) { s.found(channel, n, folded, at) })
}

func (s *search) found(channel string, n needle, text []byte, at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n.what == isControl {
		s.known[channel+"\n"+n.text] = true
		return
	}
	s.count++
	if len(s.leaks) < maxLeaks {
		context := string(text[max(0, at-60):min(len(text), at+len(n.text)+60)])
		s.leaks = append(s.leaks, leak{needle: n, channel: channel, context: context})
	}
}

// fold writes a text the way needles are written: lower case, without accents, and without the escapes of URLs, JSON
// and HTML.
func fold(text []byte) []byte {
	out := make([]byte, 0, len(text))
	text = unescape(text)
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			if b >= 'A' && b <= 'Z' {
				b += 'a' - 'A'
			}
			out = append(out, b)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		out = append(out, plain(r, text[i:i+size])...)
		i += size
	}
	return out
}

// unescape undoes %41, \u0041 and &#65;.
func unescape(text []byte) []byte {
	if !bytes.ContainsAny(text, `%\&`) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case rest[0] == '%' && len(rest) > 2:
			if b, err := strconv.ParseUint(string(rest[1:3]), 16, 8); err == nil {
				out, i = append(out, byte(b)), i+3
				continue
			}
		case rest[0] == '\\' && len(rest) > 5 && rest[1] == 'u':
			if r, err := strconv.ParseUint(string(rest[2:6]), 16, 16); err == nil {
				out, i = utf8.AppendRune(out, rune(r)), i+6
				continue
			}
		case rest[0] == '&' && len(rest) > 3 && rest[1] == '#':
			if end := bytes.IndexByte(rest[:min(len(rest), 9)], ';'); end > 2 {
				if r, err := strconv.ParseUint(string(rest[2:end]), 10, 32); err == nil {
					out, i = utf8.AppendRune(out, rune(r)), i+end+1
					continue
				}
			}
		}
		out, i = append(out, rest[0]), i+1
	}
	return out
}

// accents are the letters of Portuguese with a sign, and those without it, at the same place.
const (
	accents = "áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ"
	without = "aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn"
)

// plain is a letter without its sign; a sign that stands alone is nothing.
func plain(r rune, as []byte) []byte {
	if r >= 0x300 && r < 0x370 {
		return nil
	}
	if at := strings.IndexRune(accents, r); at >= 0 {
		place := utf8.RuneCountInString(accents[:at])
		return []byte(without[place : place+1])
	}
	return as
}
