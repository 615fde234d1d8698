package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// chain is several clinics whose files can be changed.
type chain struct {
	t       *testing.T
	several *Several
	folder  string
	gateway string

	mu      sync.Mutex
	clinics []Clinic
	err     error
}

// clinic is one with a name and a print of its settings.
func (w *chain) clinic(name, settings string) Clinic {
	o := options(w.t, w.gateway)
	o.Webhook.Token, o.DatabaseURL, o.Drain = "token-of-"+name, "sqlite:"+filepath.Join(w.folder, name+".db"), time.Second
	return Clinic{Name: name, Options: o, Print: settings}
}

// become changes what is read.
func (w *chain) become(err error, clinics ...Clinic) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clinics, w.err = clinics, err
}

func (w *chain) read(context.Context) ([]Clinic, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.clinics), w.err
}

// newChain starts clinics.
func newChain(t *testing.T, names ...string) *chain {
	t.Helper()
	w := &chain{t: t, folder: t.TempDir(), gateway: party(t, http.NotFound).URL}
	var clinics []Clinic
	for _, name := range names {
		clinics = append(clinics, w.clinic(name, "first"))
	}
	w.become(nil, clinics...)
	var err error
	common := Options{Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler), Drain: time.Second}
	if w.several, err = StartSeveral(t.Context(), common, w.read); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.stop)
	return w
}

func (w *chain) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := errors.Join(w.several.Stop(ctx), w.several.Err()); err != nil {
		w.t.Error(err)
	}
}

// posts sends a message with the token of a clinic, and returns the status.
func (w *chain) posts(clinic, id string) int {
	w.t.Helper()
	body := fmt.Sprintf(`{"eventType":"MESSAGE_RECEIVED","content":{"id":%q,"sessionId":%q,"direction":"FROM_HUB","type":"TEXT","text":"oi"}}`, id, id)
	request, err := http.NewRequest(http.MethodPost, w.several.PublicURL()+"/webhook/message", strings.NewReader(body))
	if err != nil {
		w.t.Error(err)
		return 0
	}
	request.Close = true
	request.Header.Set("Authorization", "Bearer token-of-"+clinic)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Error(err)
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// A reload that cannot be made leaves everything as it was: what is wrong with the files, a new clinic that does not start, and
// a changed one that does not, which goes on with its former settings.
func TestReloadIsWhole(t *testing.T) {
	w := newChain(t, "a", "b")
	broken := func(name, settings string) Clinic {
		c := w.clinic(name, settings)
		c.Options.DatabaseURL = "sqlite:" + filepath.Join(w.folder, "no", "such", "folder.db")
		return c
	}
	before := w.several.house.Load().named("a").site
	for name, change := range map[string]struct {
		err     error
		clinics []Clinic
		says    string
	}{
		"files":   {errors.New("a.env: is wrong"), nil, "a.env: is wrong"},
		"new":     {nil, []Clinic{w.clinic("a", "first"), w.clinic("b", "first"), w.clinic("c", "first"), broken("d", "first")}, "clinic d: "},
		"changed": {nil, []Clinic{w.clinic("a", "first"), broken("b", "second"), w.clinic("c", "first")}, "clinic b: "},
	} {
		w.become(change.err, change.clinics...)
		if err := w.several.Reload(t.Context()); err == nil || !strings.Contains(err.Error(), change.says) {
			t.Errorf("%s: %v does not say %q", name, err, change.says)
		}
		if names := w.several.Clinics(); !slices.Equal(names, []string{"a", "b"}) {
			t.Errorf("%s: clinics %q", name, names)
		}
		for i, want := range map[string]int{"a": 202, "b": 202, "c": 401, "d": 401} {
			if status := w.posts(i, name+i); status != want {
				t.Errorf("%s: the webhook of %s is answered %d, want %d", name, i, status, want)
			}
		}
	}
	if w.several.house.Load().named("a").site != before {
		t.Error("a clinic that did not change was begun anew")
	}
}

// While a clinic begins anew its webhooks are taken or come again, and none that was taken is lost; those of others are taken.
func TestReloadLosesNothing(t *testing.T) {
	w := newChain(t, "a", "b")
	var writers sync.WaitGroup
	done := make(chan struct{})
	var taken, others int
	writers.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
			}
			switch status := w.posts("a", fmt.Sprint("a-", n)); status {
			case 202:
				taken++
			case 503:
			default:
				t.Errorf("a: %d", status)
			}
			if status := w.posts("b", fmt.Sprint("b-", n)); status != 202 {
				t.Errorf("b: %d", status)
			}
			others++
		}
	})
	for n := range 3 {
		w.become(nil, w.clinic("a", fmt.Sprint("print ", n)), w.clinic("b", "first"))
		if err := w.several.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	close(done)
	writers.Wait()
	for clinic, want := range map[string]int{"a": taken, "b": others} { // the gateway knows none of their sessions: all wait
		if waiting := w.several.house.Load().named(clinic).engine.pending(); waiting != want {
			t.Errorf("%s: %d messages wait of %d that were taken", clinic, waiting, want)
		}
	}
	w.become(nil, w.clinic("b", "first"), w.clinic("c", "first"))
	if err := w.several.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, c := w.posts("a", "later"), w.posts("c", "later"); a != 401 || c != 202 {
		t.Errorf("the clinic that is gone is answered %d, the new one %d", a, c)
	}
}

// A number that goes from one clinic to another in a reload is nobody's in between: what comes in at it waits, and is never
// ignored.
func TestNumberGoesToAnotherClinic(t *testing.T) {
	w := newChain(t, "a", "b", "door")
	with := func(name string, instances ...string) Clinic {
		c := w.clinic(name, fmt.Sprint(instances))
		c.Options.Webhook.Token, c.Options.Filters.Instances = "token-of-all", instances
		return c
	}
	reload := func(clinics ...Clinic) {
		t.Helper()
		w.become(nil, clinics...)
		if err := w.several.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	reload(with("a", "1", "2"), with("b", "3"), with("door", "4"))
	door := with("door", "4")
	done := make(chan struct{})
	var looks sync.WaitGroup
	waited := 0
	looks.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			switch other, err := w.several.answering(door, "2"); {
			case errors.Is(err, errUnsettled):
				waited++
			case other == nil:
				t.Error("nobody has the number")
				return
			}
			time.Sleep(100 * time.Microsecond)
		}
	})
	reload(with("a", "1"), with("b", "2", "3"), with("door", "4"))
	reload(with("a", "1", "2"), with("b", "3"), with("door", "4"))
	close(done)
	looks.Wait()
	if waited == 0 {
		t.Error("nothing had to wait: the number was never between two clinics")
	}
	if other, err := w.several.answering(door, "5"); other != nil || err != nil {
		t.Errorf("a number of no clinic: %v, %v", other, err)
	}
}

// Who guesses tokens has ten wrong ones for the whole listener, however many clinics have pages there, and a reload gives
// back none.  With the token of a clinic nobody takes profiles of the process.
func TestGuessesOfAllClinics(t *testing.T) {
	w := newChain(t)
	a, b := w.clinic("a", "first"), w.clinic("b", "first")
	a.Options.AdminToken, b.Options.AdminToken = "token of a's pages", "token of b's pages"
	w.become(nil, a, b)
	if err := w.several.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	show := func(path, token string, want int) {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host, r.RemoteAddr = "localhost", "192.0.2.7:1001"
		r.Header.Set("Authorization", "Bearer "+token)
		answered := httptest.NewRecorder()
		w.several.operators(answered, r)
		if answered.Code != want {
			t.Errorf("%s with %q: %d, want %d", path, token, answered.Code, want)
		}
	}
	for clinic, c := range map[string]Clinic{"a": a, "b": b} {
		show("/clinics/"+clinic+"/debug/pprof/heap", c.Options.AdminToken, http.StatusNotFound)
		show("/clinics/"+clinic+"/admin/accesses", c.Options.AdminToken, http.StatusOK)
	}
	for n := range 10 {
		show(fmt.Sprintf("/clinics/%c/admin/accesses", 'a'+n%2), "guess", http.StatusUnauthorized)
	}
	for clinic, c := range map[string]Clinic{"a": a, "b": b} {
		show("/clinics/"+clinic+"/admin/accesses", "guess", http.StatusTooManyRequests)
		show("/clinics/"+clinic+"/admin/accesses", c.Options.AdminToken, http.StatusTooManyRequests)
	}
	b.Print = "second"
	w.become(nil, a, b)
	if err := w.several.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	show("/clinics/b/admin/accesses", "guess", http.StatusTooManyRequests)
}

// A process that stops reloads nothing.
func TestNoReloadAfterStop(t *testing.T) {
	w := newChain(t, "a")
	w.stop()
	if err := w.several.Reload(t.Context()); !errors.Is(err, errStopping) {
		t.Error(err)
	}
	w.several.house.Store(newHouse(nil)) // what Cleanup stops
}
