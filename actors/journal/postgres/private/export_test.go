package private

// SetPlaces replaces the folders that are searched for the programs, and returns how to undo it.
func SetPlaces(patterns []string) (restore func()) {
	before := places
	places = patterns
	return func() { places = before }
}
