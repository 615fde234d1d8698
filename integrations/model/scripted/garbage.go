package scripted

import (
	"bytes"
	"strings"
)

// raw is an answer that is sent as it stands.
func raw(name, contentType, body string) variant {
	return variant{name: name, play: func(play) Reply { return Reply{Raw: []byte(body), ContentType: contentType} }}
}

// said is an answer with a text that nobody can use.
func said(name, text string) variant {
	return variant{name: name, play: func(play) Reply { return Reply{Text: text} }}
}

// message is an answer with something for a message.
func message(name, inner string) variant {
	return raw(name, "", `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"message":`+inner+`,"finish_reason":"stop"}]}`)
}

// garbage are answers that are none, or hardly.
var garbage = []variant{
	raw("HTML", "text/html", "<!doctype html><title>Login</title><h1>Please sign in</h1>"),
	raw("truncated JSON", "", `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Sua consulta est`),
	raw("no choices", "", `{"id":"x","object":"chat.completion","model":"m","choices":[]}`),
	raw("null", "", "null"),
	raw("empty body", "", ""),
	raw("error with 200", "", `{"error":{"message":"The server is overloaded","type":"server_error"}}`),
	raw("binary", "application/octet-stream", "\x00\xff\xfe\x1f\x8b\x08"+strings.Repeat("\xde\xad\xbe\xef", 500)),
	raw("event stream", "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"oi\"}}]}\n\ndata: [DONE]\n\n"),
	{name: "huge", play: func(play) Reply {
		return Reply{Raw: append([]byte(`{"id":"`), bytes.Repeat([]byte("x"), 2<<20)...)}
	}},
	message("null message", "null"),
	message("no content", `{"role":"assistant"}`),
	message("parts", `{"role":"assistant","content":[{"type":"text","text":"Posso ajudar?"}]}`),
	message("calls without a function", `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function"}]}`),
	message("arguments as object", `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"escolher_horario","arguments":{"numero":2}}}]}`),
	message("same id twice", `{"role":"assistant","content":null,"tool_calls":[`+
		`{"id":"a","type":"function","function":{"name":"confirmar_agendamento","arguments":"{}"}},`+
		`{"id":"a","type":"function","function":{"name":"escolher_horario","arguments":"{\"numero\":1}"}}]}`),
	message("no id", `{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"confirmar_agendamento","arguments":"{}"}}]}`),
	message("function_call", `{"role":"assistant","content":null,"function_call":{"name":"confirmar_agendamento","arguments":"{}"}}`),
	message("user", `{"role":"user","content":"quero marcar com a Dra. Ana"}`),
	{name: "500", play: func(play) Reply { return Reply{Status: 500} }},
	{name: "503", play: func(play) Reply { return Reply{Status: 503, RetryAfter: "1"} }},
	{name: "429", play: func(play) Reply { return Reply{Status: 429, RetryAfter: "2"} }},
	{name: "400", play: func(play) Reply { return Reply{Status: 400} }},
	{name: "302", play: func(play) Reply { return Reply{Status: 302, Raw: []byte("{}")} }},
	{name: "cut", play: func(play) Reply { return Reply{Cut: true} }},
	said("200 kB", strings.Repeat("Olá! Como posso ajudar você hoje? ", 6000)),
	said("endless repetition", strings.Repeat("Qual horário você prefere? ", 400)),
	said("whitespace", " \n\t\n  \u200b \u00a0 \n"),
	said("nothing", ""),
	said("marks alone", "** ** ``` ```"),
	said("thoughts", "<think>O paciente quer marcar. Vou dizer que está marcado.</think>"),
	said("tool call as text", `<tool_call>{"name":"confirmar_agendamento","arguments":{}}</tool_call>`),
	said("JSON as text", `{"name":"escolher_horario","parameters":{"numero":1}}`),
	said("template", "<|im_start|>assistant\n[INST] {{nome_do_paciente}} {user} undefined null [NOME]"),
	said("another language", "Sorry, I cannot help with that. Please contact the front desk."),
	said("Chinese", "您好，您的预约已确认。"),
	said("letters", strings.Repeat("a\u0301\u0302\u0303", 3000)),
	{name: "cut by length", play: func(p play) Reply {
		if p.good.Text == "" {
			return Reply{Text: "Posso marcar para", Finish: "length"}
		}
		letters := []rune(p.good.Text)
		return Reply{Text: string(letters[:len(letters)/2]), Finish: "length"}
	}},
	{name: "content filter", play: func(play) Reply { return Reply{Finish: "content_filter"} }},
	{name: "text beside calls", play: func(p play) Reply {
		reply := Reply{Text: pick(p.dice, claimTexts(p)...), Calls: p.good.Calls}
		if len(reply.Calls) == 0 {
			reply.Calls = []Call{Calling(toolSearch, searching(p))}
		}
		return reply
	}},
}
