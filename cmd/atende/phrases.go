package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"atende/actors/language"
	"atende/integrations/catalog"
)

var phrasesPage = page{verb: "phrases", about: `
Prints the words of patients that atende knows for specialties and exams ("médico dos ossos").  A clinic
puts words of its own, in the same form, below "phrases: |" in its clinic file, in groups called as its
specialties, doctors, procedures and plans; --check tells what is wrong there, file and line, and else
how many phrases there are.  Exit 0: all is well; 2: something is not.`}

// phrasesVerb is `atende phrases`.
func phrasesVerb(_ context.Context, w world, args []string) int {
	var file string
	var asJSON bool
	table := []setting{
		{flag: "check", help: "path of a clinic file (YAML) whose phrases are checked, and the rest of it", set: text(&file)},
		jsonRow(&asJSON, "print the groups of phrases, or beside --check how many phrases there are, as JSON"),
	}
	if err := phrasesPage.read(table, w, args); err != nil {
		return refuse(w, "phrases", err)
	}
	if file != "" {
		return checkPhrases(w, file, asJSON)
	}
	ours, err := language.Builtin("lay")
	switch {
	case err != nil:
	case asJSON:
		err = writeJSON(w.out, map[string]any{"groups": phraseGroups(ours)})
	default:
		_, err = io.WriteString(w.out, ours)
	}
	if err != nil {
		return fail(w, "phrases", err)
	}
	return exitOK
}

// phraseGroup is a group of phrases, without its examples.
type phraseGroup struct {
	Group   string   `json:"group"` // as a clinic file names what it is about
	Also    []string `json:"also,omitempty"`
	Phrases []string `json:"phrases"`
}

// phraseGroups reads a file of phrases that is known to be right; language.doc has its form.
func phraseGroups(file string) (groups []phraseGroup) {
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n")
		head, isHead := strings.CutPrefix(line, "[")
		switch {
		case isHead:
			name, also, _ := strings.Cut(strings.TrimSuffix(head, "]"), ":")
			groups = append(groups, phraseGroup{Group: name, Also: strings.Fields(also), Phrases: []string{}})
		case len(groups) > 0 && isPhrase(line):
			last := &groups[len(groups)-1]
			last.Phrases = append(last.Phrases, line)
		}
	}
	return groups
}

// isPhrase reports a line that is no example, comment, class or empty one.
func isPhrase(line string) bool {
	class := strings.HasPrefix(line, "#") && strings.Contains(line, ": ") || strings.HasPrefix(line, "~")
	return line != "" && !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "//") && !class
}

func checkPhrases(w world, file string, asJSON bool) int {
	_, phrases, err := loadClinic(file)
	if invalid := new(catalog.InvalidError); errors.As(err, &invalid) {
		err = nil
		for _, p := range invalid.Problems {
			err = errors.Join(err, fmt.Errorf("%s:%d: %s", file, p.Line, p.Reason))
		}
	}
	if err != nil {
		return refuse(w, "phrases", err)
	}
	if asJSON {
		err = writeJSON(w.out, map[string]any{"file": file, "phrases": phrases})
	} else {
		_, err = fmt.Fprintf(w.out, "%s: %s, their examples hold\n", file, plural(phrases, "phrase"))
	}
	if err != nil {
		return fail(w, "phrases", err)
	}
	return exitOK
}
