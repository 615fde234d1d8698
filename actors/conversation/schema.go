//go:build !atende_next

package conversation

// Schema is the version of State as it is stored.  A release reads its own and the one before.
const Schema = 1
