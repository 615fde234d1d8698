package media

import (
	"bytes"

	"github.com/ledongthuc/pdf"
)

// extract reads the text of a document, in a child.  The library gives up by panics, and takes any bound that a
// document asks for; the process it runs in has its own.
func extract(data []byte) (text string, reason Reason) {
	defer func() {
		if recover() != nil {
			text, reason = "", Unreadable
		}
	}()
	data = tidied(data)
	document, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	switch {
	case err != nil && bytes.Contains(data, []byte("/Encrypt")):
		return "", Encrypted
	case err != nil:
		return "", Unreadable
	case !document.Trailer().Key("Encrypt").IsNull():
		return "", Encrypted
	}
	var all writing
	pages := 0
	for ; pages < MaxPages && !all.full(); pages++ {
		page := document.Page(pages + 1)
		if page.V.IsNull() {
			break
		}
		all.page(page)
	}
	if pages == 0 {
		return "", Unreadable
	}
	return all.String(), ""
}

// tidied mends what readers forgive and the library does not: a newer version in the header, bytes behind the end.
func tidied(data []byte) []byte {
	const mark = "%%EOF"
	data = bytes.Clone(data)
	copy(data, "%PDF-1.7")
	if data[8] != '\r' {
		data[8] = '\n'
	}
	if end := bytes.LastIndex(data, []byte(mark)); end >= 0 {
		data = data[:end+len(mark)]
	}
	return data
}
