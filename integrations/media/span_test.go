package media

import (
	"bytes"
	"net/http"
	"strconv"
	"testing"

	"atende/metrics/tracing/tracingtest"
)

// A span says what a file is, how large, and why there is none; not where it was.
func TestSpanOfAFetch(t *testing.T) {
	w := newWorld(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/maria-52998224725" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(files["image/jpeg"])
	}))
	f := w.fetcher(Config{})
	ctx, end := tracingtest.Turn(t)
	if _, err := f.Fetch(ctx, "http://files.test/maria.jpg?token=segredo"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Fetch(ctx, "http://files.test/maria-52998224725"); err == nil {
		t.Fatal("a 404 is no file")
	}
	if _, err := Text(ctx, []byte("Maria, no PDF")); err == nil {
		t.Fatal("no PDF was read")
	}
	spans, raw := end()
	fetched := tracingtest.Named(spans, "media fetch")
	if len(fetched) != 2 || fetched[0].Attributes["kind"] != "image" || fetched[0].Attributes["bytes"] != strconv.Itoa(len(files["image/jpeg"])) ||
		fetched[0].Failed != "" || fetched[1].Failed != "status" || fetched[0].Parent != spans[0].ID {
		t.Errorf("%+v", fetched)
	}
	if read := tracingtest.Named(spans, "document read"); len(read) != 1 || read[0].Failed == "" {
		t.Errorf("%+v", read)
	}
	for _, word := range []string{"aria", "52998", "segredo", "files.test"} {
		if bytes.Contains(raw, []byte(word)) {
			t.Errorf("%q is in a span", word)
		}
	}
}
