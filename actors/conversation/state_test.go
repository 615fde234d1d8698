package conversation

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A state is stored as it always was, byte for byte and in the same order: a release reads what the one before wrote,
// and both may serve one cluster.  The file was written by the release whose State had no groups.
func TestStoredState(t *testing.T) {
	t.Run("every field", func(t *testing.T) {
		indented, err := os.ReadFile(filepath.Join("testdata", "state.json"))
		if err != nil {
			t.Fatal(err)
		}
		var stored bytes.Buffer
		if err := json.Compact(&stored, indented); err != nil {
			t.Fatal(err)
		}
		s := decoded(t, stored.Bytes())
		wantFilled(t, "State", reflect.ValueOf(s))
		if diff := cmp.Diff(stored.String(), encoded(t, s)); diff != "" {
			t.Errorf("stored another way (-before +now):\n%s", diff)
		}
	})
	t.Run("empty", func(t *testing.T) {
		const stored = `{"request":{},"wish":{},"patient":{}}`
		if got := encoded(t, State{}); got != stored {
			t.Errorf("stored as %s, before as %s", got, stored)
		}
		if s := decoded(t, []byte(stored)); !reflect.DeepEqual(s, State{}) {
			t.Errorf("read as %+v", s)
		}
	})
}

func decoded(t *testing.T, stored []byte) State {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(stored))
	decoder.DisallowUnknownFields()
	var s State
	if err := decoder.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func encoded(t *testing.T, s State) string {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// wantFilled finds fields of a struct of this package, at any depth, that have no value.
func wantFilled(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	if v.IsZero() {
		t.Errorf("%s has no value", name)
		return
	}
	v = reflect.Indirect(v)
	if v.Kind() != reflect.Struct || v.Type().PkgPath() != reflect.TypeFor[State]().PkgPath() {
		return
	}
	for i := range v.NumField() {
		wantFilled(t, name+"."+v.Type().Field(i).Name, v.Field(i))
	}
}
