package scripted

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Replies is a brain that says one after the other.  Who asks for more is answered 500.
func Replies(list ...Reply) Brain {
	var mu sync.Mutex
	return Func(func(Request) Reply {
		mu.Lock()
		defer mu.Unlock()
		if len(list) == 0 {
			return Reply{Status: http.StatusInternalServerError}
		}
		reply := list[0]
		list = list[1:]
		return reply
	})
}

// Rule is a reply to a text of the patient.
type Rule struct {
	// User is looked for in the last text of the turn; nil fits all.
	User *regexp.Regexp
	// Step is after how many tool calls of the turn it is said.
	Step  int
	Reply Reply
}

// Matching is a brain that says what the first rule that fits says, and nothing where none does.
func Matching(rules ...Rule) Brain {
	return Func(func(r Request) Reply {
		texts, steps := r.Turn(), 0
		for _, m := range r.Steps() {
			steps += len(m.Calls)
		}
		last := ""
		if len(texts) > 0 {
			last = texts[len(texts)-1]
		}
		for _, rule := range rules {
			if rule.Step == steps && (rule.User == nil || rule.User.MatchString(last)) {
				return rule.Reply
			}
		}
		return Reply{}
	})
}

// writtenReply is a line of a script file.
type writtenReply struct {
	Text  string `json:"text"`
	Calls []struct {
		Name string `json:"name"`
		// Arguments are an object, or a text that is sent as it stands.
		Arguments json.RawMessage `json:"arguments"`
	} `json:"calls"`
	After  string `json:"after"`
	Hang   bool   `json:"hang"`
	Cut    bool   `json:"cut"`
	Status int    `json:"status"`
	Raw    string `json:"raw"`
}

// maxLine bounds a line of a script.
const maxLine = 1 << 20

// ReadReplies reads a script: one JSON object a line, with the keys text, calls (a list of name and
// arguments), after ("15s"), hang, cut, status, raw.  Empty lines and lines that begin with # are left out.  An
// error names the line.
func ReadReplies(script io.Reader) ([]Reply, error) {
	scanner := bufio.NewScanner(script)
	scanner.Buffer(nil, maxLine)
	var list []Reply
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		reply, err := readReply(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		list = append(list, reply)
	}
	return list, scanner.Err()
}

func readReply(line string) (Reply, error) {
	var w writtenReply
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&w); err != nil {
		return Reply{}, err
	}
	reply := Reply{Text: w.Text, Hang: w.Hang, Cut: w.Cut, Status: w.Status}
	if w.Raw != "" {
		reply.Raw = []byte(w.Raw)
	}
	if w.After != "" {
		after, err := time.ParseDuration(w.After)
		if err != nil {
			return Reply{}, fmt.Errorf("after: %w", err)
		}
		reply.After = after
	}
	for _, c := range w.Calls {
		if c.Name == "" || len(c.Arguments) == 0 {
			return Reply{}, errors.New("a call needs name and arguments")
		}
		call := Call{Name: c.Name, Arguments: string(c.Arguments)}
		if text := ""; json.Unmarshal(c.Arguments, &text) == nil {
			call.Arguments = text
		}
		reply.Calls = append(reply.Calls, call)
	}
	return reply, nil
}
