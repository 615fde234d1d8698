// Package outbox is what a turn decided to do towards the gateway, in order, and how a part of it comes to the patient.
// It promises that a part is said once more at most where nobody knows whether it was read, and goes by phone where the
// session does not take it; it knows items, tries and the answers of the gateway, and neither the record that keeps them
// nor what a conversation makes of the end.
package outbox

import (
	"slices"

	"atende/actors/session/history"
	"atende/integrations/chat"
)

// Kind is what an item of the outbox does.
type Kind string

// What an item does.
const (
	Part     Kind = history.Part     // sends Text to the patient
	Transfer Kind = history.Transfer // hands the session to the human department; Text is the reason
	Tag      Kind = history.Tag      // tags the contact with Text
)

// Item is one call to the gateway that a turn decided on.
type Item struct {
	Kind Kind   `json:"k"`
	Text string `json:"t,omitempty"`
	// Menu is what can be tapped under a Part.  An older release forgets it, and says Text alone, which is all of it.
	Menu *chat.Menu `json:"m,omitempty"`

	From []string `json:"-"` // what the words come from, for the history
}

// HasPart reports whether items say anything to the patient.
func HasPart(items []Item) bool {
	return slices.ContainsFunc(items, func(i Item) bool { return i.Kind == Part })
}

// HasTransfer reports whether items hand the session over.
func HasTransfer(items []Item) bool {
	return slices.ContainsFunc(items, func(i Item) bool { return i.Kind == Transfer })
}

// Said is an outbox in the clear.
func Said(items []Item) []history.Said {
	list := make([]history.Said, 0, len(items))
	for _, i := range items {
		list = append(list, history.Said{Kind: string(i.Kind), Text: i.Text, From: i.From})
	}
	return list
}

// Sources gives items that were decided before a crash what their words come from.
func Sources(items []Item, before *history.Entry) []Item {
	if before == nil || len(before.Said) < len(items) {
		return items
	}
	items = slices.Clone(items)
	for i := range items {
		items[i].From = before.Said[i].From
	}
	return items
}
