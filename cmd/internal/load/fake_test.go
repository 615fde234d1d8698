package load

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// fake is an agent that makes the mistakes a test wants of it.
type fake struct {
	t      *testing.T
	peers  string
	server *httptest.Server
	// answer is called for each message and returns the parts to be sent now; more holds what was
	// held back.
	answer func(f *fake, session, text string) []string

	mu       sync.Mutex
	messages map[string]int      // of each session
	held     map[string][]string // parts that come later
	work     sync.WaitGroup
}

func newFake(t *testing.T, peers *Peers, answer func(f *fake, session, text string) []string) *fake {
	f := &fake{
		t: t, peers: peers.URL(), answer: answer, messages: map[string]int{}, held: map[string][]string{},
	}
	f.server = httptest.NewServer(http.HandlerFunc(f.receive))
	t.Cleanup(func() {
		f.server.Close()
		f.work.Wait()
		http.DefaultClient.CloseIdleConnections()
	})
	return f
}

func (f *fake) receive(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var e struct {
		Content struct{ SessionID, Text string }
	}
	if err := json.Unmarshal(body, &e); err != nil || r.URL.Path != webhookPath {
		f.t.Errorf("%s: %s", r.URL, body)
	}
	session := e.Content.SessionID
	f.mu.Lock()
	f.messages[session]++
	parts := f.answer(f, session, e.Content.Text)
	f.mu.Unlock()
	for _, part := range parts { // before the 202, so that the parts of a burst keep their order
		f.send(session, part)
	}
	w.WriteHeader(http.StatusAccepted)
}

// send delivers a part to the peers.
func (f *fake) send(session, part string) {
	body, _ := json.Marshal(map[string]string{"message": part})
	response, err := http.Post(f.peers+"/chat/v1/session/"+session+"/message/sync", "application/json", bytes.NewReader(body))
	if err != nil {
		f.t.Error(err)
		return
	}
	response.Body.Close()
}

// hand transfers a session.
func (f *fake) hand(session string) {
	request, err := http.NewRequest(http.MethodPut, f.peers+"/chat/v2/session/"+session+"/partial", strings.NewReader(`{}`))
	if err != nil {
		f.t.Error(err)
		return
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Error(err)
		return
	}
	response.Body.Close()
}
