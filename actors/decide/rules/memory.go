package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
)

// memory keeps what texts say by themselves, whatever was asked: a turn looks at most of its texts several times.
// It ends with the dialogue.
type memory struct {
	facts []remembered[understand.Facts]
	hits  []remembered[conversation.Hits]
	// latest is the reading made last in the present state.
	latest *reading
}

type remembered[T any] struct {
	text string
	said T
}

// maxRemembered bounds the texts that are kept: those of a message, its sentences and clauses.
const maxRemembered = 16

// recall is what was remembered of a text, or else is read.
func recall[T any](list *[]remembered[T], text string, read func() T) T {
	for i := range *list {
		if (*list)[i].text == text {
			return (*list)[i].said
		}
	}
	said := read()
	if len(*list) < maxRemembered {
		*list = append(*list, remembered[T]{text, said})
	}
	return said
}

// facts is understand.Read at the time of the turn.  Nobody changes what it points to.
func (d *dialogue) facts(text string) understand.Facts {
	return recall(&d.memory.facts, text, func() understand.Facts { return understand.Read(text, d.turn.Now) })
}

// hits are the places of a text that name something of the catalogue.  Nobody changes what it points to.
func (d *dialogue) hits(text string) conversation.Hits {
	return recall(&d.memory.hits, text, func() conversation.Hits { return d.clinic.Hits(text) })
}

// find is what of the catalogue a text names.
func (d *dialogue) find(text string) conversation.Mentions { return d.hits(text).Best() }
