package media

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// MP4 and WebM hold sound as well as films, under the same first bytes: their tracks tell.

// tracks counts what a container holds.
type tracks struct{ sound, film int }

func (t tracks) audio() bool { return t.sound > 0 && t.film == 0 }

// isMP4Audio reports whether the tracks of an MP4 file are of sound.
func isMP4Audio(data []byte) bool {
	var found tracks
	eachBox(data, func(name string, body []byte) {
		if name == "moov" {
			found.box(name, body, 0)
		}
	})
	return found.audio()
}

// box counts the handlers in a box of moov/trak/mdia/hdlr.
func (t *tracks) box(name string, body []byte, depth int) {
	if want := []string{"moov", "trak", "mdia", "hdlr"}[depth]; name != want {
		return
	}
	if name != "hdlr" {
		eachBox(body, func(name string, body []byte) { t.box(name, body, depth+1) })
		return
	}
	if len(body) < 12 {
		return
	}
	switch string(body[8:12]) {
	case "soun":
		t.sound++
	case "vide", "auxv", "pict":
		t.film++
	}
}

// eachBox calls see for each box in data, up to the first one that is damaged.
func eachBox(data []byte, see func(name string, body []byte)) {
	for len(data) >= 8 {
		header, size := uint64(8), uint64(binary.BigEndian.Uint32(data))
		switch size {
		case 0: // up to the end
			size = uint64(len(data))
		case 1: // a long size follows
			if len(data) < 16 {
				return
			}
			header, size = 16, binary.BigEndian.Uint64(data[8:])
		}
		if size < header || size > uint64(len(data)) {
			return
		}
		see(string(data[4:8]), data[header:size])
		data = data[size:]
	}
}

// The elements of WebM on the way to the type of a track.
const (
	ebmlHeader    = 0x1a45dfa3
	ebmlDocType   = 0x4282
	webmSegment   = 0x18538067
	webmTracks    = 0x1654ae6b
	webmEntry     = 0xae
	webmTrackType = 0x83
)

// isWebMAudio reports whether the tracks of a WebM file are of sound.
func isWebMAudio(data []byte) bool {
	var found tracks
	isWebM := false
	eachElement(data, func(id uint64, body []byte) {
		switch id {
		case ebmlHeader, webmSegment, webmTracks, webmEntry:
		case ebmlDocType:
			isWebM = string(bytes.TrimRight(body, "\x00")) == "webm"
		case webmTrackType:
			if len(body) == 1 && body[0] == 2 {
				found.sound++
			} else {
				found.film++
			}
		}
	}, ebmlHeader, webmSegment, webmTracks, webmEntry)
	return isWebM && found.audio()
}

// eachElement calls see for each element in data, and for those in the elements of the list within, up to the first
// one that is damaged.  An element of unknown size goes up to the end.
func eachElement(data []byte, see func(id uint64, body []byte), within ...uint64) {
	for len(data) > 0 {
		id, n := ebmlNumber(data, 4, false)
		if n == 0 {
			return
		}
		data = data[n:]
		size, n := ebmlNumber(data, 8, true)
		if n == 0 {
			return
		}
		unknown := size == 1<<(7*n)-1
		data = data[n:]
		if unknown {
			size = uint64(len(data))
		}
		if size > uint64(len(data)) {
			return
		}
		see(id, data[:size])
		for i, w := range within {
			if w == id {
				eachElement(data[:size], see, within[i+1:]...)
			}
		}
		data = data[size:]
	}
}

// ebmlNumber reads a number of up to most bytes, the first of which says how many; masked: without that mark.  No
// bytes mean that there is none.
func ebmlNumber(data []byte, most int, masked bool) (value uint64, n int) {
	if len(data) == 0 || data[0] == 0 {
		return 0, 0
	}
	n = bits.LeadingZeros8(data[0]) + 1
	if n > most || n > len(data) {
		return 0, 0
	}
	for _, b := range data[:n] {
		value = value<<8 | uint64(b)
	}
	if masked {
		value &= 1<<(7*n) - 1
	}
	return value, n
}
