package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/integrations/inbound"
)

// tableOperators is what operators may see, and how long it is kept.
func (s *serveSettings) tableOperators() []setting {
	o, keep := &s.node, &s.node.Keep
	return []setting{
		{variable: "ATENDE_ADMIN_TOKEN", help: "if set, pages below /admin/ and profiles need Authorization: Bearer …, or this as the password of a browser's prompt; where other machines reach them it is required, 16 characters or more",
			seen: &s.given.adminToken, set: secret(token(&o.AdminToken))},
		{variable: "ATENDE_ADMIN_OPEN", def: "false", toggle: true, help: "true: without a token other machines are let in, too; for a network that keeps strangers away",
			set: yesNo(&s.adminOpen)},
		{variable: "ATENDE_ADMIN_HOSTS", help: "names with a dot under which the operators' listener is reached, with commas; addresses, localhost, .local, .internal and .svc need none",
			set: hostNames(&o.AdminHosts)},
		{variable: "ATENDE_ADMIN_URL", help: "where operators reach their pages, for the links of log lines (empty: ATENDE_ADMIN_LISTEN)",
			set: baseURL(&o.AdminURL)},
		{variable: "ATENDE_KEEP_SESSIONS", def: "30d", help: "how long a conversation is kept that nobody touches",
			set: keeping(&keep.Sessions)},
		{variable: "ATENDE_KEEP_HISTORY", def: "30d", help: "how long the masked turns of a conversation are kept; they go with it at the latest",
			set: keeping(&keep.History)},
		{variable: "ATENDE_KEEP_INTENTS", def: "180d", help: "how long it is kept which times were booked; holds no patient data",
			set: keeping(&keep.Intents)},
		{variable: "ATENDE_KEEP_DEMAND", def: "400d", help: "how long counts of wishes are kept that could not be offered; hold no patient data",
			set: keeping(&keep.Demand)},
		{variable: "ATENDE_KEEP_ACCESSES", def: "400d", help: "how long the log of operators' accesses is kept",
			set: keeping(&keep.Accesses)},
	}
}

// verifyOperators finds an operators' listener that lets other machines in without a token that keeps strangers out.
func (s *serveSettings) verifyOperators() error {
	host, _, _ := net.SplitHostPort(s.node.AdminListen)
	switch {
	case s.node.AdminListen == "", inbound.Loopback(host): // a wrong address has its line already
		return nil
	case s.node.AdminToken != "":
		if err := weak(s.node.AdminToken); err != nil {
			return fmt.Errorf("ATENDE_ADMIN_TOKEN: %w", err)
		}
		if s.sharesAdminToken() {
			return errors.New("ATENDE_ADMIN_TOKEN: is what the gateway or the scheduling API has, too, or holds it; where other machines reach ATENDE_ADMIN_LISTEN it must be one of its own")
		}
		return nil
	case s.given.adminToken, s.adminOpen:
		return nil
	default:
		return errors.New("ATENDE_ADMIN_TOKEN: set it, as other machines reach ATENDE_ADMIN_LISTEN; ATENDE_ADMIN_OPEN=true lets everybody in who does")
	}
}

// sharesAdminToken reports that the operators' token is what another party has, but for some signs around it.
func (s *serveSettings) sharesAdminToken() bool {
	own := s.node.AdminToken
	others := []string{s.node.Webhook.Token, s.node.Webhook.Secret, s.node.Gateway.Token}
	for _, values := range s.node.Scheduling.Headers {
		others = append(others, values...)
	}
	return slices.ContainsFunc(others, func(other string) bool {
		return strings.Contains(other, own) || len(other) >= leastPattern && strings.Contains(own, other)
	})
}

// sharesWebhookToken reports that who posts webhooks shows what opens the gateway.  It is said and not refused: some gateways
// have one token for both ways.
func (s *serveSettings) sharesWebhookToken() bool {
	return s.node.Webhook.Token != "" && s.node.Webhook.Token == s.node.Gateway.Token
}

const sharedWebhookToken = "ATENDE_WEBHOOK_TOKEN is the gateway's token, too: who reads one webhook can send messages as the clinic; give it a random one of its own"

const day = 24 * time.Hour

// Bounds of what is kept.  Messages are answered for a day at most, and repeats of one are known for as long as
// its conversation.
const (
	leastKept = 2 * day
	mostKept  = 3650 * day
)

// keeping takes how long something is kept: 30d, or a duration such as 720h.
func keeping(target *time.Duration) func(string) error {
	return func(value string) error {
		length, err := durationOfDays(value)
		if err != nil {
			return err
		}
		if length < leastKept || length > mostKept {
			return fmt.Errorf("must be from %dd to %dd", leastKept/day, mostKept/day)
		}
		*target = length
		return nil
	}
}

// durationOfDays reads a number of days, or a duration.
func durationOfDays(value string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(value, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return time.Duration(n) * day, nil
		}
	}
	length, err := time.ParseDuration(value)
	if err != nil {
		return 0, errors.New("must be a number of days such as 30d, or a duration such as 720h")
	}
	return length, nil
}

// nodeSettings are how a verb reaches the operators' listener of a running agent.
type nodeSettings struct{ operators }

func (s *nodeSettings) tableNode() []setting {
	return []setting{
		{variable: "ATENDE_ADMIN_LISTEN", def: "127.0.0.1:8081", help: "the operators' listener of the agent, of any node of a cluster",
			set: address(&s.address)},
		{variable: "ATENDE_ADMIN_TOKEN", help: "its token, if it has one",
			set: token(&s.token)},
		{flag: "clinic", help: "which clinic, where the agent serves several (ATENDE_CLINICS): the name of its file",
			set: clinicNamed(&s.clinic)},
		{variable: "ATENDE_OPERATOR", def: whoAsks(os.Getenv("USER")), help: "who asks, for the access log",
			set: operator(&s.by)},
	}
}

// clinicNamed takes the name of a clinic.
func clinicNamed(target *string) func(string) error {
	return func(value string) error {
		if !clinicName.MatchString(value) {
			return errors.New("must be the name of a clinic's file without its end, such as boa-vida")
		}
		*target = value
		return nil
	}
}

// operator takes the name of who asks; one that nobody could read would be none.
func operator(target *string) func(string) error {
	return func(value string) error {
		if strings.TrimSpace(value) == "" {
			return errors.New("must not be blank")
		}
		return text(target)(value)
	}
}

// whoAsks is who runs this process, for the access log: the name that the shell knows, else the user's, which
// images without a user database do not have, or its number, and the host, as many containers have the same.
func whoAsks(shell string) string {
	if shell != "" {
		return shell
	}
	name := "uid " + strconv.Itoa(os.Getuid())
	if found, err := user.Current(); err == nil && found.Username != "" {
		name = found.Username
	}
	if host, err := os.Hostname(); err == nil && host != "" {
		name += " on " + host
	}
	return name
}
