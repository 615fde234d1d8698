package load

import (
	_ "embed" // for sample.yaml
	"fmt"

	"atende/integrations/catalog"
)

//go:embed sample.yaml
var sampleYAML []byte

// SampleYAML is the catalogue file that the programs started by Compare work with.
func SampleYAML() []byte { return sampleYAML }

// Sample is the clinic of SampleYAML.  Each call makes a new one.
func Sample() *catalog.Clinic {
	clinic, err := catalog.Parse(sampleYAML)
	if err != nil {
		// The file is part of the program, and a test reads it: this is a broken build, not input.
		panic(fmt.Sprintf("load: sample.yaml: %v", err))
	}
	return clinic
}
