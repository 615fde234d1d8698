package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

// every calls f with each dashboard, built.
func every(t *testing.T, f func(t *testing.T, b board, d dashboard.Dashboard)) {
	t.Helper()
	for name, b := range boards() {
		t.Run(name, func(t *testing.T) {
			built, err := b.build()
			if err != nil {
				t.Fatal(err)
			}
			f(t, b, built)
		})
	}
}

// The JSON that operators load is what the code says, and nothing else lies beside it.
func TestDashboardsAreGenerated(t *testing.T) {
	files, err := filepath.Glob("dashboards/*")
	if err != nil || len(files) != len(boards()) {
		t.Errorf("%d files in dashboards, %d dashboards (%v)", len(files), len(boards()), err)
	}
	folder := t.TempDir()
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	for name := range boards() {
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("dashboards", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the code makes: make generate (%v)", name, err)
		}
	}
}

// Grafana's schema knows every field of the files.  An error without a text is how the SDK says that all is well.
func TestDashboardsFitTheSchema(t *testing.T) {
	plugins.RegisterDefaultPlugins()
	for name := range boards() {
		content, err := os.ReadFile(filepath.Join("dashboards", name))
		if err != nil {
			t.Fatal(err)
		}
		if problems := strict(content); problems != "" {
			t.Errorf("%s: %s", name, problems)
		}
		broken := bytes.Replace(content, []byte(`"gridPos"`), []byte(`"gridPosition"`), 1)
		if strict(broken) == "" {
			t.Errorf("%s: the check takes a field that does not exist", name)
		}
	}
}

// strict says which fields of a dashboard Grafana does not know, "" for none.
func strict(content []byte) string {
	var d dashboard.Dashboard
	if err := d.UnmarshalJSONStrict(content); err != nil {
		return err.Error()
	}
	return ""
}

// pictures are the panels that are no rows, whatever the SDK's type of them.
func pictures(t *testing.T, d dashboard.Dashboard) []dashboard.Panel {
	t.Helper()
	var found []dashboard.Panel
	for _, p := range d.Panels {
		if p.Panel != nil && p.Panel.Type != "text" {
			found = append(found, *p.Panel)
		}
		if p.RowPanel != nil {
			found = append(found, p.RowPanel.Panels...)
		}
	}
	if len(found) < 15 {
		t.Fatalf("%d panels", len(found))
	}
	return found
}

// Every line of the grid is full and nothing lies on anything else.
func TestPanelsDoNotOverlap(t *testing.T) {
	every(t, func(t *testing.T, _ board, d dashboard.Dashboard) {
		taken := map[string]string{}
		bottom := uint32(0)
		fill := func(title string, at *dashboard.GridPos) {
			for x := at.X; x < at.X+at.W; x++ {
				for y := at.Y; y < at.Y+at.H; y++ {
					cell := fmt.Sprint(x, ",", y)
					if other := taken[cell]; other != "" {
						t.Fatalf("%q lies on %q", title, other)
					}
					taken[cell] = title
				}
			}
			if at.X+at.W > columns {
				t.Errorf("%q reaches out of the page", title)
			}
			bottom = max(bottom, at.Y+at.H)
		}
		for _, p := range d.Panels {
			if p.RowPanel != nil {
				fill(*p.RowPanel.Title, p.RowPanel.GridPos)
				for _, inside := range p.RowPanel.Panels {
					fill(*inside.Title, inside.GridPos)
				}
			} else {
				fill(fmt.Sprint(*p.Panel.Id), p.Panel.GridPos)
			}
		}
		if gaps := int(bottom)*columns - len(taken); gaps != 0 {
			t.Errorf("%d cells of the grid are empty", gaps)
		}
	})
}

// A choice says what stands there at first in the words of its dashboard.
func TestEverythingIsChosenAtFirst(t *testing.T) {
	for name, texts := range map[string]string{
		"atende-conversion.json": "Todas Todas Todas Todos Todos", "atende-service.json": "All All All", "atende-cluster.json": "All All All",
	} {
		d, err := boards()[name].build()
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, v := range d.Templating.List {
			if v.IncludeAll != nil && *v.IncludeAll {
				found = append(found, *v.Current.Text.String)
			}
		}
		if got := strings.Join(found, " "); got != texts {
			t.Errorf("%s: %q, want %q", name, got, texts)
		}
	}
}

// Every panel says what it shows, in what unit, and its title fits on a screen of 1,280 pixels; identifiers
// and titles of one row are not given twice.
func TestPanelsAreReadable(t *testing.T) {
	const pixels, perLetter, margin = 1280 / columns, 8, 24
	every(t, func(t *testing.T, _ board, d dashboard.Dashboard) {
		ids := map[uint32]bool{}
		for _, p := range pictures(t, d) {
			title := *p.Title
			if ids[*p.Id] {
				t.Errorf("%q: the id is taken", title)
			}
			ids[*p.Id] = true
			if width := utf8.RuneCountInString(title)*perLetter + margin; width > int(p.GridPos.W)*pixels {
				t.Errorf("%q: %d pixels wide, the panel has %d", title, width, int(p.GridPos.W)*pixels)
			}
			if d := *p.Description; utf8.RuneCountInString(d) < 20 || !strings.HasSuffix(d, ".") {
				t.Errorf("%q: description %q", title, d)
			}
			if p.FieldConfig.Defaults.Unit == nil || *p.FieldConfig.Defaults.Unit == "" {
				t.Errorf("%q has no unit", title)
			}
			if len(p.Targets) == 0 || len(p.Targets) > 26 {
				t.Errorf("%q has %d queries", title, len(p.Targets))
			}
		}
	})
}

// Links lead to dashboards that exist, and a variable that is used is there to be chosen.
func TestLinksAndVariablesExist(t *testing.T) {
	uids := map[string]bool{}
	for _, b := range boards() {
		uids[b.uid] = true
	}
	every(t, func(t *testing.T, b board, d dashboard.Dashboard) {
		for _, l := range b.links {
			if l.uid != "" && (!uids[l.uid] || l.uid == b.uid) {
				t.Errorf("the link %q leads to %q", l.title, l.uid)
			}
		}
		content, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{"datasource": true, "__range": true, "__range_s": true, "__rate_interval": true, "__all": true}
		for _, v := range b.variables {
			known[v.name] = true
			if !regexp.MustCompile(`\$\{?` + v.name + `\b`).Match(content) {
				t.Errorf("nothing uses $%s", v.name)
			}
		}
		for _, used := range regexp.MustCompile(`\$\{?(\w+)`).FindAllSubmatch(content, -1) {
			if !known[string(used[1])] {
				t.Errorf("unknown variable $%s", used[1])
			}
		}
	})
}
