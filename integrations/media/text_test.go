package media

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"
)

// letters is a table of codes of two bytes, for the word João with a ligature behind it.
const letters = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
2 beginbfrange <0001> <0001> <004A> <0002> <0003> [<006F> <00E3>] endbfrange
1 beginbfchar <0009> <FB01> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`

func TestText(t *testing.T) {
	composite := []string{"<</Type /Font /Subtype /CIDFontType2 /DW 500 /W [1 [600 556] 3 9 556]>>", stream("", letters)}
	form := []string{stream("/Type /XObject /Subtype /Form", "BT /F1 12 Tf 50 600 Td (no formul\xe1rio) Tj ET")}
	many := make([]string, 30)
	for i := range many {
		many[i] = says(fmt.Sprintf("folha %d.", i+1))
	}
	cases := []struct {
		name string
		pdf  []byte
		want string
	}{
		{"lines with accents", pagesOf(nil, says("Conv\\352nio: Unimed", "S\xe3o   Paulo")).file(""), "Convênio: Unimed\nSão Paulo"},
		{"two pages", pagesOf(nil, says("um"), says("dois")).file(""), "um\ndois"},
		{"compressed", pagesOf(nil, packed("", "BT /F1 9 Tf (oi) Tj ET")).file(""), "oi"},
		{"objects in streams", modern(), "Guia de encaminhamento"},
		{"words by their places", pagesOf(nil, stream("", "BT /F1 10 Tf 1 0 0 1 50 700 Tm (Ana) Tj 1 0 0 1 90 700 Tm (Souza) Tj 1 0 0 1 50 680 Tm (CRM) Tj ET")).file(""), "Ana Souza\nCRM"},
		{"a word in pieces", pagesOf(nil, stream("", "BT /F1 10 Tf 50 700 Td [(Car) 30 (dio) -20 (logia) -300 (geral)] TJ ET")).file(""), "Cardiologia geral"},
		{"codes of two bytes", pagesOf(composite, stream("", "BT /F2 10 Tf 50 700 Td <0001> Tj 5.9 0 Td <000200030002> Tj 20 0 Td <0009> Tj ET")).file(""), "João fi"},
		{"the other ways to show", pagesOf(nil, stream("", "BT /F1 10 Tf 12 TL 50 700 Td (um) Tj (dois) ' 1 1 (tres) \" 0 -12 TD (quatro) Tj ET")).file(""), "um\ndois\ntres\nquatro"},
		{"on its side", pagesOf(nil, stream("", "BT /F1 10 Tf 0 1 -1 0 50 100 Tm (de) Tj 0 20 Td (lado) Tj ET")).file(""), "de\nlado"},
		{"a form", pagesOf(form, stream("", "BT /F1 12 Tf 50 700 Td (na folha) Tj ET /X Do")).file(""), "na folha\nno formulário"},
		{"a picture alone", pagesOf(nil, stream("", "q 100 0 0 100 0 0 cm /Im1 Do Q")).file(""), ""},
		{"a damaged page among others", pagesOf(nil, says("um"), stream("/Filter /LZWDecode", "x"), says("dois")).file(""), "um\ndois"},
		{"a newer version", bytes.Replace(pagesOf(nil, says("oi")).file(""), []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1), "oi"},
		{"bytes behind the end", append(pagesOf(nil, says("oi")).file(""), make([]byte, 500)...), "oi"},
		{"twenty pages and no more", pagesOf(nil, many...).file(""), strings.Join(strings.Fields(strings.ReplaceAll(numbered(20), " ", "_")), "\n")},
		{"characters that nobody sees", pagesOf(nil, says("a\\000b\\033c\x07d\\255e")).file(""), "abcde"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Text(t.Context(), c.pdf)
			if err != nil || strings.ReplaceAll(got, "folha ", "folha_") != c.want && got != c.want {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// numbered is what n pages say.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "folha %d.\n", i+1)
	}
	return b.String()
}

func TestTextIsCut(t *testing.T) {
	got, err := Text(t.Context(), pagesOf(nil, says(slices.Repeat([]string{"não há mais nada"}, 9000)...)).file(""))
	if n := utf8.RuneCountInString(got); err != nil || n == 0 || n > MaxText || n < MaxText-20 {
		t.Errorf("%d characters, %v", n, err)
	}
}

func TestClean(t *testing.T) {
	for said, want := range map[string]string{
		"":                                    "",
		" a \t b \r\n\n\u00a0\u2003c\x00":     "a b\nc",
		"paga\u202ednes\u202c ok\u200b\ufeff": "pagadnes ok",
		"tags\U000e0041\U000e0042":            "tags",
		"a\xff\xfeb\ufffd":                    "ab",
		"Joa\u0303o de\ufb01ne":               "João define",
		"privado\ue000":                       "privado",
	} {
		if got := Clean(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestTextRefuses(t *testing.T) {
	locked := pagesOf(nil, says("segredo")).file("/Encrypt <</Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012)>> /ID [(a) (a)]")
	open := opened(pagesOf(nil, says("segredo")))
	unknown := pagesOf(nil, says("segredo")).file("/Encrypt <</Filter /Other>>")
	valid := pagesOf(nil, says("oi")).file("")
	for name, c := range map[string]struct {
		pdf  []byte
		want Reason
	}{
		"nothing":             {nil, Unknown},
		"a picture":           {files["image/png"], Unknown},
		"a header alone":      {[]byte("%PDF-1.4\n"), Unreadable},
		"a document cut off":  {valid[:len(valid)/2], Unreadable},
		"no pages":            {pagesOf(nil).file(""), Unreadable},
		"a password":          {locked, Encrypted},
		"an empty password":   {open, Encrypted},
		"another encryption":  {unknown, Encrypted},
		"a document too long": {append(valid, make([]byte, MaxDocument)...), TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Text(t.Context(), c.pdf)
			if reasonOf(t, err) != c.want || got != "" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	t.Run("a caller that gave up", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Text(ctx, valid); reasonOf(t, err) != Canceled {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a full house", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := (&reader{time: readTime, places: make(chan struct{})}).text(ctx, valid); reasonOf(t, err) != TooLate {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a program that would not read in its child", func(t *testing.T) {
		served.Store(false)
		defer served.Store(true)
		if _, err := Text(t.Context(), valid); reasonOf(t, err) != NoReader {
			t.Errorf("got %v", err)
		}
	})
}

// padding makes a file long enough for the library.
var padding = "%" + strings.Repeat(" ", 200) + "\n"

// xref is a document that is a new table of objects and nothing else.
func xref(entries, rows string) []byte {
	return []byte("%PDF-1.5\n1 0 obj\n" + packed("/Type /XRef /Root 1 0 R "+entries, rows) + "\nendobj\n" + padding + "startxref\n9\n%%EOF\n")
}

// hostileDocuments ask for all memory or all time.
func hostileDocuments() map[string][]byte {
	catalogue := "<</Type /Catalog /Pages 2 0 R>>"
	table := func(body string) []byte {
		return []byte("%PDF-1.4\nxref\n" + body + "\n" + padding + "startxref\n9\n%%EOF\n")
	}
	bomb := func(beginning, text string) []byte {
		return pagesOf(nil, stream("/Filter /FlateDecode", blown(beginning, text))).file("")
	}
	twice := deflated(blown("", "0 "))
	cmap := func(text string) []byte {
		return pagesOf([]string{"<</Subtype /CIDFontType2>>", packed("", text)}, stream("", "BT /F2 9 Tf <0001> Tj ET")).file("")
	}
	return map[string][]byte{
		"a gigabyte of blanks":            bomb("", " "),
		"a gigabyte of numbers":           bomb("", "0 "),
		"a gigabyte in one string":        bomb("BT (", "a"),
		"a gigabyte in one name":          bomb("/", "a"),
		"a gigabyte of names":             bomb("", "/a "),
		"a gigabyte of text":              bomb("", "BT (aaaaaaaaaaaaaaaa) Tj ET "),
		"a gigabyte of lists":             bomb("", "["),
		"a gigabyte of dictionaries":      bomb("", "<</a"),
		"compressed twice":                pagesOf(nil, stream("/Filter [/FlateDecode /FlateDecode]", twice)).file(""),
		"a table of 2^40 objects":         xref("/Size 1099511627776 /W [1 2 1]", "\x01\x00\x09\x00"),
		"a table of 10^7 objects":         xref("/Size 10000000 /W [1 2 1]", "\x01\x00\x09\x00"),
		"a table of -1 objects":           xref("/Size -1 /W [1 2 1]", "\x01\x00\x09\x00"),
		"a table with an index of 2^40":   xref("/Size 1 /Index [1099511627776 1] /W [1 2 1]", "\x01\x00\x09\x00"),
		"a table with a negative index":   xref("/Size 1 /Index [-5 1] /W [1 2 1]", "\x01\x00\x09\x00"),
		"a table with fields of 2^40":     xref("/Size 1 /W [1099511627776 2 1]", "\x01\x00\x09\x00"),
		"a table with negative fields":    xref("/Size 1 /W [-1 2 1]", "\x01\x00\x09\x00"),
		"a table without fields":          xref("/Size 1 /Index [0 9000000000000000000] /W [0 0 0]", "x"),
		"a predictor of 2^40 columns":     xref("/Size 1 /W [1 2 1] /DecodeParms <</Predictor 12 /Columns 1099511627776>>", "\x02\x00"),
		"a predictor of -5 columns":       xref("/Size 1 /W [1 2 1] /DecodeParms <</Predictor 12 /Columns -5>>", "\x02\x00"),
		"an object that is in itself":     xref("/Size 2 /W [1 2 1]", "\x00\x00\x00\x00\x02\x00\x01\x00"),
		"an old table at 2^40":            table("1099511627776 1\n0000000009 00000 n \ntrailer <</Size 1>>"),
		"an old table at -1":              table("-1 1\n0000000009 00000 n \ntrailer <</Size 1>>"),
		"an old table that names itself":  table("0 1\n0000000000 65535 f \ntrailer <</Size 1 /Root 1 0 R /Prev 9>>"),
		"a new table that names itself":   xref("/Size 1 /W [1 2 1] /Prev 9", "\x01\x00\x09\x00"),
		"lists in lists in the trailer":   table("trailer " + strings.Repeat("[", 2<<20)),
		"objects in objects":              table("trailer " + strings.Repeat("1 0 obj ", 1<<20)),
		"pages within themselves":         book{catalogue, "<</Type /Pages /Count 9 /Kids [2 0 R]>>"}.file(""),
		"a million pages that are not":    book{catalogue, "<</Type /Pages /Count 1000000000 /Kids [" + strings.Repeat("2 0 R ", 1<<20) + "]>>"}.file(""),
		"a page that is its own parent":   book{catalogue, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /Parent 3 0 R /Contents 4 0 R>>", says("oi")}.file(""),
		"a length that is its own stream": book{catalogue, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /Contents 4 0 R>>", "<</Length 4 0 R>>\nstream\nBT (oi) Tj ET\nendstream"}.file(""),
		"a length of 2^60":                book{catalogue, "<</Type /Pages /Count 1 /Kids [3 0 R]>>", "<</Type /Page /Contents 4 0 R>>", "<</Length 1152921504606846976>>\nstream\nBT (oi) Tj ET\nendstream"}.file(""),
		"forms that show themselves":      pagesOf([]string{stream("/Subtype /Form", strings.Repeat("/X Do ", 5000))}, stream("", "/X Do")).file(""),
		"letters without end":             cmap("begincmap 9000000000000000000 beginbfchar endbfchar"),
		"ranges without end":              cmap("begincmap 9000000000000000000 beginbfrange endbfrange"),
		"codes without end":               cmap("begincmap 9000000000000000000 begincodespacerange endcodespacerange"),
		"codes of nine bytes":             cmap("begincmap 1 begincodespacerange <000000000000000000> <FFFFFFFFFFFFFFFFFF> endcodespacerange"),
		"a million ranges for every letter": pagesOf([]string{"<</Subtype /CIDFontType2>>", packed("", "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 300000 beginbfrange "+strings.Repeat("<0001> <0002> <0003> ", 300_000)+"endbfrange")},
			packed("", "BT /F2 9 Tf <"+strings.Repeat("FFFE", 1<<20)+"> Tj ET")).file(""),
	}
}

// mostMemory is what a child may have at most, all of it, in kilobytes: what it is bounded to, what it has when it
// starts, and, where the tests look for races, what that takes (none of it in production).
const mostMemory = (childMemory + 256<<20) >> 10

// Whatever a document asks for: the answer comes, and neither memory nor time go beyond their bounds.
func TestHostileDocuments(t *testing.T) {
	for name, pdf := range hostileDocuments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var state *os.ProcessState
			r := &reader{time: time.Second / 2, places: make(chan struct{}, 1), env: quick, ended: func(s *os.ProcessState) { state = s }}
			text, err := r.text(t.Context(), pdf)
			if len(pdf) > MaxDocument {
				t.Fatalf("%d bytes are refused unread", len(pdf))
			}
			if state == nil {
				t.Fatal("no child read it")
			}
			used := state.SysUsage().(*syscall.Rusage).Maxrss
			if used > mostMemory {
				t.Errorf("%d MB were used", used>>10)
			}
			if utf8.RuneCountInString(text) > MaxText {
				t.Errorf("%d characters", utf8.RuneCountInString(text))
			}
			t.Logf("%d kB: %v, %d characters, %d MB, %v, %v", len(pdf)>>10, err, len(text), used>>10, state.UserTime(), state)
		})
	}
}

// The time to read is the document's: what the machine takes to start a child does not count.
func TestStartIsNotTheDocuments(t *testing.T) {
	t.Parallel()
	const reading = 3 * time.Second
	env := append([]string{slowStart + "=" + (reading + time.Second).String()}, quick...)
	r := &reader{time: reading, places: make(chan struct{}, 1), env: env}
	if text, err := r.text(t.Context(), pagesOf(nil, says("oi")).file("")); err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// With all the time in the world it is memory that ends a child: the table is one allocation that is refused.
func TestMemoryIsBounded(t *testing.T) {
	const died = 2 // the runtime's own code
	var state *os.ProcessState
	r := &reader{time: time.Minute, places: make(chan struct{}, 1), env: quick, ended: func(s *os.ProcessState) { state = s }}
	_, err := r.text(t.Context(), xref("/Size 10000000 /W [1 2 1]", "\x01\x00\x09\x00"))
	if reasonOf(t, err) != Unreadable || state == nil || state.ExitCode() != died {
		t.Errorf("%v, %v", err, state)
	}
}
