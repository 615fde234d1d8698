package node

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
	"atende/integrations/model/scripted"
)

// What must never stand in a log: the same person in every spelling, and what they wrote.
var secrets = []string{
	"52998224725", "529.982.247-25", "529 982 247 25", "529982247-25", "5511988887777", "988887777", "98888-7777", "(11) 98888", "8888 7777",
	"10/10/1975", "1975-10-10", "10-10-1975", "10101975", "Rita", "Cássia", "Lopes", "hemorroida", "segredo", "rita.lopes@example.com",
}

// tale is a text that says everything about a patient.
const tale = `sou a Rita de Cássia Lopes, CPF 529.982.247-25 (52998224725, 529 982 247 25), nasci em 10/10/1975, 1975-10-10, 10101975, ` +
	`fone +55 (11) 98888-7777, 5511988887777, rita.lopes@example.com, tenho hemorroida`

// ofRafael reports a call for a patient who wishes for Dr. Rafael Teixeira: of the model, or for the times of his agenda.
func ofRafael(body []byte) bool {
	return bytes.Contains(body, []byte("Rafael Teixeira")) || bytes.Contains(body, []byte(`"agendas":[{"id":202`))
}

// leaks lets calls of a party fail in all the ways in which parties quote what they were sent: ten in a row, three times over, with
// twenty that work behind them, so that a breaker that opens finds a party that works when it probes it.  (Of every third call
// failing, one of any three probes does, too: nobody may be answered for minutes.)  What is for Dr. Rafael always fails, so that who
// asks for him goes to a person, and so does a stranger's transfer.
func leaks(next http.Handler) http.Handler {
	var calls atomic.Int64
	ways := []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":"`+tale+`"}`, http.StatusInternalServerError)
		},
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Patient", "52998224725 Rita")
			http.Error(w, `{"errors":[{"message":"`+tale+`"}]}`, http.StatusUnprocessableEntity)
		},
		func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, tale) }, // no JSON
		func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"data":{"52998224725":"Rita"}}`)
		},
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://rita:segredo@127.0.0.1/52998224725", http.StatusFound)
		},
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "Rita 52998224725")
			http.Error(w, tale, http.StatusTooManyRequests)
		},
		raw("HTTP/1.1 Rita 52998224725\r\nCPF 529.982.247-25\r\n\r\n"),
		raw("HTTP/1.1 200 OK\r\nContent-Length: Rita\r\n52998224725: Lopes\r\n\r\n"),
		raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nRita 52998224725\r\n"),
		raw(""),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		n := int(calls.Add(1))
		way := ways[n%len(ways)]
		switch {
		case strings.Contains(r.URL.Path, "Transfer"):
			way = ways[0]
		case n < 9*len(ways) && n%(3*len(ways)) < len(ways), ofRafael(body):
		default:
			next.ServeHTTP(w, r)
			return
		}
		way(w, r)
	})
}

// raw answers with bytes that may be no HTTP, and hangs up.
func raw(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = buffered.WriteString(answer)
		_ = buffered.Flush()
		_ = connection.Close()
	}
}

// Every path of a node that logs, at its most talkative, while all other parties quote the patient in their failures:
// nothing of the patient is in the log, and the lines of a session can still be joined (contract, ATENDE_LOG_LEVEL).
func TestNothingOfAPatientIsLogged(t *testing.T) { eachDialect(t, nothingOfAPatientIsLogged) }

func nothingOfAPatientIsLogged(t *testing.T, dialect *chat.Dialect) {
	logs := newListened()
	log := jsonLog(t, logs)
	before := slog.Default()
	slog.SetDefault(log) // the library of actors logs there
	t.Cleanup(func() { slog.SetDefault(before) })
	mind := httptest.NewServer(leaks(scripted.New(scripted.Config{Brain: scripted.Func(func(scripted.Request) scripted.Reply {
		return scripted.Reply{Text: tale}
	})})))
	t.Cleanup(func() { mind.CloseClientConnections(); mind.Close() })
	day := newDay(t, dialect, func(o *Options) {
		o.Log, o.Webhook.Token = log, "segredo"
		o.Model = &Model{Name: "small", URL: mind.URL + "/v1"}
		o.Media.TranscriptionURL, o.Media.TranscriptionModel = mind.URL, "ears"
	}, leaks)
	const patients = 30
	messages := []simulator.Incoming{
		{Text: "quero uma consulta com a dra Ana Souza, particular, " + tale},
		{Type: "AUDIO", File: map[string]any{"url": "http://rita:segredo@127.0.0.1:1/52998224725.ogg", "mimeType": "audio/ogg"}},
		{Text: tale},
	}
	for range patients {
		p := day.patient("5511988887777", "Rita Lopes")
		for _, in := range messages {
			if _, err := day.simulator.Send(p.session, in); err != nil {
				t.Fatal(err)
			}
		}
	}
	const ofHis = 8 // one in ten is taken for somebody on another platform, by what the gateway says of the session
	for range ofHis {
		wish := simulator.Incoming{Text: "quero uma consulta com o dr Rafael Teixeira, particular, " + tale}
		if _, err := day.simulator.Send(day.patient("5511988887777", "Rita de Cássia Lopes").session, wish); err != nil {
			t.Fatal(err)
		}
	}
	named := strangers(t, day.node)
	logs.await(t, `"msg":"message accepted"`, len(messages)*patients+ofHis+len(named))
	for _, line := range []string{"turn ended", "turn put off", "call repeated", "attachment", "uncontrolled error, a person takes over", "Actor started", "Actor initialized"} {
		logs.await(t, `"msg":"`+line+`"`, 1)
	}
	operate(t, day.node)
	day.stop()

	text := logs.String()
	for line := range strings.Lines(text) {
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
				t.Errorf("%s stands in %s", secret, line)
			}
		}
	}
	if n := strings.Count(text, `"session":"h-`); n < 2*len(named) {
		t.Errorf("%d lines of sessions that are named for a patient", n)
	}
}

// strangers sends what gateways and others may send, and returns the sessions of it that are taken.
func strangers(t *testing.T, n *Node) (named []string) {
	t.Helper()
	named = []string{"5511988887777@c.us", "Rita Lopes", "52998224725", "rita-1975"}
	for i, id := range named {
		body := fmt.Sprintf(`{"eventType":"MESSAGE_RECEIVED","content":{"id":"%d-52998224725-Rita","sessionId":%q,"direction":"FROM_HUB","type":"Rita Lopes","text":%q,`+
			`"details":{"from":"+5511988887777","file":{"url":"file:///52998224725/Rita"}}}}`, i, id, tale)
		if status := send(t, n, "/webhook/message", body); status != http.StatusAccepted {
			t.Fatalf("%s: %d", id, status)
		}
	}
	for _, path := range []string{"/webhook/message", "/webhook/transfer", "/Rita/52998224725?cpf=529.982.247-25", "/webhook/message?Rita;52998224725"} {
		for _, body := range []string{tale, `{"sessionId":"Rita Lopes","reason":"` + tale + `"}`, `{"content":{"sessionId":{"52998224725":1}}}`, "\xff\x00Rita"} {
			send(t, n, path, body)
		}
	}
	if status := send(t, n, "/webhook/transfer", fmt.Sprintf(`{"sessionId":"Rita Lopes's Transfer","reason":%q}`, tale)); status != http.StatusBadGateway {
		t.Errorf("a transfer that the gateway fails: %d", status)
	}
	for _, request := range []string{"GET /52998224725 Rita\r\n\r\n", "POST /webhook/message HTTP/1.1\r\nHost: Rita\r\nContent-Length: 52998224725\r\n\r\n", "Rita 529.982.247-25\r\n", "\x16\x03\x01Rita"} {
		for _, address := range []string{n.PublicAddr(), n.AdminAddr()} {
			connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(connection, request)
			_ = connection.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, connection)
			_ = connection.Close()
		}
	}
	return named
}

// send posts a body with all that identifies a patient in its headers, too.
func send(t *testing.T, n *Node, path, body string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, n.PublicURL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Authorization", "Bearer segredo")
	request.Header.Set("X-Patient", "Rita Lopes 52998224725 5511988887777")
	request.Header.Set("Referer", "http://example.com/52998224725/Rita")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// operate asks the operators' pages about the patient.
func operate(t *testing.T, n *Node) {
	t.Helper()
	for _, path := range []string{
		"/admin/conversations?session=Rita+Lopes", "/admin/conversations?session=5511988887777%40c.us", "/admin/conversations/Rita%20Lopes",
		"/admin/52998224725", "/admin/demand?from=Rita&to=52998224725", "/ready?cpf=52998224725", "/debug/pprof/Rita",
	} {
		call(t, http.MethodGet, n.AdminURL()+path, "")
		call(t, http.MethodPost, n.AdminURL()+path, tale)
	}
	for _, path := range []string{"/admin/export", "/admin/erase", "/admin/conversations/pause", "/admin/conversations/hand-over", "/admin/cluster/drain"} {
		for _, body := range []string{tale, `{"cpf":"52998224725"}`, `{"cpf":"Rita"}`, `{"phone":"5511988887777"}`, `{"session":"Rita Lopes"}`} {
			call(t, http.MethodPost, n.AdminURL()+path, body)
		}
	}
}

// A panic of a page ends its call; the log has the kind of its value and where it was, not the value.
func TestPanicOfAPageIsNotQuoted(t *testing.T) {
	var logs lockedBuffer
	log := slog.New(slog.NewJSONHandler(&logs, nil))
	values := make(chan any, 1)
	server := httptest.NewUnstartedServer(nil)
	server.Config = httpServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(<-values) }), log)
	server.Start()
	defer server.Close()
	for _, value := range []any{errors.New(tale), tale, http.ErrAbortHandler} {
		values <- value
		request, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Close = true
		if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
			t.Error("a call that panicked was answered")
		}
	}
	text := logs.String()
	if strings.Count(text, `"msg":"call panicked"`) != 2 || strings.Count(text, "\n") != 2 || !strings.Contains(text, `"panic":"*errors.errorString"`) || !strings.Contains(text, "redaction_test.go") {
		t.Errorf("the log says:\n%s", text)
	}
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%s stands in the log", secret)
		}
	}
}
