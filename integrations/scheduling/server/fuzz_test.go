package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"
)

// Whatever the body, decoding A4 ends in a 400 with a sentence or in a booking that is well formed.
func FuzzDecodeBooking(f *testing.F) {
	valid, err := json.Marshal(appointment(1, anaCPF))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(valid)
	f.Add([]byte(`{"paciente_id":"1"}`))
	f.Add([]byte(`{"servicos":[{"id":1},null]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := decodeBooking(body)
		if err != nil {
			wantMalformed(t, err)
			return
		}
		wellFormed := b.patientID > 0 && len(b.cpf) == 11 && b.planID > 0 && b.agendaID > 0 && len(b.procedures) > 0 &&
			b.sinceMidnight >= 0 && b.sinceMidnight < 24*time.Hour
		if !wellFormed {
			t.Fatalf("%+v", b)
		}
	})
}

// The same of A1.
func FuzzDecodeTimes(f *testing.F) {
	valid, err := json.Marshal(object{"filter": filter()})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(valid)
	f.Add([]byte(`{"filter":{"agendas":[null],"limit":null}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		q, err := decodeTimes(body)
		if err != nil {
			wantMalformed(t, err)
			return
		}
		if q.limit < 1 || q.limit > maxLimit || q.last.Before(q.first) || q.last.Sub(q.first) >= maxRangeDays*24*time.Hour || len(q.agendas) == 0 {
			t.Fatalf("%+v", q)
		}
	})
}

func wantMalformed(t *testing.T, err error) {
	t.Helper()
	var refused *refusal
	if !errors.As(err, &refused) || refused.status != http.StatusBadRequest || refused.sentence == "" {
		t.Fatalf("%v", err)
	}
}
