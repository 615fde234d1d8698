// Command scripted-model is a model server without a model: a receptionist that leads bookings well, or one that
// misbehaves by a seed, behind the OpenAI API.  It is for trying an agent and for its tests:
//
//	go run ./cmd/scripted-model -rate 0.3 &
//	bin/atende chat --agent openai --model scripted --model-url http://127.0.0.1:9999/v1
//
// It prints its URL.  SIGTERM ends it with 0; calls that hang are cut then.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/receptionist"
	"atende/integrations/model/scripted"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr)) //nolint:gocritic // there is nothing left to stop
}

// settings are what the flags say.
type settings struct {
	listen, faults, key, replay string
	seed                        uint64
	rate                        float64
	delay                       time.Duration
	verbose                     bool
}

// stopWithin is how long calls may take to end on SIGTERM.
const stopWithin = 5 * time.Second

// run is the program: 0 when it was stopped, 1 for a failure, 2 for bad usage.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	s, err := read(args, errs)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(errs, "scripted-model:", err)
		return 2
	}
	brain, err := s.brain(errs)
	if err != nil {
		fmt.Fprintln(errs, "scripted-model:", err)
		return 2
	}
	if err := serve(ctx, s, brain, out, errs); err != nil {
		fmt.Fprintln(errs, "scripted-model:", err)
		return 1
	}
	return 0
}

func read(args []string, errs io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("scripted-model", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&s.listen, "listen", "127.0.0.1:9999", "host:port, port 0 for a free one")
	flags.Uint64Var(&s.seed, "seed", 1, "which misbehaviour")
	flags.Float64Var(&s.rate, "rate", 0, "how probable each of the faults is, 0 to 1")
	flags.StringVar(&s.faults, "faults", "wrong,invent,claim,silent,garbage,obey", "comma-separated: "+names(scripted.Faults))
	flags.DurationVar(&s.delay, "delay", 0, "how long every answer takes")
	flags.StringVar(&s.key, "key", "", "key that calls must carry; empty: any")
	flags.StringVar(&s.replay, "replay", "", "file of replies, a JSON object a line, that are said one after the other")
	flags.BoolVar(&s.verbose, "v", false, "print every fault that is played and every request that is refused")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	switch {
	case flags.NArg() > 0:
		return s, fmt.Errorf("unknown argument %q", flags.Arg(0))
	case s.rate < 0 || s.rate > 1:
		return s, errors.New("-rate must be between 0 and 1")
	case s.delay < 0:
		return s, errors.New("-delay must not be negative")
	}
	return s, nil
}

func names(faults []scripted.Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, string(f))
	}
	return strings.Join(list, ",")
}

// brain is who answers.
func (s settings) brain(errs io.Writer) (scripted.Brain, error) {
	var brain scripted.Brain = receptionist.Brain{}
	if s.replay != "" {
		file, err := os.Open(s.replay)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		list, err := scripted.ReadReplies(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.replay, err)
		}
		brain = scripted.Replies(list...)
	}
	rates, err := s.rates()
	if err != nil || s.rate == 0 {
		return brain, err
	}
	hostile := scripted.Misbehave(brain, s.seed, rates)
	if s.verbose {
		hostile.Played = func(f scripted.Fault, variant string) { fmt.Fprintf(errs, "fault %s: %s\n", f, variant) }
	}
	return hostile, nil
}

func (s settings) rates() (scripted.Rates, error) {
	rates := scripted.Rates{}
	for _, name := range strings.Split(s.faults, ",") {
		fault := scripted.Fault(strings.TrimSpace(name))
		if !slices.Contains(scripted.Faults, fault) {
			return nil, fmt.Errorf("-faults: %q is none of %s", name, names(scripted.Faults))
		}
		rates[fault] = s.rate
	}
	return rates, nil
}

// serve answers until ctx ends.
func serve(ctx context.Context, s settings, brain scripted.Brain, out, errs io.Writer) error {
	listening, err := endpoint.Listen(context.WithoutCancel(ctx), s.listen)
	if err != nil {
		return err
	}
	config := scripted.Config{Brain: brain, Key: s.key, Delay: s.delay}
	if s.verbose {
		config.Refused = func(message string) { fmt.Fprintln(errs, "refused:", message) }
	}
	listening.Start(&http.Server{
		Handler: scripted.New(config), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }, // calls that hang end with it
	})
	fmt.Fprintf(out, "http://%s/v1\n", listening.Addr())
	select {
	case <-listening.Ended():
		return listening.Err()
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	return listening.Stop(bounded)
}
