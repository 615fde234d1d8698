package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"atende/integrations/chat/phone"
)

// S-2-10 and the contract's "Session record".
func TestDecodeSession(t *testing.T) {
	flat := Session{Platform: "WHATSAPP", Instance: "5511999990000", Team: "Agendamento", Status: "Pendente"}
	withPhone := flat
	withPhone.Phone = "5511987654321"
	cases := []struct {
		name, record string
		want         Session
	}{
		{"S-2-10 flat", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente"}`, flat},
		{"nested", `{"status":"Pendente","channelDetails":{"platform":"WHATSAPP","humanId":"5511999990000"},"departmentDetails":{"name":"Agendamento"}}`, flat},
		{"flat before nested", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"channelDetails":{"platform":"Instagram","humanId":"1"},"departmentDetails":{"name":"Financeiro"}}`, flat},
		{"an empty flat field is there", `{"teamName":"","departmentDetails":{"name":"Agendamento"}}`, Session{}},
		{"nulls", `{"platform":null,"instanceNumber":null,"teamName":null,"status":"Pendente","contact":null,"contactDetails":null,
			"channelDetails":{"platform":"WHATSAPP","humanId":"5511999990000"},"departmentDetails":{"name":"Agendamento"}}`, flat},
		{"a status is enough", `{"platform":null,"channelDetails":null,"departmentDetails":null,"status":"CLOSED"}`, Session{Status: "CLOSED"}},
		{"so is a nested name", `{"id":"s","departmentDetails":{"name":"Recepção"}}`, Session{Team: "Recepção"}},
		{"numbers", `{"platform":"WHATSAPP","instanceNumber":5511999990000,"teamName":"Agendamento","status":"Pendente"}`, flat},
		{"odd types hide nothing else", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"channelDetails":"x","departmentDetails":[1],"contact":7,"phoneNumber":{}}`, flat},
		{"an object where a text belongs counts as missing", `{"platform":{"name":"WHATSAPP"},"channelDetails":{"platform":"Instagram"}}`, Session{Platform: "Instagram"}},
		{"unknown fields", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente","utm":{"a":[1]},"userId":null}`, flat},
		{"phone of contactDetails first", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"contactDetails":{"phonenumber":"+55|11987654321"},"contact":{"phone":"1"},"phoneNumber":"2"}`, withPhone},
		{"then of contact", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"contactDetails":{"phonenumber":null},"contact":{"phone":"+5511987654321"},"phoneNumber":"2"}`, withPhone},
		{"then the flat one", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"contactDetails":{"phonenumber":"-"},"phoneNumber":5511987654321}`, withPhone},
		{"a phone without country code", `{"platform":"WHATSAPP","instanceNumber":"5511999990000","teamName":"Agendamento","status":"Pendente",
			"phoneNumber":"(11) 98765-4321"}`, withPhone},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := decodeSession([]byte(c.record))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(Session{}, "Raw")); diff != "" {
				t.Error(diff)
			}
			if string(got.Raw) != c.record {
				t.Error("the record is not handed on as it came")
			}
		})
	}
	for _, record := range []string{``, `null`, `[]`, `"x"`, `{"platform":`, `<html>`, `{}`, `{"error":false}`,
		`{"platform":null,"channelDetails":null,"departmentDetails":null,"status":null}`, `{"phoneNumber":"5511987654321"}`} {
		if _, err := decodeSession([]byte(record)); err == nil {
			t.Errorf("%q was read as a session", record)
		}
	}
}

func FuzzDecodeSession(f *testing.F) {
	f.Add([]byte(`{"platform":"WHATSAPP","channelDetails":{"humanId":1},"contact":{"phone":"+55|11"}}`))
	f.Add([]byte(`{"contactDetails":[]}`))
	f.Fuzz(func(t *testing.T, record []byte) {
		s, err := decodeSession(record)
		if err == nil && s.Phone != phone.Digits(s.Phone) {
			t.Errorf("phone %q", s.Phone)
		}
	})
}
