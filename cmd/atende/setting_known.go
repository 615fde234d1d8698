package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	nearness "atende/integrations/catalog/nearest"
)

// prefix begins the name of every variable of ours; one with it that is no setting is a mistake.
const prefix = "ATENDE_"

// environmentNames are the names of all variables of this process that are not empty.
func environmentNames() []string {
	var names []string
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); value != "" {
			names = append(names, name)
		}
	}
	return names
}

// tables are those of the verbs that every build has.
func tables() [][]setting {
	var (
		serve  serveSettings
		backup backupSettings
		node   nodeSettings
		health healthSettings
		probe  probeSettings
		replay replaySettings
	)
	return [][]setting{
		serve.table(), backup.table(), node.tableNode(), health.table(), probe.table(), replay.table(),
	}
}

// ofLab are the variables of the other verbs alone: one environment is often that of several programs.
var ofLab = []string{
	"ATENDE_CLINIC", "ATENDE_GATEWAY_LISTEN", "ATENDE_GATEWAY_OPEN", "ATENDE_GATEWAY_PUBLIC_URL",
	"ATENDE_SCHEDULING_LISTEN", "ATENDE_SCHEDULING_QUIRKS", "ATENDE_SCHEDULING_TOKEN", "ATENDE_WEBHOOK_URL",
}

// knownVariables are the variables of all verbs, sorted: several programs of ours are often started from one
// environment, so that what belongs to another verb is no mistake.
func knownVariables() []string {
	known := append(variablesOf(tables()), ofLab...)
	slices.Sort(known)
	return slices.Compact(known)
}

// variablesOf are those that tables name.
func variablesOf(tables [][]setting) (names []string) {
	for _, row := range slices.Concat(tables...) {
		if row.variable != "" {
			names = append(names, row.variable)
		}
	}
	return names
}

// serviceLink matches what Kubernetes sets for a Service whose name begins with "atende", unless enableServiceLinks
// is false.
var serviceLink = regexp.MustCompile(`_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$`)

// strangers is a problem for each variable that looks like a setting of ours and is none: what was meant would be
// without effect, and nobody would notice.
func strangers(w world) (problems []error) {
	if w.names == nil {
		return nil
	}
	known := knownVariables()
	inKubernetes := w.env("KUBERNETES_SERVICE_HOST") != ""
	names := w.names()
	slices.Sort(names)
	for _, name := range names {
		if meant := capitals.Replace(strings.ToUpper(name)); meant != name {
			problems = append(problems, misspelt(name, meant, known)...)
			continue
		}
		if !strings.HasPrefix(name, prefix) || isSetting(name, known) || inKubernetes && serviceLink.MatchString(name) {
			continue
		}
		problems = append(problems, fmt.Errorf("%s: there is no such setting, the nearest is %s", name, nearest(name, known)))
	}
	return problems
}

// isSetting reports the name of a variable, or of the file that holds its value.
func isSetting(name string, known []string) bool {
	return slices.Contains(known, strings.TrimSuffix(name, inFile)) ||
		slices.Contains(known, name) // ATENDE_DATA_KEY_FILE has this end by itself
}

// capitals writes a name that has dashes, as flags do, as one of a variable.
var capitals = strings.NewReplacer("-", "_")

// misspelt is a problem where a name is one of ours but for small letters and dashes: nobody reads it under that name.
func misspelt(name, meant string, known []string) []error {
	switch {
	case !strings.HasPrefix(meant, prefix):
		return nil
	case !isSetting(meant, known):
		meant = nearest(meant, known)
	}
	return []error{fmt.Errorf("%s: there is no such setting, the nearest is %s", name, meant)}
}

// nearest is the name that somebody meant who misspelt it.
func nearest(name string, known []string) string {
	if bare, ok := strings.CutSuffix(name, inFile); ok {
		return nearest(bare, known) + inFile
	}
	return nearness.To(name, known)
}
