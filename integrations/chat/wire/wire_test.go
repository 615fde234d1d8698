package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/integrations/chat/wire"
)

// Members and Text see what encoding/json sees.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { } `, `{"a":1}`, "{\t\"a\" :\r\n null , \"b\": [ ] }",
		`{"text":"a \"quoted\" } ] word\\","after":true}`,
		`{"nested":{"x":[1,{"y":"]}"},[]],"z":{}},"number":-1.5e+3,"last":false}`,
		`{"k\u0065y":"caf\u00e9","chave é":"ção","\"":"\ud800"}`,
		"{\"bytes\":\"a\xffb\"}", `{"a":1,"a":2}`,
		`[{"a":1}]`, `"{}"`, `null`, `7`, `{"a":1`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		var want map[string]json.RawMessage
		isObject := json.Unmarshal(body, &want) == nil && want != nil
		got := map[string]json.RawMessage{}
		for key, value := range wire.Members(body) {
			got[string(key)] = value
		}
		if wire.IsObject(body) != isObject || len(got) != len(want) {
			t.Fatalf("%q: object %v, %d members; want %v, %d", body, wire.IsObject(body), len(got), isObject, len(want))
		}
		for key, value := range want {
			if diff := cmp.Diff(string(value), string(got[key])); diff != "" {
				t.Errorf("%q, member %q (-want +got):\n%s", body, key, diff)
			}
			text, isText := "", value[0] == '"'
			_ = json.Unmarshal(value, &text)
			if read, ok := wire.Text(got[key]); ok != isText || isText && read != text {
				t.Errorf("%q, member %q: text %q, %v; want %q, %v", body, key, read, ok, text, isText)
			}
		}
	})
}

// A reader that has enough stops the listing.
func TestMembersStops(t *testing.T) {
	for key := range wire.Members([]byte(`{"a":1,"b":2}`)) {
		if string(key) != "a" {
			t.Errorf("went on to %q", key)
		}
		break
	}
}

func TestNamed(t *testing.T) {
	for key, want := range map[string]bool{"sessionId": true, "SESSIONID": true, "session": false, "": false} {
		if wire.Named([]byte(key), "sessionId") != want {
			t.Errorf("%q: want %v", key, want)
		}
	}
}
