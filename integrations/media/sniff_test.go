package media

import (
	"encoding/binary"
	"hash/crc32"
	"image/color"
	"slices"
	"strings"
	"testing"
)

var grey = color.Palette{color.Black, color.White}

// identify is what accept does with a file, without the network.
func identify(data []byte) (mime string) {
	found := recognise(data[:min(len(data), headBytes)])
	if found == nil || found.whole != nil && !found.whole(data) {
		return ""
	}
	return found.mime
}

func TestFilesAreKnownByTheirContent(t *testing.T) {
	for want, data := range files {
		if got := identify(data); got != want {
			t.Errorf("%s: read as %q", want, got)
		}
	}
	more := map[string]struct {
		data []byte
		want string
	}{
		"Ogg with Vorbis":                {ogg("\x01vorbis…"), "audio/ogg"},
		"Ogg with Speex":                 {ogg("Speex   1"), "audio/ogg"},
		"MP3 with a tag":                 {append([]byte("ID3\x03\x00\x00\x00\x00\x00\x04TAG."), frames(mp3, 2)...), "audio/mpeg"},
		"MP3 with a tag beyond the head": {append([]byte("ID3\x03\x00\x00\x00\x01\x00\x00"), make([]byte, 9000)...), "audio/mpeg"},
		"MPEG 2, layer III":              {frames("\xff\xf3\x40\x00", 2), "audio/mpeg"},
		"MPEG 2.5, layer III":            {frames("\xff\xe3\x40\x00", 2), "audio/mpeg"},
		"AMR wide band":                  {[]byte("#!AMR-WB\n\x04"), "audio/amr"},
		"MP4 with two tracks of sound":   {mp4("soun", "soun"), "audio/mp4"},
		"MP4 with sound and subtitles":   {mp4("soun", "text"), "audio/mp4"},
		"a picture with bytes behind":    {append(slices.Clone(files["image/jpeg"]), "MotionPhoto"...), "image/jpeg"},
	}
	for name, c := range more {
		if got := identify(c.data); got != c.want {
			t.Errorf("%s: read as %q", name, got)
		}
	}
}

// others are files that are not fetched.
var others = map[string][]byte{
	"nothing":                      {},
	"a byte":                       {0xff},
	"text":                         []byte("oi, tudo bem?"),
	"zeros":                        make([]byte, 9000),
	"HTML":                         []byte("<!doctype html><html><body>x</body></html>"),
	"SVG":                          []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
	"XML":                          []byte(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
	"ZIP":                          []byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"),
	"an office file":               []byte("PK\x03\x04\x14\x00\x06\x00[Content_Types].xml"),
	"an old office file":           []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
	"RTF":                          []byte(`{\rtf1\ansi`),
	"a program for Windows":        []byte("MZ\x90\x00\x03"),
	"a program for Linux":          []byte("\x7fELF\x02\x01\x01"),
	"a script":                     []byte("#!/bin/sh\necho"),
	"gzip":                         []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00"),
	"BMP":                          []byte("BM\x46\x00\x00\x00\x00\x00\x00\x00"),
	"TIFF":                         []byte("II*\x00\x08\x00\x00\x00"),
	"HEIC":                         []byte(box("ftyp", "heic\x00\x00\x00\x00mif1") + box("meta", "…")),
	"AVI":                          []byte("RIFF\x24\x00\x00\x00AVI LIST\x10\x00\x00\x00"),
	"a film in MP4":                mp4("soun", "vide"),
	"a silent film in MP4":         mp4("vide"),
	"MP4 without tracks":           mp4(),
	"MP4 cut off":                  mp4("soun")[:40],
	"MP4 with a box of 2^64":       []byte(box("ftyp", "isom\x00\x00\x02\x00") + "\x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xff"),
	"a film in WebM":               webm("webm", 2, 1),
	"Matroska":                     webm("matroska", 2),
	"a film in Ogg":                ogg("\x80theora"),
	"a skeleton in Ogg":            ogg("fishead\x00"),
	"Ogg in its middle":            append([]byte("OggS\x00\x00"), ogg("OpusHead")[6:]...),
	"one sync word":                []byte("\xff\xfb\x90\x00 and then text"),
	"UTF-16":                       []byte("\xff\xfeo\x00i\x00"),
	"a page behind MP3":            append(frames(mp3, 2)[:8], "<html><script>"...),
	"a page in a GIF":              []byte("GIF89a=1;/*<html><script>alert(1)</script>*/"),
	"a script in a GIF":            []byte("GIF89a/*\x00\x00\x00\x00\x00*/=1;fetch('/admin')//;"),
	"a page behind a GIF":          append(slices.Clone(files["image/gif"]), "<script>alert(1)</script>"...),
	"a header of a GIF alone":      files["image/gif"][:13],
	"a GIF without a picture":      append(slices.Clone(files["image/gif"][:19]), ';'),
	"a PDF header in a page":       []byte("<html>%PDF-1.4\n</html>"),
	"a PDF header behind blanks":   []byte("\n\n\n%PDF-1.4\n"),
	"a page behind a PDF header":   []byte("%PDF-1.4\n<HTML><BODY onload=x>"),
	"a PDF of no version":          []byte("%PDF-x.y\n%%EOF"),
	"a PNG of 60,000 a side":       pngOf(60_000, 60_000),
	"a PNG of 16,000 a side":       pngOf(16_000, 16_000),
	"a PNG cut off":                files["image/png"][:len(files["image/png"])-9],
	"a PNG header and a page":      []byte("\x89PNG\r\n\x1a\n<script>"),
	"a JPEG header and a script":   []byte("\xff\xd8\xff=1;alert(1)"),
	"a WebP of no form":            []byte("RIFF\x1a\x00\x00\x00WEBPXXXX\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"),
	"a WebP cut off":               files["image/webp"][:32],
	"a WebP of 16,384 a side":      append([]byte("RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00"), "\xff\x3f\x00\xff\x3f\x00\x00\x00\x00\x00"...),
	"a playlist with a file in it": []byte("#EXTM3U\n#EXTINF:1\nfile:///etc/passwd"),
	"PostScript":                   []byte("%!PS-Adobe-3.0"),
	"a Java archive or Mach-O":     []byte("\xca\xfe\xba\xbe\x00\x00\x00\x34"),
}

// pngOf is a picture that says to be of a size.
func pngOf(width, height uint32) []byte {
	data := slices.Clone(files["image/png"])
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func TestOtherFilesAreNot(t *testing.T) {
	for name, data := range others {
		if got := identify(data); got != "" {
			t.Errorf("%s: read as %q", name, got)
		}
	}
	t.Run("nor any of ours behind a byte", func(t *testing.T) {
		for mime, data := range files {
			if got := identify(append([]byte{'x'}, data...)); got != "" {
				t.Errorf("%s: read as %q", mime, got)
			}
		}
	})
}

func FuzzSniff(f *testing.F) {
	for _, data := range files {
		f.Add(data)
	}
	for _, data := range others {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		mime := identify(data)
		if mime == "" {
			return
		}
		if lower := strings.ToLower(string(data[:min(len(data), markupBytes)])); strings.Contains(lower, "<script") || strings.Contains(lower, "<html") {
			t.Errorf("a page was read as %s", mime)
		}
		for _, start := range []string{"<", "PK\x03\x04", "MZ", "\x7fELF", "#!/", "\x1f\x8b", " ", "{"} {
			if strings.HasPrefix(string(data), start) {
				t.Errorf("%q… was read as %s", start, mime)
			}
		}
	})
}
