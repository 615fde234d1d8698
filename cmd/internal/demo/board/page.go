package board

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
)

//go:embed page
var pageFiles embed.FS

var pageTemplate = template.Must(template.ParseFS(pageFiles, "page/index.html"))

// assets are the files of the page, with their content types.
var assets = map[string]string{
	"board.css":   "text/css; charset=utf-8",
	"board.js":    "text/javascript; charset=utf-8",
	"favicon.svg": "image/svg+xml",
}

// servePage adds the page.  It is rendered once: nothing in it changes.
func servePage(mux *http.ServeMux, cfg Config) {
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, map[string]any{
		"Clinic": cfg.Clinic, "Chat": cfg.ChatURL, "MaxRate": crowd.MaxRate, "MaxNodes": fleet.MaxNodes,
	}); err != nil {
		panic(fmt.Sprintf("board: the embedded page does not render: %v", err))
	}
	mux.Handle("GET /{$}", file("text/html; charset=utf-8", page.Bytes()))
	for name, contentType := range assets {
		content, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			panic(fmt.Sprintf("board: not embedded: %v", err))
		}
		mux.Handle("GET /"+name, file(contentType, content))
		if name == "favicon.svg" { // what browsers ask for unasked
			mux.Handle("GET /favicon.ico", file(contentType, content))
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
