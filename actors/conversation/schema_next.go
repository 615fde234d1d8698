//go:build atende_next

package conversation

// Schema of the release after this one, for the test that runs both in one cluster.
const Schema = 2
