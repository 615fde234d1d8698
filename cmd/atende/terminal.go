package main

import (
	"context"
	"errors"
	"fmt"
)

// errStopped: a signal came instead of an answer.
var errStopped = errors.New("stopped before there was an answer; nothing was done")

// askedLine asks for a line, with words where somebody types; a signal ends the wait.  What is secret is not shown while it
// is typed.
func (w world) askedLine(ctx context.Context, words string, secret bool, read func() string) (string, error) {
	if isTerminal(w.in) {
		if secret {
			shown := hide(w.in)
			defer func() {
				shown()
				fmt.Fprintln(w.err) // the typed end of the line was not shown either
			}()
		}
		fmt.Fprint(w.err, words)
	}
	line := make(chan string, 1)
	go func() { line <- read() }() // after a signal it ends with the process
	select {
	case answer := <-line:
		return answer, nil
	case <-ctx.Done():
		return "", errStopped
	}
}
