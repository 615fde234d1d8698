package node

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// quiet ends a call that panics, like net/http, but logs what kind of value that was instead of the value, which may
// quote a patient.
func quiet(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if value != http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
				log.ErrorContext(r.Context(), "call panicked", "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			}
			panic(http.ErrAbortHandler) // net/http hangs up and says nothing
		}()
		next.ServeHTTP(w, r)
	})
}
