package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Names on the wire (contract, ATENDE_WEBHOOK_TOKEN and ATENDE_WEBHOOK_SECRET).
const (
	signatureHeader = "X-Webhook-Signature"
	timedHeader     = "X-Webhook-Timed-Signature" // docs/deploy.md
	timestampHeader = "X-Webhook-Timestamp"       // seconds since 1970
	signaturePrefix = "sha256="
	tokenScheme     = "Bearer"
)

// tolerance is how far the time of a signature may be from ours: what a clock may be wrong, and what a delivery may take.
const tolerance = 5 * time.Minute

// auth checks who calls.  What is not configured is not asked for; both together are both
// required.
type auth struct {
	token  *[sha256.Size]byte // hash of the token: hashes compare in a time that hides its length
	secret []byte
	timed  bool // a signature without its time is none
	now    func() time.Time
}

func newAuth(token, secret string, timed bool, now func() time.Time) auth {
	a := auth{secret: []byte(secret), timed: timed, now: now}
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
// would not be that of the sender.  Who signs with the time and the path is held to it: such a signature decides alone.
func (a auth) signatureMatches(header http.Header, path string, body []byte) bool {
	if len(a.secret) == 0 {
		return true
	}
	if given := header[timedHeader]; len(given) > 0 {
		stamp := header.Get(timestampHeader)
		return len(given) == 1 && a.recent(stamp) && a.signed(given[0], []byte(stamp+"."+path+"."), body)
	}
	return !a.timed && a.signed(header.Get(signatureHeader), nil, body)
}

// timedProof is the signature over time, path and body that a call was let in by, "" for none: whoever sends the call
// again sends it, too.
func (a auth) timedProof(header http.Header) string {
	if len(a.secret) == 0 {
		return ""
	}
	return strings.ToLower(header.Get(timedHeader)) // digits of either case are the same
}

// recent tells whether a time, in seconds since 1970, is within the tolerance.
func (a auth) recent(stamp string) bool {
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	return err == nil && a.now().Sub(time.Unix(seconds, 0)).Abs() <= tolerance
}

// Sign puts into a header what a caller signs a body with, at a time and for a path of the receiver: what auth takes.  Of a path
// that a proxy makes shorter, what is behind it counts.
func Sign(header http.Header, secret, path string, body []byte, at time.Time) {
	stamp := strconv.FormatInt(at.Unix(), 10)
	path = path[max(strings.LastIndex(path, "/webhook/"), 0):]
	header.Set(signatureHeader, signaturePrefix+hex.EncodeToString(digest([]byte(secret), nil, body)))
	header.Set(timestampHeader, stamp)
	header.Set(timedHeader, signaturePrefix+hex.EncodeToString(digest([]byte(secret), []byte(stamp+"."+path+"."), body)))
}

// digest is the HMAC of the secret over both parts.
func digest(secret, head, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write(head)
	mac.Write(body)
	return mac.Sum(nil)
}

// signed tells whether a signature is that of the secret over both parts.
func (a auth) signed(signature string, head, body []byte) bool {
	digits, found := strings.CutPrefix(signature, signaturePrefix)
	if !found {
		return false
	}
	claimed, err := hex.DecodeString(digits)
	if err != nil {
		return false
	}
	return hmac.Equal(claimed, digest(a.secret, head, body))
}
