package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// Names on the wire (contract, ATENDE_WEBHOOK_TOKEN and ATENDE_WEBHOOK_SECRET).
const (
	signatureHeader = "X-Webhook-Signature"
	signaturePrefix = "sha256="
	tokenScheme     = "Bearer"
)

// auth checks who calls.  What is not configured is not asked for; both together are both
// required.
type auth struct {
	token  *[sha256.Size]byte // hash of the token: hashes compare in a time that hides its length
	secret []byte
}

func newAuth(token, secret string) auth {
	a := auth{secret: []byte(secret)}
	if token != "" {
		sum := sha256.Sum256([]byte(token))
		a.token = &sum
	}
	return a
}

// tokenMatches tells whether the caller shows the token; it is asked before the body is read.
func (a auth) tokenMatches(header http.Header) bool {
	if a.token == nil {
		return true
	}
	authorization := header.Get("Authorization")
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, tokenScheme) { // schemes ignore case (RFC 9110, 11.1)
		return false
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	return hmac.Equal(sum[:], a.token[:])
}

// signatureMatches tells whether the caller signed the body, the raw one: a signature over a decoded and encoded one
// would not be that of the sender.
func (a auth) signatureMatches(header http.Header, body []byte) bool {
	if len(a.secret) == 0 {
		return true
	}
	digits, found := strings.CutPrefix(header.Get(signatureHeader), signaturePrefix)
	if !found {
		return false
	}
	claimed, err := hex.DecodeString(digits)
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, a.secret)
	mac.Write(body)
	return hmac.Equal(claimed, mac.Sum(nil))
}
