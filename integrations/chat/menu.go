package chat

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"atende/integrations/outbound"
)

// What WhatsApp takes of an interactive message, in characters and in numbers (Meta, "Interactive reply buttons messages" and
// "Interactive list messages").  An id may have 256 characters for a button and 200 for a row.
const (
	maxButtons, maxRows               = 3, 10
	maxButtonTitle, maxRowTitle       = 20, 24
	maxRowDetail, maxOpenTitle        = 72, 20
	maxButtonsText, maxListText       = 1024, maxPart
	maxOptionID                       = 200
	interactiveButton, interactiveLst = "button", "list"
)

// Menu is what a message can be answered with by a tap: buttons under it, or the rows of a list that a button opens.  The
// text of the message says all of it, too, because not every gateway shows a menu.
type Menu struct {
	// Open is what the button says that opens a list; "" for buttons.
	Open    string   `json:"open,omitempty"`
	Options []Option `json:"options"`
}

// Option is one of them.
type Option struct {
	ID     string `json:"id"` // comes back with the tap (event.Event.Choice)
	Title  string `json:"title"`
	Detail string `json:"detail,omitempty"` // under the title of a row
}

// Fits reports that WhatsApp takes a menu under a text.  Titles are told apart by WhatsApp's users alone, so two that are
// equal do not fit either.
func (m *Menu) Fits(text string) bool {
	options, title, body := maxButtons, maxButtonTitle, maxButtonsText
	if m.Open != "" {
		options, title, body = maxRows, maxRowTitle, maxListText
	}
	if len(m.Options) == 0 || len(m.Options) > options || !within(text, body) || m.Open != "" && !within(m.Open, maxOpenTitle) {
		return false
	}
	seen := map[string]bool{}
	for _, o := range m.Options {
		if seen[o.Title+"\n"+o.Detail] || o.ID == "" || len(o.ID) > maxOptionID || !within(o.Title, title) {
			return false
		}
		if o.Detail != "" && (m.Open == "" || !within(o.Detail, maxRowDetail)) {
			return false
		}
		seen[o.Title+"\n"+o.Detail] = true
	}
	return true
}

// within reports a text that is not blank and has at most so many characters.
func within(text string, limit int) bool {
	return strings.TrimSpace(text) != "" && utf8.RuneCountInString(text) <= limit
}

// interactive is a menu as the Cloud API of WhatsApp writes it, without its body, which is the text that stands beside it.
type interactive struct {
	Type   string            `json:"type"` // button, list
	Action interactiveAction `json:"action"`
}

type interactiveAction struct {
	Buttons  []interactiveReply   `json:"buttons,omitempty"`
	Button   string               `json:"button,omitempty"`
	Sections []interactiveSection `json:"sections,omitempty"`
}

type interactiveReply struct {
	Type  string         `json:"type"` // reply
	Reply interactiveRow `json:"reply"`
}

type interactiveSection struct {
	Rows []interactiveRow `json:"rows"`
}

type interactiveRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

// wire is the menu as it goes out.
func (m *Menu) wire() interactive {
	var buttons []interactiveReply
	var rows []interactiveRow
	for _, o := range m.Options {
		buttons = append(buttons, interactiveReply{"reply", interactiveRow{ID: o.ID, Title: o.Title}})
		rows = append(rows, interactiveRow{o.ID, o.Title, o.Detail})
	}
	if m.Open == "" {
		return interactive{interactiveButton, interactiveAction{Buttons: buttons}}
	}
	return interactive{interactiveLst, interactiveAction{Button: m.Open, Sections: []interactiveSection{{rows}}}}
}

// HasMenus reports that messages can be answered by a tap.
func (d *Dialect) HasMenus() bool { return d.menu != nil }

// SendMenu is SendInSession of a text with a menu under it.  A gateway that refuses the menu has sent nothing.
func (c *Client) SendMenu(ctx context.Context, id, text string, m *Menu) (json.RawMessage, error) {
	const operation = "send_in_session"
	switch {
	case id == "":
		return nil, missing(operation, "session id")
	case c.dialect.menu == nil || m == nil:
		return nil, missing(operation, "menu")
	}
	return c.command(ctx, c.dialect.menu(id, text, m.wire()).with(outbound.Call{Operation: operation, Read: c.delivered}))
}
