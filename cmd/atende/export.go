package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

var exportPage = page{verb: "export", usage: "export --cpf CPF | --phone PHONE", about: `
Prints all that the agent has stored about a person, as JSON and in the clear (LGPD, art. 18), or writes it as a page
that the person can read and print.  The node behind --admin-listen is asked, and its access log names the
sessions.

  atende export --cpf - --page person.html     asks for the CPF, or reads it from standard input
  atende export --cpf - --page person.html --out person.json`}

// exportSettings are those of `atende export`.
type exportSettings struct {
	personSettings
	out  string
	page string
	json bool
}

func (s *exportSettings) table() []setting {
	return append(s.tablePerson(), setting{
		flag: "out", help: "a new file for the JSON, which only you can read; without one, standard output",
		set: text(&s.out),
	}, setting{
		flag: "page", help: "a new file for a page in Portuguese that needs no knowledge (HTML), which only you can read; alone, no JSON is printed",
		set: text(&s.page),
	}, jsonRow(&s.json, "print JSON, as it does anyway"))
}

// exportVerb is `atende export`.
func exportVerb(ctx context.Context, w world, args []string) int {
	var s exportSettings
	err := exportPage.read(s.table(), w, args)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, s.verify(ctx, w))
	}
	if err != nil {
		return refuse(w, "export", err)
	}
	working := w.wait("export", "looking through all conversations")
	defer working.end()
	err = s.write(ctx, w.out)
	working.end()
	if err != nil {
		return fail(w, "export", err)
	}
	return exitOK
}

// write makes what is asked for, the page first.
func (s *exportSettings) write(ctx context.Context, out io.Writer) error {
	if s.page != "" {
		err := intoNewFile("page", s.page, func(file io.Writer) error { return s.export(ctx, "text/html", file) })
		if err != nil {
			return err
		}
	}
	switch {
	case s.out != "":
		return intoNewFile("out", s.out, func(file io.Writer) error { return s.export(ctx, "", file) })
	case s.page == "" || s.json:
		return s.export(ctx, "", out)
	default:
		return nil
	}
}

// export writes what the node has, in a form; "" is JSON.  An export that breaks off is an error.
func (s *exportSettings) export(ctx context.Context, form string, to io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, personLimit)
	defer cancel()
	body, err := s.body()
	if err != nil {
		return err
	}
	node := s.operators
	node.accept = form
	response, err := node.call(ctx, http.MethodPost, "/admin/export", body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		raw, _ := io.ReadAll(io.LimitReader(response.Body, maxRefusal)) // the status says enough
		return s.answers(response.StatusCode, raw)
	}
	if form != "" && !strings.HasPrefix(response.Header.Get("Content-Type"), form) {
		return errors.New("--page: the node runs a release that has no page yet")
	}
	if _, err := io.Copy(to, response.Body); err != nil {
		return fmt.Errorf("the export is not whole: %w", err)
	}
	return nil
}

// intoNewFile makes a file that only its owner can read; one that could not be written whole is gone again.
func intoNewFile(option, path string, write func(io.Writer) error) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("--%s: %w", option, withoutPath(err))
	}
	if err = errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
