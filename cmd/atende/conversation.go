package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"atende/webhook/admin"
)

var conversationPage = page{verb: "conversation", usage: "conversation ID | conversation pause|resume|hand-over|hand-back ID", about: `
Shows a conversation, by the id of its chat session: what was heard, done and said, masked, and where each reply
comes from.  Any node knows all of them; the one behind --admin-listen is asked, and notes it in its access log.

  atende conversation ID               the conversation
  atende conversation pause ID         messages wait, for an hour or --for; an emergency is answered all the same
  atende conversation resume ID        they are answered
  atende conversation hand-over ID     a person gets it, the agent is silent
  atende conversation hand-back ID     the agent answers again`}

// conversationSettings are those of `atende conversation` and what stands behind it.
type conversationSettings struct {
	nodeSettings
	json   bool
	length time.Duration
}

func (s *conversationSettings) tableShow() []setting {
	return append(s.tableNode(), jsonRow(&s.json, "print what the node answers, as JSON"))
}

func (s *conversationSettings) tablePause() []setting {
	return append(s.tableShow(), setting{
		flag: "for", def: "1h", help: "how long messages wait, at most 12h; of pause alone", set: atLeastZero(&s.length),
	})
}

// tableHelp is what the page about the verb and all that stands behind it lists.
func (s *conversationSettings) tableHelp() []setting {
	return s.tablePause()
}

// changes are what can be done to a conversation.
var changes = []string{"pause", "resume", "hand-over", "hand-back"}

// conversationVerb is `atende conversation`.
func conversationVerb(ctx context.Context, w world, args []string) int {
	var s conversationSettings
	words, flags := apart(s.tableHelp(), args)
	if len(words) > 0 && slices.Contains(changes, words[0]) {
		return changeVerb(ctx, w, words[0], words[1:], flags)
	}
	if helpWanted(flags) {
		conversationPage.write(w.out, s.tableHelp())
		return exitOK
	}
	if len(words) == 2 && slices.Contains(changes, words[1]) {
		return refuse(w, "conversation", fmt.Errorf("%[1]s stands before the chat session: atende conversation %[1]s ID", words[1]))
	}
	if len(words) == 2 {
		return refuse(w, "conversation", fmt.Errorf("there is no %q, only %s; the nearest is %s (atende conversation --help)",
			words[0], strings.Join(changes, ", "), nearest(words[0], changes)))
	}
	id, err := readNamed(conversationPage, s.tableShow(), w, "chat session", words, flags)
	if err != nil {
		return refuse(w, "conversation", err)
	}
	raw, err := s.conversation(ctx, http.MethodGet, id, "", nil, askLimit)
	var shown admin.Timeline
	if err == nil && (json.Unmarshal(raw, &shown) != nil || shown.SessionID != id) {
		err = errNoNode
	}
	if err != nil {
		return fail(w, "conversation", err)
	}
	if s.json {
		fmt.Fprintf(w.out, "%s\n", raw)
	} else {
		writeTimeline(w.out, shown)
	}
	return exitOK
}

// helpWanted reports a flag for help anywhere.
func helpWanted(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" })
}

// handOverLimit leaves the gateway its 30 s.
const handOverLimit = 45 * time.Second

// changeVerb is `atende conversation pause` and its siblings.
func changeVerb(ctx context.Context, w world, change string, words, flags []string) int {
	verb := "conversation " + change
	var s conversationSettings
	table := s.tableShow()
	if change == "pause" {
		table = s.tablePause()
	}
	id, err := readNamed(page{verb: verb, usage: verb + " ID", about: conversationPage.about}, table, w, "chat session", words, flags)
	if err != nil {
		return refuse(w, verb, err)
	}
	body, err := s.wish(change)
	if err != nil {
		return refuse(w, verb, err)
	}
	raw, err := s.conversation(ctx, http.MethodPost, id, "/"+change, body, handOverLimit)
	var done struct {
		Status string
		Until  time.Time
	}
	if err == nil && (json.Unmarshal(raw, &done) != nil || done.Status == "") {
		err = errNoNode
	}
	if err != nil {
		return fail(w, verb, err)
	}
	if s.json {
		fmt.Fprintf(w.out, "%s\n", raw)
	} else {
		fmt.Fprintln(w.out, saidOf(done.Status, done.Until))
	}
	return exitOK
}

// wish is the body of a change.
func (s *conversationSettings) wish(change string) ([]byte, error) {
	if change != "pause" {
		return []byte("{}"), nil
	}
	if s.length < time.Second || s.length > 12*time.Hour {
		return nil, errors.New("--for: must be at least 1s and at most 12h")
	}
	return json.Marshal(map[string]string{"for": s.length.String()})
}

// moment is a time as operators' pages have it: whoever runs the verb may be in another zone than the clinic.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// saidOf is what a change came to, in a sentence.
func saidOf(status string, until time.Time) string {
	switch status {
	case "paused":
		return "messages wait until " + moment(until)
	case "resumed":
		return "messages are answered"
	case "transferred":
		return "a person has it"
	case "handed_back":
		return "the agent answers again"
	default:
		return status
	}
}

// conversation asks about one conversation, or for a change of it.
func (o operators) conversation(ctx context.Context, method, id, change string, body []byte, limit time.Duration) (raw []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	code, raw, err := o.askLong(ctx, method, "/admin/conversations/"+url.PathEscape(id)+change, body)
	switch {
	case err != nil:
		return nil, err
	case code == http.StatusOK:
		return bytes.TrimSpace(raw), nil
	case code == http.StatusNotFound && reason(raw) == "unknown_session":
		return nil, errors.New("nothing is known of a chat session with this id")
	case code == http.StatusBadGateway:
		return nil, errors.New("the gateway did not confirm it")
	default:
		return nil, o.answers(code, raw)
	}
}
