package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// keywords are those that a strict schema may use.
var keywords = []string{
	"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description", "title",
	"pattern", "format", "minimum", "maximum", "minItems", "maxItems",
}

const maxDepth = 5

// checkSchema checks the schema of a tool: an object whose properties are all required and which takes no
// others, all the way down.
func checkSchema(raw json.RawMessage) error {
	var root map[string]any
	if err := json.Unmarshal(raw, &root); err != nil || root == nil {
		return errors.New("parameters must be a JSON schema")
	}
	if root["type"] != "object" {
		return errors.New("schema must be a JSON schema of 'type: \"object\"'")
	}
	return checkNode("()", root, 0)
}

func checkNode(at string, node map[string]any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("context %s: more than %d levels", at, maxDepth)
	}
	for key := range node {
		if !slices.Contains(keywords, key) {
			return fmt.Errorf("context %s: '%s' is not permitted", at, key)
		}
	}
	kinds := kindsOf(node["type"])
	if len(kinds) == 0 && node["anyOf"] == nil {
		return fmt.Errorf("context %s: schema must have a 'type' key", at)
	}
	if slices.Contains(kinds, "object") {
		if err := checkObject(at, node, depth); err != nil {
			return err
		}
	}
	if err := checkEnum(at, node, kinds); err != nil {
		return err
	}
	return checkInner(at, node, kinds, depth)
}

// checkObject: all properties are required and there are no others.
func checkObject(at string, node map[string]any, depth int) error {
	properties, _ := node["properties"].(map[string]any)
	required, _ := node["required"].([]any)
	switch {
	case properties == nil:
		return fmt.Errorf("context %s: object schema missing properties", at)
	case node["additionalProperties"] != false:
		return fmt.Errorf("context %s: 'additionalProperties' is required to be supplied and to be false", at)
	case node["required"] == nil || len(required) != len(properties):
		return fmt.Errorf("context %s: 'required' is required to be supplied and to be an array including every key in properties", at)
	}
	for name, value := range properties {
		inner, ok := value.(map[string]any)
		if !ok || !slices.Contains(required, any(name)) {
			return fmt.Errorf("context %s: '%s' is no schema or not required", at, name)
		}
		if err := checkNode(fmt.Sprintf("%s.%s", at, name), inner, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// checkEnum: every value is of the type, and null is among them where the type says so.
func checkEnum(at string, node map[string]any, kinds []string) error {
	values, has := node["enum"].([]any)
	if node["enum"] == nil {
		return nil
	}
	if !has || len(values) == 0 {
		return fmt.Errorf("context %s: 'enum' must be a list with values", at)
	}
	for _, v := range values {
		if !slices.Contains(kinds, kindOf(v)) && (kindOf(v) != "number" || !slices.Contains(kinds, "integer")) {
			return fmt.Errorf("context %s: enum value %v does not validate against %v", at, v, kinds)
		}
	}
	if slices.Contains(kinds, "null") && !slices.Contains(values, nil) {
		return fmt.Errorf("context %s: the type allows null and 'enum' does not", at)
	}
	return nil
}

// checkInner goes on with items and anyOf.
func checkInner(at string, node map[string]any, kinds []string, depth int) error {
	if slices.Contains(kinds, "array") {
		items, ok := node["items"].(map[string]any)
		if !ok {
			return fmt.Errorf("context %s: array schema missing items", at)
		}
		if err := checkNode(at+".items", items, depth+1); err != nil {
			return err
		}
	}
	options, _ := node["anyOf"].([]any)
	for i, option := range options {
		inner, ok := option.(map[string]any)
		if !ok {
			return fmt.Errorf("context %s: anyOf[%d] is no schema", at, i)
		}
		if err := checkNode(fmt.Sprintf("%s.anyOf[%d]", at, i), inner, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// kindsOf are the types that a schema names; nil if one of them is none.
func kindsOf(value any) []string {
	list, several := value.([]any)
	if !several {
		list = []any{value}
	}
	var kinds []string
	for _, v := range list {
		kind, _ := v.(string)
		if !slices.Contains([]string{"object", "array", "string", "integer", "number", "boolean", "null"}, kind) {
			return nil
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// kindOf is the type of a JSON value.
func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
