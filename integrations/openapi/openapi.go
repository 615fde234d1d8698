// Package openapi serves the OpenAPI documents of what atende answers to over HTTP.  Each is written once, in YAML beside the
// code that it describes, and served as JSON at Path; package openapitest compares it with what is really answered, and
// docs/api.md is made of it.
package openapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Path is where each listener has its document.
const Path = "/openapi.json"

// Document is an OpenAPI document.  It is safe for concurrent use.
type Document struct{ json func() []byte }

// New takes a document in YAML.  It is part of the program: one that cannot be read is a broken build, which the first use
// says by a panic.
func New(source []byte) *Document {
	return &Document{json: sync.OnceValue(func() []byte {
		var content map[string]any
		if err := yaml.Unmarshal(source, &content); err != nil {
			panic(fmt.Sprintf("openapi: %v", err))
		}
		served, err := json.Marshal(content)
		if err != nil {
			panic(fmt.Sprintf("openapi: %v", err))
		}
		return append(served, '\n')
	})}
}

// JSON is the document as it is served; it must not be changed.
func (d *Document) JSON() []byte { return d.json() }

// ServeHTTP answers the document, to GET and HEAD alone.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		_, _ = w.Write([]byte(`{"status":"error","reason":"method_not_allowed"}`)) // a caller that is gone asks again
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(d.json())))
	_, _ = w.Write(d.json())
}
