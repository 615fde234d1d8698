package sim

import "math/rand/v2"

// script is how a patient behaves.
type script struct {
	name string
	// opening are the first messages; pauses between them are short.
	opening []string
	// wishes is how many appointments the patient wants.
	wishes int
	// whim is how likely it is that an offer is answered with something else than a number.
	whim float64
	// hasty patients write again when an answer takes long.
	hasty bool
	// chatty patients go on writing after everything is said.
	chatty bool
	// together gives name, CPF and birth date in one message.
	together bool
}

var scripts = []script{
	{name: "greets twice", opening: []string{"oi", "bom dia"}},
	{name: "books at once", opening: []string{"quero marcar uma consulta com a dra ana souza pela unimed"}, wishes: 1, together: true},
	{name: "books at once, carefully", opening: []string{"quero marcar uma consulta com a dra ana souza pela unimed"}, wishes: 1},
	{name: "books step by step", opening: []string{"oi"}, wishes: 1},
	{name: "writes in bursts", opening: []string{"oi", "queria marcar uma consulta", "com a dra ana souza", "unimed"}, wishes: 1, together: true},
	{name: "books twice", opening: []string{"consulta com dr carlos menezes, particular"}, wishes: 2, together: true},
	{name: "wants a person", opening: []string{"quero falar com um atendente", "por favor"}},
	{name: "changes the mind", opening: []string{"consulta com a dra beatriz reis, particular"}, wishes: 1, whim: 0.5},
}

// panics makes the driver panic.
var panics = script{name: "poisons the driver", opening: []string{"oi", poison, "oi?"}}

func drawScript(r *rand.Rand, theme string) script {
	s := scripts[r.IntN(len(scripts))]
	switch {
	case theme == "booking" || theme == "late" || theme == "clinic":
		s = scripts[1+r.IntN(5)]
	case chance(r, 0.05):
		s = panics
	}
	s.hasty = theme != "calm" && chance(r, 0.4)
	s.chatty = chance(r, 0.5)
	return s
}
