package main

import (
	"context"
	"errors"
	"fmt"
	"io"

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
		jsonRow(&asJSON, "beside --check: print how many phrases there are as JSON"),
	}
	if err := phrasesPage.read(table, w, args); err != nil {
		return refuse(w, "phrases", err)
	}
	if file != "" {
		return checkPhrases(w, file, asJSON)
	}
	ours, err := language.Builtin("lay")
	if err == nil {
		_, err = io.WriteString(w.out, ours)
	}
	if err != nil {
		return fail(w, "phrases", err)
	}
	return exitOK
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
		_, err = fmt.Fprintf(w.out, "%s: %d phrases, their examples hold\n", file, phrases)
	}
	if err != nil {
		return fail(w, "phrases", err)
	}
	return exitOK
}
