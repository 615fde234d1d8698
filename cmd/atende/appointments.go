package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"atende/webhook/admin"
)

var appointmentsPage = page{verb: "appointments", usage: "appointments FILE", about: `
Sends a file of the clinic's own appointments to the node behind --admin-listen, so that their patients are asked
the day before whether they come (ATENDE_CONFIRM_BEFORE).  CSV with a header, columns parted by ; or , in any order:

  chave;telefone;paciente;médico;data;hora;situação
  8812;(11) 98888-7777;Rosa Lima;Dra. Ana Souza;24/11/2026;14:30;agendado

or JSON, {"appointments":[…]}, with the fields of docs/api.md.  FILE may be - for standard input.  All rows are taken
or none.  The same file again changes nothing, so cron may send it as often as it likes; one that is cancelled must
say so (cancelado), for what a later file leaves out stays.`}

// appointmentsSettings are those of `atende appointments`.
type appointmentsSettings struct {
	nodeSettings
	json bool
}

// uploadLimit bounds the sending of a file; the node has 5 minutes.
const uploadLimit = 6 * time.Minute

// appointmentsVerb is `atende appointments`.
func appointmentsVerb(ctx context.Context, w world, args []string) int {
	var s appointmentsSettings
	name, err := readFileName(appointmentsPage, append(s.tableNode(), jsonRow(&s.json, "print the counts as JSON")), w, args)
	if err != nil {
		return refuse(w, "appointments", err)
	}
	body, err := readUpload(w, name)
	var done admin.Uploaded
	if err == nil {
		done, err = s.upload(ctx, body)
	}
	if err == nil && s.json {
		err = writeJSON(w.out, done)
	} else if err == nil {
		_, err = fmt.Fprintf(w.out, "%d accepted, %d changed, %d unchanged, %d cancelled, %d skipped\n",
			done.Accepted, done.Changed, done.Unchanged, done.Cancelled, done.Skipped)
	}
	if err != nil {
		return fail(w, "appointments", err)
	}
	return exitOK
}

// readFileName reads the settings of a verb that begins with the name of a file.
func readFileName(p page, table []setting, w world, args []string) (name string, err error) {
	if helpWanted(args) {
		p.write(w.out, table)
		return "", flag.ErrHelp
	}
	if len(args) == 0 || args[0] == "" || strings.HasPrefix(args[0], "-") && args[0] != "-" {
		return "", fmt.Errorf("which file? atende %s FILE [flags]", p.verb)
	}
	return args[0], p.read(table, w, args[1:])
}

// readUpload reads a file, or standard input.
func readUpload(w world, name string) ([]byte, error) {
	input := w.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		input = file
	}
	body, err := io.ReadAll(io.LimitReader(input, admin.MaxUpload+1))
	if err == nil && len(body) > admin.MaxUpload {
		err = fmt.Errorf("%s is longer than %d MiB", name, admin.MaxUpload>>20)
	}
	return body, err
}

// upload sends a file.
func (s *appointmentsSettings) upload(ctx context.Context, body []byte) (done admin.Uploaded, err error) {
	ctx, cancel := context.WithTimeout(ctx, uploadLimit)
	defer cancel()
	s.kind = "text/csv"
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		s.kind = "application/json"
	}
	code, raw, err := s.askLong(ctx, http.MethodPost, "/admin/appointments", body)
	var refused struct{ Problems admin.RowsError }
	switch {
	case err != nil:
		return done, err
	case code == http.StatusBadRequest && json.Unmarshal(raw, &refused) == nil && len(refused.Problems) > 0:
		lines := []error{errors.New("nothing was taken")}
		for _, p := range refused.Problems {
			lines = append(lines, fmt.Errorf("row %d, %s: %s", p.Row, p.Field, p.Reason))
		}
		return done, errors.Join(lines...)
	case code == http.StatusConflict:
		return done, errors.New("nobody is asked about appointments: ATENDE_CONFIRM_BEFORE is 0 at the node")
	case code != http.StatusOK:
		return done, s.answers(code, raw)
	case json.Unmarshal(raw, &done) != nil:
		return done, errNoNode
	}
	return done, nil
}
