package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Page is docs/api.md, made of documents as they are served, in their order.
func Page(documents ...[]byte) (string, error) {
	var b strings.Builder
	b.WriteString(`# HTTP interfaces

Made from the OpenAPI documents beside the code by ` + "`make generate`" + `: change those. Each listener serves its own at ` + "`/openapi.json`" + `.
`)
	for _, raw := range documents {
		var d document
		if err := json.Unmarshal(raw, &d); err != nil {
			return "", err
		}
		d.write(&b)
	}
	return b.String(), nil
}

// document is as much of OpenAPI as the page shows.
type document struct {
	Info struct{ Title, Summary, Description string }

	Servers    []struct{ URL, Description string }
	Paths      map[string]map[string]json.RawMessage
	Components struct {
		Schemas         map[string]schema
		Responses       map[string]response
		Parameters      map[string]parameter
		SecuritySchemes map[string]struct{ Type, Scheme, In, Name, Description string }
	}
}

type operation struct {
	Summary, Description string

	Parameters  []parameter
	RequestBody *struct {
		Description string
		Content     map[string]media
	}
	Responses map[string]response
	Security  *[]map[string][]string
}

type parameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                schema
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Content     map[string]media
}

type media struct {
	Schema  schema
	Example json.RawMessage
}

type schema struct {
	Ref         string `json:"$ref"`
	Type        any
	Description string
	Const       any
	Enum        []any
	Required    []string
	Properties  map[string]schema
	Items       *schema
	AllOf       []schema
	OneOf       []schema
}

// methods in the order of the page.
var methods = []string{"get", "post", "put", "patch", "delete"}

func (d document) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n%s\n\n", d.Info.Title, d.Info.Summary, strings.TrimSpace(d.Info.Description))
	for _, server := range d.Servers {
		fmt.Fprintf(b, "Address: `%s` (`%s`).\n", server.URL, server.Description)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.SecuritySchemes)) {
		s := d.Components.SecuritySchemes[name]
		header := "`Authorization: " + strings.ToUpper(s.Scheme[:min(1, len(s.Scheme))]) + s.Scheme[min(1, len(s.Scheme)):] + " …`"
		if s.In != "" {
			header = "`" + s.Name + "`"
		}
		fmt.Fprintf(b, "\n%s: %s.\n", header, strings.TrimSuffix(s.Description, "."))
	}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		item := d.Paths[path]
		var shared []parameter
		_ = json.Unmarshal(item["parameters"], &shared) // absent: none
		for _, method := range methods {
			var o operation
			if item[method] == nil || json.Unmarshal(item[method], &o) != nil {
				continue
			}
			o.Parameters = append(shared, o.Parameters...)
			d.operation(b, strings.ToUpper(method)+" "+path, o)
		}
	}
}

// operation is a section.
func (d document) operation(b *strings.Builder, name string, o operation) {
	end := "."
	if strings.HasSuffix(o.Summary, "?") {
		end = ""
	}
	fmt.Fprintf(b, "\n### `%s`\n\n%s%s", name, o.Summary, end)
	if o.Description != "" {
		fmt.Fprintf(b, " %s", strings.Join(strings.Fields(o.Description), " "))
	}
	if o.Security != nil && len(*o.Security) == 1 && len((*o.Security)[0]) == 0 {
		b.WriteString(" No token is asked for.")
	}
	b.WriteString("\n")
	var rows [][]string
	for _, p := range o.Parameters {
		if p.Ref != "" {
			p = d.Components.Parameters[lastOf(p.Ref)]
		}
		rows = append(rows, []string{"`" + p.Name + "`", p.In, d.kind(p.Schema), p.Description})
	}
	table(b, []string{"parameter", "in", "type", "what"}, rows)
	if o.RequestBody != nil {
		d.body(b, o.RequestBody.Description, o.RequestBody.Content)
	}
	rows = nil
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		r := o.Responses[status]
		if r.Ref != "" {
			r = d.Components.Responses[lastOf(r.Ref)]
		}
		rows = append(rows, []string{status, r.Description})
	}
	table(b, []string{"answer", ""}, rows)
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if answered := o.Responses[status].Content["application/json"]; status[0] == '2' {
			d.fields(b, "in the answer "+status, answered.Schema)
			example(b, answered.Example)
		}
	}
}

// body is what is sent.
func (d document) body(b *strings.Builder, about string, content map[string]media) {
	if about != "" {
		fmt.Fprintf(b, "\nBody: %s\n", about)
	}
	sent := content["application/json"]
	d.fields(b, "in the body", sent.Schema)
	example(b, sent.Example)
}

// fields is a table of all that a schema has, within and below.
func (d document) fields(b *strings.Builder, where string, s schema) {
	table(b, []string{"field", where, "what"}, d.rows("", s, nil))
}

// rows are the fields of a schema whose own name is prefix; seen stops one that holds itself.
func (d document) rows(prefix string, s schema, seen []string) (rows [][]string) {
	if s.Ref != "" {
		if slices.Contains(seen, s.Ref) {
			return nil
		}
		seen = append(slices.Clone(seen), s.Ref)
		s = d.Components.Schemas[lastOf(s.Ref)]
	}
	for _, part := range slices.Concat(s.AllOf, s.OneOf) {
		rows = append(rows, d.rows(prefix, part, seen)...)
	}
	if s.Items != nil {
		return append(rows, d.rows(prefix+"[]", *s.Items, seen)...)
	}
	names := slices.SortedFunc(maps.Keys(s.Properties), func(a, b string) int {
		return cmp.Or(-compareBool(slices.Contains(s.Required, a), slices.Contains(s.Required, b)), strings.Compare(a, b))
	})
	for _, name := range names {
		field := s.Properties[name]
		about := cmp.Or(field.Description, d.Components.Schemas[lastOf(field.Ref)].Description)
		kind := d.kind(field)
		if !slices.Contains(s.Required, name) {
			kind = strings.TrimPrefix(kind+", optional", ", ")
		}
		whole := strings.TrimPrefix(prefix+"."+name, ".")
		rows = append(rows, []string{"`" + whole + "`", kind, about})
		rows = append(rows, d.rows(whole, field, seen)...)
	}
	return rows
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// kind says in a word or two what a value is.
func (d document) kind(s schema) string {
	if s.Ref != "" {
		named := d.Components.Schemas[lastOf(s.Ref)]
		return d.kind(named)
	}
	switch {
	case s.Const != nil:
		return fmt.Sprintf("`%v`", s.Const)
	case len(s.Enum) > 0:
		var values []string
		for _, value := range s.Enum {
			if value != "" {
				values = append(values, fmt.Sprintf("`%v`", value))
			}
		}
		return strings.Join(values, ", ")
	}
	switch kind := s.Type.(type) {
	case string:
		return words[kind]
	case []any:
		var all []string
		for _, one := range kind {
			if word := words[fmt.Sprint(one)]; word != "" {
				all = append(all, word)
			}
		}
		return strings.Join(all, " or ")
	default:
		return ""
	}
}

var words = map[string]string{"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "array": "list", "object": "object"}

// lastOf is the name at the end of a reference.
func lastOf(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

func example(b *strings.Builder, raw json.RawMessage) {
	var shown bytes.Buffer
	if len(raw) > 0 && json.Indent(&shown, raw, "", "  ") == nil {
		fmt.Fprintf(b, "\n```json\n%s\n```\n", &shown)
	}
}

// table writes rows, and nothing for none.
func table(b *strings.Builder, head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n")
	for _, row := range slices.Concat([][]string{head, slices.Repeat([]string{"---"}, len(head))}, rows) {
		for _, cell := range row {
			fmt.Fprintf(b, "| %s ", strings.ReplaceAll(strings.Join(strings.Fields(cell), " "), "|", `\|`))
		}
		b.WriteString("|\n")
	}
}
