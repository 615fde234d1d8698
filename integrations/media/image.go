package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
)

// A small file can be a huge picture: whoever decodes it (not we) should not pay for that.
const (
	maxSide   = 16_384     // pixels
	maxPixels = 64_000_000 // a telephone makes 50
)

// sized reports whether a header could be read and tells of a picture of a sane size.
func sized(c image.Config, err error) bool { return err == nil && sane(c.Width, c.Height) }

func sane(width, height int) bool {
	return width > 0 && height > 0 && width <= maxSide && height <= maxSide && width*height <= maxPixels
}

// decode is image/….DecodeConfig, which reads no more than the header.
type decode func(io.Reader) (image.Config, error)

func (d decode) sized(data []byte) bool { return sized(d(bytes.NewReader(data))) }

func isJPEG(data []byte) bool { return decode(jpeg.DecodeConfig).sized(data) }

// isPNG wants the chunks to follow each other up to the last one.
func isPNG(data []byte) bool {
	if !decode(png.DecodeConfig).sized(data) {
		return false
	}
	const signature, frame = 8, 12 // length, name, checksum
	for at := signature; at+frame <= len(data); {
		size := int(binary.BigEndian.Uint32(data[at:]))
		if size > len(data)-at-frame {
			return false
		}
		if string(data[at+4:at+8]) == "IEND" {
			return true
		}
		at += frame + size
	}
	return false
}

// isGIF wants blocks that follow each other from the header to the trailer, with a picture among them: "GIF89a" in
// front of a script is no picture.
func isGIF(data []byte) bool {
	if !decode(gif.DecodeConfig).sized(data) {
		return false
	}
	const header = 13
	at, pictures := header+colours(data[10]), 0
	for at < len(data) {
		switch data[at] {
		case 0x21: // an extension and its label
			at = afterBlocks(data, at+2)
		case 0x2c: // a picture: place and size, its colours, the size of its codes
			if at+10 > len(data) {
				return false
			}
			pictures++
			at = afterBlocks(data, at+10+colours(data[at+9])+1)
		case 0x3b:
			return pictures > 0
		default:
			return false
		}
	}
	return false
}

// colours is the size of the table of colours that flags announce.
func colours(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// afterBlocks is where a chain of blocks ends that begins at at; beyond data if it does not.
func afterBlocks(data []byte, at int) int {
	for at < len(data) && data[at] != 0 {
		at += 1 + int(data[at])
	}
	return at + 1
}

// isWebP reads the size out of the first chunk, of which there are three forms.
func isWebP(data []byte) bool {
	const least = 30
	if len(data) < least || uint64(binary.LittleEndian.Uint32(data[4:]))+8 > uint64(len(data)) {
		return false
	}
	switch string(data[12:16]) {
	case "VP8 ":
		size := func(at int) int { return int(binary.LittleEndian.Uint16(data[at:]) & 0x3fff) }
		return string(data[23:26]) == "\x9d\x01\x2a" && sane(size(26), size(28))
	case "VP8L":
		bits := int(binary.LittleEndian.Uint32(data[21:]))
		return data[20] == 0x2f && sane(bits&0x3fff+1, bits>>14&0x3fff+1)
	case "VP8X":
		size := func(at int) int { return 1 + (int(data[at]) | int(data[at+1])<<8 | int(data[at+2])<<16) }
		return sane(size(24), size(27))
	}
	return false
}
