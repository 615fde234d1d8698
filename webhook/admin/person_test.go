package admin_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"atende/webhook/admin"
)

func TestPersons(t *testing.T) {
	for _, test := range []struct {
		body   string
		status int
		holds  string
	}{
		{`{"cpf":"529.982.247-25"}`, 200, "{52998224725 }"},
		{`{"cpf":"52998224725"}`, 200, "{52998224725 }"},
		{`{"phone":"+55 (11) 98888-7777"}`, 200, "{ 5511988887777}"},
		{`{"phone":"+55|11988887777"}`, 200, "{ 5511988887777}"},
		{`{"phone":"11 98888-7777"}`, 200, "{ 5511988887777}"},
		{`{"phone":"1133334444"}`, 200, "{ 551133334444}"},
		{`{"phone":"+51|987654321"}`, 200, "{ 51987654321}"},
		{`{"phone":"+47 91 23 45 67"}`, 200, "{ 4791234567}"},
		{`{"phone":"+55 8888-7777"}`, 400, "invalid_phone"},
		{`{"cpf":"52998224724"}`, 400, "invalid_cpf"},
		{`{"cpf":"maria"}`, 400, "invalid_cpf"},
		{`{"phone":"8888-7777"}`, 400, "invalid_phone"},
		{`{"phone":"1234567890123456"}`, 400, "invalid_phone"},
		{`{"phone":"+11 98888-7777"}`, 400, "invalid_phone"},
		{`{"phone":"5511a88887777"}`, 400, "invalid_phone"},
		{`{"cpf":"52998224725","phone":"5511988887777"}`, 400, "cpf_or_phone"},
		{`{}`, 400, "cpf_or_phone"},
		{`[]`, 400, "invalid_json"},
		{`{"cpf":52998224725}`, 400, "invalid_json"},
	} {
		for _, what := range []string{"erase", "export"} {
			d := &clinicDesk{known: "s-1"}
			w := send(desk(d, nil), "POST", "/admin/"+what, test.body, asJSON...)
			switch {
			case w.Code != test.status:
				t.Errorf("%s %s: %d %q", what, test.body, w.Code, w.Body)
			case w.Code == 200 && (len(d.asked) != 1 || d.asked[0] != "joana: "+what+" "+test.holds):
				t.Errorf("%s %s: asked %q", what, test.body, d.asked)
			case w.Code != 200 && (!strings.Contains(w.Body.String(), test.holds) || len(d.asked) != 0):
				t.Errorf("%s %s: %q, asked %q", what, test.body, w.Body, d.asked)
			}
		}
	}
	w := send(desk(&clinicDesk{known: "s-1"}, nil), "POST", "/admin/erase", `{"cpf":"52998224725"}`, asJSON...)
	if got := w.Body.String(); got != `{"status":"busy","sessions":2,"busy":1}`+"\n" {
		t.Errorf("erased: %s", got)
	}
	w = send(desk(&clinicDesk{known: "s-1"}, nil), "POST", "/admin/export", `{"cpf":"52998224725"}`, asForm...)
	if w.Code != 415 {
		t.Errorf("a form asks for an export: %d %q", w.Code, w.Body)
	}
}

// An export that breaks off in the middle does not look whole.
func TestExport(t *testing.T) {
	export := func(d *clinicDesk) (status int, body string, err error) {
		server := httptest.NewServer(desk(d, func(c *admin.Config) { c.Now = func() time.Time { return clock } }))
		defer server.Close()
		defer http.DefaultClient.CloseIdleConnections()
		response, err := http.Post(server.URL+"/admin/export", "application/json", strings.NewReader(`{"phone":"5511988887777"}`))
		if err != nil {
			return 0, "", err
		}
		defer response.Body.Close()
		raw, err := io.ReadAll(response.Body)
		return response.StatusCode, string(raw), err
	}
	const one = `{"session":"s-1","changed_at":"2026-11-22T12:00:00Z","record":{"turn":1}}`
	for _, test := range []struct {
		desk   clinicDesk
		status int
		body   string
	}{
		{clinicDesk{}, 200, `{"at":"2026-11-22T12:00:00Z","sessions":[]}` + "\n"},
		{clinicDesk{exported: []string{"s-1"}}, 200, `{"at":"2026-11-22T12:00:00Z","sessions":[` + "\n" + one + "]}\n"},
		{clinicDesk{exported: []string{"s-1", "s-1"}}, 200, `{"at":"2026-11-22T12:00:00Z","sessions":[` + "\n" + one + ",\n" + one + "]}\n"},
		{clinicDesk{err: errors.New("away")}, 503, `{"status":"error","reason":"unavailable"}` + "\n"},
	} {
		if status, body, err := export(&test.desk); status != test.status || body != test.body || err != nil {
			t.Errorf("%d sessions: %d %s %v", len(test.desk.exported), status, body, err)
		}
	}
	if status, body, err := export(&clinicDesk{exported: []string{"s-1"}, err: errors.New("away")}); err == nil {
		t.Errorf("broken off: %d %s", status, body)
	}
}

// hungUp is a caller that is gone after some bytes.
type hungUp struct {
	*httptest.ResponseRecorder
	left int
}

func (h *hungUp) Write(p []byte) (int, error) {
	if h.left -= len(p); h.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return h.ResponseRecorder.Write(p)
}

// Nothing more is looked for, or noted in the access log as given, once the caller of an export is gone.
func TestExportToNobody(t *testing.T) {
	d := &noting{clinicDesk: clinicDesk{exported: []string{"s-1", "s-2", "s-3"}}}
	r := httptest.NewRequest("POST", "/admin/export", strings.NewReader(`{"cpf":"52998224725"}`))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	w := &hungUp{ResponseRecorder: httptest.NewRecorder(), left: 100}
	defer func() {
		if recover() != http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
			t.Error("the export ended as if it were whole")
		}
		if d.tried != 1 || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d sessions were tried, %v", d.tried, w.Header())
		}
	}()
	desk(d, nil).ServeHTTP(w, r)
}

// noting is an Operator that counts what it exports.
type noting struct {
	clinicDesk
	tried int
}

func (n *noting) Export(ctx context.Context, by string, who admin.Person, each func(admin.ExportedSession) error) error {
	return n.clinicDesk.Export(ctx, by, who, func(s admin.ExportedSession) error {
		n.tried++
		return each(s)
	})
}

// unhurried is an Operator whose erasure ends when it is told to, or with its context.
type unhurried struct {
	clinicDesk
	began, may chan struct{}
}

func (u *unhurried) Erase(ctx context.Context, _ string, _ admin.Person) (admin.Erasure, error) {
	close(u.began)
	select {
	case <-u.may:
		return admin.Erasure{Sessions: 1}, nil
	case <-ctx.Done():
		return admin.Erasure{}, ctx.Err()
	}
}

// A search through all sessions may take longer than the server gives others.
func TestErasureOutlastsTheServersLimits(t *testing.T) {
	u := &unhurried{began: make(chan struct{}), may: make(chan struct{})}
	server := httptest.NewUnstartedServer(desk(u, nil))
	server.Config.ReadTimeout, server.Config.WriteTimeout = 50*time.Millisecond, 50*time.Millisecond
	server.Start()
	defer server.Close()
	defer http.DefaultClient.CloseIdleConnections()
	go func() {
		<-u.began
		time.Sleep(200 * time.Millisecond) // the limits pass: there is nothing else to wait for
		close(u.may)
	}()
	response, err := http.Post(server.URL+"/admin/erase", "application/json", strings.NewReader(`{"cpf":"52998224725"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%d %s %v", response.StatusCode, body, err)
	}
}

func TestAccesses(t *testing.T) {
	w := send(desk(&clinicDesk{}, nil), "GET", "/admin/accesses", "")
	want := `{"accesses":[{"at":"2026-11-22T12:00:00Z","operator":"joana","action":"timeline","subject":"a/b","sessions":1},` +
		`{"at":"2026-11-22T12:00:00Z","operator":"","action":"erase","subject":"","sessions":1000}]}` + "\n"
	if w.Code != 200 || w.Body.String() != want {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
