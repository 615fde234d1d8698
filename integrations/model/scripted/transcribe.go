package scripted

import (
	"encoding/json"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Audio is a voice message that is to be transcribed.
type Audio struct {
	Name, Model, Language string
	Data                  []byte
}

// extensions are those by which servers tell the format of a voice message.
var extensions = []string{"flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "wav", "webm"}

// maxAudio is what servers take.
const maxAudio = 25 << 20

// transcribe is POST /audio/transcriptions.
func (s *Server) transcribe(w http.ResponseWriter, r *http.Request) {
	audio, refused := readAudio(w, r)
	if refused != nil {
		fail(w, refused.status, refused.code, refused.message)
		return
	}
	var reply Reply
	if s.config.Transcribe != nil {
		reply = s.config.Transcribe(audio)
	}
	s.answer(w, r, reply, func() ([]byte, error) { return json.Marshal(map[string]string{"text": reply.Text}) })
}

func readAudio(w http.ResponseWriter, r *http.Request) (Audio, *refusal) {
	r.Body = http.MaxBytesReader(w, r.Body, maxAudio)
	if err := r.ParseMultipartForm(maxAudio); err != nil {
		return Audio{}, bad("The body must be multipart/form-data of at most %d bytes.", maxAudio)
	}
	defer r.MultipartForm.RemoveAll() //nolint:errcheck // parts that are in memory leave nothing behind
	file, header, err := r.FormFile("file")
	if err != nil {
		return Audio{}, bad("file is required")
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	audio := Audio{Name: header.Filename, Model: r.FormValue("model"), Language: r.FormValue("language"), Data: data}
	format := r.FormValue("response_format")
	switch {
	case err != nil || len(data) == 0:
		return audio, bad("The file is empty or broken.")
	case audio.Model == "":
		return audio, bad("you must provide a model parameter")
	case !slices.Contains(extensions, strings.TrimPrefix(path.Ext(audio.Name), ".")):
		return audio, bad("Invalid file format. Supported formats: %v", extensions)
	case format != "" && format != "json":
		return audio, bad("response_format must be json")
	}
	return audio, nil
}
