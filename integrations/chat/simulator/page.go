package simulator

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
)

//go:embed page
var pageFiles embed.FS

var pageTemplate = template.Must(template.ParseFS(pageFiles, "page/index.html"))

// assets are the files of the page, with their content types.
var assets = map[string]string{
	"page.css":    "text/css; charset=utf-8",
	"page.js":     "text/javascript; charset=utf-8",
	"favicon.svg": "image/svg+xml",
}

// servePage adds the chat page.  It is rendered once: nothing in it changes.
func (s *Simulator) servePage(serve func(pattern string, h http.Handler)) {
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, map[string]string{
		"Clinic":    s.cfg.Clinic,
		"HumanTeam": s.cfg.HumanTeam,
		"Human":     s.dialect.human,
	}); err != nil {
		panic(fmt.Sprintf("simulator: the embedded page does not render: %v", err))
	}
	serve("GET /{$}", file("text/html; charset=utf-8", page.Bytes()))
	for name, contentType := range assets {
		content, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			panic(fmt.Sprintf("simulator: not embedded: %v", err))
		}
		serve("GET /"+name, file(contentType, content))
		if name == "favicon.svg" { // what browsers ask for unasked
			serve("GET /favicon.ico", file(contentType, content))
		}
	}
}

func file(contentType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(content) // the browser is gone: nobody to tell
	})
}
