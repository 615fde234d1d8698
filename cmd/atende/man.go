package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

var manPage = page{verb: "man", usage: "man [VERB]", about: `
Prints the manual page of a verb, made from what its --help says, or without one that of atende, which lists
all verbs; with --to all of them are written into a folder:

  atende man serve | man -l -
  atende man --to /usr/local/share/man/man1`}

// manVerb is `atende man`.
func manVerb(ctx context.Context, w world, args []string) int {
	var folder string
	table := []setting{{flag: "to", help: "an existing folder that all pages are written into, over older ones", set: text(&folder)}}
	words, flags := apart(table, args)
	if err := manPage.read(table, w, flags); err != nil {
		return refuse(w, "man", err)
	}
	manual := manualOf(ctx, time.Now())
	if err := manual.verify(words, folder); err != nil {
		return refuse(w, "man", err)
	}
	var err error
	if folder != "" {
		err = manual.write(folder)
	} else {
		_, err = io.WriteString(w.out, manual.pages[manualName(words)])
	}
	if err != nil {
		return fail(w, "man", err)
	}
	return exitOK
}

// manual is all pages, by name: "atende", "atende-serve".
type manual struct {
	pages map[string]string
	day   string // of the release, YYYY-MM-DD
}

func manualName(words []string) string {
	return strings.Join(append([]string{"atende"}, words...), "-")
}

// verify finds what is wrong with what was asked for.
func (m manual) verify(words []string, folder string) error {
	switch {
	case len(words) > 1 || folder != "" && len(words) > 0:
		return errors.New("takes one verb, or --to and none")
	case m.pages[manualName(words)] == "":
		return fmt.Errorf("there is no verb %q, the nearest is %s", words[0], nearest(words[0], verbNames()))
	}
	return nil
}

// write puts all pages into a folder.
func (m manual) write(folder string) error {
	for name, text := range m.pages {
		if err := os.WriteFile(filepath.Join(folder, name+".1"), []byte(text), 0o644); err != nil { //nolint:gosec // pages are for everybody
			return fmt.Errorf("--to: %w", err)
		}
	}
	return nil
}

// manualOf makes all pages from the help texts.
func manualOf(ctx context.Context, now time.Time) manual {
	m := manual{pages: map[string]string{}, day: releaseDay(now)}
	var list strings.Builder
	for _, v := range verbs() {
		m.pages[manualName([]string{v.name})] = m.of(v, helpOf(ctx, v))
		fmt.Fprintf(&list, ".TP\n\\fB%s\\fR\n%s\n", roff(v.name), roff(v.summary))
	}
	m.pages["atende"] = m.head("atende", "answers the patients of Brazilian clinics on WhatsApp and books their appointments") +
		".SH SYNOPSIS\n.B atende\n\\fIVERB\\fR [flags]\n.SH DESCRIPTION\nOne binary with a verb for each thing it can be.\n" + list.String() + exitStatus("one of its own") +
		".SH SEE ALSO\nEach verb has a page of its own, as\n.BR atende\\-serve (1).\n"
	return m
}

// releaseDay is the day of the commit, or that on which the pages are made where nobody noted it.
func releaseDay(now time.Time) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		at := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.time" })
		if at >= 0 && len(info.Settings[at].Value) > len(time.DateOnly) {
			return info.Settings[at].Value[:len(time.DateOnly)]
		}
	}
	return now.UTC().Format(time.DateOnly)
}

// helpOf is what a verb's --help prints.
func helpOf(ctx context.Context, v verb) string {
	var help bytes.Buffer
	v.run(ctx, world{in: strings.NewReader(""), out: &help, err: &help, env: func(string) string { return "" }}, []string{"--help"})
	return help.String()
}

// head is how each page begins.
func (m manual) head(name, summary string) string {
	return fmt.Sprintf(".TH %s 1 %s \"atende %s\" atende\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), m.day, roff(releaseName()), roff(name), roff(summary))
}

// exitStatus is how each page ends.
func exitStatus(fails string) string {
	return ".SH EXIT STATUS\n.TP\n0\nit is done\n.TP\n1\n" + roff(fails) + "\n.TP\n2\nthe command line, a setting or a file is missing or wrong\n"
}

// of is the page of a verb, from its help.
func (m manual) of(v verb, help string) string {
	usage, rest, _ := strings.Cut(help, "\n\n")
	about, settings, _ := strings.Cut(rest, settingsHead)
	var b strings.Builder
	b.WriteString(m.head(manualName([]string{v.name}), v.summary))
	words := strings.Fields(strings.TrimPrefix(usage, "Usage: "))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n.SH DESCRIPTION\n", roff(words[0]+" "+words[1]), roff(cmp.Or(strings.Join(words[2:], " "), "[flags]")))
	for i, paragraph := range strings.Split(strings.TrimSpace(about), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		writeParagraph(&b, strings.Trim(paragraph, "\n"))
	}
	if settings != "" {
		fmt.Fprintf(&b, ".SH OPTIONS\nA flag wins over the environment variable behind it; the variable with %s at its end names a file that holds the value.\n", roff(inFile))
	}
	for _, found := range settingLines.FindAllStringSubmatch(settings, -1) {
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR%s\n%s\n", roff(found[1]), roff(strings.ReplaceAll(found[2], "  ", " ")), roff(found[3]))
	}
	b.WriteString(exitStatus(v.fails) + ".SH SEE ALSO\n.BR atende (1)\n")
	return b.String()
}

// settingLines are the two lines of page.write about a setting.
var settingLines = regexp.MustCompile(`(?m)^  (--[a-z][a-z0-9-]*)(.*)\n      (.*)$`)

// writeParagraph writes a paragraph; what is indented stands as it is.
func writeParagraph(b *strings.Builder, paragraph string) {
	literal := false
	for i, line := range strings.Split(paragraph, "\n") {
		indented := strings.HasPrefix(line, "  ")
		switch {
		case indented == literal:
		case indented && i > 0:
			b.WriteString(".PP\n.EX\n")
		case indented:
			b.WriteString(".EX\n") // the paragraph has just begun
		default:
			b.WriteString(".EE\n.PP\n")
		}
		literal = indented
		b.WriteString(roff(line) + "\n")
	}
	if literal {
		b.WriteString(".EE\n")
	}
}

// roff writes a text so that every character of it is shown, and no line is a request.
func roff(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case i == 0 && (r == '.' || r == '\''):
			b.WriteString(`\&` + string(r))
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
