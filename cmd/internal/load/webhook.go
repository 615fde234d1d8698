package load

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// webhookPath is where an agent takes messages (spec B).
const webhookPath = "/webhook/message"

// deliverer delivers messages as the gateway does: again and again until it is told 202.
type deliverer struct {
	run    *run
	wires  []*wire // to each webhook
	turn   int     // whose it is
	secret []byte
	body   []byte
}

// newDeliverer makes one of those that share the work; each begins with another webhook.
func (r *run) newDeliverer(number int) *deliverer {
	header := ""
	if r.options.Token != "" {
		header = "Authorization: Bearer " + r.options.Token + "\r\n"
	}
	d := &deliverer{run: r, turn: number, secret: []byte(r.options.Secret)}
	for _, target := range r.targets {
		d.wires = append(d.wires, newWire(target, header))
	}
	return d
}

// post calls the webhook whose turn it is, so a message that one node refuses comes to another.
func (d *deliverer) post(ctx context.Context) (int, error) {
	w := d.wires[d.turn%len(d.wires)]
	d.turn++
	return w.post(ctx, d.body, d.signatures(time.Now()))
}

func (d *deliverer) close() {
	for _, w := range d.wires {
		w.close()
	}
}

// targetsOf completes base URLs.
func targetsOf(raw []string) ([]*url.URL, error) {
	if len(raw) == 0 {
		return nil, errors.New("a webhook URL is needed")
	}
	targets := make([]*url.URL, len(raw))
	for i := range raw {
		var err error
		if targets[i], err = targetOf(raw[i]); err != nil {
			return nil, err
		}
	}
	return targets, nil
}

// targetOf completes a base URL.
func targetOf(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("the webhook URL must be absolute, http://… or https://…")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = webhookPath
	}
	return u, nil
}

// redeliverAfter is the pause before a message is delivered again.
const redeliverAfter = 50 * time.Millisecond

// deliver brings a text to the webhook; false if nobody accepted it for Patience.
func (d *deliverer) deliver(ctx context.Context, id messageID, text string) bool {
	return d.bring(ctx, id, textKind, text)
}

// textKind is the type of a message of words (spec 6).
const textKind = "TEXT"

// bring is deliver for messages of any type.
func (d *deliverer) bring(ctx context.Context, id messageID, kind, text string) bool {
	d.write(id, kind, text)
	giveUp := time.Now().Add(d.run.options.Patience)
	for {
		status, err := d.post(ctx)
		switch {
		case err == nil && status == http.StatusAccepted:
			d.again(ctx, id)
			return true
		case err == nil:
			d.run.count.status(status)
		default:
			d.run.count.broken.Add(1)
		}
		definite := err == nil && status < 500 && status != http.StatusTooManyRequests
		if definite || time.Now().After(giveUp) || !rest(ctx, redeliverAfter) {
			return false
		}
		d.run.count.redelivered.Add(1)
	}
}

// again delivers some messages a second time.  What is answered is of no interest.
func (d *deliverer) again(ctx context.Context, id messageID) {
	share := d.run.options.Duplicate
	if share == 0 || float64(id.hash()%1000) >= share*1000 {
		return
	}
	d.run.count.redelivered.Add(1)
	_, _ = d.post(ctx)
}

// rest waits; false when ctx ended first.
func rest(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// messageID names a message of a run.
type messageID struct {
	conversation int
	number       uint32
}

// hash spreads ids.
func (id messageID) hash() uint64 {
	return (uint64(id.conversation)<<20 + uint64(id.number)) * 0x9e3779b97f4a7c15 >> 20
}

// write builds the event of a message (spec 6), with the fields that real gateways add.
func (d *deliverer) write(id messageID, kind, text string) {
	b := d.body[:0]
	b = append(b, `{"eventType":"MESSAGE_RECEIVED","date":"`...)
	b = time.Now().UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
	b = append(b, `","content":{"id":"`...)
	b = append(b, d.run.prefix...)
	b = strconv.AppendInt(append(b, '-'), int64(id.conversation), 10)
	b = strconv.AppendInt(append(b, '-'), int64(id.number), 10)
	b = append(b, `","sessionId":"`...)
	b = d.run.appendSession(b, id.conversation)
	quoted, _ := json.Marshal(text) // a text always can be
	b = append(b, `","direction":"FROM_HUB","type":"`...)
	b = append(b, kind...)
	b = append(b, `","text":`...)
	b = append(b, quoted...)
	b = append(b, `,"status":"DELIVERED","details":{"from":"`...)
	b = appendPhone(b, id.conversation)
	b = append(b, `","to":"551133330000","file":null}}}`...)
	d.body = b
}

// signatures are the header lines that prove the body, alone and with the time and the path (docs/deploy.md).
func (d *deliverer) signatures(now time.Time) string {
	if len(d.secret) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, d.secret)
	mac.Write(d.body)
	plain := hex.EncodeToString(mac.Sum(nil))
	mac.Reset()
	second := strconv.FormatInt(now.Unix(), 10)
	mac.Write([]byte(second + "." + webhookPath + "."))
	mac.Write(d.body)
	return "X-Webhook-Signature: sha256=" + plain + "\r\n" +
		"X-Webhook-Timestamp: " + second + "\r\n" +
		"X-Webhook-Timed-Signature: sha256=" + hex.EncodeToString(mac.Sum(nil)) + "\r\n"
}

// Session ids and phones carry the number of the conversation, so that what the agent sends finds
// its patient without a table.

// sessionDigits is the length of that number at the end of a session id.
const sessionDigits = 12

// appendSession writes the id of a chat session, as long as those of the gateway (36 bytes).
func (r *run) appendSession(b []byte, conversation int) []byte {
	b = append(b, r.prefix...)
	b = append(b, "-0000-4000-8000-"...)
	return appendPadded(b, conversation, sessionDigits)
}

// conversationOf is the number in a session id of this run; -1 for others.
func (r *run) conversationOf(session string) int {
	digits, ours := strings.CutPrefix(session, r.prefix+"-0000-4000-8000-")
	n, err := strconv.Atoi(digits)
	if !ours || err != nil || n < 0 {
		return -1
	}
	return n
}

// phonePrefix begins every phone, which goes on with nine digits of the conversation.
const phonePrefix = "5511"

func appendPhone(b []byte, conversation int) []byte {
	return appendPadded(append(b, phonePrefix...), 900_000_000+conversation%100_000_000, 9)
}

// conversationOfPhone is the number in a phone; -1 for others.
func conversationOfPhone(phone string) int {
	digits, ours := strings.CutPrefix(phone, phonePrefix)
	n, err := strconv.Atoi(digits)
	if !ours || err != nil || n < 900_000_000 {
		return -1
	}
	return n - 900_000_000
}

// appendPadded writes n with zeros in front, so that it has width digits.
func appendPadded(b []byte, n, width int) []byte {
	start := len(b)
	for range width {
		b = append(b, '0')
	}
	for i := start + width - 1; i >= start && n > 0; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}
