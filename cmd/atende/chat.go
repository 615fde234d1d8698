//go:build !minimal

package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"atende/cmd/internal/demo"
	"atende/integrations/chat/simulator"
)

var chatPage = page{verb: "chat", about: `
Talk to the agent in the terminal: the demo without a browser.  Write as a patient, Ctrl-D ends.
When standard input is not a terminal it is a script: each line is a message of the patient, sent
when everything before it was answered.`}

// turnLimit is how long chat waits for the answer to one message.
const turnLimit = 2 * time.Minute

// chatVerb is `atende chat`.
func chatVerb(ctx context.Context, w world, args []string) int {
	var s chatSettings
	err := chatPage.read(s.table(), w, args)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, s.agent.verify())
	}
	if err != nil {
		return refuse(w, "chat", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "chat", err)
	}
	running, err := demo.Start(context.WithoutCancel(ctx), demo.Options{
		Listen:      "127.0.0.1:0",
		Clinic:      s.clinic,
		QuietWindow: s.quiet,
		Texts:       s.speech.texts,
		Patience:    s.speech.patience,
		Model:       s.agent.leader(),
		Now:         startingAt(s.now),
		Unattended:  true, // nobody is behind the terminal
		Log:         log,
	})
	if err != nil {
		return fail(w, "chat", err)
	}
	err = converse(ctx, w, running)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	if err := errors.Join(err, running.Stop(limited)); err != nil {
		return fail(w, "chat", err)
	}
	return exitOK
}

// startingAt is a clock that shows start now and goes on from there; nil, the real one, for the zero
// time.
func startingAt(start time.Time) func() time.Time {
	if start.IsZero() {
		return nil
	}
	begun := time.Now()
	return func() time.Time { return start.Add(time.Since(begun)) }
}

// converse carries lines of standard input to the agent and its answers to standard output, until the
// input or ctx ends.
func converse(ctx context.Context, w world, running *demo.Demo) error {
	gateway := running.Gateway()
	session, err := gateway.Open(simulator.Patient{})
	if err != nil {
		return err
	}
	events, cancel, err := gateway.Subscribe(session)
	if err != nil {
		return err
	}
	defer cancel()
	t := &talk{running: running, session: session, events: events, out: w.out, script: !isTerminal(w.in)}
	for line := range lines(ctx, w.in, t.prompt) {
		if err := t.say(ctx, line); err != nil {
			if ctx.Err() != nil {
				return nil // a signal ends a chat like the end of its input does
			}
			return err
		}
	}
	return nil
}

// lines yields the lines of in that are not blank, after prompt for each, until in or ctx ends.  A
// read from a terminal cannot be interrupted, so it happens on a goroutine that, after a signal, only
// ends with the process.
func lines(ctx context.Context, in io.Reader, prompt func()) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		read := make(chan string)
		done := make(chan struct{})
		defer close(done)
		go func() {
			defer close(read)
			for scanner := bufio.NewScanner(in); scanner.Scan(); {
				select {
				case read <- strings.TrimSpace(scanner.Text()):
				case <-done:
					return
				}
			}
		}()
		for {
			prompt()
			select {
			case line, more := <-read:
				if !more || (line != "" && !yield(line)) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// talk is one conversation in the terminal.
type talk struct {
	running *demo.Demo
	session string
	events  <-chan simulator.Event
	out     io.Writer
	script  bool // nobody sees the input, so it is printed
	ended   bool // a person has taken over, and that was said
	replied bool // something was printed since the newest message
}

// prompt asks a person for the next line.
func (t *talk) prompt() {
	if !t.script {
		fmt.Fprint(t.out, "paciente: ")
	}
}

// say sends a message and prints what comes until its turn is complete: it was delivered, and the
// agent has no work left.
func (t *talk) say(ctx context.Context, text string) error {
	if t.script {
		t.print("paciente", text)
	}
	id, err := t.running.Gateway().Say(t.session, text)
	if err != nil {
		return err
	}
	t.replied = false
	limit, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	quiet := time.NewTicker(10 * time.Millisecond)
	defer quiet.Stop()
	for delivered := false; ; {
		select {
		case e := <-t.events:
			t.show(e)
			delivered = delivered || (e.Delivery != nil && e.Delivery.MessageID == id && e.Delivery.State != simulator.DeliveryPending)
		case <-quiet.C:
			if delivered && t.running.Idle() && len(t.events) == 0 {
				if t.ended && !t.replied { // or it would look as if nobody listened
					fmt.Fprintln(t.out, "(quem responde agora é a pessoa da clínica)")
				}
				return nil
			}
		case <-limit.Done():
			return fmt.Errorf("no answer came: %w", limit.Err())
		}
	}
}

// show prints what concerns the patient.
func (t *talk) show(e simulator.Event) {
	switch {
	case e.Message != nil && e.Message.Direction == "out":
		t.print("atende", e.Message.Text)
		t.replied = true
	case e.Session != nil && e.Session["robot"] == false && !t.ended:
		t.ended = true
		fmt.Fprintln(t.out, "(a conversa passou para uma pessoa da clínica)")
	}
}

// print writes a message, with further lines below the first.
func (t *talk) print(who, text string) {
	indent := "\n" + strings.Repeat(" ", len(who)+2)
	fmt.Fprintf(t.out, "%s: %s\n", who, strings.ReplaceAll(strings.TrimSpace(text), "\n", indent))
}
