package main

import (
	"cmp"
	"context"
	"io"

	"atende/actors/wording"
)

var textsPage = page{verb: "texts", about: `
Prints every text that a patient can read, with samples filled in: to be read aloud.  With --file it
prints the file that they come from.  A clinic puts the texts that it wants to say in another way into
a file of the same form and names it in ATENDE_TEXTS; this verb checks that file, too.`}

// textsVerb is `atende texts`.
func textsVerb(_ context.Context, w world, args []string) int {
	var own *wording.Texts
	var file bool
	table := []setting{
		{variable: "ATENDE_TEXTS", help: "path of a file (YAML) with texts of the clinic's own", set: texts(&own)},
		{flag: "file", def: "false", toggle: true, help: "print the file that atende comes with instead", set: yesNo(&file)},
	}
	if err := textsPage.read(table, w, args); err != nil {
		return refuse(w, "texts", err)
	}
	out := cmp.Or(own, wording.Default()).Listing()
	if file {
		out = string(wording.File())
	}
	if _, err := io.WriteString(w.out, out); err != nil {
		return fail(w, "texts", err)
	}
	return exitOK
}
