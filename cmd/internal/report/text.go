package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	// wide is how many characters a line of text has at most, barWide how many of them a bar.
	wide, barWide = 78, 16
	labelWide     = 44
)

// Text writes the sheet as text of 78 columns.
func (s Sheet) Text(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\nFeito em %s\n\n", s.Title, s.Period, s.Made)
	for _, f := range s.Key {
		line := pad(f.Now, 9) + f.Label
		if f.Before != "" {
			line += " (antes " + f.Before + ")"
		}
		fmt.Fprintln(&b, line)
	}
	if s.Beside != "" {
		fmt.Fprintf(&b, "\n\"Antes\" é %s.\n", s.Beside)
	}
	for _, p := range s.Parts {
		s.part(&b, p)
	}
	fmt.Fprint(&b, "\nO QUE ESTE RELATÓRIO NÃO DIZ\n")
	for _, note := range s.Notes {
		wrapped(&b, "- ", note)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// part writes a table.
func (s Sheet) part(b *strings.Builder, p Part) {
	fmt.Fprintf(b, "\n%s\n", strings.ToUpper(p.Title))
	if p.About != "" {
		wrapped(b, "", p.About)
	}
	if len(p.Rows) == 0 && p.Empty != "" {
		wrapped(b, "", p.Empty)
	}
	now, before := s.heads(p)
	if len(p.Rows) > 0 && before != "" {
		fmt.Fprintf(b, "%s%*s %*s\n", pad("", labelWide+barWide-2), 9, now, 9, before)
	}
	for _, r := range p.Rows {
		label := []rune(r.Label)
		if len(label) > labelWide-2 {
			label = append(label[:labelWide-3], '…')
		}
		fmt.Fprintf(b, "%s%s%9s %9s\n", pad(string(label), labelWide), pad(strings.Repeat("#", (r.Bar*(barWide-2)+99)/100), barWide-2), r.Now, r.Before)
	}
	if p.Grid != nil {
		fmt.Fprint(b, pad("", 14))
		for _, c := range p.Grid.Columns {
			fmt.Fprint(b, right(c, 15))
		}
		fmt.Fprintln(b)
		for _, row := range p.Grid.Rows {
			fmt.Fprint(b, pad(row.Label, 14))
			for _, c := range row.Cells {
				fmt.Fprintf(b, "%15s", c.word())
			}
			fmt.Fprintln(b)
		}
	}
}

// heads are the words above the columns of a part, "" for none above the second.
func (s Sheet) heads(p Part) (now, before string) {
	switch {
	case p.Before != "":
		return p.Now, p.Before
	case len(p.Rows) > 0 && p.Rows[0].Before != "":
		return "agora", "antes"
	default:
		return "", ""
	}
}

// word is the number of a cell, a point for none.
func (c Cell) word() string {
	if c.N == 0 {
		return "·"
	}
	return number(c.N)
}

// pad fills up to a width in characters, with one space at least; right does so on the other side.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

func right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

// wrapped writes words in lines, all but the first indented like its begin.
func wrapped(b *strings.Builder, begin, text string) {
	line := begin
	for _, word := range strings.Fields(text) {
		if used := utf8.RuneCountInString(line); used > len(begin) && used+1+utf8.RuneCountInString(word) > wide {
			fmt.Fprintln(b, line)
			line = strings.Repeat(" ", len(begin))
		}
		if strings.TrimSpace(line) != "" && line != begin {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(b, line)
}
