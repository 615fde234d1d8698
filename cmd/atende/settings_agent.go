package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"atende/cmd/internal/node"
)

// agentSettings are who leads conversations, and what is done with attachments.
type agentSettings struct {
	agent string
	model node.Model
	media node.Media
	// canary is the second one.
	canary canarySettings
	// plain is what may go unencrypted.
	plain plaintext
	// given are settings that were there, right or wrong: a wrong one has its line already.
	given struct{ model, url, transcriber bool }
}

// leader is the language model, nil where the rules lead.
func (s *agentSettings) leader() *node.Model {
	if s.agent != "openai" {
		return nil
	}
	return &s.model
}

// Bounds of the settings.
const (
	maxModelSteps   = 20
	maxModelTokens  = 2_000_000
	maxModelAtOnce  = 16_384
	maxModelTurn    = 2 * time.Minute
	maxInstructions = 16 << 10 // bytes
)

// table is what every verb takes that runs an agent.
func (s *agentSettings) table() []setting {
	m := &s.model
	return []setting{
		{variable: "ATENDE_AGENT", def: "rules", help: "who leads the conversation: rules (embedded, no network) or openai (a language model; the rules help out)",
			set: oneOf(&s.agent, "rules", "openai")},
		{variable: "ATENDE_MODEL", help: "for openai: name of the model",
			seen: &s.given.model, set: text(&m.Name)},
		{variable: "ATENDE_MODEL_URL", help: "for openai: base URL of the server with its version, http://host:11434/v1",
			seen: &s.given.url, set: baseURL(&m.URL)},
		{variable: "ATENDE_MODEL_KEY", help: "for openai: key of the server, sent as Authorization: Bearer …",
			set: token(&m.Key)},
		{variable: "ATENDE_MODEL_INSTRUCTIONS", help: "path of a text file with instructions of the clinic's own, added to ours",
			set: instructions(&m.Instructions)},
		{variable: "ATENDE_MODEL_NAMES", def: "false", toggle: true, help: "let the model read names of patients; CPF, phone and birth date it never reads",
			set: yesNo(&m.ShowNames)},
		{variable: "ATENDE_MODEL_SEES", def: "false", toggle: true, help: "send pictures of patients to the model",
			set: yesNo(&m.Sees)},
		{variable: "ATENDE_MODEL_TIMEOUT", def: "30s", help: "how long one call of the model may take",
			set: upTo(maxModelTurn, &m.Timeout)},
		{variable: "ATENDE_MODEL_TURN", def: "45s", help: "how long all calls of one turn may take; beyond it the rules answer",
			set: upTo(maxModelTurn, &m.Limits.Turn)},
		{variable: "ATENDE_MODEL_STEPS", def: "6", help: "calls of the model in one turn; beyond them the rules answer",
			set: between(1, maxModelSteps, &m.Limits.Steps)},
		{variable: "ATENDE_MODEL_TOKENS", def: "60000", help: "tokens of one turn, both directions; beyond them the rules answer",
			set: between(1, maxModelTokens, &m.Limits.Tokens)},
		{variable: "ATENDE_MODEL_AT_ONCE", def: "8192", help: "calls of the model at once; more wait",
			set: between(1, maxModelAtOnce, &m.AtOnce)},
		{variable: "ATENDE_MODEL_PRICES", def: "0/0", help: "price of a million tokens, prompt/completion, for the metrics: 2.50/10",
			set: prices(&m.PromptPrice, &m.CompletionPrice)},
		s.plain.row(),
	}
}

// tableMedia is what is done with attachments.
func (s *agentSettings) tableMedia() []setting {
	return []setting{
		{variable: "ATENDE_TRANSCRIPTION_URL", help: "base URL of a server that writes voice messages down (OpenAI audio API); without one patients are asked to write",
			set: baseURL(&s.media.TranscriptionURL)},
		{variable: "ATENDE_TRANSCRIPTION_MODEL", help: "name of its model",
			seen: &s.given.transcriber, set: text(&s.media.TranscriptionModel)},
		{variable: "ATENDE_TRANSCRIPTION_KEY", help: "key of that server",
			set: token(&s.media.TranscriptionKey)},
		{variable: "ATENDE_MEDIA_ALLOW", help: "hosts attachments may be fetched from although they are private or loopback: host, host:port, CIDR, with commas",
			set: hosts(&s.media.Allow)},
	}
}

// verify finds what single rows cannot see.
func (s *agentSettings) verify() error {
	var problems []error
	if s.agent == "openai" && !s.given.model {
		problems = append(problems, errors.New("ATENDE_MODEL: is required for the agent openai"))
	}
	if s.agent == "openai" && !s.given.url {
		problems = append(problems, errors.New("ATENDE_MODEL_URL: is required for the agent openai"))
	}
	if s.media.TranscriptionURL != "" && !s.given.transcriber {
		problems = append(problems, errors.New("ATENDE_TRANSCRIPTION_MODEL: is required with ATENDE_TRANSCRIPTION_URL"))
	}
	if s.agent == "openai" || s.canary.given {
		problems = append(problems, s.plain.url("ATENDE_MODEL_URL", wordModel, s.model.URL))
	}
	problems = append(problems, s.plain.url("ATENDE_TRANSCRIPTION_URL", wordTranscription, s.media.TranscriptionURL))
	return errors.Join(append(problems, s.verifyCanary())...)
}

// upTo takes a duration above zero.
func upTo(most time.Duration, target *time.Duration) func(string) error {
	return func(value string) error {
		var d time.Duration
		if err := atLeastZero(&d)(value); err != nil {
			return err
		}
		if d == 0 || d > most {
			return fmt.Errorf("must be more than 0 and at most %s", most)
		}
		*target = d
		return nil
	}
}

// prices takes two prices of a million tokens and keeps them in millionths.
func prices(prompt, completion *int64) func(string) error {
	return func(value string) error {
		first, second, ok := strings.Cut(value, "/")
		a, errA := price(first)
		b, errB := price(second)
		if !ok || errors.Join(errA, errB) != nil {
			return errors.New("must be two prices such as 2.50/10")
		}
		*prompt, *completion = a, b
		return nil
	}
}

// maxPrice of a million tokens.
const maxPrice = 1e6

func price(value string) (int64, error) {
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(n >= 0) || n > maxPrice { // the negated comparison refuses NaN too
		return 0, errors.New("no price")
	}
	return int64(math.Round(n * 1e6)), nil
}

// instructions reads a clinic's own.
func instructions(target *string) func(string) error {
	return func(path string) error {
		file, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("cannot be read: %w", withoutPath(err))
		}
		if len(file) > maxInstructions || !utf8.Valid(file) {
			return fmt.Errorf("must be a text of at most %d bytes", maxInstructions)
		}
		*target = string(file)
		return nil
	}
}
