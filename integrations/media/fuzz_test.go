package media

import (
	"context"
	"errors"
	"testing"
	"time"
	"unicode/utf8"
)

// Whatever a PDF holds, reading it ends in a text within the bounds or in a reason; the child that reads it does not
// outlive that.
func FuzzText(f *testing.F) {
	f.Add(pagesOf(nil, says("Conv\\352nio: Unimed")).file(""))
	f.Add(modern())
	f.Add(pagesOf(nil, packed("", "BT /F1 9 Tf (oi) Tj ET")).file(""))
	reading := &reader{time: 5 * time.Second, places: make(chan struct{}, readers), env: quick}
	f.Fuzz(func(t *testing.T, pdf []byte) {
		text, err := reading.text(context.Background(), pdf)
		var reason *Error
		switch {
		case err == nil && utf8.ValidString(text) && utf8.RuneCountInString(text) <= MaxText && text == Clean(text):
		case err != nil && errors.As(err, &reason) && reason.Reason != "" && text == "":
		default:
			t.Fatalf("%q, %v", text, err)
		}
	})
}
