package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"atende/cmd/internal/probe"
	"atende/integrations/chat"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// nobody is the id of a session that no gateway has; it has the form of those that are UUIDs.
const nobody = "00000000-0000-0000-0000-000000000000"

// gateway reads a session: one that was named, else one that there is not, whose refusal tells as much of address and token.
func (d *doctor) gateway(ctx context.Context) []Finding {
	if d.Gateway.URL == "" || d.Gateway.Token == "" {
		return nil
	}
	id := d.SessionID
	if id == "" {
		id = nobody
	}
	session, err := d.read(ctx, d.Gateway.Token, id)
	status := outbound.StatusOf(err)
	switch {
	case err == nil:
		found := one(OK, "gateway", "answers at %s", d.Gateway.URL)
		if d.SessionID == "" {
			return append(found, one(Warn, "session", "the gateway has a record for an id that was made up: is that a gateway? Try --session ID of a real one")...)
		}
		return slices.Concat(found, one(OK, "token", "is taken by the gateway"), d.filtered(session))
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return append(one(OK, "gateway", "answers at %s", d.Gateway.URL),
			one(Fail, "token", "the gateway refuses it (%d): put the one it has given you into ATENDE_GATEWAY_TOKEN", status)...)
	case unknown(status):
		return append(one(OK, "gateway", "answers at %s", d.Gateway.URL), d.denied(ctx, status)...)
	case status/100 == 2:
		return one(Fail, "gateway", "what answers at %s is no gateway: is ATENDE_GATEWAY_URL right, and ATENDE_GATEWAY_DIALECT?", d.Gateway.URL)
	default:
		return one(Fail, "gateway", "%s: %s", d.Gateway.URL, why(err, "ATENDE_GATEWAY_URL"))
	}
}

// read reads a session with a token.
func (d *doctor) read(ctx context.Context, token, id string) (chat.Session, error) {
	c := d.Gateway
	c.Token, c.Timeout, c.Transport = token, callLimit, d.hearing("gateway")
	client := chat.New(c)
	defer client.Close()
	return client.Session(ctx, id)
}

// unknown reports an answer that denies a session.
func unknown(status int) bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity}, status)
}

// denied tells what it means that the gateway does not know the session: a wrong address gives the same answer, with any token.
func (d *doctor) denied(ctx context.Context, status int) []Finding {
	_, err := d.read(ctx, "atende-doctor-"+rand.Text(), nobody)
	var token []Finding
	switch other := outbound.StatusOf(err); {
	case other == http.StatusUnauthorized, other == http.StatusForbidden:
		token = one(OK, "token", "is taken by the gateway, which refuses another one")
	case unknown(other):
		token = one(Warn, "token", "cannot be told: a made-up one gets the same answer (%d). It may be that ATENDE_GATEWAY_URL has a wrong path; try --session ID", other)
	default:
		token = one(Warn, "token", "cannot be told: %s", why(err, "ATENDE_GATEWAY_URL"))
	}
	if d.SessionID != "" {
		return append(token, one(Fail, "session", "the gateway does not know it (%d): copy the id of a conversation from the gateway", status)...)
	}
	return append(token, one(OK, "session", "reading works as far as can be told; --session ID reads a real one and says whether it would be answered")...)
}

// filtered tells whether a session would be answered, or which field keeps it from that (spec B).  No field is a patient's.
func (d *doctor) filtered(s chat.Session) []Finding {
	var kept []string
	differs := func(field, has, setting string, wants ...string) {
		if !slices.Contains(wants, has) {
			kept = append(kept, fmt.Sprintf("its %s is %q and not of %q (%s)", field, has, strings.Join(wants, ","), setting))
		}
	}
	if !strings.EqualFold(s.Platform, "WHATSAPP") {
		kept = append(kept, fmt.Sprintf("its platform is %q and not WHATSAPP", s.Platform))
	}
	differs("instance", s.Instance, "ATENDE_ALLOWED_INSTANCES", d.Filters.Instances...)
	differs("team", s.Team, "ATENDE_ALLOWED_TEAM", d.Filters.Team)
	differs("status", s.Status, "ATENDE_OPEN_STATUSES", d.Filters.Statuses...)
	if len(kept) > 0 {
		return one(Warn, "session", "is read, and would not be answered: %s", strings.Join(kept, "; "))
	}
	return one(OK, "session", "is read, and would be answered")
}

// probeDays is how far ahead the one question to A1 looks.
const probeDays = 30

// scheduling asks for the free times of one doctor (A1).
func (d *doctor) scheduling(ctx context.Context) []Finding {
	if d.Scheduling.URL == "" || d.Clinic == nil {
		return nil
	}
	c := d.Scheduling
	c.Now, c.Location, c.Timeout, c.Transport = d.Now, d.Clinic.Location, callLimit, d.hearing("scheduling API")
	client := scheduling.New(c)
	defer client.Close()
	doctor, sight, err := probe.One(ctx, probe.Config{Clinic: d.Clinic, API: client, Today: d.Now().In(d.Clinic.Location), Days: probeDays})
	switch status := outbound.StatusOf(err); {
	case errors.Is(err, probe.ErrNothing):
		return one(Fail, "scheduling", "the catalogue has no doctor with a procedure: there is nothing to ask for")
	case err == nil && len(sight.Slots) > 0:
		return one(OK, "scheduling", "A1 has times for %s in the next %d days: %d", doctor, probeDays, len(sight.Slots))
	case err == nil:
		return one(Warn, "scheduling", "A1 answers, and has no time for %s in the next %d days: full, or a wrong id; atende probe looks at every line of the catalogue", doctor, probeDays)
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return one(Fail, "scheduling", "it refuses us (%d): put its token into ATENDE_SCHEDULING_HEADERS, \"Authorization: Bearer …\"", status)
	case status/100 == 2:
		return one(Fail, "scheduling", "what answers at %s is no scheduling API: is ATENDE_SCHEDULING_URL right?", d.Scheduling.URL)
	default:
		return one(Fail, "scheduling", "%s: %s", d.Scheduling.URL, why(err, "ATENDE_SCHEDULING_URL"))
	}
}

// causeOf is the short description of a call without an answer.
func causeOf(err error) string {
	if failed, ok := errors.AsType[*outbound.Error](err); ok {
		return failed.Cause
	}
	return ""
}

// why tells why a party did not answer as it should, and what to do.
func why(err error, variable string) string {
	switch status := outbound.StatusOf(err); {
	case status == http.StatusNotFound:
		return fmt.Sprintf("it has no such page (404): %s has a wrong path", variable)
	case status == http.StatusTooManyRequests:
		return "it asks for fewer calls (429): try again in a minute"
	case status/100 == 3:
		return fmt.Sprintf("it sends us elsewhere (%d): put that address into %s", status, variable)
	case status >= http.StatusInternalServerError:
		return fmt.Sprintf("it fails (%d): tell who runs it", status)
	case status != 0:
		return fmt.Sprintf("it refuses the call (%d)", status)
	}
	advice := map[string]string{
		"connection refused":       "nobody listens there: is it running, and is the port right?",
		"no such host":             "the name is not known: check it, and this machine's DNS",
		"timeout":                  "a firewall drops the call, or the other side hangs",
		"canceled":                 "it took too long: a firewall drops the call, or the other side hangs",
		"certificate not accepted": "it is another name's, has run out, or its authority is not known here",
	}
	if more, ok := advice[causeOf(err)]; ok {
		return causeOf(err) + ": " + more
	}
	return fmt.Sprintf("%s: is %s right?", causeOf(err), variable)
}
