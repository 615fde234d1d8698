package wire

// Odd becomes true once a field that a gateway documents does not have its JSON type.  What to do about that is the
// reader's business; the value itself is left as it was.
type Odd bool

// Text reads a field that is documented as a string into target; null leaves target as it is.
func (o *Odd) Text(target *string, value []byte) {
	text, ok := Text(value)
	switch {
	case ok:
		*target = text
	case !IsNull(value):
		*o = true
	}
}

// Object is the value of a field that is documented as an object, or null.
func (o *Odd) Object(value []byte) []byte {
	if !IsObject(value) && !IsNull(value) {
		*o = true
	}
	return value
}

// Extra reads a string that nobody depends on into target: a value of another type counts as absent, because refusing the
// patient's message for it would help nobody.
func Extra(target *string, value []byte) {
	if text, ok := Text(value); ok {
		*target = text
	}
}
