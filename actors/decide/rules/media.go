package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/wording"
)

// looksAt acknowledges what is no text.  It reports whether there are words beside it that are read.  A reaction
// is no answer, whatever it shows; a voice message may have been one.
func (d *dialogue) looksAt(s *conversation.State, m decide.Message) (words bool) {
	kind := strings.ToUpper(m.Type)
	switch {
	case kind == "REACTION":
		d.excuse(d.clinic.Texts.Variant(wording.MediaReaction, s.Excuses))
		d.excused = true
		return false
	case m.Text == "":
		d.excuse(d.mediaText(s, kind))
		d.excused = kind != "AUDIO"
		return false
	case isFile(kind):
		d.digress(d.clinic.Texts.Variant(wording.MediaCaption, s.Excuses))
	}
	return true
}

func isFile(kind string) bool { return kind == "IMAGE" || kind == "DOCUMENT" || kind == "VIDEO" }

// captioned reads the words beside a file, which ask nothing unless they end like a question: "minha
// carteirinha" is what the picture shows.
func (d *dialogue) captioned(s *conversation.State, m decide.Message) (reading, inquiry) {
	if isFile(strings.ToUpper(m.Type)) && !strings.Contains(m.Text, "?") {
		return d.reading(s, m.Text), inquiry{}
	}
	return d.withoutQuestions(s, m.Text)
}

func (d *dialogue) mediaText(s *conversation.State, kind string) string {
	id := wording.MediaOther
	switch {
	case kind == "AUDIO":
		id = wording.MediaAudio
	case isFile(kind):
		id = wording.MediaFile
	}
	return d.clinic.Texts.Variant(id, s.Excuses)
}
