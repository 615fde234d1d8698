package simulator

import (
	"net/http"
	"slices"
)

// dialect is how the gateway writes and what it takes.  It shares no code with the client's dialects, so that the two can
// disagree in a test.  A further one is a file of its own and an entry in dialects.
type dialect struct {
	// name is Config.Dialect.
	name string
	// pending is the status of a new session, human that of one which a person of the clinic took over.
	pending, human string
	// newID names sessions and messages.
	newID func() string
	// operations are the calls of the agent.  They write and read a session's fields, which are named as in the spec
	// whatever the dialect: the control API, the page and the tests know but one name for each.
	operations []route
	// payload is the body of a webhook.
	payload func(c *session, m *Message) []byte
}

// route is an operation and where it is called.
type route struct {
	pattern string // as http.ServeMux has it; {id} is a session, {phone} a contact
	name    string // one of Operations
	find    finder
	do      operation
}

// dialects are all there are; the first one is the spec's, which is spoken where nobody chose.
var dialects = []*dialect{&specDialect, &flwDialect}

// Dialects are the values of Config.Dialect, the default first.
func Dialects() []string {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	return names
}

// dialectNamed is the spec's for any name that is none of Dialects.
func dialectNamed(name string) *dialect {
	return dialects[max(0, slices.Index(Dialects(), name))]
}

// operations adds the calls of the agent to a mux.
func (s *Simulator) operations(mux *http.ServeMux) {
	for _, r := range s.dialect.operations {
		mux.Handle(r.pattern, s.serve(r.name, r.find, r.do))
	}
}
