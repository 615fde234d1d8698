package report

import (
	_ "embed"
	"fmt"
	"io"

	template "github.com/DataDog/datadog-agent/pkg/template/html"
)

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"heads": func(s Sheet, p Part) []string {
		now, before := s.heads(p)
		if before == "" {
			return nil
		}
		return []string{now, before}
	},
	"word": Cell.word,
}).Parse(pageHTML))

// Page writes the sheet as one HTML document that needs nothing else: no script, no file, no network.
func (s Sheet) Page(out io.Writer) error {
	if err := page.Execute(out, s); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}
