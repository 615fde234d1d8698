package media

// The reasons of Fetch and Text.
const (
	// Of the address, before anything is sent.
	BadURL      Reason = "url"         // not an absolute URL of a plain form, or too long
	BadScheme   Reason = "scheme"      // neither http nor https
	Credentials Reason = "credentials" // user or password in the URL
	Inside      Reason = "inside"      // not a public address, and not in Config.Allow
	Unresolved  Reason = "unresolved"  // the name has no address
	Unreachable Reason = "unreachable" // no connection, or no TLS
	// Of the answer.
	Redirects Reason = "redirects" // more than three
	Downgrade Reason = "downgrade" // from https to http
	Status    Reason = "status"    // not 200
	Encoded   Reason = "encoded"   // compressed although nobody asked for it
	TooLarge  Reason = "too_large" // beyond the bound of its kind
	Broken    Reason = "broken"    // no answer that can be read, or less than was announced
	TooLate   Reason = "too_late"  // beyond Config.Time, or beyond the deadline of the caller
	Canceled  Reason = "canceled"  // the caller gave up
	// Of the file.
	Unknown  Reason = "unknown"  // no kind that is fetched, or damaged
	Unwanted Reason = "unwanted" // of a kind that the caller did not ask for
	// Of a document that is read.
	Encrypted  Reason = "encrypted"
	Unreadable Reason = "unreadable" // damaged, hostile, or beyond what a reader may use
	NoReader   Reason = "no_reader"  // the program cannot start a reader, see ReadInChild, or not bound it
)

// Reasons lists all of them, for whoever counts.
var Reasons = []Reason{
	BadURL, BadScheme, Credentials, Inside, Unresolved, Unreachable, Redirects, Downgrade, Status, Encoded, TooLarge,
	Broken, TooLate, Canceled, Unknown, Unwanted, Encrypted, Unreadable, NoReader,
}

// refusal is the error for a reason.
func refusal(r Reason) error { return &Error{Reason: r} }
