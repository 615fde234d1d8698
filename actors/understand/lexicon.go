package understand

// Term is one thing that can be named in a text: a doctor, a specialty, a procedure, a plan.
// Names are its official name and its aliases; titles (Dr., Dra.) do not count.
type Term struct {
	ID    int
	Names []string
	// Person lets every single name of a person be enough ("Ana", "Souza", "Ana Souza").
	Person bool
}

// Hit is a Term found in a text.
type Hit struct {
	ID int
	// Start and End are byte offsets of the naming words in the text as given.
	Start, End int
	// Score orders hits of one text: more and better matching words first.  A hit on the full
	// name beats a hit on a part of it.
	Score int
}
