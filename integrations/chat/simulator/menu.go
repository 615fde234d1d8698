package simulator

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Menu is what the patient can tap under a message: buttons, or the rows of a list.
type Menu struct {
	// Open is what the button says that opens a list; "" for buttons.
	Open    string       `json:"open,omitempty"`
	Options []MenuOption `json:"options"`
}

// MenuOption is one of them.
type MenuOption struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Detail string `json:"detail,omitempty"`
}

// interactiveBody is "interactive" beside the text of a message, in both dialects: as the Cloud API of WhatsApp has it, but
// for the body, which is that text.  Neither the spec nor the family's documentation has it (docs/gateways.md).
type interactiveBody struct {
	Type   string `json:"type"`
	Action struct {
		Button  string `json:"button"`
		Buttons []struct {
			Type  string        `json:"type"`
			Reply interactedRow `json:"reply"`
		} `json:"buttons"`
		Sections []struct {
			Title string          `json:"title"`
			Rows  []interactedRow `json:"rows"`
		} `json:"sections"`
	} `json:"action"`
}

type interactedRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

func (r interactedRow) option() MenuOption { return MenuOption{r.ID, r.Title, r.Description} }

// menuLimits are what WhatsApp takes, in numbers and in characters.
type menuLimits struct{ options, title, detail, id, text int }

var buttonLimits, listLimits = menuLimits{3, 20, 0, 256, 1024}, menuLimits{10, 24, 72, 200, maxText}

// maxOpen is the longest text on the button that opens a list.
const maxOpen = 20

// menuOf reads what can be tapped under a text; nothing for nil.  As strict as WhatsApp, and stricter where two rows look alike.
func menuOf(raw json.RawMessage, text string) (*Menu, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var body interactiveBody
	if err := decodeObject(raw, &body); err != nil {
		return nil, badBody("interactive cannot be read")
	}
	menu, limits := &Menu{}, buttonLimits
	switch body.Type {
	case "button":
		for _, b := range body.Action.Buttons {
			if b.Type != "reply" {
				return nil, badBody("a button must be of the type reply")
			}
			menu.Options = append(menu.Options, b.Reply.option())
		}
	case "list":
		limits, menu.Open = listLimits, body.Action.Button
		if blank(menu.Open) || utf8.RuneCountInString(menu.Open) > maxOpen {
			return nil, badBody("the button of a list must have 1 to 20 characters")
		}
		for _, section := range body.Action.Sections {
			for _, row := range section.Rows {
				menu.Options = append(menu.Options, row.option())
			}
		}
	default:
		return nil, badBody("interactive must be a button or a list")
	}
	if utf8.RuneCountInString(text) > limits.text {
		return nil, badBody("the text is too long for what can be tapped under it")
	}
	if err := menu.check(limits); err != nil {
		return nil, err
	}
	return menu, nil
}

func (m *Menu) check(limits menuLimits) error {
	if len(m.Options) == 0 || len(m.Options) > limits.options {
		return badBody("there must be 1 to %d options", limits.options)
	}
	seen := map[string]bool{}
	for _, o := range m.Options {
		long := utf8.RuneCountInString(o.Title) > limits.title || utf8.RuneCountInString(o.Detail) > limits.detail
		if blank(o.ID) || len(o.ID) > limits.id || blank(o.Title) || long {
			return badBody("an option is too long, or says nothing")
		}
		look := "look " + o.Title + "\n" + o.Detail
		if seen["id "+o.ID] || seen[look] {
			return badBody("two options are one")
		}
		seen["id "+o.ID], seen[look] = true, true
	}
	return nil
}

// tapped is the option of a session that has an id, in the last message that has it, and whether it stands in a list.
func (c *session) tapped(id string) (option MenuOption, list, known bool) {
	for _, m := range c.messages {
		if m.Menu == nil {
			continue
		}
		for _, o := range m.Menu.Options {
			if o.ID == id {
				option, list, known = o, m.Menu.Open != "", true
			}
		}
	}
	return option, list, known
}

// maxChoice is the longest id that can be sent as tapped: longer than any that WhatsApp takes, for tests.
const maxChoice = 1024

// choose makes of a message the tap on an option.  One that no message has needs a text of its own, and stands for a forged one.
func (c *session) choose(m *Message, id string) error {
	option, list, known := c.tapped(id)
	switch {
	case len(id) > maxChoice:
		return fmt.Errorf("%w: choice is too long", errField)
	case known:
		m.Text = option.Title
	case blank(m.Text):
		return fmt.Errorf("%w: choice is no option of this conversation, and text is missing", errField)
	}
	m.Choice, m.ofList = id, list
	return nil
}

// reply is "interactive" of a webhook, as the Cloud API of WhatsApp has it.
func (m *Message) reply() map[string]any {
	kind := "button_reply"
	if m.ofList {
		kind = "list_reply"
	}
	return map[string]any{"type": kind, kind: map[string]any{"id": m.Choice, "title": m.Text}}
}
