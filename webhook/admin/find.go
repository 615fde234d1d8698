package admin

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"atende/actors/session/record"
	"atende/integrations/chat/event"
)

const (
	// findTimeout bounds a look through all conversations; what was found until then is shown.
	findTimeout = 30 * time.Second
	// MaxListed is how many conversations a list shows; of more it says how many there are.
	MaxListed = 100
	// maxWords is how much of the words of a search counts, in bytes.
	maxWords = 200
)

// Search is which conversations a list is of; its zero value is all.
type Search struct {
	// Standing is one of the constants, "" for any.
	Standing string `json:"standing,omitempty"`
	// Words all occur in the session's id or in what it is about, in any case and without accents; "" for any.
	Words string `json:"words,omitempty"`
	// Who is who it is about; nobody: anybody.
	Who Person `json:"-"`
}

// Conversations is a list of them, the one that changed last first.
type Conversations struct {
	Rows []Conversation `json:"conversations"`
	// Found is how many there are, of which Rows has MaxListed at most.
	Found int `json:"found"`
	// Cut says that there was no time to look at all of them.
	Cut bool `json:"cut,omitempty"`
}

// Conversation is a line of the list.  Nothing in it identifies the patient.
type Conversation struct {
	SessionID string          `json:"session"`
	ChangedAt time.Time       `json:"changed_at"`
	Standing  string          `json:"standing"`       // one of the constants
	Until     time.Time       `json:"until,omitzero"` // of a pause
	Waiting   int             `json:"waiting"`        // messages that are not answered yet
	Summary   *record.Summary `json:"summary,omitempty"`
}

// standings are those that a list can be of.
var standings = []string{StandingAgent, StandingPerson, StandingPaused, StandingEnded}

// index answers GET /admin/ with the newest conversations for a browser, and with links to the others.
func (d desk) index(w http.ResponseWriter, r *http.Request) {
	if !asksForPage(r) {
		pages := []string{"/admin/cluster", "/admin/conversations", "/admin/conversations/{id}", "/admin/demand", "/admin/accesses", "/metrics", "/ready"}
		if d.Base == "" {
			pages = append(pages, "/debug/pprof/")
		}
		d.show(w, r, "index", map[string][]string{"pages": pages})
		return
	}
	d.list(w, r, Search{})
}

// find answers GET /admin/conversations?standing=person&words=cardiologia with a list, and ?session=ID leads to that
// conversation.
func (d desk) find(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Has("session") {
		id := strings.TrimSpace(query.Get("session"))
		if id == "" || !event.Usable(id) {
			refuse(w, http.StatusBadRequest, "missing_session_id")
			return
		}
		http.Redirect(w, r, d.Base+pathOf(id), http.StatusSeeOther)
		return
	}
	d.list(w, r, Search{Standing: query.Get("standing"), Words: query.Get("words")})
}

// search answers POST /admin/search {"cpf":"…"} or {"phone":"…"}, or a form of our own page, with the conversations that a
// person is in: a CPF in an address would end up in logs.
func (d desk) search(w http.ResponseWriter, r *http.Request) {
	var who Person
	if fromOurPage(r) {
		who = personOfText(r.PostFormValue("person"))
	} else if status, reason := readJSON(w, r, &who); status != 0 {
		refuse(w, status, reason)
		return
	}
	who, err := who.Checked()
	if err != nil {
		refuse(w, http.StatusBadRequest, reasonOfPerson(err))
		return
	}
	d.list(w, r, Search{Who: who})
}

// personOfText is a CPF or a phone, as somebody writes it into one field.
func personOfText(text string) Person {
	if _, err := (Person{CPF: text}).Checked(); err == nil {
		return Person{CPF: text}
	}
	return Person{Phone: text}
}

func (d desk) list(w http.ResponseWriter, r *http.Request, ask Search) {
	if ask.Standing != "" && !slices.Contains(standings, ask.Standing) {
		refuse(w, http.StatusBadRequest, "unknown_standing")
		return
	}
	ask.Words = strings.ToValidUTF8(ask.Words[:min(len(ask.Words), maxWords)], "")
	ctx, cancel := patiently(w, r, findTimeout)
	defer cancel()
	found, err := d.Operator.Conversations(ctx, operatorOf(r), ask)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.show(w, r, "index", indexPage{Conversations: found, Asked: ask, Standings: choices(), Person: ask.Who != Person{}})
}

// indexPage is a list with what was asked for.
type indexPage struct {
	Conversations
	Asked Search `json:"-"`
	// Standings are those that can be chosen, by their codes.
	Standings map[string]string `json:"-"`
	// Person says that the list is of somebody's conversations.
	Person bool `json:"-"`
}

// choices are the standings that can be chosen, by their codes.
func choices() map[string]string {
	all := map[string]string{}
	for _, code := range standings {
		all[code] = inPortuguese[code]
	}
	return all
}
