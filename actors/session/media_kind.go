package session

import (
	"slices"
	"strings"

	"atende/integrations/chat/event"
	"atende/integrations/media"
)

// attachment is a file of a message of the turn.
type attachment struct {
	message int // its place in the turn
	event   event.Event
	kinds   []media.Kind // that somebody can use; none: it is not fetched
}

// usable are the kinds of file that an attachment may be and that somebody can use.  What is claimed of its
// content can spare a download and never causes one.
func (c *Media) usable(e event.Event) []media.Kind {
	if c.Source == nil || e.File.URL == "" && e.File.DownloadURL == "" {
		return nil
	}
	return slices.DeleteFunc(likely(e), func(kind media.Kind) bool {
		switch kind {
		case media.Audio:
			return c.Transcriber == nil || e.Transcription != ""
		case media.Image:
			return !c.Sees
		default:
			return c.PDF == nil
		}
	})
}

// likely are the kinds of file that an attachment may be.
func likely(e event.Event) []media.Kind {
	switch e.MessageType {
	case "AUDIO":
		if e.Text != "" { // it comes with its words
			return nil
		}
		return []media.Kind{media.Audio}
	case "IMAGE":
		return []media.Kind{media.Image}
	case "DOCUMENT":
		return claimed(e.File.MIMEType)
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
func kindOf(e event.Event) string {
	switch {
	case e.MessageType == "AUDIO":
		return "audio"
	case e.MessageType == "IMAGE":
		return "image"
	case e.MessageType == "DOCUMENT":
		return "document"
	case e.Text == "" && e.MessageType != "TEXT" || e.File != (event.File{}):
		return "other"
	default:
		return ""
	}
}
