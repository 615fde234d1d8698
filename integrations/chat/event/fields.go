package event

import (
	"hash/fnv"
	"strconv"

	"atende/integrations/chat/wire"
)

// Bounds of what Event.Fields is made of.
const (
	maxDepth = 4    // of objects in objects
	maxNames = 2048 // bytes; a name that begins within them counts whole
)

func fieldsOf(body []byte) string {
	sum := fnv.New64a()
	_, _ = sum.Write(names(make([]byte, 0, 1024), body, 0))
	return strconv.FormatUint(sum.Sum64(), 16)
}

// names adds the names of the members of a JSON object in their order, and of the objects in it; no values.
func names(list, object []byte, depth int) []byte {
	if depth >= maxDepth || len(list) > maxNames {
		return list
	}
	list = append(list, '{')
	for key, value := range wire.Members(object) {
		list = append(append(list, key...), ',')
		if wire.IsObject(value) {
			list = names(list, value, depth+1)
		}
	}
	return append(list, '}')
}
