package main

import (
	"cmp"
	"context"
	"errors"
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
	var file, asJSON bool
	table := []setting{
		{variable: "ATENDE_TEXTS", help: "path of a file (YAML) with texts of the clinic's own", set: texts(&own)},
		{flag: "file", def: "false", toggle: true, help: "print the file that atende comes with instead", set: yesNo(&file)},
		jsonRow(&asJSON, "print them as JSON; not beside --file, which is a file to go on from"),
	}
	if err := textsPage.read(table, w, args); err != nil {
		return refuse(w, "texts", err)
	}
	if file && asJSON {
		return refuse(w, "texts", errors.New("--json: not beside --file"))
	}
	if err := printTexts(w.out, cmp.Or(own, wording.Default()), file, asJSON); err != nil {
		return fail(w, "texts", err)
	}
	return exitOK
}

func printTexts(out io.Writer, texts *wording.Texts, file, asJSON bool) error {
	if asJSON {
		return writeJSON(out, map[string]any{"texts": texts.Samples()})
	}
	text := texts.Listing()
	if file {
		text = string(wording.File())
	}
	_, err := io.WriteString(out, text)
	return err
}
