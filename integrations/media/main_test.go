package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if wait, err := time.ParseDuration(os.Getenv(slowStart)); err == nil {
		time.Sleep(wait)
	}
	ReadInChild()
	documents.env = quick
	goleak.VerifyTestMain(m)
}

// slowStart is the variable of the environment by which a child of the tests starts as slowly as on a busy machine.
const slowStart = "MEDIA_TEST_STARTS_IN"

// quick keeps a program that looks for races from waiting for a second before it ends.
var quick = []string{"GORACE=atexit_sleep_ms=0"}

// files are small whole ones, by their type.
var files = map[string][]byte{
	"image/jpeg":      encoded(func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }),
	"image/png":       encoded(func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }),
	"image/gif":       encoded(func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) }),
	"image/webp":      []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"),
	"application/pdf": []byte("%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
	"audio/ogg":       ogg("OpusHead\x01\x01"),
	"audio/mp4":       mp4("soun"),
	"audio/mpeg":      frames(mp3, 3),
	"audio/aac":       frames(adts, 3),
	"audio/amr":       []byte("#!AMR\n\x3c\x91\x17"),
	"audio/wav":       []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"),
	"audio/webm":      webm("webm", 2),
	"audio/flac":      []byte("fLaC\x00\x00\x00\x22\x10\x00\x10\x00"),
}

func encoded(encode func(*bytes.Buffer, image.Image) error) []byte {
	var b bytes.Buffer
	if err := encode(&b, image.NewPaletted(image.Rect(0, 0, 3, 2), grey)); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// ogg is a file whose first page holds packet.
func ogg(packet string) []byte {
	header := "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01" + string(rune(len(packet)))
	return []byte(header + packet)
}

// box is a box of MP4.
func box(name string, content ...string) string {
	body := strings.Join(content, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + name + body
}

// mp4 is a file with tracks of the given handlers.
func mp4(handlers ...string) []byte {
	var all string
	for _, h := range handlers {
		all += box("trak", box("tkhd", "…"), box("mdia", box("hdlr", "\x00\x00\x00\x00\x00\x00\x00\x00"+h)))
	}
	return []byte(box("ftyp", "isom\x00\x00\x02\x00") + box("mdat", "sound") + box("moov", box("mvhd", "…"), all))
}

// element is an element of WebM with an id as it stands in the file.
func element(id, body string) string { return id + string([]byte{0x40, byte(len(body))}) + body }

// webm is a file with tracks of the given types.
func webm(docType string, types ...byte) []byte {
	var all string
	for _, t := range types {
		all += element("\xae", element("\xd7", "\x01")+element("\x83", string([]byte{t})))
	}
	segment := "\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" // of unknown size, as browsers write it
	return []byte(element("\x1a\x45\xdf\xa3", element("\x42\x82", docType)) + segment + element("\x16\x54\xae\x6b", all))
}

const (
	mp3  = "\xff\xfb\x90\x00" // 128 kbit/s at 44.1 kHz
	adts = "\xff\xf1\x50\x80\x03\xff\xfc"
)

// frames repeats a frame of sound with silence in it.
func frames(header string, n int) []byte {
	size := mp3Frame([]byte(header)) + adtsFrame([]byte(header))
	return bytes.Repeat(append([]byte(header), make([]byte, size-len(header))...), n)
}
