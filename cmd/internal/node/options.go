package node

import (
	"log/slog"
	"net/http"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/model"
	"atende/actors/journal/sealed"
	"atende/actors/session"
	"atende/actors/wording"
	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/webhook/admin"
)

// Options are everything a node needs to know; those of `atende serve` are the contract's settings.
// Addresses may end in port 0: the node then says which port it got.
type Options struct {
	Listen      string // public: webhooks and health
	AdminListen string // operators only
	// AdminToken is what callers below /admin/ and of profiles must show, "" for nothing; AdminHosts are names under which
	// operators may open pages, beside addresses and names that nobody can register.
	AdminToken string
	AdminHosts []string
	// AdminURL is where operators reach their pages, for links in the log; "": at the listener.
	AdminURL string

	Gateway    Gateway
	Scheduling Scheduling
	Filters    Filters
	Webhook    Webhook

	// Clinic is what the agent can book.
	Clinic *catalog.Clinic
	// DatabaseURL is the journal: sqlite:PATH or memory: for this process, postgres:// for a cluster.
	DatabaseURL string
	// DataKeys encrypt what the journal holds of patients; nil: it is in the clear.
	DataKeys *sealed.Source
	// Keep is how long the journal keeps what nobody touches.
	Keep Keep
	// Cluster is this node among others.
	Cluster Cluster
	// Limits are what one phone, CPF or session may do before a person looks.
	Limits session.Limits
	// QuietWindow is how long a burst of messages must rest before it is answered; 0 answers each
	// at once.
	QuietWindow time.Duration
	// Texts are what patients read; nil: those that atende comes with.
	Texts *wording.Texts
	// Recognises is for how long the rules know the patients of a phone (conversation.Clinic); 0: never.
	Recognises time.Duration
	// Interactive says that questions can be answered by a tap, too; the gateway's dialect must have menus.
	Interactive bool
	// Patience is how long the agent waits for an answer.
	Patience conversation.Patience
	// Model leads conversations; nil: the rules agent does.
	Model *Model
	// Canary is a second agent for a share of the new conversations; nil: none.
	Canary *Canary
	// Media is what is done with attachments.
	Media Media
	// Tags adds contact tags.
	Tags bool
	// Drain is how long Stop lets turns go on, and with a journal in memory how long what was accepted may take to be
	// answered; 0: 25 s (contract, ATENDE_DRAIN_TIMEOUT).  Stop takes up to 3 s more, for turns that were cut.
	Drain time.Duration
	// Trace is where spans go.
	Trace Trace
	// Version tells operators what this program is, beside Cluster.Release.
	Version string

	// Of one of several clinics: the path below which its pages are, the engine of another one that shares its gateway and
	// answers at an instance number (an error: which ones there are is not settled), and the engines of all others that share
	// it; nil: there is none.  guesses are those of all at the operators' listener.
	guesses   *admin.Guesses
	base      string
	answering func(instance string) (*engine, error)
	beside    func() []*engine

	// Now is the clock of every decision; nil is the real one.
	Now func() time.Time
	// Log is where the parts log; nil is slog's default.
	Log *slog.Logger
}

// Model is a language model, and how far it may go (contract, ATENDE_MODEL).
type Model struct {
	Name, URL, Key string
	Instructions   string // of the clinic's own; "" for none
	ShowNames      bool   // lets the model read names of patients
	Sees           bool   // sends it pictures
	Timeout        time.Duration
	Limits         model.Limits
	AtOnce         int // calls; 0: 8192
	// PromptPrice and CompletionPrice are of a million tokens, in millionths of a currency.
	PromptPrice, CompletionPrice int64
}

// Canary is a second agent that leads a share of the new conversations (ATENDE_CANARY), with the same catalogue and texts.
type Canary struct {
	// Share of the sessions in hundredths of a percent, from 0 to 10 000.
	Share int
	// Model leads; nil: the rules do.  Its server, bounds and prices are those of Options.Model where there is one.
	Model *Model
}

// Media is how attachments are fetched and voice messages written down.
type Media struct {
	// Allow names hosts that may be private or loopback.
	Allow []string
	// Transcription; the URL "" for none.
	TranscriptionURL, TranscriptionModel, TranscriptionKey string
}

// Gateway is how to reach the chat gateway (spec C).
type Gateway struct {
	URL          string
	Token        string
	ChannelID    string
	DepartmentID string        // of the human department
	Template     chat.Template // of a question about an appointment; zero: there is none
	Offer        chat.Template // of a time that the waiting list offers; zero: there is none
	Rate         float64       // calls a second, 0 = no limit
	Dialect      *chat.Dialect // of its webhooks and its calls; nil: the spec's
}

// Scheduling is how to reach the scheduling API (spec A).
type Scheduling struct {
	URL     string
	Headers http.Header // sent with every call
}

// Filters are what a chat session must look like to be answered (spec B).
type Filters struct {
	Instances []string
	Team      string
	Statuses  []string
	Closed    []string // statuses of sessions that are over
}

// Keep is how long the journal keeps things; 0: as long as the router's Config says.
type Keep struct {
	Sessions time.Duration // that nobody touched
	History  time.Duration // of turns, masked
	Intents  time.Duration // bookings, without patient data
	Demand   time.Duration // counts of wishes that could not be offered
	Accesses time.Duration // of operators
}

// Webhook is what inbound calls must prove; empty fields ask for nothing.
type Webhook struct {
	Token  string
	Secret string
	Timed  bool // signatures must hold their time and path
}

// Open reports that inbound calls need not prove anything.
func (w Webhook) Open() bool { return w.Token == "" && w.Secret == "" }

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Drain == 0 {
		o.Drain = 25 * time.Second
	}
	return o
}

// volatile reports a journal that ends with the process.
func (o Options) volatile() bool { return o.DatabaseURL == "memory:" }
