package language

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"unicode"
)

// Bind fills the fields of a struct with the groups (Group) and classes (*Class) of the book that are called like
// them: OtherDoctor is [other-doctor] or #other-doctor.  It is how code names what stands in the files: what either
// side has and the other lacks is an error, but for classes, which phrases may use alone, and groups with traits, which
// code finds by these.
func (b *Book) Bind(target any) error {
	used := map[string]struct{}{}
	var errs []error
	for name, field := range fieldsOf(target) {
		used[name] = struct{}{}
		switch field := field.(type) {
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

// fieldsOf are pointers to the fields of a struct that target points to, with their names as files write them; none for
// nil.
func fieldsOf(target any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if target == nil {
			return
		}
		v := reflect.ValueOf(target).Elem()
		for i := range v.NumField() {
			if !yield(kebab(v.Type().Field(i).Name), v.Field(i).Addr().Interface()) {
				return
			}
		}
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
