package tidy

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// house lists the folders from the top down.  A package imports from its own line and from lines
// below it, never from above, so that a reader can start at the bottom and never meet a name that was
// not explained yet.
var house = []string{
	"deploy", // modules of their own, which start the binary and import nothing of ours
	"cmd/atende",
	"cmd/scripted-model",
	"cmd/internal/tidy",
	"cmd/internal/demo",
	"cmd/internal/interop",
	"cmd/internal/api",
	"cmd/internal/npm",
	"cmd/internal/sim",
	"cmd/internal/length",
	"cmd/internal/load",
	"cmd/internal/replay",
	"cmd/internal/persona/trial",
	"cmd/internal/receptionist",
	"cmd/internal/persona",
	"cmd/internal/node",
	"cmd/internal/doctor",
	"cmd/internal/probe",
	"cmd/internal/report",
	"cmd/internal/backup",
	"cmd/internal/peers",
	"cmd/internal/endpoint",
	"cmd/internal/early",
	"cmd/internal/logging",
	"cmd/internal/browser",
	"webhook",
	"webhook/admin",
	"actors/router",
	"actors/session",
	"actors/session/attachment",
	"actors/session/record",
	"actors/session/outbox",
	"actors/session/history",
	"actors/booking",
	"actors/cluster",
	"actors/newcomer",
	"actors/journal",
	"actors/decide",
	"actors/pii",
	"actors/conversation",
	"actors/understand",
	"actors/language",
	"actors/wording",
	"integrations/chat",
	"integrations/scheduling",
	"integrations/model",
	"integrations/media",
	"integrations/catalog",
	"integrations/outbound",
	"integrations/inbound",
	"integrations/openapi",
	"integrations/claim",
	"integrations/migrations",
	"metrics/tracing",
	"metrics",
}

// floor is the line of house that a folder belongs to, by its longest entry; -1 for a stranger.
func floor(folder string) int {
	found, length := -1, 0
	for i, entry := range house {
		if under(folder, entry) && len(entry) > length {
			found, length = i, len(entry)
		}
	}
	return found
}

func TestImportsPointDown(t *testing.T) {
	for _, f := range sources(t) {
		own := floor(f.folder)
		if own < 0 {
			t.Errorf("%s: the folder has no place in the house (see house in this test)", f.name)
			continue
		}
		for _, imported := range f.imports {
			if folder, ours := strings.CutPrefix(imported, module); ours && floor(folder) < own {
				t.Errorf("%s: imports %s, which stands above it", f.name, imported)
			}
		}
	}
}

// reserved names the only folders that may import a module, with the reason.
var reserved = []struct {
	imported string
	only     []string
	reason   string
}{
	{"github.com/anthdm/hollywood", []string{"actors/router", "actors/session", "actors/cluster"},
		"its sharp edges (panics, stops, lost messages) are handled in one place"},
	{"github.com/sony/gobreaker", []string{"integrations/outbound"},
		"one idea of another party's health for all clients"},
	{"github.com/gorilla/mux", []string{"webhook", "integrations/chat/simulator", "integrations/scheduling/server", "integrations/openapi"},
		"only what serves HTTP routes it"},
	{"modernc.org/sqlite", []string{"actors/journal", "integrations/scheduling/server", "integrations/migrations", "cmd/atende", "cmd/internal/backup", "cmd/internal/load/bare"},
		"SQL stays behind the two stores; backup copies whole files, the browser test looks at the result, and the baseline of load has to be without ours"},
	{"github.com/jackc/pgx", []string{"actors/journal/postgres", "cmd/atende", "cmd/internal/load"},
		"SQL stays behind the store; the trials look at the result"},
	{"github.com/ledongthuc/pdf", []string{"integrations/media"},
		"it takes all the memory and time that a document asks for, so it runs in a child process alone"},
	{"html/template", nil,
		"its calls of methods by name keep every exported method in the binary; Datadog's copy has none"},
	{"text/template", nil,
		"its calls of methods by name keep every exported method in the binary; Datadog's copy has none"},
	{"go.opentelemetry.io", []string{"metrics/tracing"},
		"what may stand in a span is decided in one place"},
	{module + "integrations/scheduling/server", []string{"integrations/scheduling/server", "cmd"},
		"the server is the other side: the client must be able to disagree with it"},
	{module + "integrations/chat/simulator", []string{"integrations/chat/simulator", "cmd"},
		"the simulator is the other side: the client must be able to disagree with it"},
	{module + "integrations/model/scripted", []string{"integrations/model", "actors/decide/model", "cmd"},
		"the server is the other side: the client must be able to disagree with it"},
	{module + "integrations/chat/event", []string{"webhook", "integrations/chat"},
		"what a gateway writes ends where it comes in: everything below knows journal.PatientMessage, so that another gateway is one more dialect of the receiver"},
	{module + "integrations/chat/wire", []string{"integrations/chat"},
		"what a gateway writes ends where it comes in"},
	{module + "integrations/inbound", []string{"webhook", "integrations", "cmd"},
		"what the actors do does not depend on how somebody calls"},
	{module + "cmd", []string{"cmd"}, "cmd wires, nothing depends on the wiring"},
}

func TestReservedImports(t *testing.T) {
	for _, f := range sources(t) {
		for _, rule := range reserved {
			for _, imported := range f.imports {
				if under(imported, rule.imported) && !under(f.folder, rule.only...) {
					t.Errorf("%s: imports %s: %s", f.name, imported, rule.reason)
				}
			}
		}
	}
}

// An entry for a folder that is gone is a rule that nobody keeps.
func TestRulesNameFolders(t *testing.T) {
	named := slices.Clone(house)
	for _, rule := range reserved {
		named = append(named, rule.only...)
		if folder, ours := strings.CutPrefix(rule.imported, module); ours {
			named = append(named, folder)
		}
	}
	for _, rule := range pure {
		named = append(named, rule.folder)
	}
	files := sources(t)
	for _, folder := range named {
		if !slices.ContainsFunc(files, func(f *file) bool { return under(f.folder, folder) }) {
			t.Errorf("%s: no such folder, or no Go in it", folder)
		}
	}
}

// pure lists the packages that decide without touching the world, and all that they may import
// beside the standard library.
var pure = []struct {
	folder  string
	allowed []string
}{
	{"actors/language", []string{"golang.org/x/text"}},
	{"actors/understand", []string{module + "actors/language", "golang.org/x/text"}},
	{"actors/wording", []string{"go.yaml.in/yaml/v3"}},
	{"actors/conversation", []string{module + "actors/language", module + "actors/understand", module + "actors/wording"}},
	{"actors/booking", nil},
	// What is personal in a text is told by the text, the words of a clinic, and what is known of the patient.
	{"actors/pii", []string{module + "actors/conversation", module + "actors/language", module + "actors/understand", module + "actors/wording"}},
}

// worldly are the parts of the standard library that reach outside of the process.
var worldly = []string{"net", "os", "database/sql", "log", "syscall", "io/fs", "path/filepath", "math/rand", "crypto/rand"}

func TestPurePackages(t *testing.T) {
	for _, f := range sources(t) {
		for _, rule := range pure {
			if f.test || !under(f.folder, rule.folder) {
				continue
			}
			for _, imported := range f.imports {
				if !standard(imported) && !under(imported, append(rule.allowed, module+rule.folder)...) {
					t.Errorf("%s: imports %s; this package is pure and may not", f.name, imported)
				}
				if under(imported, worldly...) && !strings.HasPrefix(imported, "net/url") {
					t.Errorf("%s: imports %s; this package does no input or output", f.name, imported)
				}
			}
		}
	}
}

// standard reports whether a package is of the standard library: its first element has no dot and is
// not ours.
func standard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".") && first+"/" != module
}

// The server of the scheduling API has wire types of its own: were they the client's, both would be
// wrong together.
func TestServerDoesNotKnowTheClient(t *testing.T) {
	for _, f := range sources(t) {
		if f.test || !under(f.folder, "integrations/scheduling/server") {
			continue
		}
		for _, imported := range f.imports {
			if imported == module+"integrations/scheduling" {
				t.Errorf("%s: imports the client", f.name)
			}
		}
	}
}

// Decisions get the time as a value, so that a test can be at any hour of any day.
func TestDecisionsReadNoClock(t *testing.T) {
	for _, f := range sources(t) {
		if f.test || !under(f.folder, "actors/language", "actors/understand", "actors/conversation", "actors/decide", "actors/pii") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if name := qualified(n); name == "time.Now" || name == "time.Since" || name == "time.Until" {
				t.Errorf("%s: %s; a decision gets its time as an argument", f.at(n), name)
			}
			return true
		})
	}
}

// qualified is "package.Name" for such a selector, else "".
func qualified(n ast.Node) string {
	selector, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	left, ok := selector.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return left.Name + "." + selector.Sel.Name
}
