package live

import (
	"net/http"
	"slices"
)

// What patients say.
const (
	wantsAna    = "oi, quero uma consulta com a dra. Ana Souza, tenho Unimed"
	wantsAnaToo = "oi, quero uma consulta com a dra. Ana Souza, particular"
	wantsRafael = "oi, quero uma consulta com o dr. Rafael Teixeira, particular"
	saturday    = "oi, quero uma consulta com o dr. Rafael Teixeira no sábado à tarde, tenho Unimed"
	otherPlan   = "oi, quero uma consulta com a dra. Ana Souza, meu convênio é Amil"
	givesUp     = "deixa pra lá, não quero mais"
	wantsPerson = "quero falar com um atendente"
)

// morning and afternoon are the day.  What each of them adds to the dashboard stands in expected_test.go.
var (
	morning = []story{
		{name: "books, Unimed", says: []string{wantsAna, "1", "{me}", "sim"}},
		{name: "books, private", says: []string{wantsAnaToo, "2", "{me}", "sim"}},
		{name: "gives up after the offer", says: []string{wantsAna, givesUp}},
		{name: "asks for a person", says: []string{wantsPerson}},
		{name: "no times, gives up", says: []string{wantsRafael, givesUp}},
		{name: "has a plan that is not taken", says: []string{otherPlan, givesUp}},
		{name: "writes on another platform", fields: map[string]any{"platform": "TELEGRAM"}, says: []string{"oi"}, unread: true},
	}
	afternoon = []story{
		{name: "books", says: []string{wantsAna, "1", "{me}", "sim"}},
		{name: "no times on a Saturday", says: []string{saturday, givesUp}},
		{name: "is transferred by another program", says: []string{wantsAna}, after: (*world).transfer},
		{name: "already has a person", fields: map[string]any{"status": "Em atendimento"}, says: []string{"oi"}, unread: true},
		{name: "the gateway refuses the transfer", says: []string{wantsPerson},
			faults: map[string]any{"operation": "transfer", "count": -1, "status": http.StatusForbidden}},
	}
)

// transfer is POST /webhook/transfer.
func (w *world) transfer(session string) error {
	return exchangeAs(w.token, http.MethodPost, w.webhooks+"/webhook/transfer", []byte(`{"sessionId":"`+session+`","reason":"ensaio"}`), nil)
}

// live leads conversations, all at once, to their ends.
func (w *world) live(job string, stories []story) error {
	ended := make(chan error, len(stories))
	for _, s := range stories {
		go func() { ended <- w.tell(job, s) }()
	}
	var problem error
	for range stories {
		if err := <-ended; err != nil {
			problem = err
		}
	}
	return problem
}

// bookings are conversations of the lab, where nobody counts.
var bookings = slices.Repeat([]story{{name: "books in the lab", says: []string{wantsAnaToo, "1", "{me}", "sim"}, leaves: true}}, 8)
