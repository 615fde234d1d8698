package event

import (
	"crypto/sha256"
	"encoding/hex"
)

// Correlation is the name of a message in logs: 16 hex digits made from its message id.  The id
// itself stays out of them, because some gateways build it from the patient's phone number.
func Correlation(messageID string) string {
	sum := sha256.Sum256([]byte(messageID))
	return hex.EncodeToString(sum[:8])
}
