// Command length tells how the work of everything that reads a patient's text, or a model's, grows with the length of the
// text.  It counts and measures no time: built with -cover, a program knows how often each of its statements was run.  Its
// test builds it so, and compares texts with others of twice their length.
//
//	go build -cover -covermode=atomic -coverpkg=atende/actors/...,atende/integrations/media,atende/cmd/internal/length \
//	    -o length ./cmd/internal/length && ./length -longest 4000
//
// It prints one line of JSON for each reader and kind of text (Growth).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Growth is the work on a text and on one of the same kind that is twice as long.
type Growth struct {
	Reader string `json:"reader"`
	Shape  string `json:"shape"` // what the text repeats
	// Bytes is the length of the shorter text.
	Bytes int `json:"bytes"`
	// Steps are how many blocks of statements were run, for the text and for the longer one.
	Steps [2]uint64 `json:"steps"`
}

func main() {
	longest := flag.Int("longest", 0, "length of the longer text, in bytes; 0: what each reader is worth in a test")
	only := flag.String("reader", "", "only readers whose names begin so")
	flag.Parse()
	if err := run(*longest, *only); err != nil {
		fmt.Fprintln(os.Stderr, "length:", err)
		os.Exit(1)
	}
}

func run(longest int, only string) error {
	out := json.NewEncoder(os.Stdout)
	for _, r := range readers() {
		if !strings.HasPrefix(r.name, only) {
			continue
		}
		r.read(long("oi ", 60)) // what is made once, at the first use
		size, shapes := r.longest, usual
		if longest > 0 {
			size = longest
		}
		if longest > 0 || r.longest == fast {
			shapes = slices.Concat(usual, more)
		}
		for _, shape := range shapes {
			g := Growth{Reader: r.name, Shape: shape, Bytes: size / 2}
			for i, text := range []string{long(shape, size/2), long(shape, size)} {
				var err error
				if g.Steps[i], err = count(func() { r.read(text) }); err != nil {
					return err
				}
			}
			if err := out.Encode(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// count runs something and tells how many steps it took.
func count(work func()) (uint64, error) {
	before, err := stepsSoFar()
	if err != nil {
		return 0, err
	}
	work()
	after, err := stepsSoFar()
	return after - before, err
}
