package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"atende/cmd/internal/node"
)

// canarySettings are a second agent for a share of the new conversations; what is left out is as of the first one.
type canarySettings struct {
	given bool
	share int // hundredths of a percent
	agent string
	model string
	// instructions are in the place of the first agent's, where a file of them was named.
	instructions    string
	hasInstructions bool
}

// tableCanary is what `atende serve` takes.
func (s *agentSettings) tableCanary() []setting {
	return []setting{{
		variable: "ATENDE_CANARY",
		help:     "a second agent for a share of the new conversations: 10% and what differs, agent=rules or openai, model=NAME, prompt=FILE (in the place of ATENDE_MODEL_INSTRUCTIONS)",
		set:      s.canary.read,
	}}
}

// read takes "10% agent=openai model=NAME prompt=FILE".
func (c *canarySettings) read(value string) error {
	read := canarySettings{given: true}
	words := strings.Fields(value)
	if len(words) < 2 {
		return errors.New("must be a share and what differs, such as 10% model=NAME")
	}
	percent, ok := strings.CutSuffix(words[0], "%")
	share, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil || !(share > 0 && share < 100) { // the negated comparison refuses NaN too
		return errors.New("must begin with a share of more than 0% and less than 100%")
	}
	read.share = max(1, int(share*100+0.5))
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch name {
		case "agent":
			err = oneOf(&read.agent, "rules", "openai")(value)
		case "model":
			err = text(&read.model)(value)
		case "prompt":
			read.hasInstructions = true
			err = instructions(&read.instructions)(value)
		default:
			return errors.New("what differs is one of agent=, model=, prompt=")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	*c = read
	return nil
}

// second is the second agent, nil for none.
func (s *agentSettings) second() *node.Canary {
	if !s.canary.given {
		return nil
	}
	canary := &node.Canary{Share: s.canary.share}
	if s.canaryAgent() == "openai" {
		m := s.model
		if s.canary.model != "" {
			m.Name = s.canary.model
		}
		if s.canary.hasInstructions {
			m.Instructions = s.canary.instructions
		}
		canary.Model = &m
	}
	return canary
}

// canaryAgent is who the second agent is.
func (s *agentSettings) canaryAgent() string {
	if s.canary.agent != "" {
		return s.canary.agent
	}
	return s.agent
}

// verifyCanary finds what its row cannot see.
func (s *agentSettings) verifyCanary() error {
	c := &s.canary
	if !c.given { // or it has its line already
		return nil
	}
	leads := s.canaryAgent()
	differs := c.model != "" && c.model != s.model.Name || c.hasInstructions && c.instructions != s.model.Instructions
	switch {
	case leads == "rules" && (c.model != "" || c.hasInstructions):
		return errors.New("ATENDE_CANARY: the rules have neither model nor prompt")
	case leads == s.agent && !differs:
		return errors.New("ATENDE_CANARY: is the same as the agent that it is compared with")
	case leads == "openai" && s.agent != "openai" && !s.given.url:
		return errors.New("ATENDE_MODEL_URL: is required for the agent openai of ATENDE_CANARY")
	case leads == "openai" && s.agent != "openai" && c.model == "" && !s.given.model:
		return errors.New("ATENDE_CANARY: the agent openai needs a model=NAME, or ATENDE_MODEL")
	}
	return nil
}
