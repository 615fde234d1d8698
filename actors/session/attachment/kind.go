package attachment

import (
	"slices"
	"strings"

	"atende/actors/journal"
	"atende/integrations/media"
)

// Comes reports that something is attached to a message.
func Comes(m journal.PatientMessage) bool { return kindOf(m) != "" }

// usable are the kinds of file that an attachment may be and that somebody can use.  What is claimed of its
// content can spare a download and never causes one.
func (r *Reader) usable(m journal.PatientMessage) []media.Kind {
	if r.Source == nil || len(m.File().URLs) == 0 {
		return nil
	}
	return slices.DeleteFunc(likely(m), func(kind media.Kind) bool {
		switch kind {
		case media.Audio:
			return r.Transcriber == nil || m.Transcription != ""
		case media.Image:
			return !r.Sees
		default:
			return r.PDF == nil
		}
	})
}

// likely are the kinds of file that an attachment may be.
func likely(m journal.PatientMessage) []media.Kind {
	switch m.Kind {
	case "AUDIO":
		if m.Text != "" { // it comes with its words
			return nil
		}
		return []media.Kind{media.Audio}
	case "IMAGE":
		return []media.Kind{media.Image}
	case "DOCUMENT":
		return claimed(m.File().MIMEType)
	default:
		return nil
	}
}

// claimed are the kinds of file that a document with such a type can turn out to be.
func claimed(mime string) []media.Kind {
	family, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(mime)), "/")
	switch family {
	case "audio":
		return []media.Kind{media.Audio}
	case "image":
		return []media.Kind{media.Image}
	case "video", "text":
		return nil
	default:
		return []media.Kind{media.Document, media.Audio, media.Image}
	}
}

// kindOf is the kind of an attachment for the metrics, "" for a message without one.
func kindOf(m journal.PatientMessage) string {
	switch {
	case m.Kind == "AUDIO":
		return "audio"
	case m.Kind == "IMAGE":
		return "image"
	case m.Kind == "DOCUMENT":
		return "document"
	case m.Text == "" && m.Kind != "TEXT" || len(m.Files) > 0:
		return "other"
	default:
		return ""
	}
}
