package media

import (
	"bytes"
	"encoding/binary"
)

// format is a kind of file that is fetched.
type format struct {
	mime string
	kind Kind
	// begins judges the first bytes of a file, up to headBytes.
	begins func(head []byte) bool
	// whole judges all of it; nil: the beginning says enough.
	whole func(data []byte) bool
}

// formats are told apart by their content; names and announced types are not looked at.  Whatever is not here is
// refused: SVG, HTML, XML, archives, office files, programs, video.
var formats = []format{
	{mime: "image/jpeg", kind: Image, begins: starts("\xff\xd8\xff"), whole: isJPEG},
	{mime: "image/png", kind: Image, begins: starts("\x89PNG\r\n\x1a\n"), whole: isPNG},
	{mime: "image/gif", kind: Image, begins: starts("GIF87a", "GIF89a"), whole: isGIF},
	{mime: "image/webp", kind: Image, begins: riff("WEBP"), whole: isWebP},
	{mime: "application/pdf", kind: Document, begins: beginsPDF},
	{mime: "audio/ogg", kind: Audio, begins: beginsOgg},
	{mime: "audio/mp4", kind: Audio, begins: beginsMP4, whole: isMP4Audio},
	{mime: "audio/mpeg", kind: Audio, begins: beginsMP3},
	{mime: "audio/aac", kind: Audio, begins: beginsADTS},
	{mime: "audio/amr", kind: Audio, begins: starts("#!AMR\n", "#!AMR-WB\n")},
	{mime: "audio/wav", kind: Audio, begins: riff("WAVE")},
	{mime: "audio/webm", kind: Audio, begins: starts("\x1a\x45\xdf\xa3"), whole: isWebMAudio},
	{mime: "audio/flac", kind: Audio, begins: starts("fLaC\x00\x00\x00\x22")},
}

// recognise finds the format of a file by its first bytes, nil if it is none of ours.
func recognise(head []byte) *format {
	if markup(head) {
		return nil
	}
	for i := range formats {
		if formats[i].begins(head) {
			return &formats[i]
		}
	}
	return nil
}

// markupBytes are as many as a browser looks at.
const markupBytes = 1 << 10

// markup reports a file that is a web page to some readers, whatever else it is.
func markup(head []byte) bool {
	lower := bytes.ToLower(head[:min(len(head), markupBytes)])
	for _, tag := range []string{"<html", "<script", "<!doctype", "<svg", "<body", "<iframe", "<?php"} {
		if bytes.Contains(lower, []byte(tag)) {
			return true
		}
	}
	return false
}

func starts(prefixes ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, p := range prefixes {
			if bytes.HasPrefix(head, []byte(p)) {
				return true
			}
		}
		return false
	}
}

// riff is a RIFF file of the given form.
func riff(form string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) >= 16 && string(head[:4]) == "RIFF" && string(head[8:12]) == form
	}
}

// beginsPDF wants the header where it belongs: readers that look for it further on are how a page hides in a PDF.
func beginsPDF(head []byte) bool {
	return len(head) >= 9 && bytes.HasPrefix(head, []byte("%PDF-")) && digit(head[5]) && head[6] == '.' && digit(head[7])
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// beginsOgg looks at the first packet, which names the codec; Ogg is a container of video, too.
func beginsOgg(head []byte) bool {
	const pageHeader = 27
	if len(head) <= pageHeader || !bytes.HasPrefix(head, []byte("OggS\x00\x02")) {
		return false
	}
	packet := pageHeader + int(head[pageHeader-1])
	if packet > len(head) {
		return false
	}
	return starts("OpusHead", "\x01vorbis", "Speex   ", "\x7fFLAC")(head[packet:])
}

// beginsMP3 takes a tag or two frames: the sync word of one is too common.
func beginsMP3(head []byte) bool {
	if len(head) >= 10 && string(head[:3]) == "ID3" {
		tag := 0
		for _, b := range head[6:10] {
			if b >= 0x80 {
				return false
			}
			tag = tag<<7 | int(b)
		}
		head = head[min(10+tag, len(head)):]
		return len(head) < 4 || mp3Frame(head) > 0
	}
	return repeats(head, mp3Frame)
}

// repeats reports whether a frame stands at the beginning of head and another one behind it; a file may end there.
func repeats(head []byte, size func([]byte) int) bool {
	first := size(head)
	if first <= 0 || first > len(head) {
		return false
	}
	return first == len(head) || size(head[first:]) > 0
}

// mp3Rates are the bit rates of layer III in kbit/s, of MPEG 1 and of MPEG 2 and 2.5.
var mp3Rates = [2][16]int{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0},
}

// mp3Frame is the size of the frame of MPEG audio, layer III, that b begins with; 0: none.
func mp3Frame(b []byte) int {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 || b[1]>>1&3 != 1 {
		return 0
	}
	version, sampling := b[1]>>3&3, b[2]>>2&3
	if version == 1 || sampling == 3 {
		return 0
	}
	hertz := []int{44100, 48000, 32000}[sampling]
	samples, rates := 144, mp3Rates[0]
	switch version {
	case 2:
		hertz, samples, rates = hertz/2, 72, mp3Rates[1]
	case 0:
		hertz, samples, rates = hertz/4, 72, mp3Rates[1]
	}
	rate := rates[b[2]>>4]
	if rate == 0 {
		return 0
	}
	return samples*rate*1000/hertz + int(b[2]>>1&1)
}

func beginsADTS(head []byte) bool { return repeats(head, adtsFrame) }

// adtsFrame is the size of the ADTS frame that b begins with; 0: none.
func adtsFrame(b []byte) int {
	const header = 7
	if len(b) < header || b[0] != 0xff || b[1]&0xf6 != 0xf0 || b[2]>>2&15 > 12 {
		return 0
	}
	size := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5]>>5)
	if size < header {
		return 0
	}
	return size
}

func beginsMP4(head []byte) bool {
	return len(head) >= 12 && string(head[4:8]) == "ftyp" && binary.BigEndian.Uint32(head) >= 12
}
