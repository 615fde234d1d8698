package admin

import (
	"errors"
	"net/http"
	"time"

	"atende/actors/journal/sealed"
)

// rekeyLimit bounds one step: a hundred sessions, and at the end a look through the whole database.
const rekeyLimit = 10 * time.Minute

// rekey answers POST /admin/rekey, with what the last step answered or {} to begin: it encrypts a bounded number of
// stored values anew and answers 200 with how far it came, to be sent with the next step until "stage" is "done".  409
// no_data_key: no key is set.  It shows nothing of anybody.
func (d desk) rekey(w http.ResponseWriter, r *http.Request) {
	var from sealed.Progress
	if status, reason := readJSON(w, r, &from); status != 0 {
		refuse(w, status, reason)
		return
	}
	if d.Rekey == nil {
		refuse(w, http.StatusConflict, "no_data_key")
		return
	}
	ctx, cancel := patiently(w, r, rekeyLimit)
	defer cancel()
	done, err := d.Rekey(ctx, operatorOf(r), from)
	switch {
	case errors.Is(err, sealed.ErrNoKeys):
		refuse(w, http.StatusConflict, "no_data_key")
	case err != nil:
		d.fail(w, r, err)
	default:
		answer(w, http.StatusOK, done)
	}
}
