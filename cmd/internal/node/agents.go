package node

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/attendance"
	"atende/actors/decide/emergency"
	decidemodel "atende/actors/decide/model"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/session"
	"atende/actors/wording"
	"atende/integrations/catalog"
	"atende/integrations/model"
)

// edition is all that a version of the agent says and knows, as the journal keeps it; the id is of its JSON.  Addresses,
// keys and bounds are not part of it.
type edition struct {
	Model        string                  `json:"model,omitempty"` // its name; "" where the rules lead
	Prompt       string                  `json:"prompt,omitempty"`
	Instructions string                  `json:"instructions,omitempty"`
	Catalog      string                  `json:"catalog"`
	Texts        map[wording.ID][]string `json:"texts"`
}

func newEdition(o Options, led *Model) edition {
	texts := o.Texts
	if texts == nil {
		texts = wording.Default()
	}
	e := edition{Catalog: string(o.Clinic.Source), Texts: texts.Kept()}
	if led != nil {
		e.Model, e.Prompt, e.Instructions = led.Name, decidemodel.BuiltIn(), led.Instructions
	}
	return e
}

// encoded is the edition as it is kept, and its id.
func (e edition) encoded() (id string, body []byte, err error) {
	if body, err = json.Marshal(e); err != nil {
		return "", nil, fmt.Errorf("version of the agent: %w", err)
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:16]), body, nil
}

// Edition tells apart what the agents of these options say and know; two that say and know the same have the same one.
func (o Options) Edition() (string, error) {
	agents := []*Model{o.Model}
	if o.Canary != nil {
		agents = append(agents, o.Canary.Model)
	}
	var ids []string
	for _, led := range agents {
		id, _, err := newEdition(o, led).encoded()
		if err != nil {
			return "", err
		}
		ids = append(ids, id)
	}
	return strings.Join(ids, " "), nil
}

const (
	// maxFormer is how many versions of before are ready at once; each costs what a catalogue costs.
	maxFormer = 8
	// keepEvery is how often the journal is told that versions still lead new conversations.
	keepEvery = time.Hour
	// keepLimit bounds one of these calls.
	keepLimit = 30 * time.Second
)

// roster is the agents of a node: who leads new conversations, and, as they are asked for, who led them before.
type roster struct {
	options  Options
	model    model.Completer // nil: no language model is named
	versions journal.Versions
	kept     map[string][]byte // of main and canary
	main     *session.Agent
	canary   *session.Agent // nil: there is none

	mu     sync.Mutex
	former map[formerKey]*session.Agent

	stop context.CancelFunc
	done chan struct{}
}

type formerKey struct {
	version string
	canary  bool
}

var _ session.Agents = (*roster)(nil)

// newRoster keeps the versions that lead from now on before any conversation may be led by them.
func newRoster(ctx context.Context, o Options, completer model.Completer, versions journal.Versions) (*roster, error) {
	r := &roster{options: o, model: completer, versions: versions, kept: map[string][]byte{}, former: map[formerKey]*session.Agent{}}
	var err error
	if r.main, err = r.present(o.Model, false); err != nil {
		return nil, err
	}
	if c := o.Canary; c != nil {
		if r.canary, err = r.present(c.Model, true); err != nil {
			return nil, err
		}
	}
	if err := r.keep(ctx); err != nil {
		return nil, err
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop, r.done = stop, make(chan struct{})
	go r.keepOn(working)
	return r, nil
}

// present is an agent that leads new conversations.
func (r *roster) present(led *Model, canary bool) (*session.Agent, error) {
	e := newEdition(r.options, led)
	id, body, err := e.encoded()
	if err != nil {
		return nil, err
	}
	r.kept[id] = body
	return r.agent(id, e, knowledge(r.options), canary), nil
}

// agent leads with an edition.  Whoever leads, red flags come first.
func (r *roster) agent(id string, e edition, clinic *conversation.Clinic, canary bool) *session.Agent {
	clinic.Interactive = r.options.Interactive // it is fresh, and nobody has read it yet
	embedded := rules.New(clinic)
	var driver decide.Driver = embedded
	modelled := e.Model != "" && r.model != nil
	if !modelled {
		clinic.Recognises = r.options.Recognises
	}
	if modelled {
		driver = decidemodel.New(r.modelConfig(e, clinic, embedded))
	}
	alarm := emergency.Alarm(clinic)
	return session.NewAgent(session.Agent{
		Version: id, Canary: canary, Driver: emergency.New(attendance.New(driver, clinic), clinic), SlowDriver: modelled, Clinic: clinic,
		RedFlag: alarm,
		Complete: func(text string, s *conversation.State, now time.Time) bool {
			return alarm(text) || embedded.Complete(text, s, now)
		},
	})
}

func (r *roster) modelConfig(e edition, clinic *conversation.Clinic, embedded *rules.Driver) decidemodel.Config {
	m := r.options.server()
	return decidemodel.Config{
		Model: r.model, Name: e.Model, Clinic: clinic, Rules: embedded, Prompt: e.Prompt, Instructions: e.Instructions,
		Limits: m.Limits, Names: m.ShowNames, Sees: m.Sees, Now: time.Now,
	}
}

// New implements session.Agents.
func (r *roster) New(sessionID string) *session.Agent {
	if r.canary != nil && shareOf(sessionID) < r.options.Canary.Share {
		return r.canary
	}
	return r.main
}

// shareOf is where a session stands among 10 000, by a hash that no other choice depends on.
func shareOf(sessionID string) int {
	sum := sha256.Sum256([]byte("canary:" + sessionID))
	return int(binary.BigEndian.Uint64(sum[:8]) % wholeShare)
}

// wholeShare are all sessions.
const wholeShare = 10_000

// Version implements session.Agents.  A version that this release cannot read any more is one that nobody has.
func (r *roster) Version(ctx context.Context, version string, canary bool) (*session.Agent, error) {
	for _, present := range []*session.Agent{r.main, r.canary} {
		if present != nil && present.Version == version && present.Canary == canary {
			return present, nil
		}
	}
	key := formerKey{version, canary}
	r.mu.Lock()
	agent := r.former[key]
	r.mu.Unlock()
	if agent != nil {
		return agent, nil
	}
	body, known, err := r.versions.Version(ctx, version)
	if err != nil || !known {
		return nil, err
	}
	var e edition
	if err := json.Unmarshal(body, &e); err != nil {
		r.options.Log.WarnContext(ctx, "a version of the agent is unreadable", "version", version)
		return nil, nil
	}
	file, err := catalog.Parse([]byte(e.Catalog))
	if err != nil {
		r.options.Log.WarnContext(ctx, "the catalogue of a version of the agent is none for this release", "version", version, "error", err)
		return nil, nil
	}
	agent = r.agent(version, e, Knowledge(file, wording.Restore(e.Texts), r.options.Patience), canary)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.former) >= maxFormer {
		clear(r.former)
	}
	r.former[key] = agent
	return agent, nil
}

// keep tells the journal that the present versions lead new conversations.
func (r *roster) keep(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, keepLimit)
	defer cancel()
	for id, body := range r.kept {
		if err := r.versions.KeepVersion(ctx, id, body); err != nil {
			return fmt.Errorf("%w (the version of the agent)", err)
		}
	}
	return nil
}

// keepOn does so until the node stops.
func (r *roster) keepOn(ctx context.Context) {
	defer close(r.done)
	again := time.NewTicker(keepEvery)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if err := r.keep(ctx); err != nil {
				r.options.Log.WarnContext(ctx, "the journal does not keep the version of the agent", "error", err)
			}
		}
	}
}

// close ends what runs.
func (r *roster) close() {
	r.stop()
	<-r.done
}
