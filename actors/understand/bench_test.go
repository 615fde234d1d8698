package understand

import (
	"slices"
	"testing"
	"time"

	"atende/actors/language"
)

// mixture is how patients write, by and large: short answers, wishes, data.
var mixture = []string{
	"oi", "bom dia", "sim", "2", "a segunda", "pode ser", "obrigada!", "não",
	"quinta às 10", "pode ser sexta de manhã", "tem hr quinta dps das 16h?", "amanhã depois das 14h por favor",
	"oii bom dia queria marca um cardiologista pra semana q vem de tarde", "qual o valor da consulta?",
	"vcs atendem unimed?", "quero remarcar de quarta pra sexta", "infelizmente nao vou conseguir comparecer amanha",
	"quero falar com uma atendente", "Maria das Dores e Silva", "529.982.247-25", "12/03/1985",
	"me chamo joão vitor dos anjos, cpf 390.533.447-05, nasci em 12 de março de 1985",
	"entre os dias 15 e 20 de abril, menos na quarta, de preferência entre 9h e 11h",
	"não vou poder ir na quinta, podemos deixar pra outro dia da semana que vem? pode ser segunda ou terça",
}

// BenchmarkMix reads one message of the mixture an iteration; BenchmarkFold, its baseline, only
// folds the same texts.  The median of the messages is a metric of its own.
func BenchmarkMix(b *testing.B) {
	language.Prepare()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		Read(mixture[i%len(mixture)], tuesday)
		i++
	}
	b.StopTimer()
	b.ReportMetric(float64(median(mixture).Nanoseconds()), "ns/median")
}

func BenchmarkFold(b *testing.B) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		tokenize(mixture[i%len(mixture)])
		i++
	}
}

// median is the time the middle one of the texts takes, each at its fastest of many.
func median(texts []string) time.Duration {
	took := make([]time.Duration, 0, len(texts))
	for _, text := range texts {
		best := time.Hour
		for range 50 {
			start := time.Now()
			Read(text, tuesday)
			best = min(best, time.Since(start))
		}
		took = append(took, best)
	}
	slices.Sort(took)
	return took[len(took)/2]
}
