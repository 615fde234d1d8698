package main

import (
	"encoding/json"
	"io"
)

// jsonRow is the setting of a verb that prints facts, for programs.
func jsonRow(target *bool, help string) setting {
	return setting{flag: "json", def: "false", toggle: true, help: help, set: yesNo(target)}
}

// writeJSON prints a document for programs that a person can read, too.
func writeJSON(out io.Writer, document any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}
