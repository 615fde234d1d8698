package simulator

import (
	"errors"
	"fmt"
	"slices"
)

// errField says that a field of a session or a message cannot be what it was set to.  Only the
// name of the field is in the text.
var errField = errors.New("simulator: bad field")

const maxFields = 64

// filterFields are read by the agent and are text in every gateway of the family; null makes a
// record without them, to try the nested ones.
var filterFields = []string{"platform", "instanceNumber", "teamName", "status"}

// ownFields describe what happened and cannot be set.
var ownFields = []string{
	"id", "tags", "v1TransferUsed", "continuedIn", "robot", "home", "typingUntil", "persona",
	"messages", "calls", "deliveries",
}

func checkFields(fields map[string]any) error {
	if len(fields) > maxFields {
		return fmt.Errorf("%w: too many", errField)
	}
	for name, value := range fields {
		if slices.Contains(ownFields, name) {
			return fmt.Errorf("%w: %s cannot be set", errField, name)
		}
		if _, text := value.(string); slices.Contains(filterFields, name) && !text && value != nil {
			return fmt.Errorf("%w: %s must be a text or null", errField, name)
		}
	}
	return nil
}

// takeIdentity removes phone and name from fields, which are not plain fields of the record.
func takeIdentity(fields map[string]any) (phone, name string, err error) {
	if value, ok := fields["phone"]; ok {
		text, _ := value.(string)
		if phone = digits(text); !validPhone(phone) {
			return "", "", fmt.Errorf("%w: phone", errField)
		}
	}
	if value, ok := fields["name"]; ok {
		if name, ok = value.(string); !ok || name == "" {
			return "", "", fmt.Errorf("%w: name", errField)
		}
	}
	delete(fields, "phone")
	delete(fields, "name")
	return phone, name, nil
}

func validPhone(digits string) bool { return len(digits) >= 8 && len(digits) <= 15 }
