package sealed

import (
	"bytes"
	"testing"
)

// BenchmarkValue encrypts and decrypts a state of 2 kB; copy is the least that either could take.
func BenchmarkValue(b *testing.B) {
	r, err := parse("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")
	if err != nil {
		b.Fatal(err)
	}
	value, at := bytes.Repeat([]byte("ab"), 1000), stateOf("6f1c2a9e-0000-4000-8000-000000000001")
	out, err := r.keys[0].seal(at, value)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("copy", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = bytes.Clone(value)
		}
	})
	b.Run("cipher", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.keys[0].newCipher(at.session); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("seal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.keys[0].seal(at, value); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.open(at, out); err != nil {
				b.Fatal(err)
			}
		}
	})
}
