package simulator

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"time"
)

const listed = 50 // sessions in the list

// action is a request of the control API; the result is the answer's JSON.
type action func(r *http.Request, body []byte) (any, error)

// control makes an action a handler that answers success on success.
func (s *Simulator) control(success int, act action) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := readBody(w, r)
		if err != nil {
			s.refuse(w, err)
			return
		}
		result, err := act(r, body)
		if err != nil {
			s.refuse(w, err)
			return
		}
		reply(w, success, result)
	})
}

func (s *Simulator) postSession(_ *http.Request, body []byte) (any, error) {
	fields := map[string]any{}
	if len(body) > 0 { // without a body: an invented patient
		if err := decodeObject(body, &fields); err != nil {
			return nil, err
		}
	}
	phone, name, err := takeIdentity(fields)
	if err != nil {
		return nil, err
	}
	id, err := s.Open(Patient{Phone: phone, Name: name, Fields: fields})
	return map[string]string{"id": id}, err
}

func (s *Simulator) listSessions(*http.Request, []byte) (any, error) {
	return map[string]any{"sessions": s.Sessions(listed)}, nil
}

func (s *Simulator) showSession(r *http.Request, _ []byte) (any, error) {
	shot, ok := s.Session(r.PathValue("id"))
	if !ok {
		return nil, errNotFound
	}
	return shot.flat(), nil
}

func (s *Simulator) patchSession(r *http.Request, body []byte) (any, error) {
	var fields map[string]any
	if err := decodeObject(body, &fields); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	if err := s.Patch(id, fields); err != nil {
		return nil, err
	}
	shot, ok := s.Session(id)
	if !ok {
		return nil, errNotFound
	}
	return shot.Record, nil
}

// postMessage takes {text}, or {type, file} with or without a text, the file as postFile answers it; "transcription" is
// what the gateway says that it understood of a voice message, a text or an object; "from": "human" makes it a message of
// a person of the clinic, and "choice" a tap on the option with that id.
func (s *Simulator) postMessage(r *http.Request, body []byte) (any, error) {
	var fields struct {
		Text string         `json:"text"`
		Type string         `json:"type"`
		File map[string]any `json:"file"`
		From string         `json:"from"`

		Choice        string          `json:"choice"`
		Transcription json.RawMessage `json:"transcription"`
	}
	if err := decodeObject(body, &fields); err != nil {
		return nil, err
	}
	if fields.From != "" && fields.From != "patient" && fields.From != "human" {
		return nil, fmt.Errorf("%w: from must be patient or human", errField)
	}
	heard, err := transcription(fields.Transcription)
	if err != nil {
		return nil, err
	}
	id, err := s.Send(r.PathValue("id"), Incoming{
		Type: fields.Type, Text: fields.Text, File: fields.File, Human: fields.From == "human", Transcription: heard,
		Choice: fields.Choice,
	})
	return map[string]string{"id": id}, err
}

// transcription reads a text, or the object that webhooks carry.
func transcription(raw json.RawMessage) (map[string]any, error) {
	var text string
	var fields map[string]any
	switch {
	case len(raw) == 0:
	case json.Unmarshal(raw, &text) == nil && text != "":
		fields = map[string]any{"text": text}
	case json.Unmarshal(raw, &fields) != nil:
		return nil, fmt.Errorf("%w: transcription must be a text or an object", errField)
	}
	return fields, nil
}

// showPanel answers what Config.Panel knows of the session, as one JSON object.
func (s *Simulator) showPanel(r *http.Request, _ []byte) (any, error) {
	id := r.PathValue("id")
	if _, ok := s.Session(id); !ok {
		return nil, errNotFound
	}
	facts := map[string]any{}
	if s.cfg.Panel != nil {
		maps.Copy(facts, s.cfg.Panel(id, r.URL.Query().Get("all") == "true"))
	}
	return facts, nil
}

// postFault takes a Fault as JSON, its durations as text ("1.5s").
func (s *Simulator) postFault(_ *http.Request, body []byte) (any, error) {
	var fields struct {
		Operation  string          `json:"operation"`
		Session    string          `json:"session"`
		Count      int             `json:"count"`
		Delay      string          `json:"delay"`
		Status     int             `json:"status"`
		Body       json.RawMessage `json:"body"`
		RetryAfter string          `json:"retryAfter"`
		After      bool            `json:"after"`
		Drop       bool            `json:"drop"`
		Duplicate  bool            `json:"duplicate"`
		Reorder    bool            `json:"reorder"`
	}
	if err := decodeObject(body, &fields); err != nil {
		return nil, err
	}
	delay, err := duration("delay", fields.Delay)
	if err != nil {
		return nil, err
	}
	retryAfter, err := duration("retryAfter", fields.RetryAfter)
	if err != nil {
		return nil, err
	}
	return map[string]string{"status": "planned"}, s.Fail(fields.Operation, Fault{
		Session: fields.Session, Count: fields.Count,
		Delay: delay, Status: fields.Status, Body: string(fields.Body), RetryAfter: retryAfter,
		After: fields.After, Drop: fields.Drop,
		Duplicate: fields.Duplicate, Reorder: fields.Reorder,
	})
}

func (s *Simulator) deleteFaults(*http.Request, []byte) (any, error) {
	s.ClearFaults()
	return map[string]string{"status": "cleared"}, nil
}

func duration(name, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%w: %s must be a duration like 1.5s", errField, name)
	}
	return d, nil
}
