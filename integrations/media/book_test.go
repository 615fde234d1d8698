package media

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"io"
	"strings"
)

// book is a PDF under construction: its objects, the first one is number 1 and the catalogue.
type book []string

// file writes the objects, a table of them and a trailer with more entries.
func (b book) file(trailer string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	table := "0000000000 65535 f \n"
	for i, object := range b {
		table += fmt.Sprintf("%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n%strailer\n<</Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n", len(b)+1, table, len(b)+1, trailer, start)
	return out.Bytes()
}

// opened is a book that opens with an empty password (PDF 32000-1, algorithms 2 and 4).
func opened(b book) []byte {
	padding := "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"
	owner, id := strings.Repeat("o", 32), "id"
	key := md5.Sum([]byte(padding + owner + "\x00\x00\x00\x00" + id))
	cipher, _ := rc4.NewCipher(key[:5])
	user := []byte(padding)
	cipher.XORKeyStream(user, user)
	return b.file(fmt.Sprintf("/Encrypt <</Filter /Standard /V 1 /R 2 /P 0 /O (%s) /U <%x>>> /ID [(%s) (%s)]", owner, user, id, id))
}

// stream is an object with data in it; entries go into its dictionary.
func stream(entries, data string) string {
	return fmt.Sprintf("<</Length %d %s>>\nstream\n%s\nendstream", len(data), entries, data)
}

// packed is a stream that is compressed.
func packed(entries, data string) string {
	return stream("/Filter /FlateDecode "+entries, deflated(data))
}

func deflated(data string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = io.WriteString(z, data)
	_ = z.Close()
	return b.String()
}

// blown is what deflates to a beginning and then text, over and over, about a gigabyte in all.  It is made of one block
// that is repeated, since compressing a gigabyte takes longer than all tests.  Its checksum is wrong; nobody who can be
// blown up gets that far.
func blown(beginning, text string) string {
	return "\x78\x9c" + block(beginning) + strings.Repeat(block(strings.Repeat(text, (1<<16)/len(text))), 1<<14) + "\x03\x00sum."
}

// block compresses text into a block that stands alone.
func block(text string) string {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = io.WriteString(z, text)
	_ = z.Flush()
	return b.String()
}

// Objects 3 and 4 of the books below; the pages come behind them.
const (
	latin = "<</Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding>>"
	two   = "<</Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [5 0 R]>>"
)

// pagesOf is a book with a page for each of contents, which are objects; more objects go between.
func pagesOf(more []string, contents ...string) book {
	b := book{"<</Type /Catalog /Pages 2 0 R>>", "", latin, two}
	b = append(b, more...)
	var kids string
	for _, c := range contents {
		page := len(b) + 1
		kids += fmt.Sprintf("%d 0 R ", page)
		b = append(b, fmt.Sprintf("<</Type /Page /Parent 2 0 R /Contents %d 0 R>>", page+1), c)
	}
	b[1] = fmt.Sprintf("<</Type /Pages /Count %d /Kids [%s] /Resources <</Font <</F1 3 0 R /F2 4 0 R>> /XObject <</X 5 0 R>>>>>>", len(contents), kids)
	return b
}

// says is the content of a page with lines of text.
func says(lines ...string) string {
	var b strings.Builder
	b.WriteString("BT /F1 12 Tf 14 TL 50 700 Td ")
	for _, line := range lines {
		fmt.Fprintf(&b, "(%s) Tj T* ", line)
	}
	return stream("", b.String()+"ET")
}

// modern is the same page as a newer writer puts it: objects and their table are compressed.
func modern() []byte {
	objects := []string{"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /Parent 2 0 R /Contents 5 0 R /Resources <</Font <</F1 4 0 R>>>>>>", latin}
	var index, all string
	for i, o := range objects {
		index += fmt.Sprintf("%d %d ", i+1, len(all))
		all += o + " "
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	content := out.Len()
	fmt.Fprintf(&out, "5 0 obj\n%s\nendobj\n", says("Guia de encaminhamento"))
	holder := out.Len()
	fmt.Fprintf(&out, "6 0 obj\n%s\nendobj\n", packed(fmt.Sprintf("/Type /ObjStm /N 4 /First %d", len(index)), index+all))
	table := out.Len()
	row := func(kind, offset, n int) string {
		return string([]byte{byte(kind), byte(offset >> 8), byte(offset), byte(n)})
	}
	rows := row(0, 0, 0) + row(2, 6, 0) + row(2, 6, 1) + row(2, 6, 2) + row(2, 6, 3) + row(1, content, 0) + row(1, holder, 0) + row(1, table, 0)
	fmt.Fprintf(&out, "7 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", packed("/Type /XRef /Size 8 /W [1 2 1] /Root 1 0 R", rows), table)
	return out.Bytes()
}
