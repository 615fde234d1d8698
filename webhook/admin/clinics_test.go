package admin_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"atende/webhook/admin"
)

// The listener of several clinics lists them, and reads their files again; what is wrong is told line by line.
func TestClinics(t *testing.T) {
	wrong := error(nil)
	h := handling(admin.Config{
		Gatherer: prometheus.NewRegistry(), Clinics: func() []string { return []string{"ipe", "jatoba"} },
		Reload: func(context.Context) error { return wrong },
	})
	const names = `"clinics":["ipe","jatoba"]`
	if w := send(h, http.MethodGet, "/admin/", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), names) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(h, http.MethodGet, "/admin/", "", "Accept", "text/html"); !strings.Contains(w.Body.String(), `<a href="/clinics/ipe/admin/">ipe</a>`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(h, http.MethodPost, "/admin/reload", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"status":"reloaded",`+names) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	wrong = errors.Join(errors.New("ipe.env: this"), errors.New("jatoba.env: that"))
	w := send(h, http.MethodPost, "/admin/reload", "")
	if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"problems":["ipe.env: this","jatoba.env: that"],`+names) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Pages of a clinic lead to those of the same one.
func TestBase(t *testing.T) {
	h := admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: &clinicDesk{known: "s-1"}, Base: "/clinics/ipe"})
	page := send(h, http.MethodGet, "/admin/", "", "Accept", "text/html").Body.String()
	if links, own := strings.Count(page, `"/`), strings.Count(page, `"/clinics/ipe/`); own == 0 || links != own {
		t.Errorf("%d of %d links lead to the clinic:\n%s", own, links, page)
	}
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/profile?seconds=0.01", "/debug/pprof/trace?seconds=0.01"} {
		if got := send(h, http.MethodGet, path, "").Code; got != http.StatusNotFound { // they are of all clinics
			t.Errorf("%s: %d", path, got)
		}
	}
	if list := send(h, http.MethodGet, "/admin/", "").Body.String(); strings.Contains(page+list, "pprof") {
		t.Error("profiles are named")
	}
	for path, want := range map[string]string{"/admin": "/clinics/ipe/admin/", "/admin/conversations?session=s-1": "/clinics/ipe/admin/conversations/s-1"} {
		if got := send(h, http.MethodGet, path, "").Header().Get("Location"); got != want {
			t.Errorf("%s leads to %s", path, got)
		}
	}
}
