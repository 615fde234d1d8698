package simulator

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Bounds of what patients attach.  The oldest files are forgotten, and with a session all of its files.
const (
	maxFile      = 5 << 20   // bytes of one
	maxFiles     = 8         // of one session
	maxFileBytes = 128 << 20 // of all
)

// File is what a patient attaches.
type File struct {
	Name string // as the patient's phone calls it; may be ""
	MIME string // as it claims; may be "", and wrong
	Data []byte
}

// stored is a file that is served under an address that nobody guesses.
type stored struct {
	File
	id      string
	session *session
}

// Attach keeps a file of a session and returns it as details.file of a message has it (spec section 6), with
// addresses below base ("http://host:port"), which only the agent and the page know.
func (s *Simulator) Attach(sessionID, base string, f File) (map[string]any, error) {
	if len(f.Data) == 0 {
		return nil, fmt.Errorf("%w: the file is empty", errField)
	}
	if len(f.Data) > maxFile {
		return nil, errTooLarge
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sessions[sessionID]
	switch {
	case c == nil:
		return nil, ErrNoSession
	case s.closed:
		return nil, ErrClosed
	}
	kept := &stored{File: f, id: s.dialect.newID(), session: c}
	s.keep(kept)
	return kept.details(cmp.Or(s.cfg.PublicURL, base)), nil
}

// keep adds a file and forgets what is too much; s.mu is held.
func (s *Simulator) keep(f *stored) {
	own := 0
	for _, other := range s.files {
		if other.session == f.session {
			own++
		}
	}
	for own >= maxFiles {
		s.dropFile(s.oldestFile(f.session))
		own--
	}
	s.files = append(s.files, f)
	s.fileBytes += len(f.Data)
	for s.fileBytes > maxFileBytes {
		s.dropFile(0)
	}
}

// oldestFile is the place of the first file of a session that has one; s.mu is held.
func (s *Simulator) oldestFile(c *session) int {
	for i, f := range s.files {
		if f.session == c {
			return i
		}
	}
	return 0
}

// dropFile forgets the file at a place; s.mu is held.
func (s *Simulator) dropFile(at int) {
	s.fileBytes -= len(s.files[at].Data)
	s.files = append(s.files[:at:at], s.files[at+1:]...)
}

// dropFiles forgets the files of a session; s.mu is held.
func (s *Simulator) dropFiles(c *session) {
	for i := len(s.files) - 1; i >= 0; i-- {
		if s.files[i].session == c {
			s.dropFile(i)
		}
	}
}

// details is the file as webhooks tell of it.
func (f *stored) details(base string) map[string]any {
	address := strings.TrimSuffix(base, "/") + "/sim/files/" + f.id
	return map[string]any{
		"id": f.id, "name": f.Name, "extension": strings.TrimPrefix(path.Ext(f.Name), "."),
		"mimeType": f.MIME, "type": kindOfMIME(f.MIME), "size": len(f.Data),
		"publicUrl": address, "publicUrlDownload": address + "?download=1",
	}
}

// kindOfMIME is the type of a message with such a file.
func kindOfMIME(claim string) string {
	family, _, _ := strings.Cut(claim, "/")
	switch family {
	case "audio", "image", "video":
		return strings.ToUpper(family)
	default:
		return "DOCUMENT"
	}
}

// postFile takes the bytes of a file as they are; its type is Content-Type, its name the parameter name.  It answers
// the file as a message wants it.
func (s *Simulator) postFile(w http.ResponseWriter, r *http.Request) {
	data, err := readUpTo(w, r, maxFile)
	if err == nil {
		f := File{Name: path.Base("/" + r.URL.Query().Get("name")), MIME: r.Header.Get("Content-Type"), Data: data}
		if f.Name == "/" {
			f.Name = ""
		}
		var details map[string]any
		if details, err = s.Attach(r.PathValue("id"), baseOf(r), f); err == nil {
			reply(w, http.StatusCreated, details)
			return
		}
	}
	s.refuse(w, err)
}

// baseOf is where the caller reached the simulator.
func baseOf(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// getFile serves a file to whoever knows its address.  The page shows pictures and plays sound; nothing of a file
// runs in it, whatever it claims to be.
func (s *Simulator) getFile(w http.ResponseWriter, r *http.Request) {
	f := s.file(r.PathValue("id"))
	if f == nil {
		s.refuse(w, errNoFile)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	header.Set("Content-Disposition", "attachment")
	header.Set("Cache-Control", "private, max-age=3600")
	header.Set("Content-Type", "application/octet-stream")
	if claim, _, err := mime.ParseMediaType(f.MIME); err == nil {
		header.Set("Content-Type", claim)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.Data))
}

// file finds a file; nil if it is not known (any more).
func (s *Simulator) file(id string) *stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f.id == id {
			return f
		}
	}
	return nil
}
