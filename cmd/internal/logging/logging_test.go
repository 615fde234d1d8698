package logging

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"
)

func TestMask(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"bare CPF", "cpf 52998224725 lookup", "cpf *********** lookup"},
		{"written CPF", "529.982.247-25", "***.***.***-**"},
		{"CPF in a path", "/pacientes/cpf/52998224725", "/pacientes/cpf/***********"},
		{"phone with signs", "+55 (11) 98888-7777", "+** (**) *****-****"},
		{"phone of the gateway", "+55|11988887777", "+55|***********"},
		{"phone without area code", "8888-7777", "****-****"},
		{"birth date", "01/02/1990", "**/**/****"},
		{"birth date, ISO", "1990-02-01", "****-**-**"},
		{"digits of another script", "٥٢٩٩٨٢٢٤٧٢٥", "***********"},
		{"digits in a word", "x52998224725y", "x***********y"},
		{"status", "status 503 after 3 tries", "status 503 after 3 tries"},
		{"address", "listening on 192.168.100.200:41234", "listening on 192.168.100.200:41234"},
		{"time", "2026-11-21T13:35:05Z", "2026-11-21T13:35:05Z"},
		{"uuid", "7e1c2b34-1234-5678-9abc-0a1b2c3d4e5f", "7e1c2b34-1234-5678-9abc-0a1b2c3d4e5f"},
		{"no digits", "sem números", "sem números"},
		{"invalid UTF-8", "\xff 12345678", "\ufffd ********"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Mask(c.in); got != c.want {
				t.Errorf("Mask(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// No unbroken run of eight digits survives, whatever stands around it.
func TestMaskProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := 0
		for _, r := range Mask(rapid.StringOf(rapid.RuneFrom([]rune("0123456789 .-/()+ab_"))).Draw(t, "text")) {
			if !unicode.IsDigit(r) {
				run = 0
			} else if run++; run >= identifying {
				t.Fatal("eight digits in a row")
			}
		}
	})
}

type secretive struct{ CPF string }

type valuer struct{ phone string }

func (v valuer) LogValue() slog.Value { return slog.StringValue(v.phone) }

// Everything a program can pass to slog goes through the mask.
func TestLoggerLeaksNothing(t *testing.T) {
	const cpf, phone = "52998224725", "5511988887777"
	for _, format := range []string{"json", "text"} {
		t.Run(format, func(t *testing.T) {
			var out bytes.Buffer
			log, err := New(&out, Options{Level: "debug", Format: format})
			if err != nil {
				t.Fatal(err)
			}
			err = fmt.Errorf("find %s: %w", cpf, errors.New("GET /cpf/"+cpf))
			log.Info("patient "+cpf, "cpf", cpf, "error", err, "any", secretive{cpf}, "pointer", &secretive{cpf},
				"map", map[string]string{phone: cpf}, "bytes", []byte(phone), "number", 52998224725,
				"float", 5511988887777.0, "unsigned", uint64(5511988887777), "value", valuer{phone})
			log.With("phone", phone).WithGroup("call").Warn("x", slog.Group("g", "cpf", cpf), phone, 1)
			if text := out.String(); strings.Contains(text, cpf) || strings.Contains(text, phone) {
				t.Errorf("a patient's number reached the log:\n%s", text)
			}
		})
	}
}

// What operators need stays readable.
func TestLoggerKeepsTheRest(t *testing.T) {
	var out bytes.Buffer
	log, err := New(&out, Options{Level: "info", Format: "json"})
	if err != nil {
		t.Fatal(err)
	}
	log.Debug("not at this level")
	log.Info("turn", "session", "s-1", "took", 1234567891*time.Nanosecond, "parts", 3, "ok", true, "none", nil)
	got := out.String()
	for _, want := range []string{`"msg":"turn"`, `"session":"s-1"`, `"took":1234567891`, `"parts":3`, `"ok":true`, `"none":null`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	if strings.Contains(got, "not at this level") {
		t.Error("a debug line was written at level info")
	}
}

func TestBadOptions(t *testing.T) {
	for _, o := range []Options{{Level: "loud", Format: "json"}, {Level: "info", Format: "xml"}, {}} {
		if _, err := New(&bytes.Buffer{}, o); err == nil {
			t.Errorf("New(%+v) was accepted", o)
		}
	}
}
