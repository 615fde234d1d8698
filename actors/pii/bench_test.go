package pii

import (
	"strings"
	"testing"
)

func BenchmarkHide(b *testing.B) {
	for name, text := range map[string]string{
		"greeting": "oi, bom dia",
		"booking":  "quero dia 24/11 às 14h com a dra ana, unimed",
		"identity": "me chamo Maria Souza, cpf 529.982.247-25, nasci em 5 de março de 1980",
		"long":     strings.Repeat("quero marcar para Maria Souza, cpf 529.982.247-25. ", 40),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Hide(text, maria, Options{Keep: clinic, Now: now})
			}
		})
	}
}
