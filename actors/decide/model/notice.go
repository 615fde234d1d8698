package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// withNotice sees to it that who writes for the first time reads the privacy notice, whatever the model says of it:
// as a part of its own before the last one, which asks.
func (d *dialogue) withNotice(s *conversation.State, r conversation.Reply) conversation.Reply {
	notice := d.Clinic.Texts.Words(wording.PrivacyNotice, 0)
	if s.Greeted || s.Notice != nil || r.Text == "" || slices.Contains(r.From, notice.From[0]) {
		return r
	}
	said := wording.Quote(r.Text, r.From...).With(notice)
	switch at := strings.LastIndex(r.Text, "\n\n"); {
	case strings.Contains(r.Text, notice.Text):
	case at < 0:
		said.Text += "\n\n" + notice.Text
	default:
		said.Text = r.Text[:at] + "\n\n" + notice.Text + r.Text[at:]
	}
	return saying(r, said)
}
