package language

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
)

// Bind fills the fields of a struct with the groups (Group) and classes (*Class) of the book that are called like
// them: OtherDoctor is [other-doctor] or #other-doctor.  It is how code names what stands in the files: what either
// side has and the other lacks is an error, but for classes, which phrases may use alone, and groups with traits, which
// code finds by these.
func (b *Book) Bind(target any) error {
	v := reflect.ValueOf(target).Elem()
	used := map[string]struct{}{}
	var errs []error
	for i := range v.NumField() {
		name := kebab(v.Type().Field(i).Name)
		used[name] = struct{}{}
		switch field := v.Field(i).Addr().Interface().(type) {
		case *Group:
			if *field = b.Group(name); *field == None {
				errs = append(errs, fmt.Errorf("phrases: no group [%s]", name))
			}
		case **Class:
			if *field = b.Class(name); *field == nil {
				errs = append(errs, fmt.Errorf("phrases: no class #%s", name))
			}
		default:
			errs = append(errs, fmt.Errorf("phrases: field %s is neither Group nor *Class", name))
		}
	}
	for _, g := range b.groups {
		if _, ok := used[g.name]; !ok && len(g.traits) == 0 {
			errs = append(errs, fmt.Errorf("%s: nobody asks for [%s]", g.at, g.name))
		}
	}
	return errors.Join(errs...)
}

// MustBind is Bind for our own files, whose mistakes end the program at its start.
func (b *Book) MustBind(target any) {
	if err := b.Bind(target); err != nil {
		panic(err)
	}
}

// kebab is "other-doctor" for OtherDoctor and "no-cpf" for NoCPF.
func kebab(name string) string {
	var out strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		starts := unicode.IsUpper(r) && i > 0 &&
			(!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if starts {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
