package simulator

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// withDefaults fills what was left empty.
func (c Config) withDefaults() Config {
	c.WebhookURL = completeURL(c.WebhookURL)
	c.Defaults = Defaults{
		Platform:       cmp.Or(c.Defaults.Platform, "WHATSAPP"),
		InstanceNumber: cmp.Or(c.Defaults.InstanceNumber, "551133330000"),
		TeamName:       cmp.Or(c.Defaults.TeamName, "Agendamento"),
		Status:         cmp.Or(c.Defaults.Status, dialectNamed(c.Dialect).pending),
	}
	c.HumanTeam = cmp.Or(c.HumanTeam, "Recepção")
	c.Clinic = cmp.Or(c.Clinic, "Clínica Boa Vida")
	c.RetryAfter = cmp.Or(c.RetryAfter, 10*time.Second)
	c.RetryPause = cmp.Or(c.RetryPause, time.Second)
	c.MaxTries = cmp.Or(c.MaxTries, 10)
	c.MaxSessions = cmp.Or(c.MaxSessions, 10_000)
	c.MaxMessages = cmp.Or(c.MaxMessages, 2_000)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// completeURL adds the receiver's path to a bare address.  A URL that cannot be read stays as it
// is: the deliveries will say so.
func completeURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || raw == "" || (u.Path != "" && u.Path != "/") {
		return raw
	}
	u.Path = "/webhook/message"
	return u.String()
}

// newClient follows no redirect: a webhook that answers 3xx did not accept the message.
func newClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			MaxIdleConnsPerHost: 64,
			IdleConnTimeout:     time.Minute,
			TLSHandshakeTimeout: 10 * time.Second,
		}
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
