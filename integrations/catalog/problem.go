package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a clinic file.
type Problem struct {
	Line   int    // 1-based; 0 when the reader could not tell
	Reason string // in English, for the operator
}

// String is "line N: reason".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.Reason
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Reason)
}

// InvalidError is the error of a file that was read but cannot be served.  It lists every problem,
// in the order of the file, so that an operator mends the file once.
type InvalidError struct {
	Problems []Problem
}

// Error has one line per problem, each "line N: reason".
func (e *InvalidError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// problems gathers what is wrong while a file is checked.
type problems struct {
	list []Problem
}

func (p *problems) add(line int, format string, args ...any) {
	p.list = append(p.list, Problem{Line: line, Reason: fmt.Sprintf(format, args...)})
}

// err is an *InvalidError with the problems by line, or nil when there are none.
func (p *problems) err() error {
	if len(p.list) == 0 {
		return nil
	}
	slices.SortStableFunc(p.list, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return &InvalidError{Problems: p.list}
}
