package main

import "strings"

// usual are what long texts are made of, repeated: what patients write, and what somebody writes who wants to be a burden.
var usual = []string{
	"1", "12 ", "1-", "529.982.247-25 ", "(11) 98765-4321 ", "01/02/1985 ", "às 10:30 ", "vinte e ", "R$ 5,00 ", "ab", "Ana ", "meu nome é Ana Souza, ",
	"não quero, quero ", "quero marcar uma consulta com a dra ana amanhã de manhã. ", "segunda, terça e ", "ok ",
	"?", "a? ", ",", "a\n", "- a\n", "d'", "[CPF 1] ", "nasci em ", "ana ponto souza arroba ",
}

// more are shapes for readers that are fast.
var more = []string{
	"1.", "2026-11-23,", "sete nove ", "a", "socorro", "ção", "Maria das Dores ", "a-", "sou a mãe dele e ", "não ", "sim ", "de manhã ou de tarde ou ",
	"depois do dia 5 ", "dor no peito ", "socorro! ", "meu pai desmaiou? ", "infarto em 2019, ", "não estou com ", "sem ", "!", ".", "\n", "\n\n",
	"(", "[", "]", "[NOME 1]", "<", "*", "_", "*a*", "@", "a@b.com ", "a @ b . com ", "arroba ", "www.a.com ", "http://", "/",
	"\ufdfa", "㌕", " ", "\t", "\u200b", "\u0301", "a\u0301", "1\u20e3", "😀", "👍🏽", "🤝 ", "𝐒", "½", "\xff", "\x00", "ﬁ", "é", "中", "\u202e", "'", "\"",
	"cpf ", "telefone ", "dia ", "e ", "o ", "unimed ", "clinica boa vida ", "bom dia ", "tudo bem? ",
	"meu pai não dor de a bebê tomou pressão ", // the worst for signs of emergencies
}

// long repeats a shape up to a length in bytes, the last time as a whole.
func long(shape string, size int) string { return strings.Repeat(shape, size/len(shape)) }
