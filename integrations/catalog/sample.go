package catalog

import (
	"bytes"
	_ "embed" // for sample.yaml
	"fmt"
)

//go:embed sample.yaml
var sampleYAML []byte

// Sample is the built-in clinic of the demo and of `atende scheduling` without a clinic file
// (contract, ATENDE_CLINIC).  Each call makes a new one.
func Sample() *Clinic {
	clinic, err := Parse(sampleYAML)
	if err != nil {
		// The file is part of the program, and a test reads it: this is a broken build, not input.
		panic(fmt.Sprintf("catalog: sample.yaml: %v", err))
	}
	return clinic
}

// SampleFile is the clinic file of Sample, for a program that reads it from a path.  Each call copies
// it.
func SampleFile() []byte { return bytes.Clone(sampleYAML) }
