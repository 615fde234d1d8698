package admin

import (
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// reloadLimit bounds a reload: a clinic whose settings changed finishes its turns first.
const reloadLimit = 5 * time.Minute

// clinicsList answers GET /admin/ of a process with several clinics: {"clinics":["NAME",…]}, and links for a browser.
func clinicsList(c Config) http.Handler {
	pages := desk{c, pagesIn(c.Location, c.Base)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages.show(w, r, "clinics", map[string][]string{"clinics": c.Clinics()})
	})
}

// reloaded is the answer to a reload.
type reloaded struct {
	Status string `json:"status"`
	// Problems are what is wrong, a line each; then nothing has changed.
	Problems []string `json:"problems,omitempty"`
	Clinics  []string `json:"clinics"`
}

// reload answers POST /admin/reload: it reads the files of the clinics again.  200 "reloaded" with the clinics that there are;
// 409 "refused" with what is wrong, and everything is as it was.
func reload(c Config) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := patiently(w, r, reloadLimit)
		defer cancel()
		clinics := func() []string {
			if c.Clinics == nil {
				return []string{}
			}
			return c.Clinics()
		}
		if err := c.Reload(ctx); err != nil {
			c.Log.WarnContext(ctx, "reload refused", slog.Any("error", err))
			answer(w, http.StatusConflict, reloaded{Status: "refused", Problems: strings.Split(err.Error(), "\n"), Clinics: clinics()})
			return
		}
		answer(w, http.StatusOK, reloaded{Status: "reloaded", Clinics: clinics()})
	})
}
