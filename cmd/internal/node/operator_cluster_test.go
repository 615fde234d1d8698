package node

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"atende/webhook/admin"
)

// friendly is a gateway at which every session passes the filters; what patients read goes to heard.
func friendly(t *testing.T, heard chan<- string) *httptest.Server {
	return party(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"platform":"WHATSAPP","instanceNumber":"1","teamName":"x","status":"Pendente"}`)
			return
		}
		body, _ := io.ReadAll(r.Body) // what is missing of it is missed by the test
		heard <- string(body)
		fmt.Fprint(w, "{}")
	})
}

// timelineAt waits until the conversation has that many turns and nothing waits, at the node that is asked.
func timelineAt(t *testing.T, n *Node, turns int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // another node's turn ends
		status, body := call(t, http.MethodGet, n.AdminURL()+"/admin/conversations/s", "")
		var shown admin.Timeline
		if status == http.StatusOK && json.Unmarshal([]byte(body), &shown) == nil && shown.Waiting == 0 && len(shown.Turns) == turns {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d %s", status, body)
		}
	}
}

// greets wants the words that a stranger reads.
func greets(t *testing.T, heard <-chan string) {
	t.Helper()
	select {
	case reply := <-heard:
		if !strings.Contains(reply, "Clínica Boa Vida") {
			t.Errorf("said %s", reply)
		}
	case <-time.After(time.Minute):
		t.Fatal("nothing was said")
	}
}

// Any node of a cluster shows, pauses and forgets a session, whoever has it in memory; that node answers the
// patient's next message as a stranger's.
func TestOperatorsOfACluster(t *testing.T) {
	heard := make(chan string, 100)
	o := member(t, friendly(t, heard).URL, newDatabase(t))
	first := begin(t, o)
	defer finish(t, first)
	o.Cluster.Name = "n2"
	second := begin(t, o)
	defer finish(t, second)
	says := func(id, text string) {
		t.Helper()
		event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"` + id + `","sessionId":"s","direction":"FROM_HUB","type":"TEXT","text":"` + text +
			`","details":{"from":"` + mariaPhone + `"}}}`
		expect(t, http.MethodPost, first.PublicURL()+"/webhook/message", event, http.StatusAccepted, "accepted")
	}
	nodes := []*Node{first, second}
	says("m1", "oi")
	for _, n := range nodes {
		timelineAt(t, n, 1)
	}
	greets(t, heard)
	for i, n := range nodes { // one of them has the session in memory
		page := n.AdminURL() + "/admin/conversations/s/"
		expectJSON(t, page+"pause", `{"for":"1h"}`, `"status":"paused"`)
		expectJSON(t, page+"resume", `{}`, `"status":"resumed"`)
		expectJSON(t, n.AdminURL()+"/admin/erase", `{"phone":"`+mariaPhone+`"}`, `"sessions":1,"busy":0`)
		for _, other := range nodes {
			expect(t, http.MethodGet, other.AdminURL()+"/admin/conversations/s", "", http.StatusNotFound, "unknown_session")
		}
		says(fmt.Sprint("again", i), "oi")
		greets(t, heard)
		timelineAt(t, second, 1)
	}
	for _, n := range nodes {
		expect(t, http.MethodGet, n.AdminURL()+"/admin/accesses", "", http.StatusOK, `"action":"erase","subject":"s"`)
	}
}

// expectJSON posts a body as a program does.
func expectJSON(t *testing.T, url, body, holds string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(answer), holds) {
		t.Errorf("%s: %d %s %v", url, response.StatusCode, answer, err)
	}
}
